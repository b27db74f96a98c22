"""A short quiz: one question at a time, marks that turn to the others, and the seed that draws them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from PySide6.QtCore import QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.board.plain import plain
from attnviz.core.limits import RANGES
from attnviz.experiments.check import HOW, QuestionNow
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.quiet import NumberBox
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.layout import Card, Need, ScrollPage
from attnviz.ui.widgets.quiz.answer_input import VERDICTS
from attnviz.ui.widgets.quiz.doing import Makers
from attnviz.ui.widgets.quiz.question_card import QuestionPanel
from attnviz.ui.widgets.text.prose import TABS, ProseCard, height_for

LEAST: Final = 19.0  # width in label heights
LOWEST: Final = 16  # height in label heights
STANDS: Final = {"right": ("done", "right"), "empty": ("open", "not answered yet"), "": ("try again", "not right yet")}
"""Verdict -> how it stands on its mark, and how that is read; "" for any other."""


class Marks(QObject):
    """Numbered marks, one for each question: each says how it stands, and turns to it."""

    chosen = Signal(int)

    def __init__(self, most: int) -> None:
        """`most` marks at most."""
        super().__init__()
        self.buttons = [QPushButton() for _ in range(most)]
        self._group = QButtonGroup(self)
        self._verdicts: list[str] = []
        self._look: Look | None = None
        for number, button in enumerate(self.buttons):
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it: this is how Qt tells that it is one of several
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._group.addButton(button, number)
        self._group.idClicked.connect(self.chosen)

    @property
    def number(self) -> int:
        """The chosen one, from 0."""
        return max(self._group.checkedId(), 0)

    def choose(self, number: int) -> None:
        """Press down mark `number`."""
        with QSignalBlocker(self._group):
            self.buttons[number].setChecked(True)

    def show_verdicts(self, verdicts: list[str]) -> None:
        """Show how each question stands, by its verdict."""
        if verdicts != self._verdicts:
            self._verdicts = verdicts
            self._write()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        for button in self.buttons:
            button.setFont(look.font("label", 600))
        self._write()

    def _write(self) -> None:
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(self._verdicts))
        for number, (button, verdict) in enumerate(zip(self.buttons, self._verdicts, strict=False), start=1):
            word, said = STANDS.get(verdict, STANDS[""])
            sign, role = VERDICTS[verdict]
            button.setText(" ".join(part for part in (str(number), sign, word) if part))
            button.setAccessibleName(f"Question {number} of {len(self._verdicts)}, {said}")
            if self._look is not None:
                color = self._look.color("ink" if verdict == "empty" else role).name()
                button.setStyleSheet(f"QPushButton:!checked {{ color: {color}; }}")


class SeedRow(QWidget):
    """The seed that draws the questions, so that a class can share it, and a way to others."""

    typed = Signal(object)  # a seed, or what was typed in its place
    others = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label, self.note = QLabel("Seed"), QLabel("Same seed, same questions.")
        low, high = RANGES["quiz_seed"]
        self.box = NumberBox(low, high)
        self.box.setAccessibleName("Seed of the questions")
        self.box.setToolTip(self.note.text())
        self.button = QPushButton("Other questions")
        flow = FlowLayout(self, gap=8)
        for part in (self.label, self.box, self.button, self.note):
            flow.addWidget(part)
        self.box.valueChanged.connect(self._type)
        self.box.odd.connect(self._type)
        self.button.clicked.connect(self.others)

    def show_seed(self, seed: int) -> None:
        """Show the seed."""
        if seed != self.box.value():
            with QSignalBlocker(self.box):
                self.box.setValue(seed)
            self._fit_box()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        for part in (self.label, self.note):
            part.setFont(look.font("label"))
        self.box.setFont(look.font("body", 600))
        self.button.setFont(look.font("label", 500))
        self._fit_box()

    def _type(self, seed: object) -> None:
        self.typed.emit(seed)

    def _fit_box(self) -> None:
        """Wide enough for the seed that stands in it, and no wider."""
        metrics = self.box.fontMetrics()
        digits = max(metrics.horizontalAdvance(self.box.text()), metrics.horizontalAdvance("0000"))
        self.box.setFixedWidth(digits + metrics.height())


class QuizCard(ProseCard):
    """The questions of a quiz, one at a time. It takes a page of its own, in which a long question scrolls."""

    turned = Signal()  # another question is on show

    def __init__(
        self, name: str, kinds: Collection[str], makers: Makers, most: int, concepts: Mapping[str, str]
    ) -> None:
        """At most `most` questions of these kinds; `concepts` has the name of each tag."""
        self._concepts = concepts
        self._quiz: tuple[QuestionNow, ...] = ()
        self._seed = -1
        self._stand: tuple[object, ...] = ()
        self.marks = Marks(most)
        self.back_button, self.next_button = QPushButton("←"), QPushButton("→")
        self.panel = QuestionPanel(kinds, makers, scale=1.3, room=0)
        self.page = ScrollPage(self.panel)
        self.seed = SeedRow()
        content = QWidget()
        super().__init__(name, content, least_width=LEAST, stretch=(1, 3))
        self._lay_out(content)
        self.marks.chosen.connect(self.turn)
        self.back_button.clicked.connect(self._back)
        self.next_button.clicked.connect(self._next)

    @property
    def number(self) -> int:
        """Which of the questions is on show, from 0."""
        return self.marks.number

    @property
    def asked(self) -> tuple[str, ...]:
        """The ids of the questions, in their order."""
        return tuple(now.question.id for now in self._quiz)

    @property
    def now(self) -> QuestionNow | None:
        """The question on show, None when there is none."""
        return self._quiz[self.number] if self._quiz else None

    def show_quiz(self, quiz: tuple[QuestionNow, ...], seed: int) -> None:
        """Ask these questions, drawn by that seed."""
        shown = self.now.question.id if self.now is not None and seed == self._seed else ""
        self._quiz, self._seed = quiz, seed
        self.marks.show_verdicts([now.reading.verdict.value for now in quiz])
        self.seed.show_seed(seed)
        if quiz:  # the question that is being answered stays, wherever it stands now
            self._show(self.asked.index(shown) if shown in self.asked else 0)

    def turn(self, number: int) -> None:
        """Show question `number`, from 0."""
        self._show(number)
        self.page.verticalScrollBar().setValue(0)
        self.turned.emit()

    def need(self) -> Need:
        """A whole page."""
        least, grid = Card.need(self), self.parentWidget()
        em = self._look.label if self._look is not None else 14
        page = grid.height() - round(TABS * em) if grid is not None else 0
        return Need(least.width, max(page, LOWEST * em), least.stretch_x, least.stretch_y)

    def fit(self) -> None:
        """Shrink the words of a question that is higher than the page; what is higher still scrolls."""
        parts = (self.panel.question, self.panel.verdict, self.panel.help)
        for part in parts:
            part.set_size("body")
        for part in parts:
            if height_for(self.panel, self.page.viewport().width()) <= self.page.viewport().height():
                break
            part.set_size("label")

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        self.marks.set_look(look)
        for button in (self.back_button, self.next_button):
            button.setFont(look.font("label", 600))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down scroll a question that is higher than the page."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.page.verticalScrollBar().maximum():
            QApplication.sendEvent(self.page.verticalScrollBar(), event)
        else:
            super().keyPressEvent(event)

    def _show(self, number: int) -> None:
        now = self._quiz[number]
        self.marks.choose(number)
        for button, on in ((self.back_button, number > 0), (self.next_button, number < len(self._quiz) - 1)):
            if button.hasFocus() and not on:
                self.marks.buttons[number].setFocus()  # else Qt hands it to whatever comes next
            button.setEnabled(on)
        self.set_hint(f"{plain(self._concepts[now.question.tag])}: {HOW[now.question.kind]}")
        if now.question.id != self.panel.question_id and self.panel.isAncestorOf(QApplication.focusWidget() or self):
            self.marks.buttons[number].setFocus()  # what has the focus will be gone
        self.panel.show_now(now)
        before, self._stand = self._stand, self.panel.stand
        if before != self._stand:
            self.fit()
            if before[:1] == self._stand[:1]:  # the same question: something has been said to it
                QTimer.singleShot(0, self, self._show_said)  # once it has its place

    def _show_said(self) -> None:
        last = next((part for part in (self.panel.help, self.panel.verdict) if part.isVisible()), None)
        if last is not None:
            self.page.ensureWidgetVisible(last, 0, 0)

    def _lay_out(self, content: QWidget) -> None:
        top = FlowLayout(gap=6)
        for button, name in ((self.back_button, "Previous question"), (self.next_button, "Next question")):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.setAccessibleName(name)
            button.setToolTip(name)
        for part in (*self.marks.buttons, self.back_button, self.next_button):
            top.addWidget(part)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.page, 1)
        column.addWidget(self.seed)

    def _back(self) -> None:
        self.turn(self.number - 1)

    def _next(self) -> None:
        self.turn(self.number + 1)
