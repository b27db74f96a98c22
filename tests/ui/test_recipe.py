import numpy as np
import pytest

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.heads.find_head import FindHead, Ranked
from attnviz.ui.widgets.heads.recipe import RecipeStrip, Stage, thumbnail

STAGES = [
    Stage("tokens", "10×512", np.eye(12)),
    Stage("split: own Q, K, V maps", "8 × 512×64", np.eye(12)),
    Stage("heads attend", "8 × 10×64", np.eye(12)),
    Stage("concatenate", "10×512", -np.eye(12)),
    Stage("one final linear mix", "10×512", -np.eye(12)),
]


def strip_of(qtbot, width, theme="light"):
    strip = RecipeStrip()
    qtbot.addWidget(strip)
    strip.set_look(look_for(theme, 1080))
    strip.resize(width, strip.sizeHint().height())
    strip.set_stages(STAGES)
    return strip


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize(("ems", "rows", "pictured"), [(70, 1, True), (50, 1, False), (38, 2, True), (28, 2, False)])
def test_pictures_make_way_then_lines_break_and_no_word_is_cut(qtbot, theme, ems, rows, pictured):
    strip = strip_of(qtbot, ems * look_for(theme, 1080).label, theme)
    strip.resize(strip.width(), strip.height_at(strip.width()))
    assert len(strip.places) == 5
    assert all(place.thumb.isEmpty() for place in strip.places) == (not pictured)
    assert all(place.box.left() >= 0 and place.box.right() <= strip.width() for place in strip.places)
    assert all(place.box.bottom() <= strip.height() for place in strip.places)
    assert len({place.box.top() for place in strip.places}) == rows


def test_new_shapes_are_read_out(qtbot):
    strip = strip_of(qtbot, 900)
    assert strip.accessibleDescription().startswith("tokens: 10×512, split: own Q, K, V maps: 8 × 512×64, heads attend")
    strip.set_stages([Stage("tokens", "9×64")])
    assert strip.accessibleDescription() == "tokens: 9×64"
    assert not strip.grab().isNull()


def test_a_thumbnail_shows_sign_and_size():
    image = thumbnail(np.array([[1.0, -1.0], [0.0, 0.5]]))
    plus, minus, zero = image.pixelColor(0, 0), image.pixelColor(1, 0), image.pixelColor(0, 1)
    assert plus.red() > plus.blue()
    assert minus.blue() > minus.red()
    assert min(zero.red(), zero.green(), zero.blue()) > 250


def test_the_ranking_keeps_its_items_and_tells_what_is_picked(qtbot):
    finder = FindHead()
    qtbot.addWidget(finder)
    finder.set_look(look_for("light"))
    finder.set_pair(("it", "dog"), ("it", "dog"), 0, 1)
    finder.set_ranking([Ranked(1, "0.85 head 2", 1), Ranked(0, "0.10 head 1", 0)])
    item = finder.ranking.item(0)
    finder.set_ranking([Ranked(0, "0.70 head 1", 0, 5), Ranked(1, "0.10 head 2", 1)])
    assert finder.ranking.item(0) is item
    assert item.text() == "0.70 head 1"
    with qtbot.waitSignal(finder.picked) as picked:
        finder.ranking.itemClicked.emit(item)
    assert picked.args == [5, 0]
    finder.key.setCurrentIndex(0)
    with qtbot.waitSignal(finder.asked) as asked:
        finder.key.activated.emit(0)
    assert asked.args == [0, 0]
    finder.set_ranking([Ranked(0, "0.70 head 1", 0)])
    assert finder.ranking.count() == 1
