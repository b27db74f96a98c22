"""The seed decides what is asked and in which order it stands; the same seed asks the same; scenario 28."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.draw import ask, can_ask, shuffled, sound_draws
from attnviz.board.expressions import ExpressionError
from attnviz.board.schema import QUESTION_KINDS, Option
from attnviz.core.state import LabState
from tests.board.asking import OPTIONS, put, question

STATE = LabState()
SEEDS = range(1000)
SHARE = question(
    "integer",
    text="{width} by {heads}",
    params=(("heads", (2, 3, 4, 8)), ("width", (256, 512, 768))),
    where="width % heads == 0",
    answer="width / heads",
)


def test_scenario_28_the_same_seed_asks_the_same_question(board):
    for one in (*board.questions, *board.tasks):
        for seed in (0, 11, 2**31 - 1):
            assert ask(one, seed, STATE) == ask(one, seed, STATE)


def test_scenario_28_a_thousand_seeds_always_have_a_sound_answer(board):
    for one in (*board.questions, *board.tasks):
        if not can_ask(one, STATE):
            continue
        for seed in SEEDS:
            asked = ask(one, seed, STATE)
            if one.kind == "integer":
                assert isinstance(asked.value, Fraction)
                assert asked.value.denominator == 1, (one.id, seed)
            if one.kind != "do":
                assert read_answer(asked.answer, asked).verdict is Verdict.RIGHT, (one.id, seed)
            assert "{" not in asked.text + asked.right + asked.hint + asked.worked + asked.formula


def test_only_sound_draws_are_asked_and_all_of_them():
    drawn = Counter(ask(SHARE, seed, STATE).text for seed in SEEDS)
    assert set(drawn) == {
        f"{width} by {heads}" for width in (256, 512, 768) for heads in (2, 3, 4, 8) if width % heads == 0
    }
    assert min(drawn.values()) > 1000 / len(drawn) / 2


def test_a_draw_is_the_same_on_every_machine():
    """Figures of a hash, which a change of Python or of the machine leaves as they are."""
    assert [ask(SHARE, seed, STATE).text for seed in (0, 1, 11)] == ["768 by 2", "512 by 4", "512 by 4"]
    assert shuffled("abcdef", 11, "x") == ["e", "a", "b", "f", "d", "c"]


@pytest.mark.parametrize("kind", ["choice", "multi"])
def test_the_right_option_may_stand_anywhere(kind):
    places = Counter(put(kind, seed=seed, options=OPTIONS).answer for seed in SEEDS)
    assert set(places) == {"1", "2", "3"}
    assert min(places.values()) > 250


def test_items_to_order_never_stand_in_order_and_pairs_seldom_side_by_side():
    orders = {put("order", seed=seed, items=("a", "b", "c")).items for seed in SEEDS}
    assert len(orders) == 5
    assert ("a", "b", "c") not in orders
    pairs = Counter(put("match", seed=seed, pairs=(("a", "1"), ("b", "2"), ("c", "3"))).answer for seed in SEEDS)
    assert len(pairs) == 6
    assert min(pairs.values()) > 80


def test_texts_options_and_feedback_are_filled_in():
    asked = put(
        "choice",
        text="{n}?",
        hint="{n + 1}",
        worked="{n / 8:2}",
        params=(("n", (4,)),),
        options=(Option("{2 * n}", right=True), Option("{n}", feedback="{n} is too few")),
    )
    assert (asked.text, asked.hint, asked.worked, asked.solution) == ("4?", "5", "0.50", "8")
    assert sorted(option.text for option in asked.options) == ["4", "8"]
    assert "4 is too few" in {option.feedback for option in asked.options}


def test_a_live_question_follows_the_settings():
    live = question("integer", live=True, text="{heads} × {key_width}", answer="model_width")
    asked = ask(live, 11, replace(STATE, heads=4, key_width=100))
    assert (asked.text, asked.value) == ("4 × 100", 400)
    assert asked.key == "small@heads=4,key_width=100,model_width=400"
    assert ask(live, 11, replace(STATE, heads=4, key_width=100, keys=9)).key == asked.key  # it does not speak of keys
    assert ask(SHARE, 11, STATE).key == "small"


def test_a_live_question_may_have_nothing_to_ask():
    even = question("integer", live=True, text="{key_width}", answer="key_width / 2", where="key_width % 2 == 0")
    assert can_ask(even, STATE)
    assert not can_ask(even, replace(STATE, key_width=3))
    with pytest.raises(ExpressionError, match="leave nothing to ask"):
        ask(even, 1, replace(STATE, key_width=3))


def test_a_question_without_a_sound_draw_is_refused():
    with pytest.raises(ExpressionError, match="no draw"):
        ask(replace(SHARE, where="width < 0"), 1, STATE)
    assert len(sound_draws(SHARE)) == 10


def test_every_kind_can_be_asked_and_shows_no_answer_in_its_text(board):
    kinds = {one.kind for one in (*board.questions, *board.tasks)}
    assert kinds == set(QUESTION_KINDS)
