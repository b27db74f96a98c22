"""A button whose words wrap: Qt's own buttons cut theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from attnviz.ui.theme import Look

WRAP: Final = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
EDGE: Final = 6  # room for the focus ring
TALL: Final = 10_000


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph of a button: its words, and how the look sets them."""

    text: str
    size: str = "body"
    weight: int = 400
    role: str = "ink"
    underlined: bool = False  # while the mouse is over it


class WrapButton(QAbstractButton):
    """Paragraphs that are one button, as high as they need at the width they get; a mark may stand before them."""

    def __init__(self, *blocks: Block, marked: bool = False) -> None:
        """`marked` keeps room at the left for `paint_mark`."""
        super().__init__()
        self._blocks = blocks
        self._marked = marked
        self.over = False
        self.look: Look | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The paragraphs."""
        return self._blocks

    def set_blocks(self, *blocks: Block) -> None:
        """Change the words; lays out again only when they take another height."""
        if blocks == self._blocks:
            return
        before = self.heightForWidth(self.width())
        self._blocks = blocks
        if self.heightForWidth(self.width()) != before:
            self.updateGeometry()
        self.update()

    def paint_mark(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """Paint the mark before the words into `box`."""

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self.setFont(look.font("body"))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes(width)
        bottom = boxes[-1].bottom() + 1 if boxes else EDGE
        return max(bottom, EDGE + (self._mark_side() if self._marked else 0)) + EDGE

    def sizeHint(self) -> QSize:
        width = max(self.width(), 240)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.fontMetrics().lineSpacing() + 2 * EDGE)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.over = True
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self.over = False
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, self.look)
        if self._marked:
            side = self._mark_side()
            self.paint_mark(painter, self.look, QRectF(EDGE, EDGE, side, side))
        for block, box in zip(self._blocks, self._boxes(self.width()), strict=True):
            font = QFont(self.look.font(block.size, block.weight))
            font.setUnderline(block.underlined and self.over)
            painter.setFont(font)
            painter.setPen(self.look.color(block.role))
            painter.drawText(box, WRAP, block.text)

    def _paint_ground(self, painter: QPainter, look: Look) -> None:
        half = 1.5 if look.projector else 1.0  # so that the ring lies on whole pixels
        area = QRectF(self.rect()).adjusted(half, half, -half, -half)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("chosen") if self.over or self.isDown() else Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            painter.setPen(QPen(look.color("focus"), 3 if look.projector else 2))
        painter.drawRoundedRect(area, 6, 6)

    def _boxes(self, width: int) -> list[QRect]:
        """Where each paragraph goes."""
        left = EDGE + (self._mark_side() + 10 if self._marked else 2)
        top, boxes = EDGE, []
        for block in self._blocks:
            font = self.look.font(block.size, block.weight) if self.look else self.font()
            room = QRect(left, top, max(width - left - EDGE, 40), TALL)
            box = QFontMetrics(font).boundingRect(room, WRAP, block.text)
            boxes.append(QRect(left, top, room.width(), box.height()))
            top += box.height()
        return boxes

    def _mark_side(self) -> int:
        return round(self.fontMetrics().lineSpacing() * 1.05)


def paint_circle(painter: QPainter, look: Look, box: QRectF, role: str, sign: str = "") -> None:
    """An empty circle, or one filled with the color `role` that carries a sign."""
    ring = box.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(QPen(look.color(role), look.line))
    painter.setBrush(look.color(role) if sign else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(ring)
    if sign:
        painter.setPen(look.color("card"))
        painter.setFont(look.font(str(max(round(box.height() * 0.68), look.floor)), 700))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)
