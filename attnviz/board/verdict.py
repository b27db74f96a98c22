"""What the program makes of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from attnviz.board.expressions import Number


class Verdict(StrEnum):
    """What the program makes of an answer. Only WRONG counts against the viewer."""

    RIGHT = "right"
    WRONG = "wrong"
    FORM = "form"  # the value is right, the way of writing it was not asked for
    UNREAD = "unread"  # not understood
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Reading:
    """A verdict, what to say to it, and the number that was read (None when none was)."""

    verdict: Verdict
    text: str
    value: Number | None = None


EMPTY = Reading(Verdict.EMPTY, "Not answered yet.")
