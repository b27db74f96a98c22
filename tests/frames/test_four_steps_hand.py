"""Four steps at the viewer's hand: cells typed over, rows guessed, everything taken back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QApplication

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState, apply
from attnviz.experiments.four_steps_picture import (
    CONCATENATE,
    DIVIDE,
    DOTS,
    FINAL,
    MASK,
    NORMALIZE,
    PROJECT,
    WEIGH,
    View,
)
from attnviz.frames.four_steps import FourStepsFrame
from attnviz.ui.settings import Remembered
from attnviz.ui.store import Store
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.steps.steps_canvas import StepsCanvas
from attnviz.ui.widgets.steps.steps_places import Spot
from attnviz.ui.window import Window

BOARD = load_board(resource("boards", "session11.board.toml"))


class Hand:
    """The window with the frame open, and what a viewer does to it."""

    def __init__(self, qtbot, theme: str = "light", size: tuple[int, int] = (1440, 900), **changes: object) -> None:
        self.qtbot = qtbot
        self.store = Store(apply(LabState(query=4, key=1), changes).state)
        self.window = Window(BOARD, self.store, Remembered(frame="four-steps", theme=theme))
        qtbot.addWidget(self.window)
        self.window.resize(*size)
        self.window.show()
        qtbot.waitExposed(self.window)
        self.canvas.setFocus()
        self.settle()

    @property
    def frame(self) -> FourStepsFrame:
        frame = self.window.stage.frame
        assert isinstance(frame, FourStepsFrame)
        return frame

    @property
    def canvas(self) -> StepsCanvas:
        return self.frame.canvas

    @property
    def state(self) -> LabState:
        return self.store.state

    @property
    def words(self) -> str:
        return self.window.stage.words

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key wherever the focus is, so that the window's own keys come first."""
        self.qtbot.keyClick(QApplication.focusWidget() or self.window, key, modifier)
        self.settle()

    def type(self, text: str, *ends: Qt.Key) -> None:
        for sign in text:
            if sign.isascii():
                self.qtbot.keyClicks(QApplication.focusWidget(), sign)
            else:  # QTest aborts on keys that it has no code for
                press = QKeyEvent(QKeyEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, sign)
                QApplication.sendEvent(QApplication.focusWidget() or self.window, press)
        for end in ends:
            self.key(end)

    def go(self, spot: Spot) -> None:
        self.canvas.choose(spot)
        self.settle()

    def change(self, **changes: object) -> None:
        self.store.apply(changes)
        self.settle()

    def undo(self) -> None:
        self.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)

    def rect(self, spot: Spot) -> QRectF:
        """Where a cell of the page is drawn."""
        rect = self.canvas.rect_of(spot)
        assert rect is not None
        return rect

    def picture(self) -> QImage:
        return self.frame.grab().toImage()

    def value(self, spot: Spot) -> float:
        result = self.canvas.result
        assert result is not None
        return float(result.values(spot.view)[spot.row, spot.column])


@pytest.fixture
def hand(qapp, qtbot) -> Hand:
    return Hand(qtbot)


W_Q = Spot(View("w_q"), 3, 2)


def test_a_digit_typed_on_a_cell_begins_an_entry_and_turns_no_frame(hand):
    hand.go(W_Q)
    hand.type("2")
    assert hand.canvas.editor.isVisible()
    hand.type(",5", Qt.Key.Key_Return)
    assert hand.state.edits == (("w_q", 0, 3, 2, 2.5),)
    assert hand.value(W_Q) == 2.5
    assert hand.window.stage.frame_id == "four-steps"
    assert not hand.canvas.editor.isVisible()
    assert hand.canvas.hasFocus()


def test_a_digit_on_a_computed_cell_still_turns_to_a_frame(hand):
    assert hand.canvas.cursor_spot.view.key == "q"
    hand.type("3")
    hand.settle()
    assert hand.window.stage.frame_id == "multi-head"


@pytest.mark.parametrize("opener", [Qt.Key.Key_Return, Qt.Key.Key_F2])
def test_enter_and_f2_open_the_value_as_it_is(hand, opener):
    hand.go(W_Q)
    hand.key(opener)
    assert hand.canvas.editor.text() == "−0.37"
    assert hand.canvas.editor.selectedText() == "−0.37"


def test_double_click_opens_the_cell_that_was_hit(hand, qtbot):
    place = hand.rect(W_Q).center().toPoint()
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(hand.canvas, Qt.MouseButton.LeftButton, pos=place)
    assert hand.canvas.editor.isVisible()
    assert hand.canvas.editor.geometry().contains(place)
    assert hand.canvas.cursor_spot == W_Q


