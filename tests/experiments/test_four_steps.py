from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.board.schema import Board
from attnviz.core.limits import EDITABLE, STEP_COUNT, STEP_HEADS
from attnviz.core.state import LabState, apply
from attnviz.core.words import MINUS, number, weight_words
from attnviz.experiments.four_steps import FourSteps, compute, numbers, spoken, tables
from attnviz.experiments.four_steps_arithmetic import Region, cell_name, explain
from attnviz.experiments.four_steps_edits import read_value
from attnviz.experiments.four_steps_picture import (
    CONCATENATE,
    DIVIDE,
    DOTS,
    EXPONENTIALS,
    FINAL,
    MASK,
    NORMALIZE,
    PARTS,
    PROJECT,
    SHARES,
    STOPS,
    WEIGH,
    View,
)
from tests.experiments.written import work_out

VIEWS = ("x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "divided", "masked", "exponentials", "weights", "heads",
         "concat", "w_o", "output")  # fmt: skip


@pytest.fixture(scope="module")
def board() -> Board:
    from attnviz.assets import resource
    from attnviz.board.load import load_board

    return load_board(resource("boards", "session11.board.toml"))


def result_of(board: Board, **changes: object) -> FourSteps:
    applied = apply(LabState(), changes)
    assert not applied.notes
    return compute(applied.state, board)


def printed_cell(result: FourSteps, view: View, row: int, column: int) -> tuple[list[str], str]:
    """The expressions of the equation and the printed result."""
    name, *rest = explain(result, view, row, column).equation.split(" = ")
    assert name == cell_name(result, view, row, column)
    return rest[:-1], rest[-1].partition(" ≈ ")[0]


def decimals(printed: str) -> int:
    return len(printed.partition("·")[0].partition(".")[2])


def as_printed(value: float, like: str) -> str:
    """`value` written as `like` is: with as many decimals, and a power of ten where that has one."""
    if "·10^" not in like:
        return number(value, decimals(like))
    size, _, power = f"{value:.{decimals(like)}e}".partition("e-")
    return f"{size}·10^({MINUS}{int(power)})"


def check_cell(result: FourSteps, view: View, row: int, column: int) -> None:
    """Printed result = engine's number, and every written expression works out to what is printed after it."""
    value = float(result.values(view)[row, column])
    expressions, printed = printed_cell(result, view, row, column)
    if value == -np.inf:
        assert printed == f"{MINUS}∞"
        return
    if value == 0 and printed == "0":
        assert all(work_out(part) == 0 for part in expressions)
        return
    assert as_printed(value, printed) == printed
    assert value == 0 or view.key not in ("weights", "exponentials") or work_out(printed) > 0
    before = ""
    for part, after in pairwise([*expressions, printed]):
        shown, _, operation = after.partition("; ")  # "…= 1.74; ÷ √4 = 0.87": the quotient goes on from the score
        sum_part = part.partition("; ")[2] or part
        worked_out = work_out(before + sum_part)
        assert as_printed(worked_out, shown) == shown, f"{part} gives {worked_out}, printed {shown}"
        before = shown if operation else ""


states = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 10_000),
        "step_heads": st.sampled_from(STEP_HEADS),
        "causal": st.booleans(),
        "scale_exponent": st.sampled_from((0.0, 0.3, 0.5, 0.77, 1.0)),
        "step_tokens": st.sets(st.integers(0, 9), max_size=7).map(tuple),
        "sentence": st.sampled_from(("A dog ate the food because it was hungry.", "the cat sat on the mat", "Why?")),
        "edits": st.lists(
            st.tuples(
                st.sampled_from(EDITABLE),
                st.just(0),
                st.integers(0, 8),
                st.integers(0, 7),
                st.one_of(
                    st.sampled_from((0.0, 99.0, -99.0)),
                    st.integers(-99_000, 99_000).map(lambda n: n / 1000),
                    st.floats(-99, 99),
                ),
            ),
            max_size=8,
        ).map(tuple),
    }
)


@settings(max_examples=40, deadline=None)
@given(changes=states)
def test_printed_arithmetic_works_out_to_the_printed_result_in_every_cell(board, changes):
    result = result_of(board, **changes)
    for key in VIEWS:
        for head in range(result.heads if key not in ("x", "concat", "w_o", "output") else 1):
            view = View(key, head)
            for row, column in np.ndindex(result.values(view).shape):
                check_cell(result, view, row, column)


