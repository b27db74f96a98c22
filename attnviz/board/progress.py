"""Which concepts a viewer has shown to know, from what they marked, answered and did."""

from __future__ import annotations

from collections.abc import Iterator

from attnviz.board.answers import Verdict
from attnviz.board.asking import asked_now, given_for, reading_of
from attnviz.board.draw import can_ask
from attnviz.board.quiz import draw_quiz
from attnviz.board.schema import Board, Question
from attnviz.core.state import LabState


def tags_done(state: LabState, board: Board) -> frozenset[str]:
    """Tags of which a question is answered right, a prompt is marked "got it", or something on show is done."""
    marks = dict(state.marks)
    said = {prompt.tag for prompt in board.prompts if marks.get(prompt.id) == "got it"}
    return frozenset(said | {question.tag for question in _tried(state, board) if _is_right(question, state, board)})


def _tried(state: LabState, board: Board) -> Iterator[Question]:
    """Questions with an answer, and whatever is there to be done."""
    given = {key.partition("@")[0] for key, _ in state.answers}
    yield from (question for question in board.questions if question.id in given)
    yield from board.tasks
    if any(question.kind == "do" for question in board.questions):
        yield from (question for question in draw_quiz(state, board) if question.kind == "do")


def _is_right(question: Question, state: LabState, board: Board) -> bool:
    if not can_ask(question, state):
        return False
    asked = asked_now(question, state, board)
    if question.kind != "do" and not given_for(asked, state):
        return False
    return reading_of(asked, state, board).verdict is Verdict.RIGHT
