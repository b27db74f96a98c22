"""Why scale: what dividing by a power of the key width does to dots, to softmax and to its gradient."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import FloatArray
from attnviz.core.attention import divisor
from attnviz.core.sharpness import (
    BAND,
    CURVE_WIDTHS,
    Curve,
    DotSpread,
    Sharpness,
    curve,
    dot_spread,
    dots,
    lotteries,
    one_lottery,
    sharpness,
)
from attnviz.core.softmax import entropy_bits, softmax
from attnviz.core.state import LabState
from attnviz.core.words import number, weight_words
from attnviz.experiments.table import Table

REACH: Final = 40.0  # end of the dots' axis; the same for every key width, so that spreading is seen as spreading
ROOT: Final = 0.5  # the paper's exponent
MEASURES: Final = {"largest": "largest", "entropy": "entropy", "keys": "effective_keys"}
"""State's measure -> field of `Sharpness`."""
MEASURE_NAMES: Final = {
    "largest": "mean largest weight",
    "entropy": "mean entropy, bits",
    "keys": "mean effective keys",
}
_HILL_REACH: Final = 4.0  # of the histogram, in theory's standard deviations
_BINS: Final = 56
_STRAY: Final = 0.03  # a measured spread further from theory than this share is named


@dataclass(frozen=True, slots=True)
class Band:
    """What eight draws of ten lie between, for each key width of the curve (11,)."""

    low: FloatArray
    high: FloatArray


@dataclass(frozen=True, slots=True)
class Division:
    """Everything measured with dots ÷ d_k^exponent."""

    exponent: float
    divisor: float
    dots: DotSpread
    weights: FloatArray  # (keys,) of the lottery on show
    now: Sharpness  # at today's key width
    curve: Curve  # at key widths 1, 2, 4 … 1024
    value: float  # the measure that the viewer chose, now
    values: FloatArray  # (11,) and along the curve
    band: Band

    @property
    def measured(self) -> FloatArray:
        """The histogram of dots (bins,), as shares of the theory's peak."""
        return np.asarray(self.dots.density / self.dots.theory.max())

    @property
    def theory(self) -> FloatArray:
        """The normal distribution over the same bins (bins,), as shares of its peak."""
        return np.asarray(self.dots.theory / self.dots.theory.max())


@dataclass(frozen=True, slots=True)
class WhyScale:
    """The four pictures at one state: undivided, divided by the root, and by the viewer's own power."""

    key_width: int
    keys: int
    measure: str
    raw: Division
    root: Division
    chosen: Division  # `root` itself when the viewer's exponent is ½
    scores: FloatArray  # (keys,) dots of the lottery on show
    winner: int  # its largest, from 0
    outside: float  # share of raw dots beyond ±REACH
    axis: tuple[float, ...]  # ticks of the sharpness axis; the last is its end

    def divisions(self) -> tuple[Division, ...]:
        """Those that differ: raw, root, and the viewer's own unless it is one of them."""
        own = self.chosen.exponent not in (0.0, ROOT)
        return (self.raw, self.root, self.chosen) if own else (self.raw, self.root)


def compute(state: LabState, board: Board) -> WhyScale:
    """Measure everything that the frame draws; cached by seed, key width, keys and exponent."""
    scores = one_lottery(state.seed, state.key_width, state.keys)
    spread = dot_spread(state.seed, state.key_width, 0.0, _HILL_REACH * math.sqrt(state.key_width), _BINS)
    raw = _division(state, 0.0, scores, spread)
    root = _division(state, ROOT, scores, spread)
    known = {0.0: raw, ROOT: root}
    chosen = known.get(state.scale_exponent) or _division(state, state.scale_exponent, scores, spread)
    return WhyScale(
        key_width=state.key_width, keys=state.keys, measure=state.measure, raw=raw, root=root, chosen=chosen,
        scores=scores, winner=int(scores.argmax()), outside=_outside(state.seed, state.key_width),
        axis=axis(state.measure, state.keys),
    )  # fmt: skip


