"""Open: one word asks in one head, and each part of the formula says what it computes there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from attnviz.board.progress import tags_done
from attnviz.board.schema import Board, Goal
from attnviz.board.values import divisor_words
from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.attention import causal_mask
from attnviz.core.heads import HeadSet, attend, hand_built, random_heads
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import number, quoted, weight_words
from attnviz.experiments.multi_head_sources import jobs_of
from attnviz.experiments.table import Table

PARTS: Final = ("q", "k", "scores", "divide", "softmax", "mix")
"""The parts of the formula, in the order of the computation: the words that `LabState.part` may hold."""

_SYMBOLS: Final = {"q": "Q", "k": "Kᵀ", "scores": "Q Kᵀ", "divide": "√dₖ", "softmax": "softmax", "mix": "V"}
_EVEN: Final = 1e-9  # weights that differ by less are one weight


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the formula and what it computes with today's numbers."""

    id: str  # one of PARTS
    symbol: str
    words: str


@dataclass(frozen=True, slots=True)
class GoalNow:
    """A goal, and whether its concept has been answered."""

    goal: Goal
    done: bool


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """One row of one head, step by step; all arrays are read-only."""

    labels: tuple[str, ...]  # (n) tokens, repeated words told apart
    query: int  # the token that asks
    head: int
    head_label: str  # the head's job, or "untrained"
    source: str  # where the head comes from
    q: FloatArray  # (d_k,) what the token asks
    k: FloatArray  # (n, d_k) what each token can be found by
    v: FloatArray  # (n, d_k) what each token hands over
    scores: FloatArray  # (n,) q · k
    divided: FloatArray  # (n,)
    visible: BoolArray  # (n,) False where the future is hidden
    weights: FloatArray  # (n,) sum to 1
    mixed: FloatArray  # (d_k,) weights × v
    head_weights: FloatArray  # (n, n) the whole head, for the arcs of the other words
    divisor: float
    top: tuple[int, ...]  # the tokens with the largest weight; several when they share it
    parts: tuple[Part, ...]
    goals: tuple[GoalNow, ...]


def compute(state: LabState, board: Board) -> Opening:
    """The row of the selected query in the selected head, and the words of each formula part."""
    tokens = tokenize(state.sentence)
    heads = _heads(state, board, tokens)
    attention = attend(heads, exponent=state.scale_exponent, causal=state.causal)
    at = (state.picked_head, state.query)
    seen = causal_mask(len(tokens), len(tokens))[state.query] if state.causal else np.ones(len(tokens), np.bool_)
    seen.flags.writeable = False
    weights = attention.weights[at]  # (n,)
    done = tags_done(state, board)
    row = Opening(
        labels=labels(tokens), query=state.query, head=state.picked_head, head_label=heads.labels[state.picked_head],
        source=heads.source, q=heads.q[at], k=heads.k[state.picked_head], v=heads.v[state.picked_head],
        scores=attention.scores[at], divided=attention.divided[at], visible=seen, weights=weights,
        mixed=attention.outputs[at], head_weights=attention.weights[state.picked_head], divisor=attention.divisor,
        top=tuple(int(i) for i in np.flatnonzero(weights > weights.max() - _EVEN)), parts=(),
        goals=tuple(GoalNow(goal, goal.tag in done) for goal in board.goals),
    )  # fmt: skip
    return replace(row, parts=_parts(state, row))


def spoken(state: LabState, result: Opening) -> str:
    """What the lit part of the formula computes, or, when none is lit, what the picture shows."""
    for part in result.parts:
        if part.id == state.part:
            return part.words
    head, word, share = f"Head {result.head + 1} ({result.head_label})", _asker(result), _share(result)
    seen, top = int(result.visible.sum()), len(result.top)
    if seen == 1:
        return f"{head}: {word} can see one word only, itself, and gives it all its weight, {share}."
    if top == seen:
        return f"{head} has no question for {word}: each of {seen} words gets the same weight, {share}."
    if top > 1:
        return f"{head}: {word} has to share its attention and gives {share} each to {_winners(result)}."
    rest = "the other word gets" if seen == 2 else f"the other {seen - 1} words share"
    return f"{head}: {word} gives {share} of its attention to {_winners(result)}; {rest} the rest."


