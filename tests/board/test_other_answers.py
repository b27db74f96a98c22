"""How everything but numbers is read: options, truth, words, order, pairs, formulas, and what is done."""

from __future__ import annotations

import pytest

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.schema import Option, WrongAnswer
from attnviz.core.state import LabState
from tests.board.asking import OPTIONS, put

CHOICE = put("choice", options=OPTIONS)
MULTI = put("multi", options=(*OPTIONS, Option("four", right=True)))
STEPS = put(
    "order",
    items=("project", "score", "mask", "mix"),
    wrong=(WrongAnswer("Too late to hide.", given=("mix", "mask")),),
)
PAIRS = put(
    "match",
    pairs=(("d_k", "key"), ("d_model", "model"), ("h", "heads")),
    wrong=(WrongAnswer("That is d_model.", given=("d_k", "model")),),
)
DIVISOR = put("fill", formula="softmax(Q Kᵀ / ▢) V", answer="√d_k", wrong=(WrongAnswer("Too much.", given=("d_k",)),))


def shown(asked, text):
    """The number under which an option is shown."""
    return next(number for number, option in enumerate(asked.options, start=1) if option.text == text)


def given_order(asked, *items):
    return ",".join(str(asked.items.index(item) + 1) for item in items)


def given_pairs(asked, **pairs):
    return ",".join(f"{asked.left.index(a) + 1}={asked.right_side.index(b) + 1}" for a, b in pairs.items())


@pytest.mark.parametrize(
    ("option", "verdict", "text"),
    [("two", Verdict.RIGHT, "Yes."), ("one", Verdict.WRONG, "Not one."), ("three", Verdict.WRONG, "Not three.")],
)
def test_a_choice_by_number_or_letter(option, verdict, text):
    number = shown(CHOICE, option)
    letter = "abc"[number - 1]
    for given in (str(number), letter, f" {letter.upper()}) ", chr(0xFF10 + number)):
        reading = read_answer(given, CHOICE)
        assert (reading.verdict, reading.text) == (verdict, text)


@pytest.mark.parametrize("given", ["4", "0", "я", "two", "1,2", "1 2", "-1", "1.5"])
def test_what_is_no_choice_is_not_understood(given):
    reading = read_answer(given, CHOICE)
    assert (reading.verdict, reading.text) == (Verdict.UNREAD, "Choose one of the 3 answers.")


def test_several_choices_must_all_be_right_and_complete():
    two, four, one = (shown(MULTI, text) for text in ("two", "four", "one"))
    assert read_answer(MULTI.answer, MULTI).verdict is Verdict.RIGHT
    for given in (f"{two},{four}", f"{four} {two}", f"{four};{two},{two}", f"{'abcd'[two - 1]}, {'abcd'[four - 1]}"):
        assert read_answer(given, MULTI).verdict is Verdict.RIGHT
    assert read_answer(str(two), MULTI).text == "What you chose is right, and there is more."
    assert read_answer(f"{two},{four},{one}", MULTI).text == "Not one."
    assert read_answer("5", MULTI).verdict is Verdict.UNREAD
    assert read_answer("1,x", MULTI).verdict is Verdict.UNREAD


@pytest.mark.parametrize("answer", ["True", "False"])
def test_true_and_false(answer):
    asked = put("truefalse", answer=answer, wrong=(WrongAnswer("Look again."),))
    right, wrong = ("true", "false") if answer == "True" else ("false", "true")
    assert asked.answer == right
    assert [option.text for option in asked.options if option.right] == [answer]
    assert read_answer(right, asked).verdict is Verdict.RIGHT
    assert read_answer(right.upper(), asked).verdict is Verdict.RIGHT
    assert read_answer(wrong, asked).text == "Look again."
    assert read_answer("perhaps", asked).verdict is Verdict.UNREAD


def test_words_are_compared_without_case_spaces_dashes_and_quotation_marks():
    asked = put(
        "text", answer="one-hot", variants=("winner's row",), wrong=(WrongAnswer("Softer.", given=("argmax",)),)
    )
    for given in ("one-hot", "One Hot", "one‑hot", " ONE—HOT. ", "“one-hot”", "ｏｎｅ hot", "onehot", "WINNER’S ROW"):
        assert read_answer(given, asked).verdict is Verdict.RIGHT, given
    assert read_answer("Arg-Max", asked).text == "Softer."
    assert read_answer("hot one", asked).text == "“hot one” is not it."
    assert read_answer("...", asked).verdict is Verdict.UNREAD
    assert asked.solution == "one-hot"  # of several ways to write it, the first is shown