def axis(measure: str, keys: int) -> tuple[float, ...]:
    """Ticks for a measure, from its least to a round number at or above its largest possible value."""
    if measure == "largest":
        return (0.0, 0.25, 0.5, 0.75, 1.0)
    if measure == "entropy":
        return tuple(float(bits) for bits in range(math.ceil(math.log2(keys)) + 1))
    step = max(1, 2 ** math.ceil(math.log2(keys / 8)))
    return tuple(float(step * i) for i in range(math.ceil(keys / step) + 1))


def spoken(state: LabState, result: WhyScale) -> str:
    """What the pictures say now, in two lines at most."""
    words = [_shares(result)]
    if _strays(result.raw):
        words.append(f"Spread {plain(result.raw.dots.sd)}, theory {plain(result.raw.dots.theory_sd)}: they disagree.")
    elif result.chosen.exponent in (0.0, ROOT):
        words.append(_gradients(result))
    else:
        words.append(_drift(result))
    return " ".join(words)


def tables(state: LabState, result: WhyScale) -> tuple[Table, ...]:
    """The numbers behind the four pictures."""
    return (_now_table(result), _lottery_table(result), _curve_table(result))


def numbers(state: LabState, result: WhyScale) -> dict[str, object]:
    """The same numbers, ready for JSON. `divided` is by the viewer's own exponent, `root` by the paper's."""
    sides = {"raw": result.raw, "divided": result.chosen, "root": result.root}
    return {
        "key_width": result.key_width,
        "keys": result.keys,
        "seed": state.seed,
        "exponent": result.chosen.exponent,
        "divisor": result.chosen.divisor,
        "dots_sd": {name: side.dots.sd for name, side in sides.items()},
        "dots_sd_theory": {name: side.dots.theory_sd for name, side in sides.items()},
        "dots_mean": {name: side.dots.mean for name, side in sides.items()},
        "dots_outside": {"reach": REACH, "raw": result.outside},
        "max_weight": {name: side.now.largest for name, side in sides.items()},
        "entropy_bits": {name: side.now.entropy for name, side in sides.items()},
        "effective_keys": {name: side.now.effective_keys for name, side in sides.items()},
        "gradient": {name: side.now.gradient for name, side in sides.items()},
        "spread": {name: side.now.spread for name, side in sides.items()},
        "lottery": {
            "scores": result.scores.tolist(),
            "winner": result.winner + 1,
            **{name: side.weights.tolist() for name, side in sides.items()},
        },
        "curve": _curve_numbers(sides),
    }


def _division(state: LabState, exponent: float, scores: FloatArray, spread: DotSpread) -> Division:
    seed, width, keys = state.seed, state.key_width, state.keys
    by = divisor(width, exponent)
    along, now = curve(seed, keys, exponent), sharpness(seed, width, keys, exponent)
    field = MEASURES[state.measure]
    return Division(
        exponent=exponent, divisor=by, dots=_divided(spread, by),
        weights=softmax(scores / by), now=now, curve=along, value=getattr(now, field), values=getattr(along, field),
        band=_band(along, seed, keys, exponent, state.measure),
    )  # fmt: skip


def _divided(spread: DotSpread, by: float) -> DotSpread:
    """The spread of the same dots, each divided by `by`: what is measured is measured once."""
    return DotSpread(
        mean=spread.mean / by, sd=spread.sd / by, theory_sd=spread.theory_sd / by,
        edges=spread.edges / by, density=spread.density * by, theory=spread.theory * by,
    )  # fmt: skip


def _band(along: Curve, seed: int, keys: int, exponent: float, measure: str) -> Band:
    if measure == "largest":
        return Band(along.largest_low, along.largest_high)
    return _entropy_band(seed, keys, exponent) if measure == "entropy" else _keys_band(seed, keys, exponent)


@lru_cache(maxsize=32)
def _keys_band(seed: int, keys: int, exponent: float) -> Band:
    entropies = _entropy_band(seed, keys, exponent)
    # 2^x grows with x, so it carries the ends of the one band to the ends of the other.
    return Band(np.exp2(entropies.low), np.exp2(entropies.high))


@lru_cache(maxsize=32)
def _entropy_band(seed: int, keys: int, exponent: float) -> Band:
    ends = [
        np.percentile(entropy_bits(softmax(lotteries(seed, width, keys) / np.float32(divisor(width, exponent)))), BAND)
        for width in CURVE_WIDTHS
    ]
    low, high = np.array(ends).T  # (11,) each
    return Band(low, high)


