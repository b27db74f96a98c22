"""The present settings of the board as questions see them: by name, in words, and what sets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from attnviz.board.expressions import Value
from attnviz.board.values import divisor_words
from attnviz.core.limits import HEADS
from attnviz.core.state import LabState
from attnviz.core.tokens import MAX_TOKENS, tokenize


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting that a question may ask for."""

    value: Callable[[LabState], Value]
    words: Callable[[LabState], str]
    controls: tuple[str, ...]  # the fields of the state that set it, as `LabState` names them


def _heads(state: LabState) -> str:
    return f"{state.heads} {'head' if state.heads == 1 else 'heads'}"


def _widths(state: LabState) -> str:
    return f"{_heads(state)} × {state.key_width} = {state.model_width}"


def _tokens(state: LabState) -> int:
    return len(tokenize(state.sentence))


LIVE: Final = MappingProxyType(
    {
        "heads": Setting(lambda state: Fraction(state.heads), _widths, ("heads",)),
        "key_width": Setting(lambda state: Fraction(state.key_width), _widths, ("key_width",)),
        "model_width": Setting(lambda state: Fraction(state.model_width), _widths, ("heads", "key_width")),
        "scale_exponent": Setting(
            lambda state: Fraction(str(state.scale_exponent)), divisor_words, ("scale_exponent",)
        ),
        "causal": Setting(
            lambda state: state.causal,
            lambda state: "the future is hidden" if state.causal else "every word is visible",
            ("causal",),
        ),
        "keys": Setting(
            lambda state: Fraction(state.keys), lambda state: f"{state.keys} keys in the lottery", ("keys",)
        ),
        "tokens": Setting(
            lambda state: Fraction(_tokens(state)), lambda state: f"{_tokens(state)} tokens", ("sentence",)
        ),
    }
)
"""Name of each live setting -> how to find it, say it and set it."""

STANDS: Final[Mapping[str, tuple[Value, ...]]] = MappingProxyType(
    {
        "heads": tuple(map(Fraction, HEADS)),
        "key_width": tuple(Fraction(width) for width in (1, 2, 3, 8, 64, 100, 256, 1024)),
        "scale_exponent": tuple(Fraction(part, 10) for part in (0, 3, 5, 7, 10)),
        "causal": (False, True),
        "keys": tuple(map(Fraction, (2, 3, 10, 64))),
        "tokens": tuple(map(Fraction, (1, 2, 10, MAX_TOKENS))),
    }
)
"""Places where each setting may stand, corners included: questions about them are checked there when a board loads.

The model width follows from the first two.
"""


def settings(state: LabState) -> dict[str, Value]:
    """Every live setting as it stands."""
    return {name: setting.value(state) for name, setting in LIVE.items()}


def words_for(names: Iterable[str], state: LabState) -> str:
    """How these settings stand: "8 heads × 64 = 512, ÷ √64 = 8"."""
    names = list(names)
    return ", ".join(dict.fromkeys(setting.words(state) for name, setting in LIVE.items() if name in names))


def controls_for(names: Iterable[str]) -> tuple[str, ...]:
    """The fields of the state that set these settings."""
    names = list(names)
    return tuple(dict.fromkeys(field for name, setting in LIVE.items() if name in names for field in setting.controls))
