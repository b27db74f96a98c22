"""What Multi-head computes, says and tabulates."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.limits import HEADS
from attnviz.core.state import LabState, apply
from attnviz.experiments.multi_head import CROP, compute, numbers, spoken, tables
from attnviz.experiments.multi_head_words import shown_head

STATE = LabState()


def shown(board, **changes):
    state = apply(STATE, changes, follow_lock=False).state
    return state, compute(state, board)


def words(board, **changes):
    return spoken(*shown(board, **changes))


def test_every_row_of_every_head_sums_to_1(board):
    for source in ("hand-built", "random"):
        for causal in (False, True):
            _, result = shown(board, source=source, causal=causal)
            assert result.weights.shape == (8, 10, 10)
            assert np.allclose(result.weights.sum(axis=2), 1, atol=1e-6)
            assert np.allclose(result.mean.sum(axis=1), 1, atol=1e-6)


def test_the_lesson_in_one_line(board):
    assert (
        words(board) == "“it” looks at “dog” in head 1 (pronoun), 0.85; in head 4 (previous word) at “because”, 0.85."
    )
    assert "“food” in head 2 (object), 0.85" in words(board, query=2, head=1)


def test_a_head_without_a_question_says_so(board):
    assert words(board, query=2).startswith(
        "In head 1 (pronoun) “ate” spreads evenly, 0.10 each: no question here; in head 2"
    )


def test_fewer_heads_than_jobs_share_their_row(board):
    _, result = shown(board, heads=1, key_width=512)
    assert len(result.jobs[0]) == 7
    assert result.titles == ("7 jobs",)
    assert result.weights[0, 6, 1] < 0.3
    assert words(board, heads=1, key_width=512).endswith("7 jobs in one row: mush.")
    _, two = shown(board, heads=2, key_width=256)
    assert [len(jobs) for jobs in two.jobs] == [4, 3]


def test_more_heads_than_jobs_are_untrained(board):
    _, result = shown(board, heads=16, key_width=32)
    assert result.titles[7:] == ("untrained",) * 9
    assert all(jobs == () for jobs in result.jobs[7:])


def test_a_key_too_narrow_is_said_with_what_is_missing(board):
    state, result = shown(board, key_width=2, head=3, locked=False)
    assert result.weights[3, 6, 5] < 0.5
    assert "Key width 2 is too narrow for head 4 (previous word)" in spoken(state, result)
    assert "not 0.85" in spoken(state, result)
    assert "narrow" not in words(board, key_width=10, head=3, locked=False)


def test_random_heads_promise_nothing(board):
    assert words(board, source="random").endswith("no meaning expected.")
    _, result = shown(board, source="random")
    assert result.source_words == "untrained: no meaning expected"


def test_the_mean_blurs_the_answer(board):
    state, result = shown(board, mean_head=True)
    assert np.allclose(result.mean, result.weights.mean(axis=0))
    assert result.mean_gaze.weight < result.gazes[0].weight
    assert "mean of 8 heads" in spoken(state, result)
    assert "blurs" in spoken(state, result)


def test_hidden_heads_keep_out_of_words_and_arcs(board):
    state, result = shown(board, hidden=frozenset({0, 3}))
    assert shown_head(state, result) == 1
    assert {link.head for link in result.links}.isdisjoint({0, 3})
    assert "head 1 " not in spoken(state, result)
    assert words(board, hidden=frozenset(range(8))).startswith("All heads are hidden")


def test_faint_links_are_left_out_and_strong_ones_come_first(board):
    _, result = shown(board)
    strengths = [link.weight for link in result.links]
    assert strengths == sorted(strengths, reverse=True)
    assert min(strengths) >= 1.2 / 10
    assert all(link.query == STATE.query for link in result.links)
    _, one = shown(board, sentence=".")
    assert {(link.query, link.key) for link in one.links} == {(0, 0)}


def test_stretch_is_the_largest_weight_of_any_head_and_only_on_request(board):
    _, plain = shown(board, source="random")
    state, stretched = shown(board, source="random", stretch=True, hidden=frozenset(range(1, 8)))
    assert plain.limit == 1.0
    assert stretched.limit == plain.weights.max() < 1
    assert spoken(state, stretched)


def test_find_the_head_ranks_by_the_chosen_pair(board):
    _, result = shown(board)
    assert result.ranking[0].head == 0
    assert result.ranking[0].is_largest
    assert [r.weight for r in result.ranking] == sorted((r.weight for r in result.ranking), reverse=True)
    _, other = shown(board, query=2, key=4)
    assert other.ranking[0].head == 1


def test_the_recipe_keeps_the_shapes_of_the_day(board):
    _, result = shown(board, heads=4, key_width=16)
    assert [step.shape for step in result.recipe] == ["10×64", "4 × 64×16", "4 × 10×16", "10×64", "10×64"]
    _, narrow = shown(board, heads=2, key_width=3)
    for step in (*result.recipe, *narrow.recipe):
        assert max(step.picture.shape) <= CROP
        assert np.abs(step.picture).max() == pytest.approx(1.0)


def test_tables_hold_the_weights_and_the_mask(board):
    state, result = shown(board, causal=True, mean_head=True)
    found, *heads, jobs = tables(state, result)
    assert jobs.rows[0][:3] == ("pronoun", "it → dog", 1)
    assert found.title == "Find the head: it → dog"
    assert len(heads) == 9
    assert heads[0].columns[1:] == result.labels
    assert heads[0].rows[6][0] == "it"
    assert heads[0].rows[0][2] == "masked"
    assert heads[0].rows[6][2] == pytest.approx(result.weights[0, 6, 1])


def test_numbers_hold_what_the_command_line_promises(board):
    state, result = shown(board)
    found = json.loads(json.dumps(numbers(state, result), allow_nan=False))
    assert found["tokens"] == list(result.labels)
    assert (found["heads"], found["key_width"], found["model_width"], found["source"]) == (8, 64, 512, "hand-built")
    assert np.array(found["weights"]).shape == (8, 10, 10)
    assert found["jobs"][0] == ["pronoun"]
    assert found["jobs"][7] == []


@settings(max_examples=40, deadline=None)
@given(
    heads=st.sampled_from(HEADS),
    key_width=st.integers(1, 80),
    alpha=st.floats(0, 1),
    causal=st.booleans(),
    source=st.sampled_from(["hand-built", "random"]),
    sentence=st.sampled_from([".", "A dog ate", "it it it it", STATE.sentence, "犬が食べた 🐕 ."]),
    hidden=st.frozensets(st.integers(0, 3)),
    mean=st.booleans(),
)
def test_whatever_is_chosen_is_said_in_one_short_line(
    board, heads, key_width, alpha, causal, source, sentence, hidden, mean
):
    state = replace(
        STATE, heads=heads, key_width=key_width, scale_exponent=alpha, causal=causal, source=source, sentence=sentence,
        hidden=hidden, mean_head=mean, query=0, key=0,
    )  # fmt: skip
    result = compute(state, board)
    line = spoken(state, result)
    assert line.endswith(".")
    assert 10 < len(line) < 150
    assert "nan" not in line
    assert np.isfinite(result.weights).all()


def test_the_width_that_is_too_small_is_named(board):
    """Eight vectors of one component lie in a model of width 8, where ten words cannot be independent."""
    assert words(board, heads=8, key_width=1).startswith("Model width 8 is too narrow for head 1 (pronoun)")
    assert words(board, heads=32, key_width=1, head=3).startswith("Key width 1 is too narrow for head 4")
    _, result = shown(board, heads=8, key_width=1)
    assert [result.needs(now) for now in result.heads.now[:1]] == ["model width 10"]
    assert result.needs(result.heads.now[3]) == "key width 9"


@pytest.mark.parametrize("heads", [1, 2, 4])
@pytest.mark.parametrize("key_width", [1, 2, 3])
def test_mush_is_only_what_the_jobs_ask_for(board, heads, key_width):
    for query in range(10):
        state, result = shown(board, heads=heads, key_width=key_width, query=query)
        if "mush" in spoken(state, result):
            head = shown_head(state, result)
            assert all(result.asked[head][key] for key in result.gazes[head].keys)
