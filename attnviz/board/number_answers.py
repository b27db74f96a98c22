"""Judges a typed number: for `integer` it must be one number, for `number` a sum will do, within a tolerance."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from attnviz.board.draw import Asked
from attnviz.board.expressions import MAX_SIZE, ExpressionError, Number, Value, exact, parse, size
from attnviz.board.fill_in import fill_in
from attnviz.board.typed import MAX_TYPED, as_sum, is_as_typed, numbers_in, plain
from attnviz.board.verdict import EMPTY, Reading, Verdict
from attnviz.board.writing import NumberWriting

TYPE_DIGITS: Final = "Type digits, such as 12."
TWO_WAYS: Final = "This can be read in two ways. Write it without a separator."
RELATIVE: Final = Fraction(5, 1000)  # how far a `number` may be off: half a percent


def read_number_answer(given: str, asked: Asked, writing: NumberWriting) -> Reading:
    """The verdict on what was typed for an `integer` or a `number` question."""
    text = plain(given)
    if not text:
        return EMPTY
    if len(text) > MAX_TYPED:
        return Reading(Verdict.UNREAD, TYPE_DIGITS)
    text = _without_unit(text.strip("= ").rpartition("=")[2], asked.unit)
    readings = numbers_in(text, writing)
    if readings:
        return _judge_number(text, readings, asked, writing)
    percent = numbers_in(text.removesuffix("%").rstrip(), writing) if text.endswith("%") else ()
    if percent:
        return _judge_form(percent[0] / 100, "Now write it without the percent sign.", asked, writing)
    try:
        value = parse(as_sum(text, writing)).number({})
    except ExpressionError:
        return Reading(Verdict.UNREAD, _why_unread(text))
    if asked.question.kind == "number" and fits(value, asked):
        return Reading(Verdict.RIGHT, _read_as(writing.text(value, max(asked.question.digits, 2)), asked), value)
    return _judge_form(value, "Now give one number.", asked, writing)


def fits(value: Number, asked: Asked) -> bool:
    """Whether `value` is the right number: exactly for `integer`, within the tolerance for `number`."""
    assert asked.value is not None
    return same_number(asked)(value, asked.value)


def tolerance(value: Number, digits: int) -> Number:
    """How far a `number` answer may be off: 0.5 % or half of the last digit asked for, whichever is larger."""
    half = Fraction(1, 2 * 10**digits)
    share = RELATIVE * value if isinstance(value, Fraction) else float(RELATIVE) * value
    return size(share) if size(share) > half else half


def same_number(asked: Asked) -> Callable[[Number, Number], bool]:
    """What tells whether two numbers are the same answer to this question."""
    digits = asked.question.digits

    def same(left: Number, right: Number) -> bool:
        off, most = size(left - right), tolerance(right, digits)
        return off <= most or exact(off, most)

    return same if asked.question.kind == "number" else exact


def _judge_number(text: str, readings: tuple[Fraction, ...], asked: Asked, writing: NumberWriting) -> Reading:
    value, *others = readings
    if fits(value, asked):
        if is_as_typed(text, value):
            return Reading(Verdict.RIGHT, asked.right, value)
        return Reading(Verdict.RIGHT, _read_as(_written_back(text, value, writing), asked), value)
    if any(fits(other, asked) for other in others):
        return Reading(Verdict.UNREAD, TWO_WAYS)
    return Reading(Verdict.WRONG, why_wrong(value, asked, writing), value)


def _judge_form(value: Number, then: str, asked: Asked, writing: NumberWriting) -> Reading:
    if fits(value, asked):
        return Reading(Verdict.FORM, f"Equal to {asked.solution}. {then}", value)
    return Reading(Verdict.WRONG, why_wrong(value, asked, writing), value)


def why_wrong(value: Number, asked: Asked, writing: NumberWriting) -> str:
    """What the board says to this mistake, or that it is one."""
    names: dict[str, Value] = {**dict(asked.names), "given": value}
    for wrong in asked.question.wrong:
        try:
            if not wrong.when or parse(wrong.when).truth(names, same_number(asked)):
                return fill_in(wrong.text, names, writing)
        except ExpressionError:  # such as a root of what was typed, when that is negative
            continue
    if asked.question.kind == "integer" and value != int(value):
        return "The answer is a whole number."
    return f"{writing.text(value, 6)} is not it." if size(value) < MAX_SIZE else "That is not it."


def _written_back(text: str, value: Fraction, writing: NumberWriting) -> str:
    """The number as it was understood; a decimal sign stays as the viewer typed it."""
    comma = "," in text and value.denominator != 1
    point = "," if comma and text.rfind(",") > text.rfind(".") else "." if "." in text else writing.point
    return NumberWriting("," if point == "," else ".").text(value, 12)


def _read_as(number: str, asked: Asked) -> str:
    return f"Read as {number}. {asked.right}".strip()


def _why_unread(text: str) -> str:
    unit = re.fullmatch(r"[+-]?[\d.,]+\s*([^\W\d_]+)", text)
    return f'"{unit[1]}" is not a unit here. Type the number alone.' if unit else TYPE_DIGITS


def _without_unit(text: str, units: tuple[str, ...]) -> str:
    lowered = text.casefold()
    for unit in sorted(map(plain, units), key=len, reverse=True):
        if unit and lowered.endswith(unit.casefold()):
            return text[: len(text) - len(unit)].strip()
    return text
