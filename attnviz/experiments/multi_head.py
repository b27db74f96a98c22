"""Multi-head: every head's weights, what the chosen word looks at in each, and the recipe that joins them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import BoolArray, FloatArray, read_only
from attnviz.core.attention import Attention, causal_mask, merge_heads
from attnviz.core.heads import (
    UNTRAINED,
    HeadSet,
    RankedHead,
    attend,
    hand_built,
    mix_crop,
    projection_crop,
    random_heads,
    rank_heads,
)
from attnviz.core.jobs import SHARE, target
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import weight_words
from attnviz.experiments.table import Table

SOURCE_WORDS: Final = {"hand-built": "built by hand from jobs", "random": "untrained: no meaning expected"}
"""What is said on screen about where the heads come from."""

FAINT: Final = 1.2  # links of less than this many equal shares are not drawn as arcs
MOST_LINKS: Final = 40  # more arcs than that are a thicket, and slow to draw
CROP: Final = 12  # rows and columns of a thumbnail
_EVEN: Final = 1e-9  # weights that differ by less are one weight


@dataclass(frozen=True, slots=True)
class Link:
    """What the chosen word gives to another in one head."""

    query: int
    key: int
    weight: float
    head: int


@dataclass(frozen=True, slots=True)
class Gaze:
    """Where the chosen word looks in one head: the tokens that get the most, which share it when they are several."""

    keys: tuple[int, ...]
    weight: float  # of each of them
    even: bool  # every visible token gets the same

    @property
    def key(self) -> int:
        """The first of the tokens."""
        return self.keys[0]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A step of the recipe: what is done, the shape that comes out, and a corner of a matrix scaled to −1…1."""

    name: str
    shape: str
    picture: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class MultiHead:
    """All heads on one sentence; all arrays are read-only."""

    labels: tuple[str, ...]  # (n) tokens, repeated words told apart
    source_words: str
    jobs: tuple[tuple[str, ...], ...]  # (h) the jobs of each head
    names: tuple[str, ...]  # (h) the jobs in words, or "untrained"
    titles: tuple[str, ...]  # (h) the same in few words: "7 jobs"
    asked: BoolArray  # (h, n) the jobs want these tokens to get the chosen word's weight
    weights: FloatArray  # (h, n, n) rows are queries
    mean: FloatArray  # (n, n) mean of the heads' weights
    hidden_future: BoolArray | None  # (n, n) True where a query may not look
    gazes: tuple[Gaze, ...]  # (h) of the chosen word
    mean_gaze: Gaze
    limit: float  # the weight that has the last color
    links: tuple[Link, ...]  # of the heads on show
    ranking: tuple[RankedHead, ...]  # heads by the chosen pair, largest first
    recipe: tuple[Step, ...]
    divisor: float


def compute(state: LabState, board: Board) -> MultiHead:
    """Everything that the frame draws."""
    tokens = tokenize(state.sentence)
    heads = _heads(state, board, tokens)
    attention = attend(heads, exponent=state.scale_exponent, causal=state.causal)
    weights = attention.weights  # (h, n, n)
    n = len(tokens)
    future = ~causal_mask(n, n) if state.causal else None  # (n, n)
    seen = state.query + 1 if state.causal else n
    mean = read_only(weights.mean(axis=0))  # (n, n)
    return MultiHead(
        labels=labels(tokens), source_words=SOURCE_WORDS[state.source], jobs=heads.jobs, names=heads.labels,
        titles=tuple(_title(jobs) for jobs in heads.jobs),
        asked=_asked(board, heads, state.query), weights=weights, mean=mean, hidden_future=future,
        gazes=tuple(_gaze(rows[state.query], seen) for rows in weights), mean_gaze=_gaze(mean[state.query], seen),
        limit=_limit(state, weights), links=_links(state, weights),
        ranking=tuple(rank_heads(weights, state.query, state.key)), recipe=_recipe(state, heads, attention),
        divisor=attention.divisor,
    )  # fmt: skip


def spoken(state: LabState, result: MultiHead) -> str:
    """Where the chosen word looks in one head, and what that shows about several."""
    head = shown_head(state)
    if head is None:
        return "All heads are hidden: click a card to show its head again."
    if len(result.labels) == 1:
        return f"{_quoted(result, 0)} is alone: it gives itself all its weight, 1.00, in every head."
    if state.mean_head and len(result.weights) > 1:
        return f"{_gaze_words(state, result, head)}. {_mean_words(result, head)}"
    if state.source == "random":
        return f"{_gaze_words(state, result, head)}: no meaning expected."
    return _narrow_words(state, result, head) or _job_words(state, result, head)


