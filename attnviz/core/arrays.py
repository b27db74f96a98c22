"""Small helpers for arrays: one float type, clear refusals, results that cannot be changed by accident."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.floating[Any]]
BoolArray = npt.NDArray[np.bool_]


def as_float(name: str, value: npt.ArrayLike) -> FloatArray:
    """`value` as a floating array: floats keep their type, whole numbers and booleans become float64.

    Raises
    ------
    ValueError
        When rows have different lengths: pad them and hide the padding with a mask.
    TypeError
        When the entries are not real numbers.
    """
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name}: rows of different lengths; pad them and hide the padding with a mask") from error
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name}: expected real numbers, got {array.dtype}")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def read_only(array: FloatArray) -> FloatArray:
    """A view of `array` that refuses to be written to."""
    view = array.view()
    view.flags.writeable = False
    return view
