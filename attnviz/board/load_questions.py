"""Reads the `[[question]]` tables of a board file, and the older `[[task]]` tables as questions to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attnviz.board.check_questions import check_question
from attnviz.board.reading import Table
from attnviz.board.schema import QUESTION_KINDS, Option, Question, WrongAnswer
from attnviz.core.limits import HEADS, RANGES

MAX_DIGITS: Final = 6
MAX_VALUES: Final = 24  # of one parameter
WITH_OPTIONS: Final = ("choice", "multi")
WITH_NUMBERS: Final = ("integer", "number")
WITH_WORDS: Final = ("text", "fill")
LIVE_WORD: Final = "live"


def read_question(table: Table, tags: Iterable[str], *, trusted: bool = False) -> tuple[Question, bool]:
    """The question in a table, and whether it is always on show; everything that is wrong with it is noted.

    The draws of a `trusted` one are not tried.
    """
    kind = table.word("kind", QUESTION_KINDS)
    params, live = _params(table)
    question = Question(
        id=table.text("id"),
        kind=kind,
        tag=table.word("tag", tags),
        text=table.text("text"),
        right=table.text("right"),
        hint=table.text("hint", required=False),
        worked=table.text("worked", required=False),
        options=tuple(_option(option) for option in table.tables("option")) if kind in WITH_OPTIONS else (),
        items=table.texts("items") if kind == "order" else (),
        pairs=table.pairs("pairs", required=True) if kind == "match" else (),
        params=params,
        live=live,
        where=table.expression("where", required=False),
        answer=_answer(table, kind),
        variants=table.texts("variants", required=False) if kind in WITH_WORDS else (),
        unit=table.texts("unit", required=False) if kind in WITH_NUMBERS else (),
        digits=table.whole("digits", low=0, high=MAX_DIGITS) if kind == "number" else 0,
        formula=table.text("formula") if kind == "fill" else "",
        goal=table.expression("goal") if kind == "do" else "",
        wrong=() if kind in (*WITH_OPTIONS, "do") else tuple(_wrong(wrong, kind) for wrong in table.tables("wrong")),
    )
    pinned = kind == "do" and table.flag("pinned")
    table.finish()
    if kind in QUESTION_KINDS and not trusted:
        check_question(question, table.note)
    return question, pinned


def read_task(table: Table, tags: Iterable[str]) -> Question:
    """A task as boards had it before there were questions to do: `when` says where the sliders stand then."""
    when = table.table("when")
    heads = when.whole("heads", low=0, high=max(HEADS), required=False)
    key_width = when.whole("key_width", low=0, high=int(RANGES["key_width"][1]), required=False)
    goal = " and ".join(f"{name} == {n}" for name, n in (("heads", heads), ("key_width", key_width)) if n)
    task = Question(
        id=table.text("id"),
        kind="do",
        tag=table.word("tag", tags),
        text=table.text("text"),
        right=table.text("right"),
        goal=goal,
    )
    when.finish()
    table.finish()
    if heads not in (0, *HEADS):
        when.note("heads", f"is {heads}; it must be one of {', '.join(map(str, HEADS))}")
    elif goal:
        check_question(task, lambda key, text: table.note("when" if key == "goal" else key, text))
    elif table.has("when"):
        when.note("", "needs heads, key_width or both")
    return task


def _params(table: Table) -> tuple[tuple[tuple[str, tuple[float, ...]], ...], bool]:
    given = table.anything("params")
    if given is None or given == LIVE_WORD:
        return (), given == LIVE_WORD
    if not isinstance(given, Mapping):
        table.note("params", f'must be a table of lists such as {{ heads = [4, 8] }}, or "{LIVE_WORD}"')
        return (), False
    params = []
    for name, values in given.items():
        values = values if isinstance(values, list) else [values]
        if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
            table.note(f"params.{name}", "must be a list of numbers")
        elif not 1 <= len(values) <= MAX_VALUES:
            table.note(f"params.{name}", f"has {len(values)} values; 1 to {MAX_VALUES} can be checked")
        else:
            params.append((str(name), tuple(values)))
    return tuple(params), False


def _answer(table: Table, kind: str) -> str:
    if kind in WITH_WORDS:
        return table.text("answer")
    return table.expression("answer") if kind in (*WITH_NUMBERS, "truefalse") else ""


def _option(table: Table) -> Option:
    right = table.flag("right")
    option = Option(text=table.text("text"), right=right, feedback=table.text("feedback", required=not right))
    table.finish()
    return option


def _wrong(table: Table, kind: str) -> WrongAnswer:
    if kind == "truefalse":
        wrong = WrongAnswer(text=table.text("text"))
    elif kind in WITH_NUMBERS:
        when = table.expression("when", required=False)
        if table.has("given"):
            number = table.expression("given")
            when = f"given == {number}" if number else when
        wrong = WrongAnswer(text=table.text("text"), when=when)
    else:
        given = table.anything("given")
        given = (given,) if isinstance(given, str) else table.texts("given", required=False)
        wrong = WrongAnswer(text=table.text("text"), given=tuple(" ".join(text.split()) for text in given))
        if kind in ("order", "match") and len(wrong.given) not in (0, 2):
            table.note("given", f"has {len(wrong.given)} items; it must name two")
    table.finish()
    return wrong
