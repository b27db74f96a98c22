"""The outline round a text that is too small, told apart without color: dashed, or solid with a cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.ui.theme import Look

ROLES: Final = {"hard to read": "other", "unreadable": "raw"}  # color tokens
AROUND: Final = 3.0  # pixels between the ink and its outline
JOIN: Final = 12.0  # pixels between texts that get one outline
CROSS: Final = 0.6  # size of the cross, in label heights


@dataclass(frozen=True, slots=True)
class Mark:
    """A text that is too small: the box of its ink, and "hard to read" or "unreadable"."""

    box: QRectF
    verdict: str


def joined(marks: Sequence[Mark]) -> list[Mark]:
    """The lines of a paragraph in one outline: marks of one verdict that follow each other and all but touch."""
    out: list[Mark] = []
    for mark in marks:
        if out and _are_neighbors(out[-1], mark):
            out[-1] = Mark(out[-1].box.united(mark.box), mark.verdict)
        else:
            out.append(mark)
    return out


def _are_neighbors(one: Mark, next_one: Mark) -> bool:
    below = next_one.box.top() - one.box.bottom()
    lines = -AROUND < below < next_one.box.height() and abs(one.box.left() - next_one.box.left()) < JOIN
    beside = next_one.box.left() - one.box.right()
    words = 0 <= beside < JOIN and abs(one.box.center().y() - next_one.box.center().y()) < 3
    return one.verdict == next_one.verdict and (lines or words)


def draw_mark(painter: QPainter, look: Look, mark: Mark) -> None:
    """Outline a text: dashed where it is hard to read, solid and with a cross where nobody can."""
    bad = mark.verdict == "unreadable"
    area = mark.box.adjusted(-AROUND, -AROUND, AROUND, AROUND)
    painter.setPen(look.pen(ROLES[mark.verdict], 3.0 if bad else 2.0, dashed=not bad))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area, 4, 4)
    if bad:
        _draw_cross(painter, look, area.topRight())


def _draw_cross(painter: QPainter, look: Look, at: QPointF) -> None:
    half = look.label * CROSS / 2
    box = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color("raw"))
    painter.drawRoundedRect(box, 2, 2)
    painter.setPen(QPen(look.color("card"), 1.6))
    inner = box.adjusted(half * 0.5, half * 0.5, -half * 0.5, -half * 0.5)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.topRight(), inner.bottomLeft())


class MarkKey(QWidget):
    """One kind of mark with what it means, for the key of the marks."""

    def __init__(self, verdict: str, words: str) -> None:
        super().__init__()
        self._verdict, self._words = verdict, words
        self._look: Look | None = None
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.setFont(look.font("label"))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The words and the outline round them."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._words) + 20, round(metrics.height() * 1.5))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The words in the outline that they tell of."""
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_mark(painter, self._look, Mark(QRectF(self.rect()).adjusted(6, 7, -10, -5), self._verdict))
        painter.setPen(self._look.color("ink"))
        painter.setFont(self.font())
        painter.drawText(QRectF(self.rect()).adjusted(2, 2, -6, 0), Qt.AlignmentFlag.AlignCenter, self._words)
        painter.end()
