"""Small questions for the tests of answers, put to the viewer."""

from __future__ import annotations

from typing import Any

from attnviz.board.draw import Asked, ask
from attnviz.board.schema import Option, Question, WrongAnswer
from attnviz.core.state import LabState

STATE = LabState()


def question(kind: str, **parts: Any) -> Question:
    """A question of a kind, its texts short."""
    return Question(**{"id": "small", "kind": kind, "tag": "widths", "text": "How?", "right": "Yes.", **parts})


def put(kind: str, *, seed: int = 11, state: LabState = STATE, **parts: Any) -> Asked:
    """Such a question as it is asked."""
    return ask(question(kind, **parts), seed, state)


WIDTH = put(
    "integer",
    answer="64",
    hint="Share it.",
    unit=("dims", "dimensions"),
    wrong=(WrongAnswer("That is the whole model width.", "given == 512"),),
)
BIG = put("integer", answer="1024")
SHARE = put("number", answer="1 / 2", digits=2, wrong=(WrongAnswer("That is all.", "given == 1"),))
OPTIONS = (
    Option("one", feedback="Not one."),
    Option("two", right=True),
    Option("three", feedback="Not three."),
)
