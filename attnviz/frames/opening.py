"""Frame 1, Open: the story, the goals, and one word that asks, beside the formula that computes its answer."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from attnviz.board.values import divisor_words
from attnviz.core.arrays import FloatArray
from attnviz.core.state import LabState
from attnviz.core.words import INFINITY, MINUS, number, weight_words
from attnviz.experiments.opening import PARTS, Opening
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.controls import Choice
from attnviz.ui.widgets.heads.asking import Asking, StepRow
from attnviz.ui.widgets.layout import Card
from attnviz.ui.widgets.text.formula import FormulaView
from attnviz.ui.widgets.text.formulas import ANY_POWER, ATTENTION
from attnviz.ui.widgets.text.links import GoalLink
from attnviz.ui.widgets.text.prose import Prose, ProseCard, in_one_row

IN_FORMULA: Final = {
    "q": "query", "k": "key", "scores": "dots", "divide": "scale", "softmax": "softmax", "mix": "value",
}  # fmt: skip
"""Part of the lesson -> the piece of the typeset formula that stands for it."""
FROM_FORMULA: Final = {piece: part for part, piece in IN_FORMULA.items()} | {"scaled": "divide", "width": "divide"}
LARGEST: Final = 2.4  # size of the formula at most, in body sizes
TALLEST: Final = 38  # height of the sentence with its arcs at most, in label heights
BESIDE: Final = 64  # label heights from which on the formula stands beside the sentence
CHOICES: Final[dict[str | float, str]] = {
    "": "all", "q": "Q asks", "k": "K is asked", "scores": "Q Kᵀ scores", "divide": "÷ √dₖ", "softmax": "softmax",
    "mix": "V delivers",
}  # fmt: skip
SHORT: Final = ("all", "Q", "K", "Q Kᵀ", "÷ √dₖ", "softmax", "V")  # where the window is narrow


class PartChoice(Choice):
    """The parts of the formula as buttons, for those who do not point."""

    def __init__(self) -> None:
        super().__init__("part", "", CHOICES)
        for button, word in zip(self.buttons(), CHOICES.values(), strict=True):
            button.setAccessibleName(f"Light {'the whole formula' if word == 'all' else word}")

    def shorten(self, room: int) -> None:
        """Say no more than fits into `room` pixels."""
        for words in (tuple(CHOICES.values()), SHORT):
            for button, word in zip(self.buttons(), words, strict=True):
                button.setText(word)
            if self.sizeHint().width() <= room:
                break

    def show_state(self, state: LabState) -> None:
        """Press down the lit part's button."""
        number = list(CHOICES).index(state.part) if state.part in CHOICES else 0
        self.buttons()[number].setChecked(True)


