import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.heads.head_pane import MEAN, HeadNote, HeadPane
from attnviz.ui.widgets.heads.heads_grid import HeadsGrid
from attnviz.ui.widgets.heads.lens import span
from attnviz.ui.widgets.matrices.grid_layout import GAP, PAD, choose_grid, room
from attnviz.ui.widgets.matrices.heatmap import HeatmapItem
from attnviz.ui.widgets.matrices.matrix_layout import Words

TOKENS = ("A", "dog", "ate", "the", "food", "because", "it", "was", "hungry", ".")


def grid_of(qtbot, heads=8, theme="light", size=(1100, 480), mean=False):
    grid = HeadsGrid()
    qtbot.addWidget(grid)
    grid.resize(*size)
    grid.set_look(look_for(theme, 1080))
    weights = np.random.default_rng(1).dirichlet(np.ones(10), size=(heads + mean, 10))
    notes = [
        HeadNote(f"head {h + 1}", "previous word", "it → because", "0.85", h, str(h + 1), "previous + next", "previous")
        for h in range(heads)
    ]
    notes += [HeadNote(f"mean of {heads} heads", "", "it → dog", "0.20", MEAN, "mean")] * mean
    grid.set_heads(weights, TOKENS, notes)
    grid.set_selection(0, 6, 1)
    grid.show()
    return grid


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 72), width=st.integers(300, 1900), height=st.integers(200, 1000), n=st.integers(1, 64))
def test_all_cards_fit(qapp, count, width, height, n):
    look = look_for("light")
    words = Words.measure(look, (TOKENS * 7)[:n], (TOKENS * 7)[:n])
    title = look.label * 1.35
    grid = choose_grid(words, count, width, height, title)
    assert grid.rows * grid.columns >= count > grid.rows * grid.columns - grid.columns
    across, down = room(words, grid, grid.cell)
    if grid.cell >= 3:
        assert across + grid.columns * (n * grid.cell + 2 * PAD) + (grid.columns - 1) * GAP <= width
        assert down + grid.rows * (n * grid.cell + 2 * PAD + title) + (grid.rows - 1) * GAP <= height


@pytest.mark.parametrize("heads", [1, 2, 4, 8, 16, 32])
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_every_title_keeps_its_number_inside_its_card(qtbot, heads, theme):
    grid = grid_of(qtbot, heads, theme, size=(1700, 700))
    for head, pane in enumerate(grid.panes):
        texts = pane.title_texts(pane.title_room())
        assert texts[0][0].words in (f"head {head + 1}", str(head + 1))
        for text, _, left in texts:
            assert left + text.width <= pane.title_room() + 0.5
            assert text.font.pixelSize() >= look_for(theme, 1080).floor
        ends = sorted((left, left + text.width) for text, _, left in texts)
        assert all(one[1] <= other[0] for one, other in itertools.pairwise(ends))


def test_neighbors_titles_begin_alike(qtbot):
    grid = grid_of(qtbot, size=(820, 420))
    assert len({pane.title_texts(pane.title_room())[0][0].words.startswith("head") for pane in grid.panes}) == 1


def test_a_click_toggles_and_a_double_click_leaves_alone(qtbot):
    grid = grid_of(qtbot)
    at = grid.panes[3].rect.center().toPoint()
    with qtbot.waitSignal(grid.toggled) as toggled:
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert toggled.args == [3]
    with qtbot.waitSignal(grid.soloed) as soloed:
        qtbot.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert soloed.args == [3]


def test_the_mean_cannot_be_hidden(qtbot):
    grid = grid_of(qtbot, 2, mean=True)
    with qtbot.assertNotEmitted(grid.toggled):
        qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.panes[2].rect.center().toPoint())


def test_pointing_at_a_cell_says_its_weight_in_every_card(qtbot):
    grid = grid_of(qtbot)
    cell = grid.panes[2].heatmap.cell_rect(4, 7).center().toPoint()
    with qtbot.waitSignal(grid.hovered) as hovered:
        qtbot.mouseMove(grid.viewport(), cell)
    assert hovered.args == [2, 4, 7]
    for pane in grid.panes:
        assert pane.note.pair == "food → was"
        assert pane.note.value == pane.heatmap.value_words(4, 7)
        assert pane.heatmap.pointed == (4, 7)
    qtbot.mouseMove(grid.viewport(), grid.viewport().rect().bottomRight())
    assert grid.panes[0].note.pair == "it → because"


def test_only_what_changed_is_repainted(qtbot, monkeypatch):
    grid = grid_of(qtbot)
    asked: list[object] = []
    for kind in (HeatmapItem, HeadPane):
        monkeypatch.setattr(kind, "update", lambda item, *_: asked.append(item))
    weights = np.stack([pane.heatmap.values for pane in grid.panes])
    weights[5] = weights[5][::-1]
    grid.set_heads(weights, TOKENS, grid._notes)
    assert asked == [grid.panes[5].heatmap]
    asked.clear()
    grid.set_heads(weights, TOKENS, grid._notes, hidden=frozenset({2}))
    assert set(asked) == {grid.panes[2], grid.panes[2].heatmap}


@pytest.mark.parametrize("key", [Qt.Key.Key_PageDown, Qt.Key.Key_Escape, Qt.Key.Key_B, Qt.Key.Key_Tab])
def test_keys_of_the_window_are_left_to_it(qtbot, key):
    grid = grid_of(qtbot)
    with qtbot.assertNotEmitted(grid.pointed), qtbot.assertNotEmitted(grid.toggled):
        qtbot.keyClick(grid, key)


