"""Heads to look at: built by hand from jobs, or random and untrained.

Hand-built heads start from the scores that the jobs ask for and work backwards to real projections. The wanted n × n
scores are split by singular value decomposition into queries and keys of d_k components, so a key too narrow for the
job visibly cannot carry it. W_Q = X⁺ Q then makes X W_Q those queries, as far as the token vectors allow.

Random heads draw X W with W of independent normal entries of variance 1/d_model, without forming W: the columns of X W
are normal with covariance X Xᵀ / d_model, so L times standard normal numbers is distributed alike when L Lᵀ is that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

import numpy as np

from attnviz.core.arrays import BoolArray, FloatArray, read_only
from attnviz.core.attention import (
    Attention,
    causal_mask,
    divisor,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from attnviz.core.embedding import embed, seeded
from attnviz.core.jobs import Job, share_jobs, target, target_scores
from attnviz.core.tokens import MAX_TOKENS

UNTRAINED: Final = "untrained"
_INDEPENDENT: Final = 1e-10  # eigenvalues of X Xᵀ below this part of the largest count as 0
_APART: Final = 1e-4  # least part of the largest that the diagonal of a Cholesky factor may fall to
_TIE: Final = 1e-9  # weights closer than this are equal but for rounding


@dataclass(frozen=True, eq=False)
class HeadSet:
    """Queries, keys and values of every head for one sentence; all arrays are read-only."""

    source: str  # "hand-built" or "random"
    tokens: tuple[str, ...]
    labels: tuple[str, ...]  # (h) what each head is for, or "untrained"
    jobs: tuple[tuple[str, ...], ...]  # (h) names of the jobs of each head
    found: tuple[bool, ...]  # (h) whether the sentence has a word that the head's jobs are about
    x: FloatArray  # (n, d_model)
    q: FloatArray  # (h, n, d_k)
    k: FloatArray  # (h, n, d_k)
    v: FloatArray  # (h, n, d_k) each head's own slice of x
    mix: FloatArray  # (d_model,) unit vector u of W_O = I − 2 u uᵀ

    @property
    def n_heads(self) -> int:
        """Number of heads h."""
        return len(self.labels)

    @property
    def key_width(self) -> int:
        """Components d_k of one head's queries and keys."""
        return int(self.q.shape[2])

    @property
    def model_width(self) -> int:
        """Components d_model of a token vector, heads × key width."""
        return int(self.x.shape[1])


class RankedHead(NamedTuple):
    """How much one head gives to a pair of tokens."""

    head: int
    weight: float
    is_largest: bool  # in the row of the query


@lru_cache(maxsize=4)
def hand_built(tokens: tuple[str, ...], jobs: tuple[Job, ...], heads: int, key_width: int, seed: int) -> HeadSet:
    """Heads whose projections do the jobs, as well as `key_width` components can.

    Job i goes to head i mod h. A head with several jobs must share its rows among them; a head with none is random.

    Raises
    ------
    ValueError
        When there is no token, no head or no component.
    """
    _check(tokens, heads, key_width)
    shared = share_jobs(jobs, heads)
    names = tuple(tuple(job.name for job in mine) for mine in shared)
    wanted_q, wanted_k, asked = _factors(tokens, jobs, heads)  # (h, n, n)
    rank = min(key_width, len(tokens))
    shape = (heads, len(tokens), key_width)
    q, k = np.zeros(shape), np.zeros(shape)  # (h, n, d_k)
    lift = key_width**0.25  # on both sides: scores come out × √d_k, which the division takes away again
    within = _gram(tokens, heads * key_width).projection  # (n, n)
    np.matmul(within, wanted_q[:, :, :rank] * lift, out=q[:, :, :rank])
    np.matmul(within, wanted_k[:, :, :rank] * lift, out=k[:, :, :rank])
    for head in range(min(len(jobs), heads), heads):
        q[head], k[head] = _random_projections(tokens, heads, key_width, seed, head)
    labels = tuple(" + ".join(mine) or UNTRAINED for mine in names)
    return _head_set("hand-built", tokens, labels, names, asked, q, k, seed)


@lru_cache(maxsize=4)
def random_heads(tokens: tuple[str, ...], heads: int, key_width: int, seed: int) -> HeadSet:
    """Untrained heads: random projections from the seed, with no meaning to be expected.

    A wider key keeps the random directions of a narrower one. Raises ValueError as `hand_built` does.
    """
    _check(tokens, heads, key_width)
    shape = (heads, len(tokens), key_width)
    q, k = np.empty(shape), np.empty(shape)  # (h, n, d_k)
    for head in range(heads):
        q[head], k[head] = _random_projections(tokens, heads, key_width, seed, head)
    none = ((),) * heads
    return _head_set("random", tokens, (UNTRAINED,) * heads, none, (False,) * heads, q, k, seed)


def attend(head_set: HeadSet, *, exponent: float = 0.5, causal: bool = False) -> Attention:
    """Attention of every head: scores (h, n, n), weights (h, n, n), outputs (h, n, d_k)."""
    n = len(head_set.tokens)
    return scaled_dot_product_attention(
        head_set.q, head_set.k, head_set.v,
        divisor=divisor(head_set.key_width, exponent),
        mask=causal_mask(n, n) if causal else None,
    )  # fmt: skip


def combine(head_set: HeadSet, attention: Attention) -> tuple[FloatArray, FloatArray]:
    """The heads side by side, and that times W_O: (n, d_model) both."""
    concat = merge_heads(attention.outputs)  # (n, d_model)
    u = head_set.mix
    output = np.outer(concat @ u, -2 * u)
    output += concat
    return read_only(concat), read_only(output)


