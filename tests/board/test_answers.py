"""How typed answers are read: the whole table, scenario 27, and nothing that can be typed raises."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.schema import Option, Question, WrongAnswer

WIDTH = Question(
    id="width", kind="integer", tag="widths", text="How wide?", right="8 × 64 = 512.", hint="Share it.",
    answer=64, unit=("dims", "dimensions"), wrong=(WrongAnswer(512, "That is the whole model width."),),
)  # fmt: skip
BIG = Question(id="big", kind="integer", tag="widths", text="How wide?", right="Yes.", answer=1024)
CHOICE = Question(
    id="which", kind="choice", tag="scale", text="Which?", right="Yes.",
    options=(Option("one", feedback="Not one."), Option("two", right=True), Option("three", feedback="Not three.")),
)  # fmt: skip


@pytest.mark.parametrize(
    "typed",
    [
        "64", "64 ", " 64", "64\u00a0", "\u200964\u200b", "+64", "64.", "64.0", "64,0", "64.000", "6.4e1", "6.4E1",
        "６４", "６４．０", "٦٤", "۶۴", "६४", "64 dims", "64dims", "64 DIMENSIONS",
        "６４ dims", "0064", "= 64", "512/8 = 64", "d_k = 64", "64٫0",
    ],
)  # fmt: skip
def test_right_however_it_is_written(typed):
    reading = read_answer(typed, WIDTH)
    assert reading.verdict is Verdict.RIGHT
    assert reading.value == 64
    assert reading.text.endswith(WIDTH.right)


@pytest.mark.parametrize(
    "typed",
    [
        "512/8",
        "8*8",
        "8 × 8",
        "8x8",
        "512 ÷ 8",
        "512∕8",
        "8²",
        "2⁶",
        "2^6",
        "(256 + 256)/8",
        "√4096",
        "60+4",
        "512/8 dims",
    ],
)
def test_a_sum_that_comes_out_right_is_asked_for_one_number(typed):
    reading = read_answer(typed, WIDTH)
    assert (reading.verdict, reading.text) == (Verdict.FORM, "Equal to 64. Now give one number.")


@pytest.mark.parametrize(
    "typed",
    [
        "sixty-four", "nan", "inf", "-inf", "1e999", "0x40", "64 px", "6 4", "64 32", "about 64", "1/0", "?", "64;",
        "__import__('os')", "().__class__", "9**9**9", "1j", "∞", "6 * ", "((((((((((((((((((((((((((64", "64" * 40,
        "1,2,3", "1.2.3", "True",
    ],
)  # fmt: skip
def test_what_is_not_understood_costs_nothing(typed):
    reading = read_answer(typed, WIDTH)
    assert reading.verdict is Verdict.UNREAD
    assert reading.value is None


def test_unread_says_what_to_type():
    assert read_answer("sixty-four", WIDTH).text == "Type digits, such as 12."
    assert "px" in read_answer("64 px", WIDTH).text


@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\u00a0", "\u200b"])
def test_nothing_typed_is_not_wrong(typed):
    assert read_answer(typed, WIDTH).verdict is Verdict.EMPTY


@pytest.mark.parametrize("typed", ["512", "512.0", "512 dims", "５１２", "8*64"])
def test_a_known_mistake_gets_its_own_words(typed):
    reading = read_answer(typed, WIDTH)
    assert (reading.verdict, reading.text) == (Verdict.WRONG, "That is the whole model width.")


def test_other_numbers_get_the_hint():
    assert read_answer("65", WIDTH).verdict is Verdict.WRONG
    assert read_answer("65", WIDTH).text == "65 is not it. Share it."
    assert read_answer("−64", WIDTH).text == "-64 is not it. Share it."
    assert read_answer("1e300", WIDTH).text == "That is not it. Share it."
    assert read_answer("64.5", WIDTH).text == "The answer is a whole number."
    assert read_answer("0,5", WIDTH).value == 0.5


@pytest.mark.parametrize(
    ("typed", "decimal", "verdict"),
    [
        ("1024", ".", Verdict.RIGHT),
        ("1,024", ".", Verdict.RIGHT),
        ("1.024", ",", Verdict.RIGHT),
        ("1 024", ".", Verdict.RIGHT),
        ("1\u202f024", ",", Verdict.RIGHT),
        ("1'024", ".", Verdict.RIGHT),
        ("1,024.0", ",", Verdict.RIGHT),
        ("1.024,0", ".", Verdict.RIGHT),
        ("١٬٠٢٤", ".", Verdict.RIGHT),
        ("1.024", ".", Verdict.UNREAD),
        ("1,024", ",", Verdict.UNREAD),
        ("1,025", ".", Verdict.WRONG),
        ("1,024,000", ".", Verdict.WRONG),
    ],
)
def test_thousands_separators(typed, decimal, verdict):
    assert read_answer(typed, BIG, decimal=decimal).verdict is verdict


def test_a_grouped_number_is_read_back_and_an_ambiguous_one_is_asked_again():
    assert read_answer("1,024", BIG).text == "Read as 1024. Yes."
    assert "without a separator" in read_answer("1.024", BIG).text
    assert read_answer("64,000", WIDTH).verdict is Verdict.UNREAD  # 64 in half of the world


@pytest.mark.parametrize(
    ("typed", "verdict", "text"),
    [
        ("2", Verdict.RIGHT, "Yes."),
        ("b", Verdict.RIGHT, "Yes."),
        (" B) ", Verdict.RIGHT, "Yes."),
        ("２", Verdict.RIGHT, "Yes."),
        ("1", Verdict.WRONG, "Not one."),
        ("c", Verdict.WRONG, "Not three."),
        ("4", Verdict.UNREAD, "Choose one of the 3 answers."),
        ("0", Verdict.UNREAD, "Choose one of the 3 answers."),
        ("я", Verdict.UNREAD, "Choose one of the 3 answers."),
        ("two", Verdict.UNREAD, "Choose one of the 3 answers."),
        ("", Verdict.EMPTY, "Not answered yet."),
    ],
)
def test_choices(typed, verdict, text):
    reading = read_answer(typed, CHOICE)
    assert (reading.verdict, reading.text) == (verdict, text)


@given(st.text(max_size=80))
def test_nothing_that_can_be_typed_raises(typed):
    for question in (WIDTH, CHOICE):
        assert read_answer(typed, question).text


@given(st.text(alphabet="0123456789+-*/().,e ×÷²√^x='", max_size=24))
def test_no_sum_raises(typed):
    assert read_answer(typed, WIDTH).verdict in Verdict


@given(st.integers(-(10**9), 10**9))
def test_only_the_answer_is_right(value):
    verdict = read_answer(str(value), WIDTH).verdict
    assert verdict is (Verdict.RIGHT if value == 64 else Verdict.WRONG)
