"""Text that wraps and is never cut: paragraphs, and a card that knows how much room its text needs."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QPalette, QResizeEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from attnviz.board.links import Finder
from attnviz.core.words import runs_leftward
from attnviz.ui.theme import Look
from attnviz.ui.widgets.layout import GAP, Card, Need, shares
from attnviz.ui.widgets.text.term_link import TermLink, places

# Symbols of the lesson with a lower index: d_k, d_model, W_Q, head_h, head_1.
INDEXED: Final = re.compile(r"\b(head|[A-Za-z])_([A-Za-z0-9]+)\b")
RAISED: Final = re.compile(r"\^([0-9.]*[0-9])")
TABS: Final = 3.2  # room that the tabs of a page take, in label heights
SHRUNK: Final = 2 / 3  # size of an index that Qt sets, of the font that it is given
LINE_HEIGHT: Final = 116  # percent of the font's own line


def rich(text: str) -> str:
    """`text` as HTML, its symbols set as mathematics: d_k gets a lower index, 64^0.3 a raised exponent."""
    return RAISED.sub(r"<sup>\1</sup>", INDEXED.sub(_indexed, html.escape(text, quote=False)))


def index_style(pixels: int, least: int) -> str:
    """What to put before HTML in a font of so many pixels, so that none of its indices is smaller than `least`."""
    if int(pixels * SHRUNK) >= least:  # Qt drops what is left of a pixel
        return ""
    return f"<style>sub, sup {{ font-size: {ceil(least / SHRUNK)}px }}</style>"


def _indexed(symbol: re.Match[str]) -> str:
    """A letter is italic, a word such as head is not."""
    name, index = symbol.groups()
    return f"<i>{name}</i><sub>{index}</sub>" if len(name) == 1 else f"{name}<sub>{index}</sub>"


_OPEN: Final = 0xE000  # letters that stand for tags while what is between them is made HTML


def _direction(paragraph: str) -> str:
    return "rtl" if runs_leftward(paragraph) else "ltr"


class Prose(QLabel):
    """One or more paragraphs in a size, a weight and a color of the look.

    Once `link_terms` has been called the glossary's terms in it are links, if it was made to be `linked`.
    """

    asked = Signal(str)  # the id of a term

    def __init__(
        self,
        text: str = "",
        *,
        size: str = "body",
        weight: int = 400,
        role: str = "ink",
        scale: float = 1.0,
        bullet: bool = False,
        linked: bool = False,
        entry: str = "",
    ) -> None:
        """`size` is body, label or title and `scale` multiplies it; `role` is a color token.

        `linked` prose leads to the glossary, but never to the term whose `entry` it is, by its id.
        """
        super().__init__()
        self.linked, self._entry = linked, entry
        self.leads = False  # whether somebody follows its links
        self._finder: Finder | None = None
        self._but: frozenset[str] = frozenset()
        self._live: tuple[tuple[int, int], ...] = ()
        self.links: list[TermLink] = []  # in reading order
        self._bullet = bullet
        self._size, self._weight, self._role, self._scale = size, weight, role, scale
        self._plain = ""
        self._look: Look | None = None
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
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
        self.set_live_words(text, ())

    def set_live_words(self, text: str, live: Sequence[tuple[int, int]]) -> None:
        """The same; the spans `live` are numbers that change, and stand out."""
        if text == self._plain and tuple(live) == self._live:
            return
        self._plain, self._live = text, tuple(live)
        self.setAccessibleName(text)
        self._find_terms()
        self._write()

    def link_terms(self, finder: Finder, but: frozenset[str] = frozenset()) -> None:
        """Make links of the terms that `finder` knows, `but` for some."""
        if self.linked and (finder, but) != (self._finder, self._but):
            self._finder, self._but = finder, but
            self._find_terms()
            self._write()

    def set_size(self, size: str) -> None:
        """Change the size: body, label or title."""
        if size != self._size:
            self._size = size
            if self._look is not None:
                self.set_look(self._look)

    def set_scale(self, scale: float) -> None:
        """Change by what the size is multiplied."""
        if scale != self._scale:
            self._scale = scale
            if self._look is not None:
                self.set_look(self._look)

    def set_role(self, role: str) -> None:
        """Change the color token."""
        self._role = role
        self._paint_words()
        if self.links:
            self._write()

    def minimumSizeHint(self) -> QSize:
        """One line; how high it must be at a width is told by `heightForWidth`."""
        return QSize(40, self.fontMetrics().lineSpacing())

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        pixels = max(round(getattr(look, self._size) * self._scale), look.floor)
        self.setFont(look.font(str(pixels), self._weight))
        self._paint_words()
        for link in self.links:
            link.set_look(look)
        if self._bullet or self._live or self.links or "<su" in self.text():
            self._write()
        self._place_links()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_links()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place_links()

    def _write(self) -> None:
        hang = round(self.font().pixelSize() * 0.75) if self._bullet and self._plain else 0
        style = f"line-height:{LINE_HEIGHT}%; margin:0 0 0 {hang}px; text-indent:-{hang}px"
        sign = "•&nbsp;" if hang else ""
        text, tags = self._tagged()
        words = "".join(
            f"<p dir='{_direction(part)}' style='{style}'>{sign}{rich(part)}</p>" for part in text.split("\n\n")
        )
        for letter, tag in tags.items():
            words = words.replace(letter, tag)
        if "<su" in words and self._look is not None:
            words = index_style(self.font().pixelSize(), self._look.index) + words
        if words != self.text():
            self.setText(words)
            self._place_links()

    def _tagged(self) -> tuple[str, dict[str, str]]:
        """The words with a private letter where each link or live number begins and ends, and the tags they mean."""
        spans = [(*span, f"<span style='font-weight:600;{self._colored('query_text')}'>") for span in self._live]
        for number, link in enumerate(self.links):
            spans.append((link.start, link.end, f"<a href='{number}' style='{self._colored(self._role)}'>"))
        tags: dict[str, str] = {}
        out, at = "", 0
        for number, (start, end, tag) in enumerate(sorted(spans)):
            opens, shuts = chr(_OPEN + 2 * number), chr(_OPEN + 2 * number + 1)
            tags |= {opens: tag, shuts: f"</{tag[1:].split()[0]}>"}
            out += self._plain[at:start] + opens + self._plain[start:end] + shuts
            at = end
        return out + self._plain[at:], tags

    def _colored(self, role: str) -> str:
        return f"color:{self._look.color(role).name()}" if self._look is not None else ""

    def _find_terms(self) -> None:
        found = self._finder.find(self._plain, self._but | {self._entry}) if self._finder is not None else ()
        found = tuple(link for link in found if not any(a < link.end and link.start < b for a, b in self._live))
        for link in self.links:
            link.deleteLater()
        self.links = []
        before: QWidget = self
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # for Qt lets nothing follow what takes no focus
        for place in found:
            link = TermLink(self, place, self._plain[place.start : place.end])
            link.asked.connect(self.asked)
            if self._look is not None:
                link.set_look(self._look)
            QWidget.setTabOrder(before, link)  # tab order is reading order, whenever the links are made
            self.links.append(link)
            before = link
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def _place_links(self) -> None:
        """Lay each link over its words."""
        if not self.links or not self.isVisible():
            return
        self.heightForWidth(self.width())  # has Qt take over the words
        document = self.findChild(QTextDocument)
        if document is None:
            return
        lies = places(document.clone(), self.contentsRect().width())
        for number, link in enumerate(self.links):
            link.place(lies.get(str(number), []))

    def _paint_words(self) -> None:
        if self._look is None:
            return
        colors = self.palette()
        colors.setColor(QPalette.ColorRole.WindowText, self._look.color(self._role))
        self.setPalette(colors)


def link_terms(root: QWidget, finder: Finder, to: SignalInstance) -> None:
    """Make links of the terms in all linked prose under `root`; `to` is emitted with the term that one leads to."""
    for prose in root.findChildren(Prose):
        follow_links(prose, finder, to)


def follow_links(prose: Prose, finder: Finder, to: SignalInstance, but: frozenset[str] = frozenset()) -> frozenset[str]:
    """The same for one text, `but` for some terms; returns those and the ones that it has linked now."""
    if prose.linked and not prose.leads:
        prose.leads = True
        prose.link_terms(finder, but)
        prose.asked.connect(to)
    return but.union(link.term for link in prose.links)


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
        """The least width, and the height of all words at the width that the row will give."""
        least, grid = super().need(), self.parentWidget()
        if grid is None:
            return least
        for part in self._shrinking:
            part.set_size("body")
        width = self._width_in(grid.width())
        height, page = self.height_at(width), grid.height() - round(TABS * least.width / self.least[0])
        if height > page and self._shrinking:
            for part in self._shrinking:
                part.set_size("label")
            height = max(self.height_at(width), page)
        self.fit()
        return Need(least.width, max(height, least.height), least.stretch_x, least.stretch_y)

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
