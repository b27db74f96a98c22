"""How far dot products spread: measured shares as filled steps, the theory as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.inline_math import draw_label, width
from attnviz.ui.widgets.plot import Chart, line, tinted

_LABEL_HEIGHTS: Final = (0.5, 0.9, 0.7)  # where on its curve a label sits, of the peak: the widest curve's lowest


@dataclass(frozen=True, slots=True)
class Hill:
    """One distribution. Heights are shares of the theory's peak, so that a wide hill is as tall as a narrow one."""

    id: str
    role: str
    label: str
    edges: FloatArray = field(repr=False)  # (bins + 1,)
    measured: FloatArray = field(repr=False)  # (bins,)
    theory: FloatArray = field(repr=False)  # (bins,)
    dashed: bool = False


class SpreadPlot(Chart):
    """Distributions over one fixed axis: a hill that outgrows it is meant to be seen to."""

    def __init__(self, name: str, x_title: str, y_title: str, reach: float, parent: QWidget | None = None) -> None:
        """`reach` is the end of the x axis on both sides."""
        super().__init__(name, x_title, y_title, parent)
        self._hills: Sequence[Hill] = ()
        ticks = [(x, f"{x:g}".replace("-", "−")) for x in (-reach, -reach / 2, 0.0, reach / 2, reach)]
        self.set_axes((-reach, reach), ticks, (0.0, 1.22), ((0.0, "0"), (0.5, "½"), (1.0, "1")))

    def set_hills(self, hills: Sequence[Hill]) -> None:
        """Show these distributions, the widest first."""
        self._hills = hills
        self.redraw()

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Fills, lines, labels; nothing beyond the ends of the axis."""
        painter.save()
        painter.setClipRect(box)
        for hill in self._hills:
            self._draw_hill(painter, look, hill)
        painter.restore()
        self._draw_labels(painter, look, box)

    def _draw_hill(self, painter: QPainter, look: Look, hill: Hill) -> None:
        color = look.color(hill.role)
        xs = self.x_of(np.repeat(hill.edges, 2))  # up and down at each edge
        ys = self.y_of(np.concatenate([[0.0], np.repeat(hill.measured, 2), [0.0]]))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tinted(color, 0.30))
        painter.drawPolygon(line(xs, ys))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look.pen(hill.role, dashed=hill.dashed))
        middles = (hill.edges[1:] + hill.edges[:-1]) / 2
        painter.drawPolyline(line(self.x_of(middles), self.y_of(hill.theory)))

    def _draw_labels(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Each label at the right flank of its hill, where the hill is as high as the label."""
        font = look.font("label", 700)
        high = QFontMetricsF(font).height()
        for hill, level in zip(self._hills, _LABEL_HEIGHTS, strict=False):
            middles = (hill.edges[1:] + hill.edges[:-1]) / 2
            flank = float(middles[hill.theory >= level].max(initial=0.0))
            wide = width(hill.label, font)
            left = min(float(self.x_of(flank)) + look.line + 8, box.right() - wide - 2)
            y = float(self.y_of(level))
            place = QRectF(QPointF(left, y - high / 2), QPointF(left + wide, y + high / 2))
            draw_label(painter, place, hill.label, font, look.color(f"{hill.role}_text"), QColor(look.theme.card))
