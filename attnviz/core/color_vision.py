"""How a picture looks in stray light, without color, and to eyes that lack one kind of cone.

All of it happens in linear light: pixels are sRGB, so they are made linear, changed, and encoded again.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

STRAY_LIGHT: Final = 0.15  # of full white, added by a lit room; the eye then adapts to the brighter white
LUMINANCE: Final = (0.2126, 0.7152, 0.0722)

# Machado, Oliveira and Fernandes 2009, "A physiologically-based model for simulation of color vision deficiency",
# severity 1.0; each row sums to 1, so that greys stay what they are.
MATRICES: Final[dict[str, tuple[tuple[float, float, float], ...]]] = {
    "greyscale": (LUMINANCE, LUMINANCE, LUMINANCE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}

_STEPS: Final = 4096  # fine enough that every one of the 256 levels comes back as itself
_ENCODED: Final = np.arange(256, dtype=np.float64) / 255
_LINEAR: Final = np.where(_ENCODED <= 0.04045, _ENCODED / 12.92, ((_ENCODED + 0.055) / 1.055) ** 2.4)  # (256,)


def _encode(linear: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)


_LEVELS: Final = np.rint(255 * _encode(np.linspace(0.0, 1.0, _STEPS))).astype(np.uint8)  # (4096,)
_WASHED: Final = (_LINEAR + STRAY_LIGHT) / (1 + STRAY_LIGHT)  # (256,)


def seen(rgb: Pixels, kind: str = "", *, washed: bool = False) -> Pixels:
    """The picture `rgb` (…, 3), 8-bit sRGB, as it is seen: a new array of the same shape.

    `kind` is "", "greyscale", "deuteranopia" or "protanopia". `washed` adds stray light of 0.15 of white in linear
    light and brings the brighter white back to 1: (L + 0.15) / 1.15. Light is added before the eye sees it. Raises
    KeyError for an unknown kind.
    """
    table = _WASHED if washed else _LINEAR
    if not kind:
        return np.rint(255 * _encode(table)).astype(np.uint8)[rgb]
    matrix = np.asarray(MATRICES[kind], dtype=np.float32) * np.float32(_STEPS - 1)
    light = table.astype(np.float32)[rgb]  # (…, 3)
    steps = light @ matrix.T + np.float32(0.5)
    return _LEVELS[np.clip(steps, 0, _STEPS - 1).astype(np.int16)]
