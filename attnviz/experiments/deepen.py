"""The "read more" page of a frame, its numbers as they are now."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.board.deeper import Block, blocks, plain_paragraphs
from attnviz.board.schema import Board
from attnviz.core.state import LabState


@dataclass(frozen=True, slots=True)
class Page:
    """What there is to read about one frame."""

    frame: str
    title: str
    lead: str
    blocks: tuple[Block, ...]
    sources: tuple[str, ...]
    spoken: str  # all of it, formulas as they are read aloud


def compute(state: LabState, board: Board, frame: str) -> Page:
    """The page of the frame with this id. Raises KeyError for an unknown one."""
    text = board.frames[frame]
    sources = (f"Sources: {'; '.join(text.sources)}",) if text.sources else ()
    spoken = "\n\n".join((text.lead, *plain_paragraphs(text.deeper, state, board), *sources))
    return Page(frame, text.title, text.lead, blocks(text.deeper, state, board), text.sources, spoken)
