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
from attnviz.core.draw import PAPER, SHARED, Draw
from attnviz.core.sharpness import (
    CURVE_WIDTHS,
    Curve,
    DotSpread,
    Sharpness,
    band_ends,
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
_MOST_BINS: Final = 560
_STRAY: Final = 0.03  # a measured spread further from theory than this share is named
_PEAKED: Final = 1.2  # a measured peak higher than theory's by this factor is no stray of the draws
_FLAT: Final = 0.005  # of the mean largest weight: less is the stray of the draws


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
        """The histogram of dots (bins,), as shares of the higher peak."""
        return np.asarray(self.dots.density / self._peak)

    @property
    def theory(self) -> FloatArray:
        """The normal distribution that the paper supposes over the same bins (bins,), as shares of the higher peak."""
        return np.asarray(self.dots.theory / self._peak)

    @property
    def _peak(self) -> float:
        """The theory's, unless the dots rise far above it: a little above is the stray of the draws."""
        return float(self.dots.theory.max()) * (self.sharper if self.sharper > _PEAKED else 1.0)

    @property
    def sharper(self) -> float:
        """How many times higher the peak of the dots is than the theory's."""
        return float(self.dots.density.max() / self.dots.theory.max())


@dataclass(frozen=True, slots=True)
class WhyScale:
    """The four pictures at one state: undivided, divided by the root, and by the viewer's own power."""

    key_width: int
    keys: int
    measure: str
    draw: Draw
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
    """Measure everything that the frame draws; cached by seed, key width, keys, exponent and draw."""
    draw = Draw.of(state)
    scores = one_lottery(state.seed, state.key_width, state.keys, draw)
    spread = _spread(state, draw)
    raw = _division(state, 0.0, scores, spread)
    root = _division(state, ROOT, scores, spread)
    known = {0.0: raw, ROOT: root}
    chosen = known.get(state.scale_exponent) or _division(state, state.scale_exponent, scores, spread)
    return WhyScale(
        key_width=state.key_width, keys=state.keys, measure=state.measure, draw=draw,
        raw=raw, root=root, chosen=chosen, scores=scores, winner=int(scores.argmax()),
        outside=_outside(state.seed, state.key_width, draw), axis=axis(state.measure, state.keys),
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
        words.append(_disagreement(result))
    elif result.raw.sharper > _PEAKED:
        words.append(f"The dots make no bell yet: they peak {plain(result.raw.sharper)} times as high.")
    elif result.chosen.exponent in (0.0, ROOT):
        words.append(_gradients(result))
    else:
        words.append(_drift(result))
    return " ".join(words)


def spread_words(result: WhyScale) -> str:
    """What the picture of the dots shows: the raw spread measured, beside the theory, and where they part."""
    dots = result.raw.dots
    if result.draw.correlated:
        supposed = f"spread {plain(dots.theory_sd)} if independent" if result.draw.spread == 1 else "footnote 4"
        return f"line: {supposed}; {_drawn(result.draw)}: {plain(dots.drawn_sd)}"
    if result.draw != PAPER:
        return f"line: spread {plain(dots.theory_sd)} if σ = 1; {_drawn(result.draw)}: {plain(dots.drawn_sd)}"
    gone = f"; {round(100 * result.outside)} % lie outside" if result.outside >= 0.005 else ""
    return f"filled: measured, line: theory. raw {number(dots.sd)}, theory {number(dots.theory_sd)}{gone}"


def gradient_words(result: WhyScale) -> str:
    """What the picture of the gradient shows; with many keys a divided row, too, has little to pass back."""
    if result.raw.now.gradient > result.chosen.now.gradient:
        return f"among {result.keys} keys all weights are small, and so are their gradients"
    return "what is left of it through softmax"


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
        "components": {
            "spread": result.draw.spread,
            "correlated": result.draw.correlated,
            "shared_variance": SHARED if result.draw.correlated else 0.0,
        },
        "exponent": result.chosen.exponent,
        "divisor": result.chosen.divisor,
        "dots_sd": {name: side.dots.sd for name, side in sides.items()},
        "dots_sd_theory": {name: side.dots.theory_sd for name, side in sides.items()},
        "dots_sd_as_drawn": {name: side.dots.drawn_sd for name, side in sides.items()},
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
    seed, width, keys, draw = state.seed, state.key_width, state.keys, Draw.of(state)
    by = divisor(width, exponent)
    along, now = curve(seed, keys, exponent, draw), sharpness(seed, width, keys, exponent, draw)
    field = MEASURES[state.measure]
    return Division(
        exponent=exponent, divisor=by, dots=_divided(spread, by),
        weights=softmax(scores / by), now=now, curve=along, value=getattr(now, field), values=getattr(along, field),
        band=_band(along, state, exponent, draw),
    )  # fmt: skip


def _spread(state: LabState, draw: Draw) -> DotSpread:
    """The raw dots, in a histogram as wide as is seen and fine enough for the narrower of theory and what was drawn."""
    width = state.key_width
    theory, drawn = math.sqrt(width), draw.dot_sd(width)
    seen = REACH * divisor(width, max(ROOT, state.scale_exponent))  # of the raw dots, once they are divided
    reach = min(_HILL_REACH * max(theory, drawn), seen)
    bins = 2 * round(_BINS / 2 * reach / (_HILL_REACH * min(theory, drawn)))
    return dot_spread(state.seed, width, 0.0, reach, min(bins, _MOST_BINS), draw)


def _divided(spread: DotSpread, by: float) -> DotSpread:
    """The spread of the same dots, each divided by `by`: what is measured is measured once."""
    return DotSpread(
        mean=spread.mean / by, sd=spread.sd / by, theory_sd=spread.theory_sd / by, drawn_sd=spread.drawn_sd / by,
        edges=spread.edges / by, density=spread.density * by, theory=spread.theory * by,
    )  # fmt: skip


def _band(along: Curve, state: LabState, exponent: float, draw: Draw) -> Band:
    if state.measure == "largest":
        return Band(along.largest_low, along.largest_high)
    entropies = _entropy_band(state.seed, state.keys, exponent, draw)
    if state.measure == "entropy":
        return entropies
    # 2^x grows with x, so it carries the ends of the one band to the ends of the other.
    return Band(np.exp2(entropies.low), np.exp2(entropies.high))


@lru_cache(maxsize=32)
def _entropy_band(seed: int, keys: int, exponent: float, draw: Draw) -> Band:
    ends = [
        band_ends(entropy_bits(softmax(lotteries(seed, width, keys, draw) / np.float32(divisor(width, exponent)))))
        for width in CURVE_WIDTHS
    ]
    low, high = np.array(ends).T  # (11,) each
    return Band(low, high)


@lru_cache(maxsize=64)
def _outside(seed: int, key_width: int, draw: Draw) -> float:
    return float(np.mean(np.abs(dots(seed, key_width, draw)) > REACH))


def _shares(result: WhyScale) -> str:
    raw, chosen = weight_words(result.raw.now.largest), weight_words(result.chosen.now.largest)
    start = f"Key width {result.key_width}: the top key takes {raw}"
    if result.chosen.exponent == 0:
        return f"{start}, nothing is divided."
    return f"{start} raw, {chosen} divided by {plain(result.chosen.divisor)}."


def _gradients(result: WhyScale) -> str:
    raw, chosen = weight_words(result.raw.now.gradient), weight_words(result.chosen.now.gradient)
    if result.chosen is result.raw:
        return f"Gradient: {raw}."
    return f"Gradient: {raw} raw, {chosen} divided."


def _drift(result: WhyScale) -> str:
    """Where the viewer's own exponent leads as keys widen."""
    narrow, wide = result.chosen.curve.largest[[4, -1]]  # from 16: below, the dots are no bell yet and soften any α
    change = "hardens" if wide - narrow > _FLAT else "fades" if narrow - wide > _FLAT else "stays nearly as it is"
    return f"α = {plain(result.chosen.exponent)} {change} as keys widen."


def _strays(division: Division) -> bool:
    return abs(division.dots.sd / division.dots.theory_sd - 1) > _STRAY


def _disagreement(result: WhyScale) -> str:
    measured, theory = plain(result.raw.dots.sd), plain(result.raw.dots.theory_sd)
    if result.draw == PAPER:
        return f"Spread {measured}, theory {theory}: they disagree."
    supposed = "Unit variance"
    if result.draw.correlated:
        supposed = "Independence" if result.draw.spread == 1 else "Footnote 4"
    return f"{supposed} says spread {theory}; measured {measured}."


def _drawn(draw: Draw) -> str:
    """A component as it is drawn, in words."""
    if not draw.correlated:
        return f"σ = {plain(draw.spread)}"
    shared, own = (plain(math.sqrt(share)) for share in (SHARED, 1 - SHARED))
    parts = f"{shared} shared + {own} own"
    return parts if draw.spread == 1 else f"{plain(draw.spread)} × ({parts})"


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
    drawn = ""
    if result.draw != PAPER:
        rows.insert(3, ("spread of q·k, as drawn", *(side.dots.drawn_sd for side in sides)))
        drawn = f", components {_drawn(result.draw)}"
    title = f"Key width {result.key_width}, {result.keys} keys{drawn}"
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
