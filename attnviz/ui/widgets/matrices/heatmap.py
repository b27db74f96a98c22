"""One matrix as a picture: rows ask, columns are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from pyqtgraph import GraphicsObject
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QRegion
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from attnviz.core.tokens import MAX_LETTERS
from attnviz.core.words import MINUS, arrow, number, weight_words
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.matrices.cell_values import largest_cells, score_texts, weight_texts
from attnviz.ui.widgets.matrices.matrix_layout import (
    KEY_TITLE,
    QUERY_TITLE,
    Axes,
    Placed,
    Words,
    best_cell,
    margins,
    place_columns,
    place_rows,
    step,
)
from attnviz.ui.widgets.matrices.scene_view import square_pen
from attnviz.ui.widgets.text.texts import first_fit

VALUE_CELL: Final = 28.0  # from this cell size on the value is written in the cell
MASKED: Final = f"{MINUS}∞"
ROW_CELL: Final = 20.0  # from this one on those of the chosen row are
OUTLINE_CELL: Final = 10.0  # below it the outline of a row's largest cell would hide its color
NONE: Final = -1  # no token chosen
Array = NDArray[np.floating]
Mask = NDArray[np.bool_]


class HeatmapItem(GraphicsObject):
    """A matrix with its labels. Weights are colored on 0…limit, scores on −limit…limit; masked cells are hatched.

    The colors are looked up here, into a buffer that is kept: an image item that does its own look-up draws small
    matrices as palette images, which cost seven times as much to paint.
    """

    def __init__(self, look: Look, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._signed, self._limit = False, 1.0
        self.values: Array = np.zeros((0, 0))  # (n_q, n_k)
        self.masked: Mask = np.zeros((0, 0), dtype=bool)
        self.rows: tuple[str, ...] = ()
        self.columns: tuple[str, ...] = ()
        self.axes = Axes()
        # Ways to say what the rows are, and the columns.
        self.titles: tuple[tuple[str, ...], tuple[str, ...]] = ((QUERY_TITLE, "query"), (KEY_TITLE, "key"))
        self.selection = (NONE, NONE)
        self.pointed = (NONE, NONE)
        self.blank = False  # only the labels are drawn
        self.cell = 0.0
        self.cells = QRectF()  # the matrix without its labels
        self.right_edge = 0.0  # how far the labels reach
        self._bounds = QRectF()
        self._levels = np.zeros((0, 0), dtype=np.intp)
        self._buffer = np.zeros((0, 0), dtype=np.uint32)
        self._image = QImage()
        self._labels: list[Placed] | None = None
        self._largest: NDArray[np.intp] = np.zeros((0, 2), dtype=np.intp)

    # what is shown

    def set_data(self, values: Array, masked: Mask | None = None, *, mode: str = "weights", limit: float = 1.0) -> None:
        """Show `values` (n_q, n_k), "weights" on 0…limit or "scores" on −limit…limit; True in `masked` is hatched.

        Raises ValueError for another mode, a limit that is not positive, or a mask of another shape.
        """
        if mode not in ("weights", "scores") or not limit > 0:
            raise ValueError(f"mode {mode!r} with limit {limit}: expected weights or scores, and a limit above 0")
        masked = np.zeros(values.shape, dtype=bool) if masked is None else masked
        if masked.shape != values.shape:
            raise ValueError(f"values have shape {values.shape}, the mask {masked.shape}")
        same = values.shape == self.values.shape
        self.values, self.masked = values, masked | ~np.isfinite(values)
        self._signed, self._limit = mode == "scores", limit
        self._fill()
        self._largest = largest_cells(values, self.masked, printed=mode == "weights")
        if same and not (self._crowded() and self._labels is not None):
            self.update(self.cells.adjusted(-1, -1, 1, 1))  # Qt adds two; the labels begin after four
        else:
            self._relay()
            self.update()

    @property
    def largest(self) -> NDArray[np.intp]:
        """Row and column of the cells that are outlined, (m, 2): the largest of their rows."""
        return self._largest

    def set_largest(self, cells: NDArray[np.intp]) -> None:
        """Outline these cells (m, 2) instead, where the rows go on beyond what is shown."""
        if not np.array_equal(cells, self._largest):
            self._largest = cells
            self.update()

    def _crowded(self) -> bool:
        """Whether only some labels have room, which depends on where the chosen row is largest."""
        return self.axes.top and step(len(self.columns), self.cell, self._look.label) > 1

    def set_labels(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        """Name the rows (who asks) and the columns (who is asked)."""
        if (tuple(rows), tuple(columns)) != (self.rows, self.columns):
            self.rows, self.columns = tuple(rows), tuple(columns)
            self._relay()

    def set_titles(self, rows: tuple[str, ...], columns: tuple[str, ...]) -> None:
        """Say what the rows and the columns are, each in several ways, the fullest first."""
        if (rows, columns) != self.titles:
            self.titles = (rows, columns)
            self.update()

    def set_axes(self, axes: Axes) -> None:
        """Choose which labels are drawn."""
        if axes != self.axes:
            self.axes = axes
            self._relay()

    def set_selection(self, query: int, key: int) -> None:
        """Frame row `query` and cell `query`, `key`; −1 for none."""
        if (query, key) != self.selection:
            self.selection = (query, key)
            self._labels = None
            self.update()

    def set_pointed(self, query: int, key: int) -> None:
        """Outline the cell under the pointer; −1 for none."""
        if (query, key) != self.pointed:
            self.pointed = (query, key)
            self.update()

    def set_blank(self, blank: bool) -> None:
        """Leave the matrix out and keep its labels, which neighbors may share."""
        if blank != self.blank:
            self.blank = blank
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self._relay()
        self.update()

    @property
    def limit(self) -> float:
        """The value that has the last color."""
        return self._limit

    # geometry

    def words(self) -> Words:
        """The labels as measured under the present look."""
        return Words.measure(self._look, self.rows, self.columns)

    def layout(self, rect: QRectF, cell: float | None = None) -> None:
        """Fit into `rect` (parent coordinates), cells as large as possible or as large as given, centered across."""
        self.prepareGeometryChange()
        words = self.words()
        self.cell = best_cell(words, rect.width(), rect.height(), self.axes) if cell is None else cell
        room = margins(words, self.cell, self.axes)
        n_q, n_k = self.values.shape
        width, height = n_k * self.cell, n_q * self.cell
        left = rect.left() + room.left + max(rect.width() - room.left - room.right - width, 0) // 2
        self.right_edge = left + width + room.right
        self.cells = QRectF(round(left), round(rect.top() + room.top), width, height)
        self._bounds = QRectF(rect)
        self._labels = None
        self.update()

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """(query, key) under a point in item coordinates, or None beside the matrix."""
        if not self.cells.contains(point) or not self.values.size:
            return None
        n_q, n_k = self.values.shape
        query, key = ((point.y() - self.cells.top()) / self.cell, (point.x() - self.cells.left()) / self.cell)
        return min(int(query), n_q - 1), min(int(key), n_k - 1)

    def cell_rect(self, query: int, key: int) -> QRectF:
        """Where a cell is drawn, in item coordinates."""
        return QRectF(self.cells.left() + key * self.cell, self.cells.top() + query * self.cell, self.cell, self.cell)

    def boundingRect(self) -> QRectF:
        return self._bounds.adjusted(-3, -3, 3, 3)

    def tip_at(self, point: QPointF) -> str:
        """What a pointer resting here is told: whole labels, and the value of a cell."""
        found = self.cell_at(point)
        if found is None:
            return self._label_at(point)
        query, key = found
        pair = arrow(self._name(self.rows, query), self._name(self.columns, key), MAX_LETTERS)
        return f"{pair}: {self.value_words(query, key)}"

    def value_words(self, query: int, key: int) -> str:
        """The value of a cell in words; "masked" where the query may not look."""
        if self.masked[query, key]:
            return "masked"
        return number(self.values[query, key]) if self._signed else weight_words(self.values[query, key])

    def summary(self) -> str:
        """What a person who cannot see the matrix is told first: its size, and its largest cell."""
        rows, columns = self.values.shape
        if not len(self._largest):
            return f"{rows} × {columns}"
        query, key = max(self._largest.tolist(), key=self._value_at)
        at = arrow(self.rows[query], self.columns[key]) if self.rows and self.columns else f"{query + 1} → {key + 1}"
        return f"{rows} × {columns}, largest {at}: {self.value_words(query, key)}"

    def _value_at(self, cell: list[int]) -> float:
        return float(self.values[cell[0], cell[1]])

    # drawing

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self.values.size or self.cell <= 0:
            return
        if self.labels_exposed(widget):
            self._draw_labels(painter)
        if not self.blank:
            self._draw_matrix(painter)

    def labels_exposed(self, viewport: QWidget | None) -> bool:
        """Whether anything beside the cells is to be drawn anew; most pictures of a drag change the cells alone."""
        region = getattr(viewport.parentWidget(), "exposed", None) if viewport is not None else None
        if region is None:
            return True
        beside = QRegion(self.mapRectToScene(self._bounds).toAlignedRect())
        return bool(
            beside.subtracted(self.mapRectToScene(self.cells.adjusted(-4, -4, 4, 4)).toRect()).intersects(region)
        )

    def _draw_matrix(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(self.cells, self._image)
        if self.masked.any():
            self._draw_masked(painter)
        if self.cell >= OUTLINE_CELL:
            self._draw_largest(painter)
        if self.cell >= ROW_CELL:
            self._draw_values(painter)
        painter.setPen(QPen(self._look.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.cells.adjusted(-0.5, -0.5, 0.5, 0.5))
        self._draw_selection(painter)

    def _draw_masked(self, painter: QPainter) -> None:
        rects = [self.cell_rect(int(q), int(k)) for q, k in np.argwhere(self.masked)]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.color("card"))
        painter.drawRects(rects)
        painter.setBrush(QBrush(self._look.color("edge"), Qt.BrushStyle.BDiagPattern))
        painter.drawRects(rects)
        sign = first_fit(self._look, (MASKED,), self.cell - 4, "floor", 600) if self.cell >= VALUE_CELL else None
        if sign is None:
            return
        painter.setBrush(self._look.color("card"))
        for rect in rects:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRect(
                QRectF(0, 0, sign.width + 4, sign.height).translated(
                    rect.center() - QPointF(sign.width / 2 + 2, sign.height / 2)
                )
            )
            painter.setPen(self._look.color("ink"))
            sign.draw_mid(painter, rect.center().x(), rect.center().y())

    def _draw_largest(self, painter: QPainter) -> None:
        """Outline each row's largest cell, in whichever of black and white is seen on it."""
        dark = colormap.dark_ink(self._signed)
        width = max(1.0, min(self.cell / 12, self._look.line))
        for ink in (False, True):
            rects = [
                self.cell_rect(int(q), int(k)).adjusted(width, width, -width, -width)
                for q, k in self._largest
                if dark[self._levels[q, k]] == ink
            ]
            painter.setPen(square_pen(QColor("black" if ink else "white"), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRects(rects)

    def _draw_values(self, painter: QPainter) -> None:
        dark, wanted = colormap.dark_ink(self._signed)[self._levels], ~self.masked
        if self.cell < VALUE_CELL:
            wanted[np.arange(len(wanted)) != self.selection[0]] = False
        for ink, color in ((False, "white"), (True, "black")):
            painter.setPen(QColor(color))
            for q, k in np.argwhere((dark == ink) & wanted):
                words = score_texts(self.values[q, k]) if self._signed else weight_texts(self.values[q, k])
                text = first_fit(self._look, words, self.cell - 2, "floor")
                if text is not None:
                    middle = self.cell_rect(int(q), int(k)).center()
                    text.draw_mid(painter, middle.x(), middle.y())

    def _draw_selection(self, painter: QPainter) -> None:
        """Frame the asking row and the asked cell in their colors, on white to be seen anywhere."""
        query, key = self.selection
        n_q, n_k = self.values.shape
        painter.setBrush(Qt.BrushStyle.NoBrush)
        line = max(2.0, self._look.line * 0.9) if self.cell >= OUTLINE_CELL else 1.0
        if 0 <= query < n_q:
            row = self.cell_rect(query, 0)
            row.setWidth(n_k * self.cell)
            self._frame(painter, row, "query", line)
            if 0 <= key < n_k:
                self._frame(painter, self.cell_rect(query, key), "key", line)
        if 0 <= self.pointed[0] < n_q and 0 <= self.pointed[1] < n_k:
            self._frame(painter, self.cell_rect(*self.pointed), "ink", line)

    def _frame(self, painter: QPainter, rect: QRectF, role: str, line: float) -> None:
        painter.setPen(square_pen(QColor("white"), line + 2))
        painter.drawRect(rect)
        painter.setPen(square_pen(self._look.color(role), line))
        painter.drawRect(rect)

    def _draw_labels(self, painter: QPainter) -> None:
        chosen = {True: self.selection[0], False: self.selection[1]}
        for placed in self.placed_labels():
            row = placed.turn == 0 and placed.x < self.cells.left()
            picked = placed.index == chosen[row]
            role = ("query_text" if row else "key_text") if picked else "ink"
            painter.setPen(self._look.color(role))
            if placed.turn:
                placed.text.draw_turned(painter, placed.x, placed.y, placed.turn)
            else:
                placed.text.draw(painter, placed.x, placed.y - placed.text.height / 2)
        if self.axes.titles:
            self._draw_titles(painter)

    def _draw_titles(self, painter: QPainter) -> None:
        room = margins(self.words(), self.cell, self.axes)
        if self.axes.left:
            title = first_fit(self._look, self.titles[0], self.cells.height() + 8, "floor", 500)
            if title is not None:
                painter.setPen(self._look.color("query_text"))
                x = self.cells.left() - room.left + title.height / 2
                title.draw_turned(painter, x, self.cells.center().y() + title.width / 2, -90)
        if self.axes.top:
            left = room.left if self.axes.left else 0.0
            title = first_fit(self._look, self.titles[1], self.cells.width() + left, "floor", 500)
            if title is not None:
                painter.setPen(self._look.color("key_text"))
                x = min(self.cells.center().x() - title.width / 2, self.cells.right() - title.width)
                title.draw(painter, x, self.cells.top() - room.top)

    # inside

    def _fill(self) -> None:
        shape = self.values.shape
        self._levels = colormap.levels(np.where(self.masked, 0.0, self.values), self._limit, self._signed)
        lut = colormap.scores_lut() if self._signed else colormap.weights_lut()
        if self._buffer.shape != shape:
            self._buffer = np.empty(shape, dtype=np.uint32)
            # The image looks into the buffer: both are kept together, and the buffer is only ever written in place.
            self._image = QImage(self._buffer.data, shape[1], shape[0], shape[1] * 4, QImage.Format.Format_RGB32)
        np.take(lut, self._levels, out=self._buffer)

    def _relay(self) -> None:
        self._labels = None
        if not self._bounds.isEmpty():
            self.layout(self._bounds)

    def placed_labels(self) -> list[Placed]:
        """The labels that are drawn, and where; found once for each layout and selection."""
        if self._labels is None:
            self._labels = self._place_labels()
        return self._labels

    def _place_labels(self) -> list[Placed]:
        words, origin = self.words(), (self.cells.left(), self.cells.top())
        query, key = self.selection
        rows = place_rows(self._look, words, self.cell, origin, query) if self.axes.left else []
        if not self.axes.top:
            return rows
        also = [int(k) for q, k in self._largest if q == query][:1]
        return rows + place_columns(self._look, words, self.cell, origin, key, also)

    def _label_at(self, point: QPointF) -> str:
        row, column = (point.y() - self.cells.top()) / self.cell, (point.x() - self.cells.left()) / self.cell
        if point.x() < self.cells.left() and 0 <= row < len(self.rows):
            return self.rows[int(row)]
        if point.y() < self.cells.top() and 0 <= column < len(self.columns):
            return self.columns[int(column)]
        return ""

    @staticmethod
    def _name(labels: tuple[str, ...], index: int) -> str:
        return labels[index] if index < len(labels) else str(index + 1)
