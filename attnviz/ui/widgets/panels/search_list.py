"""What a search has found, as a list: a heading for each frame, under it the places with their words."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QListView

from attnviz.board.plain import plain
from attnviz.board.search import Group, Hit
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.rich_rows import HTML, Index, RichRows, marked


class HitModel(QAbstractListModel):
    """Headings, which cannot be chosen, and hits, which can."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Hit | Group] = []

    def show(self, groups: Sequence[Group]) -> None:
        """Take over what was found."""
        self.beginResetModel()
        self.rows = []
        for group in groups:
            self.rows += [group, *group.hits]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of rows, headings among them."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row's words: plain, as they are read out, and as HTML."""
        row = self.rows[index.row()]
        if role == HTML:
            if isinstance(row, Group):
                return f"<b>{html.escape(row.title)}</b>"
            where = _where(row)
            return (f"<i>{html.escape(where)}</i> &nbsp;" if where else "") + marked(row.snippet, row.marks)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.title if isinstance(row, Group) else ": ".join(filter(None, (_where(row), plain(row.snippet))))
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Headings are passed over."""
        if isinstance(self.rows[index.row()], Group):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class HitList(QListView):
    """The hits; which is chosen is told from outside, by its number among all hits."""

    picked = Signal(int)  # a hit clicked at

    def __init__(self) -> None:
        super().__init__()
        self.hits = HitModel()
        self.hits.setParent(self)
        self._numbers: list[int] = []  # rows of the hits
        self.setModel(self.hits)
        self._rows = RichRows(self)
        self.setItemDelegate(self._rows)
        self.setAccessibleName("What was found")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the arrow keys of the box move in it
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # so that rows keep their width
        self.clicked.connect(self._click)

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show what was found."""
        self.hits.show(groups)
        self._numbers = [number for number, row in enumerate(self.hits.rows) if isinstance(row, Hit)]

    def choose(self, number: int) -> None:
        """Mark hit `number` and bring it into view, with its heading if it is the first below that."""
        row = self._numbers[number]
        self.setCurrentIndex(self.hits.index(row))
        if isinstance(self.hits.rows[row - 1], Group):
            self.scrollTo(self.hits.index(row - 1))

    def wanted_height(self) -> int:
        """How high all rows are together."""
        return sum(self.sizeHintForIndex(self.hits.index(row)).height() for row in range(len(self.hits.rows))) + 4

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.setFont(look.font("label"))
        self._rows.take_look(look)

    def _click(self, index: QModelIndex) -> None:
        if index.row() in self._numbers:
            self.picked.emit(self._numbers.index(index.row()))


def _where(hit: Hit) -> str:
    """The place of a hit in words; nothing where its words begin with the same."""
    return "" if hit.snippet.startswith(hit.passage.place) else plain(hit.passage.place)
