"""Questions as the present state puts them, and the verdicts on what the viewer has answered."""

from __future__ import annotations

from attnviz.board.answers import Reading, read_answer
from attnviz.board.draw import Asked, ask
from attnviz.board.schema import Board, Question
from attnviz.board.writing import number_writing
from attnviz.core.state import LabState


def seed_of(state: LabState) -> int:
    """The seed that questions are drawn by: the quiz's own, or that of the board when it has none."""
    return state.quiz_seed or state.seed


def asked_now(question: Question, state: LabState, board: Board) -> Asked:
    """The question as the present state puts it. Raises ExpressionError for a live one that leaves nothing to ask."""
    return ask(question, seed_of(state), state, number_writing(board.lang))


def given_for(asked: Asked, state: LabState) -> str:
    """What the viewer has given as the answer, "" when nothing."""
    return dict(state.answers).get(asked.key, "")


def reading_of(asked: Asked, state: LabState, board: Board) -> Reading:
    """The verdict on what the viewer has given; EMPTY when nothing has been."""
    return read_answer(given_for(asked, state), asked, number_writing(board.lang))
