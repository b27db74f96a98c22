"""Frame 6, Check: prompts to say aloud, questions that the program checks, a quiz, and tasks for the sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar

from attnviz.board.plain import plain
from attnviz.board.schema import Question
from attnviz.core.state import LabState
from attnviz.experiments.check import MOST, SECTIONS, Check, answer, draw_again, said, show_worked
from attnviz.experiments.check_steps import asked_words
from attnviz.experiments.check_summary import standing_words
from attnviz.frames.base import Frame
from attnviz.ui.widgets.controls import controls, sliders
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.quiz.prompt_card import PromptCard
from attnviz.ui.widgets.quiz.question_card import DoingCard, QuestionCard, QuestionPanel
from attnviz.ui.widgets.quiz.quiz_card import QuizCard
from attnviz.ui.widgets.quiz.summary_card import SummaryCard
from attnviz.ui.widgets.text.prose import ProseCard, in_one_row

NAMES: Final = {"say": "Say", "answer": "Answer", "quiz": "Quiz", "do": "Do"}  # of the cards in each section
SUMMARY: Final = "Summary"
MAKERS: Final[dict[str, Callable[[], Control]]] = {
    "heads": sliders.heads, "key_width": sliders.key_width, "scale_exponent": sliders.exponent, "keys": sliders.keys,
    "causal": controls.causal, "sentence": controls.SentenceEdit, "locked": controls.Lock,
}  # fmt: skip
"""Field of the state -> its control, for the questions that are answered by doing."""


class CheckFrame(Frame):
    """The exit ticket. Nothing is revealed before it is asked for, and every question can be tried again."""

    id: ClassVar[str] = "check"

    def build_pictures(self) -> None:
        """A row of cards for each section: prompts, the questions that go with them, the tasks, the quiz."""
        self._state = LabState()
        self._result: Check | None = None
        self._stand: tuple[object, ...] = ()
        self.prompt_cards = [self._prompt_card(number) for number in range(len(self.board.prompts))]
        beside = [self.board.question(prompt.question) for prompt in self.board.prompts if prompt.question]
        self.question_cards = [
            self._question_card(_numbered("answer", number, beside), question) for number, question in enumerate(beside)
        ]
        self.doing = [
            self._doing_card(_numbered("do", number, self.board.tasks)) for number in range(len(self.board.tasks))
        ]
        self.quiz = self._quiz_card()
        self.summary = SummaryCard(SUMMARY, len(self.board.tags))
        self.summary.set_hint("by concept")
        self.summary.save_asked.connect(self._save)
        self.summary.print_asked.connect(self._print)
        self._add_sections()
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
        for question_card in self.question_cards:
            if question_card.question_id in shown:
                question_card.panel.show_now(shown[question_card.question_id])
        self.quiz.show_quiz(result.quiz, result.seed)
        for doing_card, task in zip(self.doing, result.tasks, strict=True):
            doing_card.panel.show_task(task)
        self.summary.show_concepts(result.concepts)

    def settle(self) -> None:
        """Asking all words for their height takes longer than a picture of a drag may: only when some have changed."""
        panels = [*(card.panel for card in self.question_cards), *(card.panel for card in self.doing)]
        stand = (
            tuple(panel.stand for panel in panels),
            tuple((card.revealed, card.question.plain) for card in self.prompt_cards),
        )
        if stand != self._stand:
            self._stand = stand
            super().settle()

    def show_term(self, term: str) -> None:
        """Turn to the page of the prompt, question or task with this id. An unknown one is ignored."""
        cards: dict[str, ProseCard] = {question.id: self.quiz for question in self.board.quiz()}
        cards |= zip((task.id for task in self.board.tasks), self.doing, strict=True)
        cards |= {card.question_id: card for card in self.question_cards}
        cards |= zip((prompt.id for prompt in self.board.prompts), self.prompt_cards, strict=True)
        if term in cards:
            self.pictures.show_card(cards[term].name)
        if term in self.quiz.asked:
            self.quiz.turn(self.quiz.asked.index(term))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.built:
            QTimer.singleShot(0, self, self._say_next)  # once the cards have found their pages

    def _add_sections(self) -> None:
        sections: dict[str, list[ProseCard]] = {
            "say": [*self.prompt_cards],
            "answer": [*self.question_cards],
            "do": [*self.doing],
            "quiz": [self.quiz] if self.board.quiz() else [],
        }
        self._steps = {
            card: (section, number) for section, cards in sections.items() for number, card in enumerate(cards)
        }
        for section, cards in sections.items():
            if cards:
                self.pictures.add_row(*in_one_row(*cards), title=SECTIONS[section])
        if sections["quiz"] or sections["say"]:
            self.pictures.add_row(*in_one_row(self.summary), title=SUMMARY)

    def _say_next(self) -> None:
        """What to do next on the page on show, after how the question of the quiz or the concepts stand."""
        if self._result is None:
            return
        here = {step for card, step in self._steps.items() if card.isVisibleTo(self.pictures)}
        words = [said(self._result, here)]
        if self.quiz.isVisibleTo(self.pictures) and self._result.quiz:
            words.insert(0, asked_words(self._result.quiz, self.quiz.number))
        if self.summary.isVisibleTo(self.pictures):
            words.insert(0, standing_words(self._result.concepts))
        self.words.say(" ".join(part for part in words if part))

    def _prompt_card(self, number: int) -> PromptCard:
        prompt = self.board.prompts[number]
        place = (prompt.frame, self.board.frames[prompt.frame].rail)
        card = PromptCard(_numbered("say", number, self.board.prompts), prompt.id, place)
        card.set_hint(plain(self.board.tags[prompt.tag]))
        card.reveal.connect(self._reveal)
        card.marked.connect(self._mark)
        card.go.connect(self.go)
        return card

    def _question_card(self, name: str, question: Question) -> QuestionCard:
        card = QuestionCard(name, question.id, question.kind, MAKERS)
        card.set_hint(plain(self.board.tags[question.tag]))
        self._set_up(card.panel)
        return card

    def _quiz_card(self) -> QuizCard:
        kinds = {question.kind for question in self.board.quiz()}
        card = QuizCard(NAMES["quiz"], kinds, MAKERS, MOST, self.board.tags)
        card.turned.connect(self._say_next)
        card.seed.typed.connect(self._draw)
        card.seed.others.connect(self._draw_again)
        self._set_up(card.panel)
        return card

    def _doing_card(self, name: str) -> DoingCard:
        card = DoingCard(name, MAKERS)
        card.set_hint("watched live: move a slider")
        self._set_up(card.panel)
        return card

    def _set_up(self, panel: QuestionPanel) -> None:
        panel.answered.connect(self._answer)
        panel.worked_asked.connect(self._show_worked)
        panel.control_made.connect(self._take_control)

    def _take_control(self, control: Control) -> None:
        self.controls.append(control)
        control.wish.connect(self.wish)
        control.stroke.connect(self.stroke)
        control.show_state(self._state)

    def _reveal(self, prompt: str, shown: bool) -> None:
        others = self._state.revealed - {prompt}
        self.wish.emit({"revealed": others | {prompt} if shown else others})

    def _mark(self, prompt: str, mark: str) -> None:
        self.wish.emit({"marks": tuple({**dict(self._state.marks), prompt: mark}.items())})

    def _answer(self, question: str, typed: str) -> None:
        self.wish.emit(answer(self._state, self.board, question, typed))

    def _show_worked(self, question: str) -> None:
        self.wish.emit(show_worked(self._state, self.board, question))

    def _draw(self, seed: object) -> None:
        self.wish.emit({"quiz_seed": seed})

    def _draw_again(self) -> None:
        self.wish.emit(draw_again(self._state))

    def _save(self) -> None:
        self.command.emit("save_summary")

    def _print(self) -> None:
        self.command.emit("print_summary")


def _numbered(section: str, number: int, among: Sequence[object]) -> str:
    return NAMES[section] if len(among) == 1 else f"{NAMES[section]} {number + 1}"
