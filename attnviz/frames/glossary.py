"""Frame 5, Glossary: every term in full, with its value now and links to where it appears."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QScrollArea

from attnviz.core.state import LabState
from attnviz.experiments.glossary import Glossary
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look, palette, spread_look
from attnviz.ui.widgets.glossary_list import TermCard, TermSheet


class GlossaryFrame(Frame):
    """All terms as cards. What is typed into the box leaves only the terms that hold it."""

    id: ClassVar[str] = "glossary"

    def build_controls(self) -> None:
        """The box that finds a term, and how many it has found."""
        self.finder = QLineEdit()
        self.finder.setPlaceholderText("Find a term")
        self.finder.setAccessibleName("Find a term")
        self.finder.setClearButtonEnabled(True)
        self.count = QLabel()
        self.finder.textChanged.connect(self._filter)
        self.control_row.addWidget(self.finder)
        self.control_row.addWidget(self.count)

    def build_pictures(self) -> None:
        """The sheet of cards takes the place of the pictures; it may be longer than the window."""
        self.cards: list[TermCard] = []
        self.sheet = TermSheet()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.sheet)
        self.area.setAccessibleName("Terms")
        self._column.replaceWidget(self.pictures, self.area)
        self.pictures.hide()

    def show_result(self, state: LabState, result: Glossary) -> None:
        """Show the values; the cards themselves are made once."""
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
        if self.look is not None:
            spread_look(self.sheet, self.look)
        self._filter(self.finder.text())

    def _filter(self, words: str) -> None:
        shown = [card for card in self.cards if card.matches(words)]
        self.sheet.show_only(shown)
        self.count.setText(f"{len(shown)} of {len(self.cards)} terms" if shown else f"No term holds “{words.strip()}”")

    def _scroll_to_chosen(self) -> None:
        for card in self.cards:
            if card.chosen:
                self.area.ensureWidgetVisible(card)
