"""Glossary: every term with its value right now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from attnviz.board.plain import plain
from attnviz.board.schema import Board, Term
from attnviz.board.values import live_value
from attnviz.core.limits import GIVEN
from attnviz.core.state import LabState
from attnviz.experiments import four_steps
from attnviz.experiments.four_steps_picture import MODEL_WIDTH
from attnviz.experiments.table import Table

_NAMED: Final = 4  # terms that the words on a search name
OF_A_MODEL: Final = "as the model on show has it"
_BY_THE_SLIDERS: Final = ("key-width", "heads", "model-width", "divisor", "causal")
"""Live values that the sliders set, where the heads are made here."""


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
    seen = seen_from(frame, state)
    terms = [TermNow(term, _value(term, seen, board, frame), frame in term.frames) for term in board.glossary]
    return Glossary(
        frame=frame,
        terms=tuple(sorted(terms, key=lambda now: not now.here)),
        titles=tuple((text.id, text.rail) for text in board.frames.values()),
    )


def seen_from(frame: str, state: LabState) -> LabState:
    """The state as the picture of `frame` has it: the block of Four steps is small, with heads of its own."""
    if frame != "four-steps":
        return state
    before = [place for place in four_steps.chosen_places(state) if place <= state.query]
    return replace(
        state,
        heads=state.step_heads,
        key_width=MODEL_WIDTH // state.step_heads,
        head=min(state.head, state.step_heads - 1),
        query=before[-1] if before else four_steps.chosen_places(state)[0],
    )


def found(result: Glossary, words: str) -> tuple[TermNow, ...]:
    """The terms that hold every one of the words: in their name, their symbol, how it is said, or their line."""
    wanted = words.casefold().split()
    return tuple(now for now in result.terms if all(word in _whole(now.term) for word in wanted))


def count_words(result: Glossary, terms: Sequence[TermNow], words: str) -> str:
    """How many of all terms a search for `words` has left."""
    return f"{len(terms)} of {len(result.terms)} terms" if terms else f"No term holds “{words.strip()}”"


def spoken_search(result: Glossary, words: str) -> str:
    """What a search for `words` has found: how many, and the first few by name."""
    terms = found(result, words)
    names = ", ".join(now.term.term for now in terms[:_NAMED])
    names += f" and {len(terms) - _NAMED} more" if len(terms) > _NAMED else ""
    count = count_words(result, terms, words)
    holds = "holds" if len(terms) == 1 else "hold"
    return f"{count} {holds} “{words.strip()}”: {names}." if terms else f"{count}."


def spoken(state: LabState, result: Glossary) -> str:
    """How many terms there are, and the values of the first few that have one."""
    values = [f"{now.term.term}: {now.value}" for now in result.terms if now.value]
    return ". ".join([f"{len(result.terms)} terms", *values[:3]]) + "."


def tables(state: LabState, result: Glossary) -> tuple[Table, ...]:
    """One row for each term."""
    names = dict(result.titles)
    rows = tuple(
        (now.term.term, plain(now.term.symbol), now.term.say, now.term.text, now.value,
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


def _value(term: Term, state: LabState, board: Board, frame: str) -> str:
    """The live value, but for heads that come as they are: the sliders say nothing about those."""
    if frame == "multi-head" and state.source in GIVEN and term.value in _BY_THE_SLIDERS:
        return OF_A_MODEL
    if frame == "multi-head" and state.source in GIVEN and term.value in ("selected-head", "selected-query"):
        return ""  # counted among its own heads and words, which the picture names
    return live_value(term.value, state, board)


def _whole(term: Term) -> str:
    return f"{term.term} {term.symbol} {plain(term.symbol)} {term.say} {term.text}".casefold()
