"""Reads on where a frame stops: headings, words with live numbers, formulas, sources."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from attnviz.board.deeper import Block, Display, Heading, Words
from attnviz.board.links import Finder
from attnviz.experiments.deepen import Page
from attnviz.ui.theme import Look, palette, spread_look
from attnviz.ui.widgets.deepen.displayed import Displayed
from attnviz.ui.widgets.deepen.sheet import Item, Sheet
from attnviz.ui.widgets.text.prose import Prose, follow_links
from attnviz.ui.widgets.text.title_line import TitleLine


class Reader(QScrollArea):
    """The sheet, moved by the arrow keys, Space, Home and End; PageUp and PageDown turn frames everywhere."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("stop", True)
        self.sheet = Sheet()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWidget(self.sheet)

    def place(self) -> None:
        """Lay out anew: once as if nothing were to scroll, and again beside the scroll bar when there is one."""
        whole = self.maximumViewportSize()
        self.sheet.place(whole.width(), whole.height())
        if self.sheet.height() > whole.height():
            self.sheet.place(whole.width() - self.verticalScrollBar().sizeHint().width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.place()
        super().resizeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the page."""
        bar, page = self.verticalScrollBar(), round(self.viewport().height() * 0.9)
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        goal = {
            Qt.Key.Key_Home: bar.minimum(),
            Qt.Key.Key_End: bar.maximum(),
            Qt.Key.Key_Space: bar.value() + (-page if back else page),
        }.get(Qt.Key(event.key()))
        if goal is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(goal)


class DeepPage(QWidget):
    """The page of one frame after the other."""

    left = Signal()  # the viewer wants the frame back
    asked = Signal(str)  # the id of a term

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self._page: Page | None = None
        self._blocks: list[QWidget] = []  # one for each block
        self.head = TitleLine("")
        self.head.set_more("Back to the frame", "Back", "Back to the frame")
        self.head.more.connect(self.left)
        self.reader = Reader()
        self._column = QVBoxLayout(self)
        self._column.setSpacing(8)
        self._column.addWidget(self.head)
        self._column.addWidget(self.reader, 1)

    def show_page(self, page: Page, finder: Finder) -> None:
        """Show a page from its top, or the numbers of the one on show as they are now."""
        kinds = [_kind(block) for block in page.blocks]
        same = self._page is not None and self._page.frame == page.frame
        before, self._page = self._page, page
        if before == page:
            return
        self.setAccessibleName(f"Read more: {page.title}")
        self.reader.setAccessibleName(f"Read more: {page.title}")
        self.reader.setAccessibleDescription(page.spoken)
        if same and len(self._blocks) == len(kinds):
            self._update(page)
        else:
            self._build(page, finder)
        self.reader.place()

    def take_focus(self) -> None:
        """Be ready for the keys that move the page."""
        self.reader.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.setPalette(palette(look))
        edge = 10 if look.projector else 20
        self._column.setContentsMargins(edge, 8, edge, 10)
        for part in (self.head, self.reader.sheet):
            part.set_look(look)
        spread_look(self.reader.sheet, look)
        self.reader.place()

    def _build(self, page: Page, finder: Finder) -> None:
        self.head.set_titles(f"Read more: {page.title}", page.title)
        self._blocks = [_widget(block) for block in page.blocks]
        lead = Item(Prose(page.lead, weight=500, role="muted", linked=True), "words")
        body = [Item(widget, _kind(block)) for widget, block in zip(self._blocks, page.blocks, strict=True)]
        sources: list[Item] = []
        if page.sources:
            sources = [Item(Prose("Sources", size="label", weight=700), "heading")]
            sources += [
                Item(Prose(_tied(source), size="label", role="muted", bullet=True), "source") for source in page.sources
            ]
        self.reader.sheet.set_items([lead, *body, *sources])
        seen: frozenset[str] = frozenset()
        for item in (lead, *body):  # each term is a link once on the page
            if isinstance(item.widget, Prose):
                seen = follow_links(item.widget, finder, self.asked, seen)
        if self._look is not None:
            spread_look(self.reader.sheet, self._look)
        self.reader.verticalScrollBar().setValue(0)

    def _update(self, page: Page) -> None:
        for widget, block in zip(self._blocks, page.blocks, strict=True):
            if isinstance(block, Words) and isinstance(widget, Prose):
                widget.set_live_words(block.text, block.live)


def _tied(text: str) -> str:
    """`text` whose last line is never one lonely number."""
    return "\u00a0".join(text.rsplit(" ", 1))


def _kind(block: Block) -> str:
    return {Heading: "heading", Words: "words", Display: "formula"}[type(block)]


def _widget(block: Block) -> QWidget:
    if isinstance(block, Display):
        return Displayed(block)
    if isinstance(block, Heading):
        return Prose(block.text, weight=700)
    words = Prose(linked=True)
    words.set_live_words(block.text, block.live)
    return words
