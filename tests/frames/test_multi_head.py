"""The Multi-head frame, and the scenarios of the lesson that it has to stand."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.given import RankedLayerHead
from attnviz.core.limits import HEADS
from attnviz.core.state import LabState
from attnviz.experiments import multi_head
from attnviz.experiments.multi_head_result import Gaze
from attnviz.frames.multi_head import MultiHeadFrame
from attnviz.ui.store import Store
from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.heads.head_pane import MEAN
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.matrices.cell_values import weight_texts
from attnviz.ui.widgets.matrices.matrix_layout import Axes

BOARD = load_board(resource("boards", "session11.board.toml"))
SIZES = [("light", 1000, 860), ("dark", 1460, 1030), ("projector", 1400, 1050), ("light", 850, 700)]


class Lab:
    """The frame with a store behind it, as in the window."""

    def __init__(self, qtbot, theme="light", size=(1250, 980), board=BOARD, **changes):
        self.board = board
        self.look = look_for(theme, size[1])
        self.store = Store(replace(LabState(), **changes))
        self.frame = MultiHeadFrame(board)
        qtbot.addWidget(self.frame)
        self.notes: list[str] = []
        self.frame.resize(*size)
        self.frame.build()
        self.frame.set_look(self.look)
        spread_look(self.frame, self.look)
        self.frame.wish.connect(self.store.apply)
        self.frame.stroke.connect(self.store.stroke)
        self.store.noted.connect(self.notes.append)
        self.store.changed.connect(self.show)
        self.show(self.store.state)
        self.frame.show()
        qtbot.waitExposed(self.frame)
        self.qtbot = qtbot

    def show(self, state):
        self.result = multi_head.compute(state, self.board)
        self.frame.show_all(state, self.result, multi_head.spoken(state, self.result))

    def show_weights(self, weights, **changes):
        """Show these weights in place of the computed ones."""
        weights = np.asarray(weights, dtype=float)
        result = replace(self.result, weights=weights, **changes)
        self.frame.show_result(self.store.state, result)

    def apply(self, **changes):
        self.store.apply(changes)
        self.settle()

    def settle(self):
        self.qtbot.wait(1)

    @property
    def grid(self):
        return self.frame.grid

    def heatmap(self, head):
        return self.grid.panes[head].heatmap

    def middle(self, head, query, key):
        return self.heatmap(head).cell_rect(query, key).center()

    def picture(self):
        return self.grid.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)

    def color_in(self, picture, head, query, key):
        """The color in a cell, away from its outline and its number."""
        rect = self.heatmap(head).cell_rect(query, key)
        return picture.pixelColor(
            (rect.topLeft() + QPointF(rect.width() * 0.25, rect.height() * 0.25)).toPoint()
        ).name()


def lut_color(weight, limit=1.0):
    index = int(colormap.levels(np.array([weight]), limit, False)[0])
    return QColor(int(colormap.weights_lut()[index])).name()


def pixels(picture, rect):
    part = picture.copy(rect)
    return bytes(part.constBits())


# --- scenarios --------------------------------------------------------------------------------------------------------

ASYMMETRIC = [[1, 0, 0], [0.5, 0.5, 0], [0.2, 0.3, 0.5]]


def test_scenario_01_rows_ask_and_columns_are_asked(qtbot):
    lab = Lab(qtbot, heads=1, key_width=64, sentence="one two three", query=0, key=2)
    lab.show_weights([ASYMMETRIC])
    heatmap = lab.heatmap(0)
    assert heatmap.value_words(2, 0) == "0.20"
    assert heatmap.tip_at(lab.middle(0, 2, 0)) == "three → one: 0.20"
    picture = lab.picture()
    assert lab.color_in(picture, 0, 2, 0) == lut_color(0.2)
    assert lab.color_in(picture, 0, 0, 1) == lut_color(0.0)
    # Row 3, column 1 lies low and to the left.
    assert heatmap.cell_rect(2, 0).top() > heatmap.cell_rect(0, 2).top()
    assert heatmap.cell_rect(2, 0).left() < heatmap.cell_rect(0, 2).left()


def test_scenario_01_axes_are_titled(qtbot):
    lab = Lab(qtbot, heads=2, key_width=64)
    heatmap = lab.heatmap(0)
    assert heatmap.axes == Axes(left=True, top=True, titles=True)
    picture = lab.picture()
    cells = heatmap.cells.toRect()
    bounds = heatmap.boundingRect().toRect()
    left = QRect(
        QPoint(bounds.left(), cells.top()), QPoint(cells.left() - heatmap.words().row_width - 4, cells.bottom())
    )
    above = QRect(QPoint(cells.left(), bounds.top()), QPoint(cells.right(), bounds.top() + lab.look.label))
    assert has_color(picture, left, lab.look.color("query_text"))
    assert has_color(picture, above, lab.look.color("key_text"))


def test_scenario_01_pointing_along_a_row_lights_its_token(qtbot):
    lab = Lab(qtbot, heads=1, key_width=64, sentence="one two three", query=0, key=2)
    lab.show_weights([ASYMMETRIC])
    arcs = lab.frame.arcs
    for key in range(3):
        lab.qtbot.mouseMove(lab.grid.viewport(), lab.middle(0, 2, key).toPoint())
        assert arcs.lit == (2, key)
        assert lab.frame.sentence.hint.text().startswith("head 1: three → ")
    lab.qtbot.mouseMove(lab.grid.viewport(), QPoint(1, 1))
    assert arcs.lit == (-1, -1)
    assert "asks" in lab.frame.sentence.hint.text()


def test_scenario_02_one_number_has_one_color_in_every_pane(qtbot):
    lab = Lab(qtbot, heads=2, key_width=64, sentence="one two three", query=0, key=1)
    weak = [[0.2, 0.6, 0.2], [0.4, 0.2, 0.4], [0.2, 0.4, 0.4]]
    strong = [[0.99, 0.005, 0.005], [0.2, 0.4, 0.4], [0.0, 0.01, 0.99]]
    lab.show_weights([weak, strong])
    picture = lab.picture()
    assert lab.color_in(picture, 0, 2, 0) == lab.color_in(picture, 1, 1, 0) == lut_color(0.2)
    assert lab.grid.bar.words() == "weight 0…1"


def test_scenario_02_contrast_is_stretched_on_request_only_and_said(qtbot):
    lab = Lab(qtbot, source="random", seed=3)
    assert lab.result.limit == 1.0
    plain = lab.color_in(lab.picture(), 2, 0, 1)
    lab.qtbot.mouseClick(control(lab, "stretch").box, Qt.MouseButton.LeftButton)
    lab.settle()
    assert lab.store.state.stretch
    limit = lab.result.weights.max()
    assert lab.result.limit == pytest.approx(limit)
    assert lab.grid.bar.words() == f"stretched to 0…{limit:.2f}"
    stretched = lab.color_in(lab.picture(), 2, 0, 1)
    assert stretched == lut_color(lab.result.weights[2, 0, 1], limit) != plain


@pytest.mark.parametrize(("theme", "stretch"), [("light", False), ("dark", True)])
@pytest.mark.parametrize("source", ["hand-built", "random"])
def test_scenario_03_hiding_a_head_changes_no_pixel_of_another(qtbot, theme, stretch, source):
    lab = Lab(qtbot, theme=theme, stretch=stretch, source=source)
    before = lab.picture()
    lab.qtbot.mouseClick(lab.grid.viewport(), Qt.MouseButton.LeftButton, pos=lab.middle(2, 8, 8).toPoint())
    lab.settle()
    assert lab.store.state.hidden == {2}
    leave(lab)
    after = lab.picture()
    for head, pane in enumerate(lab.grid.panes):
        same = pixels(before, pane.rect.toRect()) == pixels(after, pane.rect.toRect())
        assert same == (head != 2)


def test_scenario_05_masked_does_not_look_like_zero_and_says_so(qtbot):
    lab = Lab(qtbot, heads=1, key_width=64, sentence="one two three four", query=2, key=1, causal=True)
    weights = lab.result.weights.copy()
    weights[0, 2, 0] = 0.0
    lab.show_weights(weights)
    heatmap, picture = lab.heatmap(0), lab.picture()
    zero, masked = (heatmap.cell_rect(*cell).adjusted(3, 3, -3, -3).toRect() for cell in ((2, 0), (0, 3)))
    assert not has_color(picture, masked, QColor(lut_color(0.0)), 4)
    assert has_color(picture, masked, lab.look.color("edge"), 30)
    assert has_color(picture, zero, QColor(lut_color(0.0)), 1)
    assert heatmap.value_words(0, 3) == "masked"
    assert heatmap.value_words(2, 0) == "0"
    assert heatmap.tip_at(lab.middle(0, 0, 3)) == "one → four: masked"
    assert all(np.isfinite(row).all() for row in lab.result.weights)
    table = multi_head.tables(lab.store.state, lab.result)[1]
    assert table.rows[0][4] == "masked"


def test_scenario_06_repeated_words_are_told_apart(qtbot):
    lab = Lab(qtbot, sentence="the cat sat on the mat", query=0, key=1)
    heatmap = lab.heatmap(0)
    assert heatmap.values.shape == (6, 6)
    assert len(set(heatmap.rows)) == 6
    assert [row for row in heatmap.rows if row.startswith("the")] == ["the", "the₂"]
    assert lab.frame.arcs.tokens == heatmap.rows


def test_scenario_07_one_head_alone(qtbot):
    lab = Lab(qtbot, heads=1, key_width=512)
    assert len(lab.grid.panes) == 1
    lab.apply(mean_head=True)
    assert [pane.note.name for pane in lab.grid.panes] == ["head 1", "mean of 1 head"]
    assert np.array_equal(lab.heatmap(0).values, lab.heatmap(1).values)
    lab.apply(mean_head=False)
    assert len(lab.grid.panes) == 1


def test_scenario_08_the_mean_is_the_mean_of_weights_and_says_so(qtbot):
    lab = Lab(qtbot)
    lab.qtbot.mouseClick(control(lab, "mean_head").box, Qt.MouseButton.LeftButton)
    lab.settle()
    assert len(lab.grid.panes) == 9
    assert lab.grid.panes[8].note.name == "mean of 8 heads"
    assert np.allclose(lab.heatmap(8).values, np.mean([lab.heatmap(h).values for h in range(8)], axis=0))
    assert np.allclose(lab.heatmap(8).values.sum(axis=1), 1)
    assert "mean of 8 heads" in lab.frame.words.accessibleName()
    for head in range(8):
        press(lab, Qt.Key.Key_BracketRight if head else Qt.Key.Key_BracketLeft)
        assert lab.store.state.head == head
    press(lab, Qt.Key.Key_BracketRight)
    assert lab.store.state.head == 7  # the mean is no head


@pytest.mark.parametrize("heads", [3, 6, 7, 12])
def test_scenario_09_heads_that_cannot_share_the_width_are_refused(qtbot, heads):
    lab = Lab(qtbot)
    box = control(lab, "heads").box
    box.setValue(heads)
    lab.settle()
    assert lab.store.state.heads == 8
    assert lab.store.state.key_width == 64
    assert len(lab.grid.panes) == 8
    assert box.value() == 8
    assert any(str(heads) in note for note in lab.notes)


@pytest.mark.parametrize("heads", HEADS)
def test_scenario_09_no_head_is_ever_0_wide(qtbot, heads):
    lab = Lab(qtbot, key_width=2, heads=8)  # model width 16
    lab.apply(heads=heads)
    assert lab.store.state.key_width >= 1
    assert len(lab.grid.panes) == lab.store.state.heads


def test_scenario_10_numbers_follow_the_words(qtbot):
    lab = Lab(qtbot)
    words, row = lab.frame.words.accessibleName(), lab.result.weights[0, 6].copy()
    assert "“dog”" in words
    assert row[1] == pytest.approx(0.85, abs=0.005)
    lab.apply(sentence="A cat ate the food because it was hungry.")
    assert not np.allclose(lab.result.weights[0, 6], row)
    assert "“dog”" not in lab.frame.words.accessibleName()
    lab.apply(sentence="A dog ate the food because it was delicious.")
    # The row of "it" has not moved, and nothing else is claimed about it.
    assert np.allclose(lab.result.weights[0, 6], row)
    assert lab.frame.words.accessibleName() == words


def test_scenario_11_a_small_weight_is_never_called_0(qtbot):
    lab = Lab(qtbot, heads=1, key_width=64, sentence="one two three", query=0, key=1)
    row = [0.9996, 0.0004, 0.0]
    lab.show_weights([[row, row, row]])
    assert lab.heatmap(0).value_words(0, 1) == "less than 0.001"
    assert lab.heatmap(0).value_words(0, 2) == "0"
    for texts in (weight_texts(0.0004), weight_texts(0.004), weight_texts(1e-9)):
        assert not any(text.strip("0.") == "" for text in texts)
    result = replace(lab.result, weights=np.array([[row, row, row]]))
    ranked = replace(result, ranking=(RankedLayerHead(0, 0, 0.0004, False),))
    lab.frame.show_result(lab.store.state, ranked)
    assert lab.frame.finder.ranking.item(0).text().startswith("less than 0.001")
    gaze = Gaze((1,), 0.0004, False)
    assert "less than 0.001" in multi_head.spoken(lab.store.state, replace(result, gazes=(gaze,)))


LONG = "Donaudampfschifffahrtsgesellschaftskapitän"
URL = "https://example.org/a/very/long/path/to/something?with=a&query=string#and-a-fragment"


@pytest.mark.parametrize("word", [LONG, URL])
@pytest.mark.parametrize(("theme", "width", "height"), SIZES)
def test_scenario_13_a_long_word_is_elided_and_cells_stay_square(qtbot, word, theme, width, height):
    lab = Lab(qtbot, theme=theme, size=(width, height), sentence=f"A {word} ate it", query=1, key=1)
    lab.frame.pictures.show_card("Heads")
    heatmap = (lab.grid.lens if lab.grid.lens.isVisible() else lab.grid.panes[0]).heatmap
    rect = heatmap.cell_rect(1, 2)
    assert rect.width() == rect.height() > 4
    assert word in heatmap.rows
    placed = [label for label in heatmap.placed_labels() if label.index == 1]
    assert placed
    assert all(label.text.words != word and label.text.words.endswith("…") for label in placed)
    at = QPointF(heatmap.cells.left() - 5, heatmap.cell_rect(1, 0).center().y())
    assert heatmap.tip_at(at) == word
    lab.frame.pictures.show_card("Sentence")
    chip = lab.frame.arcs.chips[1]
    assert not chip.whole
    assert lab.frame.arcs.tip_at(chip.box.center()) == word
    assert lab.frame.arcs.rect().contains(chip.box.toAlignedRect())


def test_scenario_14_white_space_makes_no_label(qtbot):
    lab = Lab(qtbot)
    lab.apply(sentence="it  was\t\nhungry")
    assert lab.heatmap(0).rows == ("it", "was", "hungry")
    assert all(chip.text is not None and chip.text.words.strip() for chip in lab.frame.arcs.chips)


@pytest.mark.parametrize("text", ["", "   ", "\t\n"])
def test_scenario_15_an_empty_sentence_gets_a_message(qtbot, text):
    lab = Lab(qtbot)
    editor = lab.frame.sentence.editor.box
    editor.setText(text)
    editor.setModified(True)
    lab.qtbot.keyClick(editor, Qt.Key.Key_Return)
    lab.settle()
    assert lab.notes == ["The sentence is empty: type at least one word."]
    assert lab.store.state.sentence == LabState().sentence
    assert lab.heatmap(0).values.shape == (10, 10)


def test_scenario_15_a_full_stop_alone(qtbot):
    lab = Lab(qtbot)
    lab.apply(sentence=".")
    for heatmap in (lab.heatmap(head) for head in range(8)):
        assert heatmap.values.tolist() == [[1.0]]
        assert heatmap.value_words(0, 0) == "1.00"
    words = lab.frame.words.accessibleName()
    assert words == "“.” is alone: it gives itself all its weight, 1.00, in every head."
    assert "∞" not in words
    assert math.isfinite(lab.result.mean_gaze.weight)


# --- the frame otherwise ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("theme", "width", "height"), SIZES)
@pytest.mark.parametrize("heads", HEADS)
def test_cards_are_equal_inside_and_apart(qtbot, theme, width, height, heads):
    lab = Lab(qtbot, theme=theme, size=(width, height), heads=heads, key_width=16, mean_head=heads > 1)
    lab.frame.pictures.show_card("Heads")
    view = lab.grid.viewport().rect().adjusted(-1, -1, 1, 1)
    shown = [pane for pane in (lab.grid.lens, *lab.grid.panes) if pane.isVisible()]
    rects = [pane.rect.toRect() for pane in shown]
    assert all(view.contains(rect) for rect in rects)
    assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[:i])
    large = [pane for pane in shown if pane is lab.grid.lens or pane.note.color == MEAN]
    small = [pane for pane in shown if pane not in large]
    assert len(large) == (2 if heads > 1 else 0)
    for alike, least in ((large, 60), (small, 10)):
        assert len({pane.heatmap.cells.size().toTuple() for pane in alike}) == bool(alike)
        for pane in alike:
            assert pane.rect.contains(pane.heatmap.cells)
            assert pane.heatmap.cells.height() == pane.heatmap.cells.width() >= least
    for pane in large:
        assert pane.heatmap.axes.top
        assert pane.heatmap.axes.titles
        assert next(title.words for title, _, _ in pane.title_texts(pane.title_room())) in (
            "head 1",
            "1",
            "mean",
            f"mean of {heads} heads",
        )


def test_the_source_is_always_named(qtbot):
    lab = Lab(qtbot)
    source = control(lab, "source")
    assert source.note.text() == "built by hand from jobs"
    lab.apply(source="random")
    assert source.note.text() == "untrained: no meaning expected"
    assert "no meaning expected" in lab.frame.words.accessibleName()
    assert {pane.note.job for pane in lab.grid.panes} == {"untrained"}


def test_solo_and_back(qtbot):
    lab = Lab(qtbot)
    lab.qtbot.mouseDClick(lab.grid.viewport(), Qt.MouseButton.LeftButton, pos=lab.middle(1, 5, 5).toPoint())
    lab.settle()
    assert lab.store.state.hidden == frozenset(range(8)) - {1}
    assert lab.store.state.head == 1
    assert {arc.head for arc in lab.frame.arcs.arcs} <= {1}
    assert [pane for pane in lab.grid.panes if pane.isVisible()] == []
    assert lab.grid.lens.note.name == "head 2"
    assert lab.grid.lens.heatmap.cells.height() > 0.5 * lab.grid.height()
    assert lab.grid.link_words() == "7 other heads hidden: show all"
    lab.qtbot.mouseClick(lab.grid.viewport(), Qt.MouseButton.LeftButton, pos=lab.grid._link.center().toPoint())
    lab.settle()
    assert lab.store.state.hidden == frozenset()
    assert not lab.grid.lens.isVisible() or lab.grid.panes[1].isVisible()
    press(lab, Qt.Key.Key_Return)
    assert lab.store.state.hidden == frozenset(range(8)) - {1}
    press(lab, Qt.Key.Key_Return)
    assert lab.store.state.hidden == frozenset()


def test_keys_toggle_and_walk(qtbot):
    lab = Lab(qtbot)
    press(lab, Qt.Key.Key_Space)
    assert lab.store.state.hidden == {0}
    press(lab, Qt.Key.Key_Space)
    assert lab.store.state.hidden == frozenset()
    press(lab, Qt.Key.Key_Down)
    press(lab, Qt.Key.Key_Left)
    assert (lab.store.state.query, lab.store.state.key) == (7, 0)
    press(lab, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert lab.store.state.head == 1


def test_all_heads_hidden_is_said(qtbot):
    lab = Lab(qtbot)
    lab.apply(hidden=frozenset(range(8)))
    assert lab.frame.words.accessibleName().startswith("All heads are hidden")
    assert lab.frame.arcs.arcs == ()


def test_a_click_or_an_arrow_key_picks_the_asking_word(qtbot):
    lab = Lab(qtbot)
    chip = lab.frame.arcs.chips[2]
    lab.qtbot.mouseClick(lab.frame.arcs, Qt.MouseButton.LeftButton, pos=chip.box.center().toPoint())
    lab.settle()
    assert lab.store.state.query == 2
    lab.qtbot.keyClick(lab.frame.arcs, Qt.Key.Key_Right)
    lab.settle()
    assert lab.store.state.query == 3
    assert not lab.store.can_undo  # pointing is no step


def test_find_the_head(qtbot):
    lab = Lab(qtbot)
    finder = lab.frame.finder
    first = finder.ranking.item(0).text()
    assert "head 1" in first
    assert "★" in first
    assert sum("★" in finder.ranking.item(i).text() for i in range(8)) == 1
    finder.query.setCurrentIndex(2)
    finder.key.setCurrentIndex(4)
    finder.key.activated.emit(4)
    lab.settle()
    assert (lab.store.state.query, lab.store.state.key) == (2, 4)
    assert "object" in finder.ranking.item(0).text()
    finder.ranking.itemClicked.emit(finder.ranking.item(0))
    lab.settle()
    assert lab.store.state.head == 1


def test_the_recipe_has_live_shapes(qtbot):
    lab = Lab(qtbot)
    assert [stage.shape for stage in lab.frame.recipe.stages] == [
        "10×512",
        "8 × 512×64",
        "8 × 10×64",
        "10×512",
        "10×512",
    ]
    lab.apply(heads=4)
    assert lab.frame.recipe.stages[1].shape == "4 × 512×128"


def test_items_are_kept_from_picture_to_picture(qtbot):
    lab = Lab(qtbot)
    panes = list(lab.grid.panes)
    lab.apply(key_width=32)
    lab.apply(query=2)
    assert [id(pane) for pane in lab.grid.panes[:8]] == [id(pane) for pane in panes]


@pytest.mark.parametrize("heads", [1, 8, 32])
@pytest.mark.parametrize("key_width", [1, 1024])
@pytest.mark.parametrize("source", ["hand-built", "random"])
def test_every_corner_draws_and_speaks(qtbot, heads, key_width, source):
    lab = Lab(qtbot, heads=heads, key_width=key_width, source=source, causal=True, locked=False)
    assert lab.frame.words.accessibleName()
    assert not lab.picture().isNull()
    for alpha in (0.0, 1.0):
        lab.apply(scale_exponent=alpha)
        assert np.isfinite(lab.result.weights).all()


def test_every_part_has_a_name_for_screen_readers(qtbot):
    lab = Lab(qtbot)
    for widget in (lab.grid, lab.frame.arcs, lab.frame.recipe, lab.frame.finder.ranking, lab.frame.finder.query):
        assert widget.accessibleName()
    assert lab.grid.accessibleDescription().startswith("head 1, pronoun: it → dog 0.85. Others: 2 it → ")
    assert lab.frame.arcs.accessibleDescription().startswith("it asks, strongest to dog 0.85")


# --- helpers ----------------------------------------------------------------------------------------------------------


def control(lab, field) -> Any:
    return next(one for one in lab.frame.controls if one.field == field)


def press(lab, key, modifier=Qt.KeyboardModifier.NoModifier):
    lab.qtbot.keyClick(lab.grid, key, modifier)
    lab.settle()


def leave(lab):
    """Take the mouse away, so that nothing is pointed at."""
    lab.grid._hover((-1, -1, -1))


def has_color(picture, rect, color, tolerance=40):
    wanted = np.array([color.red(), color.green(), color.blue()])
    part = picture.copy(rect)
    view = np.frombuffer(part.constBits(), dtype=np.uint8).reshape(part.height(), -1, 4)[:, : part.width(), 2::-1]
    return bool((np.abs(view.astype(int) - wanted).max(axis=2) <= tolerance).any())


def test_a_masked_pair_is_masked_in_the_ranking_not_0(qtbot):
    lab = Lab(qtbot, causal=True, query=1, key=6)
    rows = [lab.frame.finder.ranking.item(row).text() for row in range(8)]
    assert all(row.startswith("masked") for row in rows)
    assert not any("0" in row.split("head")[0] for row in rows)


def test_what_no_eye_can_tell_apart_is_called_even(qtbot):
    lab = Lab(qtbot)
    row = np.full(10, 0.1) + np.linspace(-0.001, 0.001, 10)
    weights = np.tile(row / row.sum(), (8, 10, 1))
    lab.frame._show_heads(lab.store.state, replace(lab.result, weights=weights))
    assert lab.heatmap(0)._largest.size == 0
    assert len(multi_head._gaze(weights[0, 0], 10).keys) == 10
    assert multi_head._gaze(weights[0, 0], 10).even


def test_the_small_print_is_there_once_and_a_low_page_leaves_it_to_its_own(qtbot):
    lab = Lab(qtbot, size=(1000, 700))
    assert lab.frame.pictures.pages[-1] == [[3], [4]]
    lab.frame.pictures.show_card("Recipe")
    assert "A job is a list of word pairs" in lab.frame.small_print.prose.plain
    assert lab.frame.small_print.prose.isVisible()
    assert lab.frame.foot.height() > 200
    recipe = lab.frame.recipe
    for place in recipe.places:
        assert QRectF(recipe.rect()).contains(place.thumb)
        assert place.thumb.height() > 60
        assert place.words.y() + 2 * recipe.line_height() <= recipe.height()


def test_the_picked_head_stands_out_of_the_arcs_and_no_number_lies_on_its_arc(qtbot):
    lab = Lab(qtbot, size=(1200, 900))
    lab.frame.pictures.show_card("Sentence")
    own = [one for one in lab.frame.arcs.drawn if one.arc.head == 0]
    others = [one for one in lab.frame.arcs.drawn if one.arc.head != 0]
    assert min(one.width for one in own) > 2 * max(one.width for one in others)
    for tag in lab.frame.arcs.tags:
        for one in own if tag.arc.head else []:
            assert not any(tag.box.contains(one.path.pointAtPercent(share / 24)) for share in range(25))


def test_the_controls_leave_the_pictures_their_room(qtbot):
    lab = Lab(qtbot, size=(838, 700))
    shown = [item.widget() for item in lab.frame.control_row._items]
    lines = {widget.y() for widget in shown if widget is not None and widget.isVisible()}
    assert len(lines) == 2
    lock = control(lab, "locked")
    assert lock.box.text() == "keep 512"
    assert lock.box.accessibleName() == "keep model width 512"


@pytest.mark.parametrize(("theme", "width", "height"), SIZES)
def test_no_line_of_the_ranking_is_cut(qtbot, theme, width, height):
    lab = Lab(qtbot, theme=theme, size=(width, height))
    lab.frame.pictures.show_card("Find the head")
    ranking = lab.frame.finder.ranking
    line = ranking.sizeHintForRow(0)
    assert line <= ranking.viewport().height()
    assert ranking.viewport().height() % line <= 2 or ranking.viewport().height() >= 8 * line
