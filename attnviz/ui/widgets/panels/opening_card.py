"""A card over the window while something is being opened, with a way to stop; and why it could not be."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.panels.over_card import OverCard

BREAK: Final = "\u200b"  # a place where a line may end
LONG: Final = 36  # letters of a path that may have to go on in the next line


class OpeningCard(OverCard):
    """Says what is being opened and how far it is. A refusal stays until it is put away."""

    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)  # dark on the bar's own color it would be hard to read
        self.bar.setAccessibleName("Progress")
        self.button = QPushButton()
        self.button.clicked.connect(self.back_out)
        self._lay_out()

    @property
    def is_refusal(self) -> bool:
        """Whether it says why something could not be opened."""
        return self.bar.isHidden()

    def show_start(self, name: str) -> None:
        """Something is being opened from now on."""
        self.bar.setValue(0)
        self._show(f"Opening {name}", "", "Cancel", opening=True)

    def show_progress(self, fraction: float, words: str) -> None:
        """How far it is, from 0 to 1, and what is being done."""
        self.bar.setValue(round(100 * fraction))
        self.words.setText(f"{words} · {fraction:.0%}")

    def show_refusal(self, words: str) -> None:
        """Say why it could not be opened, and tell assistive technology."""
        self._show("This cannot be opened", _breakable(words), "Close", opening=False)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, f"This cannot be opened. {words}"))

    def back_out(self) -> None:
        """Stop what is being opened, or put the refusal away."""
        opening = not self.is_refusal
        self.hide()
        if opening:
            self.cancelled.emit()

    def put_away(self) -> None:
        """Nothing is being opened any more; a refusal stays."""
        if not self.is_refusal:
            self.hide()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.button.setFont(look.font("label", 500))
        self.bar.setFont(look.font("label"))
        super().set_look(look)

    def _show(self, title: str, words: str, button: str, *, opening: bool) -> None:
        self.title.setText(title)
        self.words.setText(words)
        self.button.setText(button)
        self.button.setToolTip(f"{button} (Esc)")
        self.button.setAccessibleName(f"{button}: {title}")
        self.bar.setVisible(opening)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words.replace(BREAK, ""))
        self.place()
        self.show()
        self.raise_()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.bar, 1)
        line.addStretch(0)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignRight)
        self.column.addLayout(line)


def _breakable(words: str) -> str:
    """Long paths may be broken after their slashes."""
    return " ".join(re.sub(r"(?<=[/\\])", BREAK, word) if len(word) > LONG else word for word in words.split(" "))
