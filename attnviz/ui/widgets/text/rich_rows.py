"""Rows of wrapped words in a list or a tree, their symbols set as mathematics and the words that were found marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QPen, QTextDocument, QTextOption
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.prose import INDEXED, index_style, rich

Index = QModelIndex | QPersistentModelIndex
HTML: Final = Qt.ItemDataRole.UserRole + 1  # what a row says, as HTML
EDGE: Final = 6  # pixels round the words
_OPEN, _SHUT = "\ue000", "\ue001"  # stand for the tags while the words between them are made HTML


def marked(text: str, marks: Sequence[tuple[int, int]]) -> str:
    """`text` as HTML, the spans `marks` in bold and underlined; a symbol such as d_k is marked whole."""
    symbols = [match.span() for match in INDEXED.finditer(text)]
    parts, at = [], 0
    for start, end in marks:
        touched = [span for span in symbols if span[0] < end and start < span[1]]
        start, end = min([start, *(span[0] for span in touched)]), max([end, *(span[1] for span in touched)])
        start = max(start, at)
        if start < end:
            parts += [text[at:start], _OPEN, text[start:end], _SHUT]
            at = end
    return rich("".join([*parts, text[at:]])).replace(_OPEN, "<b><u>").replace(_SHUT, "</u></b>")


class RichRows(QStyledItemDelegate):
    """Paints each row's HTML in the width that the view has."""

    def __init__(self, view: QAbstractItemView, size: str = "label") -> None:
        """`size` is that of the words: body or label."""
        super().__init__(view)
        self._view, self._size = view, size
        self._look: Look | None = None

    def take_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self._view.doItemsLayout()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The ground of the chosen row, the words, and the ring round the row that the keyboard is at."""
        if self._look is None:
            return
        look, area = self._look, QRectF(option.rect)
        document = self._document(index)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, look.color("chosen"))
            painter.setPen(QPen(look.color("focus"), 2))
            painter.drawRect(area.adjusted(1, 1, -1, -1))
        painter.save()
        painter.translate(area.topLeft() + QPointF(EDGE, EDGE / 2))
        document.drawContents(painter)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the wrapped words."""
        if self._look is None:
            return QSize(10, 10)
        return QSize(self._width(index), round(self._document(index).size().height()) + EDGE)

    def height_at(self, width: int) -> int:
        """How high all rows of a list are together when the view is `width` pixels wide inside."""
        model = self._view.model()
        rows = [model.index(row, 0) for row in range(model.rowCount())]
        return sum(round(self._document(row, width).size().height()) + EDGE for row in rows) if self._look else 0

    def _document(self, index: Index, width: int = 0) -> QTextDocument:
        assert self._look is not None
        html, font = str(index.data(HTML)), self._look.font(self._size)
        html = index_style(font.pixelSize(), self._look.index) + html if "<su" in html else html
        return _document(html, self._look.theme.ink, font, (width or self._width(index)) - 2 * EDGE)

    def _width(self, index: Index) -> int:
        width = self._view.viewport().width()
        if isinstance(self._view, QTreeView):
            depth, parent = 1, index.parent()
            while parent.isValid():
                depth, parent = depth + 1, parent.parent()
            width -= depth * self._view.indentation()
        return max(width, 60)


@lru_cache(maxsize=512)
def _document(html: str, ink: str, font: QFont, width: int) -> QTextDocument:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(font)
    wrap = QTextOption()
    wrap.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(wrap)
    document.setHtml(f"<div style='color:{ink}'>{html}</div>")
    document.setTextWidth(width)
    return document
