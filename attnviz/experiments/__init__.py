"""One experiment for each frame: what the frame draws, says and tabulates, computed without Qt.

Each module has four functions: `compute(state, board)` gives a frozen result, `spoken(state, result)` the live words,
`tables(state, result)` the numbers behind the pictures, `numbers(state, result)` the same ready for JSON.
"""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, Protocol, cast

from attnviz.board.schema import FRAME_IDS, Board
from attnviz.core.state import LabState
from attnviz.experiments.table import Table

__all__ = ["FRAME_IDS", "MODULES", "Experiment", "Table", "experiment", "live_words", "picture_names"]

MODULES: Final = MappingProxyType(
    {
        "open": "opening",  # `open` would hide Python's own
        "why-scale": "why_scale",
        "multi-head": "multi_head",
        "four-steps": "four_steps",
        "glossary": "glossary",
        "check": "check",
    }
)
"""Frame id -> name of its module here, in frames/ and in tests/, in the order of the rail."""


class Experiment(Protocol):
    """What every module of this package offers. A result is the module's own frozen class, hence Any."""

    def compute(self, state: LabState, board: Board) -> Any:
        """Everything the frame draws."""

    def spoken(self, state: LabState, result: Any) -> str:
        """One or two sentences: what the picture says now."""

    def tables(self, state: LabState, result: Any) -> tuple[Table, ...]:
        """The numbers behind the pictures."""

    def numbers(self, state: LabState, result: Any) -> dict[str, object]:
        """The numbers behind the pictures, ready for JSON."""


def experiment(frame_id: str) -> Experiment:
    """The experiment of a frame, imported when it is first asked for. Raises KeyError for an unknown id."""
    return cast(Experiment, import_module(f"{__name__}.{MODULES[frame_id]}"))


def live_words(state: LabState, board: Board) -> dict[str, str]:
    """Frame id -> what its picture says now, for all frames in order."""
    modules = {frame_id: experiment(frame_id) for frame_id in FRAME_IDS}
    return {frame_id: module.spoken(state, module.compute(state, board)) for frame_id, module in modules.items()}


def picture_names(state: LabState, board: Board) -> dict[str, tuple[str, ...]]:
    """Frame id -> what its pictures and their numbers are called, for all frames in order."""
    modules = {frame_id: experiment(frame_id) for frame_id in FRAME_IDS}
    return {
        frame_id: tuple(table.title for table in module.tables(state, module.compute(state, board)) if table.title)
        for frame_id, module in modules.items()
    }
