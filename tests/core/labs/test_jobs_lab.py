import dataclasses
import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.labs.jobs_lab import (
    Data,
    JobsSetup,
    JobsStep,
    counted,
    run_pass,
    start,
    theory,
    train,
    train_grid,
)
from attnviz.core.labs.optimizers import Adam
from tests.core.labs.finite import differences

CASES = json.loads((Path(__file__).parents[2] / "data/engine.json").read_text())["one_head_against_several"]


def end(setup: JobsSetup) -> JobsStep:
    return list(train(setup))[-1]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['jobs']} jobs, {case['heads']} heads")
def test_theory_and_training_meet_in_every_case(case):
    jobs, heads, best = case["jobs"], case["heads"], case["best_error"]
    assert theory(jobs, heads) == pytest.approx(best, abs=5e-5)
    for seed in (11, 12, 13):
        error = end(JobsSetup(jobs=jobs, heads=heads, seed=seed)).error
        assert error == pytest.approx(best, abs=0.005)
        assert error >= theory(jobs, heads) - 1e-9


def test_heads_to_spare_leave_nothing():
    assert [theory(3, heads) for heads in (3, 4, 8)] == [0, 0, 0]
    with pytest.raises(ValueError, match="heads 0"):
        theory(2, 0)


def test_heads_that_see_whole_tokens_come_near_to_what_counting_gives():
    assert [counted(2, 1), counted(4, 1), counted(4, 2), counted(3, 3)] == [0.375, 0.5625, 0.25, 0]
    for jobs, heads in ((2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)):
        error = end(JobsSetup(jobs=jobs, heads=heads, scores_see_values=True)).error
        assert counted(jobs, heads) < error < counted(jobs, heads) + 0.02 < theory(jobs, heads)


@pytest.mark.parametrize("sees", [False, True])
def test_gradients_agree_with_finite_differences(sees):
    data, parameters = start(JobsSetup(jobs=3, heads=2, seed=4, scores_see_values=sees))
    few = Data(data.asked[:6], data.carried[:6], data.answers[:6])
    passed = run_pass(few, parameters)
    slow = differences(lambda moved: run_pass(few, moved).error, parameters)
    for exact, found in zip(passed.gradients, slow, strict=True):
        assert np.abs(exact).max() > 1e-4
        np.testing.assert_allclose(exact, found, atol=1e-8)


