"""Matrix products that BLAS does not share out between threads."""

from __future__ import annotations

from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray

ALONE: Final = 1 << 17
"""Multiplications up to which OpenBLAS keeps to one thread; measured, it takes more from twice as many on."""


def product(a: FloatArray, b: FloatArray) -> FloatArray:
    """`a @ b` for matrices (m, k) and (k, n), in blocks of rows so small that BLAS works on them alone.

    Threads do not pay for matrices this small, and where other programs keep the cores busy they cost dearly: a step of
    the lookup at key width 1024 took 10 ms instead of 1, and one in a hundred took 90 or more.
    """
    rows = max(1, ALONE // max(1, b.size))
    if rows >= len(a):
        return np.asarray(a @ b)
    out = np.empty((len(a), b.shape[1]), np.result_type(a, b))  # (m, n)
    for top in range(0, len(a), rows):
        np.matmul(a[top : top + rows], b, out=out[top : top + rows])
    return out
