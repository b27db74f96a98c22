"""Cells of a page of matrices: which one lies at a point, where one is drawn, which one is next."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from PySide6.QtCore import QPointF, QRectF

from attnviz.experiments.four_steps_picture import View
from attnviz.ui.widgets.steps.steps_page import Page, Placed


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell of a view, counted as it is drawn."""

    view: View
    row: int
    column: int


def spot_at(page: Page, point: QPointF) -> Spot | None:
    """The cell under a point, or None."""
    for part in page.placed:
        if QRectF(part.x, part.y, part.width, part.height).contains(point):
            column = min(int((point.x() - part.x) / part.cell_width), len(part.columns) - 1)
            row = min(int((point.y() - part.y) / part.cell_height), len(part.rows) - 1)
            return Spot(part.view, part.rows[row], part.columns[column])
    return None


def row_label_at(page: Page, point: QPointF, reach: float) -> tuple[Placed, int] | None:
    """The matrix and row whose label, at most `reach` wide, lies under a point."""
    for part in page.placed:
        row = (point.y() - part.y) / part.cell_height
        if part.row_labels and 0 <= row < len(part.rows) and -reach < point.x() - part.x < 0:
            return part, part.rows[int(row)]
    return None


def column_label_at(page: Page, point: QPointF) -> tuple[Placed, int] | None:
    """The matrix and column whose label lies under a point."""
    for part in page.placed:
        column = (point.x() - part.x) / part.cell_width
        if 0 <= column < len(part.columns) and -part.column_labels < point.y() - part.y < 0:
            return part, part.columns[int(column)]
    return None


def rect_of(page: Page, spot: Spot) -> QRectF | None:
    """Where a cell is drawn, or None when it is on another page."""
    for part in page.placed:
        if part.view == spot.view and spot.row in part.rows and spot.column in part.columns:
            return QRectF(*part.cell(spot.row, spot.column), part.cell_width, part.cell_height)
    return None


def neighbor(page: Page, spot: Spot, across: int, down: int) -> Spot | None:
    """The next cell in a direction: of the same matrix, else the nearest one of another matrix of the page."""
    beside = Spot(spot.view, spot.row + down, spot.column + across)
    if rect_of(page, beside) is not None:
        return beside
    here, best = rect_of(page, spot), None
    if here is None:
        return None
    for part in page.placed:
        for row, column in product(part.rows, part.columns):
            away = QRectF(*part.cell(row, column), part.cell_width, part.cell_height).center() - here.center()
            along = away.x() * across + away.y() * down
            far = along + 4 * (abs(away.x() * down) + abs(away.y() * across))
            if along > 1 and (best is None or far < best[0]):
                best = (far, Spot(part.view, row, column))
    return best[1] if best else None
