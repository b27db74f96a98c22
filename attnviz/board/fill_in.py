"""Texts with {expressions} in them: `{heads} × {width / heads}` becomes "8 × 64"; {value:2} has two decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from attnviz.board.expressions import Expression, ExpressionError, Value, parse
from attnviz.board.writing import ENGLISH, NumberWriting

_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_DIGITS: Final = re.compile(r"(.*?)(?::([0-6]))?", re.DOTALL)


def fill_in(text: str, names: Mapping[str, Value], writing: NumberWriting = ENGLISH) -> str:
    """`text` with each {expression} worked out. Raises ExpressionError."""
    if "{" not in text:
        return text

    def filled(found: re.Match[str]) -> str:
        expression, digits = _parts(found[1])
        try:
            value = expression.number(names)
        except ExpressionError as error:
            raise ExpressionError(f"{found[0]} {error}") from None
        return writing.text(value, 3 if digits is None else digits, fixed=digits is not None)

    return _BRACES.sub(filled, text)


def expressions_in(text: str) -> Iterator[Expression]:
    """Every expression of a text. Raises ExpressionError for one that cannot be read, and for a brace that is alone."""
    for found in _BRACES.finditer(text):
        try:
            yield _parts(found[1])[0]
        except ExpressionError as error:
            raise ExpressionError(f"{found[0]} {error}") from None
    if set(_BRACES.sub("", text)) & {"{", "}"}:
        raise ExpressionError("has a brace that is alone; { and } stand round expressions only")


def _parts(inside: str) -> tuple[Expression, int | None]:
    found = _DIGITS.fullmatch(inside)
    text, digits = found.groups() if found else (inside, None)
    return parse(text), None if digits is None else int(digits)
