from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTabBar, QWidget

from attnviz.assets import resource
from attnviz.board.draw import ask
from attnviz.board.load import load_board
from attnviz.board.plain import plain
from attnviz.core.limits import MARKS
from attnviz.core.state import LabState
from attnviz.experiments import check
from attnviz.frames.check import CheckFrame
from attnviz.ui.store import Store
from attnviz.ui.style import style_sheet
from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.text.prose import ProseCard

BOARD = load_board(resource("boards", "session11.board.toml"))
PROMPTS = BOARD.prompts
STATE = LabState()


def seed_for(kinds: set[str]) -> int:
    """A seed whose quiz has the most questions of these kinds, each of them at least once."""

    def count(seed: int) -> tuple[bool, int]:
        drawn = [question.kind for question in check.draw_quiz(LabState(quiz_seed=seed), BOARD)]
        return kinds <= set(drawn), sum(kind in kinds for kind in drawn)

    return max(range(1, 400), key=count)


class Lab:
    """The frame with a store behind it, as in the window."""

    def __init__(self, qtbot, theme: str, size: tuple[int, int], window: int = 0) -> None:
        """`window` is the height of the window around the frame, where it matters."""
        look = look_for(theme, window or size[1])
        self.store = Store()
        self.frame = CheckFrame(BOARD)
        qtbot.addWidget(self.frame)
        self.frame.setStyleSheet(style_sheet(look, resource("icons")))  # its buttons are the higher ones
        self.frame.set_look(look)
        self.frame.build()
        spread_look(self.frame, look)
        self.frame.resize(*size)
        self.frame.wish.connect(self.store.apply)
        self.show()
        self.frame.show()

    def show(self, **changes: object) -> None:
        self.store.apply(changes)
        result = check.compute(self.store.state, BOARD)
        self.frame.show_all(self.store.state, result, check.spoken(self.store.state, result))

    def readable(self) -> str:
        """All words that are on the screen."""
        labels = [label for label in self.frame.findChildren(QLabel) if label.isVisible()]
        return "\n".join(label.accessibleName() or label.text() for label in labels)


@pytest.fixture
def lab(qapp, qtbot) -> Iterator[Lab]:
    lab = Lab(qtbot, "light", (1460, 1000))
    yield lab
    lab.store.deleteLater()


def test_nothing_is_revealed_before_it_is_asked_for(lab):
    words = lab.readable()
    for prompt, card in zip(PROMPTS, lab.frame.prompt_cards, strict=True):
        assert prompt.text in words
        assert prompt.answer not in words
        assert not any(criterion in words for criterion in prompt.criteria)
        assert not any(button.isVisible() for button in card.mark_buttons)


def test_space_reveals_one_answer_with_its_criteria(lab, qtbot):
    card = lab.frame.prompt_cards[0]
    qtbot.keyClick(card.reveal_button, Qt.Key.Key_Space)
    lab.show()
    words = lab.readable()
    assert PROMPTS[0].answer in words
    assert all(criterion in words for criterion in PROMPTS[0].criteria)
    assert PROMPTS[1].answer not in words


def test_an_answer_can_be_hidden_again(lab):
    lab.show(revealed={prompt.id for prompt in PROMPTS})
    lab.frame.prompt_cards[1].hide_button.click()
    lab.show()
    assert lab.store.state.revealed == {PROMPTS[0].id, PROMPTS[2].id}
    assert PROMPTS[1].answer not in lab.readable()


def test_each_mark_is_kept_for_its_prompt(lab):
    lab.show(revealed={prompt.id for prompt in PROMPTS})
    for card, number in zip(lab.frame.prompt_cards, (2, 1, 0), strict=True):
        card.mark_buttons[number].click()
        lab.show()
    assert dict(lab.store.state.marks) == {p.id: MARKS[n] for p, n in zip(PROMPTS, (2, 1, 0), strict=True)}
    assert [[b.isChecked() for b in card.mark_buttons] for card in lab.frame.prompt_cards] == [
        [False, False, True],
        [False, True, False],
        [True, False, False],
    ]


