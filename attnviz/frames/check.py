"""Frame 6, Check: prompts to say aloud, questions that the program checks, a quiz, and tasks for the sliders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar

from attnviz.board.plain import plain
from attnviz.board.schema import Question
from attnviz.core.state import LabState
from attnviz.experiments.check import MOST, SECTIONS, Check, QuestionNow, TaskNow, answer, said
from attnviz.frames.base import Frame
from attnviz.ui.widgets.controls import controls, sliders
from attnviz.ui.widgets.quiz.concepts import Concepts
from attnviz.ui.widgets.quiz.prompt_card import PromptCard
from attnviz.ui.widgets.quiz.question_card import ChoiceCard, DoingCard, TypedCard
from attnviz.ui.widgets.quiz.quiz_card import QuizCard
from attnviz.ui.widgets.text.prose import ProseCard, in_one_row

NAMES: Final = {"say": "Say", "answer": "Answer", "quiz": "Quiz", "do": "Do"}  # of the cards in each section


class CheckFrame(Frame):
    """The exit ticket. Nothing is revealed before it is asked for, and every question can be tried again."""

    id: ClassVar[str] = "check"

    def build_pictures(self) -> None:
        """A row of cards for each section: prompts, the questions that go with them, the tasks, the quiz."""
        self._state = LabState()
        self._result: Check | None = None
        self.prompt_cards = [self._prompt_card(number) for number in range(len(self.board.prompts))]
        beside = [self.board.question(prompt.question) for prompt in self.board.prompts if prompt.question]
        self.question_cards = [
            self._question_card(_numbered("answer", number, beside), question) for number, question in enumerate(beside)
        ]
        quiz = self.board.quiz()
        self.quiz_cards = [self._question_card(plain(self.board.tags[one.tag]), one, hint=False) for one in quiz]
        self.quiz = QuizCard(NAMES["quiz"], self.quiz_cards, MOST)
        self.quiz.set_hint("the weakest concept first")
        self.doing = [
            self._doing_card(_numbered("do", number, self.board.tasks)) for number in range(len(self.board.tasks))
        ]
        self._add_sections()
        self.concepts = Concepts(len(self.board.tags))
        self._column.addWidget(self.concepts)
        tabs = self.pictures.findChild(QTabBar)
        assert tabs is not None
        tabs.currentChanged.connect(self._say_next)

    def show_all(self, state: LabState, result: Any, words: str) -> None:
        """Show the state; the next step is that of the page on show."""
        super().show_all(state, result, words)
        self._say_next()

    def show_result(self, state: LabState, result: Check) -> None:
        """Show how every prompt, question, task and concept stands."""
        self._state, self._result = state, result
        for prompt_card, now in zip(self.prompt_cards, result.prompts, strict=True):
            prompt_card.show_prompt(
                now.prompt.text, now.prompt.answer, now.prompt.criteria, revealed=now.revealed, mark=now.mark
            )
        shown = {now.question.id: now for now in result.questions}
        for question_card in (*self.question_cards, *self.quiz_cards):
            if question_card.question_id in shown:
                _show_question(question_card, shown[question_card.question_id])
        self.quiz.show_quiz([(now.question.id, now.reading.verdict.value) for now in result.quiz])
        for doing_card, task in zip(self.doing, result.tasks, strict=True):
            _show_task(doing_card, task)
        self.concepts.show_concepts(result.concepts)

    def show_term(self, term: str) -> None:
        """Turn to the page of the prompt, question or task with this id. An unknown one is ignored."""
        cards: dict[str, ProseCard] = {question.id: self.quiz for question in self.board.quiz()}
        cards |= zip((task.id for task in self.board.tasks), self.doing, strict=True)
        cards |= {card.question_id: card for card in self.question_cards}
        cards |= zip((prompt.id for prompt in self.board.prompts), self.prompt_cards, strict=True)
        if term in cards:
            self.pictures.show_card(cards[term].name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.built:
            QTimer.singleShot(0, self, self._say_next)  # once the cards have found their pages

    def _add_sections(self) -> None:
        sections: dict[str, list[ProseCard]] = {
            "say": [*self.prompt_cards],
            "answer": [*self.question_cards],
            "do": [*self.doing],
            "quiz": [self.quiz] if self.quiz_cards else [],
        }
        self._steps = {
            card: (section, number) for section, cards in sections.items() for number, card in enumerate(cards)
        }
        for section, cards in sections.items():
            if cards:
                self.pictures.add_row(*in_one_row(*cards), title=SECTIONS[section])

    def _say_next(self) -> None:
        if self._result is not None:
            here = {step for card, step in self._steps.items() if card.isVisibleTo(self.pictures)}
            self.words.say(said(self._result, here))

    def _prompt_card(self, number: int) -> PromptCard:
        prompt = self.board.prompts[number]
        place = (prompt.frame, self.board.frames[prompt.frame].rail)
        card = PromptCard(_numbered("say", number, self.board.prompts), prompt.id, place)
        card.set_hint(plain(self.board.tags[prompt.tag]))
        card.reveal.connect(self._reveal)
        card.marked.connect(self._mark)
        card.go.connect(self.go)
        return card

    def _question_card(self, name: str, question: Question, *, hint: bool = True) -> ChoiceCard | TypedCard:
        choice = question.kind == "choice"
        card = ChoiceCard(name, question.id, len(question.options)) if choice else TypedCard(name, question.id)
        if hint:
            card.set_hint(plain(self.board.tags[question.tag]))
        card.answered.connect(self._answer)
        return card

    def _doing_card(self, name: str) -> DoingCard:
        doing_controls = [sliders.heads(), sliders.key_width(), controls.Lock()]
        for control in doing_controls:
            self.controls.append(control)
            control.wish.connect(self.wish)
            control.stroke.connect(self.stroke)
        card = DoingCard(name, doing_controls)
        card.set_hint("watched live: move a slider")
        return card

    def _reveal(self, prompt: str, shown: bool) -> None:
        others = self._state.revealed - {prompt}
        self.wish.emit({"revealed": others | {prompt} if shown else others})

    def _mark(self, prompt: str, mark: str) -> None:
        self.wish.emit({"marks": tuple({**dict(self._state.marks), prompt: mark}.items())})

    def _answer(self, question: str, typed: str) -> None:
        self.wish.emit(answer(self._state, self.board, question, typed))


def _numbered(section: str, number: int, among: Sequence[object]) -> str:
    return NAMES[section] if len(among) == 1 else f"{NAMES[section]} {number + 1}"


def _show_question(card: ChoiceCard | TypedCard, now: QuestionNow) -> None:
    verdict, feedback = now.reading.verdict.value, now.reading.text
    if isinstance(card, ChoiceCard):
        options = [option.text for option in now.asked.options]
        card.show_question(now.asked.text, options, now.given, verdict, feedback)
    else:
        card.show_question(now.asked.text, now.given, verdict, feedback)


def _show_task(card: DoingCard, now: TaskNow) -> None:
    card.show_verdict(now.task.text, "right" if now.done else "empty", now.words)
