from dataclasses import replace
from typing import Any

import pytest

from attnviz.assets import resource
from attnviz.board.deeper import Display, Heading, Words, blocks, plain_paragraphs, problems
from attnviz.board.load import load_board
from attnviz.board.numbers import NUMBERS
from attnviz.board.reading import BoardError
from attnviz.core.sharpness import sharpness
from attnviz.core.state import LabState

FILE = resource("boards", "session11.board.toml")
BOARD = load_board(FILE)


def test_a_page_is_headings_words_and_formulas():
    page = blocks("## Why\n\nA.\n\n$$ x_i $$ x i\n\nB.", LabState(), BOARD)
    assert page == (Heading("Why"), Words("A."), Display("x_i", "x i"), Words("B."))


def test_a_number_is_that_of_the_state_and_its_place_is_known():
    (words,) = blocks("Width {key-width}, root {root}.", LabState(key_width=100), BOARD)
    assert isinstance(words, Words)
    assert words.text == "Width 100, root 10."
    assert [words.text[start:end] for start, end in words.live] == ["100", "10"]


def test_numbers_follow_the_state():
    def say(name: str, **changes: Any) -> str:
        return NUMBERS[name](replace(LabState(), **changes), BOARD)

    assert say("parameters") == "1,048,576"  # 4 · 512²
    assert say("parameters", heads=2) == "65,536"
    assert say("heads", heads=1) == "1\u00a0head"
    assert say("pairs", sentence="one two three") == "9"
    assert say("seen-pairs", sentence="one two three") == "6"
    assert say("score-work", sentence="one two three", heads=2, key_width=8) == "144"
    assert say("dot-spread", component_spread=2.0) == "32"  # √64 · 2²
    assert say("raw-gradient", key_width=256) == f"{sharpness(11, 256, 10, 0).gradient:.2f}"
    assert say("divided-gradient", scale_exponent=0.0) == f"{sharpness(11, 64, 10, 0.5).gradient:.2f}"
    assert say("divided-gradient") != say("raw-gradient")
    assert say("prompts") == str(len(BOARD.prompts))


def test_a_formula_is_read_aloud_where_there_are_only_words():
    assert plain_paragraphs("$$ d_k $$ d k", LabState(), BOARD) == ("Formula: d k",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A {key-wdith}.", 'paragraph 1: unknown number "key-wdith"; did you mean "key-width"?'),
        ("A.\n\nB {.", "paragraph 2: { has no partner"),
        ("B }", "} has no partner"),
        ("## Of {heads}", "heading"),
        ("$$ x_ $$ x", "missing"),
        ("$$ x $$", "read aloud"),
        ("$$ x", "written $$ TeX $$"),
        ("Words $$ x $$ x", "written $$ TeX $$"),
        ("$$ x $$ x $$ y $$ y", "written $$ TeX $$"),
    ],
)
def test_a_wrong_page_is_told_what_is_wrong_and_where(text, said):
    assert any(said in wrong for wrong in problems(text))


def test_a_board_with_a_wrong_page_does_not_load_and_says_why(tmp_path):
    path = tmp_path / "wrong.board.toml"
    text = FILE.read_text(encoding="utf-8")
    path.write_text(text.replace(r"\sum_{i=1}^{d_k}", r"\smu_{i=1}^{d_k}").replace("{root}", "{rot}"), encoding="utf-8")
    with pytest.raises(BoardError) as refused:
        load_board(path)
    said = str(refused.value)
    assert r"frame[2].deeper: paragraph 3: \smu is not known" in said
    assert 'frame[2].deeper: paragraph 4: unknown number "rot"; did you mean "root"?' in said


@pytest.mark.parametrize("frame", BOARD.frames.values(), ids=lambda frame: frame.id)
def test_every_frame_has_a_page_with_a_formula_sources_and_at_most_350_words(frame):
    page = blocks(frame.deeper, LabState(), BOARD)
    assert any(isinstance(block, Display) for block in page)
    assert frame.sources
    words = [block.text for block in page if not isinstance(block, Display)]
    assert 150 <= sum(len(text.split()) for text in (*words, *frame.sources)) <= 350
