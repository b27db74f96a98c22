"""A block small enough to read every number in it, and to change every number that is not computed.

An edit is (matrix, 0, row, column, value). Rows of x are places in the sentence, so a vector keeps its edits whichever
tokens go through the block; W_Q, W_K and W_V are addressed in the wide matrix, before it is cut into heads, so that
they keep theirs whatever the number of heads.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.attention import MultiHeadAttention, split_heads
from attnviz.core.embedding import position_encoding, seeded
from attnviz.core.tokens import same_form

Edit = tuple[str, int, int, int, float]


def random_block(seed: int, model_width: int = 8, heads: int = 2, edits: Iterable[Edit] = ()) -> MultiHeadAttention:
    """An untrained block whose weights have two decimals and keep scores at a readable size, `edits` apart.

    W_Q, W_K and W_V are the same wide matrices for every number of heads; more heads cut them into narrower slices.
    Raises ValueError when the heads cannot share the width.
    """
    w_q, w_k, w_v, w_o = (
        with_edits(wide, name, edits) for name, wide in random_weights(seed, model_width).items()
    )  # (d_model, d_model)
    return MultiHeadAttention(
        w_q=split_heads(w_q, heads), w_k=split_heads(w_k, heads), w_v=split_heads(w_v, heads), w_o=w_o
    )


def small_embeddings(tokens: tuple[str, ...], width: int = 8) -> FloatArray:
    """Token vectors with two decimals, (n, width): seeded by the word, with half the place in the sentence added."""
    words = [seeded("small", same_form(token)).uniform(-1.5, 1.5, width) for token in tokens]
    vectors = np.array(words).reshape(len(tokens), width) + position_encoding(len(tokens), width) / 2
    return read_only(_two_decimals(vectors))


def random_weights(seed: int, model_width: int = 8) -> dict[str, FloatArray]:
    """The seed's own "w_q", "w_k", "w_v", "w_o", each (d_model, d_model), not yet cut into heads."""
    return {f"w_{role}": _weights(seed, role, model_width) for role in "qkvo"}


def with_edits(values: FloatArray, name: str, edits: Iterable[Edit]) -> FloatArray:
    """A copy of the matrix called `name` with its edits; those of cells that it does not have change nothing."""
    edited = values.copy()  # (rows, columns)
    for matrix, head, row, column, value in edits:
        if (matrix, head) == (name, 0) and 0 <= row < values.shape[0] and 0 <= column < values.shape[1]:
            edited[row, column] = value
    return read_only(edited)


def _weights(seed: int, role: str, width: int) -> FloatArray:
    """A random rotation (d_model, d_model) but for the rounding: it keeps lengths, so that no score runs away."""
    return _two_decimals(np.linalg.qr(seeded("block", seed, role).standard_normal((width, width))).Q)


def _two_decimals(values: FloatArray) -> FloatArray:
    return np.round(values, 2) + 0.0  # + 0.0 turns −0.0 into 0.0