def test_a_score_is_written_as_in_the_lesson(board):
    result = result_of(board, step_tokens=(1, 4, 6))
    text = explain(result, View("divided"), 2, 0).equation
    assert text.startswith("score[it, dog] = ")
    assert text.count("·") == 4
    assert "; ÷ √4 = " in text


def test_a_rounding_edge_gets_one_more_decimal(board):
    on_edge = 0
    for seed in range(12):
        result = result_of(board, seed=seed)
        for row, column in np.ndindex(6, 4):
            value = float(result.values(View("q"))[row, column])
            if abs(value * 1000) % 10 == pytest.approx(5, abs=1e-6) and number(value, 4)[-1] == "0":
                on_edge += 1
                assert decimals(printed_cell(result, View("q"), row, column)[1]) == 3
    assert on_edge > 0


def test_inputs_lie_where_they_come_from(board):
    result = result_of(board)
    assert explain(result, View("q", 1), 3, 2).inputs == (Region("x", 0, 3, None), Region("w_q", 1, None, 2))
    assert explain(result, View("scores", 1), 3, 2).inputs == (Region("q", 1, 3, None), Region("k", 1, 2, None))
    assert explain(result, View("heads"), 3, 2).inputs == (Region("weights", 0, 3, None), Region("v", 0, None, 2))
    assert explain(result, View("concat"), 3, 6).inputs == (Region("heads", 1, 3, 2),)
    assert explain(result, View("output"), 3, 6).inputs == (Region("concat", 0, 3, None), Region("w_o", 0, None, 6))


def test_a_turned_matrix_is_read_as_it_is_drawn(board):
    result = result_of(board)
    turned = View("k", 0, turned=True)
    assert result.values(turned).shape == (4, 6)
    assert result.names(turned) == (("1", "2", "3", "4"), ("A", "dog", "ate", "the", "food", "because"))
    assert explain(result, turned, 3, 1) == explain(result, View("k"), 1, 3)
    assert cell_name(result, turned, 3, 1) == "k[dog, 4]"


def test_a_cell_that_is_not_there_is_refused(board):
    with pytest.raises(IndexError, match="scores has no cell"):
        explain(result_of(board), View("scores"), 0, 6)


def test_mask_hides_later_words_and_says_so(board):
    result = result_of(board, causal=True, step=MASK)
    for row in range(6):
        assert (~result.hidden(View("masked"))[row]).sum() == row + 1
    hidden = explain(result, View("masked"), 1, 4)
    assert hidden.equation == f"masked[dog, food] = {MINUS}∞"
    assert "masked" in hidden.remark
    assert explain(result, View("exponentials"), 1, 4).equation == f"exp[dog, food] = e^({MINUS}∞) = 0"
    assert explain(result, View("weights"), 1, 4).equation.endswith(" = 0")


def test_mask_that_is_off_says_it_does_nothing(board):
    result = result_of(board, step=MASK)
    assert "does nothing here" in spoken(LabState(step=MASK), result)
    assert np.array_equal(result.values(View("masked")), result.values(View("divided")))
    assert "does nothing here" in explain(result, View("masked"), 0, 3).remark


def test_tokens_are_the_first_six_or_the_chosen_ones(board):
    assert result_of(board).tokens == ("A", "dog", "ate", "the", "food", "because")
    assert result_of(board, step_tokens=(1, 4, 6)).tokens == ("dog", "food", "it")
    assert len(result_of(board, step_tokens=tuple(range(8))).tokens) == 6


def test_repeated_words_are_both_present_and_told_apart(board):
    result = result_of(board, sentence="the cat sat on the mat")
    assert result.values(View("scores")).shape == (6, 6)
    assert len(set(result.tokens)) == 6


def test_chosen_tokens_keep_their_place_in_the_sentence(board):
    some, whole = result_of(board, step_tokens=(1, 4)), result_of(board)
    assert np.array_equal(some.values(View("x")), whole.values(View("x"))[[1, 4]])


def test_selection_moves_on_to_a_token_on_show(board):
    assert result_of(board, query=6).row == 5
    assert result_of(board, query=1, key=4).row == 1
    assert result_of(board, query=0, step_tokens=(3, 5)).row == 0


