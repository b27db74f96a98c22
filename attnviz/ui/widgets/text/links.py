"""Buttons that lead to other frames."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QPushButton, QSizePolicy

from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.wrap_button import Block, WrapButton, paint_circle


class FrameLink(QPushButton):
    """A short link to a frame."""

    go = Signal(str)  # the frame's id

    def __init__(self, frame: str, words: str, name: str = "") -> None:
        """`name` is read out in place of `words`, where these say too little on their own."""
        super().__init__(words)
        self._frame = frame
        self.setProperty("link", True)
        self.setAccessibleName(name or f"Go to {words}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._clicked)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.setFont(look.font("label", 500))

    def _clicked(self) -> None:
        self.go.emit(self._frame)


class GoalLink(WrapButton):
    """A goal that leads to the frame which meets it, with a tick before it once it is reached."""

    go = Signal(str)  # the frame's id

    def __init__(self, frame: str, words: str, place: str) -> None:
        """`place` names the frame, as in "2 Why scale"."""
        super().__init__(Block(words), Block(f"→ {place}", "label", 500, "query_text", underlined=True), marked=True)
        self._frame, self._words, self._place = frame, words, place
        self.done = False
        self.set_done(False)
        self.clicked.connect(self._clicked)

    def set_done(self, done: bool) -> None:
        """Show or take away the tick."""
        self.done = done
        self.setAccessibleName(f"{self._words} {'Done. ' if done else ''}Go to {self._place}")
        self.update()

    def paint_mark(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """A circle, ticked once the goal is reached."""
        paint_circle(painter, look, box, "value_text" if self.done else "edge", "✓" if self.done else "")

    def _clicked(self) -> None:
        self.go.emit(self._frame)
