"""The glossary: whole cards for its frame, short rows for the dock, and one line for a narrow window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from attnviz.experiments.glossary import TermNow
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.wrap_button import Block, WrapButton
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.layout import GAP, RADIUS
from attnviz.ui.widgets.text.links import FrameLink
from attnviz.ui.widgets.text.prose import Prose, height_for
from attnviz.ui.widgets.text.texts import text_of

GLOSSARY: Final = "glossary"


class TermCard(QWidget):
    """A term in full: symbol, how it is said, one plain line, its value now, and the frames where it appears."""

    go = Signal(str)  # a frame's id

    def __init__(self, now: TermNow, titles: Mapping[str, str]) -> None:
        """`titles` maps a frame's id to its short name."""
        super().__init__()
        self.id = now.term.id
        self._look: Look | None = None
        self.chosen = False
        term = now.term
        self.term = Prose(f"{term.term[:1].upper()}{term.term[1:]}", scale=1.08, weight=700)
        self.value = Prose(now.value, weight=600, role="query_text")
        self.symbol = Prose(f"{term.symbol}, said “{term.say}”", size="label", role="muted")
        self.text = Prose(term.text, linked=True, entry=term.id)
        self.links = [
            FrameLink(frame, titles[frame], f"{term.term} in {titles[frame]}")
            for frame in term.frames
            if frame in titles
        ]
        self._lay_out()
        self.setAccessibleName(term.term)

    def show_value(self, value: str) -> None:
        """Change the value."""
        self.value.set_words(value)

    def set_chosen(self, chosen: bool) -> None:
        """Stand out, or not."""
        self.chosen = chosen
        self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors."""
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 3 if self.chosen else 1
        painter.setPen(QPen(self._look.color("focus" if self.chosen else "border"), width))
        painter.setBrush(self._look.color("card"))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), RADIUS, RADIUS)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 8)
        column.setSpacing(3)
        for part in (self.term, self.symbol, self.value, self.text):
            column.addWidget(part)
        column.addStretch(1)
        row = FlowLayout(gap=6, line_gap=2)
        for link in self.links:
            link.go.connect(self.go)
            row.addWidget(link)
        column.addLayout(row)


class TermSheet(QWidget):
    """Cards in as many columns as can be read well, row after row."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[TermCard] = []
        self._look: Look | None = None
        self._shown: list[TermCard] = []

    def set_cards(self, cards: Sequence[TermCard]) -> None:
        """Take over the cards, once."""
        self.cards = list(cards)
        self._shown = self.cards
        for card in cards:
            card.setParent(self)

    def show_only(self, shown: Sequence[TermCard]) -> None:
        """Show some of the cards."""
        self._shown = list(shown)
        for card in self.cards:
            card.setVisible(card in self._shown)
        self.place()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        for card in self.cards:
            card.set_look(look)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place()

    def place(self) -> None:
        """Place the cards, each row as high as its highest card."""
        if self._look is None or not self._shown or self.width() < 50:
            return
        columns = max(min(self.width() // (self._look.body * 18), 3), 1)
        width = (self.width() - GAP * (columns - 1)) // columns
        top = 0
        for start in range(0, len(self._shown), columns):
            row = self._shown[start : start + columns]
            height = max(height_for(card, width) for card in row)
            for number, card in enumerate(row):
                place = QRect(number * (width + GAP), top, width, height)
                card.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), place))
            top += height + GAP
        self.setMinimumHeight(top)


class TermRow(WrapButton):
    """A term in the dock: its name, its value now and, where it matters, one plain line."""

    asked = Signal(str)  # the term's id

    def __init__(self, term: str) -> None:
        super().__init__()
        self.id = term
        self._shown: tuple[TermNow, bool] | None = None
        self.clicked.connect(self._clicked)

    def show_term(self, now: TermNow, *, whole: bool = False) -> None:
        """Show the term; its plain line only where the present frame uses it, or when the `whole` is asked for."""
        if self._shown == (now, whole):
            return
        self._shown = (now, whole)
        blocks = [Block(f"{now.term.term[:1].upper()}{now.term.term[1:]}", weight=700, underlined=True)]
        if now.value:
            blocks.append(Block(now.value, weight=600, role="query_text"))
        if now.here or whole:
            blocks.append(Block(now.term.text, size="label", role="muted"))
        self.set_blocks(*blocks)
        self.setAccessibleName(". ".join(part for part in (now.term.term, now.value, now.term.text) if part))

    def _clicked(self) -> None:
        self.asked.emit(self.id)


