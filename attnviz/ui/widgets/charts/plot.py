"""What all charts share: a pyqtgraph view and two axes with fixed ranges, and none of its buttons and menus.

pyqtgraph's PlotWidget would bring menus that outlive it and take six times as long to make.

The marks of a chart (curves, bars, labels) are drawn in logical pixels, not by pyqtgraph's curve items. Pens are
then as wide as the theme says at every device ratio and in a PDF, where pyqtgraph's cosmetic pens stay one device
pixel thick; and a label can be put where nothing else is. What a drag does not move is kept as a picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import PySide6.QtCore  # noqa: F401  (before pyqtgraph, which otherwise looks for PyQt6 first)
from pyqtgraph import AxisItem, GraphicsView, GraphicsWidget, ViewBox
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEngine, QPainter, QPen, QPixmap, QPolygonF, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsGridLayout,
    QGraphicsItem,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.inline_math import draw_label, width

WIDTH_TICKS: Final = (1, 4, 16, 64, 256, 1024)
TICK: Final = 5  # length of a tick, pixels


class _Marks(QGraphicsItem):
    """Hands the painter to the chart, in logical pixels of the view."""

    def __init__(self, chart: Chart) -> None:
        super().__init__()
        self._chart = chart
        self.setZValue(10)

    def boundingRect(self) -> QRectF:
        """The whole view."""
        return QRectF(self._chart.viewport().rect())

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw everything that is data."""
        self._chart.paint_marks(painter)


