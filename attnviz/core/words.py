"""How numbers are written, the same on screen, aloud and in tables."""

from __future__ import annotations

import math
import unicodedata
from typing import SupportsFloat, SupportsIndex

import numpy as np

MINUS = "−"  # U+2212, as wide as a plus sign
INFINITY = "∞"
SUBSCRIPT_DIGITS = "₀₁₂₃₄₅₆₇₈₉"
SUBSCRIPTS = str.maketrans("0123456789", SUBSCRIPT_DIGITS)
MOST_LETTERS = 24  # of a word that a sentence repeats
ISOLATE, END_ISOLATE = "\u2068", "\u2069"
_LEFTWARD = frozenset(("R", "AL", "AN"))  # bidirectional classes of what is written from right to left
_DIRECTIONS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C))


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


def isolated(token: str) -> str:
    """`token` as it goes into other text: one written from right to left does not turn what stands beside it.

    Source: Unicode Standard Annex 9, first strong isolate. A token without such signs stays as it is.
    """
    if not any(unicodedata.bidirectional(sign) in _LEFTWARD for sign in token):
        return token
    return f"{ISOLATE}{token.translate(_DIRECTIONS)}{END_ISOLATE}"


def runs_leftward(text: str) -> bool:
    """Whether `text` is written from right to left, by its first letter of either kind."""
    kinds = (unicodedata.bidirectional(sign) for sign in text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), False)


def short_word(token: str, most: int = MOST_LETTERS) -> str:
    """`token` with at most `most` letters, "…" for what is left out; the number of a repeated word stays."""
    if len(token) <= most:
        return token
    repeat = token[len(token.rstrip(SUBSCRIPT_DIGITS)) :]
    end = max(most - 1 - len(repeat), 1)
    while end > 1 and (unicodedata.category(token[end])[0] == "M" or "\u200d" in token[end - 1 : end + 1]):
        end -= 1  # a letter and its accents stay together
    return f"{token[:end]}…{repeat}"


def in_words(token: str, most: int = MOST_LETTERS) -> str:
    """`token` as a part of other text: not too long, and turning nothing beside it."""
    return isolated(short_word(token, most))


def arrow(query: str, key: str, most: int = MOST_LETTERS) -> str:
    """Two tokens, of which the first looks at the second: "it → dog"."""
    return f"{in_words(query, most)} → {in_words(key, most)}"


def quoted(token: str, most: int = MOST_LETTERS) -> str:
    """`token` in quotation marks, as a part of a sentence."""
    return f"“{in_words(token, most)}”"
