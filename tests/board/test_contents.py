"""The contents hold every word of the board file, answers and notes only on request, and import no Qt."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from dataclasses import replace

import pytest

from attnviz.board.asking import asked_now
from attnviz.board.contents import outline, to_dict, to_text
from attnviz.board.reading import fold
from attnviz.core.state import LabState

LIVE = {"why-scale": "The winner takes it all.", "open": "It looks at the dog."}
NOT_PROSE = {
    "id", "frame", "frames", "tag", "value", "kind", "lang", "rule", "question", "params", "where", "when", "goal",
}  # fmt: skip
FOR_TEACHERS = {
    "notes", "answer", "criteria", "right", "hint", "feedback", "unit", "wrong", "worked", "variants",
}  # fmt: skip
HIDDEN = {"truefalse", "integer", "number"}  # kinds whose answer is an expression and no text


def strings(value, skip):
    if isinstance(value, str):
        if "{" not in value:  # what has parameters is filled in before it is shown
            yield from fold(value).split("\n\n")
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, skip)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "answer" and value.get("kind") in HIDDEN:
                continue
            if key not in skip and not (key == "question" and isinstance(item, str)):
                yield from strings(item, skip)


@pytest.fixture(scope="module")
def source(board_path):
    return tomllib.loads(board_path.read_text(encoding="utf-8"))


def test_every_word_of_the_board_is_there(board, source):
    text = to_text(outline(board, LabState(), LIVE, answers=True))
    for words in strings(source, NOT_PROSE - {"question"}):
        assert words in text


def test_students_get_all_but_answers_and_notes(board, source):
    text = to_text(outline(board, LabState(), LIVE))
    for words in strings(source, (NOT_PROSE | FOR_TEACHERS) - {"question"}):
        assert words in text
    for frame in board.frames.values():
        assert frame.notes not in text
    for prompt in board.prompts:
        assert prompt.answer not in text
        assert not any(point in text for point in prompt.criteria)
    for question in board.questions:
        assert question.right not in text
        assert "Right:" not in text
    for task in board.tasks:
        assert task.text in text
        assert task.right not in text


def test_questions_stand_there_as_the_seed_puts_them(board):
    state = LabState(seed=5)
    text = to_text(outline(board, state, LIVE, answers=True))
    for question in board.questions:
        asked = asked_now(question, state, board)
        shown = (asked.text, asked.right, asked.hint, asked.worked, asked.formula, *asked.items, *asked.left)
        for words in (*shown, asked.solution, *(option.text for option in asked.options)):
            assert words in text
    assert text != to_text(outline(board, LabState(seed=6), LIVE, answers=True))


def test_a_question_that_cannot_be_asked_now_says_so(board):
    text = to_text(outline(board, LabState(key_width=63), LIVE, answers=True))
    assert text.count("Not to be asked with the settings as they are.") == 1


def test_a_task_says_with_the_answers_when_it_is_done(board):
    assert "Done when: key width = 32\n" in to_text(outline(board, LabState(), LIVE, answers=True))


def test_live_words_and_live_values_are_those_of_the_state(board):
    text = to_text(outline(board, replace(LabState(), key_width=96), LIVE))
    assert "Now: The winner takes it all." in text
    assert "96 now" in text
    assert "8 × 96 = 768 now" in text
    assert "64 now" not in text


def test_frames_stand_in_order_with_their_ids(board):
    sections = outline(board, LabState(), {}).sections
    assert [section.id for section in sections if section.id] == list(board.frames)
    assert sections[3].heading == "2 · Why scale: Why divide the scores?"


def test_markdown_headings_nest(board):
    lines = to_text(outline(board, LabState(), LIVE)).splitlines()
    headings = [line for line in lines if line.startswith("#")]
    assert headings[0] == "# Session 11: Scaling and multi-head attention"
    assert "## 5 · Glossary: What do the words mean?" in headings
    assert "### key width" in headings


def test_the_dict_is_json_and_says_the_same(board):
    section = outline(board, LabState(), LIVE)
    again = json.loads(json.dumps(to_dict(section)))
    assert again["heading"] == section.heading
    assert len(again["sections"]) == len(section.sections)
    glossary = next(inner for inner in again["sections"] if inner["id"] == "glossary")
    assert {"saturation", "key-width"} <= {inner["id"] for inner in glossary["sections"]}


def test_the_lesson_is_read_without_qt():
    code = (
        "import sys, attnviz.board.contents, attnviz.board.load, attnviz.experiments.opening, "
        "attnviz.experiments.glossary, attnviz.experiments.check; "
        "print([m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
