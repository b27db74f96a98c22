"""Check: say it, reveal it, mark it, answer it; nothing is given away before."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from attnviz.board.answers import Verdict
from attnviz.board.asking import reading_of
from attnviz.board.draw import ask
from attnviz.board.plain import plain
from attnviz.core.state import LabState, apply
from attnviz.experiments import check

STATE = LabState()
PROMPTS = ("no-division", "several-heads", "how-wide")


def marked(**marks: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((prompt.replace("_", "-"), mark) for prompt, mark in marks.items()))


def right_answers(questions) -> tuple[tuple[str, str], ...]:
    return tuple((now.asked.key, now.asked.answer) for now in questions if now.question.kind != "do")


GOT = (("how-wide", "got it"), ("no-division", "got it"), ("several-heads", "got it"))
DONE: dict[str, Any] = {"heads": 16, "key_width": 32}  # the task


@pytest.fixture(scope="module")
def ticket(board):
    """A seed that asks for nothing to be done in the quiz, and the right answers beside the prompts and in the quiz."""
    for seed in range(1, 99):
        result = check.compute(replace(STATE, quiz_seed=seed, marks=GOT, **DONE), board)
        if all(now.question.kind != "do" for now in result.quiz):
            break
    beside = [now.question for now in result.prompts if now.question]
    return seed, right_answers(beside), right_answers(result.quiz)


def test_at_the_start_nothing_is_revealed(board):
    result = check.compute(STATE, board)
    assert [now.prompt.id for now in result.prompts] == list(PROMPTS)
    assert not any(now.revealed or now.mark for now in result.prompts)
    assert all(now.question and now.question.reading.verdict is Verdict.EMPTY for now in result.prompts)
    assert check.spoken(STATE, result) == "Prompt 1 of 3: say your answer aloud, then reveal the model answer."


def test_the_next_step_leads_through_the_ticket(board, ticket):
    seed, right, quiz = ticket

    def step(**changes):
        state = replace(STATE, quiz_seed=seed, **changes)
        return check.spoken(state, check.compute(state, board))

    shown = frozenset({"no-division"})
    assert step(revealed=shown) == "Prompt 1 of 3: compare your answer with the points and mark yourself."
    got = marked(no_division="got it")
    assert step(revealed=shown, marks=got) == "Prompt 2 of 3: say your answer aloud, then reveal the model answer."
    all_got = GOT
    assert step(marks=all_got) == "Answer 1 of 3: choose one, and the program checks it."
    assert step(marks=all_got, answers=right[:2]) == "Answer 3 of 3: type a number, and the program checks it."
    wrong = step(marks=all_got, answers=(*right[:2], ("key-width", "512")))
    assert wrong.startswith("Answer 3 of 3: That is the whole model width.")
    assert wrong.endswith("Try again.")
    task = step(marks=all_got, answers=right)
    assert task == "Set the sliders so that each head is 32 wide. Now 8 heads × 64 = 512."
    done = {"marks": all_got, **DONE}
    assert step(**done, answers=right).startswith("Quiz: 5 questions, the weakest concept first.")
    some = (*right, quiz[0], (quiz[1][0], "?"))
    assert step(**done, answers=some) == "Quiz: 1 of 5 right, 1 to try again, 3 still to answer."
    assert step(**done, answers=right + quiz) == (
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
    width = (("key-width", "64"),)
    result = check.compute(replace(STATE, marks=marked(several_heads="nearly"), answers=width), board)
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
    assert (question.given, question.reading.verdict) == (typed, verdict)
    assert question.reading.text.startswith(said)
    assert question.right == (verdict is Verdict.RIGHT)


def test_tags_report_what_is_done(board, ticket):
    seed, _, quiz = ticket
    right = replace(STATE, quiz_seed=seed, answers=(("key-width", "64"), quiz[0]))
    result = check.compute(right, board)
    found = {one.tag: one for one in result.concepts}
    assert (found["widths"].standing, found["widths"].right) == ("done", 1)
    assert found[board.question(quiz[0][0].partition("@")[0]).tag].standing == "done"
    assert found["heads"].standing == "open"
    assert sum(one.asked for one in result.concepts) == len(result.questions) == 8
    missed = check.compute(replace(STATE, answers=(("key-width", "512"),), tries=(("key-width", 3),)), board)
    found = {one.tag: one for one in missed.concepts}
    assert (found["widths"].standing, found["widths"].misses) == ("not yet", 3)
    nearly = check.compute(replace(STATE, marks=marked(how_wide="nearly")), board)
    assert {one.tag: (one.standing, one.mark) for one in nearly.concepts}["widths"] == ("nearly", "nearly")


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


def test_the_quiz_is_asked_with_the_seed_that_is_shown(board):
    result = check.compute(replace(STATE, quiz_seed=7), board)
    assert result.seed == 7
    assert len(result.quiz) == check.MOST
    assert {now.asked.seed for now in result.questions} == {7}
    assert check.compute(STATE, board).seed == STATE.seed
    assert check.numbers(STATE, result)["seed"] == 7
    again = check.draw_again(replace(STATE, quiz_seed=7))
    assert again == {"quiz_seed": 8}
    assert check.draw_again(replace(STATE, quiz_seed=2**31 - 1)) == {"quiz_seed": 1}


def test_a_wrong_answer_is_counted_once_and_others_are_not(board):
    state = STATE
    counted = []
    for typed in ("512", "512", "sixty", "512/8", "", "8", "64", "64"):
        state = apply(state, check.answer(state, board, "key-width", typed)).state
        counted.append(dict(state.tries).get("key-width", 0))
    assert counted == [1, 1, 1, 1, 1, 2, 2, 2]
    assert dict(state.answers)["key-width"] == "64"
    assert apply(state, check.answer(state, board, "key-width", "")).state.answers == ()
    with pytest.raises(KeyError):
        check.answer(state, board, "nowhere", "1")


def test_a_hint_after_two_wrong_answers_and_a_worked_answer_after_three(board):
    def help_after(state):
        now = check.compute(state, board).prompts[2].question
        assert now is not None
        return now.tries, now.hint_shown, now.worked_offered, now.worked_shown

    state, helped = STATE, []
    for typed in ("512", "8", "128"):
        state = apply(state, check.answer(state, board, "key-width", typed)).state
        helped.append(help_after(state))
    assert helped == [(1, False, False, False), (2, True, False, False), (3, True, True, False)]
    early = apply(STATE, check.show_worked(STATE, board, "key-width")).state
    assert help_after(early) == (0, False, False, False)
    shown = apply(state, check.show_worked(state, board, "key-width")).state
    assert help_after(shown) == (3, True, True, True)
    now = check.compute(shown, board).prompts[2].question
    assert now is not None
    words = check.question_words(now)
    assert "Hint: Side by side" in words
    assert words.endswith(now.asked.worked)
    solved = apply(shown, check.answer(shown, board, "key-width", "64")).state
    assert help_after(solved) == (3, False, True, True)  # retry always; what has been shown stays


def test_a_question_without_a_worked_answer_offers_the_answer(board):
    questions = tuple(replace(one, worked="") for one in board.questions)
    now = check.compute(STATE, replace(board, questions=questions)).prompts[2].question
    assert now is not None
    assert now.worked == "The answer: 64"


def test_tries_of_a_live_question_belong_to_its_settings(board):
    state = apply(STATE, check.answer(STATE, board, "divisor-now", "64")).state
    ((key, count),) = state.tries
    assert (key, count) == ("divisor-now@heads=8,key_width=64,model_width=512", 1)
    moved = apply(state, {"key_width": 128}).state
    assert check.answer(moved, board, "divisor-now", "128")["tries"] != state.tries


def test_the_summary_has_a_row_for_each_concept_and_no_answer(board, ticket):
    seed, right, quiz = ticket
    state = replace(STATE, quiz_seed=seed, answers=right + quiz, marks=GOT, tries=(("key-width", 2),), **DONE)
    table = check.summary(state, check.compute(state, board))
    assert table.title == f"Exit ticket by concept, seed {seed}"
    assert table.columns == ("concept", "standing", "own mark", "questions", "answered", "right", "wrong tries")
    assert [row[0] for row in table.rows] == [plain(name) for name in board.tags.values()]
    widths = table.rows[list(board.tags).index("widths")]
    assert (widths[1], widths[2], widths[6]) == ("done", "got it", 2)
    assert sum(int(row[5]) for row in table.rows) == 8


def test_what_is_typed_into_a_french_board_is_read_as_french(board):
    french = replace(board, lang="fr")
    asked = ask(board.question("divided-score"), 11, STATE)
    state = replace(STATE, answers=(("divided-score", "1,234"),))
    for one, value in ((french, Fraction("1.234")), (board, Fraction(1234))):
        assert reading_of(asked, state, one).value == value


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
