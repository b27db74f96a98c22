import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt

from attnviz.ui.theme import look_for, readable
from attnviz.ui.widgets.sentence.arc_paths import Arc
from attnviz.ui.widgets.sentence.token_arcs import TokenArcs
from attnviz.ui.widgets.sentence.token_line import lay_out_tokens
from attnviz.ui.widgets.sentence.wrapped import lay_out_lines, pitch_least, wrap

TOKENS = ("A", "dog", "ate", "the", "food", "because", "it", "was", "hungry", ".")
LONG = "Donaudampfschifffahrtsgesellschaftskapitän"


def arcs_of(qtbot, tokens=TOKENS, query=6, heads=3, theme="light", size=(900, 180)):
    view = TokenArcs()
    qtbot.addWidget(view)
    view.resize(*size)
    view.set_look(look_for(theme, 1080))
    rows = np.random.default_rng(2).dirichlet(np.ones(len(tokens)) / 3, size=heads)
    arcs = [Arc(query, k, float(rows[h, k]), h) for h in range(heads) for k in range(len(tokens))]
    view.set_arcs(tokens, query, arcs, several=heads > 1)
    view.show()
    return view


@settings(max_examples=60, deadline=None)
@given(
    tokens=st.lists(st.sampled_from([*TOKENS, LONG]), min_size=1, max_size=64),
    width=st.integers(200, 1800),
    theme=st.sampled_from(["light", "projector"]),
)
def test_chips_stay_on_the_line_and_apart(qapp, tokens, width, theme):
    chips = lay_out_tokens(look_for(theme, 1080), tokens, width, 10.0)
    assert len(chips) == len(tokens)
    assert chips[0].box.left() >= -1
    assert chips[-1].box.right() <= width + 1
    for one, other in itertools.pairwise(chips):
        assert one.box.right() <= other.box.left() + 1
    assert all(chip.text is None or chip.text.width <= chip.box.width() + 1 for chip in chips)


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("query", [0, 5, 9])
def test_nothing_is_cut_at_the_edges(qtbot, theme, query):
    view = arcs_of(qtbot, query=query, theme=theme, size=(1300, 230))
    room = view.rect()
    assert view.tags
    for tag in view.tags:
        assert room.contains(tag.box.toAlignedRect())
        assert tag.text.font.pixelSize() >= view.look.floor
    for one in view.drawn:
        assert one.path.boundingRect().top() - one.width / 2 >= 0
    assert not any(a.box.intersects(b.box) for i, a in enumerate(view.tags) for b in view.tags[:i])


def test_the_strongest_arc_is_widest_and_always_labelled(qtbot):
    view = arcs_of(qtbot)
    strongest = max(view.arcs, key=lambda arc: arc.weight)
    assert view.tags[0].arc == strongest
    assert view.tags[0].text.words == f"{strongest.head + 1}: {strongest.weight:.2f}"
    assert max(view.drawn, key=lambda one: one.width).arc == strongest
    assert view.drawn[-1].arc == strongest  # drawn over the others


def test_a_label_may_stand_for_the_weight(qtbot):
    view = arcs_of(qtbot)
    view.set_arcs(TOKENS, 6, [Arc(6, 1, 0.9, 0, "q·k = 21.3")])
    assert view.tags[0].text.words == "q·k = 21.3"
    assert view.tip_at(view.drawn[0].path.pointAtPercent(0.2)) == "head 1: it → dog q·k = 21.3"


def test_heads_that_agree_lie_one_under_the_other(qtbot):
    view = arcs_of(qtbot)
    view.set_arcs(TOKENS, 6, [Arc(6, 1, 0.9, 0), Arc(6, 1, 0.8, 1)], several=True)
    tops = [one.path.boundingRect().top() for one in view.drawn]
    assert tops[0] != tops[1]


def test_keys_and_clicks_choose(qtbot):
    view = arcs_of(qtbot)
    for key, token in ((Qt.Key.Key_Left, 5), (Qt.Key.Key_Right, 7), (Qt.Key.Key_Home, 0), (Qt.Key.Key_End, 9)):
        with qtbot.waitSignal(view.chosen) as chosen:
            qtbot.keyClick(view, key)
        assert chosen.args == [token]
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.chips[4].box.center().toPoint())
    assert chosen.args == [4]
    view.set_arcs(TOKENS, 0, [])
    with qtbot.assertNotEmitted(view.chosen):
        qtbot.keyClick(view, Qt.Key.Key_Left)


