"""What the cells of a matrix say: which are the largest of their rows, and how their numbers are written."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.words import number, weight_words

Array = NDArray[np.floating[Any]]
Mask = NDArray[np.bool_]


def largest_cells(values: Array, masked: Mask, *, printed: bool = False) -> NDArray[np.intp]:
    """Row and column of every row's largest visible cell, (m, 2); ties together, none in a row all alike.

    With `printed`, cells are alike whose numbers are the same on screen.
    """
    values = np.round(values, 2) if printed else values
    open_values = np.where(masked, -np.inf, values)
    top = open_values.max(axis=1, keepdims=True, initial=-np.inf)
    low = np.where(masked, np.inf, values).min(axis=1, keepdims=True, initial=np.inf)
    close = 1e-9 * np.maximum(np.abs(np.where(np.isfinite(top), top, 0.0)), 1e-300)
    largest = (open_values >= top - close) & (top > low + close) & ~masked
    single = (~masked).sum(axis=1, keepdims=True) == 1
    return np.argwhere(largest | (single & ~masked))


def weight_texts(weight: float) -> tuple[str, ...]:
    """Ways to write a weight in a cell, the fullest first; none of them calls a weight 0 that is not."""
    whole = weight_words(weight)
    if 0 < weight < 0.001:
        return whole, "<0.001", "<.001", "<.01"
    if 0 < weight < 0.01:
        return whole, whole.removeprefix("0"), "<.01"
    if whole == "1.00":
        return whole, "1.0", "1"
    return whole, whole.removeprefix("0") or whole


def score_texts(score: float) -> tuple[str, ...]:
    """Ways to write a score in a cell, the fullest first."""
    return number(score, 2), number(score, 1)
