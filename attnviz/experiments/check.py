"""Check: the exit ticket. Prompts said aloud, revealed and marked; questions read and judged; tasks done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from attnviz.board.answers import Reading, Verdict
from attnviz.board.plain import plain
from attnviz.board.progress import reading_of, tags_done, task_done
from attnviz.board.schema import Board, Prompt, Question, Task
from attnviz.core.limits import MARKS
from attnviz.core.state import LabState
from attnviz.experiments.table import Table

SECTIONS: Final = {"say": "Say it aloud", "answer": "Answer", "do": "Do", "quiz": "Quiz"}
"""The parts of the exit ticket and their names, in their order."""
MOST: Final = 5  # questions in a quiz
_WEAKEST_FIRST: Final = ("not yet", "nearly", "", "got it")  # "" is a concept that no mark tells anything about


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
    """A prompt, how far the viewer has come with it, and the question that goes with it."""

    prompt: Prompt
    revealed: bool
    mark: str  # one of core.limits.MARKS, or "" when not marked
    question: QuestionNow | None


@dataclass(frozen=True, slots=True)
class TaskNow:
    """A task, whether the sliders stand where it wants them, and the words for where they stand."""

    task: Task
    done: bool
    words: str


@dataclass(frozen=True, slots=True)
class Concept:
    """How a concept stands: by its marks and answers in a word, and how many of its questions are right."""

    tag: str
    name: str
    standing: str  # "done", "nearly", "not yet" or "open"
    right: int
    tried: int
    asked: int


@dataclass(frozen=True, slots=True)
class Step:
    """One thing of the exit ticket: what to do with it next, or how it has come out."""

    section: str  # one of SECTIONS
    number: int  # which of its section, from 0
    place: str  # what it is called: "prompt 2 of 3"
    words: str
    done: bool


@dataclass(frozen=True, slots=True)
class Check:
    """The exit ticket as it stands."""

    prompts: tuple[PromptNow, ...]
    quiz: tuple[QuestionNow, ...]  # at most MOST of the questions that go with no prompt
    tasks: tuple[TaskNow, ...]
    concepts: tuple[Concept, ...]
    weakest: str  # frame of the first prompt marked worst, "" when all are got
    steps: tuple[Step, ...]  # in the order of SECTIONS
    summaries: tuple[tuple[str, str], ...]  # section, and how it has come out once all its steps are done

    @property
    def questions(self) -> tuple[QuestionNow, ...]:
        """All questions on show: those that go with a prompt, then the quiz."""
        return (*(now.question for now in self.prompts if now.question), *self.quiz)


def compute(state: LabState, board: Board) -> Check:
    """How every prompt, question and task stands, and what to do next."""
    prompts = tuple(_prompt(prompt, state, board) for prompt in board.prompts)
    quiz = tuple(_question(question, state) for question in draw_quiz(state, board))
    tasks = tuple(_task(task, state) for task in board.tasks)
    weakest = _weakest(prompts)
    title = board.frames[weakest].title if weakest else ""
    asked = tuple(now.question for now in prompts if now.question)
    return Check(
        prompts=prompts,
        quiz=quiz,
        tasks=tasks,
        concepts=_concepts(state, board, prompts, quiz),
        weakest=weakest,
        steps=(*_say(prompts), *_answer(asked), *_do(tasks), *_quiz(quiz)),
        summaries=(("say", _marks_words(prompts, title)), ("answer", f"{_all(len(asked), 'answer')} right.")),
    )


def draw_quiz(state: LabState, board: Board) -> tuple[Question, ...]:
    """At most MOST of the questions that go with no prompt: one of each concept in turn, the weakest concept first.

    How weak a concept is follows from the marks of its prompts alone, so that no answer changes what is asked.
    """
    marks = dict(state.marks)
    worst: dict[str, int] = {}
    for prompt in board.prompts:
        mark = marks.get(prompt.id, "")
        rank = _WEAKEST_FIRST.index(mark if mark in MARKS else "")
        worst[prompt.tag] = min(rank, worst.get(prompt.tag, rank))
    unknown = _WEAKEST_FIRST.index("")
    turns: Counter[str] = Counter()
    ranked: list[tuple[int, int, int, Question]] = []
    for place, question in enumerate(board.quiz()):
        ranked.append((turns[question.tag], worst.get(question.tag, unknown), place, question))
        turns[question.tag] += 1
    return tuple(question for *_, question in sorted(ranked, key=lambda one: one[:3])[:MOST])


def said(result: Check, here: Collection[tuple[str, int]] | None = None) -> str:
    """What to do next among the steps `here`, given by section and number; None means all.

    When nothing is left to do here, how these steps have come out, and where to go on.
    """
    steps = [step for step in result.steps if here is None or (step.section, step.number) in here]
    for step in steps:
        if not step.done:
            return step.words
    whole = {section: words for section, words in result.summaries if _all_done(result, section)}
    outcome = dict.fromkeys(whole.get(step.section, step.words) for step in steps)
    elsewhere = next((f"Next: {step.place}." for step in result.steps if not step.done), "")
    return " ".join(part for part in (*outcome, elsewhere) if part)


def spoken(state: LabState, result: Check) -> str:
    """What to do next."""
    return said(result)


def tables(state: LabState, result: Check) -> tuple[Table, ...]:
    """Prompts, questions, tasks and concepts as they stand; no answer that has not been revealed."""
    prompts = tuple(
        (plain(now.prompt.text), "yes" if now.revealed else "no", now.mark or "not marked",
         plain(now.prompt.answer) if now.revealed else "")
        for now in result.prompts
    )  # fmt: skip
    questions = tuple(
        (plain(now.question.text), now.typed, now.reading.verdict.value, plain(now.reading.text))
        for now in result.questions
    )
    tasks = tuple((plain(now.task.text), "yes" if now.done else "no", plain(now.words)) for now in result.tasks)
    concepts = tuple((plain(one.name), one.standing, one.right, one.asked) for one in result.concepts)
    return (
        Table("Exit ticket", ("prompt", "revealed", "mark", "model answer"), prompts),
        Table("Questions", ("question", "typed", "verdict", "said to it"), questions),
        Table("Tasks", ("task", "done", "now"), tasks),
        Table("Concepts", ("concept", "standing", "questions right", "questions asked"), concepts),
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
            for now in result.questions
        ],
        "quiz": [now.question.id for now in result.quiz],
        "tasks": [{"id": now.task.id, "text": now.task.text, "done": now.done} for now in result.tasks],
        "tags": [
            {"id": one.tag, "name": one.name, "done": one.standing == "done", "standing": one.standing,
             "right": one.right, "asked": one.asked}
            for one in result.concepts
        ],
        "next_step": spoken(state, result),
    }  # fmt: skip


def _prompt(prompt: Prompt, state: LabState, board: Board) -> PromptNow:
    mark = dict(state.marks).get(prompt.id, "")
    question = _question(board.question(prompt.question), state) if prompt.question else None
    return PromptNow(prompt, prompt.id in state.revealed, mark if mark in MARKS else "", question)


def _question(question: Question, state: LabState) -> QuestionNow:
    return QuestionNow(question, dict(state.answers).get(question.id, ""), reading_of(question, state))


def _task(task: Task, state: LabState) -> TaskNow:
    done = task_done(task, state)
    now = f"{state.heads} {'head' if state.heads == 1 else 'heads'} × {state.key_width} = {state.model_width}"
    return TaskNow(task, done, f"{now}. {task.right}" if done else f"Now {now}.")


def _concepts(
    state: LabState, board: Board, prompts: tuple[PromptNow, ...], quiz: tuple[QuestionNow, ...]
) -> tuple[Concept, ...]:
    done = tags_done(state, board)
    asked = [*(now.question for now in prompts if now.question), *quiz]
    found = []
    for tag, name in board.tags.items():
        mine = [now for now in asked if now.question.tag == tag]
        marks = [now.mark for now in prompts if now.prompt.tag == tag and now.mark]
        missed = any(now.reading.verdict is Verdict.WRONG for now in mine)
        standing = "done" if tag in done else marks[0] if marks else "not yet" if missed else "open"
        tried = sum(now.reading.verdict is not Verdict.EMPTY for now in mine)
        found.append(Concept(tag, name, standing, sum(now.right for now in mine), tried, len(mine)))
    return tuple(found)


def _weakest(prompts: tuple[PromptNow, ...]) -> str:
    for mark in reversed(MARKS[1:]):
        for now in prompts:
            if now.mark == mark:
                return now.prompt.frame
    return ""


def _all_done(result: Check, section: str) -> bool:
    return all(step.done for step in result.steps if step.section == section)


def _say(prompts: tuple[PromptNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(prompts):
        place = f"prompt {number + 1} of {len(prompts)}"
        if now.mark:
            words = f"is marked: {now.mark}."
        elif now.revealed:
            words = "compare your answer with the points and mark yourself."
        else:
            words = "say your answer aloud, then reveal the model answer."
        words = f"{place.capitalize()}{' ' if now.mark else ': '}{words}"
        steps.append(Step("say", number, place, words, bool(now.mark)))
    return steps


def _marks_words(prompts: tuple[PromptNow, ...], weakest_title: str) -> str:
    marks = Counter(now.mark for now in prompts)
    summary = ", ".join(f"{marks[mark]} {mark}" for mark in MARKS if marks[mark])
    advice = f"Look again at “{weakest_title}”" if weakest_title else "Well done."
    return f"{_all(len(prompts), 'prompt')} marked: {summary}. {advice}"


def _answer(asked: tuple[QuestionNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(asked):
        place = f"answer {number + 1} of {len(asked)}"
        how = "choose one" if now.question.kind == "choice" else "type a number"
        if now.right:
            words = f"{place.capitalize()} is right."
        elif now.reading.verdict is Verdict.EMPTY:
            words = f"{place.capitalize()}: {how}, and the program checks it."
        else:
            words = f"{place.capitalize()}: {plain(now.reading.text)} Try again."
        steps.append(Step("answer", number, place, words, now.right))
    return steps


def _do(tasks: tuple[TaskNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(tasks):
        words = f"Done: {plain(now.words)}" if now.done else f"{plain(now.task.text)} {plain(now.words)}"
        steps.append(Step("do", number, "the task with the sliders", words, now.done))
    return steps


def _quiz(quiz: tuple[QuestionNow, ...]) -> list[Step]:
    right, count = sum(now.right for now in quiz), len(quiz)
    tried = sum(now.reading.verdict is not Verdict.EMPTY for now in quiz)
    if right == count:
        words = f"Quiz: {_all(count, 'question').lower()} right."
    elif not tried:
        asked = "1 question" if count == 1 else f"{count} questions, the weakest concept first"
        words = f"Quiz: {asked}. The program checks every answer, and you can always try again."
    else:
        again = f", {tried - right} to try again" if tried > right else ""
        left = f", {count - tried} still to answer" if count > tried else ""
        words = f"Quiz: {right} of {count} right{again}{left}."
    return [Step("quiz", 0, "the quiz", words, right == count)] if quiz else []


def _all(count: int, thing: str) -> str:
    return f"The {thing} is" if count == 1 else f"All {count} {thing}s are"
