"""How far dot products spread: measured shares as filled steps, the theory as a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import Chart, line, tinted
from attnviz.ui.widgets.text.inline_math import draw_label, width

_FLANK: Final = 0.5  # where on its hill the first label sits, of the peak


@dataclass(frozen=True, slots=True)
class Hill:
    """One distribution. Heights are shares of its higher peak, so that a wide hill is as tall as a narrow one."""

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
        self.set_axes((-reach, reach), ticks, (0.0, 1.3), ((0.0, "0"), (0.5, "½"), (1.0, "1")))

    @property
    def hills(self) -> Sequence[Hill]:
        """The distributions on show."""
        return self._hills

    def set_hills(self, hills: Sequence[Hill]) -> None:
        """Show these distributions, the widest first. Nothing is painted where nothing has changed."""
        if len(hills) != len(self._hills) or not all(map(_same, hills, self._hills)):
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
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # upright edges need none, and it is dear
        painter.drawPolygon(line(xs, ys))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(look.pen(hill.role, dashed=hill.dashed))
        middles = (hill.edges[1:] + hill.edges[:-1]) / 2
        painter.drawPolyline(line(self.x_of(middles), self.y_of(hill.theory)))

    def _draw_labels(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """The widest hill's label at its right flank, the others' above the peak that all share."""
        font = look.font("label", 700)
        high = QFontMetricsF(font).height()
        for number, hill in enumerate(self._hills):
            wide = width(hill.label, font, look)
            left, y = box.center().x() - wide / 2, float(self.y_of(1.0)) - (number - 0.4) * high
            if number == 0:
                middles = (hill.edges[1:] + hill.edges[:-1]) / 2
                flank = float(middles[hill.theory >= _FLANK].max(initial=0.0))
                left, y = float(self.x_of(flank)) + look.line + 8, float(self.y_of(_FLANK))
            left = min(left, box.right() - wide - 2)
            place = QRectF(QPointF(left, y - high / 2), QPointF(left + wide, y + high / 2))
            draw_label(painter, place, hill.label, font, look, f"{hill.role}_text", patch=True)


def _same(one: Hill, other: Hill) -> bool:
    named = (one.id, one.role, one.label, one.dashed) == (other.id, other.role, other.label, other.dashed)
    return named and all(
        np.array_equal(mine, others)
        for mine, others in (
            (one.edges, other.edges), (one.measured, other.measured), (one.theory, other.theory),
        )
    )  # fmt: skip
