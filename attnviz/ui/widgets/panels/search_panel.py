"""The search: a box over the top right corner, with a list of what was found while it is being chosen from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QStyle, QVBoxLayout, QWidget

from attnviz.board.search import Group, Hit
from attnviz.ui.theme import Look
from attnviz.ui.widgets.panels.find_box import name_clear_button
from attnviz.ui.widgets.panels.search_list import HitList

SETTLES: Final = 400  # milliseconds after the last letter, before the count is said aloud
WIDTH: Final = 25  # body heights


class SearchBox(QLineEdit):
    """The box. It keeps the focus: arrows and Enter act on the list."""

    step = Signal(int)  # to the hit so many further on
    enter = Signal(int)  # Enter (1) or Shift+Enter (-1)

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText("Find on the board")
        self.setAccessibleName("Find on the board")
        self.setClearButtonEnabled(True)
        name_clear_button(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class SearchPanel(QWidget):
    """Box, count and list. It is told what was found and says where to go; it searches nothing itself."""

    typed = Signal(str)
    go = Signal(object)  # a Hit to go to
    left = Signal()  # put away

    def __init__(self, home: QWidget) -> None:
        """`home` is the widget over whose corner it lies."""
        super().__init__(home)
        self.setAccessibleName("Search")
        self._home = home
        self._look: Look | None = None
        self.hits: list[Hit] = []
        self.at = -1  # which hit is chosen
        self._groups: Sequence[Group] = ()
        self.box, self.count, self.list = SearchBox(), QLabel(), HitList()
        self._close = QPushButton("✕")
        self._close.setProperty("link", True)
        self._close.setAccessibleName("Close the search")
        self._close.setToolTip("Close the search (Esc)")
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLES)
        self._settled.timeout.connect(self._announce)
        self.box.textChanged.connect(self._type)
        self.box.step.connect(self._step)
        self.box.enter.connect(self._enter)
        self.list.picked.connect(self._pick)
        self._close.clicked.connect(self.left)
        row = QHBoxLayout()
        row.addWidget(self.box, 1)
        row.addWidget(self._close)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(10, 8, 10, 8)
        self._column.setSpacing(4)
        self._column.addLayout(row)
        self._column.addWidget(self.count)
        self._column.addWidget(self.list, 1)
        self.hide()
        self.list.hide()
        home.installEventFilter(self)

    def open(self) -> None:
        """Show the box, its words selected so that typing begins a new search."""
        self.show()
        self.raise_()
        self.box.setFocus()
        self.box.selectAll()
        self.typed.emit(self.box.text())

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show what the words in the box have found."""
        self._groups = groups
        self.hits = [hit for group in groups for hit in group.hits]
        self.at = 0 if self.hits else -1
        self.list.show_groups(groups)
        if self.hits:
            self.list.choose(0)
        self.list.setVisible(bool(self.hits))
        self._say(self._found_words())
        self._place()

    def keep_groups(self, groups: Sequence[Group]) -> None:
        """Show the same search in another state of the board; what is chosen and folded away stays so."""
        at, listed = self.at, self.list.isVisibleTo(self)
        words = self.count.text()
        self.show_groups(groups)
        self._settled.stop()
        self.at = min(at, len(self.hits) - 1) if self.hits else -1
        if self.hits and self.at >= 0:
            self.list.choose(self.at)
        self.list.setVisible(listed and bool(self.hits))
        if self.hits and not listed:
            self._say(words)
        self._place()

    def travel(self, by: int) -> None:
        """Go to the hit so many further on, round the ends; the list makes way for the frame."""
        if self.hits:
            self._arrive((self.at + by) % len(self.hits))

    def place_words(self) -> str:
        """Where the search stands: "3 of 7, Why scale"."""
        frame = self.hits[self.at].passage.frame
        name = next(group.title for group in self._groups if group.frame == frame).partition(" · ")[2]
        return f"{self.at + 1} of {len(self.hits)}, {name}"

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.box.setFont(look.font("body"))
        self.count.setFont(look.font("label", 600))
        self._close.setFont(look.font("label"))
        self.list.set_look(look)
        self._place()

    def hideEvent(self, event: QEvent) -> None:
        """Nothing more is said of a search that was put away."""
        self._settled.stop()
        super().hideEvent(event)  # type: ignore[arg-type]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.color("edge"), 2))
        painter.setBrush(self._look.color("card"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the window changes size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def _type(self, words: str) -> None:
        self.typed.emit(words)
        self._settled.start()

    def _step(self, by: int) -> None:
        if not self.hits:
            return
        if self.list.isVisible():
            self.at = (self.at + by) % len(self.hits)
        self.list.show()
        self._place()
        self.list.choose(self.at)
        self._say(self.place_words())
        self._announce()

    def _enter(self, way: int) -> None:
        """The first Enter goes to the hit that is chosen, further ones to the next."""
        if self.hits:
            self._arrive(self.at if self.list.isVisible() and way > 0 else (self.at + way) % len(self.hits))

    def _pick(self, number: int) -> None:
        self._arrive(number)

    def _arrive(self, number: int) -> None:
        self.at = number
        self.list.choose(number)
        self.list.hide()
        self._place()
        self.go.emit(self.hits[number])
        self._say(self.place_words())
        self._settled.stop()
        self._announce()

    def _found_words(self) -> str:
        if not self.box.text().strip():
            return "Titles, texts, terms, live words: type to find"
        if not self.hits:
            return f"Nothing found for “{self.box.text().strip()[:40]}”"
        frames = len(self._groups)
        return f"{len(self.hits)} found in {frames} {'frame' if frames == 1 else 'frames'}"

    def _say(self, words: str) -> None:
        self.count.setText(words)
        self.count.setAccessibleName(words)

    def _announce(self) -> None:
        if self.isVisible():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, self.count.text()))

    def _place(self) -> None:
        """At the top right, as high as what was found, at most three quarters of the window."""
        if self._look is None:
            return
        home = self._home
        width = min(self._look.body * WIDTH, home.width() - 24)
        self.resize(width, self.height())
        bar = self._column.contentsMargins()
        height = bar.top() + bar.bottom() + self.box.sizeHint().height() + 4 + self.count.sizeHint().height()
        if self.list.isVisibleTo(self):
            self.list.setFixedWidth(width - bar.left() - bar.right())
            height += 4 + min(self.list.wanted_height(), round(home.height() * 0.75) - height)
        place = QRect(home.width() - width - 10, 6, width, height)
        self.setGeometry(QStyle.visualRect(home.layoutDirection(), home.rect(), place))
        if self.list.isVisibleTo(self):
            self._column.activate()  # the list has its height before it scrolls
            self.list.choose(self.at)
