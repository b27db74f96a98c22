"""Attention in plain Python numbers, one at a time: slow, and easy to check by eye."""

from __future__ import annotations

import math
from collections.abc import Sequence

Row = Sequence[float]
Matrix = Sequence[Row]


def softmax_row(scores: Row) -> list[float]:
    seen = [s for s in scores if s != -math.inf]
    if not seen:
        return [0.0] * len(scores)
    powers = [math.exp(s - max(seen)) if s != -math.inf else 0.0 for s in scores]
    return [p / math.fsum(powers) for p in powers]


def times(a: Matrix, b: Matrix) -> list[list[float]]:
    return [
        [math.fsum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a
    ]


def attention(q: Matrix, k: Matrix, v: Matrix, divisor: float, causal: bool) -> list[list[float]]:
    """Outputs of one head."""
    scores = times(q, [list(column) for column in zip(*k, strict=True)])
    hidden = [
        [-math.inf if causal and j > i else s / divisor for j, s in enumerate(row)] for i, row in enumerate(scores)
    ]
    return times([softmax_row(row) for row in hidden], v)


def multi_head(
    x: Matrix, w_q: Sequence[Matrix], w_k: Sequence[Matrix], w_v: Sequence[Matrix], w_o: Matrix, causal: bool
) -> list[list[float]]:
    d_k = len(w_q[0][0])
    heads = [
        attention(times(x, wq), times(x, wk), times(x, wv), math.sqrt(d_k), causal)
        for wq, wk, wv in zip(w_q, w_k, w_v, strict=True)
    ]
    return times([[value for head in heads for value in head[i]] for i in range(len(x))], w_o)
