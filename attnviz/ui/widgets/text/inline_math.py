"""Short formulas as text: subscripts, superscripts and roots, drawn by QPainter in the font of the page.

Cheap enough to be set anew in every picture of a drag, where a real typesetting would take milliseconds.
The notation is a sliver of TeX: `d_k`, `d_{k}`, `x^{0.5}`, `√{64}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from attnviz.ui.theme import Look

_SIGNS: Final = re.compile(r"([_^√])(?:\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(\S))|([^_^√]+)|(.)")
_SMALL: Final = 0.72  # size of an index
_RAISE: Final = {"^": 0.38, "_": -0.16}  # of the font's pixel size, upwards
_FURTHER: Final = {"^": 0.3, "_": -0.5}  # the same, for each font size by which an index is larger than `_SMALL`


@dataclass(frozen=True, slots=True)
class Piece:
    """One run of signs: where its baseline starts, its size, and how wide a bar lies over it (a root)."""

    text: str
    x: float
    rise: float
    size: int
    width: float
    root: bool = False


@lru_cache(maxsize=512)
def pieces(
    text: str, pixels: int, family: str = "", weight: int = 400, least: int = 0
) -> tuple[tuple[Piece, ...], float]:
    """The runs of `text` at a size in pixels, no index smaller than `least`, and their whole width."""
    out: list[Piece] = []
    font = QFont()
    if family:
        font.setFamilies(family.split("|"))
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("tnum"), 1)
    x = _lay(text, font, pixels, 0.0, 0.0, out, least)
    return tuple(out), x


def width(text: str, font: QFont, look: Look | None) -> float:
    """How wide `draw_label` draws `text`, in pixels."""
    return _pieces(text, font, look.index if look is not None else 0)[1]


def plain(text: str) -> str:
    """`text` for a person who hears it: no braces, "to the power" for a raised sign."""
    said = re.sub(r"√\{([^{}]*)\}", r"√\1", text.replace("_{k}", "_k"))
    return re.sub(r"\^\{?([^{}\s]*)\}?", r" to the power \1", said)


def draw(painter: QPainter, at: QPointF, text: str, font: QFont, color: QColor, least: int = 0) -> None:
    """Draw `text` with its baseline starting at `at`, no index smaller than `least`."""
    painter.setPen(color)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a formula reads so in every language
    runs, _ = _pieces(text, font, least)
    for piece in runs:
        if piece.root:
            _draw_root(painter, at, piece, color)
            continue
        small = QFont(font)
        small.setPixelSize(piece.size)
        painter.setFont(small)
        painter.drawText(QPointF(at.x() + piece.x, at.y() - piece.rise), piece.text)


def draw_label(
    painter: QPainter, box: QRectF, text: str, font: QFont, look: Look, role: str, *, patch: bool = False
) -> None:
    """Draw `text` at the left of `box`, vertically centered, in the color token `role`.

    `patch` softens what lies under it. No index is smaller than the look allows.
    """
    if patch:
        painter.setPen(Qt.PenStyle.NoPen)
        ground = look.color("card")
        ground.setAlphaF(0.86)
        painter.setBrush(ground)
        painter.drawRoundedRect(box.adjusted(-3, 0, 3, 0), 4, 4)
    metrics = QFontMetricsF(font)
    baseline = box.center().y() + metrics.capHeight() / 2 - _deeper(text, font, look.index)
    draw(painter, QPointF(box.left(), baseline), text, font, look.color(role), look.index)


def _deeper(text: str, font: QFont, least: int) -> float:
    """By how much the lowest index lies lower than one of the usual size, in pixels."""
    if not least or "_" not in text:
        return 0.0
    lowest, usual = (min(piece.rise for piece in _pieces(text, font, size)[0]) for size in (least, 0))
    return usual - lowest


def _pieces(text: str, font: QFont, least: int) -> tuple[tuple[Piece, ...], float]:
    return pieces(text, font.pixelSize(), "|".join(font.families()), int(font.weight()), least)


def _lay(text: str, font: QFont, pixels: int, x: float, rise: float, out: list[Piece], least: int) -> float:
    """Append the runs of `text` from x on; returns where the next one starts."""
    for match in _SIGNS.finditer(text):
        sign, group, single, words, stray = match.groups()
        inner = group if group is not None else single
        if sign in _RAISE and inner is not None:
            usual = max(round(pixels * _SMALL), 1)
            small = max(usual, min(least, pixels))
            shift = _RAISE[sign] * pixels + _FURTHER[sign] * (small - usual)  # so that it is seen to be an index
            x = _lay(inner, font, small, x + 0.5, rise + shift, out, least)
        elif sign == "√" and inner is not None:
            sized = QFont(font)
            sized.setPixelSize(pixels)
            start = x + 0.62 * pixels
            end = _lay(inner, font, pixels, start, rise, out, least)
            out.append(Piece("√", x, rise, pixels, end - x + 0.06 * pixels, root=True))
            x = end + 0.12 * pixels
        else:
            run = words or stray
            sized = QFont(font)
            sized.setPixelSize(pixels)
            advance = QFontMetricsF(sized).horizontalAdvance(run)
            out.append(Piece(run, x, rise, pixels, advance))
            x += advance
    return x


def _draw_root(painter: QPainter, at: QPointF, piece: Piece, color: QColor) -> None:
    """A root sign whose bar covers what stands under it."""
    size, x, y = piece.size, at.x() + piece.x, at.y() - piece.rise
    path = QPainterPath(QPointF(x + 0.06 * size, y - 0.30 * size))
    path.lineTo(x + 0.17 * size, y - 0.36 * size)
    path.lineTo(x + 0.34 * size, y + 0.10 * size)
    path.lineTo(x + 0.56 * size, y - 0.86 * size)
    path.lineTo(x + piece.width, y - 0.86 * size)
    pen = QPen(color, max(size * 0.065, 1.0))
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


class InlineFormula(QWidget):
    """One short formula that changes while something is dragged, such as √64 = 8."""

    def __init__(self, text: str = "", parent: QWidget | None = None, size: str = "body", role: str = "ink") -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in any language
        self._text, self._size, self._role = "", size, role
        self._look: Look | None = None
        self._room_for = ""
        self.set_text(text)

    @property
    def text(self) -> str:
        """What is shown, in the notation of this module."""
        return self._text

    def set_text(self, text: str, room_for: str = "") -> None:
        """Show `text`; the room asked for is that of `room_for`, so that a drag never re-lays the page."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(plain(text))
            self.update()
        if (room_for or text) != self._room_for:
            self._room_for = room_for or text
            self.updateGeometry()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Room for the text that room was asked for."""
        high = QFontMetricsF(self._font()).height()
        return QSize(ceil(width(self._room_for, self._font(), self._look)) + 4, round(high * 1.3))

    def minimumSizeHint(self) -> QSize:
        """The same: a formula is never cut."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The formula at the left, vertically centered."""
        if self._look is None:
            return
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(2, 0, -2, 0)
        draw_label(painter, box, self._text, self._font(), self._look, self._role)
        painter.end()

    def _font(self) -> QFont:
        return self._look.font(self._size, 600) if self._look else QFont()
