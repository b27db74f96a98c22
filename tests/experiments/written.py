"""Works out a printed equation, as a student with a calculator would: nothing but what is written."""

from __future__ import annotations

import math
import re

from attnviz.core.words import MINUS

_POWER = re.compile(r"(\d+(?:\.\d+)?)\*10\^\(-(\d+)\)")  # one number, which may be smaller than its power alone
_TOKEN = re.compile(r"\d+(?:\.\d+)?(?:E-\d+)?|[-+*/^()e√∞]")


def work_out(expression: str) -> float:
    """The value of sums, products, quotients, powers, roots, e^(…) and brackets. Raises ValueError on anything else."""
    plain = expression.replace(MINUS, "-").replace("·", "*").replace("÷", "/").replace(" ", "")
    plain = _POWER.sub(r"\1E-\2", plain)
    tokens = _TOKEN.findall(plain)
    if "".join(tokens) != plain:
        raise ValueError(f"cannot read {expression!r}")
    value, rest = _sum(tokens)
    if rest:
        raise ValueError(f"left over in {expression!r}: {rest}")
    return value


def _sum(tokens: list[str]) -> tuple[float, list[str]]:
    value, tokens = _term(tokens)
    while tokens and tokens[0] in "+-":
        sign = 1 if tokens[0] == "+" else -1
        term, tokens = _term(tokens[1:])
        value += sign * term
    return value, tokens


def _term(tokens: list[str]) -> tuple[float, list[str]]:
    value, tokens = _power(tokens)
    while tokens and tokens[0] in "*/":
        operator = tokens[0]
        factor, tokens = _power(tokens[1:])
        value = value * factor if operator == "*" else value / factor
    return value, tokens


def _power(tokens: list[str]) -> tuple[float, list[str]]:
    base, tokens = _atom(tokens)
    if tokens and tokens[0] == "^":
        exponent, tokens = _atom(tokens[1:])
        return base**exponent, tokens
    return base, tokens


def _atom(tokens: list[str]) -> tuple[float, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "-":
        value, rest = _power(rest)
        return -value, rest
    if head == "√":
        value, rest = _atom(rest)
        return math.sqrt(value), rest
    if head == "(":
        value, rest = _sum(rest)
        return value, rest[1:]
    if head in "e∞":
        return (math.e if head == "e" else math.inf), rest
    return float(head), rest