class OpeningFrame(Frame):
    """What today is about. The formula and the picture light each other up; the lit part is the state's."""

    id: ClassVar[str] = "open"

    def build_controls(self) -> None:
        """One button for each part of the formula."""
        self.parts = PartChoice()
        self.add_control(self.parts)

    def build_pictures(self) -> None:
        """Story and recall, goals, and the living picture; in a small window the picture is shown first."""
        self._part = ""
        self._seen = False
        self.goal_links = [self._goal(number) for number in range(len(self.board.goals))]
        story = Prose(self.board.story, linked=True)
        self.story = ProseCard("Today", _column(story), least_width=24, stretch=(3, 0))
        self.story.may_shrink(story)
        recall = [Prose(line, size="label", linked=True) for line in self.board.recall]
        self.recall = ProseCard("Before", _column(*recall), least_width=15, stretch=(1, 0))
        self.goals = ProseCard("Goals", _column(*self.goal_links), least_width=19, stretch=(1, 0))
        self.formula = FormulaView(ATTENTION, others=(ANY_POWER,))
        self.today = Prose(weight=600)
        self.head.set_titles(f"{self.board.session} · {self.board.title}", self.board.title)
        self.about = Prose(size="label", role="muted")
        self.asking = Asking()
        self.goals.set_hint("you will be able to")
        self.recall.set_hint("two lines to recall")
        self.picture = Card("Attention", self.text.lead, self._picture(), least=(30, 19))
        self.pictures.add_row(*in_one_row(self.story, self.recall, self.goals))
        self.pictures.add_row(self.picture)
        self.formula.pointed.connect(self._point_formula)
        self.asking.pointed.connect(self._point)
        self.asking.chosen.connect(self._ask)

    def show_result(self, state: LabState, result: Opening) -> None:
        """Show one row of one head, lit as the state says."""
        self._part = state.part if state.part in PARTS else ""
        rows = step_rows(state, result)
        self.asking.show_row(result.labels, result.query, result.head, result.weights.tolist(), rows)
        self.asking.light(self._part)
        self.formula.set_formula(ATTENTION if state.scale_exponent == 0.5 else ANY_POWER)
        self.formula.light(IN_FORMULA.get(self._part, ""))
        self.today.set_words(f"d_k = {state.key_width}: {divisor_words(state)}")
        self.about.set_words(f"Head {result.head + 1} of {state.heads}: {result.head_label}\n\n({result.source})")
        for link, now in zip(self.goal_links, result.goals, strict=True):
            link.set_done(now.done)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        if self.built:
            self._place_formula()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_formula()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            self.pictures.show_card(self.picture.name)

    def _goal(self, number: int) -> GoalLink:
        goal = self.board.goals[number]
        place = f"{list(self.board.frames).index(goal.frame) + 1} {self.board.frames[goal.frame].rail}"
        link = GoalLink(goal.frame, goal.text, place)
        link.go.connect(self.go)
        return link

    def _picture(self) -> QWidget:
        content = QWidget()
        self._beside = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._beside.setSpacing(8)
        self._beside.addStretch(1)
        self._beside.addWidget(self.formula)
        notes = QVBoxLayout()
        notes.setSpacing(2)
        notes.addWidget(self.today)
        notes.addWidget(self.about)
        self._beside.addLayout(notes)
        self._beside.addStretch(1)
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, content)
        self._halves.setContentsMargins(0, 0, 0, 0)
        self._halves.addLayout(self._beside)
        self._halves.addWidget(self.asking, 1)
        return content

    def _place_formula(self) -> None:
        """Beside the sentence in a wide window, above it in a narrow one."""
        if not self.built or self.look is None:
            return
        self.parts.shorten(self.control_row.geometry().width())
        wide = self.width() >= BESIDE * self.look.label
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._halves.setDirection(across if wide else down)
        self._beside.setDirection(down if wide else across)
        self.asking.setMaximumHeight(round(self.look.label * TALLEST))
        width, height = (round(LARGEST * self.look.body * em) for em in ATTENTION.em)
        low = max(round(self.look.body * 3.8), self.formula.minimumSizeHint().height())
        self.formula.setMaximumHeight(low if self.look.projector and not wide else height + 12)
        self.formula.setMinimumWidth(min(round(self.width() * (0.22 if wide else 0.34)), width + 16))
        for words in (self.today, self.about):
            words.setMinimumWidth(round(self.look.label * (13 if wide else 17)))

    def _point_formula(self, piece: str) -> None:
        self._point(FROM_FORMULA.get(piece, ""))
        if not piece:
            self.formula.light(IN_FORMULA.get(self._part, ""))

    def _point(self, part: str) -> None:
        # A part stays lit when the pointer leaves it, so that a speaker can let go of the mouse and talk.
        if part and part != self._part:
            self.wish.emit({"part": part})

    def _ask(self, token: int) -> None:
        self.wish.emit({"query": token})


def _column(*parts: QWidget) -> QWidget:
    """The parts one below the other."""
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    return content


def step_rows(state: LabState, result: Opening) -> tuple[StepRow, ...]:
    """The numbers under the tokens: score, divided score, weight."""
    weights = tuple(weight_words(weight).replace("less than ", "<") for weight in result.weights.tolist())
    return (
        StepRow("scores", "q · k", _cells(result.scores), (_cells(result.scores, 1), _cells(result.scores, 0))),
        StepRow("divide", _division(state), _masked(result), (_masked(result, 1), _masked(result, 0))),
        StepRow("softmax", "softmax", weights, (tuple(weight.replace("0.", ".") for weight in weights),), "query_text"),
    )


def _cells(values: FloatArray, digits: int = 2) -> tuple[str, ...]:
    return tuple(number(value, digits) for value in values.tolist())


def _masked(result: Opening, digits: int = 2) -> tuple[str, ...]:
    cells = _cells(result.divided, digits)
    return tuple(cell if seen else f"{MINUS}{INFINITY}" for cell, seen in zip(cells, result.visible, strict=True))


def _division(state: LabState) -> str:
    if state.scale_exponent == 0:
        return "÷ 1"
    if state.scale_exponent == 0.5:
        return f"÷ √{{{state.key_width}}}"
    return f"÷ {state.key_width}^{{{state.scale_exponent:g}}}"
