"""What the search finds, and what it never finds for students."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.board.contents import outline
from attnviz.board.plain import plain
from attnviz.board.schema import FRAME_IDS
from attnviz.board.search import Index, make_index, search
from attnviz.core.state import LabState
from attnviz.experiments import live_words, picture_names


def index_of(board, *, answers=True, state=None) -> Index:
    state = state or LabState()
    contents = outline(board, state, live_words(state, board), answers=answers)
    return make_index(board, contents, picture_names(state, board))


@pytest.fixture(scope="module")
def teachers(board):
    return index_of(board)


@pytest.fixture(scope="module")
def students(board):
    return index_of(board, answers=False)


def found(index, query):
    """Every place found, in order, as (frame, place, the marked words)."""
    return [
        (hit.passage.frame, hit.passage.place, [hit.snippet[start:end] for start, end in hit.marks])
        for group in search(index, query)
        for hit in group.hits
    ]


@pytest.mark.parametrize(
    ("query", "frame", "mark"),
    [
        ("glossary", "glossary", "Glossary"),
        ("sqrt", "why-scale", "√"),
        ("QK^T", "glossary", "Q Kᵀ"),
        ("dk", "why-scale", "dₖ"),
    ],
)
def test_scenario_24_plain_letters_find_the_title_and_the_signs(teachers, query, frame, mark):
    assert (frame, mark) in {(where, plain(word)) for where, _, marks in found(teachers, query) for word in marks}


def test_scenario_24_the_frames_own_title_comes_first(teachers):
    assert found(teachers, "glossary")[0] == ("glossary", "title", ["Glossary"])


@pytest.mark.parametrize("query", ["d_k", "dₖ", "DK", "ｄｋ", " dk "])
def test_an_index_is_found_however_it_is_written(teachers, query):
    assert found(teachers, query) == found(teachers, "dk")


@pytest.mark.parametrize("query", ["QKᵀ", "qk^t", "Q K^T", "QKT", "Q K transposed", "q k transpose"])
def test_a_transpose_is_found_however_it_is_written(teachers, query):
    assert "scaled dot-product attention" in [place for _, place, _ in found(teachers, query)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("√64", "√64"),
        ("sqrt(d_k)", "√d_k"),
        ("minus infinity", "−∞"),
        ("multihead", "multi-head attention"),
        ("soft max", "softmax"),
        ("8x64", "8 × 64"),
        ("W of Q", "W_Q"),
        ("-0", "−0"),
    ],
)
def test_signs_that_a_keyboard_lacks(teachers, query, text):
    texts = [hit.passage.text for group in search(teachers, query) for hit in group.hits]
    assert any(text in one for one in texts), texts


def test_two_letters_are_no_symbol_across_other_words(board):
    texts = [hit.passage.text for group in search(index_of(board), "dk") for hit in group.hits]
    assert all("d_k" in text or "dₖ" in text or "d k" in text for text in texts)


def test_every_word_must_be_there_and_more_words_find_less(teachers):
    assert len(found(teachers, "softmax row")) < len(found(teachers, "softmax"))
    assert found(teachers, "softmax zebra") == []


def test_nothing_is_found_for_nothing(teachers):
    assert found(teachers, "") == found(teachers, "  ") == []


def test_live_words_live_values_and_names_of_pictures_are_found(board):
    index = index_of(board, state=LabState(key_width=96, locked=False))
    assert ("why-scale", "now") in [(frame, place) for frame, place, _ in found(index, "key width 96")]
    assert "key width" in [place for frame, place, _ in found(index, "96 now") if frame == "glossary"]
    assert ("why-scale", "label") in [(frame, place) for frame, place, _ in found(index, "lottery")]


def test_hits_are_grouped_by_frame_and_know_where_they_stand(teachers):
    groups = search(teachers, "softmax")
    assert len({group.frame for group in groups}) == len(groups)
    for group in groups:
        assert group.title.startswith(f"{FRAME_IDS.index(group.frame) + 1} · ")
        for hit in group.hits:
            assert hit.passage.frame == group.frame
            assert hit.passage.place
            assert all(hit.snippet[start:end].casefold() == "softmax" for start, end in hit.marks)
            assert len(hit.snippet) < 140
    assert groups[0].hits[0].passage.place == "softmax"  # the term comes before its mentions


def test_terms_and_questions_carry_their_ids(teachers, board):
    ids = {passage.id for passage, _ in teachers.entries}
    assert {term.id for term in board.glossary} <= ids
    assert {question.id for question in board.questions} <= ids


def test_teachers_find_notes_and_answers(teachers, board):
    assert ("open", "Speaker notes") in [(f, p) for f, p, _ in found(teachers, "Read the sentence aloud")]
    for prompt in board.prompts:
        assert "Say it aloud" in [place for _, place, _ in found(teachers, prompt.criteria[0])]


def sentences(*texts: str) -> list[str]:
    return [one for text in texts for one in re.split(r"(?<=[.?!:])\s+", text) if len(one.split()) >= 5]


def test_scenario_25_a_student_who_searches_for_an_answer_or_a_note_finds_nothing(students, board):
    notes = sentences(*(frame.notes for frame in board.frames.values()))
    answers = sentences(*(text for prompt in board.prompts for text in (prompt.answer, *prompt.criteria)))
    said = sentences(*(text for question in board.questions for text in (question.right, question.hint)))
    assert len(notes) > 10
    assert len(answers) > 8
    assert len(said) > 5
    for query in (*notes, *answers):
        assert found(students, query) == [], query
    for query in said:  # the lesson's own texts may use the same words, but never say it so
        assert not any(query in hit.passage.text for group in search(students, query) for hit in group.hits), query


def test_scenario_25_no_place_of_a_student_is_a_note_or_an_answer(students, board):
    places = {passage.place for passage, _ in students.entries}
    assert "Speaker notes" not in places
    whole = "\n".join(passage.text for passage, _ in students.entries)
    assert not any(word in whole for word in ("Points:", "Right:", "Hint:"))
    for prompt in board.prompts:
        assert prompt.text in whole  # the question itself is theirs


@given(st.text(max_size=40))
def test_any_text_can_be_searched_for_and_marks_lie_in_the_snippet(query):
    from attnviz.assets import resource
    from attnviz.board.load import load_board

    board = load_board(resource("boards", "session11.board.toml"))
    index = make_index(board, outline(board, LabState(), {}, answers=True), {"open": [query]})
    for group in search(index, query):
        for hit in group.hits:
            ends = [0, *(place for mark in hit.marks for place in mark), len(hit.snippet)]
            assert ends == sorted(ends)
            assert hit.marks


@pytest.mark.parametrize("text", ["Cafe\u0301 au lait", "Straße", "ﬁne", "İstanbul", "注意力机制", "انتباه", "x^T y_1"])
def test_what_is_on_the_board_is_found_by_its_own_words(board, text):
    index = make_index(board, outline(board, LabState(), {}), {"open": [text]})
    assert ("open", "label") in [(frame, place) for frame, place, _ in found(index, text)]


def test_composed_and_decomposed_letters_are_one(board):
    index = make_index(board, outline(board, LabState(), {}), {"open": ["Cafe\u0301"]})
    assert found(index, "CAFÉ") == [("open", "label", ["Cafe\u0301"])]


def test_the_search_needs_no_qt():
    code = "import sys, attnviz.board.search; print([m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
