"""Which concepts a viewer has shown to know, from what they marked and answered."""

from __future__ import annotations

from attnviz.board.answers import Reading, Verdict, read_answer
from attnviz.board.schema import Board, Question
from attnviz.core.state import LabState


def reading_of(question: Question, state: LabState) -> Reading:
    """The verdict on what the viewer has typed for `question`; EMPTY when nothing has been."""
    return read_answer(dict(state.answers).get(question.id, ""), question)


def tags_done(state: LabState, board: Board) -> frozenset[str]:
    """Tags of which a question is answered right or a prompt is marked "got it"."""
    marks = dict(state.marks)
    said = {prompt.tag for prompt in board.prompts if marks.get(prompt.id) == "got it"}
    answered = {q.tag for q in board.questions if reading_of(q, state).verdict is Verdict.RIGHT}
    return frozenset(said | answered)
