"""Gradients the slow way, to check those written by hand."""

from collections.abc import Callable

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.labs.optimizers import Arrays


def differences(loss: Callable[[Arrays], float], parameters: Arrays, step: float = 1e-6) -> list[FloatArray]:
    """∂loss/∂parameters from central differences, one entry at a time."""
    found = []
    for which, array in enumerate(parameters):
        slopes = np.empty_like(array)
        for place in np.ndindex(*array.shape):
            ends = []
            for sign in (1, -1):
                moved = [p.copy() for p in parameters]
                moved[which][place] += sign * step
                ends.append(loss(tuple(moved)))
            slopes[place] = (ends[0] - ends[1]) / (2 * step)
        found.append(slopes)
    return found
