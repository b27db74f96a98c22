"""Words laid out once and drawn many times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QStaticText, QTransform

from attnviz.core.words import SUBSCRIPT_DIGITS
from attnviz.ui.theme import Look, look_for

ELLIPSIS: Final = "…"
_FONTS: Final = look_for(
    "light"
)  # the family is the same in every look, so looks that agree in a size share its layouts


@dataclass(frozen=True, slots=True)
class Text:
    """A line of words in one font, ready to draw. Sizes in logical pixels."""

    words: str
    font: QFont
    static: QStaticText
    width: float
    height: float
    ascent: float

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw with the top left corner at x, y, in the painter's pen."""
        painter.setFont(self.font)
        painter.drawStaticText(QPointF(x, y), self.static)

    def draw_mid(self, painter: QPainter, x: float, y: float) -> None:
        """Draw centered on x, y."""
        self.draw(painter, x - self.width / 2, y - self.height / 2)

    def draw_turned(self, painter: QPainter, x: float, y: float, degrees: float) -> None:
        """Draw turned about the middle of the left edge, which lies at x, y."""
        painter.save()
        painter.translate(x, y)
        painter.rotate(degrees)
        self.draw(painter, 0.0, -self.height / 2)
        painter.restore()


def text_of(look: Look, words: str, size: str = "label", weight: int = 400) -> Text:
    """`words` laid out in a size of the look."""
    return _laid_out(words, int(size) if size.isdigit() else int(getattr(look, size)), weight)


def elided(look: Look, words: str, width: float, size: str = "label", weight: int = 400) -> Text:
    """`words`, cut to `width` with "…" for what is left out; the number of a repeated word stays."""
    whole = text_of(look, words, size, weight)
    if whole.width <= width:
        return whole
    stem = words.rstrip(SUBSCRIPT_DIGITS)
    metrics, mark = QFontMetricsF(whole.font), words[len(stem) :]
    cut = metrics.elidedText(stem, Qt.TextElideMode.ElideRight, max(width - metrics.horizontalAdvance(mark), 0.0))
    return text_of(look, (cut or ELLIPSIS) + mark, size, weight)


def first_fit(
    look: Look, candidates: tuple[str, ...], width: float, size: str = "label", weight: int = 400
) -> Text | None:
    """The first of several ways to say something that fits into `width`, or None."""
    for words in candidates:
        text = text_of(look, words, size, weight)
        if text.width <= width:
            return text
    return None


@lru_cache(maxsize=8192)
def _laid_out(words: str, pixels: int, weight: int) -> Text:
    font = _FONTS.font(str(pixels), weight)
    static = QStaticText(words)
    static.setTextFormat(Qt.TextFormat.PlainText)
    static.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    static.prepare(QTransform(), font)
    return Text(words, font, static, static.size().width(), static.size().height(), QFontMetricsF(font).ascent())
