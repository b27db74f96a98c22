"""Live values: the words beside a glossary term that say what it is in the present state."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from attnviz.board.schema import Board
from attnviz.core.attention import divisor
from attnviz.core.draw import PAPER, Draw
from attnviz.core.sharpness import sharpness
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import number, quoted

_TIED: Final = "\u00a0"  # a space at which no line ends


def live_value(name: str, state: LabState, board: Board) -> str:
    """What the live value `name` says now, such as "64 now" or "8 × 64 = 512 now"; "" for the empty name.

    Raises KeyError for a name that is not in LIVE_VALUES.
    """
    return LIVE_VALUES[name](state, board) if name else ""


def short(value: float, digits: int = 2) -> str:
    """`value` with at most `digits` decimals and no closing zeros: 8, 9.8, 22.63."""
    text = number(float(value), digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: float) -> str:
    """A share as a whole percentage that never rounds to a nothing or an all that it is not."""
    if 0 < share < 0.01:
        return f"less than 1{_TIED}%"
    if 0.995 <= share < 1:
        return f"over 99{_TIED}%"
    return f"{share:.0%}".replace("%", f"{_TIED}%")


def divisor_words(state: LabState) -> str:
    """The division as it is now: "÷ √64 = 8", "÷ 64^0.3 = 3.48", or that there is none."""
    if state.scale_exponent == 0:
        return "no division"
    by = short(divisor(state.key_width, state.scale_exponent))
    if state.scale_exponent == 0.5:
        return f"÷ √{state.key_width} = {by}"
    power = "" if state.scale_exponent == 1 else f"^{short(state.scale_exponent)}"
    return f"÷ {state.key_width}{power}" + (f" = {by}" if power else "")


def _key_width(state: LabState, board: Board) -> str:
    return f"{state.key_width} now"


def _heads(state: LabState, board: Board) -> str:
    return f"{state.heads} {'head' if state.heads == 1 else 'heads'} now"


def _model_width(state: LabState, board: Board) -> str:
    return f"{state.heads} × {state.key_width} = {state.model_width} now"


def _divisor(state: LabState, board: Board) -> str:
    if state.scale_exponent == 0:
        return "no division now"
    return f"÷ {short(divisor(state.key_width, state.scale_exponent))} now"


def _selected_head(state: LabState, board: Board) -> str:
    return f"{state.picked_head + 1} of {state.heads} picked"


def _selected_query(state: LabState, board: Board) -> str:
    return f"{quoted(labels(tokenize(state.sentence))[state.query])} asks now"


def _winner(state: LabState, exponent: float) -> float:
    """Mean share of the top key among `state.keys` keys with random queries and keys of today's width."""
    return sharpness(state.seed, state.key_width, state.keys, exponent, Draw.of(state)).largest


def _raw_winner(state: LabState, board: Board) -> str:
    return f"{state.keys} random keys, not divided: top key {percent(_winner(state, 0))}"


def _divided_winner(state: LabState, board: Board) -> str:
    if state.scale_exponent == 0:
        return _raw_winner(state, board)
    return f"{state.keys} random keys: top key {percent(_winner(state, state.scale_exponent))}"


def _dot_spread(state: LabState, board: Board) -> str:
    draw = Draw.of(state)
    if draw != PAPER:
        return f"random q and k: about {short(draw.dot_sd(state.key_width))}"
    return f"random q and k: about √{state.key_width}{_TIED}={_TIED}{short(divisor(state.key_width))}"


def _causal(state: LabState, board: Board) -> str:
    return "on now: the future is hidden" if state.causal else "off now: every word is visible"


LIVE_VALUES: Final = MappingProxyType[str, Callable[[LabState, Board], str]](
    {
        "key-width": _key_width,
        "heads": _heads,
        "model-width": _model_width,
        "divisor": _divisor,
        "selected-head": _selected_head,
        "selected-query": _selected_query,
        "raw-winner": _raw_winner,
        "divided-winner": _divided_winner,
        "dot-spread": _dot_spread,
        "causal": _causal,
    }
)
"""Name of each live value that a board file may use -> what says it."""
