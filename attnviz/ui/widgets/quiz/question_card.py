"""A question that the program checks, with room for the answer, the verdict and the help, whatever its kind."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from attnviz.board.draw import Asked
from attnviz.experiments.check import QuestionNow, TaskNow
from attnviz.ui.theme import Look
from attnviz.ui.widgets.quiz.answer_input import VERDICTS, AnswerInput
from attnviz.ui.widgets.quiz.choosing import BoxesInput, OptionsInput
from attnviz.ui.widgets.quiz.doing import DoInput, Makers
from attnviz.ui.widgets.quiz.matching import MatchInput
from attnviz.ui.widgets.quiz.ordering import OrderInput
from attnviz.ui.widgets.quiz.typed_input import TypedInput
from attnviz.ui.widgets.text.prose import Prose, ProseCard

INPUTS: Final[dict[str, type[AnswerInput]]] = {
    "choice": OptionsInput, "truefalse": OptionsInput, "multi": BoxesInput, "order": OrderInput, "match": MatchInput,
    "integer": TypedInput, "number": TypedInput, "text": TypedInput, "fill": TypedInput, "do": DoInput,
}  # fmt: skip
"""Kind of a question -> the way of answering it."""


class QuestionPanel(QWidget):
    """The question, a way of answering it, the verdict, the hint and the worked answer. Another try is always open."""

    answered = Signal(str, str)  # the question's id, the answer
    worked_asked = Signal(str)  # the question's id
    control_made = Signal(object)  # a Control that must be shown the state and whose wishes must be passed on

    def __init__(self, kinds: Collection[str], makers: Makers, *, scale: float = 1.0, room: float = 2.7) -> None:
        """`kinds` are those of the questions that may come, `makers` the controls for those to do, by field.

        `scale` multiplies the size of the question's words; `room` in body heights is kept for the verdict, so that
        nothing moves.
        """
        super().__init__()
        self._room, self._body = room, 0
        self._asked: Asked | None = None
        self._heights: dict[Prose, tuple[tuple[str, int, int], int]] = {}
        self._inputs: dict[type[AnswerInput], AnswerInput] = {}
        self.question, self.verdict, self.help = Prose(weight=600, scale=scale), Prose(), Prose()
        self.worked = QPushButton("Show the worked answer")
        self.worked.clicked.connect(self._ask_worked)
        self.column = column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.question)
        for kind in dict.fromkeys(one for kind, one in INPUTS.items() if kind in kinds):
            self._make(kind, makers)
        for part in (self.verdict, self.help):
            column.addWidget(part)
        column.addWidget(self.worked, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.help.hide()
        self.worked.hide()

    @property
    def question_id(self) -> str:
        """The id of the question on show, "" before the first."""
        return self._asked.question.id if self._asked is not None else ""

    @property
    def input(self) -> AnswerInput:
        """The way of answering the question on show."""
        assert self._asked is not None
        return self._inputs[INPUTS[self._asked.question.kind]]

    @property
    def stand(self) -> tuple[object, ...]:
        """What its height depends on: as long as this is the same, no card needs another room."""
        key = "" if self._asked is None else self._asked.key
        heights = tuple(self._height(part) for part in (self.question, self.verdict, self.help))
        return (key, heights, self.help.isHidden(), self.worked.isHidden())

    def show_now(self, now: QuestionNow) -> None:
        """Show a question, what was given, and what is said to it."""
        self._take(now.asked)
        verdict = now.reading.verdict.value
        self.input.show_given(now.given, verdict)
        chosen = now.question.kind in ("choice", "truefalse", "multi", "order", "match")
        self.say(verdict, "" if verdict == "empty" and chosen else now.reading.text)
        help_now = [f"Hint: {now.asked.hint}"] if now.hint_shown else []
        help_now += [f"Worked answer: {now.worked}"] if now.worked_shown else []
        self.help.set_words("\n\n".join(help_now))
        self.help.setVisible(bool(help_now))
        self._keep_room()
        self.worked.setVisible(now.worked_offered and not now.worked_shown)

    def show_task(self, now: TaskNow) -> None:
        """Show something to do, and how it stands."""
        self._take(now.task)
        self.say("right" if now.done else "empty", now.words)

    def say(self, verdict: str, words: str) -> None:
        """Say the verdict (a key of VERDICTS) by sign, word and color."""
        sign, role = VERDICTS[verdict]
        self.verdict.set_role(role)
        start = {"right": "Right. ", "wrong": "Not yet. "}.get(verdict, "")
        self.verdict.set_words(f"{sign} {start}{words}".strip())

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.worked.setFont(look.font("label", 600))
        self._body = look.body
        self._keep_room()

    def _take(self, asked: Asked) -> None:
        """Take over another question, or the same with other settings."""
        before, self._asked = self._asked, asked
        if before is not None and (before.key, before.seed, before.text) == (asked.key, asked.seed, asked.text):
            return
        self.question.set_words(asked.text)
        self.input.show_asked(asked)
        for made in self._inputs.values():
            made.setVisible(made is self.input)

    def _keep_room(self) -> None:
        """Keep room for the verdict until there is more to read."""
        self.verdict.setMinimumHeight(0 if self.help.isVisibleTo(self) else round(self._body * self._room))

    def _height(self, part: Prose) -> int:
        """How high a text is; asked only when it has changed."""
        words = (part.plain, part.width(), part.font().pixelSize())
        known = self._heights.get(part)
        if known is None or known[0] != words:
            known = self._heights[part] = (words, max(part.heightForWidth(part.width()), part.minimumHeight()))
        return known[1]

    def _make(self, kind: type[AnswerInput], makers: Makers) -> None:
        made = DoInput(makers, self.control_made.emit, self._last_stop()) if kind is DoInput else kind()
        made.answered.connect(self._answer)
        made.hide()
        self._inputs[kind] = made
        self.column.addWidget(made)

    def _last_stop(self) -> QWidget | None:
        """What Tab comes to last in the ways of answering made so far."""
        parts = [part for made in self._inputs.values() for part in made.findChildren(QWidget)]
        return next((part for part in reversed(parts) if part.focusPolicy() & Qt.FocusPolicy.TabFocus), None)

    def _answer(self, given: str) -> None:
        self.answered.emit(self.question_id, given)

    def _ask_worked(self) -> None:
        self.worked_asked.emit(self.question_id)


class QuestionCard(ProseCard):
    """A card with one question."""

    def __init__(self, name: str, question: str, kind: str, makers: Makers) -> None:
        """`question` is its id."""
        self.question_id = question
        self.panel = QuestionPanel((kind,), makers)
        super().__init__(name, self.panel, least_width=19)
        self.may_shrink(self.panel.verdict, self.panel.help, self.panel.question)


class DoingCard(ProseCard):
    """A task that is always on show, done with the controls in it; the card says when they are where they should be."""

    def __init__(self, name: str, makers: Makers) -> None:
        self.panel = QuestionPanel(("do",), makers, room=0)  # one line of verdict is enough here
        super().__init__(name, self.panel, least_width=34, stretch=(1, 0))
