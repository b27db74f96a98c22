"""A minute to say something aloud: started and paused by the viewer, stopped when it is out of sight."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

SECONDS: Final = 60
LARGE: Final = 1.4  # size of the number in body sizes: it is read from where one stands to speak
TIME_UP: Final = "Time. Reveal the answer when you are ready."


class TimeBar(QWidget):
    """How much of the time is left, as a bar."""

    def __init__(self) -> None:
        super().__init__()
        self._left = 1.0
        self._look: Look | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_left(self, share: float) -> None:
        """Show the share that is left, 0 to 1."""
        self.setAccessibleName("Time left")
        self.setAccessibleDescription(f"{share:.0%} of the bar")
        if share != self._left:
            self._left = share
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.setFixedHeight(max(6, look.body // 3))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area, round_by = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.height() / 2
        painter.setPen(self._look.color("edge"))
        painter.setBrush(self._look.color("card"))
        painter.drawRoundedRect(area, round_by, round_by)
        area.setWidth(area.width() * self._left)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._look.color("query"))
        painter.drawRoundedRect(area, round_by, round_by)


class SayTimer(QWidget):
    """A minute that counts down once a second. Under reduced motion there is no bar, only the number."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        """`name` says what it times."""
        super().__init__()
        self._left, self._on = SECONDS, False
        self._name = name
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self.tick)
        self.bar = TimeBar()
        self.words = QLabel()
        self.button = QPushButton()
        self.button.clicked.connect(self.toggle)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.setSpacing(8)
        row.addWidget(self.words)
        row.addWidget(self.button)
        row.addStretch(1)
        column.addWidget(self.bar)
        column.addLayout(row)
        self._show()

    @property
    def seconds(self) -> int:
        """How many are left."""
        return self._left

    @property
    def running(self) -> bool:
        """Whether the time runs: here, or in the copy that it follows."""
        return self._on

    @property
    def value(self) -> tuple[int, bool]:
        """The seconds left, and whether the time runs."""
        return self._left, self._on

    def follow(self, seconds: int, on: bool) -> None:
        """Show what a copy in another window shows, whose clock it is."""
        self._clock.stop()
        self._left, self._on = seconds, on
        self._show()

    def toggle(self) -> None:
        """Start the time, pause it, or begin again when it is up."""
        if self._on:
            self.pause()
            return
        self._left, self._on = self._left or SECONDS, True
        self._clock.start()
        self._tell()

    def pause(self) -> None:
        """Let the time rest."""
        self._clock.stop()
        if self._on:
            self._on = False
            self._tell()

    def tick(self) -> None:
        """One second less."""
        self._left = max(self._left - 1, 0)
        if self._left:
            self._tell()
        else:
            self.pause()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, TIME_UP))  # polite: it interrupts nobody

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.bar.setVisible(not look.reduced_motion)
        self.words.setFont(look.font(str(round(LARGE * look.body)), 600))
        self.button.setFont(look.font("label", 500))
        self.words.setMinimumWidth(self.words.fontMetrics().horizontalAdvance("00 seconds left") + 4)

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing runs where nobody sees it; the whole minute is there again on coming back."""
        super().hideEvent(event)
        if self._clock.isActive():
            self.pause()
        self._left = SECONDS
        self._show()

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.bar.show_left(self._left / SECONDS)
        left = f"{self._left} second{'' if self._left == 1 else 's'}"
        whole = self._left == SECONDS and not self._on
        self.words.setText(left if whole else f"{left} left" if self._left else "The time is up")
        word = "Pause" if self._on else "Start" if whole else "Go on" if self._left else "Again"
        self.button.setText(word)
        self.button.setAccessibleName(f"{self._name}: {word.lower()} the time, {self.words.text()}")
