"""A text box over a cell: Enter or Tab takes the number, Esc leaves it, a bad entry stays with a word why."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from attnviz.experiments.four_steps_edits import read_value
from attnviz.ui.theme import Look

ROOM: Final = "−99.0000"  # what the box is at least as wide as
STAYING: Final = (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)


class CellEditor(QLineEdit):
    """Emits `entered` with a checked value and how many cells to move on: 1 for Tab, −1 for Shift+Tab, else 0."""

    entered = Signal(float, int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self.refusal = QLabel(parent)
        self.refusal.setWordWrap(True)
        self.refusal.hide()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.textEdited.connect(self.refusal.hide)
        self.hide()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        theme = look.theme
        self.setFont(look.font("label", 600))
        self.refusal.setFont(look.font("label", 600))
        colors = f"background: {theme.card}; color: {theme.ink}; border: 3px solid {theme.focus};"
        self.setStyleSheet(f"{colors} border-radius: 0; padding: 0;")
        self.refusal.setStyleSheet(
            f"background: {theme.ink}; color: {theme.card}; border-radius: 4px; padding: 3px 8px;"
        )

    def edit(self, cell: QRect, words: str, name: str, *, whole: bool) -> None:
        """Open over a cell with `words` in it, all of them selected when `whole`."""
        self.setText(words)
        self.setAccessibleName(name)
        self.refusal.hide()
        self.place(cell)
        self.show()
        self.raise_()
        self.setFocus()
        if whole:
            self.selectAll()

    def place(self, cell: QRect) -> None:
        """Lie over a cell, wide enough for a number and inside the parent."""
        least = math.ceil(self.fontMetrics().horizontalAdvance(ROOM)) + 14
        box = QRect(0, 0, max(cell.width() + 4, least), max(cell.height() + 4, self.fontMetrics().height() + 8))
        box.moveCenter(cell.center())
        self.setGeometry(_inside(box, self._home.rect()))
        self._place_refusal()

    def leave(self) -> None:
        """Put the box away; what is typed in it is dropped."""
        focused = self.hasFocus()
        self.refusal.hide()
        self.hide()
        if focused and self._home.isVisible():
            self._home.setFocus()

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Tab from the window while typing."""
        if isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if event.type() == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
                self._take(1 if key == Qt.Key.Key_Tab else -1)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._take(0)
        elif key == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere takes a good entry; a bad one stays to be mended."""
        super().focusOutEvent(event)
        if self.isVisible() and event.reason() not in STAYING:
            self._take(0)

    def _take(self, move: int) -> None:
        try:
            value = read_value(self.text())
        except ValueError as error:
            self._refuse(str(error))
            return
        self.leave()
        self.entered.emit(value, move)

    def _refuse(self, why: str) -> None:
        self.refusal.setText(f"✗ {why}")
        self._place_refusal()
        self.refusal.show()
        self.refusal.raise_()
        self.selectAll()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, why))

    def _place_refusal(self) -> None:
        home = self._home.rect()
        width = min(self.refusal.fontMetrics().horizontalAdvance(self.refusal.text()) + 24, home.width())
        height = self.refusal.heightForWidth(width)
        box = QRect(self.x(), self.geometry().bottom() + 4, width, height)
        if box.bottom() > home.bottom():
            box.moveBottom(self.y() - 4)
        self.refusal.setGeometry(_inside(box, home))


def _inside(box: QRect, room: QRect) -> QRect:
    """`box` moved so far that it lies in `room`."""
    box.moveLeft(max(min(box.left(), room.right() - box.width()), room.left()))
    box.moveTop(max(min(box.top(), room.bottom() - box.height()), room.top()))
    return box