def test_values_are_whitened_and_the_same_for_any_number_of_heads():
    data, _ = start(JobsSetup(jobs=3, heads=1))
    np.testing.assert_allclose(data.answers.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(data.answers.T @ data.answers / len(data.answers), np.eye(12), atol=1e-12)
    np.testing.assert_array_equal(data.answers, start(JobsSetup(jobs=3, heads=5))[0].answers)
    np.testing.assert_array_equal(data.carried.reshape(-1, 12), data.answers)


def test_scores_see_roles_only_so_weights_are_the_same_for_all_values():
    data, parameters = start(JobsSetup(jobs=3, heads=2))
    assert run_pass(data, parameters).weights.shape == (1, 2, 3)
    seeing = start(JobsSetup(jobs=3, heads=2, scores_see_values=True))
    weights = run_pass(*seeing).weights
    assert weights.shape == (256, 2, 3)
    assert weights.std(axis=0).min() > 0.01


@pytest.mark.parametrize(
    ("jobs", "heads", "trial", "least"), [(2, 1, 0.38, 0.375), (4, 1, 0.57, 0.5625), (4, 2, 0.26, 0.25)]
)
def test_scores_that_see_values_go_below_the_line(jobs, heads, trial, least):
    error = end(JobsSetup(jobs=jobs, heads=heads, scores_see_values=True)).error
    assert error == pytest.approx(trial, abs=0.01)
    assert least < error < theory(jobs, heads) - 0.1


def test_seeing_is_not_enough_while_heads_carry_values_alone():
    values, _ = start(JobsSetup(jobs=2, heads=1))
    seeing, parameters = start(JobsSetup(jobs=2, heads=1, scores_see_values=True))
    data = Data(seeing.asked, values.carried, values.answers)
    parameters = (*parameters[:2], parameters[2][: values.carried.shape[2]])
    optimizer = Adam(0.05)
    for _ in range(300):
        parameters = optimizer.step(parameters, run_pass(data, parameters).gradients)
    assert run_pass(data, parameters).error == pytest.approx(0.5, abs=0.005)


def test_every_step_is_shown_from_the_start_on():
    seen = list(train(JobsSetup(jobs=3, heads=2, steps=5)))
    assert [now.step for now in seen] == list(range(6))
    assert seen[0].error == pytest.approx(1, abs=0.1)  # a read-out near 0 answers nothing
    for now in seen:
        assert now.weights.shape == (2, 3)
        np.testing.assert_allclose(now.weights.sum(axis=1), 1)
        assert now.error == pytest.approx(now.job_errors.mean())
        assert not now.diverged


def test_what_one_head_leaves_depends_on_its_weights_job_by_job():
    now = end(JobsSetup(jobs=3, heads=1))
    p = now.weights[0]
    np.testing.assert_allclose(now.job_errors, 1 - p**2 / np.square(p).sum(), atol=1e-3)


def test_the_same_seed_trains_the_same_and_another_seed_differs():
    setup = JobsSetup(jobs=3, heads=2, steps=20)
    first, again, other = end(setup), end(setup), end(dataclasses.replace(setup, seed=12))
    assert first.error == again.error
    assert first.error != other.error


def test_plain_steps_arrive_too():
    assert end(JobsSetup(jobs=4, heads=2, optimizer="plain", rate=2.0)).error == pytest.approx(0.5, abs=0.03)


def test_a_rate_too_large_is_called_diverged_and_every_number_stays_finite():
    seen = list(train(JobsSetup(jobs=2, heads=2, optimizer="plain", rate=100.0)))
    assert seen[-1].diverged
    assert seen[-1].step < 600
    assert not any(now.diverged for now in seen[:-1])
    for now in seen:
        assert np.isfinite([now.error, *now.job_errors, *now.weights.ravel()]).all()
    assert seen[-1].error == seen[-2].error


def test_all_dots_land_on_the_line_together():
    setup = JobsSetup(steps=300)
    for now in train_grid(setup):
        if now.done == 24:
            assert now.step == 1
            assert now.errors.min() > 0.5  # one step in, no dot has run ahead
    line = [[theory(jobs, heads) for heads in range(1, 9)] for jobs in (2, 3, 4)]
    np.testing.assert_allclose(now.errors, line, atol=0.03)
    assert (now.step, now.done, now.total) == (300, 7200, 7200)


def test_a_dot_of_the_grid_is_the_single_training():
    setup = JobsSetup(steps=10, seed=5)
    now = list(train_grid(setup, (2, 4), (1, 3)))[-1]
    assert now.errors[1, 1] == end(dataclasses.replace(setup, jobs=4, heads=3)).error


def test_a_stopped_grid_keeps_where_each_dot_was():
    seen = list(islice(train_grid(JobsSetup(), (2,), (1, 2)), 5))
    assert np.isnan(seen[0].errors).tolist() == [[False, True]]
    assert [now.done for now in seen] == [0, 0, 1, 2, 3]
    assert seen[3].errors[0, 1] == seen[4].errors[0, 1]
    assert seen[3].errors[0, 0] > seen[4].errors[0, 0]


def test_a_diverged_dot_is_empty_and_the_rest_goes_on():
    last = list(train_grid(JobsSetup(optimizer="plain", rate=12.0, steps=200), (2, 4), (1, 2)))[-1]
    assert np.isnan(last.errors[0]).all()
    np.testing.assert_allclose(last.errors[1], [0.75, 0.5], atol=0.03)
    assert last.done == last.total


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("jobs", 0, "jobs 0"), ("heads", 17, "heads 17"), ("steps", 0, "steps 0"), ("rate", -1, "learning rate -1")],
)
def test_an_impossible_setup_is_refused_by_name(field, value, words):
    with pytest.raises(ValueError, match=words):
        JobsSetup(**{field: value})