def test_esc_leaves_the_cell_as_it_was(hand):
    hand.go(W_Q)
    hand.type("7", Qt.Key.Key_Escape)
    assert hand.state.edits == ()
    assert not hand.canvas.editor.isVisible()
    assert hand.canvas.hasFocus()


def test_tab_takes_the_entry_and_moves_right_shift_tab_left(hand):
    hand.go(W_Q)
    hand.type("1", Qt.Key.Key_Tab)
    assert hand.canvas.cursor_spot == Spot(View("w_q"), 3, 3)
    hand.type("2")
    hand.key(Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert hand.canvas.cursor_spot == W_Q
    assert [edit[3:] for edit in hand.state.edits] == [(2, 1.0), (3, 2.0)]


@pytest.mark.parametrize("bad", ["1x", "100", "−99.5", "1.23456", "-"])
def test_a_bad_entry_stays_with_a_word_why(hand, bad):
    hand.go(W_Q)
    hand.key(Qt.Key.Key_F2)
    hand.type(bad, Qt.Key.Key_Return)
    editor = hand.canvas.editor
    assert editor.isVisible()
    assert editor.text() == bad
    assert editor.refusal.isVisible()
    assert hand.canvas.rect().contains(editor.refusal.geometry())
    assert hand.state.edits == ()
    hand.type("3")
    assert not editor.refusal.isVisible()
    hand.key(Qt.Key.Key_Return)
    assert hand.value(W_Q) == 3.0


def test_a_click_elsewhere_takes_a_good_entry_and_keeps_a_bad_one(hand, qtbot):
    hand.go(W_Q)
    hand.type("4")
    far = hand.rect(Spot(View("x"), 0, 0)).center().toPoint()
    hand.canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=far)
    hand.settle()
    assert hand.value(W_Q) == 4.0
    hand.type("5-")
    hand.canvas.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=far)
    assert hand.canvas.editor.text() == "5-"
    assert hand.canvas.editor.hasFocus()


def test_an_edit_moves_everything_downstream_and_is_marked(hand):
    hand.go(W_Q)
    before = hand.canvas.result
    hand.type("9", Qt.Key.Key_Return)
    after = hand.canvas.result
    for key in ("q", "scores", "weights", "heads", "output"):
        assert (before.values(View(key)) != after.values(View(key))).any()
    assert (before.values(View("k")) == after.values(View("k"))).all()
    assert "edited: W<sub>Q</sub> (1 cell" in hand.canvas.words.note.text()
    assert "1 cell edited" in hand.words
    assert "(edited)" in hand.canvas.tip_at(hand.rect(W_Q).center())


def test_delete_gives_the_seeds_value_back(hand):
    hand.go(W_Q)
    hand.type("9", Qt.Key.Key_Return)
    hand.key(Qt.Key.Key_Delete)
    assert hand.state.edits == ()
    assert hand.value(W_Q) == pytest.approx(-0.37)


def test_typing_the_seeds_own_value_is_no_edit(hand):
    hand.go(W_Q)
    hand.type("-0.37", Qt.Key.Key_Return)
    assert hand.state.edits == ()


def test_the_button_takes_back_all_edits_as_one_step(hand, qtbot):
    hand.change(edits=(("w_q", 0, 1, 1, 2.5), ("x", 0, 2, 3, -1.25)))
    assert hand.canvas.words.reset.isVisible()
    qtbot.mouseClick(hand.canvas.words.reset, Qt.MouseButton.LeftButton)
    hand.settle()
    assert hand.state.edits == ()
    assert not hand.canvas.words.reset.isVisible()
    hand.undo()
    assert len(hand.state.edits) == 2


def test_each_edit_is_one_step_and_undo_brings_back_the_exact_picture(hand):
    hand.go(W_Q)
    first, words = hand.picture(), hand.words
    hand.type("9", Qt.Key.Key_Return)
    second = hand.picture()
    hand.type("8", Qt.Key.Key_Return)
    hand.undo()
    assert hand.picture() == second
    hand.undo()
    assert hand.picture() == first
    assert hand.words == words
    hand.store.redo()
    hand.settle()
    assert hand.picture() == second


