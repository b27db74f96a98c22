"""Every matrix of the small block, computed and kept."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.core.arrays import BoolArray, FloatArray, read_only
from attnviz.core.attention import Trace, causal_mask
from attnviz.core.blocks import Edit, random_block, random_weights, small_embeddings, with_edits
from attnviz.experiments.four_steps_picture import MODEL_WIDTH, WHOLE

_VECTORS: Final = ("x", "w_q", "w_k", "w_v", "q", "k", "v", "heads", "w_o", "output")
_LIMITS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)  # where a color scale may end


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What the block computes from its tokens; all arrays are read-only."""

    trace: Trace
    drawn: dict[str, FloatArray]  # x of all tokens and the wide W, (rows, 8), as they are without edits
    exponentials: FloatArray  # (h, n, n) e to the masked score, the row's largest taken off first
    sums: FloatArray  # (h, n) of each row of exponentials
    hidden: BoolArray  # (n, n) True where the mask hides the key
    exponent: float
    causal: bool
    vector_limit: float  # end of the color scale of x, W, q, k, v and outputs
    score_limit: float  # end of the color scale of scores

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return int(self.trace.q.shape[2])


def matrix(block: Block, key: str, head: int) -> FloatArray:
    """The matrix called `key`, of `head` where every head has its own, (rows, columns)."""
    whole: FloatArray = block.exponentials if key == "exponentials" else getattr(block.trace, key)
    return whole if key in WHOLE else whole[head]


@lru_cache(maxsize=64)
def block_of(
    tokens: tuple[str, ...], places: tuple[int, ...], seed: int, heads: int, exponent: float, causal: bool,
    edits: tuple[Edit, ...] = (),
) -> Block:  # fmt: skip
    """The block of the tokens at `places`, with the edits that lie over the seed's values."""
    drawn = {"x": small_embeddings(tokens, MODEL_WIDTH), **random_weights(seed, MODEL_WIDTH)}
    x = with_edits(drawn["x"], "x", edits)[list(places)]  # (n, d_model)
    trace = random_block(seed, MODEL_WIDTH, heads, edits).run(x, exponent=exponent, causal=causal)
    powers = np.exp(trace.masked - trace.masked.max(axis=-1, keepdims=True))  # (h, n, n)
    hidden = ~causal_mask(len(x), len(x)) if causal else np.zeros((len(x), len(x)), np.bool_)  # (n, n)
    hidden.flags.writeable = False
    largest = max(float(np.abs(getattr(trace, name)).max()) for name in _VECTORS)
    return Block(
        trace, drawn, read_only(powers), read_only(powers.sum(axis=-1)), hidden, exponent, causal,
        _round_up(largest), _round_up(float(np.abs(trace.scores).max())),
    )  # fmt: skip


def _round_up(value: float) -> float:
    """Where a color scale ends that has room for `value`: a whole number that is easily read."""
    if value <= _LIMITS[-1]:
        return float(next(limit for limit in _LIMITS if limit >= value))
    power = 10 ** math.floor(math.log10(value))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= value))