def test_head_on_show_exists(board):
    assert result_of(board, head=7).head == 1
    assert result_of(board, head=3, step_heads=4).head == 3


def test_nine_stops_in_four_parts(board):
    assert len(STOPS) == STEP_COUNT == 9
    assert [sum(stop.part == part for stop in STOPS) for part in range(len(PARTS))] == [1, 2, 1, 5]


@pytest.mark.parametrize(
    ("step", "kind", "keys"),
    [
        (PROJECT, "product", ["x", "w_q", "w_k", "w_v", "q", "k", "v"]),
        (DOTS, "product", ["q", "k", "scores"]),
        (DIVIDE, "beside", ["scores", "divided"]),
        (MASK, "beside", ["divided", "masked"]),
        (EXPONENTIALS, "beside", ["masked", "exponentials"]),
        (NORMALIZE, "beside", ["exponentials", "weights"]),
        (WEIGH, "product", ["weights", "v", "heads"]),
        (CONCATENATE, "joined", ["heads", "heads", "concat"]),
        (FINAL, "product", ["concat", "w_o", "output"]),
    ],
)
def test_only_matrices_that_take_part_are_on_show(board, step, kind, keys):
    shown = result_of(board, step=step).picture
    assert shown.kind == kind
    assert [view.key for view in shown.views] == keys


def test_inputs_of_every_result_are_on_show_with_it(board):
    for step in range(STEP_COUNT):
        result = result_of(board, step=step, causal=True)
        shown = {(view.key, view.head) for view in result.picture.views}
        for view in result.picture.results:
            for region in explain(result, view, 2, 1).inputs:
                assert (region.key, region.head) in shown


def test_all_scores_share_a_scale_that_the_divisor_does_not_move(board):
    raw, divided = result_of(board, scale_exponent=0.0), result_of(board, causal=True)
    limits = {r.limit(View(key)) for r in (raw, divided) for key in ("scores", "divided", "masked")}
    assert len(limits) == 1
    assert limits.pop() >= np.abs(raw.block.trace.scores).max()


def test_live_words_name_the_stop_and_the_result(board):
    state = LabState(step=DIVIDE, query=4, key=1)
    result = compute(state, board)
    raw, divided = (number(result.values(View(key))[4, 1]) for key in ("scores", "divided"))
    assert spoken(state, result) == f"Step 2, divide: every score ÷ √4 = 2. “food” with “dog”: {raw} becomes {divided}."


