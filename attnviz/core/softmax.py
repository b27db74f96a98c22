"""Softmax, and four ways to say how sharp a row of weights is."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from attnviz.core.arrays import BoolArray, FloatArray, as_float


def softmax(scores: npt.ArrayLike, axis: int = -1, out: FloatArray | None = None) -> FloatArray:
    """Softmax along `axis`: exp(s) over the sum of exp(s), shifted by the largest score so that nothing overflows.

    A score of −inf is masked and gets exactly 0. Where every score is masked all weights are exactly 0 (see `visible`).
    float16, float32 and float64 stay as they are; whole numbers give float64. With `out` the weights are written there.

    Raises
    ------
    ValueError
        When a score is NaN or +inf, for which no softmax exists.
    """
    values = as_float("scores", scores)
    if values.ndim == 0:
        raise ValueError("scores: softmax needs at least one axis, got a single number")
    top = values.max(axis=axis, keepdims=True, initial=-np.inf)
    if not (top < np.inf).all():
        raise ValueError("scores: NaN or +inf has no softmax; mask a key with −inf")
    top[top == -np.inf] = 0  # −inf − 0 stays −inf, whose exponential is 0; −inf − −inf would be NaN
    with np.errstate(over="ignore"):  # a score too far below the top for its type becomes −inf, and its weight 0
        weights: FloatArray = np.subtract(values, top, out=out)
    np.exp(weights, out=weights)
    total = weights.sum(axis=axis, keepdims=True)
    total[total == 0] = 1
    weights /= total
    return weights


def visible(scores: npt.ArrayLike, axis: int = -1) -> BoolArray:
    """Whether a row has a key that is not masked, one answer a row."""
    return np.asarray((as_float("scores", scores) > -np.inf).any(axis=axis))


def entropy_bits(weights: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Entropy −Σ p log₂ p in bits, 0 for one-hot and log₂ n for uniform weights; 0 log 0 counts as 0."""
    p = as_float("weights", weights)
    logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return np.asarray(np.maximum(-(p * logs).sum(axis=axis), 0))


def effective_keys(weights: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """2^entropy, the number of keys that share the weight if they shared it evenly; 0 where nothing is visible."""
    p = as_float("weights", weights)
    return np.asarray(np.where((p > 0).any(axis=axis), np.exp2(entropy_bits(p, axis)), 0))


def jacobian_norm(weights: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Frobenius norm of ∂softmax/∂scores = diag(p) − p pᵀ: how much a change of the scores can still move.

    In closed form √(Σp² − 2Σp³ + (Σp²)²); 0 for one-hot weights.
    """
    p = as_float("weights", weights)
    squares = (p * p).sum(axis=axis)
    cubes = (p * p * p).sum(axis=axis)
    return np.asarray(np.sqrt(np.maximum(squares - 2 * cubes + squares * squares, 0)))


def spread(weights: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Σ p(1−p), the trace of the softmax Jacobian: 0 for one-hot, 1 − 1/n for uniform weights."""
    p = as_float("weights", weights)
    return np.asarray((p * (1 - p)).sum(axis=axis))
