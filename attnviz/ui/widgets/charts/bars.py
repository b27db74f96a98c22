"""Softmax weights of one query as bars: two rows of weights side by side on one axis, the winner outlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnviz.core.arrays import FloatArray
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.plot import Chart, tinted
from attnviz.ui.widgets.text.inline_math import draw_label, width

_SHARES: Final = tuple((share, f"{share:g}") for share in (0.0, 0.25, 0.5, 0.75, 1.0))
_THIN: Final = 7.0  # pixels: narrower bars get neither hatching nor a gap


@dataclass(frozen=True, slots=True)
class Bars:
    """One row of weights: its look, its name, and the winner's share in words."""

    id: str
    role: str
    label: str
    weights: FloatArray = field(repr=False)  # (keys,)
    share: str = ""
    hatched: bool = False


class LotteryBars(Chart):
    """Bars over keys 1…n, one group a key. All rows share the winner's key, since dividing keeps the order."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, "key", "weight", parent)
        self._rows: Sequence[Bars] = ()
        self._keys = 0

    @property
    def rows(self) -> Sequence[Bars]:
        """The rows of bars on show."""
        return self._rows

    def set_bars(self, rows: Sequence[Bars]) -> None:
        """Show rows of weights of equal length."""
        self._rows = rows
        keys = rows[0].weights.size if rows else 0
        if keys and keys != self._keys:
            self._keys = keys
            self.set_axes((0.5, keys + 0.5), _key_ticks(keys), (0.0, 1.12), _SHARES)
        self.redraw()

    def bar(self, row: int, key: int) -> QRectF:
        """The rectangle of a bar in pixels of the view."""
        return self.bars(row)[key]

    def bars(self, row: int) -> list[QRectF]:
        """The rectangles of a row's bars in pixels of the view."""
        first, wide = self._slots()
        lefts = self.x_of(np.arange(1.0, self._keys + 1)) + (first + row * wide)
        base, tops = float(self.y_of(0.0)), self.y_of(self._rows[row].weights)
        return [QRectF(x, y, wide, base - y) for x, y in zip(lefts.tolist(), tops.tolist(), strict=True)]

    def draw(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Bars, the outline of the winner's, and the labels that name the rows."""
        if not self._rows:
            return
        winner = int(np.argmax(self._rows[0].weights))
        for number, row in enumerate(self._rows):
            self._draw_row(painter, look, number, row)
        wide = self._slots()[1]
        outline = QPen(look.color("ink"), max(1.5, look.line * 0.75) if wide >= _THIN else 1.0)
        painter.setPen(outline)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for number in range(len(self._rows)):
            out = outline.widthF() / 2  # round the bar, not over it: a thin bar keeps its color
            painter.drawRect(self.bar(number, winner).adjusted(-out, -out, out, 0))
        self._draw_labels(painter, look, box, winner)

    def _slots(self) -> tuple[float, float]:
        """Offset of the first bar from its key's middle, and the width of a bar."""
        pitch = self.box().width() / max(self._keys, 1)
        wide = pitch * (0.84 if pitch > 2 * _THIN else 0.96) / max(len(self._rows), 1)
        wide = min(wide, 34.0)
        return -wide * len(self._rows) / 2, wide

    def _draw_row(self, painter: QPainter, look: Look, number: int, row: Bars) -> None:
        rectangles = self.bars(number)
        color = look.color(row.role)
        wide = rectangles[0].width()
        if row.hatched and wide >= _THIN:
            painter.setPen(QPen(color, max(1.2, look.line / 2)))
            painter.setBrush(tinted(color, 0.22))
            painter.drawRects(rectangles)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(color, Qt.BrushStyle.BDiagPattern))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
        painter.drawRects(rectangles)

    def _draw_labels(self, painter: QPainter, look: Look, box: QRectF, winner: int) -> None:
        """Names and shares above the winner's bars: the first row to their left, the last to their right."""
        font = look.font("label", 700)
        high = QFontMetricsF(font).height()
        texts = [f"{row.label} {row.share}" for row in self._rows]
        wides = [width(text, font, look) for text in texts]
        places = []
        for number, wide in enumerate(wides):
            bar = self.bar(number, winner)
            left = bar.right() - wide if number == 0 and len(wides) > 1 else bar.left()
            left = min(max(left, box.left() + 4), box.right() - wide)
            places.append(QRectF(left, bar.top() - high - 3, wide, high))
        for number in range(1, len(places)):  # where they would touch, the taller bar's label makes way upwards
            one, two = places[number - 1], places[number]
            if one.adjusted(-6, 0, 6, 0).intersects(two):
                upper, lower = (one, two) if one.top() <= two.top() else (two, one)
                upper.moveBottom(lower.top())
        lowest = min(place.top() for place in places)
        shift = max(2.0 - lowest, 0.0)
        for row, text, place in zip(self._rows, texts, places, strict=True):
            place.translate(0, shift)
            draw_label(painter, place, text, font, look, f"{row.role}_text", patch=True)


def _key_ticks(keys: int) -> list[tuple[float, str]]:
    """Numbers of keys that leave each other room."""
    step = next(step for step in (1, 2, 4, 8) if keys <= 12 * step)
    numbers = range(1, keys + 1) if step == 1 else [1, *range(step, keys + 1, step)]
    return [(float(number), str(number)) for number in numbers]
