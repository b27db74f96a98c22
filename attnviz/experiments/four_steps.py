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
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import MINUS, number, subscript, weight_words
from attnviz.experiments.four_steps_picture import (
    COLUMNS,
    EXPLAINED,
    MASK,
    ROWS,
    SCORES,
    SHARES,
    STOPS,
    SYMBOLS,
    WHOLE,
    Picture,
    View,
    divisor_sign,
    picture,
)
from attnviz.experiments.table import Table

MODEL_WIDTH: Final = 8
MOST_TOKENS: Final = 6
_LIMITS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)  # where a color scale may end
_LONGEST: Final = 12  # signs of a word that the live words repeat


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What the block computes from its tokens; all arrays are read-only."""

    trace: Trace
    exponentials: FloatArray  # (h, n, n) e to the masked score, the row's largest taken off first
    sums: FloatArray  # (h, n) of each row of exponentials
    hidden: BoolArray  # (n, n) True where the mask hides the key
    exponent: float
    causal: bool

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return int(self.trace.q.shape[2])


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
        return self.block.key_width

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

    @property
    def explanation(self) -> str:
        """What is done at this sub-stop, in one plain sentence or two."""
        if self.step == MASK and not self.block.causal:
            return "“Hide the future” is off: this step changes nothing."
        return EXPLAINED[self.step]

    def tokens_of(self, view: View) -> tuple[str, str]:
        """What rows and columns of a view stand for: "query" or "key" tokens, or "" for components."""
        rows = "" if view.key in ROWS else "key" if view.key in ("k", "v") else "query"
        columns = "key" if COLUMNS.get(view.key) else ""
        return (columns, rows) if view.turned else (rows, columns)

    def selected(self, view: View, components: tuple[int, int]) -> tuple[int, int]:
        """The cell of a view at the selected tokens and, where a side is not tokens, at these components."""
        chosen = {"query": self.row, "key": self.column}
        shape = self.values(view).shape
        row, column = (
            chosen.get(axis, min(component, count - 1))
            for axis, component, count in zip(self.tokens_of(view), components, shape, strict=True)
        )
        return row, column

    def choice(self, view: View, row: int, column: int) -> dict[str, int]:
        """The changes of the state that select a cell of a view."""
        axes = zip(self.tokens_of(view), (row, column), strict=True)
        return {axis: self.places[position] for axis, position in axes if axis}

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
        vector_limit=limits[0], score_limit=limits[1], picture=picture(
            state.step, head, state.step_heads, divisor_sign(block.key_width, state.scale_exponent), state.causal
        ),
    )  # fmt: skip


def chosen_places(state: LabState) -> tuple[int, ...]:
    """Where the tokens of the block stand in the sentence: the first six chosen ones, or the first six of all."""
    chosen = state.step_tokens or tuple(range(len(tokenize(state.sentence))))
    return chosen[:MOST_TOKENS]


def matrix(block: Block, key: str, head: int) -> FloatArray:
    """The matrix called `key`, of `head` where every head has its own, (rows, columns)."""
    whole: FloatArray = block.exponentials if key == "exponentials" else getattr(block.trace, key)
    return whole if key in WHOLE else whole[head]


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
    return f"one last matrix blends the heads. {_word(result, result.row)}, component 1: {first}."


def _short(value: float) -> str:
    text = number(value)
    return text.rstrip("0").rstrip(".") if "." in text else text


_SAY: Final = (
    _say_project, _say_dots, _say_divide, _say_mask, _say_exponentials, _say_normalize, _say_weigh, _say_concatenate,
    _say_final,
)  # fmt: skip
