"""Options that depend on what there is to choose from: `--recording`, `--layer`, `--head` and `--find`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attnviz.board.schema import Board
from attnviz.cli.options import Refused
from attnviz.core.state import LabState, apply
from attnviz.experiments.multi_head_choice import choose

CHOICES = ("recording", "layer", "head", "find")


def choose_heads(values: Mapping[str, Any], state: LabState, board: Board, problems: list[str]) -> LabState:
    """The state with the recording, layer, head and pair of words asked for.

    What cannot be used is left as it is and adds to `problems`.
    """
    for option in CHOICES:
        wanted = values.get(option)
        if wanted is None:
            continue
        try:
            if option == "recording" and values.get("sentence") is not None:
                raise ValueError("it brings its own sentence: leave out --sentence")
            state = choose(state, board, option, wanted)
        except ValueError as error:
            problems.append(f"--{option} {wanted if isinstance(wanted, str) else ' '.join(wanted)}: {error}")
    if state.source == "recorded" and board.library.recording(state.sentence) is None:
        known = ", ".join(one.id for one in board.library.recordings)
        problems.append(f"--source recorded: this sentence is not recorded; choose a --recording of {known}")
        state = apply(state, {"source": LabState().source}).state
    return state


def strict_heads(values: Mapping[str, Any], state: LabState, board: Board) -> LabState:
    """The same. Raises Refused, naming every option that cannot be used."""
    problems: list[str] = []
    state = choose_heads(values, state, board, problems)
    if problems:
        raise Refused("; ".join(problems))
    return state
