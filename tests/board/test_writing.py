"""Numbers as they are written in four languages, and texts with numbers filled in."""

from __future__ import annotations

from fractions import Fraction

import pytest

from attnviz.board.expressions import ExpressionError
from attnviz.board.fill_in import expressions_in, fill_in
from attnviz.board.writing import ENGLISH, NumberWriting, number_writing

NAMES = {"heads": Fraction(8), "width": Fraction(512), "third": Fraction(1, 3)}


@pytest.mark.parametrize(
    ("locale", "point", "group"),
    [
        ("en", ".", ","),
        ("en_US", ".", ","),
        ("fr_FR", ",", "\u202f"),
        ("fr-CA.UTF-8", ",", "\u202f"),
        ("de", ",", "."),
        ("de_CH", ".", "’"),
        ("ar_EG", ".", ","),
        ("tlh", ".", ","),
        ("", ".", ","),
        ("C", ".", ","),
    ],
)
def test_a_locale_has_its_signs_and_an_unknown_one_those_of_english(locale, point, group):
    assert (number_writing(locale).point, number_writing(locale).group) == (point, group)


@pytest.mark.parametrize(
    ("value", "digits", "fixed", "text"),
    [
        (Fraction(64), 3, False, "64"),
        (Fraction(1, 8), 3, False, "0.125"),
        (Fraction(1, 2), 2, True, "0.50"),
        (Fraction(3), 2, True, "3.00"),
        (Fraction(-1, 3), 3, False, "−0.333"),
        (-0.0001, 2, True, "0.00"),
        (0.0004, 3, False, "0.0004"),
        (Fraction(1048576), 0, True, "1048576"),
    ],
)
def test_a_number_in_digits(value, digits, fixed, text):
    assert ENGLISH.text(value, digits, fixed=fixed) == text
    assert NumberWriting(",", ".").text(value, digits, fixed=fixed) == text.replace(".", ",")


def test_expressions_in_a_text_are_worked_out():
    assert fill_in("{heads} × {width / heads} = {width}", NAMES) == "8 × 64 = 512"
    assert fill_in("{third} {third:1} {third:0} {heads:2}", NAMES, number_writing("de")) == "0,333 0,3 0 8,00"
    assert fill_in("softmax(Q Kᵀ / √d_k) V", NAMES) == "softmax(Q Kᵀ / √d_k) V"


@pytest.mark.parametrize(
    ("text", "why"),
    [("{a", "alone"), ("a}", "alone"), ("{{heads}}", "alone"), ("{}", "is empty"), ("{1+}", r"\{1\+\} cannot be read")],
)
def test_a_text_that_cannot_be_filled_in_is_found(text, why):
    with pytest.raises(ExpressionError, match=why):
        list(expressions_in(text))


def test_a_missing_name_and_a_truth_are_refused():
    with pytest.raises(ExpressionError, match=r"\{nobody\} asks for"):
        fill_in("{nobody}", NAMES)
    with pytest.raises(ExpressionError, match="not a number"):
        fill_in("{1 < 2}", NAMES)
