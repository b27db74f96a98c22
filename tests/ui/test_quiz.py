"""The quiz in the real window: every kind by mouse and by keys, help, the seed, the drawn size."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.board.plain import plain
from attnviz.core.state import LabState
from attnviz.experiments.check import draw_quiz
from tests.ui.quiz_hands import (
    BOARD,
    KINDS,
    by_keys,
    by_mouse,
    open_window,
    press,
    quiz_of,
    settle,
    tab_to,
    turn_to,
    way_of,
    wrong_for,
)
from tests.ui.texts import faults, look_of

HANDS = {"mouse": by_mouse, "keys": by_keys}


@pytest.fixture
def window(qtbot, qapp):
    return open_window(qtbot)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_answered_wrong_then_right_by_mouse_and_by_keys_alone(window, kind, hand):
    asked, give, quiz = turn_to(window, kind), HANDS[hand], quiz_of(window)
    assert quiz.panel.verdict.plain == ("" if kind in ("choice", "truefalse", "multi", "order", "match") else
                                        "Not answered yet.")  # fmt: skip
    wrong = wrong_for(asked)[0]
    give(window, asked, wrong)
    assert dict(window.store.state.answers) == {asked.key: wrong}
    assert quiz.panel.verdict.plain.startswith("✗ Not yet. ")
    assert quiz.marks.buttons[quiz.number].text() == f"{quiz.number + 1} ✗ try again"
    give(window, asked, asked.answer)
    assert quiz.panel.verdict.plain == f"✓ Right. {asked.right}"
    assert quiz.marks.buttons[quiz.number].text() == f"{quiz.number + 1} ✓ done"
    assert quiz.marks.buttons[quiz.number].accessibleName().endswith(", right")
    give(window, asked, wrong)  # and even then another try is open
    assert quiz.panel.verdict.plain.startswith("✗ Not yet. ")
    assert dict(window.store.state.tries) == {asked.key: 2}


def test_a_question_to_do_is_watched_live_and_done_by_keys_alone(window):
    window.store.apply({"quiz_seed": next(s for s in range(1, 400) if "hide-the-future" in ids(s))})
    settle()
    window.stage.frame.show_term("hide-the-future")
    settle()
    quiz = quiz_of(window)
    assert quiz.panel.verdict.plain == "Now every word is visible."
    quiz.marks.buttons[quiz.number].setFocus()
    tab_to(way_of(window).controls["causal"].box)
    press(Qt.Key.Key_Space)
    assert window.store.state.causal
    assert quiz.panel.verdict.plain.startswith("✓ Right. The future is hidden.")
    window.store.apply({"causal": False})
    settle()
    assert quiz.panel.verdict.plain == "Now every word is visible."


def test_one_head_is_reached_with_the_slider_in_the_card(window):
    window.store.apply({"quiz_seed": next(s for s in range(1, 400) if "one-head-only" in ids(s))})
    settle()
    window.stage.frame.show_term("one-head-only")
    settle()
    way = way_of(window)
    assert [field for field, control in way.controls.items() if control.isVisible()] == [
        "heads", "key_width", "locked",
    ]  # fmt: skip
    way.controls["heads"].slider.setFocus()
    press(Qt.Key.Key_Home)
    assert (window.store.state.heads, window.store.state.key_width) == (1, 512)
    assert quiz_of(window).panel.verdict.plain.startswith("✓ Right. ")


@pytest.mark.parametrize("kind", KINDS)
def test_the_hint_comes_after_two_wrong_answers_and_the_worked_one_after_three_when_asked_for(window, kind):
    asked, panel = turn_to(window, kind), quiz_of(window).panel
    wrong = (wrong_for(asked) * 3)[:3]
    if len(set(wrong)) == 1:  # the same answer given again is not another try
        wrong = [wrong[0], asked.answer, wrong[0], asked.answer, wrong[0]]
    seen = []
    for given in wrong:
        by_keys(window, asked, given)
        seen.append((f"Hint: {asked.hint}" in panel.help.plain and panel.help.isVisible(), panel.worked.isVisible()))
    assert seen[-1] == (True, True)
    assert seen[0] == (False, False)
    assert (True, False) in seen
    assert asked.worked not in panel.help.plain
    panel.worked.click()
    settle()
    assert panel.help.plain.endswith(f"Worked answer: {asked.worked}")
    assert not panel.worked.isVisible()
    by_keys(window, asked, asked.answer)
    assert "Hint" not in panel.help.plain


def test_undo_takes_an_answer_back_from_the_input_as_well(window):
    asked, quiz = turn_to(window, "order"), quiz_of(window)
    shuffled = way_of(window).lines.order
    by_keys(window, asked, asked.answer)
    assert ",".join(map(str, way_of(window).lines.order)) == asked.answer
    window.store.undo()
    settle()
    assert window.store.state.answers == ()
    assert way_of(window).lines.order == shuffled
    assert quiz.panel.verdict.plain == ""
    window.store.redo()
    settle()
    assert quiz.panel.verdict.plain.startswith("✓ Right")


def test_undo_lets_go_of_the_only_answer_that_was_chosen(window):
    asked = turn_to(window, "choice")
    by_mouse(window, asked, asked.answer)
    assert [option.isChecked() for option in way_of(window).options].count(True) == 1
    window.store.undo()
    settle()
    assert not any(option.isChecked() for option in way_of(window).options)


def test_what_is_begun_and_not_handed_in_stays_when_the_board_changes(window):
    turn_to(window, "order")
    lines = way_of(window).lines
    lines.move_line(1)
    begun = lines.order
    window.store.apply({"heads": 4})
    settle()
    assert lines.order == begun
    turn_to(window, "multi")
    boxes = way_of(window)
    boxes.options[1].click()
    window.store.apply({"heads": 8})
    settle()
    assert boxes.options[1].isChecked()


def test_tab_goes_to_every_answer_and_choosing_needs_a_key(window):
    asked, quiz = turn_to(window, "choice"), quiz_of(window)
    by_keys(window, asked, asked.answer)
    tries = window.store.state.answers
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Tab):
        press(key)
    assert window.store.state.answers == tries
    for option in way_of(window).options[: len(asked.options)]:
        quiz.marks.buttons[quiz.number].setFocus()
        tab_to(option)


def test_the_wheel_over_a_list_without_the_focus_changes_nothing(window):
    turn_to(window, "match")
    box = way_of(window).boxes[0]
    quiz_of(window).marks.buttons[0].setFocus()
    at = QPointF(box.rect().center())
    event = QWheelEvent(
        at, QPointF(box.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, event)
    assert box.currentIndex() == 0


def test_the_formula_of_a_gap_is_read_with_its_gap(window):
    asked = turn_to(window, "fill")
    formula = way_of(window).formula
    assert "▢" in asked.formula
    assert formula.accessibleName() == f"The formula: {plain(asked.formula).replace('▢', 'gap')}"
    assert formula.isVisible()
    turn_to(window, "integer")
    assert not formula.isVisible()


@pytest.mark.parametrize(
    ("typed", "said", "counted"),
    [
        ("64 ", "✓ Right. ", 0),
        ("64.0", "✓ Right. ", 0),
        ("６４", "✓ Right. ", 0),
        ("512/8", "≈ Equal to 64. Now give one number.", 0),
        ("sixty-four", "? Type digits", 0),
        ("", "Not answered yet.", 0),
        ("512", "✗ Not yet. That is the whole model width.", 1),
    ],
)
def test_scenario_27_every_way_to_write_64_is_read_on_screen(window, typed, said, counted):
    frame: Any = window.stage.frame
    card = next(card for card in frame.question_cards if card.question_id == "key-width")
    window.stage.frame.pictures.show_card(card.name)
    card.panel.input.box.insert(typed)  # as pasted: key events cannot carry every digit of the world
    card.panel.input.button.click()
    settle()
    assert card.panel.verdict.plain.startswith(said)
    assert dict(window.store.state.tries).get("key-width", 0) == counted


def test_scenario_28_the_same_seed_shows_the_same_questions_in_the_same_order(window):
    quiz = quiz_of(window)
    window.stage.frame.pictures.show_card(quiz.name)
    first = shown(window, 7)
    other = shown(window, 8)
    assert shown(window, 7) == first != other
    assert quiz.seed.box.value() == 7


def test_other_questions_come_with_the_next_seed_and_begin_with_the_first(window):
    quiz = quiz_of(window)
    window.stage.frame.pictures.show_card(quiz.name)
    quiz.turn(3)
    before, seed = quiz.asked, quiz.seed.box.value()
    quiz.seed.button.click()
    settle()
    assert quiz.asked != before
    assert quiz.seed.box.value() == seed + 1
    assert quiz.number == 0
    quiz.seed.box.setFocus()
    quiz.seed.box.selectAll()
    QTest.keyClicks(quiz.seed.box, str(int(seed)))
    press(Qt.Key.Key_Return)
    assert quiz.asked == before


def test_a_seed_that_is_none_is_refused_in_words(window):
    quiz = quiz_of(window)
    window.stage.frame.pictures.show_card(quiz.name)
    quiz.seed.box.setFocus()
    quiz.seed.box.selectAll()
    QTest.keyClicks(quiz.seed.box, "eleven")
    press(Qt.Key.Key_Return)
    assert "eleven" in window.toast.text()
    assert quiz.seed.box.value() == LabState().seed


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900), (1920, 1080)])
def test_no_words_of_any_kind_are_cut_or_lie_on_each_other(qtbot, as_started, theme, size):
    window = open_window(qtbot, theme, size)
    for kind in (*KINDS, "do"):
        asked = turn_to(window, kind)
        if kind not in ("do", "truefalse"):
            for given in (wrong_for(asked) * 3)[:3]:
                by_mouse(window, asked, given)
        window.toast.hide()
        settle()
        assert faults(quiz_of(window), look_of(window)) == [], kind


def ids(seed: int) -> set[str]:
    return {question.id for question in draw_quiz(LabState(quiz_seed=seed), BOARD)}


def shown(window, seed: int) -> list[str]:
    """What is on screen of each question with a seed."""
    window.store.apply({"quiz_seed": seed})
    settle()
    quiz, seen = quiz_of(window), []
    for number in range(len(quiz.asked)):
        quiz.turn(number)
        options = [option for option in getattr(way_of(window), "options", []) if option.isVisible()]
        words = [option.accessibleName() for option in options]
        seen.append(quiz.panel.question.plain + " | ".join(words))
    return seen


def test_the_questions_come_from_what_was_marked_weakest(window):
    quiz, weak = quiz_of(window), BOARD.prompts[1]
    window.store.apply({"marks": tuple((p.id, "not yet" if p is weak else "got it") for p in BOARD.prompts)})
    settle()
    assert [BOARD.question(question).tag for question in quiz.asked][:2] == [weak.tag] * 2
    assert window.stage.frame.summary.names[list(BOARD.tags).index(weak.tag)].accessibleName().endswith(": not yet")
