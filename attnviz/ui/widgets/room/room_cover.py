"""Lies over the frames, lets the mouse through, and shows marks round texts or the frames as others see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.color_vision import seen
from attnviz.ui.theme import Look
from attnviz.ui.widgets.room.marks import Mark, draw_mark

EVERY: Final = 200  # milliseconds from one look at the frames to the next, at least


class RoomCover(QWidget):
    """As large as its parent and above everything else in it.

    Qt paints it anew whenever something below was painted: that is how it learns of a change, without asking. It then
    looks at what lies below, at most five times a second, until two looks in a row are the same.
    """

    changed = Signal()  # what lies below may be other than before

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Marks of the room check")
        self._home = parent
        self.hide()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.kind, self.washed = "", False
        self._look: Look | None = None
        self._marks: Sequence[Mark] = ()
        self._below = QImage()  # as it is
        self._image = QImage()  # as it is seen
        self._taking = False
        self._since = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.look_below)
        parent.installEventFilter(self)

    @property
    def simulates(self) -> bool:
        """Whether the frames are shown otherwise than they are."""
        return bool(self.kind) or self.washed

    @property
    def settled(self) -> bool:
        """Whether what is shown is what lies below."""
        return not self._timer.isActive()

    def open(self) -> None:
        """Cover the parent."""
        self.setGeometry(self._home.rect())
        self.show()
        self.raise_()
        self._since.invalidate()
        self._soon()

    def set_look(self, look: Look) -> None:
        """Take over the colors of the marks."""
        self._look = look
        self.update()

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Outline other texts."""
        if list(marks) != list(self._marks):
            self._marks = tuple(marks)
            self.update()

    def see_as(self, kind: str, washed: bool) -> None:
        """Show the frames as `attnviz.core.color_vision.seen` has them; "" and False as they are."""
        self.kind, self.washed = kind, washed
        self._below = QImage()
        self.look_below()

    def look_below(self) -> None:
        """Look at the frames now; look again later if they have changed."""
        if not self.isVisible():
            return
        self._since.start()
        self.raise_()
        self.changed.emit()
        if self.simulates and self._take():
            self._soon()  # something may have changed while this look is being painted
            self.update()
        elif not self.simulates and not self._image.isNull():
            self._image = QImage()
            self.update()

    def hideEvent(self, event: QEvent) -> None:
        """Rest, and keep no picture."""
        self._timer.stop()
        self._below, self._image = QImage(), QImage()
        super().hideEvent(event)  # type: ignore[arg-type]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the parent."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._home.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """What is seen, and the marks; something below was painted just before."""
        if self._taking or self._look is None:
            return
        painter = QPainter(self)
        if self.simulates and not self._image.isNull():
            painter.drawImage(0, 0, self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for mark in self._marks:
            draw_mark(painter, self._look, mark)
        painter.end()
        self._soon()

    def _soon(self) -> None:
        if self._timer.isActive() or not self.isVisible():
            return
        passed = self._since.elapsed() if self._since.isValid() else EVERY
        self._timer.start(max(EVERY - passed, 0))

    def _take(self) -> bool:
        """A new picture of what lies below; whether it is another one."""
        below = self._grab()
        if below == self._below:
            return False
        self._below = below
        pixels = np.frombuffer(below.constBits(), dtype=np.uint8).reshape(below.height(), below.bytesPerLine() // 4, 4)
        image = QImage(below.size(), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(below.devicePixelRatioF())
        out = np.frombuffer(image.bits(), dtype=np.uint8).reshape(pixels.shape)
        out[..., 2::-1] = seen(pixels[..., 2::-1], self.kind, washed=self.washed)  # in memory: blue, green, red
        out[..., 3] = 255
        self._image = image
        return True

    def _grab(self) -> QImage:
        home, ratio = self._home, self.devicePixelRatioF()
        image = QImage(home.size() * ratio, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(home.palette().window().color())
        self._taking = True
        try:
            home.render(image)
        finally:
            self._taking = False
        return image