def test_taking_a_mark_back_leaves_no_button_down(lab):
    lab.show(revealed={PROMPTS[0].id}, marks=((PROMPTS[0].id, "got it"),))
    lab.show(marks=())
    assert not any(button.isChecked() for button in lab.frame.prompt_cards[0].mark_buttons)


def test_the_concepts_follow_marks_and_answers(lab):
    assert "open" in lab.frame.summary.names[0].accessibleName()
    lab.show(marks=((PROMPTS[0].id, "got it"), (PROMPTS[1].id, "nearly"), (PROMPTS[2].id, "not yet")))
    names = [name.accessibleName() for name in lab.frame.summary.names]
    assert names == [
        "Dividing by √dₖ: done",
        "Several heads: nearly",
        "The four steps: open",
        "Key width and model width: not yet",
        "Saturation: open",
        "The mask: open",
    ]
    lab.show(marks=(), answers=(("key-width", "64"), ("one-wide-head", "1")))
    assert "done, 1 of " in lab.frame.summary.names[3].accessibleName()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("64", "Right"),
        ("６４", "Right"),
        ("512/8", "one number"),
        ("sixty-four", "Type digits"),
        ("", "Not answered yet"),
        ("512", "whole model width"),
        ("63", "Not yet"),
    ],
)
def test_the_key_width_question_is_read_and_answered_in_words(lab, qtbot, typed, said):
    card = lab.frame.question_cards[2]
    card.panel.input.box.setText("")
    card.panel.input.box.insert(typed)  # as pasted: key events cannot carry every digit of the world
    qtbot.keyClick(card.panel.input.box, Qt.Key.Key_Return)
    lab.show()
    assert said in card.panel.verdict.plain
    assert card.panel.input.box.isEnabled()  # another try is always open


def test_a_wrong_answer_can_be_mended(lab, qtbot):
    card = lab.frame.question_cards[2]
    for typed in ("8", "64"):
        card.panel.input.box.selectAll()
        qtbot.keyClicks(card.panel.input.box, typed)
        card.panel.input.button.click()
        lab.show()
    assert card.panel.verdict.plain.startswith("✓ Right")
    assert dict(lab.store.state.answers)["key-width"] == "64"


def test_half_typed_digits_are_not_taken_away(lab, qtbot):
    card = lab.frame.question_cards[2]
    card.panel.input.box.setFocus()
    qtbot.keyClicks(card.panel.input.box, "6")
    lab.show(heads=4)
    assert card.panel.input.box.text() == "6" or not card.panel.input.box.hasFocus()


def test_a_wrong_choice_says_why_and_stays_open(lab):
    card, asked = lab.frame.question_cards[0], ask(BOARD.question(PROMPTS[0].question), STATE.seed, STATE)
    right = int(asked.answer) - 1
    wrong = (right + 1) % len(asked.options)
    card.panel.input.options[wrong].click()
    lab.show()
    assert asked.options[wrong].feedback in card.panel.verdict.plain
    assert "not right" in card.panel.input.options[wrong].accessibleName()
    card.panel.input.options[right].click()
    lab.show()
    assert asked.right in card.panel.verdict.plain
    assert [number for number, option in enumerate(card.panel.input.options) if option.isChecked()] == [right]
    assert "right" not in card.panel.input.options[wrong].accessibleName()


def test_the_task_is_done_when_the_state_says_so(lab):
    (card,) = lab.frame.doing
    task = card.panel.verdict
    assert card.panel.question.plain == BOARD.tasks[0].text
    assert "64" in task.plain
    assert "✓" not in task.plain
    lab.show(heads=16)  # the lock keeps 512
    assert lab.store.state.key_width == 32
    assert task.plain.startswith("✓ Right")
    lab.show(key_width=33)
    assert "✓" not in task.plain


def test_the_task_is_done_with_its_own_slider(lab):
    heads = lab.frame.controls[0]
    assert lab.frame.doing[0].isAncestorOf(heads)
    heads.slider.setValue(heads.slider.value() + 1)
    lab.show()
    assert (lab.store.state.heads, lab.store.state.key_width) == (16, 32)
    assert lab.frame.doing[0].panel.verdict.plain.startswith("✓ Right")


