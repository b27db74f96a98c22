"""A short message over the title that goes away by itself."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QRect, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QLabel, QStyle, QWidget

from attnviz.ui.theme import Look

STAYS = 7000  # milliseconds
LEAST = 2500  # milliseconds that it stays although it has been overtaken


class Toast(QLabel):
    """Shows and announces one message at a time; Esc or time puts it away."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self.setWordWrap(True)
        self.setAccessibleName("Message")
        self._since = QElapsedTimer()
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
        self._since.start()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, message))

    def overtaken(self) -> None:
        """What the message is about has changed since: let it go as soon as it can have been read."""
        left = max(LEAST - self._since.elapsed(), 0)
        if self.isVisible() and left < self._timer.remainingTime():
            self._timer.start(left)

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
        """Stay in place when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        home = self._home
        width = min(self.fontMetrics().horizontalAdvance(self.text()) + 60, round(home.width() * 0.8))
        height = max(self.heightForWidth(width), self.fontMetrics().height() + 24)
        # Over the title, never over the live words: those are what is being taught.
        place = QRect(home.width() - width - 16, 12, width, height)
        self.setGeometry(QStyle.visualRect(home.layoutDirection(), home.rect(), place))
