"""Heads from outside the board: a model on this disk, or attention that another program saved.

Only opening is work for another thread. A model in memory reads a sentence where its heads are drawn: measured with
all-MiniLM-L6-v2 beside other work, 10 to 20 ms for 12 word pieces and 50 to 70 for 66, once for each sentence that is
entered; a drag and a click find the last sentence remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from attnviz.core.library import Library, Reader
from attnviz.core.outside import Outside, read_attention

Progress = Callable[[float, str], None]  # fraction done from 0 to 1, what is being done
Stop = Callable[[], bool]
Opened = Reader | Outside
Job = Callable[[Progress, Stop], Opened]


def model_job(folder: Path) -> Job:
    """What opens the model in a checkpoint folder. It raises ValueError with words for the viewer."""
    return partial(_open_model, folder)


def attention_job(path: Path) -> Job:
    """What opens the attention in an .npz file. It raises ValueError with words for the viewer."""
    return partial(_open_attention, path)


def with_opened(library: Library, opened: Opened) -> Library:
    """The library with what was opened in the place of what was there."""
    return replace(library, outside=opened) if isinstance(opened, Outside) else replace(library, model=opened)


def source_of(opened: Opened) -> str:
    """The choice of `LabState.source` that shows what was opened."""
    return "outside" if isinstance(opened, Outside) else "model"


def words_on(opened: Opened) -> str:
    """What the viewer is told when it has been opened."""
    if not isinstance(opened, Outside):
        return f"{opened.name} is open: it reads the sentence as you change it."
    return " ".join((f"{opened.given.source}, {opened.read_as}.", *opened.notes))


def without(library: Library, source: str) -> Library:
    """The library after the model or the attention, whichever is `source`, was put away."""
    return replace(library, model=None) if source == "model" else replace(library, outside=None)


def holds(library: Library, source: str) -> bool:
    """Whether there is something behind `source`. What the board makes itself is always there."""
    if source == "model":
        return library.model is not None
    return source != "outside" or library.outside is not None


def _open_model(folder: Path, progress: Progress, cancelled: Stop) -> Opened:
    from attnviz.core.models import open_model

    return open_model(folder, progress, cancelled)


def _open_attention(path: Path, progress: Progress, cancelled: Stop) -> Opened:
    progress(0.0, "Reading and checking the weights")
    return read_attention(path)
