import itertools
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QTransform

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.matrices.cell_values import largest_cells, score_texts, weight_texts
from attnviz.ui.widgets.matrices.matrix import MatrixView
from attnviz.ui.widgets.matrices.matrix_layout import Axes, Words, best_cell, margins, place_columns, place_rows, shown

TOKENS = ("A", "dog", "ate", "the", "food", "because", "it", "was", "hungry", ".")
WEIGHTS = np.random.default_rng(5).dirichlet(np.ones(10), size=10)


def view_of(qtbot, theme="light", size=(640, 560), values=WEIGHTS, masked=None, **data):
    view = MatrixView("Weights of head 1")
    qtbot.addWidget(view)
    view.resize(*size)
    view.set_look(look_for(theme, 1080))
    view.set_labels(TOKENS[: values.shape[0]], TOKENS[: values.shape[1]])
    view.set_data(values, masked, **data)
    view.show()
    return view


def color_at(view, query, key):
    rect = view.heatmap.cell_rect(query, key)
    at = rect.topLeft() + QPointF(rect.width() * 0.2, rect.height() * 0.2)
    return view.viewport().grab().toImage().pixelColor(at.toPoint()).rgb()


def test_rows_are_queries_and_columns_keys(qtbot):
    values = np.zeros((3, 5))
    values[2, 4] = 1.0
    view = view_of(qtbot, values=values)
    heatmap = view.heatmap
    assert heatmap.cells.width() > heatmap.cells.height()
    assert color_at(view, 2, 4) == int(colormap.weights_lut()[255])
    assert color_at(view, 0, 4) == int(colormap.weights_lut()[0])
    assert heatmap.cell_at(heatmap.cell_rect(2, 4).center()) == (2, 4)
    assert heatmap.cell_at(QPointF(1, 1)) is None


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_uniform_weights_are_not_drawn_as_zero(qtbot, theme):
    view = view_of(qtbot, theme, values=np.full((4, 4), 0.25))
    assert color_at(view, 1, 2) == int(colormap.weights_lut()[64])
    assert len(largest_cells(np.full((4, 4), 0.25), np.zeros((4, 4), bool))) == 0


def test_scores_keep_their_range(qtbot):
    scores = np.array([[4.0, -4.0], [0.0, 2.0]])
    view = view_of(qtbot, values=scores, mode="scores", limit=4.0)
    raw = color_at(view, 0, 0)
    view.set_data(scores / 2, mode="scores", limit=4.0)
    halved = color_at(view, 0, 0)
    assert raw == int(colormap.scores_lut()[-1])
    assert colormap.luminances(np.array([halved], np.uint32)) > colormap.luminances(np.array([raw], np.uint32))
    assert color_at(view, 1, 0) == int(colormap.scores_lut()[colormap.levels(np.zeros(1), 4.0, True)[0]])


def test_masked_and_undefined_cells_are_hatched_never_colored(qtbot):
    values = np.array([[1.0, -np.inf, np.nan], [0.5, 0.5, -np.inf], [0.0, 0.5, 0.5]])
    view = view_of(qtbot, values=values, masked=~np.tri(3, dtype=bool))
    assert view.heatmap.value_words(0, 1) == view.heatmap.value_words(0, 2) == "masked"
    table = {int(color) for color in colormap.weights_lut()}
    rect = view.heatmap.cell_rect(0, 2).adjusted(4, 4, -4, -4).toRect()
    image = view.viewport().grab().toImage()
    seen = {
        image.pixelColor(x, y).rgb() for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom())
    }
    assert len(seen) > 1
    assert not seen & table


@pytest.mark.parametrize("bad", [{"mode": "colors"}, {"limit": 0.0}, {"masked": np.zeros((2, 2), bool)}])
def test_impossible_data_is_refused(qtbot, bad):
    view = view_of(qtbot)
    masked = bad.pop("masked", None)
    with pytest.raises(ValueError, match=r"expected|shape"):
        view.heatmap.set_data(WEIGHTS, masked, **bad)


def test_new_data_goes_into_the_kept_buffer(qtbot):
    view = view_of(qtbot)
    buffer, image = view.heatmap._buffer, view.heatmap._image
    view.set_data(WEIGHTS[::-1].copy())
    assert view.heatmap._buffer is buffer
    assert view.heatmap._image is image


def test_every_rows_largest_cell_is_found():
    cells = largest_cells(np.array([[0.2, 0.8], [0.5, 0.5], [1.0, 0.0]]), np.array([[0, 0], [0, 0], [0, 1]], bool))
    assert cells.tolist() == [[0, 1], [2, 0]]
    shared = largest_cells(np.array([[0.4, 0.4, 0.2]]), np.zeros((1, 3), bool))
    assert shared.tolist() == [[0, 0], [0, 1]]
    assert largest_cells(np.zeros((1, 2)), np.ones((1, 2), bool)).tolist() == []


