"""Check: say it, reveal it, mark it, answer it; nothing is given away before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from attnviz.board.answers import Verdict
from attnviz.core.state import LabState
from attnviz.experiments import check

STATE = LabState()
RIGHT = (("key-width", "64"), ("one-wide-head", "3"), ("saturation", "2"))
PROMPTS = ("no-division", "several-heads", "how-wide")


def marked(**marks: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((prompt.replace("_", "-"), mark) for prompt, mark in marks.items()))


def test_at_the_start_nothing_is_revealed(board):
    result = check.compute(STATE, board)
    assert [now.prompt.id for now in result.prompts] == list(PROMPTS)
    assert not any(now.revealed or now.mark for now in result.prompts)
    assert all(now.question and now.question.reading.verdict is Verdict.EMPTY for now in result.prompts)
    assert check.spoken(STATE, result) == "Prompt 1 of 3: say your answer aloud, then reveal the model answer."


def test_the_next_step_leads_through_the_ticket(board):
    def step(**changes):
        return check.compute(replace(STATE, **changes), board).next_step

    shown = frozenset({"no-division"})
    assert step(revealed=shown) == "Prompt 1 of 3: compare your answer with the points and mark yourself."
    got = marked(no_division="got it")
    assert step(revealed=shown, marks=got) == "Prompt 1 of 3 is marked: got it. Now answer the question below it."
    wrong = step(revealed=shown, marks=got, answers=(("saturation", "1"),))
    assert wrong.startswith("Prompt 1 of 3: That is what too much division does.")
    assert wrong.endswith("Try again.")
    assert step(revealed=shown, marks=got, answers=RIGHT).startswith("Prompt 2 of 3: say your answer aloud")


def test_the_summary_sends_back_to_the_weakest(board):
    marks = marked(no_division="nearly", several_heads="not yet", how_wide="got it")
    result = check.compute(replace(STATE, revealed=frozenset(PROMPTS), marks=marks, answers=RIGHT), board)
    assert result.weakest == "multi-head"
    assert result.next_step == (
        "All 3 prompts are marked: 1 got it, 1 nearly, 1 not yet. Go back to “Why is one head not enough?” next."
    )
    marks = marked(no_division="got it", several_heads="got it", how_wide="got it")
    result = check.compute(replace(STATE, revealed=frozenset(PROMPTS), marks=marks, answers=RIGHT), board)
    assert (result.weakest, result.next_step) == ("", "All 3 prompts are marked: 3 got it. Well done.")


@pytest.mark.parametrize(
    ("typed", "verdict", "said"),
    [
        ("64", Verdict.RIGHT, "8 × 64 = 512"),
        ("６４", Verdict.RIGHT, "8 × 64 = 512"),
        ("64 dims", Verdict.RIGHT, "8 × 64 = 512"),
        ("512", Verdict.WRONG, "That is the whole model width"),
        ("4096", Verdict.WRONG, "You multiplied"),
        ("512/8", Verdict.FORM, "Equal to 64. Now give one number."),
        ("sixty-four", Verdict.UNREAD, "Type digits"),
        ("", Verdict.EMPTY, "Not answered"),
    ],
)
def test_the_key_width_question_is_answered_and_checked(board, typed, verdict, said):
    result = check.compute(replace(STATE, answers=(("key-width", typed),)), board)
    question = result.prompts[2].question
    assert question is not None
    assert (question.typed, question.reading.verdict) == (typed, verdict)
    assert question.reading.text.startswith(said)
    assert question.right == (verdict is Verdict.RIGHT)


def test_tags_report_what_is_done(board):
    result = check.compute(replace(STATE, answers=(("key-width", "64"), ("steps-order", "4"))), board)
    assert {tag: done for tag, _, done in result.tags} == {
        "scale": False, "heads": False, "steps": True, "widths": True,
    }  # fmt: skip


def test_no_answer_leaves_before_it_is_revealed(board):
    result = check.compute(STATE, board)
    out = json.dumps(check.numbers(STATE, result)) + str(check.tables(STATE, result))
    for now in result.prompts:
        assert now.prompt.answer not in out
    for question in board.questions:
        assert question.right not in out
    state = replace(STATE, revealed=frozenset({"how-wide"}))
    (ticket, _) = check.tables(state, check.compute(state, board))
    assert [row[3] for row in ticket.rows] == ["", "", board.prompts[2].answer]


def test_an_unknown_mark_counts_as_none(board):
    assert check.compute(replace(STATE, marks=(("how-wide", "perhaps"),)), board).prompts[2].mark == ""


def test_the_quiz_holds_the_questions_beside_no_prompt(board):
    result = check.compute(STATE, board)
    assert [now.question.id for now in result.quiz] == [
        "divisor", "dot-spread", "model-width", "steps-order", "mask-place",
    ]  # fmt: skip
    _, questions = check.tables(STATE, result)
    assert len(questions.rows) == len(board.questions)
    assert {row[2] for row in questions.rows} == {"empty"}
