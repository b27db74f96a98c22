"""Matrices of weights side by side, as large as they can be, all cells of one size, one color bar."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices.matrix import MatrixView
from attnviz.ui.widgets.matrices.matrix_layout import KEY_TITLE, QUERY_TITLE, Axes
from attnviz.ui.widgets.text.texts import Text, first_fit, text_of

EDGE: Final = 4.0  # that a matrix view keeps round its cells
GAP: Final = 12.0
TICKS: Final = 4  # every which row and column is numbered


class WeightRows(QWidget):
    """Named matrices of weights 0…1, rows ask and columns are asked; walked with the arrow keys, each by itself."""

    def __init__(self, names: Sequence[str], count: int) -> None:
        """`names` are color tokens, too; each matrix is (count, count)."""
        super().__init__()
        self.names, self._count = tuple(names), count
        self.setAccessibleName(f"Weights, {' beside '.join(names)}")
        self._look: Look | None = None
        labels = [str(number) for number in range(1, count + 1)]
        self.views = [
            MatrixView(f"Weights, {name}", color_bar=number == len(names), parent=self)
            for number, name in enumerate(names, start=1)
        ]
        for view in self.views:
            # The labels are for whoever points at a cell. Drawn beside small cells they would take most of the room.
            view.set_labels(labels, labels, Axes(left=False, top=False, titles=False))
            view.pointed.connect(view.set_selection)

    def set_weights(self, matrices: Sequence[FloatArray]) -> None:
        """Show these weights (count, count), one matrix a name."""
        for view, weights in zip(self.views, matrices, strict=True):
            view.set_data(weights)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        for view in self.views:
            view.set_look(look)
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room anew."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the names, and what the axes are."""
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for name, view in zip(self.names, self.views, strict=True):
            cells = view.heatmap.cells.translated(QPointF(view.pos()))
            self._draw_titles(painter, self._look, name, cells)
            self._draw_numbers(painter, self._look, cells)

    def _draw_titles(self, painter: QPainter, look: Look, name: str, cells: QRectF) -> None:
        title = text_of(look, name, "label", 700)
        painter.setPen(look.color(f"{name}_text"))
        title.draw(painter, cells.left(), 0.0)
        key = first_fit(look, (KEY_TITLE, "key"), cells.width() - title.width - GAP, "floor", 500)
        if key is not None:
            painter.setPen(look.color("key_text"))
            key.draw(painter, cells.right() - key.width, title.height - key.height)
        query = first_fit(look, (QUERY_TITLE, "query"), cells.height(), "floor", 500)
        if query is not None:
            painter.setPen(look.color("query_text"))
            left = cells.left() - EDGE - self._widest(look).width - 4 - query.height / 2
            query.draw_turned(painter, left, cells.center().y() + query.width / 2, -90)

    def _draw_numbers(self, painter: QPainter, look: Look, cells: QRectF) -> None:
        painter.setPen(look.color("muted"))
        cell = cells.width() / self._count
        for number in (1, *range(TICKS, self._count + 1, TICKS)):
            text, middle = text_of(look, str(number), "floor"), (number - 0.5) * cell
            text.draw_mid(painter, cells.left() + middle, cells.top() - EDGE - text.height / 2 + 2)
            text.draw_mid(painter, cells.left() - EDGE - text.width / 2, cells.top() + middle)

    def _widest(self, look: Look) -> Text:
        return text_of(look, str(self._count), "floor")

    def _place(self) -> None:
        look, last = self._look, self.views[-1].bar
        if look is None or last is None:
            return
        number = self._widest(look)
        left = number.height + number.width + 4
        top = text_of(look, "raw", "label", 700).height + number.height
        below = math.ceil(0.6 * look.floor) + 2  # half of the color bar's last number
        bar, columns = math.ceil(last.width() + GAP) + 1, len(self.views)
        wide = (self.width() - bar - columns * (left + 2 * EDGE) - (columns - 1) * GAP) / columns
        cell = max(int(min(wide, self.height() - top - EDGE - below) / self._count), 1)
        side = round(self._count * cell + 2 * EDGE)
        whole = columns * (left + side) + (columns - 1) * GAP + bar
        x = max((self.width() - whole) / 2, 0.0) + left
        for view in self.views:
            view.setGeometry(round(x), round(top), side + (bar if view.bar is not None else 0), side + below)
            x += side + GAP + left
        self.update()
