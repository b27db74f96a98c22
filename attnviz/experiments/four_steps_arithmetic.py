"""How each number of the small block comes about, written out so that working it out gives what is printed.

Inputs are written with as many decimals as it takes: the written sum, worked out, rounds to the written result.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from attnviz.core.arrays import FloatArray
from attnviz.core.limits import EDITABLE
from attnviz.core.tokens import MAX_LETTERS
from attnviz.core.words import MINUS, in_words, number, quoted, weight_words
from attnviz.experiments.four_steps import WORD_LETTERS, FourSteps
from attnviz.experiments.four_steps_block import matrix
from attnviz.experiments.four_steps_edits import DECIMALS
from attnviz.experiments.four_steps_guess import COVERED
from attnviz.experiments.four_steps_picture import SHARES, WHOLE, View, divisor_sign

DIGITS: Final = 2
MOST_DIGITS: Final = 17
TINY: Final = 1e-4  # a share below this is written with a power of ten
HUGE: Final = 1e5  # a number above this is written without decimals
LEAST_SHARE: Final = 1e-3  # a cell calls a share below this "less than 0.001"
POWER: Final = "·10^"
_TIE: Final = 1e-9  # results closer than this to a rounding edge get one more decimal
_LOSS: Final = 4e-15  # what a float sum of 8 products may be off, for each unit of their sizes

Run = tuple[str, str]  # words and their role: query, key, value, result or ""
Written = tuple[list[Run], float]  # what is written, and what it comes to


@dataclass(frozen=True, slots=True)
class Region:
    """A cell, a row (column None) or a column (row None) of a matrix, as it lies in the matrix itself, not turned."""

    key: str
    head: int
    row: int | None
    column: int | None

    def holds(self, row: int, column: int) -> bool:
        """Whether a cell belongs to it."""
        return self.row in (None, row) and self.column in (None, column)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """One cell worked out: the equation in runs with roles, a remark, and where the inputs lie."""

    runs: tuple[Run, ...]
    remark: str
    inputs: tuple[Region, ...]

    @property
    def equation(self) -> str:
        """The equation as plain text."""
        return "".join(words for words, _ in self.runs)

    @property
    def text(self) -> str:
        """Equation and remark."""
        return f"{self.equation}. {self.remark}" if self.remark else self.equation


def explain(result: FourSteps, view: View, row: int, column: int) -> Arithmetic:
    """The arithmetic of a cell of a view, counted as it is drawn. Raises IndexError for a cell that is not there."""
    if view.turned:
        row, column = column, row
    rows, columns = matrix(result.block, view.key, view.head).shape
    if not (0 <= row < rows and 0 <= column < columns):
        raise IndexError(f"{view.key} has no cell {row}, {column}")
    if result.covered(View(view.key, view.head))[row, column]:
        name = _name(result, view.key, view.head, row, column)
        inputs = _factor_regions(view.key, view.head, row, column) if view.key in _FACTORS else ()
        heads = {"concat": column // result.key_width, "output": None}
        head = heads.get(view.key, view.head)
        where = "" if result.heads == 1 else " in every head" if head is None else f" in head {head + 1}"
        remark = f"Covered until you guess which key {_word(result, row)} favors{where}."
        return Arithmetic((name, ("?", "result")), remark, inputs)
    found = _EXPLAIN[view.key](result, view.key, view.head, row, column)
    if view.key in EDITABLE:
        return found
    return _as_in_the_cell(found, float(matrix(result.block, view.key, view.head)[row, column]), view.key in SHARES)


def shortened(arithmetic: Arithmetic, terms: int) -> Arithmetic:
    """The same cell without its remark and with `terms` terms of its sum, the last one among them, at least 2.

    What is left out stands as "…". With 1 term only the name and the result are left, with 0 the result alone.
    """
    runs = arithmetic.runs
    result = next(run for run in reversed(runs) if run[1] == "result")
    gap = "… = " if len(runs) > 2 else ""  # what is not computed has a name and a value only
    if terms < 2:
        kept = (*runs[:terms], (gap if terms else "= ", ""), result)
    else:
        starts = [i for i, (words, _) in enumerate(runs) if words in _PLUS]
        left_out = len(starts) + 1 > terms
        kept = (*runs[: starts[terms - 2]], (" + …", ""), *runs[starts[-1] :]) if left_out else runs
    return Arithmetic(kept, "", arithmetic.inputs)


def spoken_with(result: FourSteps, words: str, view: View, row: int, column: int) -> str:
    """The live words of the sub-stop and, after them, a cell and its value, unless they are about this very cell."""
    arithmetic = explain(result, view, row, column)
    start = max(i for i, (_, role) in enumerate(arithmetic.runs) if role == "result")
    value = "".join(run for run, _ in arithmetic.runs[start:])
    selected = view == result.picture.results[0] and view.key in COVERED
    if selected and (row, column) == (result.row, result.column) and value in words:
        return words
    return f"{words} {arithmetic.runs[0][0]}{value}."


_PLUS: Final = (" + ", f" {MINUS} ")


def cell_name(result: FourSteps, view: View, row: int, column: int, most: int = MAX_LETTERS) -> str:
    """A cell in the paper's terms, counted as it is drawn: "q[it, 2]", "score[it, dog]".

    Of a token at most `most` letters are given.
    """
    if view.turned:
        row, column = column, row
    rows, columns = result.names(View(view.key, view.head))
    symbol = _ONE.get(view.key) or result.title(View(view.key, view.head))
    if view.key == "masked" and not result.block.causal:
        symbol = _ONE["scores"]
    return f"{symbol}[{in_words(rows[row], most)}, {in_words(columns[column], most)}]"


_ONE: Final = {"scores": "score", "divided": "score", "exponentials": "exp", "weights": "weight"}
_FACTORS: Final = {  # result: left factor and its role, right factor and its role
    "q": ("x", "", "w_q", "query"), "k": ("x", "", "w_k", "key"), "v": ("x", "", "w_v", "value"),
    "scores": ("q", "query", "k", "key"), "heads": ("weights", "", "v", "value"),
    "output": ("concat", "", "w_o", ""),
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------- one cell each


def _given(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    """A number that is not computed here: drawn from the seed, or typed by the viewer."""
    value = float(matrix(result.block, key, head)[row, column])
    digits = next((d for d in range(DIGITS, DECIMALS) if round(value, d) == value), DECIMALS)
    cell = result.address(View(key, head), row, column)
    if cell is not None and result.edited(View(key, head))[row, column]:
        own = float(result.block.drawn[key][cell[2], cell[3]])
        remark = f"Edited by you; {number(own)} before. Delete brings that back."
    elif key == "x":
        remark = "The word's own number and half of its place's; untrained. Type to change it."
    else:
        remark = f"Drawn from seed {result.seed}, untrained. Type to change it."
    return Arithmetic((_name(result, key, head, row, column), (number(value, digits), "result")), remark, ())


def _product(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    """A row times a column."""
    value = float(matrix(result.block, key, head)[row, column])
    loss = _loss(result, key, head, row, column)
    runs = _settle(value, result_digits(value, loss=loss), _sum_writer(result, key, head, row, column), loss=loss)
    return Arithmetic((_name(result, key, head, row, column), *runs), "", _factor_regions(key, head, row, column))


def _as_in_the_cell(found: Arithmetic, value: float, share: bool) -> Arithmetic:
    """The arithmetic with what its cell has room for after it, where that is rounded once more: "−0.465 ≈ −0.47"."""
    in_cell, printed = weight_words(value) if share else number(value), found.runs[-1][0]
    if POWER in printed or abs(value) >= HUGE or not len(printed.partition(".")[2]) > len(in_cell.partition(".")[2]):
        return found
    if share and value < LEAST_SHARE:
        return found
    return replace(found, runs=(*found.runs, (f" ≈ {in_cell}", "")))


def _divided(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    """The score, then its division: the score gets as many decimals as the quotient needs."""
    raw = float(matrix(result.block, "scores", head)[row, column])
    value = float(matrix(result.block, key, head)[row, column])
    loss = _loss(result, "scores", head, row, column)
    sign, quotient_digits = divisor_sign(result.key_width, result.block.exponent), result_digits(value, loss=loss)
    digits = result_digits(raw, loss=loss)
    by = result.key_width ** float(f"{result.block.exponent:g}")  # as the sign has it
    while digits < MOST_DIGITS and not _agrees(_rounded(raw, digits) / by, value, quotient_digits, loss):
        digits += 1
    runs = _settle(raw, digits, _sum_writer(result, "scores", head, row, column), plain=True, loss=loss)
    quotient: tuple[Run, ...] = ((f"; {sign} = ", ""), (number(value, quotient_digits), "result"))
    remark = "The division is switched off." if result.block.exponent == 0 else ""
    return Arithmetic(
        (_name(result, key, head, row, column), *runs, *quotient), remark, (Region("scores", head, row, column),)
    )


def _masked(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    hidden = bool(result.block.hidden[row, column])
    value = float(matrix(result.block, "divided", head)[row, column])
    asker, asked = _word(result, row), _word(result, column)
    if hidden:
        remark = f"{asked} comes later than {asker}, so it is masked: not 0, but minus infinity."
    elif result.block.causal:
        remark = f"{asked} does not come later than {asker}, so the score stays."
    else:
        remark = "“Hide the future” is off: this step does nothing here."
    printed = f"{MINUS}∞" if hidden else number(value, result_digits(value))
    runs = (_name(result, key, head, row, column), (printed, "result"))
    return Arithmetic(runs, remark, (Region("divided", head, row, column),))


def _exponential(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    scores = matrix(result.block, "masked", head)[row]
    name, region = _name(result, key, head, row, column), Region("masked", head, row, column)
    top = int(scores.argmax())
    if result.block.hidden[row, column]:
        return Arithmetic(
            (name, (f"e^({MINUS}∞) = ", ""), ("0", "result")), "Masked: exactly nothing is left.", (region,)
        )
    value = float(matrix(result.block, key, head)[row, column])

    def write(digits: int) -> Written:
        score, largest = _rounded(float(scores[column]), digits), _rounded(float(scores[top]), digits)
        runs = [(f"e^({number(score, digits)} {MINUS} {_factor(largest, digits)})", "")]
        return runs, math.exp(score - largest)

    runs = _settle(value, result_digits(value, share=True), write, share=True)
    remark = f"The row's largest score, with {_word(result, top)}, is taken off first: same weights, no overflow."
    if value == 0:
        remark = "Smaller than any number that a computer holds, so 0."
    return Arithmetic((name, *runs), remark, (region, Region("masked", head, row, top)))


def _weight(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    powers = matrix(result.block, "exponentials", head)[row]
    value = float(matrix(result.block, key, head)[row, column])

    def write(digits: int) -> Written:
        written = [_written(float(power), digits, share=True) for power in powers]
        words, power = written[column]
        runs = [run for part, _ in written for run in ((" + ", ""), (part, ""))][1:]
        return [(f"{words} ÷ (", ""), *runs, (")", "")], power / sum(part for _, part in written)

    runs = _settle(value, result_digits(value, share=True), write, share=True)
    remark = "Masked: no share at all." if result.block.hidden[row, column] else ""
    return Arithmetic(
        (_name(result, key, head, row, column), *runs), remark, (Region("exponentials", head, row, None),)
    )


def _joined(result: FourSteps, key: str, head: int, row: int, column: int) -> Arithmetic:
    source, component = divmod(column, result.key_width)
    value = float(matrix(result.block, key, head)[row, column])
    remark = f"Component {component + 1} of head {source + 1}, moved here unchanged."
    runs = (_name(result, key, head, row, column), (number(value, result_digits(value)), "result"))
    return Arithmetic(runs, remark, (Region("heads", source, row, component),))


_EXPLAIN: Final[dict[str, Callable[[FourSteps, str, int, int, int], Arithmetic]]] = {
    **dict.fromkeys(("x", "w_q", "w_k", "w_v", "w_o"), _given),
    **dict.fromkeys(_FACTORS, _product),
    "divided": _divided, "masked": _masked, "exponentials": _exponential, "weights": _weight, "concat": _joined,
}  # fmt: skip


# ---------------------------------------------------------------------------------------------------- writing sums


def result_digits(value: float, *, share: bool = False, loss: float = 0.0) -> int:
    """Decimals of a printed result: 2, more for a share that would read 0, none for a very large number.

    One more on the edge of rounding. A tiny share is written with a power of ten: 1 decimal before it.
    """
    digits = 0 if abs(value) >= HUGE else DIGITS
    if share and 0 < value < 0.01:
        digits = 1 if value < TINY else max(3, -math.floor(math.log10(value)))
    return digits + 1 if _on_edge(value, digits, loss, share) else digits


def _loss(result: FourSteps, key: str, head: int, row: int, column: int) -> float:
    """How far the float sum behind a cell may be off: large products that cancel leave a trace."""
    across, down = _factors(result, key, head, row, column)
    return _LOSS * float(abs(across * down).sum())


def _name(result: FourSteps, key: str, head: int, row: int, column: int) -> Run:
    return f"{cell_name(result, View(key, head), row, column, WORD_LETTERS)} = ", ""


def _word(result: FourSteps, position: int) -> str:
    return quoted(result.tokens[position], WORD_LETTERS)


def _factors(result: FourSteps, key: str, head: int, row: int, column: int) -> tuple[FloatArray, FloatArray]:
    left, _, right, _ = _FACTORS[key]
    across = matrix(result.block, left, head)[row]  # (inner,)
    down = matrix(result.block, right, head)
    return across, down[column] if key == "scores" else down[:, column]


def _factor_regions(key: str, head: int, row: int, column: int) -> tuple[Region, ...]:
    left, _, right, _ = _FACTORS[key]
    second = Region(right, head, column, None) if key == "scores" else Region(right, head, None, column)
    return Region(left, 0 if left in WHOLE else head, row, None), second


def _sum_writer(result: FourSteps, key: str, head: int, row: int, column: int) -> Callable[[int], Written]:
    across, down = _factors(result, key, head, row, column)
    _, role, _, other_role = _FACTORS[key]

    def write(digits: int) -> Written:
        return _products(across, down, digits, (role, other_role), share=key == "heads")

    return write


def _products(across: FloatArray, down: FloatArray, digits: int, roles: tuple[str, str], share: bool) -> Written:
    """a·b + c·d − e·f …, and what it comes to."""
    runs: list[Run] = []
    total = 0.0
    for place, (one, other) in enumerate(zip(across, down, strict=True)):
        size, left = _written(abs(float(one)), digits, share=share)
        right = _rounded(float(other), digits)
        total += math.copysign(left, one) * right
        if place:
            runs.append((f" {MINUS} " if one < 0 else " + ", ""))
        elif one < 0:
            runs.append((MINUS, ""))
        runs += [(size, roles[0]), ("·", ""), (_factor(right, digits), roles[1])]
    return runs, total


def _settle(
    value: float, digits: int, write: Callable[[int], Written], *, plain: bool = False, share: bool = False,
    loss: float = 0.0,
) -> list[Run]:  # fmt: skip
    """The sum as written with the fewest decimals with which it rounds to the written result, and that result."""
    for inputs in range(DIGITS, MOST_DIGITS + 1):
        runs, worked_out = write(inputs)
        if _agrees(worked_out, value, digits, loss, share):
            break
    printed = "0" if value == 0 and worked_out == 0 else _printed(value, digits, share)
    return [*runs, (" = ", ""), (printed, "" if plain else "result")]


def _printed(value: float, digits: int, share: bool) -> str:
    return _powered(value, digits)[0] if share and 0 < value < TINY else number(value, digits)


def _agrees(worked_out: float, value: float, digits: int, loss: float = 0.0, share: bool = False) -> bool:
    same = _printed(worked_out, digits, share) == _printed(value, digits, share)
    return same and not _on_edge(worked_out, digits, loss, share)


def _on_edge(value: float, digits: int, loss: float = 0.0, share: bool = False) -> bool:
    """Whether `value` lies so close to a rounding edge that the order of a sum could decide."""
    if share and 0 < value < TINY:
        value = float(f"{value:.16e}".partition("e")[0])  # the rounding is that of the number before the power
    scaled = abs(value) * 10**digits
    return bool(abs(scaled - math.floor(scaled) - 0.5) < max(_TIE, loss) * 10**digits)


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}f}") + 0.0  # + 0.0 turns −0.0 into 0.0


def _powered(value: float, digits: int) -> tuple[str, float]:
    """A tiny number as "3.1·10^(−9)", and what that comes to."""
    written = f"{value:.{digits}e}"
    size, _, power = written.partition("e-")
    return f"{size}{POWER}({MINUS}{int(power)})", float(written)


def _written(value: float, digits: int, *, share: bool = False) -> tuple[str, float]:
    """A number as it is written and what that comes to. A share that is not 0 is never written as 0."""
    if share:
        if value == 0:
            return "0", 0.0
        if value < TINY:
            return _powered(value, digits)
        digits = max(digits, -math.floor(math.log10(value)))
    rounded = _rounded(value, digits)
    return number(rounded, digits), rounded


def _factor(value: float, digits: int) -> str:
    """A number after a sign: negative ones in brackets."""
    return f"({number(value, digits)})" if value < 0 else number(value, digits)
