"""A short quiz: all its questions side by side where there is room, else one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QPaintEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QPushButton, QSizePolicy, QWidget

from attnviz.ui.theme import Look, spread_look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.layout import GAP, Card, Need, shares
from attnviz.ui.widgets.quiz.question_card import VERDICTS, ChoiceCard, TypedCard
from attnviz.ui.widgets.text.prose import TABS, ProseCard

LEAST: Final = 19.0  # width of a question in label heights
COLUMNS: Final = (3, 2)


class QuizCard(ProseCard):
    """The questions of a quiz, of which some are asked. It takes a page of its own.

    Where they are shown one at a time, a row of numbers turns to the others and says how each stands.
    """

    turned = Signal()  # another question is chosen

    def __init__(self, name: str, cards: Sequence[ChoiceCard | TypedCard], most: int) -> None:
        """`cards` has one for each question that may be asked; at most `most` are asked at a time."""
        self.cards = list(cards)
        self._asked: list[ChoiceCard | TypedCard] = []
        self._columns: int | None = None  # how many stand in a row where all have room, 0 where not; None: not known
        self._measured = QSize()
        self.numbers = [QPushButton() for _ in range(min(most, len(self.cards)))]
        self.next_button = QPushButton("next question →")
        self.about = QLabel()
        self._area = QWidget()
        super().__init__(name, self._area, least_width=LEAST, stretch=(1, 3))
        self._line = QWidget(self._area)
        self._group = QButtonGroup(self)
        self._set_up()

    @property
    def one_at_a_time(self) -> bool:
        """Whether only the chosen question is on show."""
        return not self._columns

    @property
    def number(self) -> int:
        """Which of the asked questions is chosen, from 0."""
        return max(self._group.checkedId(), 0)

    @property
    def card(self) -> ChoiceCard | TypedCard:
        """The card of the chosen question."""
        return self._asked[self.number]

    @property
    def asked(self) -> tuple[str, ...]:
        """The ids of the questions that are asked, in their order."""
        return tuple(card.question_id for card in self._asked)

    def show_quiz(self, asked: Sequence[tuple[str, str]]) -> None:
        """Ask these questions: id and verdict (a key of VERDICTS) of each, in their order."""
        by_id = {card.question_id: card for card in self.cards}
        order = [by_id[question] for question, _ in asked]
        if order != self._asked:
            self._asked, self._columns = order, None
            for before, after in pairwise(order):
                QWidget.setTabOrder(before, after)
        for number, button in enumerate(self.numbers):
            button.setVisible(number < len(asked))
        for number, (button, (_, verdict)) in enumerate(zip(self.numbers, asked, strict=False), start=1):
            button.setText(f"{number} {VERDICTS[verdict][0]}".strip())
            said = {"right": "right", "empty": "not answered yet"}.get(verdict, "not right yet")
            button.setAccessibleName(f"Question {number} of {len(asked)}, {said}")
        if self._asked:
            self.turn(min(self.number, len(asked) - 1))

    def turn(self, number: int) -> None:
        """Choose the asked question `number`, from 0."""
        with QSignalBlocker(self._group):
            self.numbers[number].setChecked(True)
        self.next_button.setEnabled(number < len(self._asked) - 1)
        self.place()
        self.turned.emit()

    def place(self) -> None:
        """Place all questions where all have room, else the chosen one."""
        if self._look is None or not self._asked:
            return
        if self._columns is None or self._measured != self.size():
            self._measure()
        shown = [self.card] if self.one_at_a_time else self._asked
        for card in self.cards:
            card.setVisible(card in shown)
        if self._columns:
            self._place_rows(self._rows_of(self._columns))
            return
        self.about.setText(self.card.name)
        width, height = self._area.width(), self._area.height()
        line = self._flow.heightForWidth(width)
        self._line.setGeometry(0, 0, width, line)
        self.card.setGeometry(0, line + 6, width, height - line - 6)
        self.card.fit()

    def need(self) -> Need:
        """A whole page."""
        least, grid = Card.need(self), self.parentWidget()
        page = grid.height() - round(TABS * least.width / LEAST) if grid is not None else 0
        return Need(least.width, max(page, least.height), least.stretch_x, least.stretch_y)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        for button in (*self.numbers, self.next_button):
            button.setFont(look.font("label", 600))
        spread_look(self._area, look)
        self.about.setFont(look.font("label"))
        self._columns = None
        self.place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._columns = None  # only what is shown has the style's own sizes
        self.place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place anew when the room for the questions has changed."""
        if event.type() == QEvent.Type.Resize:
            self.place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """No ground of its own: each question is a card."""

    def _set_up(self) -> None:
        self._flow = FlowLayout(self._line, gap=6)
        for number, button in enumerate(self.numbers):
            button.setCheckable(True)
            button.setProperty("segment", True)
            self._group.addButton(button, number)
        self.next_button.setProperty("link", True)
        self.next_button.setAccessibleName("Next question")
        for part in (*self.numbers, self.next_button, self.about):
            part.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._flow.addWidget(part)
        for card in self.cards:
            card.setParent(self._area)
        self._group.idClicked.connect(self.turn)
        self.next_button.clicked.connect(self._next)
        self._area.installEventFilter(self)
        whole = self.layout()
        if whole is not None:
            whole.setContentsMargins(0, 0, 0, 0)

    def _measure(self) -> None:
        """Find out in how many columns all questions have room, whatever they are answered."""
        self._measured = self.size()
        self._set_compact(False)
        whole = self.layout()
        if whole is not None:
            whole.activate()
        self._columns = next((columns for columns in COLUMNS if self._fits(columns)), 0)
        self._set_compact(not self._columns)
        if whole is not None:
            whole.activate()

    def _set_compact(self, compact: bool) -> None:
        self._header.setVisible(not compact)
        self._line.setVisible(compact)
        for card in self.cards:
            card.set_compact(compact)

    def _fits(self, columns: int) -> bool:
        width, rows = self._area.width(), self._rows_of(columns)
        if self._look is None or (width - GAP * (columns - 1)) // columns < LEAST * self._look.label:
            return False
        return sum(self._least_heights(rows, width)) + GAP * (len(rows) - 1) <= self._area.height()

    def _rows_of(self, columns: int) -> list[list[ChoiceCard | TypedCard]]:
        return [self._asked[i : i + columns] for i in range(0, len(self._asked), columns)]

    def _least_heights(self, rows: Sequence[Sequence[ChoiceCard | TypedCard]], width: int) -> list[int]:
        return [max(card.height_answered((width - GAP * (len(row) - 1)) // len(row)) for card in row) for row in rows]

    def _place_rows(self, rows: Sequence[Sequence[ChoiceCard | TypedCard]]) -> None:
        area, top = self._area, 0
        heights = shares(self._least_heights(rows, area.width()), [1] * len(rows), area.height())
        for row, height in zip(rows, heights, strict=True):
            left = 0
            for card, width in zip(row, shares([0] * len(row), [1] * len(row), area.width()), strict=True):
                card.setGeometry(left, top, width, height)
                left += width + GAP
            top += height + GAP

    def _next(self) -> None:
        self.turn(self.number + 1)
