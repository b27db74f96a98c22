"""The colored dot of a head, as an icon."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap

from attnviz.ui.theme import Look


def dot(look: Look, color: int, ratio: float) -> QIcon:
    """A dot in the color of head `color`, on a screen of `ratio` device pixels to a logical one."""
    side = round(look.label * 0.7)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.head_color(color))
    painter.drawEllipse(1, 1, side - 2, side - 2)
    painter.end()
    return QIcon(picture)
