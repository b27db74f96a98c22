"""Numbers that running text may hold, by name: each is computed from the present state when the text is shown."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from attnviz.board.schema import Board
from attnviz.board.values import percent, short
from attnviz.core.attention import divisor
from attnviz.core.draw import Draw
from attnviz.core.sharpness import Sharpness, sharpness
from attnviz.core.state import LabState
from attnviz.core.tokens import tokenize
from attnviz.core.words import number

_ROOT: Final = 0.5


def _whole(value: int) -> str:
    """A whole number with a comma after each three digits."""
    return f"{value:,}"


def _key_width(state: LabState, board: Board) -> str:
    return str(state.key_width)


def _heads(state: LabState, board: Board) -> str:
    return f"{state.heads}\u00a0{'head' if state.heads == 1 else 'heads'}"


def _model_width(state: LabState, board: Board) -> str:
    return str(state.model_width)


def _root(state: LabState, board: Board) -> str:
    return short(divisor(state.key_width))


def _dot_spread(state: LabState, board: Board) -> str:
    return short(Draw.of(state).dot_sd(state.key_width))


def _keys(state: LabState, board: Board) -> str:
    return str(state.keys)


def _measured(state: LabState, exponent: float) -> Sharpness:
    """Means over many lotteries with keys of today's width."""
    return sharpness(state.seed, state.key_width, state.keys, exponent, Draw.of(state))


def _raw_winner(state: LabState, board: Board) -> str:
    return percent(_measured(state, 0).largest)


def _divided_winner(state: LabState, board: Board) -> str:
    return percent(_measured(state, _ROOT).largest)


def _raw_gradient(state: LabState, board: Board) -> str:
    return number(_measured(state, 0).gradient)


def _divided_gradient(state: LabState, board: Board) -> str:
    return number(_measured(state, _ROOT).gradient)


def _parameters(state: LabState, board: Board) -> str:
    return _whole(4 * state.model_width**2)


def _words(state: LabState) -> int:
    return len(tokenize(state.sentence))


def _tokens(state: LabState, board: Board) -> str:
    count = _words(state)
    return f"{count}\u00a0{'token' if count == 1 else 'tokens'}"


def _pairs(state: LabState, board: Board) -> str:
    return _whole(_words(state) ** 2)


def _seen_pairs(state: LabState, board: Board) -> str:
    return _whole(_words(state) * (_words(state) + 1) // 2)


def _score_work(state: LabState, board: Board) -> str:
    return _whole(_words(state) ** 2 * state.model_width)


def _prompts(state: LabState, board: Board) -> str:
    return str(len(board.prompts))


def _terms(state: LabState, board: Board) -> str:
    return str(len(board.glossary))


NUMBERS: Final = MappingProxyType[str, Callable[[LabState, Board], str]](
    {
        "key-width": _key_width,
        "heads": _heads,  # "8 heads"
        "model-width": _model_width,
        "root": _root,  # √d_k
        "dot-spread": _dot_spread,  # standard deviation of q·k, for components as they are drawn
        "keys": _keys,  # in the lottery
        "raw-winner": _raw_winner,  # mean share of the top key, not divided
        "divided-winner": _divided_winner,  # the same, divided by √d_k
        "raw-gradient": _raw_gradient,  # mean Frobenius norm of ∂softmax/∂scores, not divided
        "divided-gradient": _divided_gradient,
        "parameters": _parameters,  # of W_Q, W_K, W_V and W_O together
        "tokens": _tokens,  # "11 tokens"
        "pairs": _pairs,  # n²
        "seen-pairs": _seen_pairs,  # those that the causal mask leaves
        "score-work": _score_work,  # multiplications for all scores of all heads: n² d_model
        "prompts": _prompts,
        "terms": _terms,
    }
)
"""Name of each number that running text on a board may hold -> what says it."""
