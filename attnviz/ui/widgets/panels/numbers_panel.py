"""The numbers behind a picture as native tables, kept in step with it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QLabel, QTableView, QTabWidget, QVBoxLayout, QWidget

from attnviz.core.words import MINUS, number
from attnviz.experiments.table import Table
from attnviz.ui.theme import Look

Index = QModelIndex | QPersistentModelIndex
EMPTY = Table("", (), ())


class TableModel(QAbstractTableModel):
    """A `Table` for a table view."""

    def __init__(self) -> None:
        super().__init__()
        self.table = EMPTY

    def show(self, table: Table) -> None:
        """Take over a table; a view keeps its place when only the numbers changed."""
        if (table.columns, len(table.rows)) == (self.table.columns, len(self.table.rows)):
            self.table = table
            if table.rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(table.rows) - 1, len(table.columns) - 1))
            return
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of rows."""
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of columns."""
        return 0 if parent.isValid() else len(self.table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's words, or how they are aligned."""
        value = self.table.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _words(value)
        if role == Qt.ItemDataRole.TextAlignmentRole and not isinstance(value, str):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A column's name, or a row's number."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.table.columns[section] if orientation == Qt.Orientation.Horizontal else section + 1


class NumbersPanel(QWidget):
    """Tabs of tables, one a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("The numbers behind the pictures")
        self._title = QLabel("The numbers behind the pictures (Ctrl+D closes)")
        self._models: list[TableModel] = []
        self._views: list[QTableView] = []
        self._look: Look | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 4, 12, 4)
        column.setSpacing(2)
        column.addWidget(self._title)
        column.addWidget(self.tabs)

    def show_tables(self, tables: tuple[Table, ...]) -> None:
        """Show `tables`; tabs and views are kept where the titles stay."""
        if len(self._models) != len(tables):
            self._make_tabs(tables)
        for place, table in enumerate(tables):  # titles may carry live values: a new one is no new tab
            if self.tabs.tabText(place) != table.title:
                self.tabs.setTabText(place, table.title)
                self._views[place].setAccessibleName(table.title)
        for model, table in zip(self._models, tables, strict=True):
            model.show(table)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        self._title.setFont(look.font("label", 600))
        self.tabs.tabBar().setFont(look.font("label", 500))
        for view in self.findChildren(QTableView):
            view.setFont(look.font("label"))
            view.horizontalHeader().setFont(look.font("label", 600))
            view.verticalHeader().setDefaultSectionSize(round(look.label * 1.8))

    def _make_tabs(self, tables: tuple[Table, ...]) -> None:
        while self.tabs.count():
            self.tabs.removeTab(0)
        for old in self.tabs.findChildren(QTableView):
            old.deleteLater()
        for model in self._models:
            model.deleteLater()
        self._models = [TableModel() for _ in tables]
        self._views = [QTableView() for _ in tables]
        for model, view, table in zip(self._models, self._views, tables, strict=True):
            model.setParent(self)
            view.setModel(model)
            model.modelReset.connect(view.resizeColumnsToContents)
            view.setAccessibleName(table.title)
            view.setTabKeyNavigation(False)
            self.tabs.addTab(view, table.title)
        for before, after in pairwise((self.tabs.tabBar(), *self._views)):
            self.setTabOrder(before, after)
        if self._look is not None:
            self.set_look(self._look)


def _words(value: str | float) -> str:
    """A cell in words; a number that is not zero is never written as one."""
    if isinstance(value, float) and 0 < abs(value) < 5e-5:
        return f"{value:.1e}".replace("-", MINUS)
    return number(value, 4) if isinstance(value, float) else str(value)
