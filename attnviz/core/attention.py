"""Scaled dot-product and multi-head attention, keeping every step (Vaswani et al. 2017, section 3.2).

Rows are queries, columns are keys: weights[h, i, j] is how much
token i, which asks, takes from token j, which is asked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from types import EllipsisType
from typing import Final

import numpy as np
import numpy.typing as npt

from attnviz.core.arrays import BoolArray, FloatArray, as_float, read_only
from attnviz.core.softmax import softmax
from attnviz.core.state import key_width_of

WHOLE_SCORES: Final = 1 << 20  # up to here all rows are computed at once
BLOCK_SCORES: Final = 1 << 17  # beyond, this many scores at a time: 1 MB of float64, which a second-level cache holds


@dataclass(frozen=True, slots=True)
class Attention:
    """What scaled dot-product attention computes, step by step; all arrays are read-only."""

    scores: FloatArray  # (..., n_q, n_k) q·k
    divided: FloatArray  # (..., n_q, n_k) scores ÷ divisor
    masked: FloatArray  # (..., n_q, n_k) hidden keys at −inf
    weights: FloatArray  # (..., n_q, n_k) each row sums to 1, or to 0 where nothing is visible
    outputs: FloatArray  # (..., n_q, d_v)
    divisor: float
    visible: BoolArray  # (..., n_q) False where a row may see no key


@dataclass(frozen=True, slots=True)
class Trace:
    """Every matrix of one multi-head attention block, in the order of its computation; all arrays are read-only."""

    x: FloatArray  # (n, d_model)
    w_q: FloatArray  # (h, d_model, d_k)
    w_k: FloatArray  # (h, d_model, d_k)
    w_v: FloatArray  # (h, d_model, d_v)
    q: FloatArray  # (h, n, d_k)
    k: FloatArray  # (h, n, d_k)
    v: FloatArray  # (h, n, d_v)
    scores: FloatArray  # (h, n, n)
    divided: FloatArray  # (h, n, n)
    masked: FloatArray  # (h, n, n)
    weights: FloatArray  # (h, n, n)
    heads: FloatArray  # (h, n, d_v)
    concat: FloatArray  # (n, h·d_v)
    w_o: FloatArray  # (h·d_v, d_out)
    output: FloatArray  # (n, d_out)
    divisor: float
    visible: BoolArray  # (h, n)


def divisor(key_width: int, exponent: float = 0.5) -> float:
    """d_k^α, by which scores are divided: √d_k of one head's width for the paper's α = ½, 1 (no scale) for α = 0.

    Raises ValueError when the key width is less than 1.
    """
    if key_width < 1:
        raise ValueError(f"key width {key_width}: a key has at least 1 component")
    return math.pow(key_width, exponent)


def causal_mask(n_q: int, n_k: int) -> BoolArray:
    """True where a query may look: query i sees keys 0..i only. The last query sits on the last key. (n_q, n_k).

    With as many queries as keys this is the lower triangle.
    """
    return np.tri(n_q, n_k, n_k - n_q, dtype=np.bool_)


def length_mask(lengths: npt.ArrayLike, n_k: int) -> BoolArray:
    """True at the first `lengths[i]` keys of row i: the mask for rows of different lengths padded to n_k. (..., n_k).

    Raises ValueError when a length is negative or above n_k.
    """
    counts = np.asarray(lengths)
    if ((counts < 0) | (counts > n_k)).any():
        raise ValueError(f"lengths: each must be between 0 and {n_k}")
    return np.asarray(np.arange(n_k) < counts[..., None])


def apply_mask(scores: npt.ArrayLike, mask: npt.ArrayLike | None) -> FloatArray:
    """`scores` with −inf where `mask` is False; the mask broadcasts over leading axes (section 3.2.3).

    Raises
    ------
    TypeError
        When the mask is not boolean: a mask of numbers could mean added scores or 0/1, and is refused.
    ValueError
        When its shape does not fit.
    """
    values = as_float("scores", scores)
    if mask is None:
        return values
    return np.where(_fitting_mask(mask, values.shape), values, values.dtype.type(-np.inf))


def split_heads(x: npt.ArrayLike, heads: int) -> FloatArray:
    """(..., n, d_model) -> (..., h, n, d_k): each head gets its own slice of the components. A view.

    Raises ValueError when the heads cannot share the width.
    """
    wide = as_float("x", x)
    d_k = key_width_of(wide.shape[-1], heads)
    return wide.reshape(*wide.shape[:-1], heads, d_k).swapaxes(-3, -2)


def merge_heads(heads: npt.ArrayLike) -> FloatArray:
    """(..., h, n, d_v) -> (..., n, h·d_v): the heads of each token side by side, the inverse of `split_heads`."""
    apart = as_float("heads", heads).swapaxes(-3, -2)  # (..., n, h, d_v)
    return apart.reshape(*apart.shape[:-2], apart.shape[-2] * apart.shape[-1])


def scaled_dot_product_attention(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, *, divisor: float, mask: npt.ArrayLike | None = None
) -> Attention:
    """softmax(q kᵀ / divisor) v with every step kept (section 3.2.1).

    Parameters
    ----------
    q, k, v
        (..., n_q, d_k), (..., n_k, d_k), (..., n_k, d_v); the type of the widest is kept.
    divisor
        What scores are divided by, √d_k of one head in the paper; 1 for no scale.
    mask
        Booleans that broadcast to (..., n_q, n_k), True where a query may look. None hides nothing.

    Raises
    ------
    ValueError
        When shapes do not fit or the divisor is not above 0.
    """
    q, k, v = as_float("q", q), as_float("k", k), as_float("v", v)
    _check_shapes(q, k, v)
    if not 0 < divisor < np.inf:
        raise ValueError(f"divisor {divisor}: must be above 0")
    lead = np.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])
    q, k, v = (np.broadcast_to(part, lead + part.shape[-2:]) for part in (q, k, v))
    shape = (*lead, q.shape[-2], k.shape[-2])  # (..., n_q, n_k)
    allowed = None if mask is None else _fitting_mask(mask, shape)
    return _attend(q, k, v, float(divisor), allowed, shape)


@dataclass(frozen=True, eq=False)
class MultiHeadAttention:
    """One attention block: each head has its own W_Q, W_K, W_V; W_O mixes what they found (section 3.2.2).

    Raises ValueError when the shapes do not fit each other.
    """

    w_q: FloatArray  # (h, d_model, d_k)
    w_k: FloatArray  # (h, d_model, d_k)
    w_v: FloatArray  # (h, d_model, d_v)
    w_o: FloatArray  # (h·d_v, d_out)

    def __post_init__(self) -> None:
        for name in ("w_q", "w_k", "w_v", "w_o"):
            object.__setattr__(self, name, read_only(as_float(name, getattr(self, name)).copy()))
        if not self.w_q.ndim == self.w_k.ndim == self.w_v.ndim == 3:
            raise ValueError("w_q, w_k and w_v: expected three axes (heads, model width, key width)")
        if self.w_q.shape != self.w_k.shape or self.w_q.shape[:2] != self.w_v.shape[:2]:
            raise ValueError(f"w_q {self.w_q.shape}, w_k {self.w_k.shape} and w_v {self.w_v.shape} do not fit")
        wide = self.n_heads * self.w_v.shape[2]
        if self.w_o.ndim != 2 or self.w_o.shape[0] != wide:
            raise ValueError(f"w_o {self.w_o.shape}: expected {wide} rows, heads × value width")

    @property
    def n_heads(self) -> int:
        """Number of heads h."""
        return int(self.w_q.shape[0])

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return int(self.w_q.shape[2])

    def run(self, x: npt.ArrayLike, *, exponent: float = 0.5, causal: bool = False) -> Trace:
        """Every step for the tokens `x` (n, d_model); scores are divided by key_width**exponent.

        Raises ValueError when x is not (n, d_model).
        """
        x = read_only(as_float("x", x).copy())  # (n, d_model)
        if x.ndim != 2 or x.shape[1] != self.w_q.shape[1]:
            raise ValueError(f"x {x.shape}: expected (tokens, {self.w_q.shape[1]})")
        q, k, v = x @ self.w_q, x @ self.w_k, x @ self.w_v  # (h, n, d_k), (h, n, d_k), (h, n, d_v)
        mask = causal_mask(len(x), len(x)) if causal else None
        found = scaled_dot_product_attention(q, k, v, divisor=divisor(self.key_width, exponent), mask=mask)
        concat = merge_heads(found.outputs)  # (n, h·d_v)
        return Trace(
            x=x, w_q=self.w_q, w_k=self.w_k, w_v=self.w_v, q=read_only(q), k=read_only(k), v=read_only(v),
            scores=found.scores, divided=found.divided, masked=found.masked, weights=found.weights,
            heads=found.outputs, concat=read_only(concat), w_o=self.w_o, output=read_only(concat @ self.w_o),
            divisor=found.divisor, visible=found.visible,
        )  # fmt: skip


def _fitting_mask(mask: npt.ArrayLike, shape: tuple[int, ...]) -> BoolArray:
    allowed = np.asarray(mask)
    if allowed.dtype != np.bool_:
        raise TypeError(f"mask: expected True (visible) and False (hidden), got {allowed.dtype}")
    try:
        return np.broadcast_to(allowed, shape)
    except ValueError:
        raise ValueError(f"mask of shape {allowed.shape} does not fit scores of shape {shape}") from None


def _check_shapes(q: FloatArray, k: FloatArray, v: FloatArray) -> None:
    shapes = f"q {q.shape}, k {k.shape}, v {v.shape}"
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise ValueError(f"{shapes}: expected (..., tokens, width)")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"{shapes}: queries and keys need the same width")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{shapes}: there must be one value for each key")


def _attend(
    q: FloatArray, k: FloatArray, v: FloatArray, divisor: float, allowed: BoolArray | None, shape: tuple[int, ...]
) -> Attention:
    kind = np.result_type(q, k)
    scores = np.empty(shape, kind)  # (..., n_q, n_k)
    divided = scores if divisor == 1 else np.empty_like(scores)  # steps that change nothing share their array
    masked = divided if allowed is None else np.empty_like(scores)
    weights = np.empty_like(scores)
    outputs = np.empty((*shape[:-1], v.shape[-1]), np.result_type(kind, v))  # (..., n_q, d_v)
    for head, rows in _parts(shape):
        at, all_rows = (*head, rows, slice(None)), (*head, slice(None), slice(None))
        np.matmul(q[at], k[all_rows].swapaxes(-1, -2), out=scores[at])
        if divided is not scores:
            np.divide(scores[at], divisor, out=divided[at])
        if allowed is not None:
            np.copyto(masked[at], divided[at])
            np.copyto(masked[at], -np.inf, where=~allowed[at])
        softmax(masked[at], out=weights[at])
        np.matmul(weights[at], v[all_rows], out=outputs[at])
    seen = np.full(shape[:-1], shape[-1] > 0) if allowed is None else np.asarray(allowed.any(axis=-1))
    seen.flags.writeable = False
    return Attention(
        read_only(scores), read_only(divided), read_only(masked), read_only(weights), read_only(outputs), divisor, seen
    )


def _parts(shape: tuple[int, ...]) -> Iterator[tuple[tuple[int | EllipsisType, ...], slice]]:
    """Which heads and rows to compute next: everything at once, or rows of one head whose scores fit the cache."""
    if math.prod(shape) <= WHOLE_SCORES:
        yield (...,), slice(None)
        return
    rows = max(1, BLOCK_SCORES // shape[-1])
    for head in np.ndindex(shape[:-2]):
        for start in range(0, shape[-2], rows):
            yield head, slice(start, start + rows)
