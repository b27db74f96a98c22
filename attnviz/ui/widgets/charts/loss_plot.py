"""Curves of errors on a logarithmic axis: over the steps of a training, or over learning rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import Chart, apart, line, symbol
from attnviz.ui.widgets.text.inline_math import draw_label, width

Ticks = Sequence[tuple[float, str]]
EVERY: Final = (1, 2, 3, 6)  # every which tick may be drawn
CROWDED: Final = 1.5  # least distance of two ticks on the upright axis, in heights of their text


@dataclass(frozen=True, slots=True)
class LossLine:
    """One curve: what it is called, how it looks, its points. `errors` are above 0, the axis takes their logarithm."""

    label: str
    role: str
    xs: FloatArray = field(repr=False)
    errors: FloatArray = field(repr=False)
    dashed: bool = False
    symbol: str = ""  # o, s … at every point; empty for a mere line


class LossPlot(Chart):
    """Errors over something, both axes fixed. A name stands at the end of its curve and goes along as it grows."""

    def __init__(
        self, name: str, x_title: str, y_title: str, x_range: tuple[float, float], y_range: tuple[float, float],
        x_ticks: Callable[[int], Ticks], y_ticks: Callable[[int], Ticks],
    ) -> None:  # fmt: skip
        """`y_range` in errors; `x_ticks(n)` gives every n-th tick, `y_ticks(n)` too, at logarithms of errors."""
        super().__init__(name, x_title, y_title)
        self._lines: Sequence[LossLine] = ()
        self._here: float | None = None
        self._span = (x_range, (float(np.log10(y_range[0])), float(np.log10(y_range[1]))))
        self._ticks_of = (x_ticks, y_ticks)
        self._names: tuple[str, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing here can be moved

    @property
    def lines(self) -> Sequence[LossLine]:
        """The curves on show."""
        return self._lines

    def set_lines(self, lines: Sequence[LossLine], here: float | None = None) -> None:
        """Show these curves, and an upright line at `here` if it is given."""
        self._lines, self._here = lines, here
        names = tuple(curve.label for curve in lines)
        if names != self._names:
            self._names = names
            self._reserve()
        self.redraw()

    def set_look(self, look: Look) -> None:
        """Take over colors, fonts and line widths."""
        super().set_look(look)
        self._reserve()
        self._set_ticks()

    def resizeEvent(self, event: object) -> None:
        """Room for fewer or for more ticks."""
        super().resizeEvent(event)
        if hasattr(self, "_ticks_of"):
            self._set_ticks()

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """The curves as far as they have come, and their names."""
        if self._here is not None:
            x = float(self.x_of(self._here))
            painter.setPen(look.pen("edge", max(1.0, look.line / 2), dashed=True))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        ends = [self._draw_line(painter, look, curve) for curve in self._lines if len(curve.xs)]
        self._draw_names(painter, look, box, ends)

    def _draw_line(self, painter: QPainter, look: Look, curve: LossLine) -> QPointF:
        points = line(self.x_of(curve.xs), self.y_of(np.log10(curve.errors)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look.pen(curve.role, dashed=curve.dashed))
        painter.drawPolyline(points)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color(curve.role))
        marked = range(points.size()) if curve.symbol else (points.size() - 1,)
        for number in marked:
            symbol(painter, curve.symbol or ("o" if curve.dashed else "s"), points.at(number), look.marker)
        return QPointF(points.last())  # the polygon takes its own point along when it goes

    def _draw_names(self, painter: QPainter, look: Look, box: QRectF, ends: Sequence[QPointF]) -> None:
        font = look.font("label", 600)
        high = QFontMetricsF(font).height()
        curves = [curve for curve in self._lines if len(curve.xs)]
        ys = apart([end.y() for end in ends], high, box.top() - high / 2, box.bottom() + high / 2)
        for curve, end, y in zip(curves, ends, ys, strict=True):
            place = QRectF(end.x() + look.marker, y - high / 2, width(curve.label, font, look), high)
            draw_label(painter, place, curve.label, font, look, f"{curve.role}_text", patch=True)

    def _reserve(self) -> None:
        look = self.look()
        if look is not None:
            font = look.font("label", 600)
            self._right = max((width(name, font, look) for name in self._names), default=0.0) + look.marker + 6
            self._lay_out()

    def _set_ticks(self) -> None:
        look = self.look()
        if look is None:
            return
        metrics = QFontMetricsF(look.font("label"))
        (left, right), (low, high) = self._span
        x_ticks, y_ticks = self._ticks_of
        box = self.box()
        rows = max(int(box.height() / (CROWDED * metrics.height())), 1)
        widest = max(metrics.horizontalAdvance(text) for _, text in x_ticks(1)) + metrics.horizontalAdvance("00")
        columns = max(int(box.width() / widest), 1)
        self.set_axes((left, right), _fitting(x_ticks, columns), (low, high), _fitting(y_ticks, rows))


def _fitting(ticks: Callable[[int], Ticks], room: int) -> Ticks:
    """As many ticks as there is room for."""
    for every in EVERY:
        if len(ticks(every)) <= room + 1:
            return ticks(every)
    return ticks(EVERY[-1])
