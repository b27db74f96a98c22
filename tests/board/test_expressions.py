"""Expressions are worked out exactly where that is possible; what is not on the list never runs."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.board.expressions import MAX_SIZE, ExpressionError, Number, Value, parse

NAMES: dict[str, Value] = {"heads": Fraction(8), "width": Fraction(512), "causal": False, "half": 0.5}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("512/8", 64),
        ("8*8", 64),
        ("0.1+0.2", Fraction(3, 10)),
        ("-3", -3),
        ("+3", 3),
        ("2**10", 1024),
        ("2**-1", Fraction(1, 2)),
        ("sqrt(64)", 8),
        ("sqrt(1/4)", Fraction(1, 2)),
        ("16**0.5", 4),
        ("(1+2)*3-4", 5),
        ("1/3*3", 1),
        ("7//2", 3),
        ("-7 % 3", 2),
        ("log2(1024)", 10),
        ("min(3, 1, 2)", 1),
        ("max(3, 1)", 3),
        ("abs(-1/3)", Fraction(1, 3)),
        ("width / heads", 64),
        ("width % heads == 0", True),
        ("1 < heads <= 8 != 9", True),
        ("1 < heads < 8", False),
        ("causal or heads > 1 and not causal", True),
        ("causal == False", True),
        ("0.1 + 0.2 == 0.3", True),
        ("sqrt(2) ** 2 == 2", True),
        ("sqrt(2) ** 2 > 2", False),
        ("exp(0) == 1", True),
    ],
)
def test_value(text, value):
    found = parse(text).value(NAMES)
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


@pytest.mark.parametrize(("text", "value"), [("sqrt(2)", 2**0.5), ("exp(1)", math.e), ("log(10)", math.log(10))])
def test_what_has_no_exact_value_is_near(text, value):
    assert parse(text).number({}) == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is empty"),
        ("1+", "cannot be read"),
        ("1" * 201, "has 201 signs; at most 200"),
        ("+".join(["1"] * 60), "nested too deeply"),
        ("~1", "not allowed"),
        ("1,2", "not allowed"),
        ("[1]", "not allowed"),
        ("'a'", "a text"),
        ("1j", "no number"),
        ("x.real", "a dot after a name"),
        ("x[0]", "square brackets"),
        ("lambda: 1", "not allowed"),
        ("1 if 1 else 2", "not allowed"),
        ("1 in x", "not allowed"),
        ("x is 1", "not allowed"),
        ("1 << 2", "not allowed"),
        ("1 | 2", "not allowed"),
        ("(x := 1)", "not allowed"),
        ("f'{x}'", "not allowed"),
        ("open(1)", '"open", which is no function (there is sqrt, log'),
        ("sqrt(1)(2)", "not allowed"),
        ("min(*x)", "not allowed"),
        ("log(1, base=2)", "not allowed"),
        ("__import__('os')", "which is no function"),
        ("().__class__", "not allowed"),
    ],
)  # fmt: skip
def test_what_is_not_allowed_is_refused_unread(text, why):
    with pytest.raises(ExpressionError) as refused:
        parse(text)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1/0", "divides by zero"),
        ("0**-1", "divides by zero"),
        ("5 % 0", "divides by zero"),
        ("sqrt(-4)", "the sqrt of a number that has none"),
        ("log(0)", "the log of a number that has none"),
        ("(-8)**0.5", "root of a negative number"),
        ("9**9**9", "exponent beyond 64"),
        ("1e13", "too large"),
        ("1e999", "too large"),
        ("10**12 * 10", "too large"),
        ("exp(99)", "too large"),
        ("exp(9999)", "too large"),
        ("sqrt(1, 2)", "gives sqrt 2 numbers; it takes one"),
        ("min(1)", "gives min 1 numbers; it takes two or more"),
        ("nothing", 'asks for "nothing", which has no value'),
        ("1 + causal", "reckons with false"),
        ("not 1", "join comparisons"),
        ("1 and 2", "join comparisons"),
        ("causal < 1", "compares a number with true or false"),
        ("causal > True", "compares a number with true or false"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_out_says_why(text, why):
    with pytest.raises(ExpressionError) as refused:
        parse(text).value(NAMES)
    assert why in str(refused.value)


def test_a_number_is_no_truth_and_a_truth_no_number():
    with pytest.raises(ExpressionError, match="is true, not a number"):
        parse("1 < 2").number({})
    with pytest.raises(ExpressionError, match="not a comparison"):
        parse("1").truth({})


def test_names_are_told_and_huge_denominators_become_floats():
    assert parse("a * sqrt(b) > causal_1 and c == 1").names == {"a", "b", "c", "causal_1"}
    tiny = parse("1 / 10**12 / 10").number({})
    assert isinstance(tiny, float)
    assert tiny == pytest.approx(1e-13)


def test_a_tolerance_decides_what_is_equal():
    def about(left: Number, right: Number) -> bool:
        return -1 < left - right < 1

    assert parse("3.5 == 4").truth({}, about)
    assert not parse("3.5 != 4").truth({}, about)
    assert not parse("3 == 4").truth({}, about)


def value_or_error(text: str) -> object:
    try:
        return parse(text).value(NAMES)
    except ExpressionError as error:
        return error


@given(st.text(alphabet="0123456789.+-*/%()<>=! ,eandortxqslogwidthcaumi_[]'\"{}:@^~&|\\\n\x00", max_size=60))
@example("((((((((((9**9)**9)**9)**9)**9)**9)**9)**9)**9)**9")
@example("sqrt(" * 30 + "2" + ")" * 30)
@example("9" * 200)
@example("0x" + "f" * 190)
@example("2**(64.0)**0.5*1e12")
def test_nothing_raises_but_its_own_error_and_no_value_is_out_of_bounds(text):
    found = value_or_error(text)
    if isinstance(found, ExpressionError):
        assert str(found)
    elif not isinstance(found, bool):
        assert isinstance(found, Fraction | float)
        assert math.isfinite(found)
        assert -MAX_SIZE <= found <= MAX_SIZE


LEAVES = st.sampled_from(["width", "heads", "half", "2", "0.1", "64", "causal", "10**12"])
SIGNS = st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "<", "==", " and "])
CALLS = st.sampled_from(["sqrt", "exp", "log", "log2", "abs", "not "])


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    pair = st.tuples(inner, SIGNS, inner).map(lambda parts: f"({''.join(parts)})")
    return pair | st.tuples(CALLS, inner).map(lambda parts: f"{parts[0]}({parts[1]})")


@given(st.recursive(LEAVES, larger, max_leaves=12))
def test_deep_sums_end_with_a_value_or_its_own_error(text):
    assert isinstance(value_or_error(text), Fraction | float | bool | ExpressionError)
