"""Multi-head: every head's weights, what the chosen word looks at in each, and the recipe that joins them."""

from __future__ import annotations

from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.attention import merge_heads
from attnviz.core.given import rank_all
from attnviz.core.heads import mix_crop, projection_crop
from attnviz.core.state import LabState
from attnviz.core.words import arrow
from attnviz.experiments.multi_head_result import Gaze, Link, MultiHead, Step
from attnviz.experiments.multi_head_sources import Heads, heads_on_show
from attnviz.experiments.multi_head_words import spoken
from attnviz.experiments.table import Table

__all__ = ["CROP", "MultiHead", "compute", "numbers", "source_line", "spoken", "tables"]

FAINT: Final = 1.2  # links of less than this many equal shares are not drawn as arcs
MOST_LINKS: Final = 18  # more arcs than that are a thicket, and slow to draw
CROP: Final = 12  # rows and columns of a thumbnail
NO_WORDS: Final = "no such words"


def compute(state: LabState, board: Board) -> MultiHead:
    """Everything that the frame draws."""
    heads = heads_on_show(state, board)
    weights, query, key = heads.weights, heads.queries.chosen, heads.keys.chosen
    n_k = len(heads.keys.labels)
    seen = n_k if heads.future is None else int((~heads.future[query]).sum())
    mean = read_only(weights.mean(axis=0))  # (n_q, n_k)
    layers = weights[None] if heads.layers is None else heads.layers  # (layers, h, n_q, n_k)
    return MultiHead(
        heads=heads, labels=heads.queries.labels, keys=heads.keys.labels, query=query, key=key,
        picked=min(state.head, len(weights) - 1), source_words=heads.origin.words, jobs=heads.jobs, names=heads.names,
        titles=tuple(_title(jobs, name) for jobs, name in zip(heads.jobs, heads.names, strict=True)),
        left=_left(heads), asked=heads.asked, weights=weights, mean=mean, hidden_future=heads.future,
        gazes=tuple(_gaze(rows[query], seen) for rows in weights), mean_gaze=_gaze(mean[query], seen),
        limit=(float(layers.max()) if state.stretch else 0.0) or 1.0, links=_links(state, heads),
        ranking=tuple(rank_all(layers, query, key)), recipe=_recipe(state, heads),
        divisor=heads.made[1].divisor if heads.made else None,
    )  # fmt: skip


def tables(state: LabState, result: MultiHead) -> tuple[Table, ...]:
    """The heads ranked for the chosen pair, what is left of each job, and the weights of every head."""
    heads = (
        _weights_table(f"Weights of {result.place(head)}{f' ({name})' if name else ''}", result, weights)
        for head, (name, weights) in enumerate(zip(result.names, result.weights, strict=True))
    )
    jobs = (_jobs_table(result),) if result.heads.now else ()
    mean = (_weights_table(f"Mean of {len(result.weights)} heads", result, result.mean),) if state.mean_head else ()
    return (_ranking_table(result), *heads, *mean, *jobs)


def numbers(state: LabState, result: MultiHead) -> dict[str, object]:
    """The weights of every head [h][query][key], their jobs, and the ranking of the chosen pair.

    Layers and heads count from 1, as on screen; tokens count from 0, as in the arrays.
    """
    made, given = result.heads.made is not None, result.is_given
    words = [result.labels[result.query], result.keys[result.key]]
    return {
        "counted": "layers and heads from 1, tokens from 0",
        "tokens": list(result.labels),
        "key_tokens": list(result.keys),
        "source": result.heads.origin.source,
        "origin": result.heads.origin.line or result.source_words,
        "layers": result.n_layers if given else None,
        "layer": result.heads.layer + 1 if given else None,
        "heads": len(result.weights),
        "head": result.picked + 1,
        "key_width": state.key_width if made else None,
        "model_width": state.model_width if made else None,
        "divisor": result.divisor,
        "jobs": [list(names) for names in result.jobs],
        "kept": [
            {"job": now.job.name, "head": now.head + 1, "kept": now.kept.share, "needs_key_width": now.kept.needs}
            for now in result.heads.now
        ],
        "weights": result.weights.tolist(),
        "mean": result.mean.tolist(),
        "causal": result.hidden_future is not None,
        "hidden": [head + 1 for head in sorted(state.hidden)],
        "pair": {"query": result.query, "key": result.key, "words": words},
        "ranking": [
            ({"layer": one.layer + 1} if given else {})
            | {"head": one.head + 1, "weight": one.weight, "largest_in_row": one.is_largest}
            for one in result.ranking
        ],
        "recipe": [{"step": step.name, "shape": step.shape} for step in result.recipe],
    }