def test_the_quiz_shows_each_of_its_questions_on_one_card(lab):
    quiz = lab.frame.quiz
    lab.frame.pictures.show_card(quiz.name)
    cards = len(lab.frame.findChildren(ProseCard))
    asked = []
    for number, button in enumerate(quiz.marks.buttons):
        button.click()
        assert quiz.number == number
        assert plain(ask(BOARD.question(quiz.now.question.id), STATE.seed, STATE).text) in plain(lab.readable())
        asked.append(quiz.panel.question_id)
    assert asked == [question.id for question in check.draw_quiz(STATE, BOARD)]
    assert [button.text() for button in quiz.marks.buttons] == ["1 open", "2 open", "3 open", "4 open", "5 open"]
    assert len(lab.frame.findChildren(ProseCard)) == cards


def test_a_quiz_answer_is_checked_explained_and_can_be_mended(lab, qtbot):
    quiz = lab.frame.quiz
    lab.frame.pictures.show_card(quiz.name)
    lab.show(quiz_seed=seed_for({"choice", "integer"}))
    asked = {question.id: ask(question, lab.store.state.quiz_seed, STATE) for question in BOARD.quiz()}
    kinds = [asked[question_id].question.kind for question_id in quiz.asked]
    choice, typed = kinds.index("choice"), kinds.index("integer")
    quiz.turn(choice)
    put = asked[quiz.panel.question_id]
    right = int(put.answer) - 1
    wrong = (right + 1) % len(put.options)
    quiz.panel.input.options[wrong].click()
    lab.show()
    assert plain(put.options[wrong].feedback) in plain(quiz.panel.verdict.plain)
    assert quiz.marks.buttons[choice].text() == f"{choice + 1} ✗ try again"
    assert plain(put.options[wrong].feedback) in lab.frame.words.accessibleName()  # and so is announced
    quiz.panel.input.options[right].click()
    lab.show()
    assert quiz.panel.verdict.plain.startswith("✓ Right")
    assert quiz.marks.buttons[choice].accessibleName() == f"Question {choice + 1} of 5, right"
    assert dict(lab.store.state.answers) == {put.question.id: put.answer}
    assert dict(lab.store.state.tries) == {put.question.id: 1}
    quiz.turn(typed)
    qtbot.keyClicks(quiz.panel.input.box, asked[quiz.panel.question_id].answer)
    qtbot.keyClick(quiz.panel.input.box, Qt.Key.Key_Return)
    lab.show()
    assert quiz.marks.buttons[typed].text() == f"{typed + 1} ✓ done"
    assert quiz.number == typed


def test_the_last_question_has_none_after_it_and_the_focus_stays_near(lab):
    quiz = lab.frame.quiz
    lab.frame.pictures.show_card(quiz.name)
    quiz.marks.buttons[-2].click()
    quiz.next_button.setFocus()
    quiz.next_button.click()
    assert not quiz.next_button.isEnabled()
    assert quiz.marks.buttons[-1].hasFocus()
    quiz.marks.buttons[0].click()
    assert quiz.next_button.isEnabled()
    assert not quiz.back_button.isEnabled()


def test_the_page_looked_at_stays_when_the_pages_are_others(qapp, qtbot):
    lab = Lab(qtbot, "projector", (844, 640))
    lab.frame.pictures.show_card("Quiz")
    before = lab.frame.pictures.page_names
    wrong = (("saturation", "3"), ("one-wide-head", "1"), ("key-width", "512"))
    tries = tuple((question, 3) for question, _ in wrong)
    lab.show(answers=wrong, tries=tries, shown_worked=frozenset(dict(wrong)))
    lab.frame.resize(1300, 900)
    assert lab.frame.pictures.page_names != before
    assert lab.frame.quiz.isVisible()
    lab.store.deleteLater()


def test_marks_reorder_the_quiz_and_answers_do_not(lab):
    def order():
        return list(lab.frame.quiz.asked)

    lab.show(marks=((PROMPTS[2].id, "not yet"),))
    assert BOARD.question(order()[0]).tag == PROMPTS[2].tag
    before = order()
    lab.show(answers=tuple((question_id, "7") for question_id in before))
    assert order() == before


