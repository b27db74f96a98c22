"""A card over the window while something is being opened, with a way to stop; and why it could not be."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

WIDTH: Final = 34  # body heights
EDGE: Final = 12
BREAK: Final = "\u200b"  # a place where a line may end
LONG: Final = 36  # letters of a path that may have to go on in the next line


class OpeningCard(QWidget):
    """Says what is being opened and how far it is. A refusal stays until it is put away."""

    cancelled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self._body = 16
        self.setObjectName("opening")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = QLabel()
        self.words = QLabel()
        for label in (self.title, self.words):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)  # dark on the bar's own color it would be hard to read
        self.bar.setAccessibleName("Progress")
        self.button = QPushButton()
        self.button.clicked.connect(self.back_out)
        self._lay_out()
        self.hide()
        parent.installEventFilter(self)

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
        self._body = look.body
        self.title.setFont(look.font("body", 600))
        self.words.setFont(look.font("label"))
        self.button.setFont(look.font("label", 500))
        self.bar.setFont(look.font("label"))
        theme = look.theme
        self.setStyleSheet(
            f"QWidget#opening {{ background: {theme.card}; border: 2px solid {theme.edge}; border-radius: 10px; }}"
        )
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _show(self, title: str, words: str, button: str, *, opening: bool) -> None:
        self.title.setText(title)
        self.words.setText(words)
        self.button.setText(button)
        self.button.setToolTip(f"{button} (Esc)")
        self.button.setAccessibleName(f"{button}: {title}")
        self.bar.setVisible(opening)
        self.setAccessibleName(title)
        self.setAccessibleDescription(words.replace(BREAK, ""))
        self._place()
        self.show()
        self.raise_()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.bar, 1)
        line.addStretch(0)
        line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(8)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addLayout(line)

    def _place(self) -> None:
        width = min(WIDTH * self._body, self._home.width() - 2 * EDGE)
        layout = self.layout()
        assert layout is not None
        layout.activate()
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        top = min(self._home.height() // 8, max(self._home.height() - height - EDGE, 0))
        self.setGeometry((self._home.width() - width) // 2, top, width, height)


def _breakable(words: str) -> str:
    """Long paths may be broken after their slashes."""
    return " ".join(re.sub(r"(?<=[/\\])", BREAK, word) if len(word) > LONG else word for word in words.split(" "))
