"""What comes next: its name and its picture as it is now."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.ui.theme import Look


class NextPicture(QWidget):
    """A picture with a thin border, as large as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Next frame")
        self.setAccessibleDescription("Not drawn yet")
        self._image: QImage | None = None
        self._look: Look | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_picture(self, image: QImage | None, words: str) -> None:
        """Show this; `words` say the same to a person who cannot see it."""
        self._image = image
        self.setAccessibleDescription(words)
        self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.setMinimumHeight(look.body * 6)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 160)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None or self._image is None:
            return
        size = self._image.size().scaled(self.size() - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio)
        left, top = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRect(QPoint(left, top), size), self._image)
        painter.setPen(QPen(self._look.color("edge"), 1))
        painter.drawRect(left, top, size.width() - 1, size.height() - 1)
