"""How sharp softmax gets as keys grow wider: dot products, lotteries, sharpness and gradient over key width.

All of it is measured on draws: queries and keys with independent standard normal components unless a `Draw` says
otherwise, drawn once for a seed at the largest key width. A narrower key uses the first d_k components, so that
pictures move smoothly with the key width.
Means over so many draws still stray with the seed: largest weights by about 0.01, entropies by up to 0.05 bits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import Final

import numpy as np
import numpy.typing as npt

from attnviz.core.arrays import FloatArray, as_float, read_only
from attnviz.core.attention import divisor
from attnviz.core.draw import GROUPS, KEYS, PAPER, QUERIES, WIDEST, Draw, draws

MOST_LOTTERIES: Final = 4096  # softmax rows that a mean is taken over
MOST_SCORES: Final = 3 << 14  # and scores in them: enough for ±0.01, few enough to follow a drag
AT_ONCE: Final = 128  # components summed in one product: small enough for BLAS not to wake its threads 64 times
CURVE_WIDTHS: Final = tuple(1 << power for power in range(11))  # 1, 2, 4 … 1024
BAND: Final = (10, 90)  # percent of draws inside the band


@dataclass(frozen=True, slots=True)
class Sharpness:
    """Means over many lotteries of how sharp their softmax is."""

    largest: float  # largest weight
    largest_low: float  # one draw in ten is below
    largest_high: float  # one draw in ten is above
    entropy: float  # bits
    effective_keys: float  # 2^entropy
    gradient: float  # ‖∂softmax/∂scores‖, Frobenius
    spread: float  # Σ p(1−p)


@dataclass(frozen=True, slots=True)
class Curve:
    """`Sharpness` for each key width of `CURVE_WIDTHS`, every measure as an array (11,)."""

    key_width: npt.NDArray[np.int64]
    largest: FloatArray
    largest_low: FloatArray
    largest_high: FloatArray
    entropy: FloatArray
    effective_keys: FloatArray
    gradient: FloatArray
    spread: FloatArray


@dataclass(frozen=True, slots=True)
class DotSpread:
    """The spread of dot products ÷ d_k^α, measured and in theory."""

    mean: float
    sd: float  # standard deviation, measured
    theory_sd: float  # d_k^(1/2 − α), as the paper supposes of components
    drawn_sd: float  # the same for the components as they were drawn
    edges: FloatArray  # (bins + 1,)
    density: FloatArray  # (bins,) measured share of dots in a bin over its width
    theory: FloatArray  # (bins,) the same for the normal distribution of mean 0 and `theory_sd`


def dots(seed: int, key_width: int, draw: Draw = PAPER) -> FloatArray:
    """Dot products of each query with each key of its set over the first `key_width` components, (64, 32, 64).

    Raises ValueError when the key width is not in 1 to 1024.
    """
    return _scaled(_dots(seed, key_width, draw), draw).reshape(KEYS, GROUPS, QUERIES).transpose(1, 2, 0)


@lru_cache(maxsize=32)
def lotteries(seed: int, key_width: int, keys: int, draw: Draw = PAPER) -> FloatArray:
    """Some of the `dots` regrouped: each row is one query's scores over `keys` keys, no score used twice, (m, keys).

    Neighbouring queries meet different keys. Raises ValueError when there are fewer than 1 or more than 64 keys.
    """
    # Keys outermost in memory: fast to sum over.
    return read_only(_scaled(_dots(seed, key_width, draw).ravel().take(_places(keys)), draw).T)


def one_lottery(seed: int, key_width: int, keys: int, draw: Draw = PAPER) -> FloatArray:
    """Dots of one query with `keys` keys, (keys,) float64: the lottery on show. More keys keep the first ones."""
    return read_only(lotteries(seed, key_width, keys, draw)[0].astype(np.float64))


def measure(scores: npt.ArrayLike) -> Sharpness:
    """`Sharpness` of softmax over each row of `scores` (m, keys)."""
    values = as_float("scores", scores)
    shifted = values - values.max(axis=1, keepdims=True)
    powers = np.exp(shifted)  # e: the largest is exp(0) = 1, and a weight p is e / Σe
    total = powers.sum(axis=1)  # (m,)
    shifted *= powers
    entropy = np.log(total) - shifted.sum(axis=1) / total  # −Σ p ln p, with no logarithm of a single weight
    squared = powers * powers
    squares = squared.sum(axis=1) / total**2  # Σp²
    squared *= powers
    cubes = squared.sum(axis=1) / total**3  # Σp³
    slope = np.sqrt(np.maximum(squares - 2 * cubes + squares * squares, 0))
    largest = 1 / total
    low, high = band_ends(largest)
    entropy = np.maximum(entropy, 0) / math.log(2)
    return Sharpness(
        largest=_mean(largest), largest_low=low, largest_high=high, entropy=_mean(entropy),
        effective_keys=_mean(np.exp2(entropy)), gradient=_mean(slope), spread=_mean(1 - squares),
    )  # fmt: skip


def band_ends(values: FloatArray) -> tuple[float, float]:
    """The two ends of `BAND` in values (m,), interpolated. Much faster than np.percentile."""
    spots = [percent / 100 * (values.size - 1) for percent in BAND]
    at = [int(spot) for spot in spots]
    after = [min(index + 1, values.size - 1) for index in at]
    sorted_there = np.partition(values, sorted({*at, *after}))
    low, high = (
        float(sorted_there[i]) + (spot - i) * (float(sorted_there[j]) - float(sorted_there[i]))
        for spot, i, j in zip(spots, at, after, strict=True)
    )
    return low, high


@lru_cache(maxsize=1024)
def sharpness(seed: int, key_width: int, keys: int, exponent: float, draw: Draw = PAPER) -> Sharpness:
    """Sharpness at one key width with dots ÷ key_width^exponent."""
    scores = lotteries(seed, key_width, keys, draw)
    return measure(scores / scores.dtype.type(divisor(key_width, exponent)))


@lru_cache(maxsize=32)
def curve(seed: int, keys: int, exponent: float, draw: Draw = PAPER) -> Curve:
    """Sharpness against key width, 1 to 1024, for dots ÷ d_k^exponent."""
    points = [_FIELDS(sharpness(seed, width, keys, exponent, draw)) for width in CURVE_WIDTHS]
    return Curve(np.array(CURVE_WIDTHS), *(read_only(column) for column in np.array(points).T))


@lru_cache(maxsize=32)
def dot_spread(
    seed: int, key_width: int, exponent: float, reach: float, bins: int = 80, draw: Draw = PAPER
) -> DotSpread:
    """Mean, standard deviation and histogram of dots ÷ key_width^exponent, between −reach and reach.

    Dots beyond the reach count in the mean, the standard deviation and the total, but in no bin.
    """
    by = divisor(key_width, exponent)
    values = _dots(seed, key_width, draw).ravel() / np.float32(by / draw.spread**2)
    edges = np.linspace(-reach, reach, bins + 1)
    theory_sd = divisor(key_width, 0.5 - exponent)
    width = 2 * reach / bins
    places = np.floor((values + np.float32(reach)) * np.float32(1 / width)).astype(np.int64)
    counts = np.bincount(places[(places >= 0) & (places < bins)], minlength=bins)
    below = np.array([0.5 * math.erfc(-edge / (theory_sd * math.sqrt(2))) for edge in edges])  # (bins + 1,)
    return DotSpread(
        mean=_mean(values), sd=float(values.std(dtype=np.float64)), theory_sd=theory_sd,
        drawn_sd=draw.dot_sd(key_width) / by, edges=read_only(edges),
        density=read_only(counts / (values.size * width)), theory=read_only(np.diff(below) / width),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _places(keys: int) -> npt.NDArray[np.intp]:
    """Where the scores of the lotteries lie among the dots, (keys, m)."""
    if not 1 <= keys <= KEYS:
        raise ValueError(f"{keys} keys: choose 1 to {KEYS}")
    all_queries, blocks = GROUPS * QUERIES, KEYS // keys
    row = np.arange(min(MOST_LOTTERIES, MOST_SCORES // keys, all_queries * blocks))  # (m,)
    query = row % all_queries
    block = (query + row // all_queries) % blocks
    return (block * keys + np.arange(keys)[:, None]) * all_queries + query


def _dots(seed: int, key_width: int, draw: Draw) -> FloatArray:
    """The dots of components with σ = 1, keys outermost, (64, 64·32)."""
    return (_curve_dots if key_width in CURVE_WIDTHS else _other_dots)(seed, key_width, draw.correlated)


def _scaled(values: FloatArray, draw: Draw) -> FloatArray:
    """Dots of components with the draw's σ, from those with σ = 1."""
    return values if draw.spread == 1 else values * np.float32(draw.spread**2)