def test_undo_after_a_reseed_and_after_a_drag_brings_back_the_exact_picture(hand):
    hand.change(step=DIVIDE)
    before, words = hand.picture(), hand.words
    hand.change(seed=12)
    assert hand.picture() != before
    hand.undo()
    assert (hand.picture() == before, hand.words) == (True, words)
    hand.store.stroke(True)
    for exponent in (0.4, 0.2, 0.0):
        hand.change(scale_exponent=exponent)
    hand.store.stroke(False)
    assert hand.words != words
    hand.undo()
    assert (hand.picture() == before, hand.words) == (True, words)


def test_edits_stay_when_seed_heads_or_tokens_change(hand):
    edit = ("w_q", 0, 3, 6, 5.0)  # wide column 7: head 2 of two, head 4 of four
    hand.change(edits=(edit, ("x", 0, 4, 0, 7.0)))
    result = hand.canvas.result
    assert result.values(View("w_q", 1))[3, 2] == 5.0
    hand.change(step_heads=4)
    assert hand.canvas.result.values(View("w_q", 3))[3, 0] == 5.0
    hand.change(seed=99, step_tokens=(1, 4))
    assert hand.canvas.result.values(View("w_q", 3))[3, 0] == 5.0
    assert hand.canvas.result.values(View("x"))[1, 0] == 7.0
    hand.change(step_tokens=(1, 2))
    assert 7.0 not in hand.canvas.result.values(View("x")), "kept, not applied"
    assert len(hand.state.edits) == 2


def test_another_number_of_heads_at_the_first_stop_is_laid_out_anew(hand):
    for heads in (2, 4, 1, 4):
        hand.change(step=PROJECT, step_heads=heads)
        widths = [len(part.columns) for part in hand.canvas.page.placed if part.view.key == "q"]
        assert sum(widths) == 8 // heads
        assert not hand.picture().isNull()


def test_typing_pauses_the_timeline(hand):
    hand.frame.timeline.toggle()
    hand.go(W_Q)
    hand.key(Qt.Key.Key_F2)
    assert not hand.frame.timeline.playing


X_DOG, W_Q_SECOND = Spot(View("x"), 1, 2), Spot(View("w_q", 1), 2, 0)


@pytest.mark.parametrize(
    ("spot", "other"),
    [
        (Spot(View("x"), 5, 2), {"sentence": "x y"}),
        (X_DOG, {"sentence": "The cat sat on the mat"}),
        (X_DOG, {"step_tokens": (2, 3)}),
        (W_Q_SECOND, {"step_heads": 4}),
        (W_Q_SECOND, {"step_heads": 1}),
        (W_Q_SECOND, {"head": 0}),
        (W_Q, {"seed": 12}),
        (W_Q, {"predict": True}),
        (W_Q, {"step": FINAL}),
    ],
)
@pytest.mark.parametrize("typed", ["abc", "7"])
def test_an_entry_is_dropped_when_the_block_changes_under_it(hand, spot, other, typed):
    hand.change(head=spot.view.head)
    hand.go(spot)
    hand.key(Qt.Key.Key_F2)
    hand.type(typed, *([Qt.Key.Key_Return] if typed == "abc" else []))
    assert hand.canvas.editor.isVisible()
    hand.change(**other)
    assert not hand.canvas.editor.isVisible()
    assert not hand.canvas.editor.refusal.isVisible()
    assert hand.canvas.hasFocus()
    hand.canvas.editor.entered.emit(7.0, 1)  # an entry that comes too late is no one's
    assert hand.state.edits == ()


def test_an_entry_stays_while_only_the_mask_or_the_divisor_changes(hand):
    hand.go(W_Q)
    hand.type("7")
    hand.change(causal=True)
    hand.change(scale_exponent=0.3)
    hand.key(Qt.Key.Key_Return)
    assert hand.state.edits == (("w_q", 0, 3, 2, 7.0),)


@pytest.mark.parametrize("turn", [(Qt.Key.Key_PageDown, Qt.Key.Key_PageUp), (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)])
def test_a_turn_of_the_frame_puts_a_refused_entry_away(hand, turn):
    hand.go(W_Q)
    hand.key(Qt.Key.Key_F2)
    hand.type("abc", Qt.Key.Key_Return)
    canvas, stage = hand.canvas, hand.window.stage
    hand.key(turn[0])
    assert stage.frame_id != "four-steps"
    hand.key(turn[1])
    assert stage.frame_id == "four-steps"
    assert not canvas.editor.isVisible()
    assert not canvas.editor.refusal.isVisible()
    assert hand.state.edits == ()


