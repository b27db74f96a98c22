"""What the presenter's panel says: its buttons, the times, the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attnviz.board.schema import FRAME_IDS, Board
from attnviz.ui.commands import PRESENTING
from attnviz.ui.presenting.talk import Talk, clock_words, pace, pace_words, planned
from attnviz.ui.widgets.presenting.panel import Deed, Times

WORDS: Final = {
    "retreat": "◀ Previous", "advance": "Next ▶", "black": "Black", "white": "White", "freeze": "Freeze",
    "laser": "Laser", "pause": "Pause clock", "overview": "Map", "ask_frame": "Go to…", "swap": "Swap", "end": "End",
}  # fmt: skip
"""Command -> the words of its button, in the order of the buttons."""
ROLES: Final = {"behind": "raw_text", "ahead": "divided_text", "on time": "value_text", "": "muted"}


def deeds() -> list[Deed]:
    """A button for every command of presenting."""
    commands = {command.id: command for command in PRESENTING}
    return [
        Deed(name, words, " or ".join(commands[name].keys), commands[name].checkable) for name, words in WORDS.items()
    ]


def minutes_of(board: Board) -> tuple[int, ...]:
    """The minutes planned for each frame."""
    return tuple(board.frames[frame_id].minutes for frame_id in FRAME_IDS)


def names_of(board: Board) -> tuple[str, ...]:
    """The short name of each frame."""
    return tuple(board.frames[frame_id].rail for frame_id in FRAME_IDS)


def times_of(talk: Talk, board: Board, clock: str) -> Times:
    """The clock's words; `clock` is the time of day."""
    minutes, names = minutes_of(board), names_of(board)
    whole = planned(talk, minutes)
    elapsed, words = clock_words(talk.elapsed) + (f" of {whole} min" if whole else ""), pace_words(talk, minutes)
    frames = "&nbsp;&nbsp; ".join(
        _frame(number, names[number], spent, minutes[number], here=number == talk.frame)
        for number, spent in enumerate(talk.spent)
    )
    paused = ", stopped" if talk.paused else ""
    return Times(clock, elapsed, words, ROLES[pace(talk, minutes)], frames, f"{clock}. {elapsed}{paused}. {words}")


def _frame(number: int, name: str, spent: float, plan: int, *, here: bool) -> str:
    """Number, minutes taken and planned of one frame; the present one with its name."""
    words = f"{number + 1}&nbsp;{name.replace(' ', '&nbsp;')}&nbsp;" if here else f"{number + 1}&nbsp;"
    taken = f"{words}{clock_words(spent)}" + (f"∕{plan}" if plan else "")
    return f"<b>{taken}</b>" if here else taken


def answers_of(board: Board, frame_id: str) -> str:
    """The answers of the prompts about a frame, as paragraphs; in Check those of all."""
    prompts = [prompt for prompt in board.prompts if frame_id in (prompt.frame, "check")]
    return "\n\n".join(f"{prompt.text}\n\n→ {prompt.answer}" for prompt in prompts)


def table_of(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a table on a card: the second column is words, the others numbers."""
    sides = ("right", "left", "right", "right")
    lines = ("".join(f"<td align='{side}'>{cell}</td>" for side, cell in zip(sides, row, strict=True)) for row in rows)
    return f"<table cellpadding='3'>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