def tables(state: LabState, result: MultiHead) -> tuple[Table, ...]:
    """The heads ranked for the chosen pair, and the weights of every head."""
    ranked = tuple(
        (r.head + 1, result.names[r.head], r.weight, "yes" if r.is_largest else "no") for r in result.ranking
    )
    pair = f"{result.labels[state.query]} → {result.labels[state.key]}"
    found = Table(f"Find the head: {pair}", ("head", "job", "weight", "largest in its row"), ranked)
    heads = (
        _weights_table(f"Weights of head {head + 1} ({name})", result, weights)
        for head, (name, weights) in enumerate(zip(result.names, result.weights, strict=True))
    )
    mean = _weights_table(f"Mean of {len(result.weights)} heads", result, result.mean)
    return (found, *heads, mean) if state.mean_head else (found, *heads)


def numbers(state: LabState, result: MultiHead) -> dict[str, object]:
    """The weights of every head [h][query][key], their jobs, and the ranking of the chosen pair."""
    return {
        "tokens": list(result.labels),
        "heads": state.heads,
        "key_width": state.key_width,
        "model_width": state.model_width,
        "divisor": result.divisor,
        "source": state.source,
        "jobs": [list(names) for names in result.jobs],
        "weights": result.weights.tolist(),
        "mean": result.mean.tolist(),
        "causal": state.causal,
        "hidden": sorted(state.hidden),
        "pair": {"query": state.query, "key": state.key},
        "ranking": [{"head": r.head, "weight": r.weight, "largest_in_row": r.is_largest} for r in result.ranking],
        "recipe": [{"step": step.name, "shape": step.shape} for step in result.recipe],
    }


def shown_head(state: LabState) -> int | None:
    """The head that the live words speak of: the chosen one, or the first on show when that is hidden."""
    shown = [head for head in range(state.heads) if head not in state.hidden]
    return state.picked_head if state.picked_head in shown else next(iter(shown), None)


def source_line(result: MultiHead) -> str:
    """How many heads there are and where they come from."""
    return f"{len(result.weights)} {'head' if len(result.weights) == 1 else 'heads'}, {result.source_words}"


def _heads(state: LabState, board: Board, tokens: tuple[str, ...]) -> HeadSet:
    if state.source == "random":
        return random_heads(tokens, state.heads, state.key_width, state.seed)
    return hand_built(tokens, board.jobs, state.heads, state.key_width, state.seed)


def _asked(board: Board, heads: HeadSet, query: int) -> BoolArray:
    """Which tokens the jobs of each head want the chosen word to look at, (h, n)."""
    jobs = {job.name: job for job in board.jobs}
    asked = np.zeros((heads.n_heads, len(heads.tokens)), np.bool_)
    for head, names in enumerate(heads.jobs):
        for name in names:
            asked[head] |= target(heads.tokens, jobs[name])[query]
    return asked


def _title(jobs: tuple[str, ...]) -> str:
    return (" + ".join(jobs) if len(jobs) < 3 else f"{len(jobs)} jobs") or UNTRAINED


def _gaze(row: FloatArray, seen: int) -> Gaze:
    top = float(row.max())
    keys = tuple(int(i) for i in np.flatnonzero(row > top - _EVEN))
    return Gaze(keys, top, len(keys) == seen)


def _limit(state: LabState, weights: FloatArray) -> float:
    """1, or on request the largest weight of any head, so that faint pictures can be told apart.

    Hidden heads count: hiding one must not recolor the others.
    """
    return float(weights.max()) if state.stretch else 1.0


def _links(state: LabState, weights: FloatArray) -> tuple[Link, ...]:
    rows = weights[:, state.query]  # (h, n)
    least = min(FAINT / rows.shape[1], 0.5)
    found = [
        Link(state.query, int(key), float(rows[head, key]), int(head))
        for head, key in np.argwhere(rows >= least)
        if head not in state.hidden
    ]
    return tuple(sorted(found, key=_weight, reverse=True)[:MOST_LINKS])


def _weight(link: Link) -> float:
    return link.weight