def test_another_look_puts_an_entry_away(hand):
    hand.go(W_Q)
    hand.type("7")
    hand.canvas.set_look(look_for("projector", 768))
    assert not hand.canvas.editor.isVisible()
    assert hand.state.edits == ()


# ---------------------------------------------------------------------------------------------------- predict first


def test_scores_are_covered_until_the_row_is_guessed(hand):
    hand.change(predict=True, step=DOTS)
    scores = View("scores")
    assert hand.canvas.result.covered(scores).all()
    assert "which key will “food” favor" in hand.words
    assert "= ?" in hand.canvas.words.text.accessibleName()
    assert not any(isinstance(cell, float) for row in hand.window.stage.tables[-1].rows for cell in row)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Right)
    hand.key(Qt.Key.Key_Return)
    covered = hand.canvas.result.covered(scores)
    assert not covered[4].any()
    assert covered[[0, 1, 2, 3, 5]].all()
    assert hand.state.key == 3
    assert "✓ right, “food” favors “the”" in hand.words
    assert "1 of 1 right" in hand.words
    assert hand.frame.controls[-1].box.text() == "predict: 1 of 1"


def test_a_wrong_guess_is_named_and_counted(hand):
    hand.change(predict=True, step=DOTS)
    hand.key(Qt.Key.Key_Return)
    assert "✗ wrong, “food” favors “the”" in hand.words
    assert "not “dog”" in hand.words
    assert "0 of 1 right" in hand.words
    assert hand.canvas.result.guessed_cells(View("scores")) == [(4, 1, False)]


def test_a_click_in_the_asking_row_guesses_and_in_another_row_asks_there(hand, qtbot):
    hand.change(predict=True, step=NORMALIZE)
    other = hand.rect(Spot(View("weights"), 2, 0)).center().toPoint()
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=other)
    hand.settle()
    assert hand.state.guesses == ()
    assert "“ate”" in hand.words
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=other)
    hand.settle()
    assert len(hand.state.guesses) == 1


def test_a_click_on_a_key_label_guesses_that_key(hand, qtbot):
    hand.change(predict=True, step=DOTS)
    part = next(part for part in hand.canvas.page.placed if part.view.key == "k")
    x, y = part.cell(0, 5)
    at = hand.rect(Spot(part.view, 0, 5)).topLeft().toPoint()
    at.setX(round(x + part.cell_width / 2))
    at.setY(round(y - part.column_labels / 2))
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=at)
    hand.settle()
    assert hand.state.guesses[0][1] == 5


def test_undo_takes_a_guess_back_and_covers_the_row_again(hand):
    hand.change(predict=True, step=DOTS)
    before, words = hand.picture(), hand.words
    hand.key(Qt.Key.Key_Return)
    assert hand.picture() != before
    hand.undo()
    assert (hand.picture() == before, hand.words) == (True, words)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 12},
        {"causal": True},
        {"step_heads": 4},
        {"head": 1},
        {"query": 2},
        {"edits": (("w_q", 0, 0, 0, 1.0),)},
        {"step_tokens": (1, 4, 5)},
        {"sentence": "A cat ate the food because it was hungry."},
    ],
)
def test_another_picture_is_another_question_and_the_old_one_stays_answered(hand, other):
    hand.change(predict=True, step=DOTS)
    hand.key(Qt.Key.Key_Return)
    assert not hand.canvas.result.asking
    back = {name: getattr(hand.state, name) for name in other}
    hand.change(**other)
    assert hand.canvas.result.asking
    hand.change(**back)
    assert not hand.canvas.result.asking
    assert len(hand.state.guesses) == 1


def test_no_words_of_a_covered_row_give_its_numbers_away(hand):
    hand.change(predict=True)
    for step in (DOTS, DIVIDE, MASK, NORMALIZE, WEIGH):
        hand.change(step=step)
        assert "which key" in hand.words
        for view in hand.canvas.result.picture.results:
            hand.go(Spot(view, 4, 1))
            assert "= ?" in hand.canvas.words.text.accessibleName()
    hand.change(step=CONCATENATE)
    hand.go(Spot(View("heads", 0), 4, 1))
    assert "= ?" in hand.canvas.words.text.accessibleName(), "its arithmetic has the weights in it"


def test_a_row_that_sees_one_key_asks_nothing(hand):
    hand.change(predict=True, step=DOTS, causal=True, query=0)
    assert not hand.canvas.result.asking
    assert not hand.canvas.result.covered(View("scores"))[0].any()