def test_hidden_heads_keep_their_labels_and_their_place(qtbot):
    grid = grid_of(qtbot)
    rect = grid.panes[0].rect
    notes = list(grid._notes)
    grid.set_heads(np.stack([p.heatmap.values for p in grid.panes]), TOKENS, notes, hidden=frozenset({0}))
    assert grid.panes[0].rect == rect
    assert grid.panes[0].heatmap.blank
    assert grid.panes[0].heatmap.placed_labels()
    assert next(words.words for words, _, _ in grid.panes[0].title_texts(400)) == "head 1"


LENGTHS = [(15, 1400, 800), (42, 1400, 800), (42, 900, 500), (64, 1000, 440)]


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize(("n", "width", "height"), LENGTHS)
def test_the_large_head_of_a_long_sentence_names_every_word_it_shows(qtbot, n, width, height, theme):
    grid = long_grid(qtbot, n, (width, height), theme)
    lens = grid.lens.heatmap
    assert grid.lens.isVisible()
    placed = lens.placed_labels()
    assert len(placed) == len(lens.rows) + len(lens.columns)
    assert f"w{n - 2}" in lens.rows
    assert lens.cell >= look_for(theme, 1080).label
    assert grid.rect().contains(lens.cells.toAlignedRect())
    for pane in (pane for pane in grid.panes if pane.isVisible()):
        assert pane.rect.right() <= grid.width()
        texts = pane.title_texts(pane.title_room())
        assert all(left + text.width <= pane.title_room() + 0.5 for text, _, left in texts)
        assert pane.rect.left() >= grid.lens.rect.right()


def test_a_window_says_which_words_it_shows_and_moves_with_the_chosen_one(qtbot):
    grid = long_grid(qtbot, 64, (900, 400))
    lens = grid.lens
    assert lens.is_window
    first, count = lens.part.rows
    assert lens.heatmap.titles[0][0] == f"query (asks), words {first + 1}–{first + count} of 64"
    assert lens.heatmap.rows == tuple(f"w{i}" for i in range(first, first + count))
    grid.set_selection(1, 2, 3)
    assert lens.part.rows[0] == 0
    assert "w2" in lens.heatmap.rows
    assert lens.heatmap.selection == lens.part.inside(2, 3)
    assert np.array_equal(lens.heatmap.values[2], grid.panes[1].heatmap.values[2, slice(*_ends(lens.part.columns))])


def test_pointing_into_a_window_names_the_cell_of_the_whole_head(qtbot):
    grid = long_grid(qtbot, 64, (900, 400))
    row, column = grid.lens.part.rows[0], grid.lens.part.columns[0]
    assert row > 0
    at = grid.lens.heatmap.cell_rect(1, 2).center().toPoint()
    with qtbot.waitSignal(grid.hovered) as hovered:
        qtbot.mouseMove(grid.viewport(), at)
    assert hovered.args == [0, row + 1, column + 2]
    assert grid.lens.heatmap.pointed == (1, 2)
    assert grid.panes[0].heatmap.pointed == (row + 1, column + 2)


def test_a_window_outlines_what_is_largest_in_the_whole_row(qtbot):
    grid = long_grid(qtbot, 64, (900, 400))
    (top, high), (left, wide) = grid.lens.part.rows, grid.lens.part.columns
    assert wide < 64
    whole = np.round(grid.panes[0].heatmap.values, 2)
    shown = {(int(q), int(k)) for q, k in grid.lens.heatmap.largest}
    rows, columns = range(high), range(wide)
    assert shown == {(q, k) for q in rows for k in columns if whole[top + q, left + k] == whole[top + q].max()}


@given(count=st.integers(1, 64), most=st.integers(1, 64), wanted=st.integers(0, 63), also=st.integers(0, 63))
def test_a_window_holds_what_is_wanted(count, most, wanted, also):
    wanted, also = min(wanted, count - 1), min(also, count - 1)
    first, length = span(count, most, wanted, also)
    assert 0 <= first <= wanted < first + length <= count
    assert length == min(most, count)
    if abs(wanted - also) < most:
        assert first <= also < first + length


@pytest.mark.parametrize("size", [(560, 420), (340, 330)])
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_more_heads_than_cards_leave_one_to_be_looked_at(qtbot, theme, size):
    grid = grid_of(qtbot, 96, theme, size)
    small = [pane for pane in grid.panes if pane.isVisible()]
    assert grid.lens.isVisible() or small
    if not small and theme == "light":  # the one has all the room: every word is there
        assert not grid.lens.is_window
        assert grid.lens.heatmap.columns == TOKENS
    for pane in small:
        texts = pane.title_texts(pane.title_room())
        assert all(left + text.width <= pane.title_room() + 0.5 for text, _, left in texts)
        assert pane.heatmap.cells.width() >= 8
    with qtbot.waitSignal(grid.pointed) as pointed:
        qtbot.keyClick(grid, Qt.Key.Key_BracketRight)
    assert pointed.args == [1, 6, 1]


def _ends(one):
    return one[0], sum(one)


def long_grid(qtbot, n, size, theme="light"):
    grid = HeadsGrid()
    qtbot.addWidget(grid)
    grid.resize(*size)
    grid.set_look(look_for(theme, 1080))
    weights = np.random.default_rng(1).dirichlet(np.ones(n), size=(12, n))
    notes = [HeadNote(f"head {h + 1}", "", "it → dog", "0.85", h, str(h + 1)) for h in range(12)]
    grid.set_heads(weights, [f"w{i}" for i in range(n)], notes)
    grid.set_selection(0, n - 2, 1)
    grid.show()
    return grid
