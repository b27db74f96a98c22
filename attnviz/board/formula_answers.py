"""Judges what was typed into the gap of a formula: right is whatever comes to the same, however it is written.

Two formulas come to the same when they do for several made-up values of their symbols, the same ones every time.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Final

from attnviz.board.draw import Asked
from attnviz.board.expressions import FUNCTIONS, Expression, ExpressionError, Value, exact, parse
from attnviz.board.fill_in import fill_in
from attnviz.board.typed import MAX_TYPED, as_sum, numbers_in, plain
from attnviz.board.verdict import EMPTY, Reading, Verdict
from attnviz.board.writing import ENGLISH, NumberWriting

TYPE_SYMBOLS: Final = "Type what stands in the gap, such as q, 2 or sqrt(n)."
_TRIALS: Final = 3
_KNOWN: Final = frozenset(
    [
        "q",
        "k",
        "v",
        "x",
        "h",
        "n",
        "p",
        "s",
        "dk",
        "dv",
        "dmodel",
        "qt",
        "kt",
        "vt",
        "xt",
        "wq",
        "wk",
        "wv",
        "wo",
        "softmax",
        "concat",
        "mask",
        "infinity",
        "alpha",
        "head",
        "heads",
    ]
)  # symbols of the field: one that is wrong here is a mistake, and no misreading
_WORDS: Final = ((r"\binf(inity)?\b|∞", "infinity"), (r"α", "alpha"), (r"(?<=\w)(\*\*|\^)t\b", "t"))
_TOKEN: Final = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?|[^\W\d]\w*|\*\*|\S", re.UNICODE)


def read_formula_answer(given: str, asked: Asked, writing: NumberWriting) -> Reading:
    """The verdict on what was typed for a `fill` question."""
    if not plain(given):
        return EMPTY
    if len(given) > 4 * MAX_TYPED:
        return Reading(Verdict.UNREAD, TYPE_SYMBOLS)
    try:
        typed = read_formula(given, writing)
        values = _values(typed)
    except ExpressionError:
        return Reading(Verdict.UNREAD, TYPE_SYMBOLS)
    value = values[0] if not typed.names and not isinstance(values[0], bool) else None
    if any(_agree(values, _values(read_formula(right))) for right in right_formulas(asked)):
        if numbers_in(asked.answer, ENGLISH) and not numbers_in(plain(given), writing):
            return Reading(Verdict.FORM, f"Equal to {asked.solution}. Now give one number.", value)
        return Reading(Verdict.RIGHT, asked.right, value)
    for wrong in asked.question.wrong:
        names = dict(asked.names)
        if not wrong.given or any(_agree(values, _values(read_formula(fill_in(f, names)))) for f in wrong.given):
            return Reading(Verdict.WRONG, fill_in(wrong.text, names, writing), value)
    strange = sorted(typed.names - _KNOWN - _symbols(asked))
    if strange:
        return Reading(Verdict.UNREAD, f'"{strange[0]}" is no symbol here. {TYPE_SYMBOLS}')
    return Reading(Verdict.WRONG, "That does not come to the same.", value)


def right_formulas(asked: Asked) -> tuple[str, ...]:
    """The answer and its variants, filled in."""
    return (asked.answer, *(fill_in(text, dict(asked.names)) for text in asked.question.variants))


def same_formula(left: str, right: str) -> bool:
    """Whether two formulas come to the same. Raises ExpressionError when one cannot be read."""
    return _agree(_values(read_formula(left)), _values(read_formula(right)))


@lru_cache(maxsize=512)
def read_formula(text: str, writing: NumberWriting = ENGLISH) -> Expression:
    """A formula as the field writes it.

    d_k, dₖ and dk are one symbol; √dk, √(d_k), d_k^½ and dk**0.5 come to the same; 8 d_k is a product.

    Raises ExpressionError.
    """
    text = _without_indices(text)
    for pattern, word in _WORDS:
        text = re.sub(pattern, word, text)
    text = as_sum(plain(text), writing)
    return parse(_with_products(_TOKEN.findall(text)))


def _without_indices(text: str) -> str:
    """`text` in small letters, its raised T a letter and its indices without their mark: Kᵀ is kt, d_k is dk."""
    text = unicodedata.normalize("NFKC", re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹½⅓⅔¼¾]", _kept, text))
    text = text.replace("⁄", "/").casefold()
    return re.sub(r"(?<=[^\W\d_])_\{?(\w+)\}?", r"\1", text)


def _kept(found: re.Match[str]) -> str:
    sign = found[0]
    if sign in "½⅓⅔¼¾":
        return f"({unicodedata.normalize('NFKC', sign)})"
    return f"**{unicodedata.normalize('NFKC', sign)}"


def _with_products(tokens: list[str]) -> str:
    """The tokens as one text, a sign between two factors that stand side by side; sqrt d_k gets its brackets."""
    text = ""
    before = ""
    for token in tokens:
        if before in FUNCTIONS and token != "(":
            token = f"({token})"
        elif _ends(before) and (token == "(" or token[0].isalnum()):
            text += "*"
        text += token
        before = token if token in FUNCTIONS else token[-1]
    return text


def _ends(token: str) -> bool:
    """Whether a factor ends with this token."""
    return token not in FUNCTIONS and bool(token) and (token[-1].isalnum() or token == ")")


def _symbols(asked: Asked) -> frozenset[str]:
    """The symbols that the question itself uses."""
    names: set[str] = set()
    for text in (*right_formulas(asked), *re.split(r"[^\w√^ᵀ.]+", asked.formula)):
        try:
            names |= read_formula(text).names
        except ExpressionError:
            continue
    return frozenset(names)


def _values(formula: Expression) -> list[Value]:
    return [formula.value({name: _trial(name, number) for name in formula.names}) for number in range(_TRIALS)]


def _agree(left: list[Value], right: list[Value]) -> bool:
    return all(
        not isinstance(a, bool) and not isinstance(b, bool) and exact(a, b) for a, b in zip(left, right, strict=True)
    )


def _trial(name: str, number: int) -> Fraction:
    """A value between 1 and 6 for a symbol."""
    digest = hashlib.sha256(f"{name}/{number}".encode()).digest()
    return 1 + Fraction(int.from_bytes(digest[:2], "big"), 13_107)
