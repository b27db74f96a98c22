"""One frame's picture on the map: as it was drawn, and a copy that fits the present zoom pixel by pixel."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter


class MapPicture:
    """While the camera moves the drawing itself is stretched; at rest a copy of the exact size is shown."""

    def __init__(self) -> None:
        self._drawn: QImage | None = None
        self._copy: QImage | None = None

    @property
    def pixels(self) -> int:
        """Width of the drawing in device pixels, 0 for none."""
        return self._drawn.width() if self._drawn is not None else 0

    def take(self, drawn: QImage) -> None:
        """Take over a new drawing."""
        self._drawn, self._copy = drawn, None

    def rest(self) -> None:
        """Let the drawing go; the copy is smaller, and enough to begin with when the map is opened again."""
        self._drawn = None

    def paint(self, painter: QPainter, place: QRectF, ratio: float, moving: bool) -> None:
        """Draw into `place`, in logical pixels of a device with this pixel ratio."""
        size = QSize(round(place.width() * ratio), round(place.height() * ratio))
        if not moving and self._drawn is not None and (self._copy is None or self._copy.size() != size):
            self._copy = self._drawn if self._drawn.size() == size else _scaled(self._drawn, size)
        if self._copy is not None and self._copy.size() == size:
            corner = QPointF(round(place.left() * ratio) / ratio, round(place.top() * ratio) / ratio)
            painter.drawImage(QRectF(corner, QSizeF(size.width() / ratio, size.height() / ratio)), self._copy)
            return
        image = self._drawn or self._copy
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, image)


def _scaled(image: QImage, size: QSize) -> QImage:
    return image.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