def test_parts_under_the_pointer(qtbot):
    view = arcs_of(qtbot, heads=1)
    view.set_values([0.1] * 10)
    assert view.part_at(view.chips[6].box.center()) == "query"
    assert view.part_at(view.chips[2].box.center()) == "keys"
    assert view.part_at(view.tags[0].box.center()) == "labels"
    assert view.part_at(view.chips[2].box.center() + QPointF(0, view.chips[2].box.height() / 2 + 8)) == "values"
    assert view.part_at(QPointF(2, 2)) == ""
    with qtbot.waitSignals([view.pointed, view.part_pointed]):
        qtbot.mouseMove(view, view.chips[2].box.center().toPoint())


def test_emphasis_dims_the_rest(qtbot):
    view = arcs_of(qtbot)
    plain = view.grab().toImage()
    view.set_emphasis({"query"})
    lit = view.grab().toImage()
    at = view.chips[6].box.center() - QPointF(0, view.chips[6].box.height() / 2 - 4)
    assert lit.pixelColor(at.toPoint()) == plain.pixelColor(at.toPoint())
    arc = view.drawn[-1].path.pointAtPercent(0.15).toPoint()
    assert lit.pixelColor(arc) != plain.pixelColor(arc)


SENTENCES = st.lists(st.sampled_from([*TOKENS, LONG]), min_size=15, max_size=64)


@settings(max_examples=60, deadline=None)
@given(tokens=SENTENCES, width=st.integers(300, 1200), height=st.integers(90, 700), chosen=st.integers(0, 14))
def test_a_long_sentence_stands_on_lines_that_show_the_chosen_word(qapp, tokens, width, height, chosen):
    look = look_for("projector", 1080)
    lines = wrap(look, tokens, width, height, chosen)
    if lines is None:
        assert height < pitch_least(look, "label")
        return
    chips = lay_out_lines(look, tokens, lines, 0.0, width, 0.0)
    shown = [index for index, chip in enumerate(chips) if chip.text is not None]
    assert shown == list(lines.shown)
    assert chosen in shown
    for index in shown:
        chip = chips[index]
        assert 0 <= chip.box.top() < chip.box.bottom() <= height + 1
        assert chip.box.right() <= width + 1
        assert chip.text is not None
        assert chip.text.font.pixelSize() >= look.label
    assert not any(chips[i].box.intersects(chips[j].box) for i in shown for j in shown if i < j)


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_every_word_of_40_is_readable_where_there_is_room(qtbot, theme):
    tokens = [f"word{i}" for i in range(40)]
    view = arcs_of(qtbot, tokens, query=5, theme=theme, heads=1, size=(1000, 700))
    assert [chip.text.words for chip in view.chips] == tokens
    assert view.window_words() == ""
    boxes = [chip.box for chip in view.chips]
    assert view.tags
    for tag in view.tags:  # no number covers a word
        assert view.rect().contains(tag.box.toAlignedRect())
        assert not any(tag.box.intersects(box) for box in boxes)


def test_a_low_page_shows_the_lines_round_the_chosen_word_and_says_which(qtbot):
    tokens = [f"word{i}" for i in range(64)]
    view = arcs_of(qtbot, tokens, query=5, size=(900, 180))
    shown = [index for index, chip in enumerate(view.chips) if chip.text is not None]
    assert view.window_words() == f"words {shown[0] + 1}–{shown[-1] + 1} of 64"
    view.set_arcs(tokens, 60, [Arc(60, 2, 0.9, 0)])
    moved = [index for index, chip in enumerate(view.chips) if chip.text is not None]
    assert 60 in moved
    assert 2 not in moved
    assert [tag.text.words for tag in view.tags] == ["0.90 word2"]  # what is not on show is named
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.chips[60].box.center().toPoint())
    assert chosen.args == [60]


def test_a_sentence_that_fits_on_one_line_stays_on_one(qtbot):
    view = arcs_of(qtbot, size=(900, 700))
    assert view.lines is None
    assert len({chip.box.top() for chip in view.chips}) == 1
    assert view.height_for(900) == 0
    assert view.height_for(300) > 2 * view.look.body


def test_a_line_too_low_for_words_has_dots_with_names_for_the_few_that_matter(qtbot):
    tokens = [f"word{i}" for i in range(64)]
    view = arcs_of(qtbot, tokens, query=5, size=(900, 50))
    assert all(chip.text is None for chip in view.chips)
    named = [chip.text.words for chip in view._named]
    assert named[0] == "word5"


def test_ink_on_chips_is_readable():
    for name in ("light", "dark", "projector"):
        theme = look_for(name).theme
        from PySide6.QtGui import QColor

        from attnviz.ui.theme import contrast

        for ground in (theme.query, theme.key):
            assert contrast(readable(QColor(ground)).name(), ground) >= 4.5


def test_what_is_read_out(qtbot):
    view = arcs_of(qtbot)
    view.set_arcs(TOKENS, 6, [Arc(6, 1, 0.854, 0)])
    assert view.accessibleDescription() == "it asks, strongest to dog 0.85"
