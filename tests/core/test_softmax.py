import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attnviz.core.softmax import effective_keys, entropy_bits, jacobian_norm, softmax, spread, visible
from tests.core.reference import softmax_row

SCORES = st.one_of(st.floats(-1e4, 1e4), st.just(-math.inf))
TABLES = arrays(np.float64, array_shapes(min_dims=1, max_dims=3, max_side=6), elements=SCORES)


@given(TABLES)
def test_rows_sum_to_one_or_show_nothing(scores):
    weights = softmax(scores)
    np.testing.assert_allclose(weights.sum(axis=-1), visible(scores).astype(float), atol=1e-12)
    assert (weights >= 0).all()


@given(TABLES)
def test_a_masked_weight_is_exactly_zero(scores):
    assert (softmax(scores)[scores == -np.inf] == 0).all()


@given(TABLES, st.floats(-1e3, 1e3))
def test_a_shift_of_a_whole_row_changes_nothing(scores, shift):
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), atol=1e-9)


@given(arrays(np.float64, (4, 7), elements=SCORES), st.permutations(range(7)))
def test_weights_follow_their_keys(scores, order):
    np.testing.assert_allclose(softmax(scores[:, order]), softmax(scores)[:, order], atol=1e-15)


@given(arrays(np.float64, st.integers(1, 12), elements=SCORES))
def test_agreement_with_plain_numbers(scores):
    np.testing.assert_allclose(softmax(scores), softmax_row(scores.tolist()), rtol=1e-6, atol=1e-300)


@given(arrays(np.float64, (3, 4), elements=SCORES))
def test_any_axis(scores):
    np.testing.assert_array_equal(softmax(scores, axis=0), softmax(scores.T).T)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_keep_their_type_and_do_not_overflow(dtype):
    weights = softmax(np.array([np.finfo(dtype).max, 0, np.finfo(dtype).min], dtype))
    assert weights.dtype == dtype
    assert weights.tolist() == [1, 0, 0]


@pytest.mark.parametrize("scores", [[1, 2], np.array([1, 2], np.int8), [True, False]])
def test_whole_numbers_become_float64(scores):
    assert softmax(scores).dtype == np.float64


def test_the_input_is_left_alone():
    scores = np.array([1.0, 2.0, -np.inf])
    softmax(scores)
    assert scores.tolist() == [1, 2, -math.inf]


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_no_softmax_of_nan_or_infinity(bad):
    with pytest.raises(ValueError, match="scores: NaN or"):
        softmax([[0, 1], [0, bad]])


def test_refusals_name_the_argument():
    with pytest.raises(ValueError, match="scores: rows of different lengths"):
        softmax([[1, 2], [3]])
    with pytest.raises(TypeError, match="scores: expected real numbers"):
        softmax(["a"])
    with pytest.raises(ValueError, match="single number"):
        softmax(3.0)


def test_no_keys_at_all():
    assert softmax(np.empty((2, 0))).shape == (2, 0)
    assert visible(np.empty((2, 0))).tolist() == [False, False]


def test_sharpness_of_known_rows():
    rows = np.array([[1, 0, 0, 0], [0.25] * 4, [0.5, 0.5, 0, 0], [0] * 4])
    np.testing.assert_allclose(entropy_bits(rows), [0, 2, 1, 0], atol=1e-12)
    np.testing.assert_allclose(effective_keys(rows), [1, 4, 2, 0], atol=1e-12)
    np.testing.assert_allclose(spread(rows), [0, 0.75, 0.5, 0], atol=1e-12)
    np.testing.assert_allclose(jacobian_norm(rows), [0, math.sqrt(3) / 4, 0.5, 0], atol=1e-12)


@given(arrays(np.float64, 5, elements=st.floats(-20, 20)))
def test_the_gradient_in_closed_form_is_that_of_the_whole_jacobian(scores):
    p = softmax(scores)
    jacobian = np.diag(p) - np.outer(p, p)
    assert jacobian_norm(p) == pytest.approx(np.linalg.norm(jacobian), abs=1e-7)
    assert spread(p) == pytest.approx(np.trace(jacobian), abs=1e-12)


def test_the_jacobian_is_the_derivative_of_softmax():
    scores, step = np.array([0.3, -1.2, 0.8, 0.1]), 1e-6
    moved = [(softmax(scores + step * e) - softmax(scores - step * e)) / (2 * step) for e in np.eye(4)]
    assert np.linalg.norm(moved) == pytest.approx(float(jacobian_norm(softmax(scores))), rel=1e-8)
