"""Reads what a viewer typed and judges it. One pure function, `read_answer`; nothing here raises on bad input."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from attnviz.board.arithmetic import MAX_LENGTH, MAX_SIZE, evaluate
from attnviz.board.schema import Question

TYPE_DIGITS: Final = "Type digits, such as 12."


class Verdict(StrEnum):
    """What the program makes of an answer. Only WRONG counts against the viewer."""

    RIGHT = "right"
    WRONG = "wrong"
    FORM = "form"  # the value is right, the way of writing it was not asked for
    UNREAD = "unread"  # not understood
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Reading:
    """A verdict, what to say to it, and the number that was read (None when none was)."""

    verdict: Verdict
    text: str
    value: Fraction | None = None


def read_answer(typed: str, question: Question, *, decimal: str = ".") -> Reading:
    """Judge `typed` as an answer to `question`.

    `decimal` is the viewer's decimal sign, "." or ",": it decides what 1,234 means where both readings are possible.
    A choice is answered by the number (from 1) or the letter (from a) of an option.
    """
    text = _plain(typed)
    if not text.strip():
        return Reading(Verdict.EMPTY, "Not answered yet.")
    if len(text) > MAX_LENGTH:
        return Reading(Verdict.UNREAD, TYPE_DIGITS)
    if question.kind == "choice":
        return _read_choice(text, question)
    return _read_integer(text, question, decimal)


# ------------------------------------------------------------------------------------------------------------- choice


def _read_choice(text: str, question: Question) -> Reading:
    given = text.strip().casefold().rstrip(".)")
    number = ord(given) - ord("a") + 1 if len(given) == 1 and given.isalpha() else _small(given)
    if not 1 <= number <= len(question.options):
        return Reading(Verdict.UNREAD, f"Choose one of the {len(question.options)} answers.")
    option = question.options[number - 1]
    if option.right:
        return Reading(Verdict.RIGHT, question.right, Fraction(number))
    return Reading(Verdict.WRONG, option.feedback, Fraction(number))


def _small(text: str) -> int:
    return int(text) if re.fullmatch(r"[0-9]{1,2}", text) else 0


# ------------------------------------------------------------------------------------------------------------ integer

_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
_GROUPED: Final = re.compile(r"([+-]?)(\d{1,3})((?:[,.' ]\d{3})+)", re.ASCII)


def _read_integer(text: str, question: Question, decimal: str) -> Reading:
    text = _without_unit(text.strip("= ").rpartition("=")[2], question.unit)
    readings = _numbers(text, decimal)
    if readings:
        return _judge_number(text, readings, question)
    try:
        value = evaluate(_as_sum(text))
    except ValueError:
        return Reading(Verdict.UNREAD, _why_unread(text))
    if value == question.answer:
        return Reading(Verdict.FORM, f"Equal to {question.answer}. Now give one number.", value)
    return Reading(Verdict.WRONG, _why_wrong(value, question), value)


def _judge_number(text: str, readings: tuple[Fraction, ...], question: Question) -> Reading:
    value, *others = readings
    if value == question.answer:
        grouped = not _NUMBER.fullmatch(text)
        return Reading(Verdict.RIGHT, (f"Read as {value}. " if grouped else "") + question.right, value)
    if question.answer in others:
        return Reading(Verdict.UNREAD, "This can be read in two ways. Write it without a separator.")
    return Reading(Verdict.WRONG, _why_wrong(value, question), value)


def _why_wrong(value: Fraction, question: Question) -> str:
    for wrong in question.wrong:
        if wrong.given == value:
            return wrong.text
    if value.denominator != 1:
        return "The answer is a whole number."
    shown = f"{value} is not it." if abs(value) < MAX_SIZE else "That is not it."
    return f"{shown} {question.hint}".strip()


def _why_unread(text: str) -> str:
    unit = re.fullmatch(r"[+-]?[\d.,]+\s*([^\W\d_]+)", text)
    return f'"{unit[1]}" is not a unit here. Type the number alone.' if unit else TYPE_DIGITS


def _numbers(text: str, decimal: str) -> tuple[Fraction, ...]:
    """Every number that `text` can be, the viewer's own reading first; empty when it is not a plain number."""
    grouped = _GROUPED.fullmatch(text)
    if grouped:
        return _grouped_numbers(grouped, decimal)
    bare = text.replace(",", ".") if text.count(",") == 1 and "." not in text else text
    bare = _mixed_separators(bare)
    if not _NUMBER.fullmatch(bare) or abs(float(bare)) == float("inf"):
        return ()
    return (Fraction(bare),)


def _grouped_numbers(grouped: re.Match[str], decimal: str) -> tuple[Fraction, ...]:
    """1,234 is 1234 or 1.234; 1,234,567, 1 234 and 0,5 have one reading only."""
    sign, first, rest = grouped.groups()
    signs = {c for c in rest if not c.isdigit()}
    if len(signs) > 1:
        return ()
    (separator,) = signs
    whole = Fraction(sign + first + re.sub(r"\D", "", rest))
    if separator in "' " or len(rest) > 4:
        return (whole,)
    part = Fraction(f"{sign}{first}.{rest[1:]}")
    if first == "0":
        return (part,)
    return (part, whole) if separator == decimal else (whole, part)


def _mixed_separators(text: str) -> str:
    """1,024.0 and 1.024,0 as 1024.0: the last separator is the decimal one."""
    match = re.fullmatch(r"([+-]?\d{1,3}(?:([,.])\d{3})+)([,.])(\d*)", text, re.ASCII)
    if not match or match[2] == match[3]:
        return text
    return f"{match[1].replace(match[2], '')}.{match[4]}"


def _without_unit(text: str, units: tuple[str, ...]) -> str:
    lowered = text.casefold()
    for unit in sorted(units, key=len, reverse=True):
        if unit and lowered.endswith(unit.casefold()):
            return text[: len(text) - len(unit)].strip()
    return text


# --------------------------------------------------------------------------------------------------- one way to write

_POWERS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_SAME: Final = str.maketrans(
    {
        "−": "-",  # minus
        "‐": "-",
        "‑": "-",
        "‒": "-",
        "–": "-",
        "×": "*",
        "·": "*",
        "∙": "*",
        "⋅": "*",
        "÷": "/",
        "∕": "/",
        "⁄": "/",
        "∶": "/",
        "^": "**",
        "’": "'",
        "‘": "'",
        "_": "'",
        "٫": ".",
        "٬": "'",
        "،": ",",
    }
)


def _plain(typed: str) -> str:
    """`typed` with every kind of digit, sign and space written one way, and spaces only where they part digits."""
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda power: f"**{power[0].translate(_POWERS)}", typed[: 4 * MAX_LENGTH])
    text = unicodedata.normalize("NFKC", text).translate(_SAME)
    kept = (c for c in text if unicodedata.category(c) != "Cf")  # zero-width and direction marks
    text = "".join(_digit(c) for c in kept)
    text = " ".join(text.split())
    return re.sub(r"(?<!\d) | (?!\d)", lambda gap: " " if _between_letters(text, gap.start()) else "", text)


def _digit(sign: str) -> str:
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


def _between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()


def _as_sum(text: str) -> str:
    """`text` as `arithmetic.evaluate` reads it: √64 and 8x8 written out."""
    text = re.sub(r"√(\d+)", r"sqrt(\1)", text).replace("√", "sqrt").replace("'", "")
    if re.search(r"(?<!\d)0[xX]", text):  # hexadecimal, not a product
        return text
    return re.sub(r"(?<=[\d)])[xX](?=[\d(])", "*", text)
