"""Color tables of the matrices: cividis for weights 0…1, blue–white–orange for signed scores."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
import PySide6.QtCore  # noqa: F401  (before pyqtgraph, which otherwise looks for PyQt6 first)
from numpy.typing import NDArray
from pyqtgraph import colormap

LEVELS: Final = 256
Table = NDArray[np.uint32]

_SCORE_STOPS: Final = (  # one blue and one orange of equal lightness at the ends, white at zero
    (0.0, (0, 72, 130)),
    (0.25, (77, 153, 206)),
    (0.5, (255, 255, 255)),
    (0.75, (232, 144, 72)),
    (1.0, (150, 58, 0)),
)


@lru_cache(maxsize=1)
def weights_lut() -> Table:
    """Colors of weights 0 to 1, 256 steps of cividis, each 0xAARRGGBB for `QImage.Format_RGB32`."""
    return _packed(colormap.get("cividis").getLookupTable(nPts=LEVELS, mode="byte"))


@lru_cache(maxsize=1)
def scores_lut() -> Table:
    """Colors of signed scores −limit to +limit, white at zero, each 0xAARRGGBB."""
    at = np.linspace(0.0, 1.0, LEVELS)
    stops, colors = [stop for stop, _ in _SCORE_STOPS], np.array([color for _, color in _SCORE_STOPS])
    return _packed(np.stack([np.interp(at, stops, colors[:, channel]) for channel in range(3)], axis=1))


@lru_cache(maxsize=2)
def dark_ink(signed: bool) -> NDArray[np.bool_]:
    """Where black is easier to read than white on a table's colors, (256,); the better one has at least 4.5:1."""
    light = luminances(scores_lut() if signed else weights_lut())
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05)


def luminances(lut: Table) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.2) of every color of a table, shape (256,)."""
    channels = np.stack([(lut >> shift) & 0xFF for shift in (16, 8, 0)], axis=1) / 255.0  # (256, 3)
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def levels(values: NDArray[np.floating], limit: float, signed: bool) -> NDArray[np.intp]:
    """The place in the table of each value, of 0…limit or, signed, −limit…limit; beyond them the end. NaN is 0."""
    share = (values / limit + 1.0) / 2.0 if signed else values / limit
    # Rounded here, not cut: an exact zero must land on white.
    return np.asarray(np.nan_to_num(np.clip(share, 0, 1) * (LEVELS - 1)).round(), dtype=np.intp)


def _packed(colors: NDArray[np.number]) -> Table:
    red, green, blue = np.rint(colors[:, :3]).astype(np.uint32).T
    table = np.asarray(0xFF000000 | (red << 16) | (green << 8) | blue, dtype=np.uint32)
    table.flags.writeable = False
    return table