class TermStrip(QAbstractButton):
    """Terms and their values in one line, as many as fit whole; pressing it opens the glossary."""

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self._terms: tuple[tuple[str, str], ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_terms(self, entries: Sequence[TermNow]) -> None:
        """Show the terms that have a value."""
        terms = tuple((now.term.term, now.value) for now in entries if now.value)
        if terms != self._terms:
            self._terms = terms
            self.setAccessibleName("Glossary. " + ". ".join(f"{term}: {value}" for term, value in terms))
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.setFont(look.font("label"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().lineSpacing() + 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, x = self._look, 12.0
        top = (self.height() - self.fontMetrics().lineSpacing()) / 2
        for term, value in self._terms:
            name, now = text_of(look, term, "label", 600), text_of(look, value, "label", 600)
            if x + name.width + 8 + now.width > self.width() - 12:
                continue
            painter.setPen(look.color("ink"))
            name.draw(painter, x, top)
            painter.setPen(look.color("query_text"))
            now.draw(painter, x + name.width + 8, top)
            x += name.width + now.width + 8 + 2 * look.label
        if self.hasFocus():
            painter.setPen(QPen(look.color("focus"), 3 if look.projector else 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 6, 6)


class GlossaryList(QWidget):
    """The glossary beside a frame: rows for the dock, or one line for a narrow window."""

    go = Signal(str)  # a frame's id
    asked = Signal(str)  # a term's id, right after `go` has asked for the glossary

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[str, TermRow] = {}
        self._order: tuple[str, ...] = ()
        self._entries: Sequence[TermNow] = ()
        self._asked_for = ""  # the term that a link led to
        self._look: Look | None = None
        self._body = QWidget()
        self._elsewhere = QLabel("Elsewhere on the board", self._body)
        self._elsewhere.setIndent(8)
        self._elsewhere.hide()
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(2, 2, 2, 2)
        self._column.setSpacing(2)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(self._body)
        self.strip = TermStrip()
        self.strip.clicked.connect(self._open)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._scroll)
        self._stack.addWidget(self.strip)
        self.setAccessibleName("Glossary")

    @property
    def rows(self) -> list[TermRow]:
        """The rows from top to bottom."""
        return [self._rows[term] for term in self._order]

    def show_terms(self, entries: Sequence[TermNow]) -> None:
        """Show the terms in this order; those of the present frame (`here`) with their plain line."""
        self._entries = entries
        for now in entries:
            if now.term.id not in self._rows:
                self._add_row(now.term.id)
            self._rows[now.term.id].show_term(now, whole=now.term.id == self._asked_for)
        order = tuple(now.term.id for now in entries)
        if order != self._order:
            self._order = order
            self._arrange(sum(now.here for now in entries))
        self.strip.show_terms(entries)

    def show_term(self, term: str) -> None:
        """Show a term with its plain line, scroll to it and give it the focus. An unknown one is ignored."""
        if term in self._rows:
            self._asked_for = term
            self.show_terms(self._entries)
            self._column.activate()
            self._scroll.ensureWidgetVisible(self._rows[term])
            self._rows[term].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, mode: str) -> None:
        """Show the "list" or the one-line "strip". Raises ValueError for another mode."""
        if mode not in ("list", "strip"):
            raise ValueError(f"mode {mode!r}: expected list or strip")
        strip = mode == "strip"
        self._stack.setCurrentIndex(int(strip))
        self.setMaximumHeight(self.strip.sizeHint().height() if strip else 16_777_215)
        self.updateGeometry()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self._elsewhere.setFont(look.font("label", 600))
        if self._stack.currentIndex():
            self.strip.set_look(look)
            self.setMaximumHeight(self.strip.sizeHint().height())

    def sizeHint(self) -> QSize:
        em = self._look.body if self._look else 16
        return self.strip.sizeHint() if self._stack.currentIndex() else QSize(em * 15, 400)

    def minimumSizeHint(self) -> QSize:
        em = self._look.body if self._look else 16
        return self.strip.sizeHint() if self._stack.currentIndex() else QSize(em * 11, 120)

    def _add_row(self, term: str) -> None:
        row = TermRow(term)
        row.asked.connect(self._ask)
        if self._look is not None:
            row.set_look(self._look)
        self._rows[term] = row

    def _arrange(self, here: int) -> None:
        while self._column.count():
            self._column.takeAt(0)
        self._elsewhere.setVisible(0 < here < len(self._order))
        for number, term in enumerate(self._order):
            if number == here:
                self._column.addWidget(self._elsewhere)
            self._column.addWidget(self._rows[term])
        self._column.addStretch(1)
        for before, after in pairwise((self.strip, *self.rows)):
            QWidget.setTabOrder(before, after)

    def _ask(self, term: str) -> None:
        self._open()
        self.asked.emit(term)

    def _open(self) -> None:
        self.go.emit(GLOSSARY)
