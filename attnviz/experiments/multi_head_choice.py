"""Choosing heads by name: a recording, a layer, a head, a pair of words."""

from __future__ import annotations

from collections.abc import Sequence

from attnviz.board.schema import Board
from attnviz.core.limits import SOURCES
from attnviz.core.state import LabState, apply
from attnviz.experiments.multi_head_sources import choosing, find_word, heads_on_show


def choose(state: LabState, board: Board, what: str, value: str | Sequence[str]) -> LabState:
    """The state with a "recording", "layer", "head" or, to "find", a pair of words chosen, as a person writes them.

    Layers and heads count from 1. Raises ValueError saying what there is to choose from.
    """
    if what == "recording":
        return apply(state, record(board, str(value))).state
    heads = heads_on_show(state, board)
    if what == "find":
        query, key = list(value)
        return apply(state, choosing(heads, find_word(heads.queries, query), find_word(heads.keys, key))).state
    layers = 1 if heads.layers is None else len(heads.layers)
    return apply(state, {what: _number(str(value), layers if what == "layer" else len(heads.weights)) - 1}).state


def record(board: Board, name: str) -> dict[str, object]:
    """The change of the state that shows recording `name` on its own sentence. Raises ValueError for another name."""
    for recording in board.library.recordings:
        if recording.id == name:
            return {"source": "recorded", "sentence": recording.sentence}
    known = ", ".join(one.id for one in board.library.recordings)
    raise ValueError(f"choose {known}" if known else "there are no recordings")


def change_of_source(state: LabState, board: Board, source: str) -> dict[str, object]:
    """The change of the state that takes heads from `source`. Recorded heads bring a sentence of their own."""
    if source == "recorded" and board.library.recording(state.sentence) is None and board.library.recordings:
        return record(board, board.library.recordings[0].id)
    return {"source": source}


def sources_at_hand(board: Board) -> tuple[str, ...]:
    """The sources that have something to show."""
    library = board.library
    there = {"recorded": bool(library.recordings), "model": library.model, "outside": library.outside}
    return tuple(source for source in SOURCES if there.get(source, True))


def _number(text: str, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if not 1 <= number <= most:
        raise ValueError("there is 1 only" if most == 1 else f"choose 1 to {most}")
    return number
