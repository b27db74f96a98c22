"""One matrix as a widget: pointed at with the mouse, walked with the arrow keys."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.words import arrow
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices.color_bar import ColorBar
from attnviz.ui.widgets.matrices.heatmap import NONE, HeatmapItem
from attnviz.ui.widgets.matrices.matrix_layout import Axes
from attnviz.ui.widgets.matrices.scene_view import SceneView

GAP = 12.0
STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class MatrixView(SceneView):
    """A heatmap and, if wanted, its color bar."""

    pointed = Signal(int, int)  # query, key under the mouse (−1, −1 when it leaves) or reached by a key
    chosen = Signal(int, int)  # query, key clicked, or confirmed with Enter or Space

    def __init__(self, name: str = "Matrix", *, color_bar: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heatmap = HeatmapItem(self.look)
        self.scene().addItem(self.heatmap)
        self.bar = ColorBar(self.look) if color_bar else None
        if self.bar is not None:
            self.scene().addItem(self.bar)
        self._under = (NONE, NONE)
        self.describe(name)

    def set_data(
        self,
        values: NDArray[np.floating],
        masked: NDArray[np.bool_] | None = None,
        *,
        mode: str = "weights",
        limit: float = 1.0,
    ) -> None:
        """Show a matrix (n_q, n_k); see `HeatmapItem.set_data`."""
        self.heatmap.set_data(values, masked, mode=mode, limit=limit)
        self._tell()
        if self.bar is not None:
            self.bar.set_scale(mode, limit, masked is not None and bool(masked.any()))
            self.place_items()

    def set_labels(self, rows: Sequence[str], columns: Sequence[str], axes: Axes | None = None) -> None:
        """Name rows and columns, and choose which names are drawn."""
        self.heatmap.set_labels(rows, columns)
        self.heatmap.set_axes(axes or Axes())
        self._tell()

    def set_selection(self, query: int, key: int) -> None:
        """Frame a row and a cell; −1 for none. The arrow keys go on from there."""
        self.heatmap.set_selection(query, key)
        self._tell()

    def _tell(self) -> None:
        """Say the picked cell; where none is, the matrix in one line."""
        heatmap, (query, key) = self.heatmap, self.heatmap.selection
        if 0 <= query < heatmap.values.shape[0] and 0 <= key < heatmap.values.shape[1]:
            rows, columns = heatmap.rows, heatmap.columns
            names = f"{arrow(rows[query], columns[key])}: " if rows and columns else ""
            self.describe(self.accessibleName(), names + heatmap.value_words(query, key))
        elif heatmap.values.size:
            self.describe(self.accessibleName(), heatmap.summary())

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self.heatmap.set_look(look)
        if self.bar is not None:
            self.bar.set_look(look)
        self.place_items()
        self.viewport().update()

    def place_items(self) -> None:
        room = QRectF(self.viewport().rect()).adjusted(4, 4, -4, -4)
        if self.bar is not None:
            width = self.bar.width()
            room.setRight(room.right() - width - GAP)
            self.heatmap.layout(room)
            cells = self.heatmap.cells
            half = self.look.floor * 0.6
            top = max(cells.top() - 3 * half - 2, 4.0)
            left = max(cells.right() + GAP, self.heatmap.right_edge + 4)
            self.bar.layout(QRectF(left, top, width, cells.bottom() + half + 2 - top))
        else:
            self.heatmap.layout(room)

    def tip_at(self, point: QPointF) -> str:
        return self.heatmap.tip_at(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.heatmap.cell_at(self.mapToScene(event.position().toPoint())) or (NONE, NONE))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point((NONE, NONE))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.heatmap.cell_at(self.mapToScene(event.position().toPoint()))
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(*found)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The press has done it all."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        target = walk(event, self.heatmap.selection, self.heatmap.values.shape)
        if target is not None:
            self.pointed.emit(*target)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(*self.heatmap.selection)
        else:
            event.ignore()

    def _point(self, cell: tuple[int, int]) -> None:
        if cell != self._under:
            self._under = cell
            self.heatmap.set_pointed(*cell)
            self.pointed.emit(*cell)


def walk(event: QKeyEvent, at: tuple[int, int], shape: tuple[int, ...]) -> tuple[int, int] | None:
    """The cell that a key leads to from `at`, or None when it does not move. Home and End run along the row."""
    if not shape[0] or not shape[1] or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return None
    query, key = max(at[0], 0), max(at[1], 0)
    if event.key() == Qt.Key.Key_Home:
        return query, 0
    if event.key() == Qt.Key.Key_End:
        return query, shape[1] - 1
    step = STEPS.get(Qt.Key(event.key()))
    if step is None:
        return None
    return min(max(query + step[0], 0), shape[0] - 1), min(max(key + step[1], 0), shape[1] - 1)
