"""Error against the number of heads: dots that are trained, and the lines on which they should land."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from attnviz.core.arrays import FloatArray
from attnviz.core.words import number
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import Chart, apart, line, symbol, tinted
from attnviz.ui.widgets.text.inline_math import draw_label, width

TOP: Final = 1.15  # of the axis; a dot above it is drawn at the upper edge, hollow
TICKS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
RIGHT: Final = 0.6  # of the axis to the right of the last number of heads
APART: Final = 0.15  # from the dot of one series to the next, in heads
COLORS: Final = (0, 1, 3)  # head colors: blue, vermilion, green
SYMBOLS: Final = ("o", "s", "d")


@dataclass(frozen=True, slots=True)
class Series:
    """One number of jobs: its name, and for every number of heads the error now, the line, the lower line if any."""

    label: str
    errors: FloatArray = field(repr=False)  # (h,) NaN where training ran away
    line: FloatArray = field(repr=False)  # (h,)
    lower: FloatArray | None = field(default=None, repr=False)  # (h,)


class HeadsErrorPlot(Chart):
    """Dots of several series side by side above each number of heads; both axes stay."""

    def __init__(self, name: str, heads: Sequence[int]) -> None:
        super().__init__(name, "heads h", "error left, as a share of the variance")
        self._heads = np.array(heads, dtype=float)  # (h,)
        self._series: Sequence[Series] = ()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing here can be moved

    @property
    def series(self) -> Sequence[Series]:
        """What is on show."""
        return self._series

    def set_series(self, series: Sequence[Series]) -> None:
        """Show these series."""
        lines = [(one.label, one.line.tolist(), one.lower is None) for one in series]
        still = lines == [(one.label, one.line.tolist(), one.lower is None) for one in self._series]
        renamed = [one.label for one in series] != [one.label for one in self._series]
        self._series = series
        if renamed:
            self._make_room()
        if still:
            self.redraw()
        else:
            self.forget_still()

    def set_look(self, look: Look) -> None:
        """Take over colors, fonts and line widths."""
        super().set_look(look)
        self._make_room()

    def resizeEvent(self, event: object) -> None:
        """The names at the left keep their room."""
        super().resizeEvent(event)
        if hasattr(self, "_series"):
            self._make_room()

    def place_of(self, series: int, heads: int) -> QPointF:
        """Where a dot is drawn, `heads` counted from 0; one that ran away or is off the axis is at the upper edge."""
        error = float(self._series[series].errors[heads])
        at = min(error, TOP) if np.isfinite(error) else TOP
        return QPointF(float(self._xs(series)[heads]), float(self.y_of(at)))

    def draw_still(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """The lines."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for index, one in enumerate(self._series):
            xs, color = self._xs(index), look.head_color(COLORS[index])
            painter.setPen(QPen(tinted(color, 0.75), look.line * 0.75, Qt.PenStyle.DashLine))
            painter.drawPolyline(line(xs, self.y_of(one.line)))
            if one.lower is not None:
                painter.setPen(QPen(color, look.line * 0.9, Qt.PenStyle.DotLine))
                painter.drawPolyline(line(xs, self.y_of(one.lower)))

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """The dots, above the errors of those that are not at the foot."""
        self._draw_names(painter, look, box)
        for heads in range(1, len(self._heads)):
            self._draw_values(painter, look, box, heads)
        for index, one in enumerate(self._series):
            for heads, error in enumerate(one.errors.tolist()):
                place = self.place_of(index, heads)
                if np.isfinite(error):
                    self._draw_mark(painter, look, index, place, hollow=error > TOP)
                else:
                    self._draw_cross(painter, look, index, place)

    def _draw_names(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """At the left of the dots of the least number of heads: whose they are, and their errors."""
        font = look.font("label", 600)
        high = QFontMetricsF(font).height()
        ys = apart([self.place_of(i, 0).y() for i in range(len(self._series))], high, box.top(), box.bottom())
        for index, y in enumerate(ys):
            words = self._name(index)
            wide = width(words, font, look)
            end = float(self._xs(0)[0]) - look.marker
            place = QRectF(end - wide, y - high / 2, wide, high)
            draw_label(painter, place, words, font, look, "ink", patch=True)

    def _draw_values(self, painter: QPainter, look: Look, box: QRectF, heads: int) -> None:
        """The errors above another number of heads, at the right of the dots whose line is not at the foot."""
        shown = [
            i for i, one in enumerate(self._series)
            if one.line[heads] > 0 and np.isfinite(one.errors[heads]) and one.errors[heads] <= TOP
        ]  # fmt: skip
        font = look.font("label")
        high = QFontMetricsF(font).height()
        ys = apart([self.place_of(i, heads).y() for i in shown], high * 0.94, box.top(), box.bottom())
        for i, y in zip(shown, ys, strict=True):
            words = number(float(self._series[i].errors[heads]))
            x, wide = float(self._xs(len(self._series) - 1)[heads]) + look.marker, width(words, font, look)
            place = QRectF(x, y - high / 2, wide, high)
            draw_label(painter, place, words, font, look, "ink", patch=True)

    def _name(self, series: int) -> str:
        error = float(self._series[series].errors[0])
        return f"{self._series[series].label}  {number(error) if np.isfinite(error) else '–'}"

    def _make_room(self) -> None:
        """As much of the axis to the left of the first number of heads as the names take."""
        look = self.look()
        if look is None:
            return
        font = look.font("label", 600)
        wides = [width(f"{one.label}  0.00", font, look) for one in self._series]
        names = max(wides, default=0.0) + 2 * look.marker + 4
        first, last = float(self._heads[0]), float(self._heads[-1])
        share = min(names / max(self.box().width(), 1.0), 0.5)
        left = APART + (last + RIGHT - first) * share / (1 - share)
        self.set_axes(
            (first - left, last + RIGHT), [(float(h), f"{h:g}") for h in self._heads],
            (-0.05, TOP), [(tick, f"{tick:g}") for tick in TICKS],
        )  # fmt: skip

    def _draw_mark(self, painter: QPainter, look: Look, series: int, at: QPointF, *, hollow: bool) -> None:
        color = look.head_color(COLORS[series])
        painter.setPen(QPen(color if hollow else look.color("card"), 1.5))
        painter.setBrush(look.color("card") if hollow else color)
        symbol(painter, SYMBOLS[series], at, look.marker * 1.25)

    def _draw_cross(self, painter: QPainter, look: Look, series: int, at: QPointF) -> None:
        painter.setPen(QPen(look.head_color(COLORS[series]), look.line))
        half = look.marker / 2
        painter.drawLine(at + QPointF(-half, -half), at + QPointF(half, half))
        painter.drawLine(at + QPointF(-half, half), at + QPointF(half, -half))

    def _xs(self, series: int) -> FloatArray:
        middle = (len(self._series) - 1) / 2
        return self.x_of(self._heads + (series - middle) * APART)
