"""Lays the parts of a page out in two columns where they fit without scrolling, in one otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.layout import draw_ground

LEAST, MOST, ALONE = 26, 38, 44  # width of a column in body heights: of two at least and at most, of one at most
EDGE, BETWEEN = 1.2, 2.2  # round the page and between its columns, in body heights
GAP: Final = {"heading": 0.95, "words": 0.5, "formula": 0.35, "source": 0.25}  # before each kind of part


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the page and its kind, one of those in GAP."""

    widget: QWidget
    kind: str


def split(heights: Sequence[int], kinds: Sequence[str]) -> int:
    """How many parts the first of two columns gets, so that the longer one is as short as can be.

    A heading never stands last in its column, and neither do the words or the source before a source.
    """
    best, best_height = len(heights), sum(heights)
    for at in range(1, len(heights)):
        if kinds[at - 1] == "heading" or kinds[at] == "source":
            continue
        height = max(sum(heights[:at]), sum(heights[at:]))
        if height < best_height:
            best, best_height = at, height
    return best


class Sheet(QWidget):
    """The page itself."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[Item] = []
        self._look: Look | None = None
        self.columns: list[list[Item]] = []

    def set_items(self, items: Sequence[Item]) -> None:
        """Show other parts; the old ones are deleted."""
        for item in self._items:
            item.widget.hide()
            item.widget.deleteLater()
        self._items, self.columns = list(items), []
        for item in items:
            item.widget.setParent(self)
            item.widget.show()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.update()

    def place(self, width: int, height: int) -> None:
        """Lay out for a view of this size; the sheet grows below it where the page is longer."""
        if self._look is None or width < 50:
            return
        body = self._look.body
        edge, between = round(EDGE * body), round(BETWEEN * body)
        wide = min((width - 2 * edge - between) // 2, MOST * body)
        if wide >= LEAST * body:
            heights = [self._high(item, wide) for item in self._items]
            at = split(heights, [item.kind for item in self._items])
            columns = [self._items[:at], self._items[at:]]
            if max(self._column_high(column, wide) for column in columns) + 2 * edge <= height:
                left = (width - 2 * wide - between) // 2
                self._put(columns, [left, left + wide + between], wide, edge)
                self.resize(width, height)
                return
        wide = min(width - 2 * edge, ALONE * body)
        self.resize(width, max(self._put([self._items], [(width - wide) // 2], wide, edge), height))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        draw_ground(painter, self, self._look)

    def _put(self, columns: list[list[Item]], lefts: list[int], wide: int, edge: int) -> int:
        """Lay out columns of this width; returns how high the sheet must be."""
        self.columns = columns
        bottom = 0
        for column, left in zip(columns, lefts, strict=True):
            top = edge
            for number, item in enumerate(column):
                top += self._gap(item) if number else 0
                high = max(item.widget.heightForWidth(wide), 1)
                item.widget.setGeometry(left, top, wide, high)
                top += high
            bottom = max(bottom, top)
        return bottom + edge

    def _column_high(self, column: list[Item], wide: int) -> int:
        return sum(self._high(item, wide) for item in column) - (self._gap(column[0]) if column else 0)

    def _high(self, item: Item, wide: int) -> int:
        return max(item.widget.heightForWidth(wide), 1) + self._gap(item)

    def _gap(self, item: Item) -> int:
        return round(GAP[item.kind] * self._look.body) if self._look is not None else 0