def test_order():
    assert read_answer(STEPS.answer, STEPS).verdict is Verdict.RIGHT
    assert read_answer(given_order(STEPS, "project", "score", "mask", "mix"), STEPS).text == "Yes."
    assert read_answer(given_order(STEPS, "project", "score", "mix", "mask"), STEPS).text == "Too late to hide."
    early = read_answer(given_order(STEPS, "project", "mask", "score", "mix"), STEPS)
    assert (early.verdict, early.text) == (Verdict.WRONG, "“mask” stands too early.")
    for given in ("1,2,3", "1,2,3,3", "1,2,3,5", "nonsense", "1,2,3,4,1"):
        assert read_answer(given, STEPS).verdict is Verdict.UNREAD


def test_pairs_may_be_incomplete_but_not_wrong():
    right = {"d_k": "key", "d_model": "model", "h": "heads"}
    assert read_answer(PAIRS.answer, PAIRS).verdict is Verdict.RIGHT
    assert read_answer(given_pairs(PAIRS, **right), PAIRS).verdict is Verdict.RIGHT
    some = read_answer(given_pairs(PAIRS, d_k="key", h="heads"), PAIRS)
    assert (some.verdict, some.text) == (Verdict.UNREAD, "So far so good: 1 still to pair.")
    assert read_answer(given_pairs(PAIRS, d_k="model"), PAIRS).text == "That is d_model."
    crossed = read_answer(given_pairs(PAIRS, d_k="key", d_model="heads", h="model"), PAIRS)
    assert crossed.verdict is Verdict.WRONG
    assert crossed.text.startswith("1 of 3 fit. Look again at “")
    for given in ("1=9", "0=1", "nonsense", "9=1"):
        assert read_answer(given, PAIRS).verdict is Verdict.UNREAD


@pytest.mark.parametrize(
    "given",
    ["√d_k", "√dk", "√dₖ", "√(d_k)", "sqrt(d_k)", "sqrt d_k", "SQRT(dk)", "d_k^(1/2)", "d_k**0.5", "d_k^0,5", "d_k^½",
     "√d_{k}", "d_k/√d_k", " √ d_k "],
)  # fmt: skip
def test_a_formula_is_right_however_it_is_written(given):
    assert read_answer(given, DIVISOR).verdict is Verdict.RIGHT


@pytest.mark.parametrize(
    ("given", "verdict", "text"),
    [
        ("d_k", Verdict.WRONG, "Too much."),
        ("dk", Verdict.WRONG, "Too much."),
        ("√d_model", Verdict.WRONG, "That does not come to the same."),
        ("8", Verdict.WRONG, "That does not come to the same."),
        ("banana", Verdict.UNREAD, '"banana" is no symbol here'),
        ("root of", Verdict.UNREAD, "is no symbol here"),
        ("√(", Verdict.UNREAD, "Type what stands in the gap"),
        ("import os", Verdict.UNREAD, ""),
        ("x.y", Verdict.UNREAD, ""),
        ("d_k" * 200, Verdict.UNREAD, ""),
        ("9**9**9", Verdict.UNREAD, ""),
    ],
)
def test_another_formula_is_not(given, verdict, text):
    reading = read_answer(given, DIVISOR)
    assert reading.verdict is verdict
    assert text in reading.text


@pytest.mark.parametrize(
    ("answer", "given"),
    [
        ("−∞", ["−∞", "-∞", "-inf", "−infinity", "- ∞"]),
        ("8 d_k", ["8 d_k", "8d_k", "8·d_k", "d_k × 8", "d_k*8", "2(4 d_k)"]),
        ("Kᵀ", ["Kᵀ", "K^T", "KT", "kᵀ"]),
        ("V", ["V", "v"]),
        ("h d_k", ["h d_k", "d_k h", "h × d_k"]),
        ("d_k²", ["d_k²", "d_k^2", "d_k**2", "d_k d_k"]),
    ],
)
def test_formulas_that_are_the_same(answer, given):
    asked = put("fill", answer=answer, formula="▢")
    assert {one: read_answer(one, asked).verdict for one in given} == dict.fromkeys(given, Verdict.RIGHT)


def test_a_number_in_a_gap_is_wanted_as_one_number():
    asked = put("fill", answer="{width}", formula="8 × ▢ = {8 * width}", params=(("width", (64,)),))
    assert (asked.formula, asked.answer) == ("8 × ▢ = 512", "64")
    assert read_answer("64", asked).verdict is Verdict.RIGHT
    assert read_answer("512/8", asked).verdict is Verdict.FORM
    assert read_answer("512", asked).verdict is Verdict.WRONG


def test_what_is_to_be_done_is_judged_by_the_state():
    goal = "key_width == 32 and scale_exponent == 0"
    before = put("do", goal=goal)
    assert before.controls == ("key_width", "scale_exponent")
    reading = read_answer("", before)
    assert (reading.verdict, reading.text) == (Verdict.EMPTY, "Now 8 heads × 64 = 512, ÷ √64 = 8.")
    after = put("do", state=LabState(key_width=32, heads=1, scale_exponent=0), goal=goal)
    reading = read_answer("anything", after)
    assert (reading.verdict, reading.text) == (Verdict.RIGHT, "1 head × 32 = 32, no division. Yes.")
