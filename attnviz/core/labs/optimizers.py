"""Two ways to walk downhill: plain gradient steps, and Adam. Small enough to read, for arrays of any shape."""

from __future__ import annotations

import math
from typing import Final, Protocol

import numpy as np

from attnviz.core.arrays import FloatArray

Arrays = tuple[FloatArray, ...]
"""Parameters, or their gradients in the same order and shapes."""

OPTIMIZERS: Final = ("plain", "adam")
MAX_RATE: Final = 1000.0


class Optimizer(Protocol):
    """Whatever turns gradients into better parameters; it may remember earlier gradients."""

    def step(self, parameters: Arrays, gradients: Arrays) -> Arrays:
        """New parameters one step on; the given arrays are left as they are."""


class PlainGradient:
    """Parameters minus rate × gradient; nothing is remembered."""

    def __init__(self, rate: float) -> None:
        self.rate = check_rate(rate)

    def step(self, parameters: Arrays, gradients: Arrays) -> Arrays:
        """One step of size rate × gradient."""
        return tuple(p - self.rate * g for p, g in zip(parameters, gradients, strict=True))


class Adam:
    """Steps of about `rate` in every component, however large or small its gradient.

    It divides a running mean of the gradient by the root of a running mean of its square, both freed of their start at
    zero. Source: Kingma & Ba 2015, algorithm 1, with its constants.
    """

    def __init__(self, rate: float, mean_decay: float = 0.9, square_decay: float = 0.999, least: float = 1e-8) -> None:
        self.rate = check_rate(rate)
        self._decays = (mean_decay, square_decay)
        self._least = least
        self._taken = 0
        self._means: Arrays = ()
        self._squares: Arrays = ()

    def step(self, parameters: Arrays, gradients: Arrays) -> Arrays:
        """One step, and the memory that the next one needs."""
        if not self._taken:
            self._means = tuple(np.zeros_like(g) for g in gradients)
            self._squares = tuple(np.zeros_like(g) for g in gradients)
        self._taken += 1
        mean_decay, square_decay = self._decays
        # Both corrections are numbers, so they are taken out of the arrays: √(s/c) = √s / √c.
        root = math.sqrt(1 - square_decay**self._taken)
        size = self.rate * root / (1 - mean_decay**self._taken)
        moved = []
        for p, g, mean, square in zip(parameters, gradients, self._means, self._squares, strict=True):
            mean += (1 - mean_decay) * (g - mean)
            square += (1 - square_decay) * (g * g - square)
            moved.append(p - size * mean / (np.sqrt(square) + self._least * root))
        return tuple(moved)


def make_optimizer(name: str, rate: float) -> Optimizer:
    """The optimizer called "plain" or "adam". Raises ValueError for another name or a rate that cannot be walked."""
    if name not in OPTIMIZERS:
        raise ValueError(f"optimizer {name!r}: choose {' or '.join(OPTIMIZERS)}")
    return PlainGradient(rate) if name == "plain" else Adam(rate)


def check_rate(rate: float) -> float:
    """`rate` if it is above 0 and at most MAX_RATE, else ValueError (NaN too)."""
    if not 0 < rate <= MAX_RATE:
        raise ValueError(f"learning rate {rate}: choose a number above 0, at most {MAX_RATE:g}")
    return rate


def check_within(name: str, value: int, least: int, most: int) -> None:
    """Raise ValueError, with the name and the range, when a whole number is outside least … most."""
    if not least <= value <= most:
        raise ValueError(f"{name} {value}: choose a whole number from {least} to {most}")
