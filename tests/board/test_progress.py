"""A concept is done when its question is answered right, its prompt is marked as got, or what is to be done is done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.board.answers import Verdict
from attnviz.board.asking import asked_now, reading_of
from attnviz.board.progress import tags_done
from attnviz.board.quiz import draw_quiz
from attnviz.core.state import LabState

STATE = LabState()


def test_nothing_is_done_at_the_start(board):
    assert tags_done(STATE, board) == frozenset()
    asked = asked_now(board.question("key-width"), STATE, board)
    assert reading_of(asked, STATE, board).verdict is Verdict.EMPTY


@pytest.mark.parametrize(("typed", "done"), [("64", {"widths"}), ("512", set()), ("512/8", set()), ("", set())])
def test_a_right_answer_ticks_its_tag(board, typed, done):
    assert tags_done(replace(STATE, answers=(("key-width", typed),)), board) == done


@pytest.mark.parametrize(("mark", "done"), [("got it", {"scale"}), ("nearly", set()), ("not yet", set())])
def test_a_prompt_ticks_its_tag_only_when_it_is_got(board, mark, done):
    assert tags_done(replace(STATE, marks=(("no-division", mark),)), board) == done


def test_a_task_ticks_its_tag_as_long_as_it_is_done(board):
    assert tags_done(replace(STATE, heads=16, key_width=32), board) == {"widths"}
    assert tags_done(replace(STATE, heads=16, key_width=33), board) == frozenset()


def test_something_to_do_counts_only_while_the_quiz_asks_it(board):
    asking = [
        seed for seed in range(60) if board.question("hide-the-future") in draw_quiz(replace(STATE, seed=seed), board)
    ]
    others = [seed for seed in range(60) if seed not in asking]
    assert asking
    assert others
    assert "mask" in tags_done(replace(STATE, causal=True, seed=asking[0]), board)
    assert "mask" not in tags_done(replace(STATE, causal=True, seed=others[0]), board)


def test_an_answer_to_a_live_question_belongs_to_the_settings_it_was_asked_with(board):
    question = board.question("divisor-now")
    key = asked_now(question, STATE, board).key
    answered = replace(STATE, answers=((key, "8"),))
    assert tags_done(answered, board) == {"scale"}
    moved = replace(answered, key_width=100)
    assert tags_done(moved, board) == frozenset()
    assert reading_of(asked_now(question, moved, board), moved, board).verdict is Verdict.EMPTY
    assert tags_done(replace(moved, key_width=64), board) == {"scale"}


def test_a_live_question_that_cannot_be_asked_now_is_no_trouble(board):
    asked = asked_now(board.question("double-the-heads"), STATE, board)
    odd = replace(STATE, key_width=63, answers=((asked.key, "32"),))
    assert tags_done(odd, board) == frozenset()
    assert tags_done(replace(odd, key_width=64), board) == {"widths"}


def test_an_answer_to_a_question_that_is_not_there_is_no_trouble(board):
    assert tags_done(replace(STATE, answers=(("nowhere", "1"), ("@", "2"), ("", "3"))), board) == frozenset()
