"""Attention from elsewhere: weights saved by any program, or handed over by a script or notebook.

Nothing is believed before it is checked, and a refusal says what is wrong in words for the person who saved it.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.given import Given, Side, log_weights
from attnviz.core.outside_axes import four_axes
from attnviz.core.outside_labels import AttentionError, read_labels, side_of_labels
from attnviz.core.tokens import MAX_TOKENS
from attnviz.core.words import quoted

__all__ = ["KEYS", "AttentionError", "Outside", "from_arrays", "read_attention"]

KEYS: Final = ("attention", "tokens", "key_tokens", "axes")
_OTHER_NAMES: Final = {"attentions": "attention", "weights": "attention", "labels": "tokens"}
_ROUNDING: Final = 1e-5  # rows of float32 weights sum to 1 within this
_TOLERANCE: Final = 1e-2  # and those of half-precision weights within this
_MOST_BYTES: Final = 1 << 28  # no attention over at most MAX_TOKENS tokens is larger
_MOST_DEPTH: Final = 6  # of nested lists
_KEPT_NONE: Final = (
    "there is no attention in it; ask the model for it with output_attentions=True, and load the model with "
    "attn_implementation='eager'"
)
_PICKLE: Final = "it holds pickled Python objects, which could run code; save arrays of numbers, and tokens as text"


@dataclass(frozen=True, slots=True, eq=False)
class Outside:
    """Attention that was accepted, and what a viewer should be told about it."""

    given: Given
    notes: tuple[str, ...] = ()

    @property
    def attention(self) -> FloatArray:
        """Weights (layers, heads, n_q, n_k)."""
        return self.given.weights

    @property
    def read_as(self) -> str:
        """What the axes were taken for: "read as 6 layers × 12 heads"."""
        counts = ((self.given.layers, "layer"), (self.given.heads, "head"))
        return "read as " + " × ".join(f"{count} {thing}{'s' if count > 1 else ''}" for count, thing in counts)


def read_attention(path: Path | str) -> Outside:
    """The attention in an .npz file with the arrays `attention`, `tokens` and, for cross attention, `key_tokens`.

    An array `axes` may name the axes of `attention` in their order. Raises AttentionError, naming the file, when it
    cannot be read or is refused (see `from_arrays`).
    """
    path = Path(path)
    try:
        held = _load(path)
        names = {name: read_labels(held[name], name) for name in KEYS[1:] if name in held}
        keys, axes = names.get("key_tokens"), names.get("axes")
        return from_arrays(held["attention"], names["tokens"], keys, axes=axes, source=path.name)
    except AttentionError as error:
        raise AttentionError(f"{path}: {error}") from error


def from_arrays(
    attentions: object,
    tokens: Sequence[str],
    key_tokens: Sequence[str] | None = None,
    *,
    axes: Sequence[str] | None = None,
    source: str = "from elsewhere",
) -> Outside:
    """Attention as models return it.

    Parameters
    ----------
    attentions
        (layers, heads, n_q, n_k), (heads, n_q, n_k) or (n_q, n_k); or a tuple or list with such an array for each
        layer, as Hugging Face models return it. NumPy arrays, PyTorch tensors, nested lists. A batch of one is
        squeezed.
    tokens
        What stands along the rows (n_q); and along the columns too, unless `key_tokens` (n_k) says otherwise.
    axes
        What each axis is, in their order, of layers, batch, heads, queries and keys; see `four_axes` for what is
        assumed otherwise.

    Raises
    ------
    AttentionError
        When labels do not match the shape or are empty, when weights are negative, NaN or no numbers, when rows do not
        sum to 1 within 0.01 (a smaller difference is corrected, with a note), or when the batch is larger than one.
    """
    weights = four_axes(_array(attentions), axes)  # (layers, heads, n_q, n_k)
    queries = side_of_labels(read_labels(tokens))
    keys = queries if key_tokens is None else side_of_labels(read_labels(key_tokens, "key_tokens"))
    _check_labels(weights.shape, queries, keys, one_list=key_tokens is None)
    notes = _check_rows(weights, queries)
    weights = weights / weights.sum(axis=-1, keepdims=True)
    return Outside(Given(source, queries, keys, log_weights(weights)), notes)


# --- reading ----------------------------------------------------------------------------------------------------------


def _load(path: Path) -> dict[str, np.ndarray]:
    if path.is_dir():
        raise AttentionError("this is a folder; choose an .npz file")
    if not path.exists():
        raise AttentionError("there is no such file")
    try:
        with path.open("rb") as file:
            _check_start(file.read(6))
            with zipfile.ZipFile(file) as archive:
                _check_members(archive)
            file.seek(0)
            with np.load(file, allow_pickle=False) as held:
                _check_keys(held.files)
                return {name: held[name] for name in held.files}
    except AttentionError:
        raise
    except (zipfile.BadZipFile, zlib.error):
        raise AttentionError("this is no .npz file, or it is damaged; save it with numpy.savez") from None
    except (OSError, EOFError, ValueError, RuntimeError, MemoryError) as error:
        if "pickle" in str(error):
            raise AttentionError(_PICKLE) from error
        raise AttentionError(f"it cannot be read: {error}") from error


def _check_start(start: bytes) -> None:
    if start.startswith(b"\x80"):
        raise AttentionError(_PICKLE)
    if start == b"\x93NUMPY":
        raise AttentionError("this is one array without its tokens; save both with numpy.savez")


def _check_members(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    if any(member.filename.endswith(".pkl") for member in members):
        raise AttentionError(_PICKLE)
    size = sum(member.file_size for member in members)
    if size > _MOST_BYTES:
        raise AttentionError(f"it holds {size >> 20} MB; attention over {MAX_TOKENS} tokens is smaller")


def _check_keys(names: Sequence[str]) -> None:
    for name in names:
        if name not in KEYS:
            meant = f" (did you mean {_OTHER_NAMES[name]!r}?)" if name in _OTHER_NAMES else ""
            raise AttentionError(
                f"unknown array {name!r}{meant}; expected {', '.join(KEYS[:2])} and perhaps {', '.join(KEYS[2:])}"
            )
    for name in KEYS[:2]:
        if name not in names:
            raise AttentionError(f"the array {name!r} is missing")


def _array(value: object, depth: int = 0) -> FloatArray:
    """Arrays, tensors and nests of them as one float array."""
    if value is None:
        raise AttentionError(_KEPT_NONE)
    if isinstance(value, list | tuple):
        return _stacked(value, depth)
    array = np.asarray(_to_numpy(value))
    if array.dtype.kind not in "fiu":
        raise AttentionError(f"attention must be numbers, not {array.dtype}")
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float32)


def _stacked(values: Sequence[object], depth: int) -> FloatArray:
    if not values:
        raise AttentionError(_KEPT_NONE)
    if depth >= _MOST_DEPTH:
        raise AttentionError("the lists are nested too deeply for attention")
    if all(isinstance(value, int | float) for value in values):
        try:
            return np.array(values, np.float64)
        except OverflowError as error:
            raise AttentionError("it holds a number that is too large for a weight") from error
    parts = [_array(value, depth + 1) for value in values]
    shapes = {part.shape for part in parts}
    if len(shapes) > 1:
        different = " and ".join(str(shape) for shape in sorted(shapes)[:2])
        raise AttentionError(f"its parts have different shapes, {different}; pass the layers of one pass of the model")
    return np.stack(parts)


def _to_numpy(value: Any) -> Any:
    """A PyTorch tensor as an array, without importing PyTorch; anything else as it is."""
    if not hasattr(value, "detach"):
        return value
    tensor = value.detach().cpu()
    try:
        return tensor.numpy()
    except TypeError:  # bfloat16, which NumPy does not have
        return tensor.float().numpy()


# --- checking ---------------------------------------------------------------------------------------------------------


def _check_labels(shape: tuple[int, ...], queries: Side, keys: Side, one_list: bool) -> None:
    n_q, n_k = len(queries.tokens), len(keys.tokens)
    if one_list and shape[2] == n_q != shape[3]:
        raise AttentionError(f"{n_q} queries look at {shape[3]} keys: give the keys' labels as key_tokens")
    if (n_q, n_k) != shape[2:]:
        raise AttentionError(f"{n_q} tokens by {n_k} do not label weights of {shape[2]} queries by {shape[3]} keys")
    if max(n_q, n_k) > MAX_TOKENS:
        raise AttentionError(f"{max(n_q, n_k)} tokens: at most {MAX_TOKENS} fit on the board")


def _check_rows(weights: FloatArray, queries: Side) -> tuple[str, ...]:
    """Notes on small flaws. Raises AttentionError for large ones, naming the first place."""
    for wrong, what in ((~np.isfinite(weights), "is NaN or infinite"), (weights < 0, "is negative")):
        if wrong.any():
            layer, head, query, _ = np.argwhere(wrong)[0]
            raise AttentionError(f"a weight {what}: {_place(layer, head, queries.tokens[query])}")
    sums = weights.sum(axis=-1, dtype=np.float64)  # (layers, heads, n_q)
    off = np.abs(sums - 1)
    if off.max() > _TOLERANCE:
        layer, head, query = np.argwhere(off > _TOLERANCE)[0]
        raise AttentionError(
            f"the weights of a row must sum to 1, not {sums[layer, head, query]:.3g}: "
            f"{_place(layer, head, queries.tokens[query])}. Scores before the softmax are not weights, and a model in "
            "training drops some out (call model.eval())"
        )
    if off.max() > _ROUNDING:
        return (f"Rows summed to {sums.min():.4f} to {sums.max():.4f}; each was divided by its sum.",)
    return ()


def _place(layer: int, head: int, token: str) -> str:
    return f"layer {layer + 1}, head {head + 1}, row {quoted(token)}"
