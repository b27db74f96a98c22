"""Matrix products in pieces too small for BLAS to wake its threads.

A sentence has a few dozen rows, and a model's matrices have hundreds of columns. Whole, such a product is just large
enough for OpenBLAS to share it out, and then it waits for the slowest core: measured on two cores beside other work,
94 ms instead of 1.3. In pieces it takes a third longer than the whole when the cores are idle, and never stalls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Float32 = npt.NDArray[np.float32]

_COLUMNS: Final = 16  # of a piece
_MOST: Final = 1 << 18  # multiplications in one product; beyond, OpenBLAS uses several threads


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """A linear map x @ w + b whose matrix is stored in pieces of a few columns."""

    pieces: Float32  # (pieces, inputs, columns)
    bias: Float32  # (outputs,)

    @classmethod
    def of(cls, matrix: Float32, bias: Float32) -> Linear:
        """The map with a `matrix` as PyTorch stores it, (outputs, inputs), and a `bias` (outputs,)."""
        outputs, inputs = matrix.shape
        padded = np.zeros((-(-outputs // _COLUMNS) * _COLUMNS, inputs), np.float32)
        padded[:outputs] = matrix
        return cls(np.ascontiguousarray(padded.reshape(-1, _COLUMNS, inputs).swapaxes(1, 2)), bias)

    def __call__(self, x: Float32) -> Float32:
        """(n, inputs) -> (n, outputs)."""
        n, inputs = x.shape
        parts = -(-n * inputs * _COLUMNS // _MOST)
        rows = -(-n // parts)
        padded = np.zeros((parts * rows, inputs), np.float32)
        padded[:n] = x
        made = padded.reshape(parts, rows, inputs) @ self.pieces[:, None]  # (pieces, parts, rows, columns)
        side_by_side = made.transpose(1, 2, 0, 3).reshape(parts * rows, -1)  # (parts·rows, pieces·columns)
        return np.asarray(side_by_side[:n, : len(self.bias)] + self.bias, np.float32)
