"""Why scale, train it: two copies of one tiny learner, one with its dots divided by √d_k and one with them raw.

The task: 16 tokens, and each must look up itself. Tokens are fixed vectors of 32 standard normal components. The maps
W_Q and W_K are trained; they start with variance 1/32, so that queries and keys start with components of variance 1.
The values are one-hot, so the output of a query is its row of weights p, and its error the squared distance from the
right value e: ‖p − e‖², 0 when right, 1 − 1/16 when undecided, 2 when sure of a wrong key. The loss is its mean over
the 16 queries. Both copies share tokens, start, rate and number of steps, so that the divisor is all that differs.

Measured over 40 seeds, 400 plain steps at rate 0.5, mean ± standard deviation of one seed:
d_k 4, raw and divided below 0.001; d_k 64, raw 1.44 ± 0.28, divided 0.0004 ± 0.0001; d_k 1024, raw 1.82 ± 0.16, divided
0.0005 ± 0.0001. Means of five seeds lie between 1.25 and 1.70 (raw, 64) and between 1.70 and 1.88 (raw, 1024).
At key widths 64 and 1024 raw loses at each of RATES (mean of five seeds). With Adam it loses at rates up to 0.05: at
its best one, 0.002, raw ends at 0.23 and divided at 0.0002 (key width 64). From Adam's rate 0.5 on both copies fail.

What it does not show. The error is taken behind the softmax, as in a network, where attention is followed by other
layers. With the cross-entropy of the weights themselves the logarithm undoes the exponential, ∂loss/∂scores is p − e,
nothing dies, and the raw copy learns faster up to rate 0.2 (at 0.5 it overflows). With the error used here raw learns
faster only at narrow keys (4, below rate 1), whose raw dots are still small.

A learned row is saturated as well, but on the right key: that is why `Copy` counts the stuck ones apart.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.attention import divisor
from attnviz.core.embedding import seeded
from attnviz.core.labs.optimizers import Arrays, check_rate, check_within, make_optimizer
from attnviz.core.labs.products import product
from attnviz.core.softmax import softmax

TOKEN_WIDTH: Final = 32
SATURATED: Final = 0.99  # a row whose largest weight is above this counts as saturated
LOG_FLOOR: Final = 1e-6  # a loss below this is drawn here, since 0 has no place on a log axis
RATES: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Learning rates of the sweep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupSetup:
    """What is trained and how. Raises ValueError when a number is out of range."""

    key_width: int = 64  # d_k
    rate: float = 0.5
    optimizer: str = "plain"  # or "adam", which wants a rate near 0.01
    steps: int = 400
    seed: int = 11
    queries: int = 16

    def __post_init__(self) -> None:
        check_within("key width", self.key_width, 1, 1024)
        check_within("steps", self.steps, 1, 100_000)
        check_within("queries", self.queries, 2, 64)
        make_optimizer(self.optimizer, self.rate)


@dataclass(frozen=True, slots=True)
class Copy:
    """One learner as it is now. Every number is finite, however it was trained: no loss can exceed 2."""

    loss: float
    weights: FloatArray  # (queries, queries), rows are queries; the diagonal is right
    saturated: float  # share of rows whose largest weight is above SATURATED, right or wrong
    stuck: float  # share of rows that are saturated on another's key
    softmax_gradient: float  # median over the rows of ‖∂(error of the row)/∂(its scores)‖, behind the divisor
    parameter_gradient: float  # ‖∂loss/∂(W_Q, W_K)‖


@dataclass(frozen=True, slots=True)
class LookupStep:
    """Both learners after `step` steps; step 0 is the start."""

    step: int
    raw: Copy
    divided: Copy


@dataclass(frozen=True, slots=True)
class FinalLosses:
    """Losses after the last step, one a seed."""

    setup: LookupSetup
    seeds: tuple[int, ...]
    raw: FloatArray  # (seeds,)
    divided: FloatArray  # (seeds,)

    @property
    def means(self) -> tuple[float, float]:
        """Mean loss over the seeds, raw and divided."""
        return float(self.raw.mean()), float(self.divided.mean())

    @property
    def spreads(self) -> tuple[float, float]:
        """Standard deviation of a seed's loss, raw and divided; 0 for a single seed."""
        if len(self.seeds) < 2:
            return 0.0, 0.0
        return float(self.raw.std(ddof=1)), float(self.divided.std(ddof=1))


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """Final losses at one learning rate."""

    rate: float
    raw: float
    divided: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """How far the sweep has come, in training steps, and the rates that are finished."""

    done: int
    total: int
    points: tuple[SweepPoint, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """One forward and backward pass."""

    loss: float
    weights: FloatArray  # (n, n)
    at_scores: FloatArray  # (n, n) ∂loss/∂(scores behind the divisor)
    gradients: Arrays  # ∂loss/∂W_Q and ∂loss/∂W_K, (token width, d_k) each


def run_pass(tokens: FloatArray, parameters: Arrays, by: float) -> Pass:
    """Loss of the maps W_Q, W_K (token width, d_k) on `tokens` (n, token width), dots divided by `by`, and gradients.

    Through the softmax a gradient g at the weights becomes p ∘ (g − Σ p g): where a row p is one-hot nothing is left.
    """
    w_q, w_k = parameters
    q, k = product(tokens, w_q), product(tokens, w_k)  # (n, d_k)
    weights = softmax(product(q, k.T) / by)  # (n, n)
    off = weights - np.eye(len(tokens))  # (n, n)
    at_weights = 2 * off / len(tokens)  # (n, n)
    at_scores = weights * (at_weights - (weights * at_weights).sum(axis=1, keepdims=True))  # (n, n)
    at_dots = at_scores / by  # (n, n)
    gradients = (product(tokens.T, product(at_dots, k)), product(tokens.T, product(at_dots.T, q)))
    return Pass(float((off * off).sum() / len(tokens)), weights, at_scores, gradients)


def train(setup: LookupSetup) -> Iterator[LookupStep]:
    """Train both copies; yields the start and then every step, `setup.steps` + 1 in all."""
    raw, divided = _learners(setup)
    yield LookupStep(0, raw.look(), divided.look())
    for step in range(1, setup.steps + 1):
        raw.advance()
        divided.advance()
        yield LookupStep(step, raw.look(), divided.look())


def final_losses(setup: LookupSetup, seeds: Iterable[int]) -> FinalLosses:
    """Train on each seed in turn (`setup.seed` is not used). Raises ValueError when there is no seed."""
    chosen = tuple(seeds)
    if not chosen:
        raise ValueError("seeds: choose at least one")
    ends = []
    for seed in chosen:
        learners = _learners(dataclasses.replace(setup, seed=seed))
        for learner in learners:
            for _ in range(setup.steps):
                learner.advance()
        ends.append([learner.now.loss for learner in learners])
    raw, divided = np.array(ends).T  # (seeds,) each
    return FinalLosses(setup, chosen, read_only(raw), read_only(divided))


def sweep(setup: LookupSetup, rates: Sequence[float] = RATES) -> Iterator[Sweep]:
    """Train both copies at each rate in turn (`setup.rate` is not used).

    Yields after every training step, so that it can be stopped anywhere, with the rates finished by then.
    """
    for rate in rates:
        check_rate(rate)
    total, points = setup.steps * len(rates), list[SweepPoint]()
    yield Sweep(0, total, ())
    for i, rate in enumerate(rates):
        raw, divided = _learners(dataclasses.replace(setup, rate=rate))
        for step in range(1, setup.steps + 1):
            raw.advance()
            divided.advance()
            if step == setup.steps:
                points.append(SweepPoint(rate, raw.now.loss, divided.now.loss))
            yield Sweep(i * setup.steps + step, total, tuple(points))


def on_log_axis(losses: FloatArray | float) -> FloatArray:
    """Losses with LOG_FLOOR in place of smaller ones: a learner can reach exactly 0."""
    return np.maximum(np.asarray(losses, np.float64), LOG_FLOOR)


def start(setup: LookupSetup) -> tuple[FloatArray, Arrays]:
    """Tokens (queries, 32), the same at every key width, and the maps W_Q, W_K (32, d_k) before training."""
    tokens = seeded("lookup tokens", setup.seed).standard_normal((setup.queries, TOKEN_WIDTH))
    maps = seeded("lookup maps", setup.seed).standard_normal((2, TOKEN_WIDTH, setup.key_width))
    w_q, w_k = maps / math.sqrt(TOKEN_WIDTH)
    return tokens, (w_q, w_k)


class _Learner:
    """Maps under training. `now` is always the pass of the present maps."""

    def __init__(self, setup: LookupSetup, by: float) -> None:
        self._tokens, self._maps = start(setup)
        self._by = by
        self._optimizer = make_optimizer(setup.optimizer, setup.rate)
        self.now = run_pass(self._tokens, self._maps, by)

    def advance(self) -> None:
        """One step downhill."""
        self._maps = self._optimizer.step(self._maps, self.now.gradients)
        self.now = run_pass(self._tokens, self._maps, self._by)

    def look(self) -> Copy:
        """What a viewer is shown of it."""
        weights, rows = self.now.weights, len(self.now.weights)
        saturated = weights.max(axis=1) > SATURATED  # (n,)
        wrong = weights.argmax(axis=1) != np.arange(rows)  # (n,)
        # A norm of the gradients by np.linalg would be one long BLAS dot, and so threads again: see products.py.
        size = math.sqrt(sum(float(np.square(g).sum()) for g in self.now.gradients))
        through = rows * np.linalg.norm(self.now.at_scores, axis=1)  # (n,) the loss is a mean, a row's error is not
        return Copy(
            loss=self.now.loss,
            weights=read_only(weights),
            saturated=float(saturated.mean()),
            stuck=float((saturated & wrong).mean()),
            softmax_gradient=float(np.median(through)),
            parameter_gradient=size,
        )


def _learners(setup: LookupSetup) -> tuple[_Learner, _Learner]:
    """The raw and the divided copy."""
    return _Learner(setup, 1.0), _Learner(setup, divisor(setup.key_width))
