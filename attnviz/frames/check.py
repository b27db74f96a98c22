"""Frame 6, Check: prompts to say aloud, questions that the program checks, and one answered by doing."""

from __future__ import annotations

from typing import ClassVar, Final

from attnviz.board.schema import Question
from attnviz.core.state import LabState
from attnviz.experiments.check import Check, PromptNow, QuestionNow
from attnviz.frames.base import Frame
from attnviz.ui.widgets import controls
from attnviz.ui.widgets.concepts import Concepts
from attnviz.ui.widgets.prompt_card import PromptCard
from attnviz.ui.widgets.prose import in_one_row
from attnviz.ui.widgets.question_card import ChoiceCard, DoingCard, TypedCard

ASKED_WIDTH: Final = 32  # how wide each head shall be made


class CheckFrame(Frame):
    """The exit ticket. Nothing is revealed before it is asked for, and every question can be tried again."""

    id: ClassVar[str] = "check"

    def build_controls(self) -> None:
        """The controls that the last task is done with; they stand in its card."""
        self.doing_controls = [controls.heads(), controls.key_width(), controls.Lock()]
        for control in self.doing_controls:
            self.controls.append(control)
            control.wish.connect(self.wish)
            control.stroke.connect(self.stroke)

    def build_pictures(self) -> None:
        """A card for each prompt, one for the question beside it, and one for the task."""
        self._state = LabState()
        self.prompt_cards: list[PromptCard] = []
        self.question_cards: list[ChoiceCard | TypedCard] = []
        self._make_prompts()
        self._make_questions()
        self.doing = DoingCard("Do", self.doing_controls)
        self.doing.set_hint("watched live: move a slider")
        self.pictures.add_row(*in_one_row(*self.prompt_cards))
        self.pictures.add_row(*in_one_row(*self.question_cards))
        self.pictures.add_row(self.doing)
        self.concepts = Concepts(len(self.board.tags))
        self._column.insertWidget(self._column.indexOf(self.words), self.concepts)

    def show_result(self, state: LabState, result: Check) -> None:
        """Show how every prompt, question and concept stands."""
        self._state = state
        for prompt_card, now in zip(self.prompt_cards, result.prompts, strict=True):
            prompt_card.show_prompt(
                now.prompt.text, now.prompt.answer, now.prompt.criteria, revealed=now.revealed, mark=now.mark
            )
        asked = [now.question for now in result.prompts if now.question]
        for question_card, question in zip(self.question_cards, asked, strict=True):
            _show_question(question_card, question)
        self._show_doing(state)
        self.concepts.show_concepts(_standing(result))

    def _make_prompts(self) -> None:
        prompts = self.board.prompts
        for number, prompt in enumerate(prompts, start=1):
            place = (prompt.frame, self.board.frames[prompt.frame].rail)
            card = PromptCard(f"Say {number}", prompt.id, place)
            card.set_hint(self.board.tags[prompt.tag].replace("d_k", "dₖ"))
            card.reveal.connect(self._reveal)
            card.marked.connect(self._mark)
            card.go.connect(self.go)
            self.prompt_cards.append(card)

    def _make_questions(self) -> None:
        asked = [self.board.question(prompt.question) for prompt in self.board.prompts if prompt.question]
        for number, question in enumerate(asked, start=1):
            card = _question_card(f"Quiz {number}", question)
            card.set_hint(self.board.tags[question.tag].replace("d_k", "dₖ"))
            card.answered.connect(self._answer)
            self.question_cards.append(card)

    def _show_doing(self, state: LabState) -> None:
        done = state.key_width == ASKED_WIDTH
        now = f"{state.heads} {'head' if state.heads == 1 else 'heads'} × {state.key_width} = {state.model_width}"
        task = f"Set the sliders so that each head is {ASKED_WIDTH} wide."
        if done:
            self.doing.show_verdict(task, "right", f"{now}: each head is {ASKED_WIDTH} wide.")
        else:
            self.doing.show_verdict(task, "empty", f"Now {now}: each head is {state.key_width} wide.")

    def _reveal(self, prompt: str, shown: bool) -> None:
        others = self._state.revealed - {prompt}
        self.wish.emit({"revealed": others | {prompt} if shown else others})

    def _mark(self, prompt: str, mark: str) -> None:
        self.wish.emit({"marks": tuple({**dict(self._state.marks), prompt: mark}.items())})

    def _answer(self, question: str, typed: str) -> None:
        self.wish.emit({"answers": tuple({**dict(self._state.answers), question: typed}.items())})


def _question_card(name: str, question: Question) -> ChoiceCard | TypedCard:
    if question.kind == "choice":
        return ChoiceCard(name, question.id, len(question.options))
    return TypedCard(name, question.id)


def _show_question(card: ChoiceCard | TypedCard, now: QuestionNow) -> None:
    verdict, feedback = now.reading.verdict.value, now.reading.text
    if isinstance(card, ChoiceCard):
        options = [option.text for option in now.question.options]
        card.show_question(now.question.text, options, now.typed, verdict, feedback)
    else:
        card.show_question(now.question.text, now.typed, verdict, feedback)


def _standing(result: Check) -> list[tuple[str, str]]:
    """Each concept with done, nearly, not yet or open."""
    return [(name, "done" if done else _mark_of(tag, result.prompts)) for tag, name, done in result.tags]


def _mark_of(tag: str, prompts: tuple[PromptNow, ...]) -> str:
    marks = [now.mark for now in prompts if now.prompt.tag == tag and now.mark]
    return marks[0] if marks else "open"
