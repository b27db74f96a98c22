"""Links that lie over the words of a paragraph, each a thing of its own for the mouse, the keyboard and the ear."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QRegion, QTextBlock, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QWidget

from attnviz.board.links import Link
from attnviz.ui.theme import Look

_ROUND: Final = 2  # pixels between the words and the ring of the focus


class TermLink(QAbstractButton):
    """Leads to a term of the glossary. It draws only what the words below cannot: the focus, and being pointed at."""

    asked = Signal(str)  # the term's id

    def __init__(self, home: QWidget, link: Link, words: str) -> None:
        super().__init__(home)
        self.start, self.end, self.term = link.start, link.end, link.term
        self._boxes: list[QRectF] = []  # one for each line that the words stand in
        self._look: Look | None = None
        self.setText(words)
        self.setAccessibleName(f"{' '.join(words.split())}, a term of the glossary")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(self._clicked)
        self.hide()

    def place(self, boxes: list[QRectF]) -> None:
        """Lie over these boxes of the paragraph; nowhere when there are none."""
        self.setVisible(bool(boxes))
        if not boxes:
            return
        home = self.parentWidget()
        assert home is not None
        grown = [box.adjusted(-_ROUND, 0, _ROUND, 0) & QRectF(home.rect()) for box in boxes]
        whole = grown[0]
        for box in grown[1:]:
            whole = whole.united(box)
        area = whole.toAlignedRect()
        self.setGeometry(area)
        self._boxes = [box.translated(-area.x(), -area.y()) for box in grown]
        region = QRegion()
        for box in self._boxes:
            region += box.toAlignedRect()
        self.setMask(region)

    def set_look(self, look: Look) -> None:
        """Take over colors."""
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None or not (self.hasFocus() or self.underMouse()):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.color("focus"), 3 if self._look.projector else 2))
        for box in self._boxes:
            if self.hasFocus():
                painter.drawRoundedRect(QRectF(box.toAlignedRect()).adjusted(1, 1, -1, -1), 3, 3)  # on whole pixels
            else:
                painter.drawLine(box.bottomLeft() + _UP, box.bottomRight() + _UP)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter follows the link, as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def _clicked(self) -> None:
        self.asked.emit(self.term)


_UP: Final = QRectF(0, -2, 0, 0).topLeft()


def places(document: QTextDocument, width: int) -> dict[str, list[QRectF]]:
    """Where each anchor of a document lies when it is `width` pixels wide: its name -> a box for each line."""
    document.setTextWidth(width)
    document.documentLayout().documentSize()  # lays it out
    found: dict[str, list[QRectF]] = {}
    block = document.begin()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            if fragment.charFormat().isAnchor():
                start = fragment.position() - block.position()
                boxes = found.setdefault(fragment.charFormat().anchorHref(), [])
                boxes += _boxes(block, start, start + fragment.length())
            iterator += 1
        block = block.next()
    return found


def _boxes(block: QTextBlock, start: int, end: int) -> list[QRectF]:
    layout, boxes = block.layout(), []
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        first, last = max(start, line.textStart()), min(end, line.textStart() + line.textLength())
        if first < last:
            left, right = _x(line.cursorToX(first)), _x(line.cursorToX(last))
            box = QRectF(min(left, right), line.y(), abs(right - left), line.height())
            boxes.append(box.translated(layout.position()))
    return boxes


def _x(place: object) -> float:
    """PySide returns the place together with the position that it was asked for."""
    return float(place[0] if isinstance(place, tuple) else place)  # type: ignore[arg-type]
