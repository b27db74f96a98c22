"""How much of a job survives in a head: what a narrow key still carries of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.attention import apply_mask, causal_mask
from attnviz.core.jobs import Job, share_jobs, target, target_scores
from attnviz.core.softmax import softmax

WHOLE: Final = 0.995  # a job of which at least this share is left is whole
_NOTHING: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Kept:
    """What is left of a job."""

    share: float | None  # of the weight meant for it, 0…1; None when no word that may be seen asks
    needs: int  # key width from which its head carries all its jobs


def kept_jobs(
    tokens: tuple[str, ...],
    jobs: tuple[Job, ...],
    weights: FloatArray,
    key_width: int,
    *,
    exponent: float = 0.5,
    causal: bool = False,
) -> tuple[Kept, ...]:
    """The share of each job's intended weight that hand-built heads with `weights` (h, n, n) keep.

    In every row in which the job asks, the weight on the keys that it asks for is divided by what the same head gives
    them at full rank, with the same divisor and mask, and counted as 1 at most. The share is the mean over these rows.
    So it is 1 for a head that is wide enough, also when its jobs have to share their rows.
    """
    if not jobs:
        return ()
    whole = _whole(tokens, jobs, len(weights), key_width ** (0.5 - exponent), causal)
    heads = np.arange(len(jobs)) % len(weights)  # (j,)
    got = np.sum(weights[heads], axis=-1, where=whole.asks)  # (j, n)
    asking = whole.meant > _NOTHING  # (j, n)
    shares = np.minimum(got / np.where(asking, whole.meant, 1.0), 1.0)
    return tuple(
        Kept(float(shares[job][asking[job]].mean()) if asking[job].any() else None, whole.ranks[head])
        for job, head in enumerate(heads)
    )


def percent(share: float | None) -> str:
    """A share of a job in words, "" for none. Neither 0% nor 100% unless it is."""
    if share is None:
        return ""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "less than 1%"
    return f"{min(whole, 99) if share < 1 - 1e-9 else 100}%"


class _Whole(NamedTuple):
    """The jobs as heads of full rank do them."""

    asks: BoolArray  # (j, n, n)
    meant: FloatArray  # (j, n) weight on the keys that are asked for
    ranks: tuple[int, ...]  # (h) of the wanted scores


@lru_cache(maxsize=16)
def _whole(tokens: tuple[str, ...], jobs: tuple[Job, ...], heads: int, sharpness: float, causal: bool) -> _Whole:
    asks = np.stack([target(tokens, job) for job in jobs])  # (j, n, n)
    scores = np.stack([target_scores(_union(tokens, mine)) for mine in share_jobs(jobs, heads)])  # (h, n, n)
    mask = causal_mask(len(tokens), len(tokens)) if causal else None
    weights = softmax(apply_mask(sharpness * scores, mask))  # (h, n, n)
    meant = np.sum(weights[np.arange(len(jobs)) % heads], axis=-1, where=asks)  # (j, n)
    return _Whole(asks, meant, tuple(int(rank) for rank in np.linalg.matrix_rank(scores)))


def _union(tokens: tuple[str, ...], jobs: tuple[Job, ...]) -> BoolArray:
    asks = np.zeros((len(tokens), len(tokens)), np.bool_)
    for job in jobs:
        asks |= target(tokens, job)
    return asks
