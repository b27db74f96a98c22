"""The speaker's notes of the present frame, a strip under it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from attnviz.board.schema import FrameText
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.prose import Prose


class NotesPanel(QWidget):
    """What the speaker wants to remember here, and how long the frame takes."""

    def __init__(self) -> None:
        super().__init__()
        self.hide()
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = QLabel()
        self.notes = Prose(size="label")
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setWidget(self.notes)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setAccessibleName("Speaker notes")
        self._area.setProperty("stop", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 4)
        column.setSpacing(2)
        column.addWidget(self.title)
        column.addWidget(self._area)

    def show_frame(self, frame: FrameText) -> None:
        """Show the notes of a frame."""
        minutes = "1 minute" if frame.minutes == 1 else f"{frame.minutes} minutes"
        self.title.setText(f"Speaker notes · {frame.rail}" + (f" · {minutes}" if frame.minutes else ""))
        self.notes.set_words(frame.notes or "No notes for this frame.")

    def set_look(self, look: Look) -> None:
        """Take over sizes; some three lines, more by scrolling."""
        self.title.setFont(look.font("label", 600))
        self.setFixedHeight(round(look.label * 6.6))
