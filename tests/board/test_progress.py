"""A concept is done when its question is answered right or its prompt is marked as got."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.board.answers import Verdict
from attnviz.board.progress import reading_of, tags_done, task_done
from attnviz.board.schema import Task
from attnviz.core.state import LabState


def test_nothing_is_done_at_the_start(board):
    assert tags_done(LabState(), board) == frozenset()
    assert reading_of(board.question("key-width"), LabState()).verdict is Verdict.EMPTY


@pytest.mark.parametrize(("typed", "done"), [("64", {"widths"}), ("512", set()), ("512/8", set()), ("", set())])
def test_a_right_answer_ticks_its_tag(board, typed, done):
    assert tags_done(replace(LabState(), answers=(("key-width", typed),)), board) == done


@pytest.mark.parametrize(("mark", "done"), [("got it", {"scale"}), ("nearly", set()), ("not yet", set())])
def test_a_prompt_ticks_its_tag_only_when_it_is_got(board, mark, done):
    assert tags_done(replace(LabState(), marks=(("no-division", mark),)), board) == done


@pytest.mark.parametrize(
    ("heads", "key_width", "done"), [(0, 64, True), (8, 0, True), (8, 64, True), (4, 64, False), (8, 32, False)]
)
def test_a_task_is_done_while_the_sliders_stand_where_it_wants_them(heads, key_width, done):
    task = Task("narrow", "widths", "Do it.", "Done.", heads=heads, key_width=key_width)
    assert task_done(task, LabState()) == done


def test_a_task_ticks_its_tag_as_long_as_it_is_done(board):
    assert tags_done(replace(LabState(), heads=16, key_width=32), board) == {"widths"}
    assert tags_done(replace(LabState(), heads=16, key_width=33), board) == frozenset()
