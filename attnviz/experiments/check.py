"""Check: the exit ticket. Prompts said aloud, revealed and marked; questions read and judged."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from attnviz.board.answers import Reading, Verdict
from attnviz.board.progress import reading_of, tags_done
from attnviz.board.schema import Board, Prompt, Question
from attnviz.core.limits import MARKS
from attnviz.core.state import LabState
from attnviz.experiments.table import Table


@dataclass(frozen=True, slots=True)
class QuestionNow:
    """A question, what has been typed for it, and the verdict."""

    question: Question
    typed: str
    reading: Reading

    @property
    def right(self) -> bool:
        """Whether the typed answer is right."""
        return self.reading.verdict is Verdict.RIGHT


@dataclass(frozen=True, slots=True)
class PromptNow:
    """A prompt, how far the viewer has come with it, and the question beside it."""

    prompt: Prompt
    revealed: bool
    mark: str  # one of core.state.MARKS, or "" when not marked
    question: QuestionNow | None


@dataclass(frozen=True, slots=True)
class Check:
    """The exit ticket as it stands."""

    prompts: tuple[PromptNow, ...]
    quiz: tuple[QuestionNow, ...]  # the questions beside no prompt
    tags: tuple[tuple[str, str, bool], ...]  # id, name and whether it is done, for each concept
    weakest: str  # frame of the first prompt marked worst, "" when all are got
    next_step: str


def compute(state: LabState, board: Board) -> Check:
    """How every prompt and question stands, and what to do next."""
    prompts = tuple(_prompt(prompt, state, board) for prompt in board.prompts)
    done = tags_done(state, board)
    weakest = _weakest(prompts)
    return Check(
        prompts=prompts,
        quiz=tuple(_question(question, state) for question in board.quiz()),
        tags=tuple((tag, name, tag in done) for tag, name in board.tags.items()),
        weakest=weakest,
        next_step=_next_step(prompts, board.frames[weakest].title if weakest else ""),
    )


def spoken(state: LabState, result: Check) -> str:
    """What to do next."""
    return result.next_step


def tables(state: LabState, result: Check) -> tuple[Table, ...]:
    """Prompts with their marks, questions with their verdicts; no answer that has not been revealed."""
    prompts = tuple(
        (now.prompt.text, "yes" if now.revealed else "no", now.mark or "not marked",
         now.prompt.answer if now.revealed else "")
        for now in result.prompts
    )  # fmt: skip
    questions = tuple(
        (now.question.text, now.typed, now.reading.verdict.value, now.reading.text) for now in _questions(result)
    )
    return (
        Table("Exit ticket", ("prompt", "revealed", "mark", "model answer"), prompts),
        Table("Questions", ("question", "typed", "verdict", "said to it"), questions),
    )


def numbers(state: LabState, result: Check) -> dict[str, object]:
    """As `tables`, by id."""
    return {
        "prompts": [
            {"id": now.prompt.id, "text": now.prompt.text, "revealed": now.revealed, "mark": now.mark or None}
            for now in result.prompts
        ],
        "questions": [
            {"id": now.question.id, "text": now.question.text, "typed": now.typed,
             "verdict": now.reading.verdict.value, "said": now.reading.text}
            for now in _questions(result)
        ],
        "tags": [{"id": tag, "name": name, "done": done} for tag, name, done in result.tags],
        "next_step": result.next_step,
    }  # fmt: skip


def _prompt(prompt: Prompt, state: LabState, board: Board) -> PromptNow:
    mark = dict(state.marks).get(prompt.id, "")
    question = _question(board.question(prompt.question), state) if prompt.question else None
    return PromptNow(prompt, prompt.id in state.revealed, mark if mark in MARKS else "", question)


def _question(question: Question, state: LabState) -> QuestionNow:
    return QuestionNow(question, dict(state.answers).get(question.id, ""), reading_of(question, state))


def _questions(result: Check) -> tuple[QuestionNow, ...]:
    return (*(now.question for now in result.prompts if now.question), *result.quiz)


def _weakest(prompts: tuple[PromptNow, ...]) -> str:
    for mark in reversed(MARKS[1:]):
        for now in prompts:
            if now.mark == mark:
                return now.prompt.frame
    return ""


def _next_step(prompts: tuple[PromptNow, ...], weakest_title: str) -> str:
    count = len(prompts)
    for number, now in enumerate(prompts, start=1):
        place = f"Prompt {number} of {count}"
        if not now.revealed and not now.mark:
            return f"{place}: say your answer aloud, then reveal the model answer."
        if not now.mark:
            return f"{place}: compare your answer with the points and mark yourself."
        if now.question and now.question.reading.verdict is Verdict.EMPTY:
            return f"{place} is marked: {now.mark}. Now answer the question below it."
        if now.question and not now.question.right:
            return f"{place}: {now.question.reading.text} Try again."
    marks = Counter(now.mark for now in prompts)
    summary = ", ".join(f"{marks[mark]} {mark}" for mark in MARKS if marks[mark])
    advice = f" Go back to “{weakest_title}” next." if weakest_title else " Well done."
    return f"All {count} prompts are marked: {summary}.{advice}"
