"""Sums are worked out exactly, and nothing else is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from attnviz.board.arithmetic import evaluate


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
        ("(1+2)*3-4", 5),
        ("1/3*3", 1),
    ],
)
def test_value(text, value):
    assert evaluate(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "1/0", "sqrt(2)", "sqrt(-4)", "sqrt(1,2)", "sqrt", "2**0.5", "2**999", "9**9**9", "1e13", "1e999",
        "1/10**12/10", "e", "7//2", "7%2", "1 if 1 else 2", "x", "abs(1)", "1;2", "1,2", "[1]", "(" * 60,
        "0**-1", "1" * 65,
    ],
)  # fmt: skip
def test_everything_else_is_refused(text):
    with pytest.raises(ValueError, match=r"not a sum|too large|root"):
        evaluate(text)