@pytest.mark.parametrize("step", [DOTS, MASK, WEIGH])
def test_a_masked_key_is_no_guess(hand, qtbot, step):
    hand.change(predict=True, step=step, causal=True, query=1, key=4)
    before = hand.state
    key = {DOTS: View("scores"), MASK: View("masked"), WEIGH: View("weights")}[step]
    qtbot.mouseClick(hand.canvas, Qt.MouseButton.LeftButton, pos=hand.rect(Spot(key, 1, 4)).center().toPoint())
    hand.settle()
    said = hand.frame.words.accessibleName()
    assert said.startswith("“food” is masked for “dog”: it cannot win")
    hand.canvas.guess(5)
    assert "“because” is masked" in hand.frame.words.accessibleName()
    assert (hand.state, hand.canvas.result.asking) == (before, True)
    hand.canvas.guess(0)
    hand.settle()
    assert len(hand.state.guesses) == 1
    assert "cannot win" not in hand.frame.words.accessibleName()


def numbers_told(hand: Hand) -> list[tuple[float, ...]]:
    """The rows of the tables that show numbers, of all but the given matrices."""
    rows = [row for table in hand.window.stage.tables if not table.title.startswith("W_") for row in table.rows]
    return [tuple(cell for cell in row if isinstance(cell, float)) for row in rows]


@pytest.mark.parametrize("heads", [1, 2, 4])
def test_concatenation_and_output_are_covered_until_their_rows_are_guessed(hand, heads):
    hand.change(predict=True, step_heads=heads)
    for step in (CONCATENATE, FINAL):
        hand.change(step=step)
        assert not any(numbers_told(hand))
        for view in hand.canvas.result.picture.results:
            for column in range(8):
                hand.go(Spot(view, 4, column))
                assert "= ?" in hand.canvas.words.text.accessibleName()
                assert "Covered until you guess" in hand.canvas.words.text.accessibleName()
    for head in range(heads):
        hand.change(step=DOTS, head=head)
        hand.canvas.guess(0)
        hand.settle()
        hand.change(step=FINAL)
        concat, output = (hand.canvas.result.covered(View(key)) for key in ("concat", "output"))
        own = 8 // heads
        assert not concat[4, : (head + 1) * own].any()
        assert concat[4, (head + 1) * own :].all()
        assert concat[[0, 1, 2, 3, 5]].all()
        assert output[4].all() == (head + 1 < heads)
        assert output[5].all()
        assert ("covered" in hand.words) == (head + 1 < heads)


def test_without_questions_nothing_is_covered(hand):
    for step in range(FINAL + 1):
        hand.change(step=step)
        assert not any(hand.canvas.result.covered(view).any() for view in hand.canvas.result.picture.views)


def test_playing_waits_at_a_question(hand):
    hand.change(predict=True)
    hand.frame.timeline.toggle()
    hand.change(step=DOTS)
    assert not hand.frame.timeline.playing


def test_reset_clears_tally_and_edits(hand):
    hand.change(predict=True, step=DOTS, edits=(("x", 0, 0, 0, 1.0),))
    hand.key(Qt.Key.Key_Return)
    hand.store.reset()
    hand.settle()
    assert (hand.state.guesses, hand.state.edits, hand.state.predict) == ((), (), False)


@pytest.mark.parametrize(("theme", "size"), [("projector", (1024, 768)), ("dark", (1440, 900))])
@pytest.mark.parametrize("heads", [1, 2, 4])
def test_nothing_is_cut_with_edits_and_guesses(qapp, qtbot, theme, size, heads):
    edits = (("w_q", 0, 1, 1, 2.5), ("w_o", 0, 0, 1, 3.0), ("w_v", 0, 0, 1, 3.0), ("x", 0, 4, 1, 12.75))
    hand = Hand(qtbot, theme, size, step_heads=heads, edits=edits)
    for step in range(FINAL + 1):
        for predict in (False, True):
            hand.change(step=step, predict=predict)
            words, canvas = hand.canvas.words, hand.canvas
            for label in (words.heading, words.note, words.text):
                assert label.heightForWidth(label.width()) <= label.height() + 1, f"step {step}: {label.text()}"
                above = words.lift if label is words.heading else 0  # nothing is written there
                assert canvas.rect().contains(label.geometry().adjusted(0, above, 0, 0))
            if words.reset.isVisible():
                assert canvas.rect().contains(words.reset.geometry())
                for other in (words.heading, words.note, words.text, words.bars):
                    assert (words.reset.geometry() & other.geometry()).isEmpty()
