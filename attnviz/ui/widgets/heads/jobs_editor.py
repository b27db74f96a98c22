"""The editor of jobs: add, rename, recolor and remove them, and click the words that ask and are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from attnviz.core.words import quoted
from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.charts.dots import dot
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.heads.find_head import TokenBox
from attnviz.ui.widgets.layout import draw_ground

NONE: Final = -1
RULES: Final = {"": "pairs only", "previous": "previous", "next": "next", "same": "same", "first": "first"}
FIRST: Final = "click the word that asks"
SECOND: Final = "now the word that {} asks"


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job as the editor shows it."""

    name: str
    words: str  # what it asks, its head, what is left of it
    rule: str
    color: int  # number of a head color
    asks: frozenset[int] = frozenset()  # tokens that ask in it
    asked: frozenset[int] = frozenset()  # tokens that are asked


class JobsEditor(QWidget):
    """A list of jobs, and below it the job at hand: its name, color and rule, and the sentence to click pairs in."""

    added = Signal()
    removed = Signal(int)
    renamed = Signal(int, str)
    recolored = Signal(int)
    ruled = Signal(int, str)
    paired = Signal(int, int, int)  # job, token that asks, token that is asked
    restored = Signal()  # the board's own jobs wanted back

    def __init__(self) -> None:
        super().__init__()
        self.look: Look = look_for("light")
        self.rows: tuple[JobRow, ...] = ()
        self.tokens: tuple[str, ...] = ()
        self.asking = NONE  # the token clicked first
        self.chips: list[QPushButton] = []
        self._lay_out()
        self.list.currentRowChanged.connect(self._turn)
        self.name.editingFinished.connect(self._rename)
        self.rule.activated.connect(self._choose_rule)
        self.color.clicked.connect(self._recolor)
        self.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self.added)
        self.board.clicked.connect(self.restored)

    @property
    def job(self) -> int:
        """The job at hand, or −1."""
        return self.list.currentRow()

    @property
    def last_stop(self) -> QWidget:
        """Where the Tab key leaves the editor."""
        return self.chips[-1] if self.chips else self.rule

    def set_jobs(self, rows: Sequence[JobRow], tokens: Sequence[str], own: bool) -> None:
        """Show jobs and the tokens of the sentence; `own` says that they are the viewer's and not the board's."""
        grown = len(rows) > len(self.rows) > 0
        before = (self.job, len(self.rows))
        self.rows = tuple(rows)
        with QSignalBlocker(self.list):
            self._list_rows(grown)
        if before != (self.job, len(self.rows)):  # another job is at hand: what was begun for the old one is dropped
            self.asking = NONE
            self.name.setModified(False)
        if tuple(tokens) != self.tokens:
            self.tokens, self.asking = tuple(tokens), NONE
            self._make_chips()
        self.board.setEnabled(own)
        self._show_job()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        for part in (
            self.list,
            self.name,
            self.rule,
            self.color,
            self.remove,
            self.add,
            self.board,
            self.hint,
            *self.chips,
        ):
            part.setFont(look.font("label"))
        side = round(look.label * 0.7)
        self.list.setIconSize(QSize(side, side))
        self.color.setIconSize(QSize(side, side))
        for index, row in enumerate(self.rows):
            self.list.item(index).setIcon(self._icon(row.color))
        self._show_job()

    def sizeHint(self) -> QSize:
        return QSize(self.look.label * 27, self.look.label * 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        painter = QPainter(self)
        draw_ground(painter, self, self.look)

    # inside

    def _lay_out(self) -> None:
        self.hint = QLabel(FIRST)
        self.list = QListWidget()
        self.list.setAccessibleName("Jobs")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of the job")
        self.name.setToolTip("Name of the job")
        self.name.setMinimumWidth(40)
        self.rule, self.color = RuleBox(), QPushButton()
        self.add, self.remove, self.board = QPushButton("add job"), QPushButton("remove"), QPushButton("reset")
        self.color.setAccessibleName("Color of the job")
        self.color.setToolTip("The next color, for the job and its head")
        self.board.setToolTip("Back to the jobs that are written in the board")
        top, one = QHBoxLayout(), QHBoxLayout()
        for part in (self.add, self.remove, self.board):
            top.addWidget(part)
        top.addStretch(1)
        for box, stretch in ((self.name, 3), (self.color, 0), (self.rule, 2)):
            one.addWidget(box, stretch)
        self._flow_holder = QWidget()
        self._flow = FlowLayout(self._flow_holder, gap=4, line_gap=4)
        scroll = QScrollArea()
        scroll.setAccessibleName("Pairs of the job")
        scroll.setProperty("stop", True)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._flow_holder)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the word that has the focus
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(5)
        column.addLayout(top)
        column.addWidget(self.list, 3)
        column.addLayout(one)
        column.addWidget(self.hint)
        column.addWidget(scroll, 2)

    def _list_rows(self, grown: bool) -> None:
        current = self.list.currentRow()
        while self.list.count() > len(self.rows):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(self.rows):
            self.list.addItem(QListWidgetItem())
        for index, row in enumerate(self.rows):
            item = self.list.item(index)
            words = f"{row.name}: {row.words}"
            if item.text() != words:
                item.setText(words)
                item.setToolTip(words)
            if item.data(Qt.ItemDataRole.UserRole) != row.color:
                item.setData(Qt.ItemDataRole.UserRole, row.color)
                item.setIcon(self._icon(row.color))
        last = len(self.rows) - 1
        self.list.setCurrentRow(last if grown else min(max(current, 0), last))

    def _make_chips(self) -> None:
        while len(self.chips) > len(self.tokens):
            chip = self.chips.pop()
            self._flow.removeWidget(chip)
            chip.deleteLater()
        while len(self.chips) < len(self.tokens):
            chip = QPushButton(self._flow_holder)
            chip.setFont(self.look.font("label"))
            chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            chip.clicked.connect(self._click)
            self._flow.addWidget(chip)
            chip.show()
            # A new widget comes last of all for the Tab key, behind the heads and the glossary.
            QWidget.setTabOrder(self.last_stop, chip)
            self.chips.append(chip)
        for chip, token in zip(self.chips, self.tokens, strict=True):
            short = token if len(token) <= 14 else f"{token[:13]}…"
            chip.setText(short)
            chip.setToolTip("" if short == token else token)

    def _show_job(self) -> None:
        """Write the job at hand into its boxes and color the words that it is about."""
        there = 0 <= self.job < len(self.rows)
        for part in (self.name, self.rule, self.color, self.remove, *self.chips):
            part.setEnabled(there)
        row = self.rows[self.job] if there else JobRow("", "", "", 0)
        if not (self.name.hasFocus() and self.name.isModified()):
            self.name.setText(row.name)
        with QSignalBlocker(self.rule):
            self.rule.setCurrentIndex(list(RULES).index(row.rule))
        self.color.setIcon(self._icon(row.color))
        theme = self.look.theme
        for index, chip in enumerate(self.chips):
            ink = theme.query_text if index in row.asks else theme.key_text if index in row.asked else theme.ink
            first = index == self.asking
            thin = f"1px solid {theme.edge}; padding: 2px 7px"
            line = f"2px solid {theme.query}; padding: 1px 6px" if first or index in row.asks else thin
            if index in row.asked and index not in row.asks and not first:
                line = f"2px solid {theme.key}; padding: 1px 6px"
            ground = theme.chosen if first else theme.card
            chip.setStyleSheet(
                f"QPushButton {{ border: {line}; color: {ink}; background: {ground}; }}"
                f"QPushButton:focus {{ border: 3px solid {theme.focus}; padding: 0px 5px; }}"
            )
        self.hint.setText(FIRST if self.asking == NONE else SECOND.format(quoted(self.tokens[self.asking])))

    def _icon(self, color: int) -> QIcon:
        return dot(self.look, color, self.devicePixelRatioF())

    def event(self, event: QEvent) -> bool:
        """Take Esc from the window while a pair is begun."""
        if event.type() == QEvent.Type.ShortcutOverride and self.asking != NONE and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_Escape)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc drops a pair that is begun."""
        if event.key() == Qt.Key.Key_Escape and self.asking != NONE:
            self._turn(self.job)
        else:
            super().keyPressEvent(event)

    def _turn(self, _row: int) -> None:
        self.asking = NONE
        self._show_job()

    def _click(self) -> None:
        chip = self.sender()
        token = next(index for index, one in enumerate(self.chips) if one is chip)
        if self.asking == NONE:
            self.asking = token
            self._show_job()
            return
        asking, self.asking = self.asking, NONE
        self._show_job()
        self.paired.emit(self.job, asking, token)

    def _rename(self) -> None:
        if self.name.isModified() and 0 <= self.job < len(self.rows):
            self.name.setModified(False)
            self.renamed.emit(self.job, self.name.text())

    def _choose_rule(self, index: int) -> None:
        self.ruled.emit(self.job, list(RULES)[index])

    def _recolor(self) -> None:
        self.recolored.emit(self.job)

    def _remove(self) -> None:
        self.removed.emit(self.job)


class RuleBox(TokenBox):
    """The rule of a job: besides its pairs, what every word asks."""

    def __init__(self) -> None:
        super().__init__("What every word asks")
        self.setToolTip("What every word asks, besides the pairs")
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.addItems(list(RULES.values()))
