"""Frame 5, Glossary: every term in full, with its value now and links to where it appears."""

from __future__ import annotations

from typing import Any, ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QSizePolicy

from attnviz.core.state import LabState
from attnviz.experiments.glossary import Glossary, count_words, found, spoken_search
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look, palette, spread_look
from attnviz.ui.widgets.layout import ScrollPage
from attnviz.ui.widgets.panels.find_box import FindBox
from attnviz.ui.widgets.text.glossary_list import TermCard, TermSheet


class GlossaryFrame(Frame):
    """All terms as cards. What is typed into the box leaves only the terms that hold it."""

    id: ClassVar[str] = "glossary"

    def build_controls(self) -> None:
        """The box that finds a term, and how many it has found."""
        self.finder = FindBox("Find a term")
        self.count = QLabel()
        self.finder.textChanged.connect(self._filter)
        self.finder.left.connect(self.setFocus)
        self.control_row.addWidget(self.finder)
        self.control_row.addWidget(self.count)

    def build_pictures(self) -> None:
        """The sheet of cards takes the place of the pictures; it may be longer than the window."""
        self.cards: list[TermCard] = []
        self._result: Glossary | None = None
        self._said = ""
        self.sheet = TermSheet()
        self.area = ScrollPage(self.sheet)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # it scrolls by itself
        self.area.setAccessibleName("Terms")
        self._column.replaceWidget(self.pictures, self.area)
        self.pictures.hide()

    def show_all(self, state: LabState, result: Any, words: str) -> None:
        """Show the state; during a search the live words are about what it has found."""
        super().show_all(state, result, words)
        self._said = words
        self._say()

    def show_result(self, state: LabState, result: Glossary) -> None:
        """Show the values; the cards themselves are made once."""
        self._result = result
        if not self.cards:
            self._make_cards(result)
        for card, now in zip(self.cards, result.terms, strict=True):
            card.show_value(now.value)

    def show_term(self, term: str) -> None:
        """Make one term stand out and scroll to it. An unknown one is ignored."""
        for card in self.cards:
            card.set_chosen(card.id == term)
            if card.id == term:
                self.finder.clear()
                # The sheet has its height only after the layout that a first show brings.
                QTimer.singleShot(0, card, self._scroll_to_chosen)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        if self.built:
            self.finder.setFont(look.font("body"))
            self.finder.setFixedWidth(look.body * 16)
            self.count.setFont(look.font("label"))
            self.count.setPalette(palette(look))
            self.sheet.set_look(look)

    def _make_cards(self, result: Glossary) -> None:
        titles = dict(result.titles)
        self.cards = [TermCard(now, titles) for now in result.terms]
        self.sheet.set_cards(self.cards)
        for card in self.cards:
            card.go.connect(self.go)
        self.link_terms()
        if self.look is not None:
            spread_look(self.sheet, self.look)
        self._filter(self.finder.text())

    def _filter(self, words: str) -> None:
        if self._result is None:
            return
        terms = found(self._result, words)
        left = {now.term.id for now in terms}
        self.sheet.show_only([card for card in self.cards if card.id in left])
        self.count.setText(count_words(self._result, terms, words))
        self._say()

    def _say(self) -> None:
        if self._result is not None:
            words = self.finder.text()
            self.words.say(spoken_search(self._result, words) if words.strip() else self._said)

    def _scroll_to_chosen(self) -> None:
        for card in self.cards:
            if card.chosen:
                self.area.ensureWidgetVisible(card)
