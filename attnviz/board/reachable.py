"""Whether a goal can be reached with the controls of the board at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import Final

from attnviz.board.draw import Draw
from attnviz.board.expressions import Expression, Value
from attnviz.board.live import STANDS, settings
from attnviz.core.limits import HEADS, RANGES
from attnviz.core.state import LabState
from attnviz.core.tokens import MAX_TOKENS

_LIMITS: Final[Mapping[str, tuple[int, int]]] = {
    "key_width": (int(RANGES["key_width"][0]), int(RANGES["key_width"][1])),
    "keys": (int(RANGES["keys"][0]), int(RANGES["keys"][1])),
    "tokens": (1, MAX_TOKENS),
}
MOST_TRIED: Final = 10_000  # settings that are tried for a goal
_FINE: Final = tuple(Fraction(step, 20) for step in range(21))  # of the exponent


def settings_of(changes: Mapping[str, Value]) -> dict[str, Value]:
    """All settings as they are at the start, these changed; the model width follows from the other two."""
    names = {**settings(LabState()), **changes}
    names["model_width"] = names["heads"] * names["key_width"]
    return names


def is_reachable(goal: Expression, draw: Draw) -> bool:
    """Whether some settings within the limits fulfil the goal, as far as MOST_TRIED of them tell.

    Raises ExpressionError where it cannot be worked out.
    """
    needed = set(goal.names)
    if "model_width" in needed:
        needed |= {"heads", "key_width"}
    free = [name for name in STANDS if name in needed]
    for choices in ([_likely(name, goal, draw) for name in free], [_every(name) for name in free]):
        if any(_holds(goal, draw, free, values) for values in islice(product(*choices), MOST_TRIED)):
            return True
    return False


def _holds(goal: Expression, draw: Draw, names: list[str], values: tuple[Value, ...]) -> bool:
    return goal.truth({**settings_of(dict(zip(names, values, strict=True))), **draw})


def _likely(name: str, goal: Expression, draw: Draw) -> tuple[Value, ...]:
    """Where the goal changes, if it does: at its own numbers, beside them, and at their shares among the heads."""
    if name not in _LIMITS:
        return STANDS[name]
    low, high = _LIMITS[name]
    numbers = [*_constants(goal), *(value for value in draw.values() if not isinstance(value, bool))]
    shares = {int(value / heads) for value in numbers for heads in HEADS}
    found = {value + off for value in shares for off in (-1, 0, 1)}
    return (*STANDS[name], *(Fraction(value) for value in sorted(found) if low <= value <= high))


def _every(name: str) -> tuple[Value, ...]:
    if name == "scale_exponent":
        return _FINE
    if name not in _LIMITS:
        return STANDS[name]
    low, high = _LIMITS[name]
    return tuple(map(Fraction, range(low, high + 1)))


def _constants(goal: Expression) -> Iterator[Fraction]:
    for node in ast.walk(goal.body):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield Fraction(str(float(node.value)))
