"""How the queries and keys of Why scale are drawn: as the paper supposes, or against one of its suppositions.

The paper supposes components that are independent, with mean 0 and variance 1; the dot product q·k then has variance
d_k (Vaswani et al. 2017, footnote 4). Here the components may have another spread σ, and those of one vector may share
a part: component i of a vector is σ (√ρ c + √(1−ρ) uᵢ), with one c for the whole vector, ρ = ¼, and c and all uᵢ
independent standard normal. Each component still has mean 0 and variance σ², and two of one vector have correlation ρ.

Two vectors like that are independent with covariance C = σ² ((1−ρ) I + ρ 11ᵀ), so q·k has mean 0 and variance
tr C² = σ⁴ (d_k + ρ² d_k (d_k − 1)): without ρ it is σ⁴ d_k, and with it the typical size grows like ρ d_k.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock, Thread
from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.embedding import seeded
from attnviz.core.state import LabState

WIDEST: Final = 1024
GROUPS: Final = 64  # independent sets of queries and keys
QUERIES: Final = 32  # in each set
KEYS: Final = 64  # in each set; every query meets every key of its set
SHARED: Final = 0.25  # ρ, the share of a component's variance that it has in common with its vector


@dataclass(frozen=True, slots=True)
class Draw:
    """What the components of queries and keys are drawn from; the paper's supposition unless told otherwise."""

    spread: float = 1.0  # σ, standard deviation of a component
    correlated: bool = False  # whether the components of one vector share a part

    @classmethod
    def of(cls, state: LabState) -> Draw:
        """The draw that a state asks for."""
        return cls(state.component_spread, state.correlated)

    def dot_sd(self, key_width: int) -> float:
        """Standard deviation of q·k in theory."""
        rho = SHARED if self.correlated else 0.0
        return self.spread**2 * math.sqrt(key_width + rho**2 * key_width * (key_width - 1))


_one_at_a_time: Final = Lock()
PAPER: Final = Draw()
"""Independent components with mean 0 and variance 1."""


def draws(seed: int, correlated: bool = False) -> tuple[FloatArray, FloatArray]:
    """Queries (64, 32, 1024) and keys (64, 64, 1024), float32, each component standard normal."""
    with _one_at_a_time:  # who asks for what `prepare` is at waits, and does not draw it again
        return _draws(seed, correlated)


def prepare(seed: int) -> Thread:
    """Begin with the draws of a seed, 0.1 s of work, while the program does something else."""
    thread = Thread(target=draws, args=(seed,), name="draws", daemon=True)
    thread.start()
    return thread


@lru_cache(maxsize=3)
def _draws(seed: int, correlated: bool) -> tuple[FloatArray, FloatArray]:
    if correlated:
        random = seeded("shared parts", seed)
        q, k = _draws(seed, False)
        return _share(q, random), _share(k, random)
    random = seeded("queries and keys", seed)
    q = random.standard_normal((GROUPS, QUERIES, WIDEST), np.float32)
    return read_only(q), read_only(random.standard_normal((GROUPS, KEYS, WIDEST), np.float32))


def _share(own: FloatArray, random: np.random.Generator) -> FloatArray:
    """Components of which a share of the variance is common to the vector, from independent ones."""
    common = random.standard_normal((*own.shape[:2], 1), np.float32)  # (groups, vectors, 1)
    return read_only(np.float32(math.sqrt(SHARED)) * common + np.float32(math.sqrt(1 - SHARED)) * own)
