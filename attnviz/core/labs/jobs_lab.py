"""One head against several, train it: J jobs asked at one query position, answered by h heads.

A sequence has J tokens. Each has a role (one-hot: it is the token of job j) and a value (4 components, drawn anew for
each of 256 sequences). Job j asks for the value of token j; all J answers are read at the one query position. Each head
has its own query vector q and map W_K, trained, and delivers one weighted mean of the values; W_O, trained, reads the
J answers from the h heads side by side. The error is the mean square of what is missing, as a share of the variance.

Keys are made from roles and heads carry values: then no training can go below 1 − h/J, see `theory`. The values are
whitened (mean 0, covariance exactly the identity over the sequences), so that this holds for the sample to the last
digit and not just for endless data.

With `scores_see_values` the split is taken away: keys and heads see whole tokens, role and value together. Weights
then change with the values, and a head that carries roles tells its own weights to the read-out: J − 1 numbers more for
each head. Dots go below the line: J = 2, h = 1 to 0.38; J = 4 to 0.57 with one head and to 0.26 with two. (Counting the
numbers that a linear read-out can use gives 0.375, 0.5625 and 0.25: see `counted`.) Scores that see values while heads
carry values alone stay on the line: h heads deliver 4h numbers, and those explain at most 4h of the 4J directions of
variance, whatever the weights do.

Measured, default settings, 5 seeds: split errors are on the line within 0.0005, the others spread by 0.001 or less.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.embedding import seeded
from attnviz.core.labs.optimizers import Arrays, check_within, make_optimizer
from attnviz.core.labs.products import product
from attnviz.core.softmax import softmax

SEQUENCES: Final = 256
VALUE_WIDTH: Final = 4
KEY_WIDTH: Final = 4
JOBS: Final = (2, 3, 4)
HEADS: Final = (1, 2, 3, 4, 5, 6, 7, 8)
DIVERGED: Final = 1e4  # an error above this is called diverged; knowing nothing costs 1


@dataclass(frozen=True, slots=True, kw_only=True)
class JobsSetup:
    """What is trained and how. Raises ValueError when a number is out of range."""

    jobs: int = 2  # J
    heads: int = 1  # h
    steps: int = 600
    rate: float = 0.05
    optimizer: str = "adam"  # or "plain", which wants a rate near 2
    seed: int = 11
    scores_see_values: bool = False

    def __post_init__(self) -> None:
        check_within("jobs", self.jobs, 1, 8)
        check_within("heads", self.heads, 1, 16)
        check_within("steps", self.steps, 1, 100_000)
        make_optimizer(self.optimizer, self.rate)


@dataclass(frozen=True, slots=True)
class JobsStep:
    """The heads after `step` steps; step 0 is the start.

    When the rate is too large the error runs away: `diverged` is then true, the other fields are those of the last step
    before, and no step follows.
    """

    step: int
    error: float  # share of the variance that is missing, mean over the jobs
    job_errors: FloatArray  # (J,) the same for each job
    weights: FloatArray  # (h, J) attention of each head to the tokens, mean over the sequences
    diverged: bool = False


@dataclass(frozen=True, slots=True)
class JobsGrid:
    """Errors of all pairs of jobs and heads, trained side by side; NaN where one has not begun or has diverged."""

    step: int  # every dot has taken this many steps
    done: int  # progress, in steps of single dots
    total: int
    errors: FloatArray  # (jobs, heads)


@dataclass(frozen=True, slots=True)
class Data:
    """Sequences of J tokens, n of them."""

    asked: FloatArray  # (n or 1, J, a) what keys are made from; one for all sequences where it is roles alone
    carried: FloatArray  # (n, J, c) what heads carry
    answers: FloatArray  # (n, J·4) the values, whitened


@dataclass(frozen=True, slots=True)
class Pass:
    """One forward and backward pass."""

    error: float
    missing: FloatArray  # (n, J·4) what the read-out gave minus the answers
    weights: FloatArray  # (n or 1, h, J)
    gradients: Arrays  # of the error, by q (h, d_k), W_K (h, a, d_k) and W_O (h·c, J·4)


def theory(jobs: int, heads: int) -> float:
    """The best possible error when scores do not see the values: 1 − h/J, and 0 from h = J on.

    One head with weights p leaves Σⱼ (1 − p_j²/Σp²) = J − 1 of the J values, whatever p is; each further head that
    mixes the values in another proportion takes away one more.
    """
    check_within("jobs", jobs, 1, 64)
    check_within("heads", heads, 1, 64)
    return max(0.0, 1 - heads / jobs)


def counted(jobs: int, heads: int) -> float:
    """About the least error when keys and heads see whole tokens: (1 − h/J)(1 − h/4), and 0 from h = J on.

    The J·4 value numbers are a table. A head delivers one mixture of its rows. The weights, which it delivers as well,
    follow the scores: one column of it, mixed from the four as the head's query asks. h mixtures of rows and h of
    columns leave (J − h)(4 − h) directions. This takes softmax as linear, which it is for small scores; trained dots
    come within 0.003 of it from above in 6,000 Adam steps at rate 0.02, 0.010 for 4 jobs and 2 heads.
    """
    return theory(jobs, heads) * max(0.0, 1 - heads / VALUE_WIDTH)


def run_pass(data: Data, parameters: Arrays) -> Pass:
    """Error of q (h, d_k), W_K (h, a, d_k), W_O (h·c, J·4) on `data`, and its gradients."""
    q, w_k, w_o = parameters
    root = math.sqrt(q.shape[1])
    asks = np.einsum("had,hd->ha", w_k, q) / root  # (h, a) scores are (x W_K)·q = x·(W_K q)
    weights = softmax(asks @ data.asked.transpose(0, 2, 1))  # (n or 1, h, J)
    heads = weights @ data.carried  # (n, h, c)
    concat = heads.reshape(len(heads), -1)  # (n, h·c)
    missing = product(concat, w_o) - data.answers  # (n, J·4)
    at_missing = 2 * missing / missing.size
    at_heads = product(at_missing, w_o.T).reshape(heads.shape)  # (n, h, c)
    at_weights = at_heads @ data.carried.transpose(0, 2, 1)  # (n, h, J)
    if len(weights) == 1:
        at_weights = at_weights.sum(axis=0, keepdims=True)  # (1, h, J) all sequences share these weights
    at_scores = weights * (at_weights - (weights * at_weights).sum(axis=2, keepdims=True))  # (n or 1, h, J)
    at_asks = np.einsum("nhj,nja->ha", at_scores, data.asked) / root  # (h, a)
    at_q = np.einsum("had,ha->hd", w_k, at_asks)
    gradients = (at_q, at_asks[:, :, None] * q[:, None, :], product(concat.T, at_missing))
    return Pass(float(np.square(missing).mean()), missing, weights, gradients)


def train(setup: JobsSetup) -> Iterator[JobsStep]:
    """Train; yields the start and then every step, `setup.steps` + 1 in all unless it diverges."""
    data, parameters = start(setup)
    optimizer = make_optimizer(setup.optimizer, setup.rate)
    now = run_pass(data, parameters)
    yield _seen(0, now)
    for step in range(1, setup.steps + 1):
        parameters = optimizer.step(parameters, now.gradients)
        last, now = now, run_pass(data, parameters)
        if not now.error <= DIVERGED:  # NaN is not, either
            yield _seen(step, last, diverged=True)
            return
        yield _seen(step, now)


def train_grid(setup: JobsSetup, jobs: Sequence[int] = JOBS, heads: Sequence[int] = HEADS) -> Iterator[JobsGrid]:
    """Train every pair of jobs and heads (those of `setup` are not used), all dots side by side.

    Yields after every step of a single dot, so that it can be stopped anywhere.
    """
    pairs = [(i, j) for i in range(len(jobs)) for j in range(len(heads))]
    runs = [train(dataclasses.replace(setup, jobs=jobs[i], heads=heads[j])) for i, j in pairs]
    total, errors = setup.steps * len(pairs), np.full((len(jobs), len(heads)), np.nan)
    for pair, run in zip(pairs, runs, strict=True):
        errors[pair] = next(run).error
        yield JobsGrid(0, 0, total, read_only(errors.copy()))
    for done in range(total):
        turn = done % len(pairs)
        seen = next(runs[turn], None)  # a run that has diverged yields no more
        errors[pairs[turn]] = np.nan if seen is None or seen.diverged else seen.error
        yield JobsGrid((done + 1) // len(pairs), done + 1, total, read_only(errors.copy()))


def start(setup: JobsSetup) -> tuple[Data, Arrays]:
    """The sequences, and q, W_K, W_O before training. Same seed and jobs, same sequences for any number of heads."""
    jobs = setup.jobs
    answers = _whitened(setup.seed, jobs)  # (n, J·4)
    values = answers.reshape(SEQUENCES, jobs, VALUE_WIDTH)  # (n, J, 4)
    roles = np.eye(jobs)[None]  # (1, J, J)
    asked, carried = roles, values
    if setup.scores_see_values:
        tokens = np.concatenate([np.broadcast_to(roles, (SEQUENCES, jobs, jobs)), values], axis=2)  # (n, J, J+4)
        asked = carried = tokens
    random = seeded("jobs maps", setup.seed, jobs, setup.heads)
    q = random.standard_normal((setup.heads, KEY_WIDTH))
    w_k = random.standard_normal((setup.heads, asked.shape[2], KEY_WIDTH))
    w_o = 0.1 * random.standard_normal((setup.heads * carried.shape[2], jobs * VALUE_WIDTH))
    return Data(asked, carried, answers), (q, w_k, w_o)


@lru_cache(maxsize=16)
def _whitened(seed: int, jobs: int) -> FloatArray:
    drawn = seeded("jobs values", seed, jobs).standard_normal((SEQUENCES, jobs * VALUE_WIDTH))
    return read_only(np.linalg.qr(drawn - drawn.mean(axis=0)).Q * math.sqrt(SEQUENCES))  # (n, J·4)


def _seen(step: int, now: Pass, *, diverged: bool = False) -> JobsStep:
    jobs = now.weights.shape[2]
    job_errors = np.square(now.missing).reshape(-1, jobs, VALUE_WIDTH).mean(axis=(0, 2))  # (J,)
    return JobsStep(step, now.error, read_only(job_errors), read_only(now.weights.mean(axis=0)), diverged)