def _multiply(seed: int, key_width: int, correlated: bool) -> FloatArray:
    if not 1 <= key_width <= WIDEST:
        raise ValueError(f"key width {key_width}: choose 1 to {WIDEST}")
    q, k = draws(seed, correlated)
    done = (
        1 << (key_width - 1).bit_length() - 1 if key_width > 1 else 0
    )  # components that a point of the curve has summed
    rest = np.zeros((GROUPS, KEYS, QUERIES), np.float32)
    for start in range(done, key_width, AT_ONCE):
        part = slice(start, min(start + AT_ONCE, key_width))
        rest += k[:, :, part] @ q[:, :, part].swapaxes(1, 2)  # (64, 64, 32)
    total = rest.swapaxes(0, 1).reshape(KEYS, GROUPS * QUERIES)
    return read_only(total + _curve_dots(seed, done, correlated) if done else total)


_FIELDS: Final = attrgetter(*Sharpness.__slots__)  # much faster than dataclasses.astuple
_curve_dots: Final = lru_cache(maxsize=2 * len(CURVE_WIDTHS))(_multiply)  # kept while other key widths pass in a drag
_other_dots: Final = lru_cache(maxsize=16)(_multiply)


def _mean(values: FloatArray) -> float:
    return float(values.mean(dtype=np.float64))
