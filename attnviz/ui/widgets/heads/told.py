"""The grid of heads in words: the picked head and cell first, then what the other heads do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from attnviz.ui.widgets.heads.head_pane import HeadNote

MOST: Final = 8  # other heads that are told of


def told(notes: Sequence[HeadNote], hidden: Collection[int], picked: int, cell: str, value: str) -> str:
    """What head `picked` does, and the weight `value` of the picked `cell` unless the head's note tells of it.

    The second sentence is for the other heads that are on show.
    """
    note = notes[picked]
    named = f"{note.name}, {note.jobs or note.job}" if note.job else note.name
    state = "hidden" if picked in hidden else f"{note.pair} {note.value}".strip()
    here = f"; here {cell} {value}" if cell and cell != note.pair else ""
    others = [other for head, other in enumerate(notes) if head not in (picked, *hidden)][:MOST]
    said = [f"{other.number or other.name} {other.pair} {other.value}".strip() for other in others]
    return f"{named}: {state}{here}" + (f". Others: {', '.join(said)}" if said else "")
