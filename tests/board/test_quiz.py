"""The quiz: at most five questions, the weakest concepts first, spread over kinds, by the seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from attnviz.board.quiz import MOST, draw_quiz
from attnviz.core.state import LabState, apply

STATE = LabState()
SEEDS = range(200)


def drawn(board, seed=11, **marks):
    marked = tuple((prompt.replace("_", "-"), mark) for prompt, mark in marks.items())
    return draw_quiz(replace(STATE, marks=marked, quiz_seed=seed), board)


def test_the_quiz_follows_the_seed_and_no_answer_changes_it(board):
    first = drawn(board)
    assert first == drawn(board)
    assert len({drawn(board, seed) for seed in range(1, 50)}) > 40
    answered = replace(STATE, quiz_seed=11, answers=tuple((one.id, "3") for one in first))
    assert draw_quiz(answered, board) == first


def test_a_seed_of_its_own_goes_before_that_of_the_board(board):
    assert draw_quiz(replace(STATE, seed=5), board) == draw_quiz(replace(STATE, seed=7, quiz_seed=5), board)
    assert draw_quiz(replace(STATE, seed=5), board) != draw_quiz(replace(STATE, seed=7), board)


def test_five_different_questions_of_which_none_stands_beside_a_prompt(board):
    beside = {prompt.question for prompt in board.prompts}
    for seed in SEEDS:
        quiz = drawn(board, seed)
        assert len({one.id for one in quiz}) == len(quiz) == MOST
        assert not beside & {one.id for one in quiz}


def test_without_marks_five_concepts_are_asked_about_and_in_time_all(board):
    for seed in SEEDS:
        assert len({one.tag for one in drawn(board, seed)}) == MOST
    assert {one.tag for seed in SEEDS for one in drawn(board, seed)} == set(board.tags)


def test_every_question_of_the_bank_is_drawn_by_some_seed(board):
    assert {one.id for seed in range(600) for one in drawn(board, seed)} == {one.id for one in board.quiz()}


def test_the_weakest_concept_comes_first_and_most_often_and_what_is_got_not_at_all(board):
    for seed in SEEDS:
        tags = [one.tag for one in drawn(board, seed, no_division="got it", several_heads="nearly", how_wide="not yet")]
        assert tags[:3] == ["widths", "widths", "heads"]
        assert "scale" not in tags


def test_what_is_got_is_asked_when_there_is_nothing_else(board):
    only = replace(board, questions=tuple(one for one in board.questions if one.tag in ("scale", "widths")))
    marks = (("no-division", "got it"), ("how-wide", "got it"))
    assert {one.tag for one in draw_quiz(replace(STATE, marks=marks), only)} == {"scale", "widths"}


def test_kinds_are_spread(board):
    counts = [Counter(one.kind for one in drawn(board, seed)) for seed in SEEDS]
    assert max(max(count.values()) for count in counts) <= 3
    assert sum(len(count) >= 4 for count in counts) > 0.9 * len(counts)


def test_a_live_question_is_left_out_where_it_has_nothing_to_ask(board):
    even = board.question("double-the-heads")
    seeds = [seed for seed in range(1, 200) if even in drawn(board, seed)]
    assert seeds
    odd = replace(STATE, quiz_seed=seeds[0], key_width=63)
    assert even not in draw_quiz(odd, board)
    assert len(draw_quiz(odd, board)) == MOST


def test_a_board_with_few_questions_asks_those(board):
    few = replace(board, questions=board.questions[:5])
    assert {one.id for one in draw_quiz(STATE, few)} == {one.id for one in few.quiz()}
    assert draw_quiz(STATE, replace(board, questions=())) == ()


def test_another_seed_lets_go_of_answers_and_says_so():
    answered = replace(STATE, answers=(("a", "1"),), tries=(("a", 2),), shown_worked=frozenset("a"))
    for changes in ({"quiz_seed": 3}, {"seed": 3}):
        applied = apply(answered, changes)
        assert (applied.state.answers, applied.state.tries, applied.state.shown_worked) == ((), (), frozenset())
        assert applied.notes == ("Seed 3 draws other questions: the answers to the ones before are put away.",)
    kept = apply(replace(answered, quiz_seed=11), {"seed": 3})  # the quiz has its own
    assert kept.state.answers == answered.answers
    assert kept.notes == ()
    assert apply(answered, {"quiz_seed": 11}).state.answers == answered.answers  # the same questions
    assert apply(answered, {"heads": 4}).state.answers == answered.answers
    assert apply(STATE, {"seed": 3}).notes == ()


def test_a_saved_state_keeps_its_answers():
    saved = replace(STATE, quiz_seed=7, answers=(("a", "1"),), tries=(("a", 2),), shown_worked=frozenset("a"))
    assert LabState.from_dict(saved.to_dict()) == (saved, ())
