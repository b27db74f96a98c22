"""Four steps: one block of attention, small enough that every number can be read and worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import BoolArray, FloatArray, read_only
from attnviz.core.attention import Trace, causal_mask
from attnviz.core.blocks import random_block, small_embeddings
from attnviz.core.state import STEP_COUNT, LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import MINUS, number, subscript, weight_words
from attnviz.experiments.table import Table

MODEL_WIDTH: Final = 8
MOST_TOKENS: Final = 6
PARTS: Final = ("Project", "Score", "Mask", "Mix")
"""The four stops of the timeline."""

_LIMITS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)  # where a color scale may end
_LONGEST: Final = 12  # signs of a word that the live words repeat


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
    sign: str  # what stands between them
    formula: str  # in the notation of short formulas: d_k, √{4}

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
SCORES: Final = frozenset({"scores", "divided", "masked"})  # one color scale for all, so that the shrink is seen
SHARES: Final = frozenset({"exponentials", "weights"})  # on 0…1
WHOLE: Final = frozenset({"x", "concat", "w_o", "output"})  # one for the block, not one for each head
ROWS: Final = {"w_q": "component", "w_k": "component", "w_v": "component", "w_o": "component"}  # else tokens
COLUMNS: Final = dict.fromkeys(SCORES | SHARES, "token")  # else components


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What the block computes from its tokens; all arrays are read-only."""

    trace: Trace
    exponentials: FloatArray  # (h, n, n) e to the masked score, the row's largest taken off first
    sums: FloatArray  # (h, n) of each row of exponentials
    hidden: BoolArray  # (n, n) True where the mask hides the key
    exponent: float
    causal: bool


