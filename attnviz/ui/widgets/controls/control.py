"""What every control is: named, bound to one field of the state, asking and never keeping."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from attnviz.core.state import LabState
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.prose import index_style


class Control(QWidget):
    """A named control of one field. Emits `wish` with the change asked for, `stroke` when a drag begins and ends."""

    wish = Signal(dict)
    stroke = Signal(bool)

    def __init__(self, field: str, label: str) -> None:
        super().__init__()
        self.field = field
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 2, 0, 2)
        self.row.setSpacing(8)
        self._words = label
        self.label = QLabel(label)
        if not label:  # never show what has no parent yet: it would be a window of its own and take the focus
            self.label.hide()
        self.row.addWidget(self.label)

    def show_state(self, state: LabState) -> None:
        """Show the state's value without asking for a change."""
        raise TypeError(f"{type(self).__name__} does not show {self.field}")

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        font = look.font("label", 600)
        self.label.setFont(font)
        if "<su" in self._words:
            self.label.setText(index_style(font.pixelSize(), look.index) + self._words)