def test_arrow_keys_move_home_and_end_run_along_the_row(qtbot):
    view = view_of(qtbot)
    seen = []
    view.pointed.connect(lambda *cell: seen.append(cell))
    view.pointed.connect(view.set_selection)
    view.set_selection(0, 0)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(view, key)
    assert seen == [(0, 0), (1, 0), (1, 1), (1, 9), (1, 0)]
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen.args == [1, 0]
    assert view.accessibleDescription().startswith("dog → A: ")


def test_the_mouse_points_and_chooses(qtbot):
    view = view_of(qtbot)
    at = view.heatmap.cell_rect(3, 4).center().toPoint()
    with qtbot.waitSignal(view.pointed) as pointed:
        qtbot.mouseMove(view.viewport(), at)
    assert pointed.args == [3, 4]
    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen.args == [3, 4]
    assert view.tip_at(QPointF(at)) == f"the → food: {view.heatmap.value_words(3, 4)}"


def test_the_focus_ring_is_seen(qtbot):
    view = view_of(qtbot)
    view.clearFocus()
    without = view.grab().toImage()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    ring = view.grab().toImage().pixelColor(view.width() // 2, 1)
    assert ring == QColor(look_for("light").theme.focus)
    assert ring != without.pixelColor(view.width() // 2, 1)


def test_repainting_loses_no_references(qtbot):
    view = view_of(qtbot)
    before = sys.getrefcount(None)
    for step in range(300):
        view.set_data(np.roll(WEIGHTS, step, axis=1))
        view.viewport().repaint()
    assert sys.getrefcount(None) >= before - 5


def test_weights_in_cells_are_never_0_unless_they_are():
    assert weight_texts(0.0) == ("0", "0")
    assert weight_texts(0.85) == ("0.85", ".85")
    assert weight_texts(0.004)[0] == "0.004"
    assert weight_texts(0.0004)[0] == "less than 0.001"
    assert weight_texts(1.0)[-1] == "1"
    assert score_texts(-0.314) == ("−0.31", "−0.3")


# --- layout of labels -------------------------------------------------------------------------------------------------

WORDS = st.lists(st.sampled_from([*TOKENS, "Donaudampfschifffahrtsgesellschaftskapitän"]), min_size=1, max_size=64)


@settings(max_examples=60, deadline=None)
@given(
    words=WORDS,
    width=st.integers(60, 1600),
    height=st.integers(60, 1000),
    theme=st.sampled_from(["light", "projector"]),
)
def test_matrix_and_labels_stay_inside(qapp, words, width, height, theme):
    measured = Words.measure(look_for(theme, 1080), tuple(words), tuple(words))
    axes = Axes()
    cell = best_cell(measured, width, height, axes)
    room = margins(measured, cell, axes)
    if cell >= 3:
        assert cell == int(cell)
        assert room.left + room.right + len(words) * cell <= width
        assert room.top + len(words) * cell <= height


@settings(max_examples=60, deadline=None)
@given(words=WORDS, cell=st.integers(3, 60), chosen=st.integers(-1, 63), theme=st.sampled_from(["light", "projector"]))
def test_labels_never_lie_on_each_other(qapp, words, cell, chosen, theme):
    look = look_for(theme, 1080)
    measured = Words.measure(look, tuple(words), tuple(words))
    rows = place_rows(look, measured, cell, (500.0, 500.0), chosen)
    for one, other in itertools.pairwise(rows):
        assert other.y - one.y >= min(look.label, cell * len(words)) - 0.01
    columns = place_columns(look, measured, cell, (500.0, 500.0), chosen)
    for one, other in itertools.pairwise(columns):
        apart = (other.x - one.x) * np.sin(np.radians(-one.turn)) if one.turn else other.x - one.x - one.text.width
        assert apart >= (look.label - 0.01 if one.turn else 0)
    if 0 <= chosen < len(words):
        assert chosen in {label.index for label in rows}
        assert chosen in {label.index for label in columns}


def test_every_kth_label_and_the_chosen_one():
    assert shown(5, 1, 2) == [0, 1, 2, 3, 4]
    assert shown(10, 3, -1) == [0, 3, 6, 9]
    assert shown(10, 3, 4) == [0, 4, 9]


@pytest.mark.parametrize("theme", ["light", "projector"])
def test_no_label_is_smaller_than_the_floor(qtbot, theme):
    look = look_for(theme, 1080)
    view = view_of(qtbot, theme, size=(420, 380))
    assert all(label.text.font.pixelSize() >= look.floor for label in view.heatmap.placed_labels())


def test_crisp_edges_at_twice_the_density(qtbot):
    view = view_of(qtbot, values=np.eye(4))
    image = view.viewport().grab().toImage()
    rect = view.heatmap.cell_rect(1, 1)
    y = round(rect.center().y()) - 10
    assert image.pixelColor(round(rect.left()) - 3, y).rgb() == int(colormap.weights_lut()[0])
    assert view.transform() == QTransform()
    assert QRectF(view.heatmap.cells).width() % 4 == 0
