"""How many columns of matrices, and how large: equal cells everywhere, labels where they cost nothing or are first."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF

from attnviz.ui.widgets.matrices.matrix_layout import Axes, Margins, Words, margins

GAP = 8.0
PAD = 8.0
NAMED = 9.5  # width in label heights of a card that can name a head's job
DROP = 0.5  # labels that would shrink the cells below this share of their size are left out
LEAST_SIDE = 6.0  # and so are those of a matrix narrower than this many label heights


@dataclass(frozen=True, slots=True)
class Grid:
    """An arrangement of `count` equal matrices in cards, in reading order."""

    count: int
    columns: int
    cell: float
    left_all: bool = True  # query labels in every card, else in the first column only
    top_all: bool = True  # key labels in every card, else in the first row only
    labels: bool = True
    top: bool = True  # key labels anywhere
    titles: bool = True

    @property
    def rows(self) -> int:
        """Number of rows of cards."""
        return math.ceil(self.count / self.columns)

    def axes(self, index: int) -> Axes:
        """Which labels card `index` carries."""
        left = self.labels and (self.left_all or index % self.columns == 0)
        return Axes(left, self.has_top and (self.top_all or index < self.columns), self.titles)

    @property
    def has_top(self) -> bool:
        """Whether key labels are drawn at all."""
        return self.labels and self.top


def choose_grid(words: Words, count: int, width: float, height: float, title: float) -> Grid:
    """The arrangement of `count` matrices with the largest cells; each card has a title line `title` high.

    Among equal cells the one with more labels wins, then the one with fewer empty places.
    """
    plain = _largest(words, count, width, height, title, Grid(count, 1, 0.0, labels=False, titles=False))
    # Where both kinds of labels take too much, those at the left stay: there is more width than height.
    for titles, top in ((True, True), (False, True), (True, False), (False, False)):
        labelled = _largest(words, count, width, height, title, Grid(count, 1, 0.0, titles=titles, top=top))
        side = labelled.cell * max(len(words.rows), 1)
        if labelled.cell >= DROP * plain.cell and side >= LEAST_SIDE * words.pixels:
            return labelled
    return plain


def _largest(words: Words, count: int, width: float, height: float, title: float, start: Grid) -> Grid:
    best, merit = start, (-1.0, 0.0, 0.0)
    options = [(True, True), (True, False), (False, True), (False, False)] if start.labels else [(True, True)]
    for columns in range(1, count + 1):
        for left_all, top_all in options:
            grid = replace(start, columns=columns, left_all=left_all, top_all=top_all)
            cell = _cell(words, grid, width, height, title, merit[0])
            # A card too narrow for a head's job must earn it with larger cells.
            worth = cell if width / columns >= NAMED * words.pixels else 0.8 * cell
            empty = grid.rows * columns - count
            rank = (worth, float(left_all) + float(top_all), -float(empty))
            if rank > merit:
                best, merit = replace(grid, cell=cell), rank
    return best


def _cell(words: Words, grid: Grid, width: float, height: float, title: float, floor: float) -> float:
    """The largest cell of an arrangement, whole pixels from 3 up; 0 as soon as it is known to be under `floor`."""
    n_q, n_k = max(len(words.rows), 1), max(len(words.columns), 1)
    wide = width - (grid.columns - 1) * GAP - grid.columns * 2 * PAD
    high = height - (grid.rows - 1) * GAP - grid.rows * (2 * PAD + title)
    most = min(wide / grid.columns / n_k, high / grid.rows / n_q)
    for cell in range(math.floor(most), max(2, math.floor(floor) - 1), -1):
        across, down = room(words, grid, cell)
        if across + grid.columns * n_k * cell <= wide and down + grid.rows * n_q * cell <= high:
            return float(cell)
    if floor >= 3 or grid.labels:
        return 0.0
    return max(most, 0.0) if most < 3 else math.floor(most)


def room(words: Words, grid: Grid, cell: float) -> tuple[float, float]:
    """Pixels that the labels of all cards take across and down."""
    whole = whole_margins(words, grid, cell)
    across = whole.left * (grid.columns if grid.left_all else 1) + whole.right * grid.columns
    return across, whole.top * (grid.rows if grid.top_all else 1)


def whole_margins(words: Words, grid: Grid, cell: float) -> Margins:
    """The margins of a card with all its labels."""
    return margins(words, cell, Axes(grid.labels, grid.has_top, grid.titles))


def card_rects(grid: Grid, whole: Margins, room: QRectF) -> list[QRectF]:
    """Where the cards of an arrangement lie in `room`; `whole` are the margins of a card with all its labels."""
    first_x = 0.0 if grid.left_all else whole.left
    first_y = 0.0 if grid.top_all else whole.top
    width = (room.width() - (grid.columns - 1) * GAP - first_x) / grid.columns
    height = (room.height() - (grid.rows - 1) * GAP - first_y) / grid.rows
    rects = []
    for index in range(grid.count):
        row, column = divmod(index, grid.columns)
        x = room.left() + column * (width + GAP) + (first_x if column else 0.0)
        y = room.top() + row * (height + GAP) + (first_y if row else 0.0)
        wide, high = width + (0.0 if column else first_x), height + (0.0 if row else first_y)
        rects.append(QRectF(round(x), round(y), round(wide), round(high)))
    return rects
