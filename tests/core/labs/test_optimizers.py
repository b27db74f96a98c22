import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.core.labs.optimizers import Adam, Arrays, PlainGradient, check_within, make_optimizer
from attnviz.core.labs.products import ALONE, product


def test_a_plain_step_is_rate_times_gradient_for_every_array():
    parameters = (np.array([1.0, 2.0]), np.array([[3.0]]))
    moved = PlainGradient(0.5).step(parameters, (np.array([2.0, -4.0]), np.array([[1.0]])))
    assert [m.tolist() for m in moved] == [[0.0, 4.0], [[2.5]]]
    assert parameters[0].tolist() == [1.0, 2.0]


def textbook_adam(gradients: list[float], rate: float) -> float:
    """Algorithm 1 as it stands in the paper, for one number that starts at 0."""
    x = m = v = 0.0
    for t, g in enumerate(gradients, 1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        x -= rate * (m / (1 - 0.9**t)) / (math.sqrt(v / (1 - 0.999**t)) + 1e-8)
    return x


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=20))
def test_adam_is_the_algorithm_of_its_paper(gradients):
    optimizer = Adam(0.1)
    at: Arrays = (np.zeros(1),)
    for gradient in gradients:
        at = optimizer.step(at, (np.array([gradient]),))
    assert at[0][0] == pytest.approx(textbook_adam(gradients, 0.1), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_adams_first_step_is_the_rate_whatever_the_size_of_the_gradient(size):
    (moved,) = Adam(0.01).step((np.zeros(3),), (size * np.array([1.0, -2.0, 0.0]),))
    np.testing.assert_allclose(moved, [-0.01, 0.01, 0.0], rtol=0.02)


@pytest.mark.parametrize(("name", "rate"), [("plain", 0.4), ("adam", 0.05)])
def test_both_find_the_bottom_of_a_bowl(name, rate):
    optimizer = make_optimizer(name, rate)
    at: Arrays = (np.array([2.0, -1.0]),)
    for _ in range(500):
        at = optimizer.step(at, (at[0] - 1,))
    np.testing.assert_allclose(at[0], 1, atol=0.01)


@pytest.mark.parametrize("rate", [0, -1, math.nan, math.inf, 1e9])
@pytest.mark.parametrize("name", ["plain", "adam"])
def test_a_rate_that_cannot_be_walked_is_refused(name, rate):
    with pytest.raises(ValueError, match="learning rate"):
        make_optimizer(name, rate)


def test_other_refusals_name_what_and_the_choices():
    with pytest.raises(ValueError, match="'sgd': choose plain or adam"):
        make_optimizer("sgd", 0.1)
    with pytest.raises(ValueError, match="steps 0: choose a whole number from 1 to 9"):
        check_within("steps", 0, 1, 9)


@given(st.data(), st.integers(1, 40), st.integers(1, 5), st.integers(1, 5))
def test_a_product_in_blocks_is_the_product(data, m, k, n):
    numbers = st.floats(-10, 10)
    a, b = data.draw(arrays(float, (m, k), elements=numbers)), data.draw(arrays(float, (k, n), elements=numbers))
    np.testing.assert_array_equal(product(a, b), a @ b)


@pytest.mark.parametrize("shape", [(37, 900, 64), (3, 70_000, 4)])
def test_a_product_too_large_for_one_block(shape):
    m, k, n = shape
    assert m * k * n > ALONE
    rng = np.random.default_rng(1)
    a, b = rng.standard_normal((m, k)), rng.standard_normal((k, n))
    np.testing.assert_allclose(product(a, b), a @ b, atol=1e-9)
