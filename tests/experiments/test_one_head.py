"""One head against several: what pictures, words and tables say is what was trained, or what was published."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest

from attnviz.core.labs.jobs_lab import HEADS, JOBS, JobsGrid, JobsSetup, counted, theory, train
from attnviz.core.state import LabState
from attnviz.experiments import final_errors
from attnviz.experiments.one_head import (
    DOTS,
    PAPER,
    PAPER_AXIS,
    PAPER_NOTE,
    PAPER_WIDTH,
    SEEING,
    SPLIT,
    STEPS,
    Lab,
    paper_words,
    setup_of,
)
from attnviz.experiments.output import as_csv, as_json


def lab_at(steps: int, **state: object) -> Lab:
    """A laboratory of which every dot has taken `steps` steps."""
    lab = Lab()
    lab.set_up(LabState(**state))  # type: ignore[arg-type]
    for _ in islice(lab.run(), steps * DOTS + 1):
        pass
    return lab


@pytest.fixture(scope="module")
def trained() -> Lab:
    return lab_at(STEPS)


def test_the_set_up_is_what_the_state_asks_for():
    state = LabState(one_head_rate=0.2, one_head_optimizer="plain", seed=3, scores_see_values=True, rate=1.0)
    wanted = JobsSetup(rate=0.2, optimizer="plain", seed=3, scores_see_values=True, steps=STEPS)
    assert setup_of(state) == wanted


def test_every_dot_lands_on_the_line(trained: Lab):
    lines = np.array([[theory(jobs, heads) for heads in HEADS] for jobs in JOBS])
    assert lines.shape == (3, 8)
    np.testing.assert_array_equal(trained.lines(), lines)
    np.testing.assert_allclose(trained.errors(), lines, atol=0.001)
    assert (trained.errors() >= lines - 1e-9).all()
    said = trained.spoken()
    assert said.startswith("After 600 steps: one head leaves 0.50 of 2 jobs, 0.67 of 3 and 0.75 of 4;")
    assert "All 24 dots are within 0.01 of their line." in said
    assert trained.counts() is None


def test_without_the_split_dots_go_below_the_line_and_the_words_say_why():
    lab = lab_at(60, scores_see_values=True)
    errors, counts = lab.errors(), lab.counts()
    assert counts is not None
    below = [(JOBS[i], HEADS[j]) for i, j in np.argwhere(errors < lab.lines() - 0.01)]
    assert below == [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]
    assert (errors > counts - 1e-6).all()
    assert counts[2, :4].tolist() == [counted(4, heads) for heads in (1, 2, 3, 4)]
    assert "split off" in lab.spoken()
    assert "6 dots are below it" in lab.spoken()
    assert lab.explanation() == SEEING
    assert SEEING.startswith("The split is off: keys and heads see whole tokens.")
    assert lab_at(0).explanation() == SPLIT


def test_dots_are_those_of_the_learners_step_by_step():
    lab = lab_at(7)
    for jobs, heads in ((2, 1), (3, 5), (4, 8)):
        seen = list(islice(train(JobsSetup(jobs=jobs, heads=heads)), 8))[-1]
        assert lab.errors()[JOBS.index(jobs), HEADS.index(heads)] == seen.error


def test_all_dots_start_together_and_each_step_of_one_dot_is_counted():
    lab = Lab()
    run = lab.run()
    assert next(run) == (0, DOTS * STEPS)
    assert np.isfinite(lab.errors()).all()
    assert list(islice(run, 3)) == [(1, DOTS * STEPS), (2, DOTS * STEPS), (3, DOTS * STEPS)]
    assert lab.spoken().startswith("Start: 2, 3 or 4 jobs and 1 to 8 heads make 24 dots; rate 0.05, Adam.")


def test_a_run_is_void_when_anything_that_it_was_trained_with_changes():
    lab = lab_at(1)
    assert lab.fits(LabState())
    assert lab.fits(LabState(heads=2, key_width=8, rate=1.5, optimizer="adam", sentence="Other words."))
    for change in ({"one_head_rate": 0.1}, {"one_head_optimizer": "plain"}, {"seed": 1}, {"scores_see_values": True}):
        assert not lab.fits(LabState(**change))
    assert not Lab().fits(LabState())


def test_what_ran_away_is_said_and_never_a_number():
    lab = lab_at(1)
    errors = np.full((3, 8), 0.5)
    errors[0, 0] = errors[1, 7] = np.nan
    lab.now = JobsGrid(40, 40 * DOTS, STEPS * DOTS, errors)
    assert "one head leaves ? of 2 jobs, 0.50 of 3" in lab.spoken()
    assert "2 of 24 ran away: the rate is too large." in lab.spoken()
    assert json.loads(as_json(lab.numbers()))["error"][0][:2] == [None, 0.5]
    assert lab.tables()[0].rows[0][2] == ""


def test_tables_and_numbers_hold_the_same_and_keep_their_shape():
    lab, fresh = lab_at(3), lab_at(0)
    table = lab.tables()[0]
    assert table.columns == ("jobs J", "error", *(f"h = {h}" for h in HEADS))
    assert [row[:2] for row in table.rows] == [(j, what) for j in JOBS for what in ("trained", "1 − h/J")]
    assert list(table.rows[2][2:]) == lab.errors()[1].tolist()
    assert (table.title, len(table.rows)) == (fresh.tables()[0].title, len(fresh.tables()[0].rows))
    said = json.loads(as_json(lab.numbers()))
    assert said["error"] == lab.errors().tolist()
    assert said["line"][0] == [0.5, 0, 0, 0, 0, 0, 0, 0]
    assert said["steps_taken"] == 3
    assert said["setup"] == {
        "steps": 600, "rate": 0.05, "optimizer": "adam", "seed": 11, "scores_see_values": False
    }  # fmt: skip
    assert "(1 − h/J)(1 − h/4)" in as_csv(lab_at(1, scores_see_values=True).tables())


def test_the_papers_figures_are_quoted_with_their_source():
    assert [(row.heads, row.key_width, row.bleu) for row in PAPER] == [
        (1, 512, 24.9), (4, 128, 25.5), (8, 64, 25.8), (16, 32, 25.8), (32, 16, 25.4)
    ]  # fmt: skip
    assert {row.heads * row.key_width for row in PAPER} == {PAPER_WIDTH}
    assert all(PAPER_AXIS[0] < row.bleu < PAPER_AXIS[1] for row in PAPER)
    for words in ("Quoted, not computed here", "Vaswani et al. 2017, Table 3 row (A)", "newstest2013", "not at 0"):
        assert words in " ".join(PAPER_NOTE.split())
    assert "Today's 8 heads are among them." in paper_words(8)
    assert "Today's" not in paper_words(2)
    table = lab_at(0).tables()[1]
    assert table.title == "Quoted: Vaswani et al. 2017, Table 3 row (A)"
    assert table.rows[0] == (1, 512, 24.9)


def test_final_errors_start_from_the_seed_of_the_state_and_say_where_the_line_is():
    result = final_errors.compute(LabState(seed=4), jobs=3, heads=2, steps=20, seeds=2)
    assert result.seeds == (4, 5)
    last = [list(train(JobsSetup(jobs=3, heads=2, steps=20, seed=seed)))[-1].error for seed in (4, 5)]
    assert list(result.errors) == last
    assert result.mean == pytest.approx(np.mean(last))
    assert result.spread == pytest.approx(np.std(last, ddof=1))
    assert result.line == pytest.approx(1 / 3)
    assert result.counted is None
    assert final_errors.compute(LabState(), steps=1, seeds=1).spread == 0
