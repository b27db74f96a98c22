"""Text that wraps and is never cut: paragraphs, and a card that knows how much room its text needs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.layout import GAP, Card, Need, shares

# Symbols of the lesson with a lower index: d_k, d_model, W_Q, head_h, head_1.
INDEXED: Final = re.compile(r"\b(head|[A-Za-z])_([A-Za-z0-9]+)\b")
RAISED: Final = re.compile(r"\^([0-9.]*[0-9])")
TABS: Final = 3.2  # room that the tabs of a page take, in label heights
LINE_HEIGHT: Final = 116  # percent of the font's own line


def rich(text: str) -> str:
    """`text` as HTML, its symbols set as mathematics: d_k gets a lower index, 64^0.3 a raised exponent."""
    return RAISED.sub(r"<sup>\1</sup>", INDEXED.sub(_indexed, html.escape(text, quote=False)))


def _indexed(symbol: re.Match[str]) -> str:
    """A letter is italic, a word such as head is not."""
    name, index = symbol.groups()
    return f"<i>{name}</i><sub>{index}</sub>" if len(name) == 1 else f"{name}<sub>{index}</sub>"


class Prose(QLabel):
    """One or more paragraphs in a size, a weight and a color of the look."""

    def __init__(
        self,
        text: str = "",
        *,
        size: str = "body",
        weight: int = 400,
        role: str = "ink",
        scale: float = 1.0,
        bullet: bool = False,
    ) -> None:
        """`size` is body, label or title and `scale` multiplies it; `role` is a color token."""
        super().__init__()
        self._bullet = bullet
        self._size, self._weight, self._role, self._scale = size, weight, role, scale
        self._plain = ""
        self._look: Look | None = None
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_words(text)

    @property
    def plain(self) -> str:
        """The words as they are read out."""
        return self._plain

    def set_words(self, text: str) -> None:
        """Change the words; a blank line starts a new paragraph."""
        if text == self._plain:
            return
        self._plain = text
        self.setAccessibleName(text)
        self._write()

    def set_size(self, size: str) -> None:
        """Change the size: body, label or title."""
        if size != self._size:
            self._size = size
            if self._look is not None:
                self.set_look(self._look)

    def set_role(self, role: str) -> None:
        """Change the color token."""
        self._role = role
        self._paint_words()

    def minimumSizeHint(self) -> QSize:
        """One line; how high it must be at a width is told by `heightForWidth`."""
        return QSize(40, self.fontMetrics().lineSpacing())

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        pixels = max(round(getattr(look, self._size) * self._scale), look.floor)
        self.setFont(look.font(str(pixels), self._weight))
        self._paint_words()
        if self._bullet:
            self._write()

    def _write(self) -> None:
        hang = round(self.font().pixelSize() * 0.75) if self._bullet and self._plain else 0
        style = f"line-height:{LINE_HEIGHT}%; margin:0 0 0 {hang}px; text-indent:-{hang}px"
        sign = "•&nbsp;" if hang else ""
        self.setText("".join(f"<p style='{style}'>{sign}{rich(part)}</p>" for part in self._plain.split("\n\n")))

    def _paint_words(self) -> None:
        if self._look is None:
            return
        colors = self.palette()
        colors.setColor(QPalette.ColorRole.WindowText, self._look.color(self._role))
        self.setPalette(colors)


def height_for(widget: QWidget, width: int) -> int:
    """How high a widget's layout must be at `width` pixels with its words and fonts as they are this moment."""
    # Layouts keep the heights of their items until the event loop comes round; a new font must count at once.
    for child in widget.findChildren(QWidget):
        if child.layout() is not None:
            child.updateGeometry()
    layout = widget.layout()
    if layout is None:
        return widget.heightForWidth(width)
    layout.invalidate()
    return layout.totalHeightForWidth(width)


class ProseCard(Card):
    """A card of text and buttons, which asks for the height that its words need at the width it will get."""

    def __init__(self, name: str, content: QWidget, *, least_width: float, stretch: tuple[int, int] = (1, 1)) -> None:
        """`least_width` in label heights; `stretch` is the share of spare width and height."""
        super().__init__(name, "", content, least=(least_width, 4), stretch=stretch)
        self._row: Sequence[Card] = (self,)
        self._shrinking: tuple[Prose, ...] = ()

    def set_row(self, row: Sequence[Card]) -> None:
        """Tell the card which cards share its row, itself among them."""
        self._row = row

    def may_shrink(self, *parts: Prose) -> None:
        """Name the parts that are set at label size, one after the other, where a whole page is not high enough."""
        if parts != self._shrinking:
            for part in self._shrinking:
                part.set_size("body")
            self._shrinking = parts
            self.fit()

    def need(self) -> Need:
        """The least width, and the height of all words at the width that the row will give, at most a page."""
        least, grid = super().need(), self.parentWidget()
        if grid is None:
            return least
        for part in self._shrinking:
            part.set_size("body")
        height = self.height_at(self._width_in(grid.width()))
        self.fit()
        page = grid.height() - round(TABS * least.width / self.least[0])
        return Need(least.width, max(min(height, page), least.height), least.stretch_x, least.stretch_y)

    def height_at(self, width: int) -> int:
        """How high the card must be for all its words at `width` pixels."""
        return height_for(self, width)

    def fit(self) -> None:
        """Shrink what may shrink, and no more than that all words fit into the card as it is."""
        for part in self._shrinking:
            part.set_size("body")
        for part in self._shrinking:
            if self.height_at(self.width()) <= self.height():
                break
            part.set_size("label")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def _width_in(self, page: int) -> int:
        """The width on a page `page` pixels wide, where a row that is too wide is stacked."""
        needs = [Card.need(card) for card in self._row]
        least = [need.width for need in needs]
        if sum(least) + GAP * (len(least) - 1) > page:
            return page
        return shares(least, [need.stretch_x for need in needs], page)[list(self._row).index(self)]


def in_one_row(*cards: ProseCard) -> tuple[ProseCard, ...]:
    """The cards, each told that they share a row."""
    for card in cards:
        card.set_row(cards)
    return cards
