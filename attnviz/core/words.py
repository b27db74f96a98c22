"""How numbers are written, the same on screen, aloud and in tables."""

from __future__ import annotations

import math
import unicodedata
from typing import SupportsFloat, SupportsIndex

import numpy as np

MINUS = "−"  # U+2212, as wide as a plus sign
INFINITY = "∞"
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def weight_words(weight: SupportsFloat) -> str:
    """An attention weight in words: two decimals, and never "0" for a weight that is not zero.

    "0.85"; below 0.01 three decimals, "0.004"; below that "less than 0.001"; exactly zero is "0".
    """
    value = float(weight)
    if value == 0:
        return "0"
    if 0 < value < 0.001:
        return "less than 0.001"
    return number(value, 3 if 0 < value < 0.01 else 2)


def number(value: SupportsFloat | SupportsIndex, digits: int = 2) -> str:
    """`value` with `digits` decimals and a real minus sign; whole-number types get no decimals.

    What rounds to zero has no sign: "0.00", never "−0.00". Infinity is "∞".
    """
    if isinstance(value, int | np.integer):
        return str(int(value)).replace("-", MINUS)
    real = float(value)
    if math.isnan(real):
        return "undefined"
    if math.isinf(real):
        return INFINITY if real > 0 else MINUS + INFINITY
    text = f"{real:.{digits}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else MINUS + text[1:]
    return text


def read_number(text: str) -> float | None:
    """The number that was typed, None when it is none.

    Digits of any script, a point or a comma, any minus sign, a fraction such as 1/3, and ½.
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace(MINUS, "-").replace("\u2044", "/")
    if plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    above, stroke, below = plain.partition("/")
    try:
        value = float(above) / float(below) if stroke else float(plain)
    except (ValueError, ZeroDivisionError):
        return None
    return value if math.isfinite(value) and "_" not in plain else None


def subscript(value: int) -> str:
    """A whole number in subscript digits: 12 is "₁₂"."""
    return str(value).translate(SUBSCRIPTS)
