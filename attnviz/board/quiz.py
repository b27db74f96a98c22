"""Which questions make up the quiz, drawn from the weakest concepts by the seed."""

from __future__ import annotations

from collections import Counter
from typing import Final

from attnviz.board.asking import seed_of
from attnviz.board.draw import can_ask, shuffled
from attnviz.board.schema import Board, Question
from attnviz.core.limits import MARKS
from attnviz.core.state import LabState

MOST: Final = 5  # questions in a quiz
_TURNS: Final = {"not yet": 2, "nearly": 1, "": 1, "got it": 0}
"""Mark of a concept, the weakest first -> how many questions it gets in each round; "" is one without a mark."""
_WEAKEST_FIRST: Final = tuple(_TURNS)


def draw_quiz(state: LabState, board: Board) -> tuple[Question, ...]:
    """At most MOST of the questions that go with no prompt, those about the weakest concepts first.

    How weak a concept is follows from the marks of its prompts alone, so that no answer changes what is asked. In each
    round every concept that is not got yet has a turn, or two when it is the weakest; what is got comes when there is
    room left. The seed decides which question it is; kinds that have not been asked yet go first.
    """
    seed = seed_of(state)
    unprompted = board.quiz()
    waiting = {tag: _of_tag(tag, seed, state, unprompted) for tag in shuffled(list(board.tags), seed, "tags")}
    ranks = _ranks(state, board)
    order = sorted(waiting, key=lambda tag: _WEAKEST_FIRST.index(ranks[tag]))  # those alike stay as the seed has them
    turns = [tag for tag in order for _ in range(_TURNS[ranks[tag]])]
    kinds: Counter[str] = Counter()
    drawn: list[Question] = []
    while len(drawn) < MOST and any(waiting.values()):
        if not any(waiting[tag] for tag in turns):
            turns = order
        for tag in turns:
            if waiting[tag] and len(drawn) < MOST:
                question = min(waiting[tag], key=lambda one: kinds[one.kind])
                waiting[tag].remove(question)
                kinds[question.kind] += 1
                drawn.append(question)
    return tuple(sorted(drawn, key=lambda one: order.index(one.tag)))


def _of_tag(tag: str, seed: int, state: LabState, unprompted: tuple[Question, ...]) -> list[Question]:
    mine = [question for question in unprompted if question.tag == tag and can_ask(question, state)]
    return shuffled(mine, seed, "questions", tag)


def _ranks(state: LabState, board: Board) -> dict[str, str]:
    """Tag -> the worst mark of its prompts, "" for none."""
    marks = dict(state.marks)
    worst: dict[str, str] = dict.fromkeys(board.tags, "")
    seen: set[str] = set()
    for prompt in board.prompts:
        mark = marks.get(prompt.id, "")
        mark = mark if mark in MARKS else ""
        if prompt.tag not in seen or _WEAKEST_FIRST.index(mark) < _WEAKEST_FIRST.index(worst[prompt.tag]):
            worst[prompt.tag] = mark
        seen.add(prompt.tag)
    return worst
