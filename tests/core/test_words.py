import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.words import number, subscript, weight_words


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
