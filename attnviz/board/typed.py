"""Typed numbers and sums made readable: every kind of digit, sign and space written one way, and what they can mean."""

from __future__ import annotations

import math
import re
import unicodedata
from fractions import Fraction
from typing import Final

from attnviz.board.writing import NumberWriting

MAX_TYPED: Final = 64  # signs of an answer; what is longer is not read
_LONGEST: Final = 4 * MAX_TYPED  # signs that are looked at before spaces are taken out
_POWERS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("−‐‑‒–—", "-"),
        **dict.fromkeys("×·∙⋅", "*"),
        **dict.fromkeys("÷∕⁄∶", "/"),
        **dict.fromkeys("’‘ʼ′´_٬", "'"),
        "^": "**",
        "٫": ".",
        "،": ",",
        "٪": "%",
    }
)
_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_GROUPED: Final = re.compile(r"([+-]?)(\d{1,3})((?:[,.' ]\d{3})+)", re.ASCII)
_MIXED: Final = re.compile(r"([+-]?\d{1,3}(?:([,.' ])\d{3})+)([,.])(\d*)", re.ASCII)
_IN_A_SUM: Final = re.compile(r"\d[\d.,' ]*(?:[eE][+-]?\d{1,3})?|[.,]\d+", re.ASCII)


def plain(typed: str) -> str:
    """`typed` with every kind of digit, sign and space written one way, and spaces only where they part something."""
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", _power, typed[:_LONGEST])
    text = "".join(f"({unicodedata.normalize('NFKC', c)})" if c in "½⅓⅔¼¾⅕⅛" else c for c in text)
    # Before compatibility forms are folded: an accent or a double prime would fall apart into a space and a mark.
    text = unicodedata.normalize("NFKC", text.translate(_SAME)).translate(_SAME)
    kept = (c for c in text if unicodedata.category(c) != "Cf")  # zero-width and direction marks
    text = " ".join("".join(map(_digit, kept)).split())
    return re.sub(r"(?<!\w) | (?!\w)", "", text)


def numbers_in(text: str, writing: NumberWriting) -> tuple[Fraction, ...]:
    """Every number that plain `text` can be, the viewer's own reading first; empty when it is not a plain number."""
    grouped = _GROUPED.fullmatch(text)
    if grouped:
        return _grouped(grouped, writing)
    bare = text.replace(",", ".") if text.count(",") == 1 and "." not in text and "'" not in text else text
    mixed = _MIXED.fullmatch(text)
    if mixed and mixed[2] != mixed[3]:  # 1,024.0 and 1.024,0: the last sign is the decimal one
        bare = f"{mixed[1].replace(mixed[2], '')}.{mixed[4]}"
    if not _NUMBER.fullmatch(bare) or not math.isfinite(float(bare)):
        return ()
    return (Fraction(bare),)


def is_as_typed(text: str, value: Fraction) -> bool:
    """Whether plain `text` can be read as `value` only; if not, the number is read back to the viewer."""
    return bool(_NUMBER.fullmatch(text)) and Fraction(text) == value


def as_sum(text: str, writing: NumberWriting) -> str:
    """Plain `text` as `expressions.parse` reads it: numbers in the viewer's writing, √64, 8x8 and 2(3+1) written out.

    What Python would read in its own way, such as 0x40, comes back as something that cannot be read.
    """
    if re.search(r"(?<![\w.])0[xXoObB]\w", text):
        return "?"
    text = re.sub(r"√\s*([\w.,']+)", r"sqrt(\1)", text).replace("√", "sqrt")
    text = _IN_A_SUM.sub(lambda found: _one_number(found[0], writing), text)
    text = re.sub(r"(?<=[\d)])\s?[xX]\s?(?=[\d(])", "*", text)
    return re.sub(r"(?<=[\d)])\(", "*(", text)


def _one_number(token: str, writing: NumberWriting) -> str:
    """A number inside a sum as Python writes it; what can only be two numbers stays, and is refused later."""
    found = numbers_in(token.rstrip(), writing)
    if not found:
        return token
    if found[0].denominator == 1:
        return str(found[0].numerator)
    return f"({found[0].numerator}/{found[0].denominator})"


def _grouped(grouped: re.Match[str], writing: NumberWriting) -> tuple[Fraction, ...]:
    """1,234 is 1234 or 1.234; 1,234,567, 1 234 and 0,500 have one reading only."""
    sign, first, rest = grouped.groups()
    signs = {c for c in rest if not c.isdigit()}
    if len(signs) > 1:
        return _last_is_decimal(sign + first, rest)
    (separator,) = signs
    whole = Fraction(sign + first + re.sub(r"\D", "", rest))
    if separator in "' " or len(rest) > 4:
        return (whole,)
    part = Fraction(f"{sign}{first}.{rest[1:]}")
    if first == "0":
        return (part,)
    return (part, whole) if separator == writing.point else (whole, part)


def _last_is_decimal(first: str, rest: str) -> tuple[Fraction, ...]:
    """1,024.125 as one number, when only its last sign differs and that is a decimal one."""
    groups, last, decimals = rest[:-4], rest[-4], rest[-3:]
    if last not in ",." or len({c for c in groups if not c.isdigit()}) != 1 or last in groups:
        return ()
    return (Fraction(first + re.sub(r"\D", "", groups) + "." + decimals),)


def _power(found: re.Match[str]) -> str:
    return f"**{found[0].translate(_POWERS)}"


def _digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)
