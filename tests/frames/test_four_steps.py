"""Four steps, facts of its pictures. Scenario numbers are those of the list of what a person does."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.limits import STEP_COUNT, STEP_HEADS
from attnviz.core.state import LabState, apply
from attnviz.core.words import MINUS
from attnviz.experiments import four_steps
from attnviz.experiments.four_steps import FourSteps
from attnviz.experiments.four_steps_arithmetic import cell_name, explain
from attnviz.experiments.four_steps_picture import (
    CONCATENATE,
    DIVIDE,
    DOTS,
    EXPONENTIALS,
    FINAL,
    MASK,
    NORMALIZE,
    PROJECT,
    WEIGH,
    View,
)
from attnviz.frames.four_steps import FourStepsFrame
from attnviz.ui.style import style_sheet
from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.steps.steps_canvas import StepsCanvas
from attnviz.ui.widgets.steps.steps_places import Spot
from attnviz.ui.widgets.text.texts import text_of

BOARD = load_board(resource("boards", "session11.board.toml"))
ROOMS = [("projector", (844, 734), 768), ("light", (1276, 866), 900), ("projector", (1740, 1040), 1080)]


class Stand:
    """A frame whose wishes come true, as in the program."""

    def __init__(self, qtbot, theme: str = "light", size: tuple[int, int] = (1250, 840), height: int = 900) -> None:
        self.frame = FourStepsFrame(BOARD)
        qtbot.addWidget(self.frame)
        look = look_for(theme, height)
        self.frame.setStyleSheet(style_sheet(look, resource("icons")))
        self.frame.set_look(look)
        self.frame.build()
        spread_look(self.frame, look)
        self.frame.resize(*size)
        self.state = LabState(query=4, key=1)
        self.wishes: list[dict[str, object]] = []
        self.frame.wish.connect(self.wish)
        self.show()
        self.frame.show()

    @property
    def canvas(self) -> StepsCanvas:
        return self.frame.canvas

    def show(self, **changes: object) -> FourSteps:
        self.state = apply(self.state, changes).state
        self.result = four_steps.compute(self.state, BOARD)
        self.frame.show_all(self.state, self.result, four_steps.spoken(self.state, self.result))
        return self.result

    def wish(self, changes: dict[str, object]) -> None:
        self.wishes.append(changes)
        self.show(**changes)

    def rect(self, spot: Spot) -> QRectF:
        """Where a cell of the page is drawn."""
        rect = self.canvas.rect_of(spot)
        assert rect is not None
        return rect

    def picture(self) -> QImage:
        return self.canvas.grab().toImage()

    def color(self, picture: QImage, spot: Spot) -> int:
        """The ground of a cell: a point near its corner, beside number and outline."""
        rect = self.rect(spot)
        at = rect.topLeft() + QPointF(rect.width() * 0.1, rect.height() * 0.16)
        return picture.pixelColor(at.toPoint()).rgb()


@pytest.fixture
def stand(qapp, qtbot) -> Stand:
    return Stand(qtbot)


def expected(value: float, limit: float, *, signed: bool) -> int:
    lut = colormap.scores_lut() if signed else colormap.weights_lut()
    return int(lut[colormap.levels(np.array([value]), limit, signed)][0])


def test_scenario_04_the_color_scale_is_the_same_before_and_after_the_division(stand):
    result = stand.show(step=DIVIDE)
    picture = stand.picture()
    assert result.limit(View("scores")) == result.limit(View("divided"))
    assert [scale[0] for scale in stand.canvas.words.bars.scales] == ["scores"]
    for row, column in product(range(6), range(6)):
        if (row, column) == (4, 1):
            continue  # the cursor's outline lies there
        for key in ("scores", "divided"):
            value = float(result.values(View(key))[row, column])
            shown = stand.color(picture, Spot(View(key), row, column))
            assert shown == expected(value, result.block.score_limit, signed=True)


def test_scenario_04_dividing_by_nothing_leaves_every_color(stand):
    stand.show(step=DIVIDE, scale_exponent=0.0)
    picture = stand.picture()
    for row, column in product((0, 2, 5), (0, 3, 5)):
        before, after = (stand.color(picture, Spot(View(key), row, column)) for key in ("scores", "divided"))
        assert before == after


def test_scenario_05_a_masked_cell_looks_unlike_a_zero_and_says_masked(stand):
    result = stand.show(step=MASK, causal=True)
    picture = stand.picture()
    rect = stand.rect(Spot(View("masked"), 1, 4)).toRect().adjusted(2, 2, -2, -2)
    colors = {
        picture.pixelColor(x, y).rgb()
        for x in range(rect.left(), rect.right())
        for y in range(rect.top(), rect.bottom())
    }
    assert len(colors) > 2, "hatched, not filled"
    zero = expected(0.0, result.block.score_limit, signed=True)
    assert any(color not in (zero, QColor("black").rgb()) for color in colors)
    assert "masked" in stand.canvas.tip_at(QPointF(rect.center()))
    point_at(stand, Spot(View("masked"), 1, 4))
    text = stand.canvas.words.text.accessibleName()
    assert f"= {MINUS}∞" in text
    assert "masked" in text


@pytest.mark.parametrize("step", [EXPONENTIALS, NORMALIZE, WEIGH])
def test_scenario_05_hidden_keys_stay_hatched_after_softmax(stand, step):
    stand.show(step=step, causal=True)
    hidden = stand.result.hidden(View("weights"))
    assert hidden.sum() == 15
    key = "weights" if step != EXPONENTIALS else "exponentials"
    rect = stand.rect(Spot(View(key), 0, 3)).toRect().adjusted(2, 2, -2, -2)
    picture = stand.picture()
    colors = {picture.pixelColor(x, rect.top() + 3).rgb() for x in range(rect.left(), rect.right())}
    assert len(colors) > 1


def point_at(stand: Stand, spot: Spot) -> None:
    QTest.mouseMove(stand.canvas, stand.rect(spot).center().toPoint())


def test_mask_off_is_said_in_the_picture_and_in_the_words(stand):
    stand.show(step=MASK)
    assert "does nothing here" in stand.frame.words.accessibleName()
    assert "off" in stand.canvas.words.heading.text()


def test_pointing_at_a_cell_works_it_out_and_leaving_goes_back(stand):
    stand.show(step=DOTS)
    at_rest = stand.canvas.words.text.accessibleName()
    spot = Spot(View("scores"), 2, 5)
    point_at(stand, spot)
    assert stand.canvas.words.text.accessibleName() == explain(stand.result, spot.view, 2, 5).text
    point = stand.rect(spot).bottomRight().toPoint() + QPoint(3, 400)
    QTest.mouseMove(stand.canvas, point)
    assert stand.canvas.words.text.accessibleName() == at_rest
    assert stand.wishes == [], "pointing selects nothing"


def test_inputs_are_outlined_in_the_matrices_they_come_from(stand):
    stand.show(step=DOTS)
    point_at(stand, Spot(View("scores"), 2, 5))
    picture = stand.picture()
    theme = look_for("light").theme
    row_start = stand.rect(Spot(View("q"), 2, 1))
    column_start = stand.rect(Spot(View("k", 0, turned=True), 1, 5))
    on_row = picture.pixelColor(round(row_start.center().x()), round(row_start.top())).name()
    on_column = picture.pixelColor(round(column_start.left()), round(column_start.center().y())).name()
    assert (on_row, on_column) == (theme.query.lower(), theme.key.lower())
    other = stand.rect(Spot(View("q"), 4, 1))
    assert picture.pixelColor(round(other.center().x()), round(other.top())).name() != theme.query.lower()


def test_a_click_selects_query_and_key(stand, qtbot):
    stand.show(step=DOTS)
    place = stand.rect(Spot(View("scores"), 3, 2)).center().toPoint()
    qtbot.mouseClick(stand.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert stand.wishes == [{"query": 3, "key": 2}]
    assert stand.canvas.cursor_spot == Spot(View("scores"), 3, 2)


def test_arrow_keys_walk_cells_and_cross_to_the_next_matrix(stand, qtbot):
    stand.show(step=DOTS, query=0, key=0)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Down)
    assert (stand.state.query, stand.state.key) == (1, 0)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Left)
    assert stand.canvas.cursor_spot == Spot(View("q"), 1, 3)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Left)
    assert stand.canvas.cursor_spot == Spot(View("q"), 1, 2)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Right)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Right)
    assert stand.canvas.cursor_spot == Spot(View("scores"), 1, 0)
    for _ in range(2):
        qtbot.keyClick(stand.canvas, Qt.Key.Key_Up)
    assert stand.canvas.cursor_spot == Spot(View("k", 0, turned=True), 3, 0)


@pytest.mark.parametrize("step", [PROJECT, DIVIDE, WEIGH, CONCATENATE])
def test_every_cell_can_be_reached_by_arrow_keys(stand, step):
    stand.show(step=step)
    reached, waiting = set(), {stand.canvas.cursor_spot}
    while waiting:
        spot = waiting.pop()
        reached.add(spot)
        around = (stand.canvas.neighbor(spot, *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1)))
        waiting |= {target for target in around if target is not None} - reached
    assert len(reached) == sum(stand.result.values(view).size for view in stand.result.picture.views)


def test_a_selection_made_elsewhere_is_followed(stand):
    stand.show(step=DOTS)
    stand.show(query=2, key=3)
    assert stand.canvas.cursor_spot == Spot(View("scores"), 2, 3)
    stand.show(query=6)
    assert stand.canvas.cursor_spot.row == 5, "not among the tokens on show: the last one before it"


def test_the_head_on_show_is_one_of_the_block(stand):
    stand.show(step=DOTS, step_heads=2, head=5)
    assert stand.canvas.cursor_spot.view == View("scores", 1)
    assert "head 2" in stand.canvas.words.heading.text()


def test_the_matrices_are_labelled_untrained(stand):
    for step in range(STEP_COUNT):
        stand.show(step=step, seed=23)
        assert stand.canvas.words.note.isVisible()
        assert "rawn from seed 23, untrained" in stand.canvas.words.note.text()


def test_equation_is_the_blocks_own(stand):
    assert stand.frame.head.equation.text() == "2 heads × 4 = 8"
    stand.show(step_heads=1)
    assert stand.frame.head.equation.text() == "1 head × 8 = 8"


def test_hiding_the_frame_pauses_the_timeline(stand):
    stand.frame.timeline.toggle()
    assert stand.frame.timeline.playing
    stand.frame.hide()
    assert not stand.frame.timeline.playing


def test_the_timeline_moves_the_picture(stand, qtbot):
    qtbot.keyClick(stand.frame.timeline.track, Qt.Key.Key_End)
    assert stand.state.step == FINAL
    assert [part.view.key for part in stand.canvas.page.placed] == ["concat", "w_o", "output"]
    qtbot.keyClick(stand.frame.timeline.track, Qt.Key.Key_Home)
    assert stand.state.step == PROJECT
    assert stand.canvas.cursor_spot.view == View("q")


@pytest.mark.parametrize(
    "sentence", ["Why?", "the cat sat on the mat", "Donaudampfschifffahrtsgesellschaftskapitän dog"]
)
@pytest.mark.parametrize("heads", STEP_HEADS)
def test_every_stop_can_be_drawn(stand, heads, sentence):
    for step in range(STEP_COUNT):
        stand.show(step=step, step_heads=heads, sentence=sentence, causal=True, query=1)
        assert stand.canvas.pages
        assert not stand.picture().isNull()


@pytest.mark.parametrize("heads", STEP_HEADS)
@pytest.mark.parametrize(
    ("theme", "size", "height"),
    [("projector", (844, 734), 768), ("light", (1276, 866), 900), ("projector", (1740, 1040), 1080)],
)
def test_no_word_is_cut(qapp, qtbot, theme, size, height, heads):
    stand = Stand(qtbot, theme, size, height)
    for step, causal in product(range(STEP_COUNT), (False, True)):
        stand.show(step=step, causal=causal, step_heads=heads)
        for label in labels(stand):
            whole = label.heightForWidth(label.width()) <= label.height() + 1
            assert whole, (
                f"step {step}: {label.text()} needs {label.heightForWidth(label.width())}, has {label.height()}"
            )
            words = stand.canvas.words  # above the heading there may be room for a large index that stands low
            above = words.lift if label is words.heading else 0
            assert stand.canvas.rect().contains(label.geometry().adjusted(0, above, 0, 0))
        for view in stand.result.picture.results:
            rows, columns = stand.result.values(view).shape
            for row, column in product((0, rows - 1), (0, columns - 1)):
                stand.canvas.words.write_arithmetic(explain(stand.result, view, row, column))
                text = stand.canvas.words.text
                assert text.heightForWidth(text.width()) <= text.height() + 1, f"step {step}: {text.accessibleName()}"


def labels(stand: Stand) -> list[QLabel]:
    words = stand.canvas.words
    return [label for label in (words.heading, words.remark, words.note, words.text) if label.isVisible()]


@pytest.mark.parametrize(("theme", "size", "height"), ROOMS)
def test_words_never_lie_on_matrices(qapp, qtbot, theme, size, height):
    stand = Stand(qtbot, theme, size, height)
    for step, heads in product(range(STEP_COUNT), STEP_HEADS):
        stand.show(step=step, step_heads=heads)
        for part in stand.canvas.page.placed:
            place = QPointF(part.x, part.y).toPoint()
            for label in [*labels(stand), stand.canvas.words.bars]:
                shared = label.geometry() & stand.rect(Spot(part.view, part.rows[0], part.columns[0])).toRect()
                assert shared.isEmpty(), f"step {step}: {label.accessibleName()} at {place}"


def test_live_words_keep_to_two_lines_on_a_small_projector(qapp, qtbot):
    stand = Stand(qtbot, "projector", (844, 734), 768)
    words = stand.frame.words
    for step, heads, causal, exponent in product(range(STEP_COUNT), STEP_HEADS, (False, True), (0.0, 0.5, 0.3)):
        for query in (0, 3, 5):
            stand.show(step=step, step_heads=heads, causal=causal, scale_exponent=exponent, query=query, key=5 - query)
            assert words.heightForWidth(words.width()) <= words.height(), words.accessibleName()


def test_pages_can_be_turned_by_keys(qapp, qtbot):
    stand = Stand(qtbot, "projector", (844, 734), 768)
    stand.show(step=FINAL)
    assert len(stand.canvas.pages) > 1
    for _ in range(7):
        qtbot.keyClick(stand.canvas, Qt.Key.Key_Right)
    assert stand.canvas.words.tabs.currentIndex() == len(stand.canvas.pages) - 1
    assert stand.canvas.cursor_spot == Spot(View("output"), 4, 7)
    for _ in range(24):  # back through the outputs and through concat
        qtbot.keyClick(stand.canvas, Qt.Key.Key_Left)
    assert stand.canvas.words.tabs.currentIndex() == 0


def test_concatenation_shows_all_heads_over_the_result(stand):
    stand.show(step=CONCATENATE, step_heads=4)
    *heads, concat = stand.canvas.page.placed
    assert [part.view.head for part in heads] == [0, 1, 2, 3]
    assert heads[0].x == concat.x
    assert heads[-1].x + heads[-1].width == concat.x + concat.width


def test_repaints_of_one_state_are_the_same_picture(stand):
    stand.show(step=DIVIDE)
    first = stand.picture()
    stand.show(step=FINAL)
    stand.show(step=DIVIDE)
    assert stand.picture() == first


def figures_of(stand: Stand, spot: Spot) -> QRectF:
    """Where the figures of a cell are drawn."""
    pixels = stand.canvas.pixels
    wide, middle = text_of(look_for("projector", 768), "−0.00", str(pixels)).width, stand.rect(spot).center()
    return QRectF(middle.x() - wide / 2, middle.y() - 0.36 * pixels, wide, 0.72 * pixels)


@pytest.mark.parametrize(("size", "height"), [((824, 700), 768), ((640, 520), 560), ((1240, 850), 900)])
@pytest.mark.parametrize("step", [PROJECT, DOTS, FINAL])
def test_frames_of_cells_leave_the_figures_alone(qapp, qtbot, size, height, step, monkeypatch):
    """The picture with frames is that without them, as far as figures go: of the cell and of its neighbors."""
    stand = Stand(qtbot, "projector", size, height)
    stand.show(step=step, query=3, key=1)
    framed = stand.canvas.grab().toImage()
    monkeypatch.setattr("attnviz.ui.widgets.steps.steps_view.draw_region", lambda *_: None)
    monkeypatch.setattr("attnviz.ui.widgets.steps.steps_view.draw_cursor", lambda *_: None)
    plain = stand.canvas.grab().toImage()
    assert framed != plain
    for part in stand.canvas.page.placed:
        for row, column in product(part.rows, part.columns):
            box = figures_of(stand, Spot(part.view, row, column)).toRect()
            assert framed.copy(box) == plain.copy(box), (part.view, row, column)


@pytest.mark.parametrize("step", range(STEP_COUNT))
def test_the_page_on_show_has_the_selected_tokens(qapp, qtbot, step):
    stand = Stand(qtbot, "projector", (640, 520), 560)
    for query, key in ((4, 1), (0, 5), (5, 0), (2, 2)):
        result = stand.show(step=step, query=query, key=key)
        shown = [part for part in stand.canvas.page.placed if part.result]
        assert any(result.selected(part.view, (0, 0))[0] in part.rows for part in shown)
    stand.canvas.words.tabs.setCurrentIndex(0)  # a page turned to by hand stays while other things change
    stand.show(seed=12)
    assert stand.canvas.words.tabs.currentIndex() == 0


def test_a_resized_frame_still_shows_the_selected_token(qapp, qtbot):
    stand = Stand(qtbot, "projector", (1240, 850), 900)
    stand.show(step=DOTS, query=5, key=1)
    stand.frame.set_look(look_for("projector", 560))
    spread_look(stand.frame, look_for("projector", 560))
    stand.frame.resize(640, 520)
    assert len(stand.canvas.pages) > 1
    assert stand.canvas.rect_of(Spot(View("scores"), 5, 1)) is not None


@pytest.mark.parametrize(("size", "height"), [((824, 700), 768), ((640, 520), 560), ((1240, 850), 900)])
@pytest.mark.parametrize("sentence", [LabState().sentence, "Donaudampfschifffahrt " * 6])
def test_names_of_pages_need_no_scrolling(qapp, qtbot, size, height, sentence):
    stand = Stand(qtbot, "projector", size, height)
    for step in range(STEP_COUNT):
        stand.show(step=step, sentence=sentence)
        tabs = stand.canvas.words.tabs
        if tabs.isVisible():
            assert tabs.tabRect(tabs.count() - 1).right() <= tabs.width()
            assert not [button for button in tabs.findChildren(QToolButton) if button.isVisible()]
            assert all(tabs.tabText(i) and tabs.tabToolTip(i) for i in range(tabs.count()))


def test_exponentials_are_set_with_a_raised_exponent(stand):
    stand.show(step=EXPONENTIALS)
    heading = stand.canvas.words.heading.text()
    assert "e<sup" in heading
    assert "^" not in heading


@pytest.mark.parametrize(
    ("step", "scales"),
    [
        (EXPONENTIALS, ["scores", "exponentials"]),
        (NORMALIZE, ["exponentials, weights"]),
        (WEIGH, ["vectors", "weights"]),
    ],
)
def test_a_color_bar_says_what_it_is_for(stand, step, scales):
    stand.show(step=step)
    assert [scale[0] for scale in stand.canvas.words.bars.scales] == scales


@pytest.mark.parametrize(("causal", "title"), [(False, "scores"), (True, "masked")])
def test_scores_are_called_masked_only_when_something_is(stand, causal, title):
    result = stand.show(step=MASK, causal=causal)
    view = result.picture.results[0]
    assert result.title(view) == title
    assert result.picture.formulas[0].endswith(f"→ {title}")
    assert explain(result, view, 4, 1).equation.startswith("masked[" if causal else "score[")


def value_of(stand: Stand, spot: Spot) -> str:
    whole = explain(stand.result, spot.view, spot.row, spot.column)
    start = max(i for i, (_, role) in enumerate(whole.runs) if role == "result")
    return "".join(words for words, _ in whole.runs[start:])


@pytest.mark.parametrize("step", range(STEP_COUNT))
@pytest.mark.parametrize("changes", [{}, {"causal": True, "step_heads": 4}, {"predict": True, "causal": True}])
def test_words_name_every_cell_that_is_reached_and_its_value(stand, step, changes):
    stand.show(step=step, **changes)
    words = stand.frame.words
    for view in stand.result.picture.views:
        rows, columns = stand.result.values(view).shape
        for row, column in product(range(rows), range(columns)):
            stand.canvas.choose(Spot(view, row, column))
            spot = stand.canvas.cursor_spot
            assert (spot.view, spot.row, spot.column) == (view, row, column)
            said, value = words.accessibleName(), value_of(stand, spot)
            base = four_steps.spoken(stand.state, stand.result)
            name = cell_name(stand.result, view, row, column)
            assert said.startswith(base)
            assert said == base or said.endswith(f" {name} = {value}.")
            assert value in said


def test_words_follow_keys_and_pointer_and_forget_the_cell_at_the_next_stop(stand, qtbot):
    stand.show(step=PROJECT)
    at_rest = stand.frame.words.accessibleName()
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Right)
    assert stand.frame.words.accessibleName() == f"{at_rest} q[food, 2] = {value_of(stand, Spot(View('q'), 4, 1))}."
    spot = Spot(View("w_k"), 3, 2)
    point_at(stand, spot)
    assert stand.frame.words.accessibleName() == f"{at_rest} W_K[4, 3] = {value_of(stand, spot)}."
    stand.show(step=DOTS)
    assert stand.frame.words.accessibleName() == four_steps.spoken(stand.state, stand.result)


def test_the_value_in_the_words_follows_another_seed(stand, qtbot):
    stand.show(step=PROJECT)
    qtbot.keyClick(stand.canvas, Qt.Key.Key_Right)
    stand.show(seed=12)
    assert stand.frame.words.accessibleName().endswith(f"q[food, 2] = {value_of(stand, Spot(View('q'), 4, 1))}.")


def test_a_cell_under_the_pointer_that_goes_is_not_pointed_at_any_more(stand):
    stand.show(step=PROJECT)
    point_at(stand, Spot(View("x"), 5, 7))
    stand.show(sentence="x y")
    assert stand.canvas.told is None
    point_at(stand, Spot(View("w_q"), 0, 3))
    stand.show(step_heads=4)
    assert stand.canvas.told is None


@pytest.mark.parametrize("sentence", ["internationalization counterrevolutionary electroencephalogram", None])
def test_live_words_with_a_cell_keep_to_two_lines_on_a_small_projector(qapp, qtbot, sentence):
    stand = Stand(qtbot, "projector", (844, 734), 768)
    words = stand.frame.words
    edits = (("w_q", 0, 1, 1, 2.5), ("x", 0, 0, 1, 12.75))
    chosen = {"sentence": sentence or stand.state.sentence, "edits": edits}
    for step, heads, predict, exponent in product(range(STEP_COUNT), STEP_HEADS, (False, True), (0.5, 0.3)):
        stand.show(step=step, step_heads=heads, causal=True, predict=predict, scale_exponent=exponent, **chosen)
        for view in stand.result.picture.views:
            rows, columns = stand.result.values(view).shape
            stand.canvas.choose(Spot(view, rows - 1, columns - 1))
            assert words.heightForWidth(words.width()) <= words.height(), words.accessibleName()
