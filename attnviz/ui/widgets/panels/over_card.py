"""A card that lies over a window: a title, words, and what a kind of card puts below them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

WIDTH: Final = 34  # body heights
EDGE: Final = 12


class OverCard(QWidget):
    """Stays in the upper middle of `home`, as high as its words need; hidden at first."""

    def __init__(self, home: QWidget, words_format: Qt.TextFormat) -> None:
        super().__init__(home)
        self.home = home
        self._body = 16
        self.setObjectName("over")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title, self.words = QLabel(), QLabel()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(18, 14, 18, 14)
        self.column.setSpacing(8)
        for label in (self.title, self.words):
            label.setWordWrap(True)
            label.setTextFormat(words_format)
            self.column.addWidget(label)
        self.hide()
        home.installEventFilter(self)

    def place(self) -> None:
        """Take the place and the height for the words as they are."""
        width = min(WIDTH * self._body, self.home.width() - 2 * EDGE)
        self.column.activate()
        height = max(self.column.totalHeightForWidth(width), self.column.totalMinimumSize().height())
        top = min(self.home.height() // 8, max(self.home.height() - height - EDGE, 0))
        self.setGeometry((self.home.width() - width) // 2, top, width, height)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._body = look.body
        self.title.setFont(look.font("body", 600))
        self.words.setFont(look.font("label"))
        theme = look.theme
        self.setStyleSheet(
            f"QWidget#over {{ background: {theme.card}; border: 2px solid {theme.edge}; border-radius: 10px; }}"
        )
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return super().eventFilter(watched, event)
