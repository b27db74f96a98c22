"""Which axis of attention from elsewhere is which: told by its shape, or named by who saved it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attnviz.core.arrays import FloatArray
from attnviz.core.limits import RANGES
from attnviz.core.outside_labels import AttentionError

AXES: Final = ("layers", "batch", "heads", "queries", "keys")
_BY_COUNT: Final = {2: AXES[3:], 3: AXES[2:], 4: (AXES[0], *AXES[2:]), 5: AXES}
_MOST: Final = int(RANGES["head"][1]) + 1  # layers, and heads of each, that can be selected


def four_axes(array: FloatArray, axes: Sequence[str] | None = None) -> FloatArray:
    """(layers, heads, n_q, n_k), with one layer or head where the array has no such axis.

    Without `axes`, two axes are queries and keys, three have heads before them, four layers before those, five a batch
    after the layers. So a batch of one layer (batch, heads, n_q, n_k) has the shape of several layers, and only
    `axes=("batch", "heads", "queries", "keys")` tells it apart.

    Raises AttentionError for other shapes, for a batch larger than one, and for names that do not fit.
    """
    names = _names(array, axes)
    shape = [array.shape[names.index(axis)] if axis in names else 1 for axis in AXES]
    if shape[1] > 1:
        read = "" if axes is not None else f" (shape {array.shape} is read as {', '.join(names)})"
        raise AttentionError(f"it holds a batch of {shape[1]} sentences{read}; choose one, such as a[:1] of each layer")
    array = array.transpose([names.index(axis) for axis in AXES if axis in names]).reshape([shape[0], *shape[2:]])
    if 0 in array.shape:
        raise AttentionError(f"attention of shape {array.shape} is empty")
    for count, what in zip(array.shape[:2], ("layers", "heads in a layer"), strict=True):
        if count > _MOST:
            raise AttentionError(f"attention of shape {array.shape} has {count} {what}: at most {_MOST} can be shown")
    return array


def _names(array: FloatArray, axes: Sequence[str] | None) -> tuple[str, ...]:
    if axes is None:
        if array.ndim not in _BY_COUNT:
            raise AttentionError(
                f"attention of shape {array.shape}: expected (layers, heads, queries, keys), (heads, queries, keys) or "
                "(queries, keys)"
            )
        return _BY_COUNT[array.ndim]
    names = tuple(map(str, axes))
    if not {"queries", "keys"} <= set(names) <= set(AXES) or len(set(names)) < len(names):
        raise AttentionError(f"axes {', '.join(names)}: name queries and keys, and those of {', '.join(AXES)}")
    if len(names) != array.ndim:
        raise AttentionError(f"axes name {len(names)} axes ({', '.join(names)}), the shape is {array.shape}")
    return names
