"""Why scale: the numbers are those of the lesson's table, and one state gives one set of them."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.sharpness import CURVE_WIDTHS, measure
from attnviz.core.softmax import softmax
from attnviz.core.state import LabState
from attnviz.experiments import why_scale

STATE = LabState()
# LESSON: 10 keys; key width -> spread, largest weight and Σp(1−p), raw and divided.
REFERENCE = {
    4: (2, 0.491, 0.304, 0.643, 0.809),
    16: (4, 0.728, 0.315, 0.375, 0.807),
    64: (8, 0.865, 0.319, 0.191, 0.805),
    256: (16, 0.932, 0.321, 0.097, 0.805),
    1024: (32, 0.965, 0.320, 0.051, 0.806),
}


def at(board, **changes):
    state = replace(STATE, **changes)
    return state, why_scale.compute(state, board)


@pytest.mark.parametrize("key_width", REFERENCE)
def test_the_lessons_table_comes_out(board, key_width):
    spread, raw, divided, raw_left, divided_left = REFERENCE[key_width]
    _, result = at(board, key_width=key_width)
    assert result.raw.dots.sd == pytest.approx(spread, rel=0.02)
    assert result.root.dots.sd == pytest.approx(1, rel=0.02)
    assert result.raw.now.largest == pytest.approx(raw, abs=0.01)
    assert result.root.now.largest == pytest.approx(divided, abs=0.01)
    assert result.raw.now.spread == pytest.approx(raw_left, abs=0.01)
    assert result.root.now.spread == pytest.approx(divided_left, abs=0.01)


def test_the_paper_divides_by_eight(board):
    state, result = at(board)
    assert result.chosen is result.root
    said = json.loads(json.dumps(why_scale.numbers(state, result)))
    assert said["divisor"] == 8.0
    assert said["key_width"] == 64
    assert said["dots_sd"]["divided"] == said["dots_sd"]["raw"] / 8


def test_numbers_hold_what_the_command_line_promises(board):
    said = json.loads(json.dumps(why_scale.numbers(*at(board, scale_exponent=0.3)), allow_nan=False))
    for key in ("dots_sd", "max_weight", "entropy_bits", "gradient"):
        assert {"raw", "divided"} <= set(said[key])
    assert said["curve"]["key_width"] == list(CURVE_WIDTHS)
    assert len(said["curve"]["max_weight_raw"]) == len(said["curve"]["max_weight_divided"]) == 11
    assert said["max_weight"]["raw"] > said["max_weight"]["divided"] > said["max_weight"]["root"]


def test_all_pictures_belong_to_one_state(board):
    _, result = at(board, key_width=200, keys=17, scale_exponent=0.25)
    np.testing.assert_allclose(result.raw.weights, softmax(result.scores))
    np.testing.assert_allclose(result.chosen.weights, softmax(result.scores / 200**0.25))
    assert result.chosen.divisor == pytest.approx(200**0.25)
    assert result.raw.weights.size == 17
    assert result.winner == result.chosen.weights.argmax() == result.raw.weights.argmax()
    assert result.raw.dots.theory_sd == pytest.approx(200**0.5)
    assert result.chosen.dots.theory_sd == pytest.approx(200**0.25)


def test_measured_hills_follow_the_theory(board):
    for key_width in (16, 64, 1024):
        result = at(board, key_width=key_width)[1]
        assert result.raw.theory.max() == 1
        assert np.abs(result.raw.measured - result.raw.theory).max() < 0.1
        np.testing.assert_allclose(result.raw.measured, result.root.measured)


def test_only_one_half_is_flat(board):
    flat, hard, faint = (at(board, scale_exponent=a)[1].chosen.curve.largest for a in (0.5, 0.3, 0.8))
    assert flat[2:].max() - flat[2:].min() < 0.03
    assert hard[-1] > hard[0] + 0.3
    assert faint[-1] < 0.13
    assert faint[-1] > 0.1  # of ten keys, one in ten is all that is left


def test_no_division_is_the_raw_side(board):
    state, result = at(board, scale_exponent=0.0)
    assert result.chosen is result.raw
    assert result.divisions() == (result.raw, result.root)
    assert "nothing is divided" in why_scale.spoken(state, result)


@pytest.mark.parametrize(
    ("chosen", "field", "end"),
    [("largest", "largest", 1.0), ("entropy", "entropy", 4.0), ("keys", "effective_keys", 10)],
)
def test_the_curve_shows_what_was_chosen_inside_its_axis_and_band(board, chosen, field, end):
    result = at(board, measure=chosen, key_width=256)[1]
    for side in result.divisions():
        assert side.value == getattr(side.now, field)
        np.testing.assert_array_equal(side.values, getattr(side.curve, field))
        assert np.all(side.band.low <= side.band.high)
        assert side.band.low[8] <= side.value <= side.band.high[8]
        assert result.axis[0] <= side.values.min()
        assert side.values.max() <= result.axis[-1]
    assert result.axis[-1] == end


@pytest.mark.parametrize("keys", [2, 3, 8, 9, 33, 64])
def test_axes_end_at_or_above_what_is_possible(keys):
    assert why_scale.axis("entropy", keys)[-1] >= np.log2(keys)
    assert why_scale.axis("keys", keys)[-1] >= keys
    assert len(why_scale.axis("keys", keys)) <= 10


def test_the_words_fit_two_projected_lines_and_say_the_numbers(board):
    for changes in (
        {},
        {"key_width": 1023},
        {"scale_exponent": 0.0},
        {"scale_exponent": 0.85, "key_width": 1000},
        {"keys": 64},
    ):
        state, result = at(board, **changes)
        words = why_scale.spoken(state, result)
        assert len(words) <= 104
        assert f"Key width {state.key_width}" in words
    assert "0.86 raw, 0.32 divided by 8" in why_scale.spoken(*at(board))
    assert "hardens" in why_scale.spoken(*at(board, scale_exponent=0.3))
    assert "fades" in why_scale.spoken(*at(board, scale_exponent=0.8))


def test_a_spread_that_strays_from_theory_is_named(board):
    state, result = at(board)
    strayed = replace(result, raw=replace(result.raw, dots=replace(result.raw.dots, sd=8.6)))
    assert "Spread 8.6, theory 8: they disagree." in why_scale.spoken(state, strayed)
    assert "disagree" not in why_scale.spoken(state, result)


def test_a_broken_supposition_is_named(board):
    state, result = at(board, component_spread=2.0)
    assert result.raw.dots.sd == pytest.approx(32, rel=0.02)
    assert result.raw.dots.theory_sd == 8
    assert "Unit variance says spread 8; measured 32.02." in why_scale.spoken(state, result)
    assert why_scale.spread_words(result) == "line: spread 8 if σ = 1; σ = 2: 32"
    state, result = at(board, correlated=True)
    assert "Independence says spread 8; measured 17.45." in why_scale.spoken(state, result)
    assert why_scale.spread_words(result) == "line: spread 8 if independent; 0.5 shared + 0.87 own: 17.78"
    state, result = at(board, correlated=True, component_spread=0.5, key_width=1024)
    assert "Footnote 4 says spread 32; measured 63.34." in why_scale.spoken(state, result)
    assert why_scale.spread_words(result) == "line: footnote 4; 0.5 × (0.5 shared + 0.87 own): 64.47"


@pytest.mark.parametrize("spread", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("correlated", [False, True])
@pytest.mark.parametrize("key_width", [1, 64, 1024])
@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0])
def test_whatever_is_drawn_fits_the_pictures(board, spread, correlated, key_width, exponent):
    changes = {"component_spread": spread, "correlated": correlated, "scale_exponent": exponent}
    state, result = at(board, key_width=key_width, **changes)
    assert len(why_scale.spoken(state, result)) <= 120
    for side in result.divisions():
        dots = side.dots
        assert dots.edges.size <= 561
        assert dots.edges[-1] >= min(why_scale.REACH, 3.99 * max(dots.sd, dots.theory_sd)) * 0.95
        assert side.theory.max() <= 1 + 1e-9
        if key_width > 1:  # the product of two numbers has no height at 0 that a picture could hold
            assert max(side.measured.max(), side.theory.max()) == pytest.approx(1, abs=0.05)
        assert dots.sd == pytest.approx(dots.drawn_sd, rel=0.05)
    said = json.loads(json.dumps(why_scale.numbers(state, result), allow_nan=False))
    assert said["components"]["spread"] == spread
    rows = {row[0] for table in why_scale.tables(state, result) for row in table.rows}
    assert ("spread of q·k, as drawn" in rows) == (correlated or spread != 1)


def test_the_default_draw_is_the_papers(board):
    numbers = why_scale.numbers(*at(board))
    assert numbers["components"] == {"spread": 1.0, "correlated": False, "shared_variance": 0.0}
    assert numbers["dots_sd_as_drawn"] == numbers["dots_sd_theory"]


def test_dots_beyond_the_axis_are_counted(board):
    assert at(board, key_width=4)[1].outside == 0
    assert at(board, key_width=1024)[1].outside == pytest.approx(0.21, abs=0.01)  # 2(1 − Φ(40/32))


def test_tables_hold_the_same_numbers(board):
    state, result = at(board, scale_exponent=0.3, keys=5)
    now, lottery, curve = why_scale.tables(state, result)
    rows = {row[0]: row[1:] for row in now.rows}
    assert rows["mean largest weight"] == tuple(side.now.largest for side in result.divisions())
    assert now.columns == ("measure", "raw", "÷ √d_k", "÷ d_k^0.3")
    assert [row[0] for row in lottery.rows] == [1, 2, 3, 4, 5]
    assert sum(float(row[2]) for row in lottery.rows) == pytest.approx(1)
    assert [row[0] for row in curve.rows] == list(CURVE_WIDTHS)


def test_same_seed_same_numbers_other_seed_others(board):
    one, same, other = (at(board, seed=seed)[1].scores for seed in (5, 5, 6))
    np.testing.assert_array_equal(one, same)
    assert np.abs(one - other).max() > 1


def test_the_gradient_is_that_of_softmax(board):
    result = at(board)[1]
    p = result.raw.weights
    jacobian = np.diag(p) - np.outer(p, p)
    assert measure(result.scores[None]).gradient == pytest.approx(np.linalg.norm(jacobian), abs=1e-9)
    assert result.raw.curve.gradient[-1] < result.root.curve.gradient[-1] / 5


def words_of(board, **changes):
    return why_scale.spoken(*at(board, **changes))


def test_dots_of_few_components_are_said_to_make_no_bell_and_stay_in_their_picture(board):
    assert "no bell" in words_of(board, key_width=1)
    assert "no bell" not in words_of(board, key_width=64)
    _, result = at(board, key_width=1)
    assert result.raw.measured.max() <= 1 + 1e-9
    assert result.raw.theory.max() < 0.5


@pytest.mark.parametrize(
    ("exponent", "word"), [(0.4, "hardens"), (0.505, "nearly"), (0.51, "nearly"), (0.53, "fades"), (0.7, "fades")]
)
def test_where_an_exponent_leads_is_what_its_curve_does(board, exponent, word):
    assert word in words_of(board, scale_exponent=exponent)


def test_a_gradient_that_is_smaller_when_divided_is_explained(board):
    assert "all weights are small" in why_scale.gradient_words(at(board, keys=64)[1])
    assert "all weights are small" not in why_scale.gradient_words(at(board)[1])
