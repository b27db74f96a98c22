"""A few scores that were published, against the number of heads: fixed axis, its break drawn, every dot in figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import Chart
from attnviz.ui.widgets.text.inline_math import draw_label, width

SIDE: Final = 0.6  # of the axis at either side of the scores
BELOW: Final = 0.3  # of the axis below its first tick, where the break is


class PaperPlot(Chart):
    """Scores of models that differ in their number of heads, on a log2 axis; today's number is marked if it has one."""

    def __init__(self, name: str, scores: Sequence[tuple[int, float]], span: tuple[float, float], width_: int) -> None:
        """`scores` are heads and score; `span` of the upright axis, which does not begin at 0; `width_` is d_model."""
        super().__init__(name, f"heads h, each {width_} ÷ h wide", "BLEU, development set")
        self.scores = tuple(scores)
        self.today = 0  # heads now
        self._span = span
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # nothing here can be moved

    @property
    def marked(self) -> bool:
        """Whether today's number of heads is among the scores."""
        return any(heads == self.today for heads, _ in self.scores)

    def set_today(self, heads: int) -> None:
        """Mark this number of heads, if it is one of those."""
        if heads != self.today:
            self.today = heads
            self.redraw()

    def place_of(self, heads: int, score: float) -> QPointF:
        """Where a score is drawn."""
        return QPointF(float(self.x_of(math.log2(heads))), float(self.y_of(score)))

    def set_look(self, look: Look) -> None:
        """Take over colors, fonts and line widths."""
        super().set_look(look)
        self._set_ticks()

    def resizeEvent(self, event: object) -> None:
        """Room for fewer or for more ticks."""
        super().resizeEvent(event)
        if hasattr(self, "_span"):
            self._set_ticks()

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Dots with their scores, today's upright line, the break of the axis."""
        points = [self.place_of(heads, score) for heads, score in self.scores]
        if self.marked:
            self._draw_today(painter, look, box)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look.pen("edge", look.line * 0.7))
        painter.drawPolyline(QPolygonF(points))
        font = look.font("label", 600)
        high = QFontMetricsF(font).height()
        for point, (heads, score) in zip(points, self.scores, strict=True):
            large = look.marker * (1.7 if heads == self.today else 1.2)
            painter.setPen(QPen(look.color("card"), 1.5))
            painter.setBrush(look.color("ink"))
            painter.drawEllipse(point, large / 2, large / 2)
            words = f"{score:.1f}"
            wide = width(words, font, look)
            place = QRectF(point.x() - wide / 2, point.y() - large / 2 - high - 1, wide, high)
            draw_label(painter, place, words, font, look, "ink", patch=True)
        self._draw_break(painter, look, box)

    def _set_ticks(self) -> None:
        """Fixed axes, every half marked where there is room."""
        look = self.look()
        if look is None:
            return
        low, high = self._span
        last = math.log2(max(heads for heads, _ in self.scores))
        halves = round(2 * (high - low))
        crowded = self.box().height() < 1.4 * (halves + 1) * QFontMetricsF(look.font("label")).height()
        ticks = [low + half / 2 for half in range(0, halves + 1, 2 if crowded else 1)]
        self.set_axes(
            (-SIDE, last + SIDE), [(math.log2(heads), str(heads)) for heads, _ in self.scores],
            (low - BELOW, high), [(tick, f"{tick:.1f}") for tick in ticks],
        )  # fmt: skip

    def _draw_today(self, painter: QPainter, look: Look, box: QRectF) -> None:
        x = float(self.x_of(math.log2(self.today)))
        painter.setPen(look.pen("focus", max(1.0, look.line / 2), dashed=True))
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        font = look.font("label")
        words = "today: 1 head" if self.today == 1 else f"today: {self.today} heads"
        wide, high = width(words, font, look), QFontMetricsF(font).height()
        left = x + 8 if x + 8 + wide < self.width() else x - 8 - wide
        place = QRectF(left, box.bottom() - high - 4, wide, high)
        draw_label(painter, place, words, font, look, "focus", patch=True)

    def _draw_break(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """A zigzag across the foot of the upright axis: it does not begin at 0."""
        x, step = box.left(), max(4.0, look.label * 0.36)
        y = (float(self.y_of(self.ticks("left")[0][0])) + box.bottom()) / 2
        painter.setPen(QPen(look.color("card"), look.line + 2))
        painter.drawLine(QPointF(x, y - step), QPointF(x, y + step))
        painter.setPen(QPen(look.color("edge"), max(1.5, look.line * 0.6)))
        ys = (y + step, y + step / 3, y - step / 3, y - step)
        painter.drawPolyline(QPolygonF([QPointF(x + dx * step, at) for dx, at in zip((0, 1, -1, 0), ys, strict=True)]))
