"""Curves over key width with a marker that can be dragged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import WIDTH_TICKS, Chart, apart, line, symbol, tinted
from attnviz.ui.widgets.text.inline_math import draw_label, width

_NEAR: Final = 14.0  # pixels from the marker in which the pointer says "drag me"
_TOP: Final = 10  # log2 of the widest key


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve: how it looks, what it is called, and its points over key width.

    `low` and `high` bound an optional band; `now` is the value at today's key width.
    """

    id: str
    role: str
    label: str
    widths: FloatArray = field(repr=False)
    values: FloatArray = field(repr=False)
    now: float
    now_text: str
    low: FloatArray | None = field(default=None, repr=False)
    high: FloatArray | None = field(default=None, repr=False)
    dashed: bool = False
    symbol: str = "o"


class CurvePlot(Chart):
    """Curves over key width 1…1024 (log2). The marker stands at today's key width and can be dragged."""

    dragged = Signal(float)  # key width under the marker
    drag_began = Signal()
    drag_ended = Signal()

    def __init__(self, name: str, y_title: str, parent: QWidget | None = None) -> None:
        super().__init__(name, "key width", y_title, parent)
        self._curves: Sequence[Curve] = ()
        self._key_width = 64.0
        self._held = False
        self._widest = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.set_y_axis((0.0, 1.0), ((0.0, "0"), (0.5, "0.5"), (1.0, "1")))

    @property
    def key_width(self) -> float:
        """Where the marker stands."""
        return self._key_width

    @property
    def curves(self) -> Sequence[Curve]:
        """The curves on show."""
        return self._curves

    def set_y_axis(self, y_range: tuple[float, float], ticks: Sequence[tuple[float, str]]) -> None:
        """Fix the y axis."""
        self._y_axis = (y_range, ticks)
        look = self.look()
        digits = QFontMetricsF(look.font("label")).horizontalAdvance("0") if look else 8.0
        crowded = self.width() < 40 * digits  # "256" and "1024" would touch
        x_ticks = [(float(np.log2(key)), str(key)) for key in WIDTH_TICKS if not (crowded and key == 256)]
        self.set_axes((0.0, float(_TOP)), x_ticks, y_range, ticks)

    def resizeEvent(self, event: object) -> None:
        """A narrow chart names fewer widths."""
        super().resizeEvent(event)
        if hasattr(self, "_y_axis"):
            self.set_y_axis(*self._y_axis)

    def set_widest_label(self, label: str) -> None:
        """Reserve room at the right for the widest label that may come, so that it never re-lays the chart."""
        self._widest = label
        self._reserve()

    def set_look(self, look: Look) -> None:
        """Take over colors, fonts and line widths."""
        super().set_look(look)
        self._reserve()
        self.set_y_axis(*self._y_axis)

    def set_curves(self, curves: Sequence[Curve], key_width: float) -> None:
        """Show these curves, the marker at `key_width`."""
        if not _same_course(curves, self._curves):
            self.forget_still()
        self._curves, self._key_width = curves, key_width
        self.redraw()

    def values_in_words(self) -> str:
        """The value of each curve at the marker: "raw 0.86, divided 0.32"."""
        return ", ".join(f"{curve.id} {curve.now_text}" for curve in self._curves)

    # -- drawing

    def draw_still(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Bands below, then curves, then their names."""
        for curve in self._curves:
            self._draw_band(painter, look, curve)
        for curve in self._curves:
            self._draw_curve(painter, look, curve)
        self._draw_end_labels(painter, look, box)

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """The marker and the values at it."""
        self._draw_marker(painter, look, box)

    def _draw_band(self, painter: QPainter, look: Look, curve: Curve) -> None:
        if curve.low is None or curve.high is None:
            return
        xs = self.x_of(np.log2(curve.widths))
        outline = line(np.concatenate([xs, xs[::-1]]), self.y_of(np.concatenate([curve.low, curve.high[::-1]])))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tinted(look.color(curve.role), 0.13))
        painter.drawPolygon(outline)

    def _draw_curve(self, painter: QPainter, look: Look, curve: Curve) -> None:
        xs, ys = self.x_of(np.log2(curve.widths)), self.y_of(curve.values)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look.pen(curve.role, dashed=curve.dashed))
        painter.drawPolyline(line(xs, ys))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(curve.role))
        for x, y in zip(xs.tolist(), ys.tolist(), strict=True):
            symbol(painter, curve.symbol, QPointF(x, y), look.marker * 0.75)

    def _draw_end_labels(self, painter: QPainter, look: Look, box: QRectF) -> None:
        font = look.font("label", 600)
        high = QFontMetricsF(font).height()
        ends = [float(self.y_of(curve.values[-1])) for curve in self._curves]
        for curve, y in zip(self._curves, apart(ends, high, box.top() - high / 2, box.bottom()), strict=True):
            place = QRectF(box.right() + look.marker, y - high / 2, width(curve.label, font, look), high)
            draw_label(painter, place, curve.label, font, look, f"{curve.role}_text")

    def _draw_marker(self, painter: QPainter, look: Look, box: QRectF) -> None:
        x = float(self.x_of(np.log2(self._key_width)))
        painter.setPen(look.pen("ink", max(1.5, look.line / 2), dashed=True))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        self._draw_handle(painter, look, QPointF(x, box.bottom()))
        font = look.font("label", 700)
        high = QFontMetricsF(font).height()
        ys = [float(self.y_of(curve.now)) for curve in self._curves]
        for curve, y in zip(self._curves, ys, strict=True):
            painter.setPen(QPen(look.color("ink"), max(1.5, look.line * 0.75)))
            painter.setBrush(look.color("card"))
            symbol(painter, curve.symbol, QPointF(x, y), look.marker * 1.25)
        wanted = _beside(ys, high)
        at_left = x > box.left() + 0.6 * box.width()
        for curve, y in zip(self._curves, apart(wanted, high, box.top() - high / 2, box.bottom() - 2), strict=True):
            wide = width(curve.now_text, font, look)
            left = x - wide - look.marker * 1.2 if at_left else x + look.marker * 1.2
            place = QRectF(left, y - high / 2, wide, high)
            draw_label(painter, place, curve.now_text, font, look, f"{curve.role}_text", patch=True)

    def _draw_handle(self, painter: QPainter, look: Look, foot: QPointF) -> None:
        """A grip on the axis: this line can be taken."""
        half = look.marker * 0.8
        painter.setPen(QPen(look.color("card"), 1.5))
        painter.setBrush(look.color("ink"))
        painter.drawRoundedRect(QRectF(foot.x() - half, foot.y() - half, 2 * half, 2 * half), half * 0.5, half * 0.5)

    def _reserve(self) -> None:
        look = self.look()
        if look is not None:
            self._right = width(self._widest, look.font("label", 600), look) + look.marker + 6
            self._lay_out()

    # -- the marker, by mouse and by keys

    def _width_at(self, x: float) -> float:
        box = self.box()
        share = (x - box.left()) / max(box.width(), 1.0)
        return float(2.0 ** (min(max(share, 0.0), 1.0) * _TOP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the marker, wherever between the axes the button goes down."""
        if event.button() != Qt.MouseButton.LeftButton or not self.box().adjusted(-8, 0, 8, 12).contains(
            event.position()
        ):
            event.ignore()
            return
        self._held = True
        self.drag_began.emit()
        self.dragged.emit(self._width_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry the marker along."""
        if self._held:
            self.dragged.emit(self._width_at(event.position().x()))
        else:
            near = abs(event.position().x() - float(self.x_of(np.log2(self._key_width)))) < _NEAR
            self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the marker go."""
        if self._held and event.button() == Qt.MouseButton.LeftButton:
            self._held = False
            self.drag_ended.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and Right go to the next power of two, Home and End to the narrowest and widest key."""
        power = float(np.log2(self._key_width))
        targets = {
            Qt.Key.Key_Left: np.ceil(power) - 1,
            Qt.Key.Key_Down: np.ceil(power) - 1,
            Qt.Key.Key_Right: np.floor(power) + 1,
            Qt.Key.Key_Up: np.floor(power) + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: _TOP,
        }
        target = targets.get(Qt.Key(event.key()))
        if target is None:
            QWidget.keyPressEvent(self, event)
            return
        self.drag_began.emit()
        self.dragged.emit(float(2.0 ** min(max(target, 0), _TOP)))
        self.drag_ended.emit()


def _same_course(some: Sequence[Curve], others: Sequence[Curve]) -> bool:
    """Whether two sets of curves differ at most in their values at the marker. Arrays are compared by identity."""
    return len(some) == len(others) and all(
        one.label == two.label and one.role == two.role and one.values is two.values and one.low is two.low
        for one, two in zip(some, others, strict=True)
    )


def _beside(ys: Sequence[float], high: float) -> list[float]:
    """Where a value would stand: above its curve, or below it where another curve runs closely above."""
    out = []
    for y in ys:
        crowded = any(0 < y - other < 2.4 * high for other in ys)
        out.append(y + high * 0.95 if crowded else y - high * 0.95)
    return out