def _recipe(state: LabState, heads: HeadSet, attention: Attention) -> tuple[Step, ...]:
    n, h, d_k, d_model = len(heads.tokens), state.heads, state.key_width, state.model_width
    # Only as many heads are laid side by side as reach across the corner that is shown.
    concat = merge_heads(attention.outputs[: -(-CROP // d_k)])  # (n, CROP or more)
    maps = projection_crop(heads, "q", state.picked_head, CROP, CROP)
    return (
        Step("tokens", f"{n}×{d_model}", _corner(heads.x)),
        Step("split: own Q, K, V maps", f"{h} × {d_model}×{d_k}", _corner(maps)),
        Step("heads attend", f"{h} × {n}×{d_k}", _corner(attention.outputs[state.picked_head])),
        Step("concatenate", f"{n}×{d_model}", _corner(concat)),
        # The picture is W_O itself: its dense corner is what makes the last step a mix.
        Step("one final linear mix", f"{n}×{d_model}", _corner(mix_crop(heads, CROP, CROP))),
    )


def _corner(matrix: FloatArray) -> FloatArray:
    """The top left corner, scaled so that its largest entry is 1 in size."""
    corner = matrix[:CROP, :CROP]
    size = float(np.abs(corner).max(initial=0.0))
    return read_only(corner / size if size else corner.copy())


def _weights_table(title: str, result: MultiHead, weights: FloatArray) -> Table:
    rows = []
    for query, label in enumerate(result.labels):
        cells = [
            "masked" if result.hidden_future is not None and result.hidden_future[query, key] else float(weight)
            for key, weight in enumerate(weights[query])
        ]
        rows.append((label, *cells))
    return Table(title, ("query ↓ key →", *result.labels), tuple(rows))


# --- words ------------------------------------------------------------------------------------------------------------


def _gaze_words(state: LabState, result: MultiHead, head: int) -> str:
    word, gaze, place = _quoted(result, state.query), result.gazes[head], _head_words(result, head)
    share = weight_words(gaze.weight)
    if gaze.even and len(gaze.keys) == 1:
        return f"{word} can see itself only and gives itself all its weight, {share}"
    if gaze.even:
        idle = "" if result.asked[head].any() else ": no question here"
        return f"In {place} {word} gives all {len(gaze.keys)} words {share}{idle}"
    if len(gaze.keys) > 1:
        return f"In {place} {word} gives {share} each to {_list(result, gaze.keys)}"
    return f"{word} looks at {_quoted(result, gaze.key)} in {place}, {share}"


def _mean_words(result: MultiHead, head: int) -> str:
    mean, count = result.mean_gaze, len(result.weights)
    blur = ": the answer blurs" if mean.weight < result.gazes[head].weight else ""
    return f"The mean of {count} heads gives at most {weight_words(mean.weight)}, to {_list(result, mean.keys)}{blur}."


def _narrow_words(state: LabState, result: MultiHead, head: int) -> str:
    """Said when the head has a job for this word and the key is too narrow to carry it."""
    wanted = np.flatnonzero(result.asked[head])
    if len(wanted) != 1 or state.scale_exponent != 0.5 or state.causal or state.key_width >= len(result.labels):
        return ""
    got = float(result.weights[head, state.query, wanted[0]])
    if got > SHARE - 0.05:
        return ""
    return (
        f"Key width {state.key_width} is too narrow for {_head_words(result, head)}: {_quoted(result, state.query)} "
        f"gives {_quoted(result, int(wanted[0]))} {weight_words(got)}, not {weight_words(SHARE)}."
    )


def _job_words(state: LabState, result: MultiHead, head: int) -> str:
    """The head's answer, with what is behind it: shared jobs, or another head that answers differently."""
    first = _gaze_words(state, result, head)
    if len(result.jobs[head]) > 1 and result.asked[head].sum() > 1 and len(result.gazes[head].keys) > 1:
        return f"{first}. {len(result.jobs[head])} jobs in one row: mush."
    other = _other_head(state, result, head)
    if other is None:
        return f"{first}."
    gaze, looks = result.gazes[other], "" if " looks at " in first else "it looks "
    where = f"{_quoted(result, gaze.key)}, {weight_words(gaze.weight)}"
    return f"{first}; in {_head_words(result, other)} {looks}at {where}."


def _other_head(state: LabState, result: MultiHead, head: int) -> int | None:
    """Another head on show in which the word has a clear and different answer."""
    if result.gazes[head].even and len(result.gazes[head].keys) == 1:
        return None
    for other, gaze in enumerate(result.gazes):
        clear = len(gaze.keys) == 1 and not gaze.even and result.names[other] != UNTRAINED
        if other not in state.hidden and other != head and clear and gaze.keys != result.gazes[head].keys:
            return other
    return None


def _head_words(result: MultiHead, head: int) -> str:
    return f"head {head + 1} ({result.titles[head]})"


def _quoted(result: MultiHead, token: int) -> str:
    return f"“{result.labels[token]}”"


def _list(result: MultiHead, keys: tuple[int, ...]) -> str:
    """Quoted tokens, the first three by name."""
    names = [_quoted(result, key) for key in keys[:3]]
    if len(keys) > 3:
        names.append(f"{len(keys) - 3} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