@lru_cache(maxsize=64)
def _outside(seed: int, key_width: int) -> float:
    return float(np.mean(np.abs(dots(seed, key_width)) > REACH))


def _shares(result: WhyScale) -> str:
    raw, chosen = weight_words(result.raw.now.largest), weight_words(result.chosen.now.largest)
    start = f"Key width {result.key_width}: the top key takes {raw}"
    if result.chosen.exponent == 0:
        return f"{start}, nothing is divided."
    return f"{start} raw, {chosen} divided by {plain(result.chosen.divisor)}."


def _gradients(result: WhyScale) -> str:
    raw, chosen = weight_words(result.raw.now.gradient), weight_words(result.chosen.now.gradient)
    return f"Gradient: {raw}." if result.chosen is result.raw else f"Gradient: {raw} raw, {chosen} divided."


def _drift(result: WhyScale) -> str:
    """Where the viewer's own exponent leads as keys widen."""
    narrow, wide = result.chosen.curve.largest[[0, -1]]
    return f"α = {plain(result.chosen.exponent)} {'hardens' if wide > narrow else 'fades'} as keys widen."


def _strays(division: Division) -> bool:
    return abs(division.dots.sd / division.dots.theory_sd - 1) > _STRAY


def plain(value: float) -> str:
    """A number with at most two decimals, none if it is whole."""
    text = number(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _now_table(result: WhyScale) -> Table:
    sides = result.divisions()
    rows: list[tuple[str | float | int, ...]] = [
        ("divisor", *(side.divisor for side in sides)),
        ("spread of q·k, measured", *(side.dots.sd for side in sides)),
        ("spread of q·k, theory", *(side.dots.theory_sd for side in sides)),
        ("mean of q·k", *(side.dots.mean for side in sides)),
        ("mean largest weight", *(side.now.largest for side in sides)),
        ("one draw in ten is below", *(side.now.largest_low for side in sides)),
        ("one draw in ten is above", *(side.now.largest_high for side in sides)),
        ("mean entropy, bits", *(side.now.entropy for side in sides)),
        ("mean effective keys", *(side.now.effective_keys for side in sides)),
        ("mean size of ∂softmax/∂scores", *(side.now.gradient for side in sides)),
        ("mean Σ p(1−p)", *(side.now.spread for side in sides)),
    ]
    title = f"Key width {result.key_width}, {result.keys} keys"
    return Table(title, ("measure", *map(_name, sides)), tuple(rows))


def _lottery_table(result: WhyScale) -> Table:
    sides = result.divisions()
    rows = tuple(
        (key + 1, float(score), *(float(side.weights[key]) for side in sides))
        for key, score in enumerate(result.scores)
    )
    return Table("Lottery: one query", ("key", "q·k", *(f"weight, {_name(side)}" for side in sides)), rows)


def _curve_table(result: WhyScale) -> Table:
    sides, measure = result.divisions(), MEASURE_NAMES[result.measure]
    columns = ["key width"]
    for side in sides:
        columns += [f"{measure}, {_name(side)}", f"gradient, {_name(side)}"]
    rows = []
    for i, key_width in enumerate(CURVE_WIDTHS):
        row: list[str | float | int] = [key_width]
        for side in sides:
            row += [float(side.values[i]), float(side.curve.gradient[i])]
        rows.append(tuple(row))
    return Table("Sharpness and gradient against key width", tuple(columns), tuple(rows))


def _name(division: Division) -> str:
    names = {0.0: "raw", ROOT: "÷ √d_k"}
    return names.get(division.exponent) or f"÷ d_k^{plain(division.exponent)}"


def _curve_numbers(sides: dict[str, Division]) -> dict[str, object]:
    out: dict[str, object] = {"key_width": list(CURVE_WIDTHS)}
    for name, side in sides.items():
        out |= {
            f"max_weight_{name}": side.curve.largest.tolist(),
            f"max_weight_{name}_low": side.curve.largest_low.tolist(),
            f"max_weight_{name}_high": side.curve.largest_high.tolist(),
            f"entropy_bits_{name}": side.curve.entropy.tolist(),
            f"effective_keys_{name}": side.curve.effective_keys.tolist(),
            f"gradient_{name}": side.curve.gradient.tolist(),
        }
    return out
