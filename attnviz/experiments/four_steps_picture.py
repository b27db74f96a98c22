"""The nine sub-stops of the small block: which matrices take part in each, and what is done there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from attnviz.core.limits import STEP_COUNT

MODEL_WIDTH: Final = 8
PARTS: Final = ("Project", "Score", "Mask", "Mix")
"""The four stops of the timeline."""


@dataclass(frozen=True, slots=True)
class View:
    """A matrix as it stands in a picture: which one, of which head, and whether it is turned on its side."""

    key: str
    head: int = 0
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """The matrices that take part in one sub-stop.

    "product": `left` times each of `top` gives the result below it. "beside": `left` turns into `results`.
    "joined": the matrices of `top` side by side are the result.
    """

    kind: str
    left: tuple[View, ...]
    top: tuple[View, ...]
    results: tuple[View, ...]
    sign: tuple[str, ...]  # what stands between them, in lines
    formulas: tuple[str, ...]  # one for each result; W_Q stands for W with an index

    @property
    def views(self) -> tuple[View, ...]:
        """All matrices, inputs first."""
        return self.left + self.top + self.results


@dataclass(frozen=True, slots=True)
class Stop:
    """A sub-stop of the timeline: its place among the four stops, and what is done there."""

    part: int
    name: str


STOPS: Final = (
    Stop(0, "project q, k, v"), Stop(1, "dots"), Stop(1, "divide"), Stop(2, "mask"), Stop(3, "exponentials"),
    Stop(3, "normalize"), Stop(3, "weigh values"), Stop(3, "concatenate"), Stop(3, "final mix"),
)  # fmt: skip
PROJECT, DOTS, DIVIDE, MASK, EXPONENTIALS, NORMALIZE, WEIGH, CONCATENATE, FINAL = range(STEP_COUNT)

SYMBOLS: Final = {
    "x": "x", "w_q": "W_Q", "w_k": "W_K", "w_v": "W_V", "q": "q", "k": "k", "v": "v", "scores": "scores",
    "divided": "divided", "masked": "masked", "exponentials": "exponentials", "weights": "weights", "heads": "head",
    "concat": "concat", "w_o": "W_O", "output": "output",
}  # fmt: skip
EXPLAINED: Final = (  # by sub-stop
    "A row of x meets a column of W: multiply in pairs, add up.",
    "A query meets a key: multiply in pairs, add up.",
    "One number divides all; the colors keep their scale, so the paling is the shrinking.",
    "A word sees itself and earlier words; later ones get minus infinity, not zero.",
    "e to each score, the row's largest taken off first, makes every number positive.",
    "Each row is divided by its own sum, so it sums to 1.",
    "Each row of weights mixes the rows of v.",
    "The heads are laid side by side, unchanged.",
    "One last matrix lets every component draw on all heads.",
)
SCORES: Final = frozenset({"scores", "divided", "masked"})  # one color scale for all, so that the shrink is seen
SHARES: Final = frozenset({"exponentials", "weights"})  # on 0…1
WHOLE: Final = frozenset({"x", "concat", "w_o", "output"})  # one for the block, not one for each head
ROWS: Final = {"w_q": "component", "w_k": "component", "w_v": "component", "w_o": "component"}  # else tokens
COLUMNS: Final = dict.fromkeys(SCORES | SHARES, "token")  # else components


def picture(step: int, head: int, heads: int, sign: str, causal: bool) -> Picture:
    """Which matrices take part in sub-stop `step`; `sign` is the division as a short formula."""
    q, k, v, weights = View("q", head), View("k", head, turned=True), View("v", head), View("weights", head)
    scores, divided, masked, powers = (View(key, head) for key in ("scores", "divided", "masked", "exponentials"))
    maps = (View("w_q", head), View("w_k", head), View("w_v", head))
    all_heads = tuple(View("heads", i) for i in range(heads))
    joined = " ⊕ ".join(f"head {i + 1}" for i in range(heads))
    mask, after = (("mask",), "masked") if causal else (("mask", "off"), "scores")
    maps_of = ("x × W_Q → q", "x × W_K → k", "x × W_V → v")
    return (
        Picture("product", (View("x"),), maps, (q, View("k", head), v), ("×",), maps_of),
        Picture("product", (q,), (k,), (scores,), ("×",), ("q × kᵀ → scores",)),
        Picture("beside", (scores,), (), (divided,), (sign,), (f"scores {sign} → divided",)),
        Picture("beside", (divided,), (), (masked,), mask, (f"divided, {' '.join(mask)} → {after}",)),
        Picture("beside", (masked,), (), (powers,), ("exp",), ("e^(score − largest of its row) → exponentials",)),
        Picture("beside", (powers,), (), (weights,), ("÷ sum",), ("exponentials ÷ sum of their row → weights",)),
        Picture("product", (weights,), (v,), (all_heads[head],), ("×",), (f"weights × v → head {head + 1}",)),
        Picture("joined", (), all_heads, (View("concat"),), (), (f"{joined} → concat",)),
        Picture("product", (View("concat"),), (View("w_o"),), (View("output"),), ("×",), ("concat × W_O → output",)),
    )[step]


def divisor_sign(d_k: int, exponent: float) -> str:
    """What scores are divided by, as a short formula: "÷ √4", "÷ 4^0.3", "÷ 4", or "÷ 1" for no division."""
    if exponent == 0:
        return "÷ 1"
    if exponent == 0.5:
        return f"÷ √{d_k}"
    return f"÷ {d_k}" + ("" if exponent == 1 else f"^{exponent:g}")
