"""What the command line brings to take heads from: `--model` and `--attention`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from attnviz.board.schema import Board
from attnviz.cli.options import Refused
from attnviz.core.state import LabState
from attnviz.experiments.elsewhere import Job, Opened, attention_job, holds, model_job, with_opened

NEEDED: Final = {"model": "--model DIR", "outside": "--attention FILE"}  # by the source that takes heads from it


def open_attention(path: str) -> Opened:
    """The attention in an .npz file. Raises Refused."""
    return _open("--attention", attention_job(Path(path)))


def open_model(folder: str) -> Opened:
    """The model in a checkpoint folder. Raises Refused."""
    return _open("--model", model_job(Path(folder)))


def with_sources(board: Board, values: Mapping[str, Any], state: LabState) -> Board:
    """The board with all that the options bring in its library. Raises Refused, also when a source is missing."""
    for option, opener in (("attention", open_attention), ("model", open_model)):
        if values[option] is not None:
            board = with_heads(board, opener(values[option]))
    check_source(state.source, board)
    return board


def with_heads(board: Board, opened: Opened) -> Board:
    """The board with what was opened in its library."""
    return replace(board, library=with_opened(board.library, opened))


def check_source(source: str, board: Board) -> None:
    """Raises Refused when there is nothing to take the heads of `source` from."""
    if not holds(board.library, source):
        raise Refused(f"--source {source}: say where from with {NEEDED[source]}")


def _open(option: str, job: Job) -> Opened:
    try:
        return job(_tell_nobody, _never)
    except (ValueError, OSError, MemoryError) as error:
        raise Refused(f"{option}: {error}") from error


def _tell_nobody(fraction: float, words: str) -> None: ...


def _never() -> bool:
    return False
