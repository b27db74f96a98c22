"""The whole board as words: a tree of headings and texts that keeps step with the pictures; to copy or to save."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from attnviz.board.contents import Section
from attnviz.board.plain import plain
from attnviz.ui.theme import Look, palette
from attnviz.ui.widgets.text.prose import rich
from attnviz.ui.widgets.text.rich_rows import HTML, RichRows

FRAME = Qt.ItemDataRole.UserRole + 2  # id of the frame that a row belongs to, "" above the frames


class ContentsTree(QTreeView):
    """Headings that open and close, their texts under them."""

    go = Signal(str)  # a frame asked for, by Enter or a double click on a row of it

    def __init__(self) -> None:
        super().__init__()
        self._tree = QStandardItemModel(self)
        self.setModel(self._tree)
        self._rows = RichRows(self)
        self.setItemDelegate(self._rows)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(False)
        self.setAccessibleName("Board contents")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.activated.connect(self._go_to)

    def show_contents(self, contents: Section, frame: str) -> None:
        """Show the board; rows stay open or closed. At first the headings are seen, and the texts of `frame`."""
        first = not self._tree.rowCount()
        top = [Section(contents.heading, contents.paragraphs), *contents.sections]
        if first or not self._update(self._tree.invisibleRootItem(), (), top):
            self._rebuild(top)
        if first:
            for row in range(self._tree.rowCount()):
                index = self._tree.index(row, 0)
                if index.data(FRAME) == frame:
                    self.expand(index)
                    self.setCurrentIndex(index)

    def texts(self) -> list[str]:
        """Every row's words from top to bottom."""
        return [item.text() for item in self._items(self._tree.invisibleRootItem())]

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.setFont(look.font("label"))
        self.setIndentation(round(look.label * 1.4))
        self._rows.take_look(look)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap for the new width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _rebuild(self, top: list[Section]) -> None:
        open_rows = [path for path, index in self._paths(QModelIndex(), ()) if self.isExpanded(index)]
        self._tree.clear()
        for section in top:
            self._tree.appendRow(_item(section, section.id))
        for path, index in self._paths(QModelIndex(), ()):
            self.setExpanded(index, path in open_rows)

    def _update(self, item: QStandardItem, paragraphs: tuple[str, ...], sections: list[Section]) -> bool:
        """Change the words that are others now; False where another number of rows is needed."""
        if item.rowCount() != len(paragraphs) + len(sections):
            return False
        for row, text in enumerate(paragraphs):
            _write(item.child(row), text)
        for row, section in enumerate(sections, start=len(paragraphs)):
            child = item.child(row)
            _write(child, section.heading, bold=True)
            if not self._update(child, section.paragraphs, list(section.sections)):
                return False
        return True

    def _paths(self, parent: QModelIndex, path: tuple[int, ...]) -> list[tuple[tuple[int, ...], QModelIndex]]:
        found = []
        for row in range(self._tree.rowCount(parent)):
            index = self._tree.index(row, 0, parent)
            found += [((*path, row), index), *self._paths(index, (*path, row))]
        return found

    def _items(self, item: QStandardItem) -> list[QStandardItem]:
        children = [item.child(row) for row in range(item.rowCount())]
        return [one for child in children for one in (child, *self._items(child))]

    def _go_to(self, index: QModelIndex) -> None:
        if index.data(FRAME):
            self.go.emit(index.data(FRAME))


class ContentsSheet(QDialog):
    """A window of its own beside the board, which can stay open; Esc closes it."""

    copy = Signal()
    save = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self.setWindowTitle("Board contents")
        self.tree = ContentsTree()
        self._hint = QLabel("Every word of the board, as it is now. Enter goes to the frame.")
        self._hint.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        self.buttons = [QPushButton(name) for name in ("Copy all", "Save as Markdown…", "Close")]
        for button, slot in zip(self.buttons, (self.copy, self.save, self.reject), strict=True):
            button.setAutoDefault(False)  # Enter belongs to the tree
            button.clicked.connect(slot)
            buttons.addWidget(button)
        self.buttons[0].setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.buttons[1].setShortcut(QKeySequence(QKeySequence.StandardKey.Save))
        column = QVBoxLayout(self)
        column.addWidget(self._hint)
        column.addWidget(self.tree, 1)
        column.addLayout(buttons)

    def open_beside(self, look: Look) -> None:
        """Show it, or bring it to the front, the tree with the focus."""
        if not self.isVisible():
            self.resize(min(look.label * 60, self._home.width() - 40), min(look.label * 52, self._home.height() - 60))
            self.show()
        self.activateWindow()
        self.tree.setFocus()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._hint.setFont(look.font("label"))
        self._hint.setPalette(palette(look))  # made after the look was spread over the window
        for button in self.buttons:
            button.setFont(look.font("label"))


def _item(section: Section, frame: str) -> QStandardItem:
    item = QStandardItem()
    _write(item, section.heading, bold=True)
    item.setData(frame, FRAME)
    for text in section.paragraphs:
        row = QStandardItem()
        _write(row, text)
        row.setData(frame, FRAME)
        item.appendRow(row)
    for inner in section.sections:
        item.appendRow(_item(inner, frame))
    return item


def _write(item: QStandardItem, text: str, bold: bool = False) -> None:
    html = f"<b>{rich(text)}</b>" if bold else rich(text)
    if item.data(HTML) != html:
        item.setText(plain(text))
        item.setData(html, HTML)