def source_line(result: MultiHead) -> str:
    """How many heads there are and where they come from."""
    return f"{len(result.weights)} {'head' if len(result.weights) == 1 else 'heads'}, {result.source_words}"


def _title(jobs: tuple[str, ...], name: str) -> str:
    return (" + ".join(jobs) if len(jobs) < 3 else f"{len(jobs)} jobs") or name


def _left(heads: Heads) -> tuple[float | None, ...]:
    """The mean share that is left of each head's jobs, (h); None for a head with none."""
    shares: list[list[float]] = [[] for _ in heads.weights]
    for now in heads.now:
        if now.kept.share is not None:
            shares[now.head].append(now.kept.share)
    return tuple(sum(some) / len(some) if some else None for some in shares)


def _gaze(row: FloatArray, seen: int) -> Gaze:
    top = float(row.max())
    # What is the same on screen is the same: nobody can see which is larger.
    seen_as = np.round(row, 2 if top >= 0.01 else 3)
    keys = tuple(int(i) for i in np.flatnonzero(seen_as == seen_as.max()))
    return Gaze(keys, top, len(keys) == seen)


def _links(state: LabState, heads: Heads) -> tuple[Link, ...]:
    """The chosen word's weights worth an arc. Keys of another sentence stand behind the queries in one line."""
    query, after = heads.queries.chosen, len(heads.queries.labels) if heads.crosses else 0
    rows = heads.weights[:, query]  # (h, n_k)
    least = min(FAINT / rows.shape[1], 0.5)
    found = [
        Link(query, after + int(key), float(rows[head, key]), int(head))
        for head, key in np.argwhere(rows >= least)
        if head not in state.hidden
    ]
    return tuple(sorted(found, key=_weight, reverse=True)[:MOST_LINKS])


def _weight(link: Link) -> float:
    return link.weight


def _recipe(state: LabState, heads: Heads) -> tuple[Step, ...]:
    if heads.made is None:
        return ()
    made, attention = heads.made
    n, h, d_k, d_model = len(made.tokens), state.heads, state.key_width, state.model_width
    # Only as many heads are laid side by side as reach across the corner that is shown.
    concat = merge_heads(attention.outputs[: -(-CROP // d_k)])  # (n, CROP or more)
    maps = projection_crop(made, "q", state.picked_head, CROP, CROP)
    return (
        Step("tokens", f"{n}×{d_model}", _corner(made.x)),
        Step("split: own Q, K, V maps", f"{h} × {d_model}×{d_k}", _corner(maps)),
        Step("heads attend", f"{h} × {n}×{d_k}", _corner(attention.outputs[state.picked_head])),
        Step("concatenate", f"{n}×{d_model}", _corner(concat)),
        # The picture is W_O itself: its dense corner is what makes the last step a mix.
        Step("one final linear mix", f"{n}×{d_model}", _corner(mix_crop(made, CROP, CROP))),
    )


def _corner(matrix: FloatArray) -> FloatArray:
    """The top left corner, scaled so that its largest entry is 1 in size."""
    corner = matrix[:CROP, :CROP]
    size = float(np.abs(corner).max(initial=0.0))
    return read_only(corner / size if size else corner.copy())


def _ranking_table(result: MultiHead) -> Table:
    pair = arrow(result.labels[result.query], result.keys[result.key])
    largest = ("no", "yes")
    if result.is_given:
        rows = tuple((one.layer + 1, one.head + 1, one.weight, largest[one.is_largest]) for one in result.ranking)
        return Table(f"Find the head: {pair}", ("layer", "head", "weight", "largest in its row"), rows)
    made = tuple((one.head + 1, result.names[one.head], one.weight, largest[one.is_largest]) for one in result.ranking)
    return Table(f"Find the head: {pair}", ("head", "job", "weight", "largest in its row"), made)


def _jobs_table(result: MultiHead) -> Table:
    rows = tuple(
        (
            now.job.name,
            now.asks,
            now.head + 1,
            NO_WORDS if now.kept.share is None else now.kept.share,
            now.kept.needs,
        )
        for now in result.heads.now
    )
    return Table("What is left of each job", ("job", "asks", "head", "share kept", "key width it needs"), rows)


def _weights_table(title: str, result: MultiHead, weights: FloatArray) -> Table:
    rows = []
    for query, label in enumerate(result.labels):
        cells = [
            "masked" if result.hidden_future is not None and result.hidden_future[query, key] else float(weight)
            for key, weight in enumerate(weights[query])
        ]
        rows.append((label, *cells))
    return Table(title, ("query ↓ key →", *result.keys), tuple(rows))
