"""A card over the window with a question and a few buttons. Nothing waits for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from shiboken6 import isValid

from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.panels.over_card import OverCard
from attnviz.ui.widgets.presenting.keys_hint import with_keys

Choice = tuple[str, str, str]  # id, words, key


class AskCard(OverCard):
    """Asks, and says what was chosen. The first choice has the focus; Esc, through the window, puts it away."""

    chosen = Signal(str)

    def __init__(self, home: QWidget) -> None:
        super().__init__(home, Qt.TextFormat.AutoText)  # the words may be a table
        self._before: QWidget | None = None  # what had the focus
        self._look: Look | None = None
        self.buttons: list[QPushButton] = []
        self._ids: dict[QPushButton, str] = {}
        self._line = FlowLayout(gap=8)
        self.column.addLayout(self._line)

    def ask(self, title: str, words: str, choices: Sequence[Choice], *, spoken: str = "") -> None:
        """Show the question, and tell assistive technology: `spoken`, where the words are not for reading aloud."""
        spoken = spoken or words
        self.title.setText(title)
        self.words.setText(words)
        self.words.setVisible(bool(words))
        self.setAccessibleName(title)
        self.setAccessibleDescription(spoken)
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._make_buttons(choices)
        if self._look is not None:
            self.set_look(self._look)
        self.show()
        self.raise_()
        self.place()
        self.buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"{title} {spoken}"))

    def put_away(self) -> bool:
        """Hide it; whether it was on show."""
        shown = self.isVisible()
        self._give_back()
        self.hide()
        return shown

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        for button in self.buttons:
            button.setFont(look.font("label", 500))
        super().set_look(look)

    def _make_buttons(self, choices: Sequence[Choice]) -> None:
        for button in self.buttons:
            self._line.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons, self._ids = [], {}
        for choice, words, keys in choices:
            button = QPushButton(with_keys(words, keys))
            button.setAccessibleName(words)
            button.setProperty("primary", not self.buttons)
            button.setAutoDefault(True)  # Enter presses it as Space does
            button.clicked.connect(self._choose)
            self._ids[button] = choice
            self.buttons.append(button)
            self._line.addWidget(button)

    def _choose(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        choice = self._ids[button]
        self._give_back()
        self.hide()
        self.chosen.emit(choice)

    def _give_back(self) -> None:
        """Put the focus where it was before the question; hiding the card would leave it to chance."""
        before, self._before = self._before, None
        if before is not None and isValid(before) and self.isAncestorOf(QApplication.focusWidget() or self.home):
            before.setFocus(Qt.FocusReason.OtherFocusReason)
