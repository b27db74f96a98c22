"""Which concepts a viewer has shown to know, from what they marked and answered."""

from __future__ import annotations

from attnviz.board.answers import Reading, Verdict, read_answer
from attnviz.board.schema import Board, Question, Task
from attnviz.core.state import LabState


def reading_of(question: Question, state: LabState) -> Reading:
    """The verdict on what the viewer has typed for `question`; EMPTY when nothing has been."""
    return read_answer(dict(state.answers).get(question.id, ""), question)


def task_done(task: Task, state: LabState) -> bool:
    """Whether the sliders stand where the task wants them."""
    return task.heads in (0, state.heads) and task.key_width in (0, state.key_width)


def tags_done(state: LabState, board: Board) -> frozenset[str]:
    """Tags of which a question is answered right, a prompt is marked "got it" or a task is done."""
    marks = dict(state.marks)
    said = {prompt.tag for prompt in board.prompts if marks.get(prompt.id) == "got it"}
    answered = {q.tag for q in board.questions if reading_of(q, state).verdict is Verdict.RIGHT}
    at_work = {task.tag for task in board.tasks if task_done(task, state)}
    return frozenset(said | answered | at_work)
