import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.words import (
    END_ISOLATE,
    ISOLATE,
    arrow,
    in_words,
    isolated,
    number,
    quoted,
    short_word,
    subscript,
    weight_words,
)


@pytest.mark.parametrize(
    ("weight", "words"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1e-300, "less than 0.001"),
        (0.0004, "less than 0.001"),  # scenario 11
        (0.00099, "less than 0.001"),
        (0.001, "0.001"),
        (0.004, "0.004"),
        (0.0099, "0.010"),
        (0.01, "0.01"),
        (0.85, "0.85"),
        (0.8549, "0.85"),
        (1, "1.00"),
        (np.float32(0.621), "0.62"),
    ],
)
def test_weights_read_as_a_person_would_say_them(weight, words):
    assert weight_words(weight) == words


@given(st.floats(0, 1, exclude_min=True))
def test_a_weight_above_zero_is_never_called_zero(weight):
    assert weight_words(weight) not in ("0", "0.00", "0.000")


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (-0.31, 2, "−0.31"),
        (-0.004, 2, "0.00"),
        (-0.0, 2, "0.00"),
        (8.0, 0, "8"),
        (8.0, 2, "8.00"),
        (1.74, 1, "1.7"),
        (64, 2, "64"),
        (np.int64(-3), 2, "−3"),
        (np.float64(2.5), 3, "2.500"),
        (math.inf, 2, "∞"),
        (-math.inf, 2, "−∞"),
        (math.nan, 2, "undefined"),
    ],
)
def test_numbers_have_a_real_minus_and_as_many_decimals_as_asked(value, digits, text):
    assert number(value, digits) == text


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9), st.integers(0, 6))
def test_a_number_reads_back_at_the_printed_precision(value, digits):
    text = number(value, digits)
    assert float(text.replace("−", "-")) == pytest.approx(value, abs=0.51 * 10.0**-digits)
    assert not (text.startswith("−") and float(text[1:]) == 0)


def test_subscripts():
    assert subscript(120) == "₁₂₀"


@pytest.mark.parametrize("token", ["שלום", "عالم", "٣", "עולם₂", "a-שלום"])
def test_a_word_from_right_to_left_is_isolated(token):
    assert isolated(token) == f"{ISOLATE}{token}{END_ISOLATE}"


@pytest.mark.parametrize("token", ["dog", "dog₂", "3.14", "。", "🙂", ""])
def test_other_words_stay_as_they_are(token):
    assert isolated(token) == token


def test_no_sign_inside_a_word_ends_its_isolation():
    assert isolated("של\u2069ום\u202e") == f"{ISOLATE}שלום{END_ISOLATE}"


@pytest.mark.parametrize(
    ("token", "most", "short"),
    [
        ("because", 7, "because"),
        ("because", 6, "becau…"),
        ("because₂", 6, "beca…₂"),
        ("a" * 300, 24, "a" * 23 + "…"),
        ("aaae\u0301aaaa", 5, "aaa…"),  # an accent is not torn from its letter
        ("👩\u200d👩\u200d👧\u200d👧aaaa", 4, "👩…"),
        ("ab", 1, "a…"),
    ],
)
def test_a_long_word_is_cut_and_a_repeated_one_keeps_its_number(token, most, short):
    assert short_word(token, most) == short


def test_words_in_other_text():
    assert quoted("dog") == "“dog”"
    assert quoted("כלב") == f"“{ISOLATE}כלב{END_ISOLATE}”"
    assert in_words("ש" * 30) == f"{ISOLATE}{'ש' * 23}…{END_ISOLATE}"
    assert arrow("it", "כלב") == f"it → {ISOLATE}כלב{END_ISOLATE}"
