"""The color scales of the matrices on show, lying, each with its ends in figures."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from attnviz.core.words import number
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.text.texts import text_of

Scale = tuple[str, bool, float]  # what is colored, whether it is signed, where the scale ends
GAP: Final = 5.0


class ScaleBars(QWidget):
    """One bar for each color scale in use."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scales: tuple[Scale, ...] = ()
        self._look: Look | None = None
        self.setAccessibleName("Color scales")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    def set_scales(self, scales: tuple[Scale, ...]) -> None:
        """Show these scales."""
        if scales != self.scales:
            self.scales = scales
            self.setAccessibleDescription("; ".join(f"{name} {low} to {high}" for name, low, high in self._ends()))
            self.update()

    def set_look(self, look: Look) -> None:
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        if self._look is None:
            return QSize(10, 10)
        height = text_of(self._look, "0", "floor").height
        return QSize(math.ceil(sum(self._words()) + self._look.floor * 4.0 * len(self.scales)), math.ceil(height) + 2)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        """Beside each other where that fits, else below each other."""
        return (1 if self._bar(width) else max(len(self.scales), 1)) * self.sizeHint().height()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        bar, x = self._bar(self.width()), 0.0
        every = [("", *ends[1:]) for ends in self._ends()] if self._is_tight(self.width()) else self._ends()
        for scale, ends, words in zip(self.scales, every, self._words(), strict=True):
            self._draw(painter, self._look, x, scale, ends, bar or self._look.floor * 4.0)
            if bar:
                x += words + bar
            else:
                painter.translate(0, self.sizeHint().height())
        painter.end()

    def _draw(
        self, painter: QPainter, look: Look, x: float, scale: Scale, ends: tuple[str, str, str], length: float
    ) -> None:
        name, low, high = (text_of(look, words, "floor") for words in ends)
        painter.setPen(look.color("muted"))
        if ends[0]:
            name.draw(painter, x, 1)
            x += name.width + 2 * GAP
        painter.setPen(look.color("ink"))
        low.draw(painter, x, 1)
        x += low.width + GAP
        bar = QRectF(round(x), round(name.height * 0.2), round(length), round(name.height * 0.68))
        lut = np.ascontiguousarray(colormap.scores_lut() if scale[1] else colormap.weights_lut())
        painter.drawImage(bar, QImage(lut.data, len(lut), 1, 4 * len(lut), QImage.Format.Format_RGB32))
        painter.setPen(QPen(look.color("edge"), 1))
        painter.drawRect(bar.adjusted(-0.5, -0.5, 0.5, 0.5))
        painter.setPen(look.color("ink"))
        high.draw(painter, bar.right() + GAP, 1)

    def _ends(self) -> list[tuple[str, str, str]]:
        return [
            (name, number(-int(limit)) if signed else "0", number(int(limit))) for name, signed, limit in self.scales
        ]

    def _words(self) -> list[float]:
        """What each scale needs beside its bar."""
        look = self._look
        if look is None:
            return []
        return [sum(text_of(look, word, "floor").width for word in ends) + 7 * GAP for ends in self._ends()]

    def _is_tight(self, width: int) -> bool:
        """Whether a scale that stands alone has no room for its name: it cannot be taken for another."""
        look = self._look
        return look is not None and len(self.scales) == 1 and width < sum(self._words()) + look.floor

    def _bar(self, width: int) -> float:
        """Length of each bar when they lie beside each other in `width`; 0 when they cannot."""
        if self._look is None or not self.scales:
            return 0.0
        taken = sum(self._words())
        if self._is_tight(width):
            taken -= text_of(self._look, self._ends()[0][0], "floor").width + 2 * GAP
        length = min((width - taken + 3 * GAP) / len(self.scales), self._look.floor * 4.0)
        return length if length >= self._look.floor * 1.5 or len(self.scales) == 1 else 0.0
