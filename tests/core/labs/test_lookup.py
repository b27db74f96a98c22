import dataclasses
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.labs.lookup import (
    LOG_FLOOR,
    RATES,
    LookupSetup,
    final_losses,
    on_log_axis,
    run_pass,
    start,
    sweep,
    train,
)
from attnviz.core.softmax import softmax
from tests.core.labs.finite import differences

SEEDS = range(11, 16)


@pytest.mark.parametrize("by", [1.0, 2.0])
def test_gradients_agree_with_finite_differences(by):
    tokens, parameters = start(LookupSetup(key_width=4, seed=3, queries=5))
    passed = run_pass(tokens, parameters, by)
    slow = differences(lambda moved: run_pass(tokens, moved, by).loss, parameters)
    for exact, found in zip(passed.gradients, slow, strict=True):
        assert np.abs(exact).max() > 0.01
        np.testing.assert_allclose(exact, found, atol=1e-8)


def test_the_gradient_at_the_scores_agrees_with_finite_differences():
    tokens, (w_q, w_k) = start(LookupSetup(key_width=4, seed=3, queries=5))
    passed = run_pass(tokens, (w_q, w_k), 2.0)
    scores = (tokens @ w_q) @ (tokens @ w_k).T / 2.0

    def loss(moved):
        return float(np.square(softmax(moved[0]) - np.eye(5)).sum() / 5)

    assert passed.loss == pytest.approx(loss((scores,)))
    np.testing.assert_allclose(passed.at_scores, differences(loss, (scores,))[0], atol=1e-8)


def test_the_start_is_the_same_for_both_with_components_of_variance_one():
    setup = LookupSetup(key_width=1024)
    tokens, (w_q, w_k) = start(setup)
    assert (tokens @ w_q).std() == pytest.approx(1, abs=0.1)
    assert (tokens @ w_k).std() == pytest.approx(1, abs=0.1)
    first = next(train(setup))
    dots = (tokens @ w_q) @ (tokens @ w_k).T
    np.testing.assert_allclose(first.raw.weights, softmax(dots), atol=1e-9)
    np.testing.assert_allclose(first.divided.weights, softmax(dots / 32), atol=1e-9)
    np.testing.assert_array_equal(tokens, start(LookupSetup(key_width=3))[0])


def test_every_step_is_shown_from_the_start_on():
    seen = list(train(LookupSetup(steps=7)))
    assert [now.step for now in seen] == list(range(8))
    for now in seen:
        for copy in (now.raw, now.divided):
            assert copy.weights.shape == (16, 16)
            np.testing.assert_allclose(copy.weights.sum(axis=1), 1, atol=1e-12)
            off = copy.weights - np.eye(16)
            assert copy.loss == pytest.approx(np.square(off).sum() / 16)
    with pytest.raises(ValueError, match="read-only"):
        seen[0].raw.weights[0, 0] = 1


def test_the_same_seed_trains_the_same_and_another_seed_differs():
    setup = LookupSetup(steps=20)
    first, again = (list(train(setup))[-1] for _ in range(2))
    np.testing.assert_array_equal(first.raw.weights, again.raw.weights)
    other = list(train(dataclasses.replace(setup, seed=12)))[-1]
    assert other.divided.loss != first.divided.loss


# d_k: (figure of the lesson, how far the mean of five seeds may lie from it: two seed's spreads) raw and divided
FIGURES = {
    4: ((0.0, 0.0005), (0.0, 0.0005)),
    64: ((1.475, 0.5), (0.0, 0.001)),
    1024: ((1.700, 0.3), (0.001, 0.0006)),
}


@pytest.mark.parametrize("key_width", FIGURES)
def test_the_figures_of_the_lesson(key_width):
    ends = final_losses(LookupSetup(key_width=key_width), SEEDS)
    assert ends.seeds == (11, 12, 13, 14, 15)
    for mean, (figure, reach) in zip(ends.means, FIGURES[key_width], strict=True):
        assert mean == pytest.approx(figure, abs=reach)
    if key_width == 64:
        assert ends.means[0] > 1
        assert ends.raw.min() > 1
        assert 0.1 < ends.spreads[0] < 0.4
    if key_width > 4:
        assert ends.divided.max() < 0.01