@dataclass(frozen=True, slots=True, eq=False)
class FourSteps:
    """One sub-stop of the block and what is selected in it."""

    block: Block
    tokens: tuple[str, ...]  # (n) as labels, repeated words told apart
    places: tuple[int, ...]  # (n) where they stand in the sentence
    step: int
    head: int
    row: int  # the token that asks, among those on show
    column: int  # the token that is asked
    seed: int
    vector_limit: float  # end of the color scale of x, W, q, k, v and outputs
    score_limit: float  # end of the color scale of scores
    picture: Picture

    @property
    def heads(self) -> int:
        """Number of heads h."""
        return len(self.block.trace.q)

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return int(self.block.trace.q.shape[2])

    def values(self, view: View) -> FloatArray:
        """The matrix of a view as it is drawn, (rows, columns)."""
        found = matrix(self.block, view.key, view.head)
        return found.T if view.turned else found

    def hidden(self, view: View) -> BoolArray:
        """Where the cells of a view belong to hidden keys, (rows, columns)."""
        shown = view.key in SHARES or view.key == "masked"
        return self.block.hidden if shown else np.zeros(self.values(view).shape, np.bool_)

    def limit(self, view: View) -> float:
        """Where the view's color scale ends."""
        return 1.0 if view.key in SHARES else self.score_limit if view.key in SCORES else self.vector_limit

    def names(self, view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Row and column labels of a view as it is drawn."""
        count = matrix(self.block, view.key, view.head).shape
        axes = (ROWS.get(view.key, "token"), COLUMNS.get(view.key, "component"))
        rows, columns = (
            self.tokens if axis == "token" else tuple(str(i + 1) for i in range(n))
            for axis, n in zip(axes, count, strict=True)
        )
        return (columns, rows) if view.turned else (rows, columns)

    def title(self, view: View) -> str:
        """The name over a view, in the notation of short formulas."""
        if view.key == "heads":
            return f"head {view.head + 1}"
        return SYMBOLS[view.key] + ("ᵀ" if view.turned else "")


def compute(state: LabState, board: Board) -> FourSteps:
    """The block of the chosen tokens, and the picture of the present sub-stop."""
    tokens = tokenize(state.sentence)
    places = chosen_places(state)
    block, limits = _block(tokens, places, state.seed, state.step_heads, state.scale_exponent, state.causal)
    head = min(state.head, state.step_heads - 1)
    return FourSteps(
        block=block, tokens=tuple(labels(tokens)[i] for i in places), places=places, step=state.step, head=head,
        row=_nearest(places, state.query), column=_nearest(places, state.key), seed=state.seed,
        vector_limit=limits[0], score_limit=limits[1], picture=picture(block, state.step, head),
    )  # fmt: skip


def chosen_places(state: LabState) -> tuple[int, ...]:
    """Where the tokens of the block stand in the sentence: the first six chosen ones, or the first six of all."""
    chosen = state.step_tokens or tuple(range(len(tokenize(state.sentence))))
    return chosen[:MOST_TOKENS]


def matrix(block: Block, key: str, head: int) -> FloatArray:
    """The matrix called `key`, of `head` where every head has its own, (rows, columns)."""
    whole: FloatArray = block.exponentials if key == "exponentials" else getattr(block.trace, key)
    return whole if key in WHOLE else whole[head]


def picture(block: Block, step: int, head: int) -> Picture:
    """Which matrices take part in sub-stop `step`."""
    d_k, heads = block.trace.q.shape[2], len(block.trace.q)
    q, k, v, weights = View("q", head), View("k", head, turned=True), View("v", head), View("weights", head)
    scores, divided, masked, powers = (View(key, head) for key in ("scores", "divided", "masked", "exponentials"))
    maps = (View("w_q", head), View("w_k", head), View("w_v", head))
    all_heads = tuple(View("heads", i) for i in range(heads))
    by = divisor_sign(d_k, block.exponent)
    hide = "hide the future" if block.causal else "nothing hidden"
    return (
        Picture("product", (View("x"),), maps, (q, View("k", head), v), "×", "x × W_Q → q,  x × W_K → k,  x × W_V → v"),
        Picture("product", (q,), (k,), (scores,), "×", "q × kᵀ → scores"),
        Picture("beside", (scores,), (), (divided,), by, f"scores {by} → divided"),
        Picture("beside", (divided,), (), (masked,), hide, f"divided, {hide} → masked"),
        Picture("beside", (masked,), (), (powers,), "e^{ s − max}", "e^{ score − largest of its row} → exponentials"),
        Picture("beside", (powers,), (), (weights,), "÷ Σ", "exponentials ÷ sum of their row → weights"),
        Picture("product", (weights,), (v,), (all_heads[head],), "×", f"weights × v → head {head + 1}"),
        Picture("joined", (), all_heads, (View("concat"),), "⊕", " ⊕ ".join(_head_names(heads)) + " → concat"),
        Picture("product", (View("concat"),), (View("w_o"),), (View("output"),), "×", "concat × W_O → output"),
    )[step]


def divisor_sign(d_k: int, exponent: float) -> str:
    """What scores are divided by, as a short formula: "÷ √4", "÷ 4^0.3", "÷ 4", or "÷ 1" for no division."""
    if exponent == 0:
        return "÷ 1"
    if exponent == 0.5:
        return f"÷ √{d_k}"
    return f"÷ {d_k}" + ("" if exponent == 1 else f"^{exponent:g}")


def spoken(state: LabState, result: FourSteps) -> str:
    """The stop, what happens there, and the selected cell."""
    stop = STOPS[result.step]
    return f"Step {stop.part + 1}, {stop.name}: {_SAY[result.step](result)}"


def tables(state: LabState, result: FourSteps) -> tuple[Table, ...]:
    """Every matrix of the sub-stop."""
    return tuple(_table(result, view) for view in result.picture.views)


def numbers(state: LabState, result: FourSteps) -> dict[str, object]:
    """All matrices of the block as nested lists; a masked score is None."""
    trace = result.block.trace
    same = ("x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "divided", "weights", "concat", "w_o", "output")
    steps: dict[str, object] = {key: getattr(trace, key).tolist() for key in same}
    steps["masked"] = [[[float(s) if np.isfinite(s) else None for s in row] for row in head] for head in trace.masked]
    steps["exponentials"] = result.block.exponentials.tolist()
    steps["head_outputs"] = trace.heads.tolist()
    return {
        "tokens": list(result.tokens),
        "steps": steps,
        "divisor": trace.divisor,
        "heads": result.heads,
        "key_width": result.key_width,
        "model_width": MODEL_WIDTH,
        "source": source_words(result),
    }


def source_words(result: FourSteps) -> str:
    """Where the matrices come from."""
    return f"drawn from seed {result.seed}, untrained"


@lru_cache(maxsize=64)
def _block(
    tokens: tuple[str, ...], places: tuple[int, ...], seed: int, heads: int, exponent: float, causal: bool
) -> tuple[Block, tuple[float, float]]:
    x = small_embeddings(tokens, MODEL_WIDTH)[list(places)]  # (n, d_model)
    trace = random_block(seed, MODEL_WIDTH, heads).run(x, exponent=exponent, causal=causal)
    powers = np.exp(trace.masked - trace.masked.max(axis=-1, keepdims=True))  # (h, n, n)
    hidden = ~causal_mask(len(x), len(x)) if causal else np.zeros((len(x), len(x)), np.bool_)  # (n, n)
    hidden.flags.writeable = False
    block = Block(trace, read_only(powers), read_only(powers.sum(axis=-1)), hidden, exponent, causal)
    vectors = (
        trace.x,
        trace.w_q,
        trace.w_k,
        trace.w_v,
        trace.q,
        trace.k,
        trace.v,
        trace.heads,
        trace.w_o,
        trace.output,
    )
    largest = max(float(np.abs(values).max()) for values in vectors)
    return block, (_round_up(largest), _round_up(float(np.abs(trace.scores).max())))


def _round_up(value: float) -> float:
    return float(next((limit for limit in _LIMITS if limit >= value), np.ceil(value / 100) * 100))


def _nearest(places: tuple[int, ...], place: int) -> int:
    """Position on show of the token at `place`, or of the last one before it."""
    return max((i for i, shown in enumerate(places) if shown <= place), default=0)


def _head_names(heads: int) -> list[str]:
    return [f"head {i + 1}" for i in range(heads)]


def _table(result: FourSteps, view: View) -> Table:
    rows, columns = result.names(view)
    values, hidden = result.values(view), result.hidden(view)
    of_head = "" if view.key in WHOLE or view.key == "heads" else f" of head {view.head + 1}"
    body = tuple(
        (name, *("masked" if cut and view.key == "masked" else float(value) for value, cut in zip(*cells, strict=True)))
        for name, *cells in zip(rows, values, hidden, strict=True)
    )
    return Table(result.title(view) + of_head, ("", *columns), body)


# ---------------------------------------------------------------------------------------------------- live words


def _word(result: FourSteps, position: int) -> str:
    word = result.tokens[position]
    return f"“{word if len(word) <= _LONGEST else word[: _LONGEST - 1] + '…'}”"


def _pair(result: FourSteps) -> str:
    return f"{_word(result, result.row)} with {_word(result, result.column)}"


def _at(result: FourSteps, key: str) -> float:
    return float(matrix(result.block, key, result.head)[result.row, result.column])


def _say_project(result: FourSteps) -> str:
    q = number(result.block.trace.q[result.head, result.row, 0])
    return f"each vector x makes a query, a key, a value. {_word(result, result.row)}: q{subscript(1)} = {q}."


def _say_dots(result: FourSteps) -> str:
    return f"every query meets every key. {_pair(result)}: {number(_at(result, 'scores'))}."


def _say_divide(result: FourSteps) -> str:
    raw, divided = number(_at(result, "scores")), number(_at(result, "divided"))
    if result.block.exponent == 0:
        return f"switched off, so every score stays. {_pair(result)}: {raw}."
    sign = divisor_sign(result.key_width, result.block.exponent)
    equals = "" if result.block.exponent == 1 else f" = {_short(result.block.trace.divisor)}"
    return f"every score {sign}{equals}. {_pair(result)}: {raw} becomes {divided}."


def _say_mask(result: FourSteps) -> str:
    if not result.block.causal:
        return "“hide the future” is off, so this step does nothing here."
    asker, n = _word(result, result.row), len(result.tokens)
    fate = "is masked" if result.block.hidden[result.row, result.column] else f"stays {number(_at(result, 'masked'))}"
    return f"later words become {MINUS}∞. {asker} sees {result.row + 1} of {n}; {_word(result, result.column)} {fate}."


def _say_exponentials(result: FourSteps) -> str:
    power = weight_words(_at(result, "exponentials"))
    return f"e to each score, less the row's largest. {_pair(result)}: {power}."


def _say_normalize(result: FourSteps) -> str:
    weight = weight_words(_at(result, "weights"))
    return f"each row now sums to 1. {_word(result, result.row)} gives {_word(result, result.column)} {weight}."


def _say_weigh(result: FourSteps) -> str:
    first = number(result.block.trace.heads[result.head, result.row, 0])
    return f"the weights mix the values. {_word(result, result.row)}, component 1: {first}."


def _say_concatenate(result: FourSteps) -> str:
    if result.heads == 1:
        return f"one head, so nothing to join: {MODEL_WIDTH} numbers a word."
    return f"{result.heads} heads side by side, {result.heads} × {result.key_width} = {MODEL_WIDTH} numbers a word."


def _say_final(result: FourSteps) -> str:
    first = number(result.block.trace.output[result.row, 0])
    return f"W_O blends what the heads found. {_word(result, result.row)}, component 1: {first}."


def _short(value: float) -> str:
    text = number(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


_SAY: Final = (
    _say_project, _say_dots, _say_divide, _say_mask, _say_exponentials, _say_normalize, _say_weigh, _say_concatenate,
    _say_final,
)  # fmt: skip