def tables(state: LabState, result: Opening) -> tuple[Table, ...]:
    """The row step by step, and the vector that comes out of it."""
    title = f"Head {result.head + 1} ({result.head_label}): what {_asker(result)} gives to each word"
    rows = tuple(
        (label, float(score), float(divided) if seen else "masked", float(weight))
        for label, score, divided, seen, weight in zip(
            result.labels, result.scores, result.divided, result.visible, result.weights, strict=True
        )
    )
    mixed = tuple((place, float(value)) for place, value in enumerate(result.mixed, start=1))
    return (
        Table(title, ("key", "score q·k", divisor_words(state), "weight"), rows),
        Table("What comes out: weights × V", ("component", "value"), mixed),
    )


def numbers(state: LabState, result: Opening) -> dict[str, object]:
    """The row as lists; hidden words have None as their masked score."""
    masked = [float(s) if seen else None for s, seen in zip(result.divided, result.visible, strict=True)]
    return {
        "tokens": list(result.labels),
        "query": result.query,
        "head": result.head,
        "head_label": result.head_label,
        "source": result.source,
        "key_width": len(result.q),
        "divisor": result.divisor,
        "scores": result.scores.tolist(),
        "divided": result.divided.tolist(),
        "masked": masked,
        "weights": result.weights.tolist(),
        "mixed": result.mixed.tolist(),
        "parts": {part.id: part.words for part in result.parts},
        "goals": [{"text": now.goal.text, "frame": now.goal.frame, "done": now.done} for now in result.goals],
    }


def _heads(state: LabState, board: Board, tokens: tuple[str, ...]) -> HeadSet:
    if state.source == "random":
        return random_heads(tokens, state.heads, state.key_width, state.seed)
    return hand_built(tokens, jobs_of(state, board), state.heads, state.key_width, state.seed)


def _parts(state: LabState, row: Opening) -> tuple[Part, ...]:
    said = {
        "q": _query_words(row),
        "k": _key_words(row),
        "scores": f"q · k compares {_asker(row)} with every key, one score for each word: with "
        f"{quoted(row.labels[row.top[0]])} it is {number(row.scores[row.top[0]])}.",
        "divide": _divide_words(state, row),
        "softmax": _softmax_words(row),
        "mix": _mix_words(row),
    }
    return tuple(Part(part, _SYMBOLS[part], said[part]) for part in PARTS)


def _query_words(row: Opening) -> str:
    made = f"{_asker(row)} asks. Its query q is its word vector times the query map of head {row.head + 1}"
    if len(row.q) == 1:
        return f"{made}: one number, {number(row.q[0])}."
    return f"{made}: {len(row.q)} numbers, the first of them {number(row.q[0])}."


def _key_words(row: Opening) -> str:
    asked = "The one word" if len(row.labels) == 1 else f"Each of the {len(row.labels)} words"
    width = "one number" if len(row.q) == 1 else f"{len(row.q)} numbers"
    return (
        f"{asked} can be asked. Its key k is its word vector times the head's key map: {width}, by which it is found."
    )


def _divide_words(state: LabState, row: Opening) -> str:
    raw, divided = number(row.scores[row.top[0]]), number(row.divided[row.top[0]])
    if state.scale_exponent == 0:
        return f"The division is off: {raw} goes to softmax as it is."
    return f"{divisor_words(state)}: the score {raw} becomes {divided}."


def _softmax_words(row: Opening) -> str:
    seen = int(row.visible.sum())
    if seen == 1:
        return "Softmax of a single score is 1: there is nothing to choose from."
    hidden = len(row.labels) - seen
    future = f" The {hidden} hidden {'one gets' if hidden == 1 else 'ones get'} exactly 0." if hidden else ""
    if len(row.top) == seen:
        return f"Softmax turns {seen} equal scores into equal weights, {_share(row)} each.{future}"
    each = " each" if len(row.top) > 1 else ""
    return (
        f"Softmax turns {seen} scores into weights that sum to 1; {_winners(row)} "
        f"{'get' if each else 'gets'} the most, {_share(row)}{each}.{future}"
    )


def _mix_words(row: Opening) -> str:
    rest = "" if int(row.visible.sum()) == 1 else ", with shares of the others,"
    width = "one number" if len(row.mixed) == 1 else f"{len(row.mixed)} numbers that begin with"
    return (
        f"{_share(row)} of the value of {quoted(row.labels[row.top[0]])}{rest} is what {_asker(row)} takes home: "
        f"{width} {number(row.mixed[0])}."
    )


def _asker(row: Opening) -> str:
    return quoted(row.labels[row.query])


def _share(row: Opening) -> str:
    return weight_words(row.weights[row.top[0]])


def _winners(row: Opening) -> str:
    names = ["itself" if i == row.query else quoted(row.labels[i]) for i in row.top]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
