"""Why scale: one drag, four pictures, one state."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.sharpness import one_lottery
from attnviz.core.softmax import softmax
from attnviz.core.state import LabState
from attnviz.ui.theme import THEMES

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(locked=False), frame="why-scale"))
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    turn()
    return window


def turn():
    """One turn of the event loop, with everything that it paints."""
    QApplication.processEvents()


def slider(window, field="key_width"):
    return next(control.slider for control in window.stage.frame.controls if control.field == field)


def key_widths(frame, state):
    """The key width that each picture belongs to, worked out from what it draws."""
    for key_width in {state.key_width, frame.sharpness.key_width, frame.gradient.key_width}:
        shown = frame.lottery.rows[0].weights
        if np.allclose(shown, softmax(one_lottery(state.seed, int(key_width), state.keys))):
            lottery = key_width
    return {
        "dots": round((frame.dots.hills[0].edges[-1] / 4) ** 2),
        "lottery": lottery,
        "sharpness": frame.sharpness.key_width,
        "gradient": frame.gradient.key_width,
        "formula": int(frame.formula_card.today.text.split("√{")[2].split("}")[0]),
        "words": int(frame.words.accessibleName().split("Key width ")[1].split(":")[0]),
    }


def test_scenario_12_a_drag_end_to_end_is_one_state_and_one_undo_step(window):
    frame, handle = window.stage.frame, slider(window)
    before = window.store.state
    handle.setSliderDown(True)
    for position in range(handle.minimum(), handle.maximum() + 1):
        handle.setSliderPosition(position)
        if position % 3 == 0:  # the pictures are looked at now and then, never in step with the hand
            turn()
            assert set(key_widths(frame, window.store.state).values()) == {window.store.state.key_width}
    handle.setSliderDown(False)
    turn()  # nothing more is needed after the release than one turn of the event loop
    assert window.store.state.key_width == 1024
    assert set(key_widths(frame, window.store.state).values()) == {1024}
    window.store.undo()
    turn()
    assert window.store.state == before
    assert set(key_widths(frame, window.store.state).values()) == {before.key_width}


def test_the_marker_of_either_curve_moves_everything_and_is_one_undo_step(window, qtbot):
    frame = window.stage.frame
    for chart in (frame.sharpness, frame.gradient):
        box, view = chart.box(), chart.viewport()
        start, end = (QPoint(round(box.left() + share * box.width()), round(box.center().y())) for share in (0.6, 0.2))
        qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(view, QPoint((start.x() + end.x()) // 2, start.y()))
        qtbot.mouseMove(view, end)
        qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
        turn()
        assert window.store.state.key_width == 4
        assert set(key_widths(frame, window.store.state).values()) == {4}
        assert slider(window).value() == 24
        window.store.undo()
        turn()
        assert window.store.state.key_width == 64


def test_arrow_keys_on_a_curve_double_and_halve(window, qtbot):
    chart = window.stage.frame.gradient
    chart.setFocus()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    turn()
    assert window.store.state.key_width == 128
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    turn()
    assert window.store.state.key_width == 1


def test_a_hundred_moves_in_one_turn_are_computed_once(window, monkeypatch):
    shown = []
    frame = window.stage.frame
    monkeypatch.setattr(frame, "show_result", lambda state, result: shown.append(state.key_width))
    for key_width in range(101, 201):
        window.store.apply({"key_width": key_width})
    turn()
    assert shown == [200]


def test_any_exponent_is_a_third_side_with_its_own_formula_and_name(window):
    frame = window.stage.frame
    window.store.apply({"scale_exponent": 0.3})
    turn()
    assert [curve.id for curve in frame.sharpness.curves] == ["raw", "divided", "other"]
    assert frame.sharpness.curves[2].label == "÷ d_k^{0.3}"
    assert [row.id for row in frame.lottery.rows] == ["raw", "other"]
    assert frame.formula_card.today.text == "d_k^{0.3} = 64^{0.3} = 3.48"
    assert "power alpha" in frame.formula_card.formula.accessibleName()
    window.store.apply({"scale_exponent": 0.5})
    turn()
    assert [curve.id for curve in frame.sharpness.curves] == ["raw", "divided"]
    assert frame.formula_card.today.text == "√{d_k} = √{64} = 8"


def test_without_division_there_is_one_hill_and_one_row_of_bars(window, qtbot):
    frame = window.stage.frame
    qtbot.keyClick(window, Qt.Key.Key_S)
    turn()
    assert window.store.state.scale_exponent == 0
    assert [hill.label for hill in frame.dots.hills] == ["raw: spread 8.01"]
    assert len(frame.lottery.rows) == 1
    assert [curve.id for curve in frame.sharpness.curves] == ["raw", "divided"]


def test_dots_that_have_not_changed_are_not_painted_again(window, monkeypatch):
    frame, painted = window.stage.frame, []
    monkeypatch.setattr(frame.dots, "redraw", lambda: painted.append(window.store.state))
    window.store.apply({"keys": 11})
    turn()
    assert painted == []
    assert frame.lottery.rows[0].weights.size == 11
    window.store.apply({"seed": 12})
    turn()
    assert len(painted) == 1


def test_the_measure_changes_curve_axis_and_band(window):
    frame = window.stage.frame
    for button, top in zip(frame.measure.buttons(), (1.0, 4.0, 10.0), strict=True):
        button.click()
        turn()
        assert frame.sharpness.ranges()[1] == (0.0, top)
        for curve in frame.sharpness.curves:
            assert np.all(curve.low <= curve.high)
            assert np.all(curve.values <= top)
    assert window.store.state.measure == "keys"
    assert "effective keys" in frame.sharpness.accessibleDescription()


def test_theory_and_measurement_are_both_on_the_picture(window):
    hill = window.stage.frame.dots.hills[0]
    assert hill.theory.max() == 1
    assert not np.array_equal(hill.measured, hill.theory)
    assert "raw 8.01, theory 8.00" in window.stage.frame.dots_card.hint


def test_other_draws_part_the_measurement_from_the_theory(window):
    frame = window.stage.frame
    frame.draw.spread.buttons()[2].click()
    turn()
    assert window.store.state.component_spread == 2
    hill = frame.dots.hills[0]
    assert hill.label == "raw: spread 32.02"
    assert hill.measured.max() < 0.3 < hill.theory.max() == 1
    assert "Unit variance says spread 8; measured 32.02" in frame.words.accessibleName()
    frame.draw.spread.buttons()[1].click()
    frame.draw.correlated.box.click()
    turn()
    assert window.store.state.correlated
    assert "Independence says spread 8" in frame.words.accessibleName()
    assert frame.sharpness.curves[1].values[-1] > 0.6
    window.store.undo()
    window.store.undo()
    window.store.undo()
    turn()
    assert window.store.state == LabState(locked=False)
    assert frame.dots.hills[0].label == "raw: spread 8.01"


@pytest.mark.parametrize(("theme", "size"), [("light", (1440, 900)), ("projector", (1024, 768))])
def test_the_draw_controls_are_never_cut(window, theme, size):
    window.appearance.use_theme(theme)
    window.resize(*size)
    turn()
    row = window.stage.frame.draw
    window.stage.frame.pictures.show_card("Dots")
    turn()
    assert row.sizeHint().width() <= row.width()
    assert row.correlated.box.text() == ("correlated components" if theme == "light" else "correlated")


def test_the_board_says_where_the_claim_is_only_partly_true(window):
    said = window.stage.frame.formula_card.words.small_print.plain
    assert "suspect" in BOARD.frames["why-scale"].deeper
    assert "gradient of the parameters" in said.replace("\n", " ")
    assert window.stage.frame.formula_card.words.small_print.isVisible()


def test_what_is_read_aloud_agrees_with_what_is_written(window):
    frame = window.stage.frame
    assert frame.lottery.accessibleDescription() == "Key 3 of 10 wins with 0.95 raw and 0.25 divided"
    assert [row.share for row in frame.lottery.rows] == ["0.95", "0.25"]
    assert frame.sharpness.accessibleDescription() == ("Key width 64: mean largest weight raw 0.86, divided 0.32")
    for chart in (frame.dots, frame.lottery, frame.sharpness, frame.gradient):
        assert chart.accessibleName()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_every_picture_has_room_on_some_page(window, theme, size):
    window.appearance.use_theme(theme)
    window.resize(*size)
    turn()
    frame = window.stage.frame
    label = window.look.label
    numbers = sorted(number for page in frame.pictures.pages for row in page for number in row)
    assert numbers == list(range(6))
    for card in (frame.dots_card, frame.lottery_card, frame.sharpness_card):
        frame.pictures.show_card(card.name)
        turn()
        chart = card.content
        assert chart.isVisible()
        assert chart.box().height() >= 3.5 * label
        assert chart.box().width() >= 9 * label
    frame.pictures.show_card("Small print")
    turn()
    said = [words for words in (frame.formula_card.words, frame.words_card.words) if words.small_print.isVisible()]
    assert len(said) == 1  # once, somewhere, and whole
    small_print = said[0].small_print
    assert small_print.height() >= small_print.heightForWidth(small_print.width())


def test_300_repaints_lose_no_reference(window):
    frame = window.stage.frame
    frame.grab()
    before = sys.getrefcount(None)
    for number in range(300):
        window.store.apply({"key_width": 1 + number})
        turn()
        frame.gradient.viewport().repaint()
    assert sys.getrefcount(None) >= before


@pytest.mark.parametrize(
    ("theme", "size"), [("light", (1440, 900)), ("projector", (1440, 900)), ("projector", (1024, 768))]
)
def test_undo_brings_the_very_picture_back(qtbot, qapp, theme, size):
    from attnviz.app import Options, make_window
    from attnviz.cli.options import read_board

    window = make_window(Options(read_board(None), LabState(), "why-scale", theme))
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.wait(400)  # formulas are typeset when the window is idle
    before = window.stage.frame.grab().toImage()
    for changes in ({"key_width": 1024}, {"scale_exponent": 0.25}, {"seed": 12}):
        window.store.apply(changes)
        qtbot.wait(60)
        window.store.undo()
        qtbot.wait(60)
        assert window.stage.frame.grab().toImage() == before, changes
    window.toast.hide()
