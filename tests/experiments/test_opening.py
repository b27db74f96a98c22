"""Open: the numbers are those of the engine, and the words say the numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from attnviz.board.draw import ask
from attnviz.core.softmax import softmax
from attnviz.core.state import LabState, apply
from attnviz.core.words import number, weight_words
from attnviz.experiments import opening

STATE = LabState()


def test_it_looks_at_the_dog(board):
    result = opening.compute(STATE, board)
    assert (result.labels[result.query], [result.labels[i] for i in result.top]) == ("it", ["dog"])
    assert result.head_label == "pronoun"
    assert result.weights[result.top[0]] == pytest.approx(0.85, abs=0.01)
    assert opening.spoken(STATE, result) == (
        "Head 1 (pronoun): “it” gives 0.85 of its attention to “dog”; the other 9 words share the rest."
    )


def test_each_step_follows_from_the_one_before(board):
    result = opening.compute(STATE, board)
    np.testing.assert_allclose(result.scores, result.k @ result.q, atol=1e-9)
    np.testing.assert_allclose(result.divided, result.scores / 8)
    np.testing.assert_allclose(result.weights, softmax(result.divided))
    np.testing.assert_allclose(result.mixed, result.weights @ result.v)
    np.testing.assert_array_equal(result.head_weights[result.query], result.weights)
    assert result.weights.sum() == pytest.approx(1, abs=1e-12)


def test_the_words_of_the_parts_hold_todays_numbers(board):
    result = opening.compute(STATE, board)
    said = {part.id: part.words for part in result.parts}
    assert tuple(said) == opening.PARTS
    top = result.top[0]
    assert "64 numbers" in said["q"]
    assert number(result.q[0]) in said["q"]
    assert "10 words" in said["k"]
    assert number(result.scores[top]) in said["scores"]
    assert said["divide"] == f"÷ √64 = 8: the score {number(result.scores[top])} becomes {number(result.divided[top])}."
    assert weight_words(result.weights[top]) in said["softmax"]
    assert number(result.mixed[0]) in said["mix"]


@pytest.mark.parametrize("part", opening.PARTS)
def test_a_lit_part_is_what_is_spoken(board, part):
    state = replace(STATE, part=part)
    result = opening.compute(state, board)
    assert opening.spoken(state, result) == next(p.words for p in result.parts if p.id == part)


def test_key_width_and_exponent_reach_the_words(board):
    wide = replace(STATE, key_width=256, heads=2)
    result = opening.compute(wide, board)
    assert "÷ √256 = 16" in result.parts[3].words
    assert len(result.q) == 256
    off = replace(STATE, scale_exponent=0.0)
    result = opening.compute(off, board)
    assert "division is off" in result.parts[3].words
    assert result.weights[1] > 0.999
    np.testing.assert_array_equal(result.scores, result.divided)


def test_a_shared_head_says_that_it_shares(board):
    state = replace(STATE, heads=2, key_width=256)
    result = opening.compute(state, board)
    assert [result.labels[i] for i in result.top] == ["A", "dog", "was"]
    share = weight_words(result.weights[1])
    assert opening.spoken(state, result).endswith(f"gives {share} each to “A”, “dog” and “was”.")
    assert result.weights[1] < 0.4


def test_a_word_without_a_question_spreads_evenly(board):
    state = replace(STATE, query=2)
    result = opening.compute(state, board)
    assert len(result.top) == 10
    assert "no question for “ate”" in opening.spoken(state, result)
    np.testing.assert_allclose(result.weights, 0.1)


def test_hidden_words_get_nothing_and_are_masked_in_numbers_and_table(board):
    state = replace(STATE, causal=True)
    result = opening.compute(state, board)
    assert result.visible.tolist() == [True] * 7 + [False] * 3
    assert (result.weights[7:] == 0).all()
    assert "The 3 hidden ones get exactly 0." in result.parts[4].words
    numbers = opening.numbers(state, result)
    assert numbers["masked"][7:] == [None] * 3  # type: ignore[index]
    rows = opening.tables(state, result)[0].rows
    assert [row[2] for row in rows[7:]] == ["masked"] * 3
    assert [row[3] for row in rows[7:]] == [0.0] * 3
    first = replace(state, query=0)
    assert "itself" in opening.spoken(first, opening.compute(first, board))


def test_the_table_says_the_row(board):
    result = opening.compute(STATE, board)
    row, mixed = opening.tables(STATE, result)
    assert row.columns == ("key", "score q·k", "÷ √64 = 8", "weight")
    assert row.rows[1] == ("dog", result.scores[1], result.divided[1], result.weights[1])
    assert [cells[1] for cells in mixed.rows] == result.mixed.tolist()
    assert mixed.rows[0][0] == 1


def test_numbers_are_json(board):
    result = opening.compute(STATE, board)
    again = json.loads(json.dumps(opening.numbers(STATE, result), allow_nan=False))
    assert again["tokens"][1] == "dog"
    assert again["weights"] == result.weights.tolist()
    assert set(again["parts"]) == set(opening.PARTS)


def test_random_heads_are_called_untrained_and_change_with_the_seed(board):
    one, other = (opening.compute(replace(STATE, source="random", seed=seed), board) for seed in (1, 2))
    assert one.head_label == "untrained"
    assert not np.allclose(one.weights, other.weights)


def test_other_words_other_numbers(board):
    changed = apply(STATE, {"sentence": "A cat ate the food because it was hungry."}).state
    before, after = opening.compute(STATE, board), opening.compute(changed, board)
    assert not np.allclose(before.weights, after.weights)
    assert "dog" not in opening.spoken(changed, after)


def test_a_goal_ticks_itself(board):
    assert not any(now.done for now in opening.compute(STATE, board).goals)
    right = ask(board.question("saturation"), STATE.seed, STATE).answer
    state = replace(STATE, answers=(("saturation", right),), marks=(("several-heads", "got it"),))
    assert [now.done for now in opening.compute(state, board).goals] == [True, True, False]


@pytest.mark.parametrize("sentence", [".", "a a", "the cat sat on the mat", " ".join(["word"] * 64), "猫が食べた"])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("heads", "key_width"), [(1, 1), (32, 1), (8, 64), (2, 1024)])
def test_speaks_in_every_corner(board, sentence, causal, heads, key_width):
    changes = {"sentence": sentence, "causal": causal, "heads": heads, "key_width": key_width, "locked": False}
    state = apply(STATE, changes).state
    result = opening.compute(state, board)
    texts = [opening.spoken(state, result), *(part.words for part in result.parts)]
    for words in texts:
        assert words.endswith(".")
        assert not re.search(r"nan|inf\b|\b1 (words|numbers)\b|-\d", words), words
    assert result.weights.sum() == pytest.approx(1, abs=1e-9)
    json.dumps(opening.numbers(state, result), allow_nan=False)
    assert opening.tables(state, result)


def test_arrays_cannot_be_changed(board):
    result = opening.compute(STATE, board)
    for name in ("q", "k", "v", "scores", "divided", "visible", "weights", "mixed", "head_weights"):
        assert not getattr(result, name).flags.writeable, name
