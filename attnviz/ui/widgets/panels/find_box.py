"""A box to search with: Escape clears it, and once it is clear leaves it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolButton


def name_clear_button(box: QLineEdit) -> None:
    """Qt's button that empties a box has no name of its own."""
    button = box.findChild(QToolButton)
    if button is not None:
        button.setAccessibleName("Empty the box")


class FindBox(QLineEdit):
    """Takes Escape for itself as long as it has the focus, ahead of the window's own use of that key."""

    left = Signal()  # Escape was pressed in the empty box: the focus should go elsewhere

    def __init__(self, what: str) -> None:
        """`what` is said to be found, in the empty box and aloud."""
        super().__init__()
        self.setPlaceholderText(what)
        self.setAccessibleName(what)
        self.setClearButtonEnabled(True)
        name_clear_button(self)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _escapes(event):
            event.accept()  # now it comes as a key press, not as the shortcut
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _escapes(event):
            super().keyPressEvent(event)
        elif self.text():
            self.clear()
        else:
            self.left.emit()


def _escapes(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Escape and not event.modifiers()
