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
QUIZ = (("divisor", "16"), ("dot-spread", "8"), ("mask-place", "1"), ("model-width", "1024"), ("steps-order", "4"))
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
        state = replace(STATE, **changes)
        return check.spoken(state, check.compute(state, board))

    shown = frozenset({"no-division"})
    assert step(revealed=shown) == "Prompt 1 of 3: compare your answer with the points and mark yourself."
    got = marked(no_division="got it")
    assert step(revealed=shown, marks=got) == "Prompt 2 of 3: say your answer aloud, then reveal the model answer."
    all_got = marked(no_division="got it", several_heads="got it", how_wide="got it")
    assert step(marks=all_got) == "Answer 1 of 3: choose one, and the program checks it."
    wrong = step(marks=all_got, answers=(("saturation", "1"),))
    assert wrong.startswith("Answer 1 of 3: That is what too much division does.")
    assert wrong.endswith("Try again.")
    assert step(marks=all_got, answers=RIGHT[1:]) == "Answer 3 of 3: type a number, and the program checks it."
    task = step(marks=all_got, answers=RIGHT)
    assert task == "Set the sliders so that each head is 32 wide. Now 8 heads × 64 = 512."
    done = {"marks": all_got, "heads": 16, "key_width": 32}
    assert step(**done, answers=RIGHT).startswith("Quiz: 5 questions, the weakest concept first.")
    some = (*RIGHT, ("divisor", "16"), ("steps-order", "1"))
    assert step(**done, answers=some) == "Quiz: 1 of 5 right, 1 to try again, 3 still to answer."
    assert step(**done, answers=RIGHT + QUIZ) == (
        "All 3 prompts are marked: 3 got it. Well done. All 3 answers are right. "
        "Done: 16 heads × 32 = 512. Each head is 32 wide. Quiz: all 5 questions are right."
    )


def test_each_thing_has_words_of_its_own(board):
    result = check.compute(STATE, board)
    places = [("say", 0), ("say", 2), ("answer", 1), ("do", 0), ("quiz", 0)]
    starts = ["Prompt 1 of 3: say", "Prompt 3 of 3: say", "Answer 2 of 3: choose", "Set the sliders", "Quiz: 5"]
    for place, start in zip(places, starts, strict=True):
        assert check.said(result, {place}).startswith(start)
    assert check.said(result, {("say", 1), ("answer", 0)}).startswith("Prompt 2 of 3")
    assert check.said(result, set()) == "Next: prompt 1 of 3."


def test_what_is_done_says_how_it_came_out_and_where_to_go_on(board):
    result = check.compute(replace(STATE, marks=marked(several_heads="nearly"), answers=RIGHT[:1]), board)
    assert check.said(result, {("say", 1)}) == "Prompt 2 of 3 is marked: nearly. Next: prompt 1 of 3."
    assert check.said(result, {("answer", 2)}) == "Answer 3 of 3 is right. Next: prompt 1 of 3."
    marks = marked(no_division="got it", several_heads="got it", how_wide="got it")
    result = check.compute(replace(STATE, marks=marks), board)
    whole = "All 3 prompts are marked: 3 got it. Well done. Next: answer 1 of 3."
    assert check.said(result, {("say", 0)}) == check.said(result, {("say", n) for n in range(3)}) == whole


def test_the_summary_sends_back_to_the_weakest(board):
    marks = marked(no_division="nearly", several_heads="not yet", how_wide="got it")
    result = check.compute(replace(STATE, revealed=frozenset(PROMPTS), marks=marks), board)
    assert result.weakest == "multi-head"
    assert check.said(result, {("say", 0)}) == (
        "All 3 prompts are marked: 1 got it, 1 nearly, 1 not yet. Look again at “Why is one head not enough?” "
        "Next: answer 1 of 3."
    )
    marks = marked(no_division="got it", several_heads="got it", how_wide="got it")
    assert check.compute(replace(STATE, marks=marks), board).weakest == ""


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
    assert {one.tag: (one.standing, one.right, one.asked) for one in result.concepts} == {
        "scale": ("open", 0, 3), "heads": ("open", 0, 1), "steps": ("done", 1, 2), "widths": ("done", 1, 2),
    }  # fmt: skip
    missed = check.compute(replace(STATE, answers=(("steps-order", "1"),)), board)
    assert {one.tag: one.standing for one in missed.concepts}["steps"] == "not yet"


def test_no_answer_leaves_before_it_is_revealed(board):
    result = check.compute(STATE, board)
    out = json.dumps(check.numbers(STATE, result)) + str(check.tables(STATE, result))
    for now in result.prompts:
        assert now.prompt.answer not in out
    for question in board.questions:
        assert question.right not in out
    state = replace(STATE, revealed=frozenset({"how-wide"}))
    ticket = check.tables(state, check.compute(state, board))[0]
    assert [row[3] for row in ticket.rows] == ["", "", board.prompts[2].answer]


def test_an_unknown_mark_counts_as_none(board):
    assert check.compute(replace(STATE, marks=(("how-wide", "perhaps"),)), board).prompts[2].mark == ""


def test_the_quiz_has_one_of_each_concept_in_turn(board):
    result = check.compute(STATE, board)
    assert [now.question.id for now in result.quiz] == [
        "divisor", "model-width", "steps-order", "dot-spread", "mask-place",
    ]  # fmt: skip
    questions = check.tables(STATE, result)[1]
    assert len(questions.rows) == len(board.questions)
    assert {row[2] for row in questions.rows} == {"empty"}


def test_the_weakest_concept_is_asked_about_first(board):
    def order(**marks):
        return [question.tag for question in check.draw_quiz(replace(STATE, marks=marked(**marks)), board)]

    assert order(no_division="got it", how_wide="not yet") == ["widths", "steps", "scale", "steps", "scale"]
    assert order(no_division="nearly", how_wide="got it") == ["scale", "steps", "widths", "scale", "steps"]


def test_an_answer_never_changes_what_is_asked(board):
    before = check.draw_quiz(STATE, board)
    for answers in (QUIZ, tuple((question_id, "3") for question_id, _ in QUIZ)):
        assert check.draw_quiz(replace(STATE, answers=answers), board) == before


def test_a_longer_list_is_cut_to_five_and_no_concept_is_left_out(board):
    scale = [replace(board.question("divisor"), id=f"divisor-{number}") for number in range(9)]
    longer = replace(board, questions=(*scale, *board.questions))
    drawn = check.draw_quiz(STATE, longer)
    assert len(drawn) == check.MOST
    assert {question.tag for question in drawn} == {"scale", "widths", "steps"}


def test_every_goal_can_be_reached_by_the_questions_on_show(board):
    asked = {now.question.tag for now in check.compute(STATE, board).questions}
    assert {goal.tag for goal in board.goals} <= asked


def test_a_task_is_done_while_the_sliders_stand_right(board):
    (task,) = check.compute(STATE, board).tasks
    assert (task.done, task.words) == (False, "Now 8 heads × 64 = 512.")
    (task,) = check.compute(replace(STATE, heads=1, key_width=32), board).tasks
    assert (task.done, task.words) == (True, "1 head × 32 = 32. Each head is 32 wide.")


def test_a_board_without_prompts_questions_and_tasks_has_nothing_left_to_do(board):
    bare = replace(board, prompts=(), questions=(), tasks=())
    result = check.compute(STATE, bare)
    assert result.steps == ()
    assert check.spoken(STATE, result) == ""