class Chart(GraphicsView):
    """A chart with fixed axes. Subclasses say what to draw in `draw`, in pixels through `x_of` and `y_of`.

    x_title stands below the x axis, y_title above the y axis: nobody has to tilt the head.
    """

    def __init__(self, name: str, x_title: str, y_title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored
        self._look: Look | None = None
        self._x_title, self._y_title = x_title, y_title
        self._x_range, self._y_range = (0.0, 1.0), (0.0, 1.0)
        self._x_ticks: Sequence[tuple[float, str]] = ()
        self._y_ticks: Sequence[tuple[float, str]] = ()
        self._right = 8.0  # room for labels at the line's end
        self._header: QWidget | None = None
        self._box: QRectF | None = None
        self._still: QPixmap | None = None
        self._marks = _Marks(self)
        self._view = ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0.0)
        self._axes = {side: AxisItem(side, linkView=self._view) for side in ("left", "bottom")}
        self._center = GraphicsWidget()
        self._center.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a chart is not mirrored
        self._grid = QGraphicsGridLayout(self._center)
        self._grid.setSpacing(0)
        self._grid.addItem(self._axes["left"], 0, 0)
        self._grid.addItem(self._view, 0, 1)
        self._grid.addItem(self._axes["bottom"], 1, 1)
        self.setCentralItem(self._center)
        self._view.disableAutoRange()
        self._view.sigResized.connect(self._forget_box)
        for axis in self._axes.values():
            axis.enableAutoSIPrefix(False)
            axis.setZValue(-1)
        self.scene().addItem(self._marks)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)  # Qt's own cache would put pixels into a PDF
        # The background covers everything, so that Qt need not paint the card and the window under it.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(QSize(180, 120))

    # -- what subclasses say

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Draw what moves in a drag; `box` is the area between the axes."""

    def draw_still(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Draw what lies below and stays; `forget_still` when it changes."""

    def forget_still(self) -> None:
        """Draw what stays anew at the next paint."""
        self._still = None
        self.redraw()

    def set_axes(
        self,
        x_range: tuple[float, float],
        x_ticks: Sequence[tuple[float, str]],
        y_range: tuple[float, float],
        y_ticks: Sequence[tuple[float, str]],
    ) -> None:
        """Fix ranges and ticks. Costs a new layout when something differs: keep them still during a drag."""
        given = (x_range, tuple(x_ticks), y_range, tuple(y_ticks))
        if given == (self._x_range, self._x_ticks, self._y_range, self._y_ticks):
            return
        self._x_range, self._x_ticks, self._y_range, self._y_ticks = given
        self._view.setRange(xRange=x_range, yRange=y_range, padding=0.0, disableAutoRange=True)
        self._axes["bottom"].setTicks([list(x_ticks)])
        self._axes["left"].setTicks([list(y_ticks)])
        self._lay_out()

    def set_header(self, header: QWidget) -> None:
        """Put a row of controls above the picture, in place of the y title."""
        self._header = header
        header.setParent(self)
        self._lay_out()

    def describe(self, text: str) -> None:
        """Say in words what the chart shows now, for a person who cannot see it."""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    def set_look(self, look: Look) -> None:
        """Take over colors, fonts and line widths."""
        self._look = look
        self.setBackground(look.color("card"))
        axis_pen = QPen(look.color("edge"), max(1.0, look.line / 2))
        for axis in self._axes.values():
            axis.setPen(axis_pen)
            axis.setTextPen(look.color("muted"))
            axis.setTickFont(look.font("label"))
            axis.setStyle(tickLength=-TICK, tickTextOffset=4, autoReduceTextSpace=False)
        self._lay_out()

    def look(self) -> Look | None:
        """The look now, None before the first."""
        return self._look

    # -- pixels

    def box(self) -> QRectF:
        """The area between the axes, in pixels of the view."""
        if self._box is None:
            self._box = QRectF(self._view.mapRectToScene(self._view.rect()))
        return self._box

    def x_of(self, values: FloatArray | float) -> FloatArray:
        """Pixels of x values."""
        box, (low, high) = self.box(), self._x_range
        return np.asarray(box.left() + (np.asarray(values) - low) * (box.width() / (high - low)))

    def y_of(self, values: FloatArray | float) -> FloatArray:
        """Pixels of y values."""
        box, (low, high) = self.box(), self._y_range
        return np.asarray(box.bottom() - (np.asarray(values) - low) * (box.height() / (high - low)))

    def redraw(self) -> None:
        """Paint the marks anew in the next turn of the event loop."""
        self._marks.update()

    def ticks(self, side: str) -> list[tuple[float, str]]:
        """Value and text of the ticks on the left or bottom axis."""
        return list(self._y_ticks if side == "left" else self._x_ticks)

    def ranges(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """What the axes span, as pyqtgraph has it."""
        (left, right), (low, high) = self._view.viewRange()
        return (left, right), (low, high)

    # -- Qt

    def close(self) -> bool:
        """Close as any widget does: pyqtgraph's own way takes the scene apart under the marks, and crashes."""
        return QWidget.close(self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the page."""
        event.ignore()

    def resizeEvent(self, event: object) -> None:
        """The marks fill the view."""
        super().resizeEvent(event)
        if hasattr(self, "_marks"):
            self._marks.prepareGeometryChange()
            self._place_header()

    def focusInEvent(self, event: object) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.redraw()

    def focusOutEvent(self, event: object) -> None:
        """Take the focus ring away."""
        super().focusOutEvent(event)
        self.redraw()

    def drawBackground(self, painter: QPainter, rect: QRectF) -> None:
        """What stays: from the kept picture on a screen, drawn anew into a PDF, where lines must remain lines."""
        look = self._look
        if look is None:
            super().drawBackground(painter, rect)
        elif painter.paintEngine().type() != QPaintEngine.Type.Raster:
            self._paint_still(painter, look)
        else:
            painter.drawPixmap(QPointF(0, 0), self._still_picture(look, painter.device().devicePixelRatioF()))

    def paint_marks(self, painter: QPainter) -> None:
        """What moves, and the focus ring."""
        look, box = self._look, self.box()
        if look is None or box.width() < 10 or box.height() < 10:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, look, box)
        if self.hasFocus():
            painter.setPen(look.pen("focus", 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _still_picture(self, look: Look, ratio: float) -> QPixmap:
        size = self.viewport().size() * ratio
        if self._still is None or self._still.size() != size or self._still.devicePixelRatioF() != ratio:
            self._still = QPixmap(size)
            self._still.setDevicePixelRatio(ratio)
            painter = QPainter(self._still)
            self._paint_still(painter, look)
            painter.end()
        return self._still

    def _paint_still(self, painter: QPainter, look: Look) -> None:
        painter.fillRect(self.viewport().rect(), look.color("card"))
        box = self.box()
        if box.width() < 10 or box.height() < 10:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_grid(painter, look, box)
        self._draw_titles(painter, look, box)
        self.draw_still(painter, look, box)

    def _draw_grid(self, painter: QPainter, look: Look, box: QRectF) -> None:
        faint = look.color("border")
        faint.setAlphaF(0.6)
        painter.setPen(QPen(faint, 1.0))
        for value, _ in self._y_ticks:
            y = round(float(self.y_of(value))) + 0.5
            if y < box.bottom() - 1:
                painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))

    def _draw_titles(self, painter: QPainter, look: Look, box: QRectF) -> None:
        font = look.font("label")
        high = QFontMetricsF(font).height()
        if self._header is None:
            draw_label(painter, QRectF(6.0, 2.0, box.right(), high), self._y_title, font, look, "muted")
        wide = width(self._x_title, font, look)
        below = box.bottom() + TICK + 4 + high
        place = QRectF(box.center().x() - wide / 2, below, wide, high)
        draw_label(painter, place, self._x_title, font, look, "muted")

    def _lay_out(self) -> None:
        """Margins wide enough for every label, and no wider."""
        look = self._look
        if look is None:
            return
        metrics = QFontMetricsF(look.font("label"))
        widest = max((metrics.horizontalAdvance(text) for _, text in self._y_ticks), default=0.0)
        half = max((metrics.horizontalAdvance(text) for _, text in self._x_ticks), default=0.0) / 2
        left, bottom = self._axes["left"], self._axes["bottom"]
        left.setWidth(round(widest) + TICK + 10)
        bottom.setHeight(round(2 * metrics.height()) + TICK + 6)
        # pyqtgraph leaves out a tick's text that reaches beyond the axis by more than this.
        left.setStyle(hideOverlappingLabels=int(metrics.height()))
        bottom.setStyle(hideOverlappingLabels=int(half) + 8)
        top = metrics.height() * 1.35 + 4
        if self._header is not None:
            top = max(top, self._header.sizeHint().height() + metrics.height() / 2 + 2)
        self._grid.setContentsMargins(2, round(top), round(max(self._right, half + 4)), 2)
        self._place_header()
        self._forget_box()

    def _place_header(self) -> None:
        if self._header is not None:
            self._header.setGeometry(0, 0, self.width(), self._header.sizeHint().height())

    def _forget_box(self) -> None:
        self._box = None
        self.forget_still()


def line(xs: FloatArray, ys: FloatArray) -> QPolygonF:
    """A polyline through pixel positions."""
    return QPolygonF([QPointF(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)])


def apart(wanted: Sequence[float], height: float, low: float, high: float) -> list[float]:
    """Centers of labels as near as possible to `wanted`, each `height` from the next, all within low … high."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed = [min(max(wanted[i], low + height / 2), high - height / 2) for i in order]
    for i in range(1, len(placed)):
        placed[i] = max(placed[i], placed[i - 1] + height)
    overflow = placed[-1] - (high - height / 2) if placed else 0.0
    if overflow > 0:
        placed[-1] -= overflow
        for i in range(len(placed) - 2, -1, -1):
            placed[i] = min(placed[i], placed[i + 1] - height)
    out = [0.0] * len(wanted)
    for i, y in zip(order, placed, strict=True):
        out[i] = y
    return out


def tinted(color: QColor, alpha: float) -> QColor:
    """`color`, `alpha` opaque."""
    color = QColor(color)
    color.setAlphaF(alpha)
    return color


def symbol(painter: QPainter, shape: str, at: QPointF, size: float) -> None:
    """A marker: o circle, s square, d diamond, t triangle."""
    half = size / 2
    if shape == "o":
        painter.drawEllipse(at, half, half)
    elif shape == "s":
        painter.drawRect(QRectF(at.x() - half, at.y() - half, size, size))
    else:
        turns = {"d": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)), "t": ((0, -1.2), (1.1, 0.8), (-1.1, 0.8))}[shape]
        painter.drawPolygon(QPolygonF([QPointF(at.x() + half * x, at.y() + half * y) for x, y in turns]))