def test_a_tiny_weight_is_never_spoken_as_zero(board):
    spoken_small = 0
    for seed in range(60):
        for query in range(6):
            state = LabState(step=NORMALIZE, seed=seed, scale_exponent=0.0, query=query, step_heads=1)
            result = compute(state, board)
            weight = result.values(View("weights"))[result.row, result.column]
            words = spoken(state, result)
            if weight < 0.001:
                spoken_small += 1
                assert "less than 0.001" in words
            assert not words.endswith((" 0.", " 0.00."))
    assert spoken_small > 0


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("heads", STEP_HEADS)
def test_json_holds_every_matrix_and_they_multiply_out(board, heads, causal):
    state = LabState(step_heads=heads, causal=causal)
    found = json.loads(json.dumps(numbers(state, compute(state, board)), allow_nan=False))
    steps = {key: np.array(value, dtype=float) for key, value in found["steps"].items()}
    assert found["tokens"] == ["A", "dog", "ate", "the", "food", "because"]
    assert (found["heads"], found["key_width"], found["divisor"]) == (heads, 8 // heads, (8 // heads) ** 0.5)
    np.testing.assert_allclose(steps["x"] @ steps["w_q"], steps["q"], atol=1e-12)
    np.testing.assert_allclose(steps["q"] @ steps["k"].swapaxes(1, 2), steps["scores"], atol=1e-12)
    np.testing.assert_allclose(steps["scores"] / found["divisor"], steps["divided"], atol=1e-12)
    np.testing.assert_allclose(steps["weights"].sum(axis=-1), 1, atol=1e-12)
    np.testing.assert_allclose(steps["weights"] @ steps["v"], steps["head_outputs"], atol=1e-12)
    np.testing.assert_allclose(steps["concat"] @ steps["w_o"], steps["output"], atol=1e-12)
    assert np.isnan(steps["masked"]).sum() == (heads * 15 if causal else 0)


def test_tables_have_the_matrices_of_the_stop(board):
    state = LabState(step=MASK, causal=True)
    before, after = tables(state, compute(state, board))
    assert (before.title, after.title) == ("divided of head 1", "masked of head 1")
    assert after.rows[0][2] == "masked"
    assert isinstance(before.rows[0][2], float)


@settings(max_examples=20, deadline=None)
@given(changes=states)
def test_masked_scores_are_minus_infinity_and_row_i_has_i_plus_1_visible_keys(board, changes):
    result = result_of(board, **{**changes, "causal": True})
    for head in range(result.heads):
        masked, weights = (result.values(View(key, head)) for key in ("masked", "weights"))
        for row in range(len(result.tokens)):
            assert np.isfinite(masked[row]).sum() == row + 1
            assert np.isfinite(masked[row, : row + 1]).all()
            assert (masked[row, row + 1 :] == -np.inf).all()
            assert (weights[row, row + 1 :] == 0).all()
            assert weights[row].sum() == pytest.approx(1)


def test_json_and_tables_have_the_edited_values(board):
    edits = (("w_o", 0, 7, 7, 8.0), ("w_q", 0, 3, 6, 5.0), ("x", 0, 2, 0, 7.5))
    state = apply(LabState(), {"edits": edits}).state
    result = compute(state, board)
    found = json.loads(json.dumps(numbers(state, result)))
    assert found["steps"]["w_q"][1][3][2] == 5.0
    assert found["steps"]["x"][2][0] == 7.5
    assert found["steps"]["w_o"][7][7] == 8.0
    assert found["edits"] == [list(edit) for edit in edits]
    assert found["source"] == "drawn from seed 11, untrained; edited: x, W_Q, W_O (3 cells, kept at any seed)"
    titles = [table.title for table in tables(state, result)]
    assert titles[0] == "x, edited (1 cell)"
    assert titles[1] == "W_Q of head 1", "the edit is in head 2's slice"


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), (" −2.5 ", -2.5), ("-0,25", -0.25), (".5", 0.5), ("5.", 5), ("+3", 3), ("-0", 0), ("99", 99)],
)
def test_entries_are_read_with_point_or_comma_and_any_minus(text, value):
    assert read_value(text) == value


@pytest.mark.parametrize("text", ["", " ", "nan", "inf", "1e1", "1.2.3", "99.01", "--1", "½", "0x1", "1 2", "0.00001"])
def test_other_entries_are_refused_with_words(text):
    with pytest.raises(ValueError, match=r"\."):
        read_value(text)


def test_an_edited_cell_says_what_it_was(board):
    result = result_of(board, edits=(("w_q", 0, 3, 2, 1.125),))
    found = explain(result, View("w_q"), 3, 2)
    assert found.equation == "W_Q[4, 3] = 1.125"
    assert "−0.37 before" in found.remark


def test_only_a_cell_of_the_block_has_an_address():
    from attnviz.experiments.four_steps_edits import address

    places = (2, 5)
    assert address(View("x"), 1, 7, places, 4) == ("x", 0, 5, 7)
    assert address(View("w_q", 1), 3, 2, places, 4) == ("w_q", 0, 3, 6)
    assert address(View("w_o"), 7, 7, places, 4) == ("w_o", 0, 7, 7)
    gone = [(View("x"), 2, 0), (View("x"), -1, 0), (View("x"), 0, 8), (View("w_q", 1), 8, 0), (View("w_q"), 0, 4)]
    gone += [(View("w_q", 2), 0, 0), (View("w_o"), 8, 0), (View("q"), 0, 0)]
    for view, row, column in gone:
        assert address(view, row, column, places, 4) is None


@pytest.mark.parametrize("step", [PROJECT, DOTS, DIVIDE, MASK, NORMALIZE, WEIGH, CONCATENATE, FINAL])
def test_a_result_with_one_more_decimal_says_what_its_cell_shows(board, step):
    for seed in range(10):
        result = result_of(board, step=step, seed=seed)
        for view in result.picture.results:
            for row, column in np.ndindex(*result.values(view).shape):
                equation = explain(result, view, row, column).equation
                value = float(result.values(view)[row, column])
                in_cell = weight_words(value) if view.key in SHARES else number(value)
                printed = equation.rpartition(" = ")[2]
                assert printed.rpartition(" ≈ ")[2] == in_cell or "·10^" in printed or 0 < value < 0.001