def test_every_tab_has_a_title_and_words_of_its_own(qapp, qtbot):
    lab = Lab(qtbot, "light", (1000, 640))
    tabs = lab.frame.pictures.findChild(QTabBar)
    assert tabs is not None
    titles = [tabs.tabText(number) for number in range(tabs.count())]
    assert tabs.count() > 1
    assert " + ".join(titles) == "Say it aloud + Answer + Do + Quiz + Summary"
    said = set()
    for number, title in enumerate(titles):
        tabs.setCurrentIndex(number)
        words = lab.frame.words.accessibleName()
        start = {
            "Say": "Prompt 1 of 3", "Answer": "Answer 1 of 3", "Quiz": "Question 1 of 5", "Do": "Set the",
            "Summary": "0 of 6 concepts are done",
        }  # fmt: skip
        assert words.startswith(start[title.split()[0]]), title
        said.add(words)
    assert len(said) == tabs.count()
    lab.store.deleteLater()


def test_a_prompt_links_to_the_frame_that_teaches_it(lab, qtbot):
    lab.show(revealed={prompt.id for prompt in PROMPTS})
    for card, prompt in zip(lab.frame.prompt_cards, PROMPTS, strict=True):
        with qtbot.waitSignal(lab.frame.go) as asked:
            card.link.click()
        assert asked.args == [prompt.frame]


@pytest.mark.parametrize(
    ("theme", "size", "window"),
    [
        ("light", (1000, 820), 900),
        ("light", (654, 499), 560),
        ("projector", (844, 679), 768),
        ("projector", (1106, 635), 720),
        ("projector", (844, 640), 640),
        ("projector", (1150, 1000), 1000),
        ("dark", (850, 640), 720),
    ],
)
def test_no_card_is_higher_than_its_page_nor_cuts_its_words(qapp, qtbot, theme, size, window):
    lab = Lab(qtbot, theme, size, window)
    wrong = (("saturation", "3"), ("one-wide-head", "1"), ("key-width", "512"))
    seed = seed_for({"integer", "number"})
    quiz = tuple((question.id, "3") for question in check.draw_quiz(LabState(quiz_seed=seed), BOARD))
    lab.show(quiz_seed=seed)
    lab.show(revealed={prompt.id for prompt in PROMPTS}, answers=wrong + quiz)
    for card in lab.frame.pictures.cards:
        lab.frame.pictures.show_card(card.name)
        assert card.isVisible()
        assert isinstance(card, ProseCard)
        assert card.height_at(card.width()) <= card.height(), card.name
        assert card.geometry().bottom() <= lab.frame.pictures.height(), card.name
    lab.store.deleteLater()


def test_what_can_be_focused_has_a_name(lab):
    lab.show(revealed={PROMPTS[0].id})
    for widget in lab.frame.findChildren(QWidget):
        inner = widget.objectName() == "qt_spinbox_lineedit"  # named by its box
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not inner and widget.isVisibleTo(lab.frame):
            assert widget.accessibleName(), widget


@pytest.mark.parametrize("missing", [("prompts",), ("questions",), ("tasks",), ("prompts", "questions", "tasks")])
def test_a_board_may_leave_sections_out(qapp, qtbot, missing):
    changes: dict[str, Any] = dict.fromkeys(missing, ())
    board = replace(BOARD, **changes)
    if "questions" in missing:  # a prompt may not name a question that is not there
        board = replace(board, prompts=tuple(replace(prompt, question="") for prompt in board.prompts))
    frame = CheckFrame(board)
    qtbot.addWidget(frame)
    look = look_for("light", 900)
    frame.set_look(look)
    frame.build()
    spread_look(frame, look)
    frame.resize(1200, 800)
    frame.show()
    for state in (LabState(), LabState(heads=4)):
        result = check.compute(state, board)
        frame.show_all(state, result, check.spoken(state, result))
    assert len(frame.prompt_cards) == len(board.prompts)
    if len(missing) < 3:
        assert [label for label in frame.findChildren(QLabel) if label.isVisible()]
