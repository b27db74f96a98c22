"""Glossary: every term with its value right now."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.board.schema import Board, Term
from attnviz.board.values import live_value
from attnviz.core.state import LabState
from attnviz.experiments.table import Table


@dataclass(frozen=True, slots=True)
class TermNow:
    """A term, its live value ("" when it has none), and whether the frame asked for uses it."""

    term: Term
    value: str
    here: bool


@dataclass(frozen=True, slots=True)
class Glossary:
    """All terms, those of the frame asked for first."""

    frame: str
    terms: tuple[TermNow, ...]
    titles: tuple[tuple[str, str], ...]  # frame id, short name: the words of the links


def compute(state: LabState, board: Board, frame: str = "glossary") -> Glossary:
    """Every term with its value; those that `frame` uses rise to the top, else the order is the board's."""
    terms = [TermNow(term, live_value(term.value, state, board), frame in term.frames) for term in board.glossary]
    return Glossary(
        frame=frame,
        terms=tuple(sorted(terms, key=lambda now: not now.here)),
        titles=tuple((text.id, text.rail) for text in board.frames.values()),
    )


def spoken(state: LabState, result: Glossary) -> str:
    """How many terms there are, and the values of the first few that have one."""
    values = [f"{now.term.term}: {now.value}" for now in result.terms if now.value]
    return ". ".join([f"{len(result.terms)} terms", *values[:3]]) + "."


def tables(state: LabState, result: Glossary) -> tuple[Table, ...]:
    """One row for each term."""
    names = dict(result.titles)
    rows = tuple(
        (now.term.term, now.term.symbol, now.term.say, now.term.text, now.value,
         ", ".join(names[frame] for frame in now.term.frames))
        for now in result.terms
    )  # fmt: skip
    return (Table("Glossary", ("term", "symbol", "say", "meaning", "now", "appears in"), rows),)


def numbers(state: LabState, result: Glossary) -> dict[str, object]:
    """The terms and their live values."""
    return {
        "terms": [
            {"id": now.term.id, "term": now.term.term, "symbol": now.term.symbol, "text": now.term.text,
             "value": now.value, "frames": list(now.term.frames)}
            for now in result.terms
        ]
    }  # fmt: skip
