"""A short message over the window's lower edge that goes away by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QWidget

from attnviz.ui.theme import Look

STAYS = 7000  # milliseconds


class Toast(QLabel):
    """Shows and announces one message at a time; Esc or time puts it away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self.setWordWrap(True)
        self.setAccessibleName("Message")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.hide()
        parent.installEventFilter(self)

    def say(self, message: str) -> None:
        """Show `message` and tell assistive technology once."""
        self.setText(message)
        self._place()
        self.show()
        self.raise_()
        self._timer.start(STAYS)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, message))

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        theme = look.theme
        self.setFont(look.font("label", 600))
        self.setStyleSheet(f"background: {theme.ink}; color: {theme.card}; border-radius: 8px; padding: 10px 16px;")
        self._place()

    def hideEvent(self, event: QEvent) -> None:
        """A hidden message needs no clock."""
        self._timer.stop()
        super().hideEvent(event)  # type: ignore[arg-type]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay at the lower edge when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        home = self._home
        width = min(self.fontMetrics().horizontalAdvance(self.text()) + 60, round(home.width() * 0.8))
        height = max(self.heightForWidth(width), self.fontMetrics().height() + 24)
        self.setGeometry((home.width() - width) // 2, home.height() - height - 16, width, height)
