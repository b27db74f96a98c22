"""The scale that colors stand for, with its numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from attnviz.core.words import number
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.text.texts import Text, text_of

BAR = 14.0
TICK = 5.0


class ColorBar(QGraphicsObject):
    """An upright bar of the colors on 0…limit (weights) or −limit…limit (scores), one for many matrices."""

    def __init__(self, look: Look, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._signed, self._limit, self._masked = False, 1.0, False
        self._rect = QRectF()
        self._column = np.zeros((colormap.LEVELS, 1), dtype=np.uint32)
        self._image = QImage(self._column.data, 1, colormap.LEVELS, 4, QImage.Format.Format_RGB32)
        self._fill()

    def set_scale(self, mode: str, limit: float, masked: bool = False) -> None:
        """Show the scale of "weights" on 0…limit or "scores" on −limit…limit, and what hatching means."""
        if (mode == "scores", limit, masked) == (self._signed, self._limit, self._masked):
            return
        self._signed, self._limit, self._masked = mode == "scores", limit, masked
        self._fill()
        self.update()

    def _fill(self) -> None:
        lut = colormap.scores_lut() if self._signed else colormap.weights_lut()
        self._column[:, 0] = lut[::-1]

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.update()

    def layout(self, rect: QRectF) -> None:
        """Fill `rect` (parent coordinates)."""
        self.prepareGeometryChange()
        self._rect = QRectF(rect)
        self.update()

    def words(self) -> str:
        """What the scale is, in words."""
        if self._signed:
            return f"score {number(-self._limit)}…{number(self._limit)}"
        if self._limit < 1.0:
            return f"stretched to 0…{number(self._limit)}"
        return "weight 0…1"

    def width(self) -> float:
        """The room it needs across, in pixels; the same for every weight scale, so that pictures do not move."""
        widest = max(text.width for _, text in self._ticks())
        lines = max(text_of(self._look, word, "floor", 600).width for word in ("stretched", "to 0…0.00", "masked"))
        return max(BAR + TICK + 3 + widest, lines + 2)

    def boundingRect(self) -> QRectF:
        return self._rect.adjusted(-1, -1, 1, 1)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._rect.isEmpty():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        caption = [text_of(self._look, line, "floor", 600) for line in self._caption()]
        painter.setPen(self._look.color("ink"))
        top = self._rect.top()
        for line in caption:
            line.draw(painter, self._rect.left(), top)
            top += line.height
        half = text_of(self._look, "0", "floor").height / 2
        bottom = self._rect.bottom() - (self._draw_masked(painter) if self._masked else 0.0)
        bar = QRectF(self._rect.left(), top + half + 2, BAR, bottom - top - 2 * half - 4)
        if bar.height() < 3 * half:
            return
        painter.drawImage(bar, self._image)
        painter.setPen(QPen(self._look.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
        for share, text in self._ticks():
            y = bar.bottom() - share * bar.height()
            painter.setPen(QPen(self._look.color("edge"), 1))
            painter.drawLine(round(bar.right()), round(y), round(bar.right() + TICK), round(y))
            painter.setPen(self._look.color("ink"))
            text.draw(painter, bar.right() + TICK + 3, y - half)

    def _draw_masked(self, painter: QPainter) -> float:
        """Draw a hatched patch with its meaning at the foot, and return its height."""
        text = text_of(self._look, "masked", "floor")
        patch = QRectF(self._rect.left(), self._rect.bottom() - text.height - BAR - 2, BAR, BAR)
        painter.setPen(QPen(self._look.color("edge"), 1))
        painter.setBrush(QBrush(self._look.color("edge"), Qt.BrushStyle.BDiagPattern))
        painter.drawRect(patch)
        painter.setPen(self._look.color("ink"))
        text.draw(painter, patch.left(), patch.bottom() + 2)
        return text.height + BAR + 8

    def _caption(self) -> tuple[str, ...]:
        if self._signed:
            return ("score",)
        return ("weight", "stretched", f"to 0…{number(self._limit)}") if self._limit < 1.0 else ("weight",)

    def _ticks(self) -> list[tuple[float, Text]]:
        low = -self._limit if self._signed else 0.0
        ticks = []
        for share in (0.0, 0.5, 1.0):
            value = low + share * (self._limit - low)
            words = (
                number(int(value))
                if value == int(value)
                else number(value, 1 if abs(value) >= 10 or value == 0.5 else 2)
            )
            ticks.append((share, text_of(self._look, words, "floor")))
        return ticks
