"""The value of an expression that a board file or a viewer has written: whitelisted, capped, never by `eval`.

Numbers, names, + − * / // % **, comparisons, and, or, not, and the functions of FUNCTIONS. Whole and decimal numbers
are worked out exactly, as fractions; what cannot be (√2, logarithms) becomes a float.
"""

from __future__ import annotations

import ast
import math
import operator
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

MAX_LENGTH: Final = 200  # signs
MAX_DEPTH: Final = 24  # brackets and operators inside each other
MAX_SIZE: Final = 10**12
MAX_EXPONENT: Final = 64

Number: TypeAlias = Fraction | float
Value: TypeAlias = Fraction | float | bool


class ExpressionError(ValueError):
    """An expression that cannot be read or worked out; the message says why, as a part of a sentence."""


def exact(left: Number, right: Number) -> bool:
    """Whether two numbers are equal; floats need to agree to nine digits only."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left == right
    return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12)


def size(value: Number) -> Number:
    """How large a number is, whatever its sign."""
    return value if value >= 0 else -value


@dataclass(frozen=True, slots=True)
class Expression:
    """A text that has been read and holds nothing but what is allowed; `names` are those that it asks for."""

    text: str
    body: ast.expr
    names: frozenset[str]

    def value(self, names: Mapping[str, Value], same: Callable[[Number, Number], bool] = exact) -> Value:
        """What it comes to, with a value for each of its names; `same` decides == and !=.

        Raises ExpressionError for a missing name, a division by zero, a number beyond 10¹², and the like.
        """
        try:
            return _Worker(names, same).value(self.body)
        except ZeroDivisionError:
            raise ExpressionError("divides by zero") from None
        except OverflowError:
            raise ExpressionError("comes to a number that is too large") from None

    def number(self, names: Mapping[str, Value]) -> Number:
        """As `value`. Raises ExpressionError also when it is true or false."""
        value = self.value(names)
        if isinstance(value, bool):
            raise ExpressionError(f"is {str(value).lower()}, not a number")
        return value

    def truth(self, names: Mapping[str, Value], same: Callable[[Number, Number], bool] = exact) -> bool:
        """As `value`. Raises ExpressionError also when it is a number."""
        value = self.value(names, same)
        if not isinstance(value, bool):
            raise ExpressionError("is a number, not a comparison that is true or false")
        return value


@lru_cache(maxsize=2048)
def parse(text: str) -> Expression:
    """Read an expression. Raises ExpressionError, which names what is not allowed in it."""
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"has {len(text)} signs; at most {MAX_LENGTH} are read")
    if not text.strip():
        raise ExpressionError("is empty")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as SyntaxWarning for 1and 2
            body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(f"cannot be read: {text.strip()[:40]}") from None
    return Expression(text, body, frozenset(_names(body, 0)))


def _names(node: ast.expr, depth: int) -> list[str]:
    """The names in a tree of allowed nodes. Raises ExpressionError for any other."""
    if depth > MAX_DEPTH:
        raise ExpressionError("is nested too deeply")
    match node:
        case ast.Constant(value=value) if isinstance(value, int | float):  # true and false are whole numbers, too
            return []
        case ast.Name(id=name):
            return [name]
        case ast.UnaryOp() if not isinstance(node.op, ast.Invert):
            inner = [node.operand]
        case ast.BinOp() if type(node.op) in ARITHMETIC or isinstance(node.op, ast.Pow):
            inner = [node.left, node.right]
        case ast.BoolOp():
            inner = node.values
        case ast.Compare() if all(type(sign) in _COMPARISONS for sign in node.ops):
            inner = [node.left, *node.comparators]
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            if name not in FUNCTIONS:
                raise ExpressionError(f'asks for "{name}", which is no function (there is {", ".join(FUNCTIONS)})')
            inner = node.args
        case _:
            raise ExpressionError(f"holds {_what(node)}, which is not allowed")
    return [name for part in inner for name in _names(part, depth + 1)]


def _what(node: ast.expr) -> str:
    names = {ast.Attribute: "a dot after a name", ast.Subscript: "square brackets", ast.Lambda: "a function"}
    if isinstance(node, ast.Constant):
        return "a text" if isinstance(node.value, str) else "something that is no number"
    return names.get(type(node), f"“{ast.unparse(node)[:24]}”")


@dataclass(frozen=True, slots=True)
class _Worker:
    names: Mapping[str, Value]
    same: Callable[[Number, Number], bool]

    def value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as truth):
                return truth
            case ast.Name(id=name):
                if name not in self.names:
                    raise ExpressionError(f'asks for "{name}", which has no value')
                return self.names[name]
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.truth(operand)
            case ast.BoolOp(op=sign, values=values):
                parts = (self.truth(part) for part in values)
                return all(parts) if isinstance(sign, ast.And) else any(parts)
            case ast.Compare():
                return self._compare(node)
        return _kept(self._number(node))

    def _number(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant(value=int() | float() as number):
                return _fraction(number)
            case ast.UnaryOp(op=sign, operand=operand):
                return self._signed(sign, operand)
            case ast.BinOp(left=left, op=operation, right=right):
                return _combine(operation, self.number(left), self.number(right))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return _call(name, [self.number(argument) for argument in arguments])
        raise ExpressionError("cannot be worked out")

    def number(self, node: ast.expr) -> Number:
        value = self.value(node)
        if isinstance(value, bool):
            raise ExpressionError(f"reckons with {str(value).lower()}, which is no number")
        return value

    def truth(self, node: ast.expr) -> bool:
        value = self.value(node)
        if not isinstance(value, bool):
            raise ExpressionError("joins numbers with and, or, not: these join comparisons")
        return value

    def _signed(self, sign: ast.unaryop, operand: ast.expr) -> Number:
        value = self.number(operand)
        return -value if isinstance(sign, ast.USub) else value

    def _compare(self, node: ast.Compare) -> bool:
        left = self.value(node.left)
        for sign, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.value(right_node)
            if not self._holds(sign, left, right):
                return False
            left = right
        return True

    def _holds(self, sign: ast.cmpop, left: Value, right: Value) -> bool:
        if isinstance(left, bool) or isinstance(right, bool):
            if not (isinstance(left, bool) and isinstance(right, bool) and isinstance(sign, ast.Eq | ast.NotEq)):
                raise ExpressionError("compares a number with true or false")
            return (left == right) == isinstance(sign, ast.Eq)
        return _COMPARISONS[type(sign)](left, right, self.same(left, right))


def _fraction(number: float) -> Number:
    if isinstance(number, int):
        return Fraction(number) if abs(number) <= MAX_SIZE else math.inf
    return Fraction(str(number)) if math.isfinite(number) and (abs(number) > 1e-12 or number == 0) else number


def _kept(value: Number) -> Number:
    """`value` when it is of a size to reckon with: a fraction with a huge denominator becomes a float."""
    if isinstance(value, int):
        value = Fraction(value)
    if not math.isfinite(value) or size(value) > MAX_SIZE:
        raise ExpressionError("comes to a number that is too large")
    return float(value) if isinstance(value, Fraction) and value.denominator > MAX_SIZE else value


def _combine(sign: ast.operator, left: Number, right: Number) -> Number:
    if not isinstance(sign, ast.Pow):
        return ARITHMETIC[type(sign)](left, right)
    if size(right) > MAX_EXPONENT:
        raise ExpressionError(f"has an exponent beyond {MAX_EXPONENT}")
    if left < 0 and right != int(right):
        raise ExpressionError("takes a root of a negative number")
    if isinstance(left, Fraction) and right == Fraction(1, 2):
        return _root(left)
    if isinstance(left, Fraction) and right == int(right):
        if math.log2(max(abs(left.numerator), left.denominator, 1)) * float(size(right)) > 400:
            return math.pow(left, right)
        return Fraction(left ** int(right))
    return math.pow(left, right)


def _call(name: str, values: list[Number]) -> Number:
    low, high, function = FUNCTIONS[name]
    if not low <= len(values) <= high:
        raise ExpressionError(f"gives {name} {len(values)} numbers; it takes {'one' if high == 1 else 'two or more'}")
    try:
        return function(*values)
    except ValueError:
        raise ExpressionError(f"asks for the {name} of a number that has none") from None


def _root(value: Number) -> Number:
    if isinstance(value, Fraction) and value >= 0:
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        if root * root == value:
            return root
    return math.sqrt(value)


def _log2(value: Number) -> Number:
    result = math.log2(value)
    return Fraction(round(result)) if result == round(result) else result


def _least(*values: Number) -> Number:
    return min(values)


def _most(*values: Number) -> Number:
    return max(values)


ARITHMETIC: Final[dict[type[ast.operator], Callable[[Number, Number], Number]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
FUNCTIONS: Final[dict[str, tuple[int, int, Callable[..., Number]]]] = {
    "sqrt": (1, 1, _root), "log": (1, 1, math.log), "log2": (1, 1, _log2), "exp": (1, 1, math.exp),
    "min": (2, 9, _least), "max": (2, 9, _most), "abs": (1, 1, abs),
}  # fmt: skip
"""Name of each function -> how many numbers it takes, at least and at most, and what works it out."""
_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Number, Number, bool], bool]]] = {
    ast.Eq: lambda left, right, same: same,
    ast.NotEq: lambda left, right, same: not same,
    ast.Lt: lambda left, right, same: left < right and not same,
    ast.LtE: lambda left, right, same: left < right or same,
    ast.Gt: lambda left, right, same: left > right and not same,
    ast.GtE: lambda left, right, same: left > right or same,
}