def test_final_losses_are_those_of_the_single_trainings():
    setup = LookupSetup(steps=30)
    ends = final_losses(setup, [5, 6])
    for i, seed in enumerate((5, 6)):
        last = list(train(dataclasses.replace(setup, seed=seed)))[-1]
        assert (ends.raw[i], ends.divided[i]) == (last.raw.loss, last.divided.loss)
    assert ends.spreads[0] == pytest.approx(abs(ends.raw[0] - ends.raw[1]) / 2**0.5)
    assert final_losses(setup, [5]).spreads == (0.0, 0.0)
    with pytest.raises(ValueError, match="seeds"):
        final_losses(setup, [])


def test_what_dies_is_the_gradient_through_the_softmax():
    steps = list(train(LookupSetup(key_width=64, steps=50)))
    first, last = steps[0], steps[-1]
    assert first.raw.softmax_gradient < first.divided.softmax_gradient / 5
    assert first.raw.parameter_gradient > first.divided.parameter_gradient  # it starts larger: the small print
    assert last.raw.saturated == 1
    assert last.raw.stuck > 0.5
    assert last.raw.parameter_gradient < 0.02
    assert last.divided.stuck == 0


def test_a_stuck_row_costs_two():
    last = list(train(LookupSetup(key_width=1024, steps=60)))[-1].raw
    assert last.loss == pytest.approx(2 * last.stuck, abs=0.05)


def test_adam_learns_divided_and_is_stuck_raw():
    ends = final_losses(LookupSetup(optimizer="adam", rate=0.01), SEEDS)
    assert ends.means[0] > 0.5
    assert ends.divided.max() < 1e-4


def test_the_sweep_never_lets_raw_win():
    last = list(sweep(LookupSetup(key_width=64)))[-1]
    assert (last.done, last.total) == (400 * len(RATES), 400 * len(RATES))
    assert [point.rate for point in last.points] == list(RATES)
    assert all(point.divided < point.raw for point in last.points)


def test_a_stopped_sweep_keeps_what_was_finished():
    setup = LookupSetup(key_width=8, steps=10)
    seen = list(islice(sweep(setup, (0.1, 0.2, 0.5)), 26))
    assert [now.done for now in seen] == list(range(26))
    assert seen[0].total == 30
    assert [len(now.points) for now in seen] == [0] * 10 + [1] * 10 + [2] * 6
    at_second = list(train(dataclasses.replace(setup, rate=0.2)))[-1]
    assert seen[-1].points[1].raw == at_second.raw.loss


def test_the_sweep_refuses_a_bad_rate_before_it_starts():
    with pytest.raises(ValueError, match="learning rate"):
        next(sweep(LookupSetup(), (0.1, 0)))


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([1, 2, 64, 300]),
    st.floats(1e-6, 1000),
    st.sampled_from(["plain", "adam"]),
    st.integers(0, 2**31 - 1),
)
def test_nothing_is_ever_infinite_or_nan(key_width, rate, optimizer, seed):
    setup = LookupSetup(key_width=key_width, rate=rate, optimizer=optimizer, steps=15, seed=seed)
    for now in train(setup):
        for copy in (now.raw, now.divided):
            assert 0 <= copy.loss <= 2 + 1e-9
            assert 0 <= copy.stuck <= copy.saturated <= 1
            assert np.isfinite([copy.softmax_gradient, copy.parameter_gradient]).all()
            assert np.isfinite(copy.weights).all()


def test_a_loss_of_zero_has_a_place_on_the_log_axis():
    assert on_log_axis(0.0) == LOG_FLOOR
    np.testing.assert_array_equal(on_log_axis(np.array([1.5, 1e-9, 0])), [1.5, LOG_FLOOR, LOG_FLOOR])


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("key_width", 0, "key width 0"),
        ("key_width", 1025, "key width 1025"),
        ("steps", 0, "steps 0"),
        ("queries", 1, "queries 1"),
        ("rate", float("nan"), "learning rate nan"),
        ("optimizer", "newton", "'newton'"),
    ],
)
def test_an_impossible_setup_is_refused_by_name(field, value, words):
    with pytest.raises(ValueError, match=words):
        LookupSetup(**{field: value})
