"""Answering by putting lines in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QSizePolicy, QVBoxLayout

from attnviz.board.draw import Asked
from attnviz.board.plain import plain
from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.quiz.answer_input import AnswerInput, check_button
from attnviz.ui.widgets.text.prose import rich
from attnviz.ui.widgets.text.rich_rows import HTML, RichRows

NUMBER: Final = Qt.ItemDataRole.UserRole  # which of the lines as asked, from 1
WORDS: Final = Qt.ItemDataRole.UserRole + 2  # what the line says


class Lines(QListWidget):
    """Lines that change places: by dragging, or with Alt and an arrow. It is as high as its words need."""

    arranged = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rows = RichRows(self, size="body")
        self.setItemDelegate(self.rows)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Lines to put in order")
        self.setAccessibleDescription("Alt and an arrow move the chosen line up or down")

    @property
    def order(self) -> list[int]:
        """The numbers of the lines from top to bottom."""
        return [int(self.item(row).data(NUMBER)) for row in range(self.count())]

    def set_lines(self, texts: Sequence[str], order: Sequence[int]) -> None:
        """Show the lines in an order of their numbers, which count from 1."""
        self.clear()
        for number in order:
            item = QListWidgetItem()
            item.setData(NUMBER, number)
            item.setData(WORDS, texts[number - 1])
            self.addItem(item)
        self._tell()
        self.setCurrentRow(0)
        self.updateGeometry()

    def move_line(self, by: int) -> None:
        """Move the chosen line up (−1) or down (1); at an end it stays."""
        row = self.currentRow()
        if row >= 0 and 0 <= row + by < self.count():
            self.insertItem(row + by, self.takeItem(row))
            self._tell()
            self.setCurrentRow(row + by)
            self.arranged.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and an arrow move the line, an arrow alone the choice."""
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if by and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.move_line(by)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The line that is held follows the pointer, once this is past the middle of what lies on the way."""
        if not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        row, y = self.currentRow(), event.position().y()
        held = self.visualItemRect(self.item(row))
        if row + 1 < self.count() and y > self.visualItemRect(self.item(row + 1)).bottom() - held.height() / 2:
            self.move_line(1)
        elif row and y < self.visualItemRect(self.item(row - 1)).top() + held.height() / 2:
            self.move_line(-1)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        inside = width - 2 * self.frameWidth()
        return self.rows.height_at(inside) + 2 * self.frameWidth() + 2

    def sizeHint(self) -> QSize:
        width = max(self.width(), 200)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.doItemsLayout()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.rows.take_look(look)
        self.updateGeometry()

    def _tell(self) -> None:
        """Write every line's place before it, for the eye and for the ear."""
        for row in range(self.count()):
            item = self.item(row)
            words = str(item.data(WORDS))
            item.setText(f"{row + 1} of {self.count()}: {plain(words)}")
            item.setData(HTML, f"<b>{row + 1}</b>&nbsp;&nbsp;{rich(words)}")


class OrderInput(AnswerInput):
    """Lines to put in order: `order`."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[str, ...] = ()
        self.lines = Lines()
        self.up, self.down, self.button = QPushButton("▲ up"), QPushButton("▼ down"), check_button()
        self.up.setAccessibleName("Move the line up")
        self.down.setAccessibleName("Move the line down")
        self.up.clicked.connect(self._raise)
        self.down.clicked.connect(self._lower)
        self.button.clicked.connect(self._send)
        column, row = QVBoxLayout(self), FlowLayout(gap=8)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.lines)
        for part in (self.up, self.down, self.button):
            row.addWidget(part)
        column.addLayout(row)

    def put(self, asked: Asked) -> None:
        """The lines as they are shuffled."""
        self._texts = asked.items
        self.take("")

    def take(self, given: str) -> None:
        """The order that was handed in."""
        shuffled = range(1, len(self._texts) + 1)
        order = [int(number) for number in given.split(",") if number.isdecimal()]
        self.lines.set_lines(self._texts, order if sorted(order) == list(shuffled) else shuffled)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        for button in (self.up, self.down):
            button.setFont(look.font("label", 500))
        self.button.setFont(look.font("body", 600))

    def _raise(self) -> None:
        self.lines.move_line(-1)

    def _lower(self) -> None:
        self.lines.move_line(1)

    def _send(self) -> None:
        self.answered.emit(",".join(map(str, self.lines.order)))
