"""The value of a typed sum such as `512/8`, worked out exactly and never by `eval`."""

from __future__ import annotations

import ast
import math
import re
from fractions import Fraction
from typing import Final

MAX_LENGTH: Final = 64
MAX_SIZE: Final = 10**12
MAX_EXPONENT: Final = 64
_SIGNS: Final = re.compile(r"[0-9.+\-*/()esqrt]*")


def evaluate(text: str) -> Fraction:
    """The exact value of `text`: whole or decimal numbers, + − * / ** brackets and sqrt(…) of a square.

    Raises ValueError for everything else, for values beyond 10¹² and for texts longer than 64 signs.
    """
    if len(text) > MAX_LENGTH or not _SIGNS.fullmatch(text):
        raise ValueError("not a sum")
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (SyntaxError, ZeroDivisionError, OverflowError, RecursionError, MemoryError) as error:
        raise ValueError("not a sum") from error


def _value(node: ast.expr) -> Fraction:
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            result = Fraction(number)
        case ast.Constant(value=float() as number) if math.isfinite(number):
            result = Fraction(str(number))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            result = -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            result = _value(operand)
        case ast.BinOp(left=left, op=operator, right=right):
            result = _combine(operator, _value(left), _value(right))
        case ast.Call(func=ast.Name(id="sqrt"), args=[argument], keywords=[]):
            result = _root(_value(argument))
        case _:
            raise ValueError("not a sum")
    if abs(result) > MAX_SIZE or result.denominator > MAX_SIZE:
        raise ValueError("too large")
    return result


def _combine(operator: ast.operator, left: Fraction, right: Fraction) -> Fraction:
    match operator:
        case ast.Add():
            return left + right
        case ast.Sub():
            return left - right
        case ast.Mult():
            return left * right
        case ast.Div():
            return left / right
        case ast.Pow() if right.denominator == 1 and abs(right) <= MAX_EXPONENT:
            return Fraction(left ** int(right))
        case _:
            raise ValueError("not a sum")


def _root(value: Fraction) -> Fraction:
    if value < 0:
        raise ValueError("the root of a negative number")
    root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
    if root * root != value:
        raise ValueError("no exact root")
    return root