def projection_crop(
    head_set: HeadSet, role: Literal["q", "k", "v"], head: int, rows: int = 16, columns: int = 16
) -> FloatArray:
    """The top left corner of one head's W_Q, W_K or W_V, at most (rows, columns) of its (d_model, d_k)."""
    rows, columns = min(rows, head_set.model_width), min(columns, head_set.key_width)
    if role == "v":
        return np.eye(rows, columns, k=-head * head_set.key_width)
    made = head_set.q if role == "q" else head_set.k
    inverse = _gram(head_set.tokens, head_set.model_width).inverse  # (n, n)
    return np.asarray(head_set.x[:, :rows].T @ inverse @ made[head][:, :columns])


def mix_crop(head_set: HeadSet, rows: int = 16, columns: int = 16) -> FloatArray:
    """The top left corner of W_O, at most (rows, columns) of its (d_model, d_model)."""
    u = head_set.mix
    return np.eye(rows, columns)[: len(u), : len(u)] - 2 * np.outer(u[:rows], u[:columns])


def rank_heads(weights: FloatArray, query: int, key: int) -> list[RankedHead]:
    """Every head by the weight of one pair, largest first; `weights` is (h, n, n). A tie has no largest."""
    pair = weights[:, query, key]  # (h,)
    others = np.delete(weights[:, query], key, axis=-1).max(axis=-1, initial=0)  # (h,)
    largest = pair > others + _TIE
    return [RankedHead(int(h), float(pair[h]), bool(largest[h])) for h in np.argsort(-pair, kind="stable")]


class _Gram(NamedTuple):
    """What is needed of X Xᵀ (n, n)."""

    root: FloatArray  # L with L Lᵀ = X Xᵀ / d_model
    inverse: FloatArray  # (X Xᵀ)⁺
    projection: FloatArray  # X X⁺, the identity when the token vectors are independent


@lru_cache(maxsize=8)
def _gram(tokens: tuple[str, ...], model_width: int) -> _Gram:
    x = embed(tokens, model_width)  # (n, d_model)
    gram = x @ x.T  # (n, n)
    try:  # twenty times as fast as the eigenvalues, which only dependent token vectors need
        lower = np.linalg.cholesky(gram)
        sizes = np.diagonal(lower)
        if sizes.min() > _APART * sizes.max():
            undo = np.linalg.inv(lower)
            return _Gram(lower / np.sqrt(model_width), undo.T @ undo, np.eye(len(tokens)))
    except np.linalg.LinAlgError:
        pass
    values, vectors = np.linalg.eigh(gram)  # (n,), (n, n)
    kept = values > _INDEPENDENT * values[-1]
    values, basis = values[kept], vectors[:, kept]  # (r,), (n, r)
    projection = np.eye(len(tokens)) if kept.all() else basis @ basis.T
    return _Gram((basis * np.sqrt(values / model_width)) @ basis.T, (basis / values) @ basis.T, projection)


@lru_cache(maxsize=16)
def _factors(
    tokens: tuple[str, ...], jobs: tuple[Job, ...], heads: int
) -> tuple[FloatArray, FloatArray, tuple[bool, ...]]:
    """Queries and keys (h, n, n) whose dots are the wanted scores, most important component first."""
    asks: BoolArray = np.zeros((heads, len(tokens), len(tokens)), np.bool_)
    for head, mine in enumerate(share_jobs(jobs, heads)):
        for job in mine:
            asks[head] |= target(tokens, job)
    u, sizes, vt = np.linalg.svd(np.stack([target_scores(one) for one in asks]))
    root = np.sqrt(sizes)[:, None, :]  # (h, 1, n)
    return u * root, vt.swapaxes(1, 2) * root, tuple(bool(one.any()) for one in asks)


def _random_projections(
    tokens: tuple[str, ...], heads: int, key_width: int, seed: int, head: int
) -> tuple[FloatArray, FloatArray]:
    """Untrained queries and keys of one head, (n, d_k) each."""
    root = _gram(tokens, heads * key_width).root  # (n, n)
    normal = _normal(seed, head, 1 << (key_width - 1).bit_length())[:, :key_width, : len(tokens)]
    return root @ normal[0].T, root @ normal[1].T


@lru_cache(maxsize=64)
def _normal(seed: int, head: int, width: int) -> FloatArray:
    """Standard normal numbers (2, width, tokens): a prefix serves every narrower key and shorter sentence."""
    return np.stack([seeded("head", seed, head, role).standard_normal((width, MAX_TOKENS)) for role in "qk"])


@lru_cache(maxsize=8)
def _mix(seed: int, width: int) -> FloatArray:
    return seeded("mix", seed).standard_normal(width)


def _head_set(
    source: str, tokens: tuple[str, ...], labels: tuple[str, ...], jobs: tuple[tuple[str, ...], ...],
    found: tuple[bool, ...], q: FloatArray, k: FloatArray, seed: int,
) -> HeadSet:  # fmt: skip
    heads, _, d_k = q.shape
    x = embed(tokens, heads * d_k)  # (n, d_model)
    u = _mix(seed, 1 << (heads * d_k - 1).bit_length())[: heads * d_k]
    return HeadSet(
        source=source, tokens=tokens, labels=labels, jobs=jobs, found=found, x=x,
        q=read_only(q), k=read_only(k), v=read_only(split_heads(x, heads)), mix=read_only(u / np.linalg.norm(u)),
    )  # fmt: skip


def _check(tokens: tuple[str, ...], heads: int, key_width: int) -> None:
    if not tokens:
        raise ValueError("heads need at least one token")
    if len(tokens) > MAX_TOKENS:
        raise ValueError(f"{len(tokens)} tokens: at most {MAX_TOKENS}")
    if heads < 1 or key_width < 1:
        raise ValueError(f"{heads} heads of key width {key_width}: both are at least 1")
