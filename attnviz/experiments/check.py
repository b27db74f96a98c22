"""Check: the exit ticket. Prompts said aloud, revealed and marked; questions asked, read and judged; tasks done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.asking import asked_now, given_for, reading_of, seed_of
from attnviz.board.draw import Asked, can_ask
from attnviz.board.plain import plain
from attnviz.board.quiz import MOST, draw_quiz
from attnviz.board.schema import Board, Prompt, Question
from attnviz.board.writing import number_writing
from attnviz.core.limits import MARKS, RANGES
from attnviz.core.state import LabState
from attnviz.experiments.check_parts import (
    HINT_AFTER,
    SECTIONS,
    WORKED_AFTER,
    Check,
    Concept,
    PromptNow,
    QuestionNow,
    Step,
    TaskNow,
)
from attnviz.experiments.check_steps import HOW, question_words, said, steps_of, summaries_of
from attnviz.experiments.check_summary import concepts_of, summary, weakest_frame
from attnviz.experiments.table import Table

__all__ = [
    "HOW", "MOST", "SECTIONS", "Check", "Concept", "PromptNow", "QuestionNow", "Step", "TaskNow",
    "answer", "compute", "draw_again", "draw_quiz", "numbers", "question_words", "said", "show_worked", "spoken",
    "summary", "tables",
]  # fmt: skip


def compute(state: LabState, board: Board) -> Check:
    """How every prompt, question and task stands, and what to do next."""
    prompts = tuple(_prompt(prompt, state, board) for prompt in board.prompts)
    quiz = tuple(_question(question, state, board) for question in draw_quiz(state, board))
    weakest = weakest_frame(prompts)
    found = Check(
        prompts=prompts,
        quiz=quiz,
        tasks=tuple(_task(task, state, board) for task in board.tasks),
        concepts=concepts_of(state, board, prompts, quiz),
        weakest=weakest,
        seed=seed_of(state),
    )
    title = board.frames[weakest].title if weakest else ""
    return replace(found, steps=steps_of(found), summaries=summaries_of(found, title))


# ----------------------------------------------------------------- what a viewer does, as changes of the state to wish


def answer(state: LabState, board: Board, question_id: str, given: str) -> dict[str, Any]:
    """The changes of giving an answer: it is kept, and a wrong one that was not just given is counted.

    `given` is written as `attnviz.board.answers.read_answer` reads it; "" takes an answer back.
    Raises KeyError for an unknown question.
    """
    asked = asked_now(board.question(question_id), state, board)
    answers, tries = dict(state.answers), dict(state.tries)
    before = answers.pop(asked.key, "")
    if given:
        answers[asked.key] = given
    verdict = read_answer(given, asked, number_writing(board.lang)).verdict
    if verdict is Verdict.WRONG and given != before:
        tries[asked.key] = tries.get(asked.key, 0) + 1
    return {"answers": tuple(answers.items()), "tries": tuple(tries.items())}


def show_worked(state: LabState, board: Board, question_id: str) -> dict[str, Any]:
    """The changes of asking for the worked answer. Raises KeyError for an unknown question."""
    asked = asked_now(board.question(question_id), state, board)
    return {"shown_worked": state.shown_worked | {asked.key}}


def draw_again(state: LabState) -> dict[str, Any]:
    """The changes of asking for other questions: the next seed, the answers to those before put away."""
    return {"quiz_seed": seed_of(state) % int(RANGES["quiz_seed"][1]) + 1}


# ------------------------------------------------------------------------------------------- what it says and tabulates


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
        (plain(now.asked.text), now.given, now.reading.verdict.value, question_words(now), now.tries)
        for now in result.questions
    )
    tasks = tuple((plain(now.task.text), "yes" if now.done else "no", plain(now.words)) for now in result.tasks)
    return (
        Table("Exit ticket", ("prompt", "revealed", "mark", "model answer"), prompts),
        Table("Questions", ("question", "given", "verdict", "said to it", "wrong tries"), questions),
        Table("Tasks", ("task", "done", "now"), tasks),
        replace(summary(state, result), title="Concepts"),
    )


def numbers(state: LabState, result: Check) -> dict[str, object]:
    """As `tables`, by id."""
    return {
        "prompts": [
            {"id": now.prompt.id, "text": now.prompt.text, "revealed": now.revealed, "mark": now.mark or None}
            for now in result.prompts
        ],
        "questions": [_question_numbers(now) for now in result.questions],
        "seed": result.seed,
        "quiz": [now.question.id for now in result.quiz],
        "tasks": [{"id": now.task.question.id, "text": now.task.text, "done": now.done} for now in result.tasks],
        "tags": [
            {"id": one.tag, "name": one.name, "done": one.standing == "done", "standing": one.standing,
             "right": one.right, "asked": one.asked, "tries": one.misses}
            for one in result.concepts
        ],
        "next_step": spoken(state, result),
    }  # fmt: skip


def _question_numbers(now: QuestionNow) -> dict[str, object]:
    asked = now.asked
    return {
        "id": now.question.id,
        "kind": now.question.kind,
        "text": asked.text,
        "choices": [option.text for option in asked.options] or list(asked.items),
        "pairs": {"left": list(asked.left), "right": list(asked.right_side)} if asked.left else None,
        "formula": asked.formula or None,
        "given": now.given,
        "verdict": now.reading.verdict.value,
        "said": now.reading.text,
        "tries": now.tries,
        "hint": asked.hint if now.hint_shown else None,
        "worked": now.worked if now.worked_shown else None,
    }


def _prompt(prompt: Prompt, state: LabState, board: Board) -> PromptNow:
    mark = dict(state.marks).get(prompt.id, "")
    question = board.question(prompt.question) if prompt.question else None
    now = _question(question, state, board) if question and can_ask(question, state) else None
    return PromptNow(prompt, prompt.id in state.revealed, mark if mark in MARKS else "", now)


def _question(question: Question, state: LabState, board: Board) -> QuestionNow:
    asked = asked_now(question, state, board)
    reading, tries = reading_of(asked, state, board), dict(state.tries).get(asked.key, 0)
    return QuestionNow(
        asked=asked,
        given=given_for(asked, state),
        reading=reading,
        tries=tries,
        hint_shown=bool(asked.hint) and tries >= HINT_AFTER and reading.verdict is not Verdict.RIGHT,
        worked_offered=tries >= WORKED_AFTER,
        worked_shown=tries >= WORKED_AFTER and asked.key in state.shown_worked,
    )


def _task(task: Question, state: LabState, board: Board) -> TaskNow:
    asked: Asked = asked_now(task, state, board)
    return TaskNow(asked, asked.done, read_answer("", asked).text)
