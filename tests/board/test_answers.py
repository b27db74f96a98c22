"""How typed numbers are read: every row of the table, in four ways to write numbers; scenario 27; nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.schema import WrongAnswer
from attnviz.board.writing import number_writing
from tests.board.asking import BIG, OPTIONS, SHARE, WIDTH, put

LOCALES = ("en", "fr", "de", "ar")
everywhere = pytest.mark.parametrize("locale", LOCALES)
SUMS = [
    "512/8", "8*8", "8 × 8", "8x8", "512 ÷ 8", "512∕8", "8²", "2⁶", "2^6", "(256 + 256)/8", "√4096", "√(4096)", "60+4",
    "512/8 dims", "= 512/8", "128 × ½", "2(30+2)", "٥١٢/٨", "128×0,5", "128×0.5", "sqrt(4096)", "5.12e2/8",
]  # fmt: skip


def read(typed, asked, locale="en"):
    return read_answer(typed, asked, number_writing(locale))


@everywhere
@pytest.mark.parametrize(
    "typed",
    [
        "64", "64 ", " 64", "\u00a064", "6\u200b4", "+64", "64.", "64.0", "64,0", "6.4e1", "6,4e1", "６４", "٦٤", "۶۴",
        "٦٤٫٠", "64 dims", "64dims", "64 DIMENSIONS", "= 64", "h = 64", "064", "0064.00", "\u202a64\u202c",
    ],
)  # fmt: skip
def test_every_way_to_write_64_is_right(typed, locale):
    reading = read(typed, WIDTH, locale)
    assert reading.verdict is Verdict.RIGHT
    assert reading.value == 64
    assert reading.text.endswith("Yes.")


@everywhere
@pytest.mark.parametrize("typed", SUMS)
def test_a_sum_that_comes_out_right_is_asked_for_one_number(typed, locale):
    reading = read(typed, WIDTH, locale)
    assert (reading.verdict, reading.text) == (Verdict.FORM, "Equal to 64. Now give one number.")


@everywhere
@pytest.mark.parametrize("typed", SUMS)
def test_where_any_number_will_do_a_sum_is_right(typed, locale):
    asked = put("number", answer="64", digits=0, unit=("dims",))
    assert read(typed, asked, locale).verdict is Verdict.RIGHT
    assert read(typed, asked, locale).text == "Read as 64. Yes."


@everywhere
@pytest.mark.parametrize(
    "typed",
    [
        "sixty-four", "nan", "inf", "-inf", "1e999", "0x40", "0b1000000", "64 px", "6 4", "64 32", "about 64", "1/0",
        "?", "64;", "__import__('os')", "().__class__", "9**9**9", "1j", "∞", "6 * ", "(" * 26 + "64", "64" * 40,
        "1,2,3", "1.2.3", "True", "6'4", "1_0_0", "64!", "¹²", "1,024.5.6", "1.024.5,6", "12,34.567",
    ],
)  # fmt: skip
def test_what_is_not_understood_costs_nothing(typed, locale):
    for asked in (WIDTH, SHARE):
        reading = read(typed, asked, locale)
        assert reading.verdict is Verdict.UNREAD
        assert reading.value is None


def test_unread_says_what_to_type():
    assert read("sixty-four", WIDTH).text == "Type digits, such as 12."
    assert "px" in read("64 px", WIDTH).text


@everywhere
@pytest.mark.parametrize("typed", ["", " ", "\t\n", "\u00a0", "\u200b", "\u202f", "\u3000"])
def test_nothing_typed_is_not_wrong(typed, locale):
    for asked in (WIDTH, SHARE, put("text", answer="a"), put("fill", answer="a", formula="▢")):
        assert read(typed, asked, locale).verdict is Verdict.EMPTY
    assert read(typed, WIDTH, locale).text == "Not answered yet."


@everywhere
@pytest.mark.parametrize("typed", ["512", "512.0", "512 dims", "５１２", "8*64", "٥١٢"])
def test_a_known_mistake_gets_its_own_words(typed, locale):
    reading = read(typed, WIDTH, locale)
    assert (reading.verdict, reading.text) == (Verdict.WRONG, "That is the whole model width.")


@everywhere
@pytest.mark.parametrize("typed", ["65", "-64", "−64", "–64", "‐64", "－64", "6400%", "0", "640"])
def test_another_number_is_wrong(typed, locale):
    asked = put("integer", answer="64")
    expected = Verdict.FORM if typed == "6400%" else Verdict.WRONG
    assert read(typed, asked, locale).verdict is expected


def test_a_wrong_number_is_named():
    assert read("65", WIDTH).text == "65 is not it."
    assert read("−64", WIDTH).text == "−64 is not it."
    assert read("1e300", WIDTH).text == "That is not it."
    assert read("64.5", WIDTH).text == "The answer is a whole number."
    assert read("0,5", WIDTH).value == 0.5


@pytest.mark.parametrize(
    ("typed", "verdicts"),
    [  # in English, French, German and Arabic
        ("1024", "RRRR"),
        ("1,024", "RUUR"),
        ("1.024", "URRU"),
        ("1 024", "RRRR"),
        ("1\u00a0024", "RRRR"),
        ("1\u202f024", "RRRR"),
        ("1\u2009024", "RRRR"),
        ("1'024", "RRRR"),
        ("1’024", "RRRR"),
        ("1_024", "RRRR"),
        ("1٬024", "RRRR"),
        ("١٬٠٢٤", "RRRR"),
        ("١٠٢٤٫٠", "RRRR"),
        ("1,024.0", "RRRR"),
        ("1.024,0", "RRRR"),
        ("1 024,0", "RRRR"),
        ("1'024.000", "RRRR"),
        ("1,025", "WWWW"),
        ("1.025", "WWWW"),
        ("1,024,000", "WWWW"),
        ("1,0240", "WWWW"),
        ("0.001024e6", "RRRR"),
    ],
)  # fmt: skip
def test_thousands_separators(typed, verdicts):
    letters = {"R": Verdict.RIGHT, "U": Verdict.UNREAD, "W": Verdict.WRONG}
    for locale, letter in zip(LOCALES, verdicts, strict=True):
        assert read(typed, BIG, locale).verdict is letters[letter], locale


@everywhere
def test_a_comma_that_is_not_before_three_digits_is_a_decimal_sign(locale):
    reading = read("0,5", SHARE, locale)
    assert (reading.verdict, reading.text) == (Verdict.RIGHT, "Read as 0,5. Yes.")
    assert read("0,500", SHARE, locale).verdict is Verdict.RIGHT
    assert read(".5", SHARE, locale).text == "Yes."
    assert read("٠٫٥", SHARE, locale).verdict is Verdict.RIGHT


def test_a_grouped_number_is_read_back_and_an_ambiguous_one_is_asked_again():
    assert read("1,024", BIG).text == "Read as 1024. Yes."
    assert read("1.024", BIG, "de").text == "Read as 1024. Yes."
    assert "without a separator" in read("1.024", BIG).text
    assert "without a separator" in read("1,024", BIG, "fr").text
    assert read("64,000", WIDTH).verdict is Verdict.UNREAD  # 64 in half of the world
    assert read("64,000", WIDTH, "fr").verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("answer", "digits", "inside", "outside"),
    [
        ("1/3", 2, ["0.33", "0.3333", "1/3", "0,33", "0.329", "0.338"], ["0.32", "0.34", "0.3", "0.327"]),
        ("200", 2, ["200", "201", "199", "200.99"], ["201.1", "198.9"]),
        ("1/8", 1, ["0.1", "0.125", "0.17"], ["0.2", "0.07"]),
        ("sqrt(2)", 3, ["1.414", "√2", "2^0.5", "1.42"], ["1.43", "1.4"]),
        ("-1/2", 2, ["-0.5", "−½", "-1/2"], ["0.5", "-0.52"]),
        ("0", 2, ["0", "0.005", "-0.005"], ["0.006"]),
    ],
)  # fmt: skip
def test_a_number_may_be_off_by_half_a_percent_or_half_its_last_digit(answer, digits, inside, outside):
    asked = put("number", answer=answer, digits=digits)
    assert {typed: read(typed, asked).verdict for typed in inside} == dict.fromkeys(inside, Verdict.RIGHT)
    assert {typed: read(typed, asked).verdict for typed in outside} == dict.fromkeys(outside, Verdict.WRONG)


def test_the_question_states_how_many_decimals():
    assert put("number", answer="1/3", digits=2).text == "How? (to 2 decimals)"
    assert put("number", answer="1/3", digits=1).text == "How? (to 1 decimal)"
    assert put("number", answer="5", digits=0).text == "How? (to a whole number)"
    assert put("number", answer="1/3", digits=2).solution == "0.33"


def test_percent_is_equal_and_asked_for_without_its_sign():
    reading = read("50%", SHARE)
    assert (reading.verdict, reading.text) == (Verdict.FORM, "Equal to 0.50. Now write it without the percent sign.")
    assert read("٥٠٪", SHARE).verdict is Verdict.FORM
    assert read("100 %", SHARE).text == "That is all."
    assert read("50 %", put("number", answer="50", digits=0, unit=("%",))).verdict is Verdict.RIGHT


def test_mistakes_see_parameters_and_what_was_typed():
    asked = put(
        "number",
        digits=2,
        params=(("width", (8,)),),
        answer="sqrt(width)",
        wrong=(
            WrongAnswer("{given} is {width}: take its root, {sqrt(width):1}.", "given == width"),
            WrongAnswer("too small", "sqrt(given) < 1"),
            WrongAnswer("any other"),
        ),
    )
    assert read("8.03", asked).text == "8.03 is 8: take its root, 2.8."
    assert read("0.5", asked).text == "too small"
    assert read("-3", asked).text == "any other"  # it has no root, which is no reason to fail


def test_scenario_27_answers_where_64_is_right(board):
    from attnviz.board.draw import ask
    from attnviz.core.state import LabState

    asked = ask(board.question("key-width"), 11, LabState())
    for typed in ("64 ", "64.0", "６４"):
        assert read(typed, asked).verdict is Verdict.RIGHT
    assert read("512/8", asked).verdict is Verdict.FORM
    assert read("512/8", asked).text == "Equal to 64. Now give one number."
    assert read("sixty-four", asked).verdict is Verdict.UNREAD
    assert read("", asked).verdict is Verdict.EMPTY
    assert read("", asked).text == "Not answered yet."
    assert read("512", asked).verdict is Verdict.WRONG
    assert read("512", asked).text.startswith("That is the whole model width")


ONE_OF_EACH = (
    WIDTH,
    SHARE,
    put("choice", options=OPTIONS),
    put("multi", options=OPTIONS),
    put("truefalse", answer="True"),
    put("text", answer="soft max"),
    put("order", items=("a", "b", "c")),
    put("match", pairs=(("a", "b"), ("c", "d"))),
    put("fill", answer="√d_k", formula="▢"),
    put("do", goal="heads == 1"),
)


@given(st.text(max_size=80), st.sampled_from(LOCALES))
@example("\ud800", "en")
@example("\x00" * 80, "ar")
@example("9" * 63 + "%", "de")
@example("1e308%", "en")
@example("1=1,2=²", "en")
@example("١=٢", "en")
@example("²,³", "en")
@example("√" * 60, "fr")
def test_nothing_that_can_be_given_raises(typed, locale):
    for asked in ONE_OF_EACH:
        assert read(typed, asked, locale).text


@given(st.text(alphabet="0123456789+-*/().,e ×÷²√^x='%٫٬dk_", max_size=24), st.sampled_from(LOCALES))
def test_no_sum_raises(typed, locale):
    for asked in ONE_OF_EACH:
        assert read(typed, asked, locale).verdict in Verdict


@given(st.integers(-(10**9), 10**9))
def test_only_the_answer_is_right(value):
    assert read(str(value), WIDTH).verdict is (Verdict.RIGHT if value == 64 else Verdict.WRONG)
