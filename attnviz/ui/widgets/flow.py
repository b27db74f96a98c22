"""A row of widgets that wraps to the next line when it is full."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QStyle, QWidget


class FlowLayout(QLayout):
    """Lays widgets out in a line and wraps to the next when the line is full."""

    def __init__(self, parent: QWidget | None = None, gap: int = 18, line_gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap, self._line_gap = gap, line_gap
        self._heights: dict[int, int] = {}  # of all lines by width: the layouts around ask again and again
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Take one more item (called by Qt)."""
        self._items.append(item)
        self._heights.clear()

    def count(self) -> int:
        """Number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Item `index`, or None."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove item `index` and return it, or None."""
        self._heights.clear()
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def invalidate(self) -> None:
        """Forget the heights: an item has changed (called by Qt)."""
        self._heights.clear()
        super().invalidate()

    def expandingDirections(self) -> Qt.Orientation:
        """It wants no spare room."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """A narrower row is a higher one."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at `width`."""
        if width not in self._heights:
            self._heights[width] = self._lay(QRect(0, 0, width, 0), move=False)
        return self._heights[width]

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        """All items in one line."""
        sizes = [item.sizeHint() for item in self._items]
        return QSize(
            sum(s.width() for s in sizes) + self._gap * max(len(sizes) - 1, 0),
            max((s.height() for s in sizes), default=0),
        )

    def minimumSize(self) -> QSize:
        """The widest item, one line."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, move: bool) -> int:
        """Lines of items from the top of `rect`; returns their height."""
        y, lines = rect.y(), self._lines(rect.width())
        for line in lines:
            hints = [item.sizeHint() for item in line]
            height = max(hint.height() for hint in hints)
            spare = rect.width() - sum(hint.width() for hint in hints) - self._gap * (len(line) - 1)
            growing = [i for i, item in enumerate(line) if item.expandingDirections() & Qt.Orientation.Horizontal]
            x = rect.x()
            for i, (item, hint) in enumerate(zip(line, hints, strict=True)):
                width = min(hint.width() + (spare // len(growing) if i in growing else 0), rect.width())
                if move:
                    place = QRect(QPoint(x, y), QSize(width, height))
                    item.setGeometry(QStyle.visualRect(self._direction(), rect, place))
                x += width + self._gap
            y += height + self._line_gap
        return y - rect.y() - (self._line_gap if lines else 0)

    def _direction(self) -> Qt.LayoutDirection:
        home = self.parentWidget()
        return Qt.LayoutDirection.LeftToRight if home is None else home.layoutDirection()

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        room = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not lines or needed > room:
                lines.append([])
                room = width
            lines[-1].append(item)
            room -= needed + self._gap
        return lines
