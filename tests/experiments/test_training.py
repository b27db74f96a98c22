"""Train it: what pictures, words and tables say is what the learners did."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest

from attnviz.core.labs.lookup import LOG_FLOOR, RATES, LookupSetup, sweep, train
from attnviz.core.state import LabState
from attnviz.experiments.output import as_csv, as_json
from attnviz.experiments.training import EVERY, HIGHEST, LOWEST, STEPS, Lab, decades, rate_ticks, setup_of, sized


def lab_at(steps, **state):
    lab = Lab()
    lab.set_up(LabState(**state))
    for _ in islice(lab.run(), steps + 1):
        pass
    return lab


def swept(rates, **state):
    lab = Lab()
    lab.set_up(LabState(**state))
    for _ in islice(lab.sweep(), rates * STEPS + 1):
        pass
    return lab


def test_the_set_up_is_what_the_state_asks_for():
    state = LabState(key_width=4, rate=0.1, optimizer="adam", seed=3)
    assert setup_of(state) == LookupSetup(key_width=4, rate=0.1, optimizer="adam", seed=3, steps=STEPS)


def test_losses_are_those_of_the_learners_step_by_step():
    lab = lab_at(30)
    steps = list(islice(train(LookupSetup(steps=STEPS)), 31))
    assert lab.losses("raw").tolist() == [step.raw.loss for step in steps]
    assert lab.losses("divided").tolist() == [step.divided.loss for step in steps]


def test_the_run_says_how_far_it_is():
    lab = Lab()
    lab.set_up(LabState(key_width=4))
    assert list(islice(lab.run(), 3)) == [(0, 400), (1, 400), (2, 400)]


def test_an_error_below_the_axis_is_drawn_at_its_foot():
    lab = lab_at(5)
    lab._past[0, 0, 3] = 0.0
    assert lab.losses("raw")[3] == LOG_FLOOR == LOWEST


def test_a_run_is_void_when_anything_that_it_was_trained_with_changes():
    lab = lab_at(1)
    assert lab.fits(LabState())
    assert lab.fits(LabState(keys=20, scale_exponent=0.3, sentence="Other words."))
    for change in ({"key_width": 4}, {"rate": 0.1}, {"optimizer": "adam"}, {"seed": 12}):
        assert not lab.fits(LabState(**change))


def test_a_sweep_stays_when_only_the_rate_changes():
    lab = lab_at(1)
    assert not lab.set_up(LabState(rate=0.1))
    assert lab.set_up(LabState(rate=0.1, key_width=4))


def test_live_words_at_the_paper_s_width():
    assert lab_at(0).spoken() == (
        "Start: key width 64, rate 0.5, plain steps; error raw 1.59, divided 0.98; "
        "8 of 16 raw rows are stuck on a wrong key."
    )
    assert lab_at(400).spoken() == (
        "Step 400 of 400: error raw 1.62, divided 0.0003; 13 of 16 raw rows are stuck on a wrong key."
    )


def test_live_words_say_so_when_raw_learns_as_well():
    said = lab_at(400, key_width=4).spoken()
    assert said == "Step 400 of 400: error raw 0.00008, divided 0.0002; no row is stuck; both have learned."


def test_live_words_say_so_when_both_get_stuck():
    said = lab_at(400, optimizer="adam").spoken()
    assert "stuck on a wrong key: 15 of 16 raw rows, 16 divided." in said
    assert "learned" not in said


def test_live_words_of_the_sweep_count_who_ended_lower():
    reference = list(sweep(LookupSetup(key_width=4)))[-1].points
    lower = sum(point.raw < point.divided for point in reference)
    assert 0 < lower < len(RATES)  # at narrow keys raw wins at some rates: the words must not deny it
    best = min(reference, key=lambda point: point.raw)
    said = swept(11, key_width=4).spoken()
    assert said.startswith(
        f"11 of 11 rates tried: raw ends lower at {lower} of them. Best: raw {sized(best.raw)} at {best.rate:g}"
    )
    assert "raw never ends lower" in swept(3).spoken()


def test_the_words_are_about_what_moved_last():
    lab = swept(1)
    assert lab.spoken().startswith("1 of 11 rates tried")
    next(lab.run())
    assert lab.spoken().startswith("Start")
    assert Lab().spoken() == ""


def test_a_sweep_that_is_left_keeps_what_was_finished():
    lab = swept(2)
    assert lab.rates().tolist() == [0.001, 0.002]
    assert [point.rate for point in lab.tried.points] == [0.001, 0.002]
    assert lab.finals("raw").tolist() == [point.raw for point in lab.tried.points]


def test_figures_are_the_copies_own():
    lab = lab_at(60)
    facts = {fact.name: (fact.raw, fact.divided) for fact in lab.facts()}
    assert facts["error"] == (sized(lab.now.raw.loss), sized(lab.now.divided.loss))
    assert facts["stuck rows"] == ("13 of 16", "0 of 16")
    assert facts["saturated rows"][0] == "16 of 16"
    assert facts["softmax gradient"] == (sized(lab.now.raw.softmax_gradient), sized(lab.now.divided.softmax_gradient))
    assert Lab().facts() == ()


def test_the_small_print_is_true_the_parameters_gradient_starts_larger_when_raw():
    start = lab_at(0).now
    assert start.raw.parameter_gradient > start.divided.parameter_gradient
    assert start.raw.softmax_gradient < start.divided.softmax_gradient


def test_tables_hold_every_tenth_step_and_keep_their_rows():
    table, rates = lab_at(20).tables()
    assert [row[0] for row in table.rows] == list(range(0, STEPS + 1, EVERY))
    assert table.rows[2][1] == lab_at(20).now.raw.loss
    assert table.rows[2][2] == lab_at(20).now.divided.loss
    assert set(table.rows[3][1:]) == {""}
    assert [row[0] for row in rates.rows] == [f"{rate:g}" for rate in RATES]
    assert "step" in as_csv((table, rates))


def test_numbers_are_json():
    lab = swept(1)
    for _ in islice(lab.run(), 4):
        pass
    numbers = json.loads(as_json(lab.numbers()))
    assert numbers["steps_taken"] == 3
    assert len(numbers["raw"]["loss"]) == 4
    assert numbers["sweep"][0]["rate"] == 0.001
    assert numbers["setup"]["key_width"] == 64


@pytest.mark.parametrize(
    ("value", "words"),
    [(0, "0"), (1.618, "1.62"), (0.05, "0.05"), (0.0042, "0.004"), (0.00033, "0.0003"), (7.9e-5, "0.00008"),
     (3.2e-5, "0.00003"), (3.2e-6, "10⁻⁵"), (3.59e-19, "10⁻¹⁸"), (2.9e-93, "10⁻⁹³"), (5e-324, "10⁻³²³")],
)  # fmt: skip
def test_sizes_of_any_magnitude_are_written_and_never_as_zero(value, words):
    assert sized(value) == words


def test_ticks_stand_at_the_numbers_that_they_name():
    assert decades() == [
        (0.0, "1"), (-1.0, "0.1"), (-2.0, "0.01"), (-3.0, "0.001"), (-4.0, "10⁻⁴"), (-5.0, "10⁻⁵"), (-6.0, "10⁻⁶")
    ]  # fmt: skip
    assert [value for value, _ in decades(3)] == [0.0, -3.0, -6.0]
    assert all(10.0**value == pytest.approx(float(text)) for value, text in rate_ticks())
    assert np.log10(HIGHEST) > np.log10(2)  # no error is above 2
