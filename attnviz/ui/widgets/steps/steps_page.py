"""Matrices in their places on one page of a sub-stop."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnviz.experiments.four_steps_picture import View


@dataclass(frozen=True, slots=True)
class Placed:
    """A matrix, or a part of it, on a page. Lengths in pixels."""

    view: View
    rows: range
    columns: range
    x: float  # left edge of the cells
    y: float  # top edge of the cells
    cell_width: float
    cell_height: float
    result: bool
    row_labels: bool
    column_labels: float  # room above the cells for column labels; 0 for none
    note: bool = False  # the sum of each row at its right
    free: float = 0.0  # between the figures of neighbors: how wide a frame may be
    longest: float = 0.0  # where labels are elided

    @property
    def width(self) -> float:
        """Width of the cells."""
        return len(self.columns) * self.cell_width

    @property
    def height(self) -> float:
        """Height of the cells."""
        return len(self.rows) * self.cell_height

    def cell(self, row: int, column: int) -> tuple[float, float]:
        """Left top corner of a cell of the whole matrix."""
        left = self.x + (column - self.columns.start) * self.cell_width
        return left, self.y + (row - self.rows.start) * self.cell_height


@dataclass(frozen=True, slots=True)
class Page:
    """Matrices that are seen together."""

    placed: tuple[Placed, ...]
    width: float
    height: float
    sign: tuple[float, float] = (0.0, 0.0)  # middle of what stands between the matrices
    corner: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # x, y, width, height of room for words
    x: float = 0.0  # left top corner
    y: float = 0.0

    def moved(self, x: float, y: float) -> Page:
        """The same page at another place."""
        placed = tuple(replace(part, x=part.x + x, y=part.y + y) for part in self.placed)
        left, top, *size = self.corner
        corner = (left + x, top + y, size[0], size[1])
        sign = (self.sign[0] + x, self.sign[1] + y)
        return replace(self, placed=placed, sign=sign, corner=corner, x=self.x + x, y=self.y + y)
