"""Presenting with the one screen that tests have: as a window to be shared, or over the presenter's."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QMouseEvent, QShortcut
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.ui.presenting.audience import audience_look
from attnviz.ui.presenting.keys import DIGITS, ONWARD
from attnviz.ui.presenting.presenting import Presenting
from attnviz.ui.widgets.panels.key_sheet import KeySheet
from attnviz.ui.widgets.training.lab_player import PlayerWords

OPTIONS = Options(load_board(resource("boards", "session11.board.toml")), LabState())
Key = Qt.Key


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(Presenting, "now", clock)
    return clock


@pytest.fixture
def window(qtbot, qapp, clock):
    window = make_window(OPTIONS)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def begin(window, qtbot, mode="window", frame=None):
    """Start, and answer the question that is asked with one display."""
    if frame is not None:
        window.open_frame(frame)
    presenting = window.presenting
    presenting.start() if frame is None else presenting.start_here()
    card = presenting.card
    assert card.isVisible()
    card.buttons[("solo", "window").index(mode)].click()
    qtbot.waitExposed(presenting.audience)
    return presenting.audience


def press(qtbot, widget, *keys, modifiers=Qt.KeyboardModifier.NoModifier):
    for key in keys:
        qtbot.keyClick(widget, key, modifiers)


def slider_of(stage, field):
    return next(c.slider for c in stage.frame.controls if c.field == field and hasattr(c, "slider"))


def focus(qtbot, widget):
    widget.window().activateWindow()
    qtbot.waitUntil(widget.window().isActiveWindow)
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)


def settle(qtbot):
    """Formulas are typeset and pages arranged once nothing else is to be done."""
    qtbot.wait(400)


def both(window):
    return window.stage.frame_id, window.presenting.audience.stage.frame_id


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize("view", ["presenter", "audience"])
def test_scenario_16_a_clicker_turns_frames_although_the_heads_slider_has_the_focus(window, qtbot, view):
    audience = begin(window, qtbot, frame="multi-head")
    slider = slider_of(window.stage if view == "presenter" else audience.stage, "heads")
    focus(qtbot, slider)
    before = (slider.value(), window.store.state.heads)
    press(qtbot, slider, Key.Key_PageDown)
    assert both(window) == ("four-steps", "four-steps")
    assert (slider.value(), window.store.state.heads) == before
    press(qtbot, QApplication.focusWidget() or window, Key.Key_PageUp)
    assert both(window) == ("multi-head", "multi-head")
    assert window.store.state.heads == before[1]


def test_scenario_17_b_blacks_the_audience_only_and_a_full_stop_brings_the_same_frame_back(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    settle(qtbot)
    lit = window.stage.grab().toImage()
    press(qtbot, window, Key.Key_B)
    picture = audience.grab().toImage()
    dots = {(0, 0), (picture.width() - 1, picture.height() - 1), (picture.width() // 2, picture.height() // 2)}
    assert {picture.pixelColor(x, y).name() for x, y in dots} == {"#000000"}
    assert "BLANK, black" in window.presenting.side.panel.banner.text()
    assert window.stage.grab().toImage() == lit
    press(qtbot, window, Key.Key_Period)
    assert not audience.cover.isVisible()
    assert both(window) == ("why-scale", "why-scale")
    assert not window.presenting.side.panel.banner.isVisible()


@pytest.mark.parametrize(
    "out", [Key.Key_PageDown, Key.Key_W, Key.Key_Comma, Key.Key_B, Key.Key_Semicolon, Key.Key_Escape]
)
def test_scenario_17_any_key_out_of_the_blank_screen_stays_on_the_frame(window, qtbot, out):
    audience = begin(window, qtbot, frame="why-scale")
    press(qtbot, window, Key.Key_W)
    assert audience.grab().toImage().pixelColor(5, 5).name() == "#ffffff"
    press(qtbot, window, out)
    assert not audience.cover.isVisible()
    assert window.presenting.on
    assert both(window) == ("why-scale", "why-scale")


def test_scenario_18_esc_and_f5_in_turn_keep_frame_values_and_time(window, qtbot, clock):
    begin(window, qtbot)
    for seconds in (60, 90, 30):
        clock.seconds += seconds
        press(qtbot, window, Key.Key_PageDown)
    window.store.apply({"key_width": 96, "heads": 4})
    clock.seconds += 10
    press(qtbot, window, Key.Key_Escape)
    assert not window.presenting.on
    assert not window.presenting.audience.isVisible()
    window.open_frame("check")
    state = window.store.state
    clock.seconds += 4000
    press(qtbot, window, Key.Key_F5)
    qtbot.waitExposed(window.presenting.audience)
    clock.seconds += 5
    window.presenting._tick()
    assert both(window) == ("four-steps", "four-steps")
    assert window.store.state == state
    assert window.presenting.talk.spent == (60, 90, 30, 15, 0, 0)
    assert window.presenting.side.panel.elapsed.text() == "3:15 of 56 min"


def test_scenario_18_f5_while_presenting_does_nothing(window, qtbot, clock):
    begin(window, qtbot)
    press(qtbot, window, Key.Key_PageDown)
    clock.seconds += 5
    before = window.presenting.talk
    press(qtbot, window, Key.Key_F5)
    press(qtbot, window, Key.Key_F5, modifiers=Qt.KeyboardModifier.ShiftModifier)
    assert window.presenting.talk == before
    assert both(window) == ("why-scale", "why-scale")


def test_scenario_23_a_control_moved_in_either_window_moves_both_pictures_in_the_same_turn(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    sliders = [slider_of(stage, "key_width") for stage in (window.stage, audience.stage)]
    widths: list[tuple[int, int]] = []

    def look():
        widths.append((window.stage.state.key_width, audience.stage.state.key_width))

    window.store.changed.connect(look)
    for moved in sliders:
        before = window.store.state.key_width
        moved.setValue(moved.value() + 15)
        qtbot.waitUntil(lambda before=before: audience.stage.state.key_width != before)
        width = window.store.state.key_width
        for stage, slider in zip((window.stage, audience.stage), sliders, strict=True):
            assert slider.number() == width
            assert f"Key width {width}" in stage.frame.words.accessibleName()
            assert f"Key width {width}" in stage.frame.sharpness.accessibleDescription()
    assert len(widths) == 2
    assert all(one == other for one, other in widths)


# ------------------------------------------------------------------ keys


def texts_of(objects):
    return Counter(key.toString() for one in objects for key in one)


def live_keys(window):
    """Every key that something would answer to now, with how many would."""
    actions = [a.shortcuts() for a in window.findChildren(QAction) if a.isEnabled()]
    shortcuts = [[s.key()] for s in window.findChildren(QShortcut) if s.isEnabled()]
    return texts_of([*actions, *shortcuts])


def test_no_key_means_two_things_at_once_before_while_and_after(window, qtbot):
    before = live_keys(window)
    assert max(before.values()) == 1
    begin(window, qtbot)
    for laser in (False, True):
        assert max(live_keys(window).values()) == 1, live_keys(window).most_common(3)
        if not laser:
            press(qtbot, window, Key.Key_L)
    assert {"N", "P", "B", "PgDown", "Z", "T", "O", "G", *DIGITS, *ONWARD} <= set(live_keys(window))
    window.presenting.end()
    window.presenting.card.hide()
    assert live_keys(window) == before


def test_letters_mean_what_they_mean_at_other_times_once_it_is_over(window, qtbot):
    window.open_frame("multi-head")
    begin(window, qtbot, frame="multi-head")
    press(qtbot, window, Key.Key_S, Key.Key_L)
    assert window.store.state.scale_exponent == 0.5
    assert window.store.state.locked
    assert window.presenting.talk.laser
    press(qtbot, window, Key.Key_C)
    assert window.store.state.causal
    window.presenting.end()
    press(qtbot, window, Key.Key_S, Key.Key_L)
    assert window.store.state.scale_exponent == 0
    assert not window.store.state.locked


def test_single_letters_digits_and_full_stops_are_typed_where_text_is_typed(window, qtbot):
    begin(window, qtbot, frame="multi-head")
    box = next(c.box for c in window.stage.frame.controls if c.field == "sentence")
    focus(qtbot, box)
    box.clear()
    qtbot.keyClicks(box, "b.wz ,3nt")
    assert box.text() == "b.wz ,3nt"
    assert window.presenting.talk.blank == ""
    assert not window.presenting.talk.asked
    assert both(window) == ("multi-head", "multi-head")
    press(qtbot, box, Key.Key_PageDown)
    assert both(window) == ("four-steps", "four-steps")


@pytest.mark.parametrize("key", [Key.Key_Right, Key.Key_Space, Key.Key_Return])
def test_soft_keys_turn_frames_only_while_no_control_has_the_focus(window, qtbot, key):
    begin(window, qtbot, frame="multi-head")
    slider = slider_of(window.stage, "key_width")
    focus(qtbot, slider)
    press(qtbot, slider, key)
    assert both(window) == ("multi-head", "multi-head")
    focus(qtbot, window.stage.frame)
    press(qtbot, window.stage.frame, key)
    assert both(window) == ("four-steps", "four-steps")
    press(qtbot, window.stage.frame, Key.Key_Backspace)
    press(qtbot, window.stage.frame, Key.Key_Left)
    assert both(window) == ("why-scale", "why-scale")
    press(qtbot, window.stage.frame, Key.Key_Home)
    assert both(window) == ("open", "open")


def test_a_button_with_the_focus_is_pressed_by_space(window, qtbot):
    begin(window, qtbot, frame="why-scale")
    button = next(b for b in window.stage.frame.findChildren(QAbstractButton) if b.text() == "draw again")
    focus(qtbot, button)
    press(qtbot, button, Key.Key_Space)
    assert window.store.state.seed == 12
    assert both(window) == ("why-scale", "why-scale")


def test_a_number_and_enter_jump_whatever_has_the_focus(window, qtbot):
    begin(window, qtbot, frame="multi-head")
    slider = slider_of(window.stage, "key_width")
    focus(qtbot, slider)
    press(qtbot, slider, Key.Key_5)
    assert both(window) == ("multi-head", "multi-head")
    assert window.presenting.side.panel.banner.text() == "GO TO 5 ⏎"
    press(qtbot, slider, Key.Key_Return)
    assert both(window) == ("glossary", "glossary")
    press(qtbot, window, Key.Key_G, Key.Key_2, Key.Key_G)
    assert both(window) == ("why-scale", "why-scale")
    press(qtbot, window, Key.Key_9, Key.Key_Return)
    assert both(window) == ("why-scale", "why-scale")
    assert window.toast.text() == "There is no frame 9: choose 1 to 6."
    press(qtbot, window, Key.Key_4, Key.Key_Escape)
    assert window.presenting.on
    assert not window.presenting.talk.asked


def test_keys_work_in_the_audiences_window_too(window, qtbot):
    audience = begin(window, qtbot, mode="solo")
    audience.activateWindow()
    qtbot.waitUntil(audience.isActiveWindow)
    press(qtbot, audience, Key.Key_PageDown, Key.Key_N)
    assert both(window) == ("multi-head", "multi-head")
    press(qtbot, audience, Key.Key_B)
    assert audience.cover.isVisible()
    press(qtbot, audience, Key.Key_Escape)
    assert not audience.cover.isVisible()
    press(qtbot, audience, Key.Key_F8)
    assert audience.glossary.isVisible() == window.glossary.isVisible() == window.remembered.glossary
    press(qtbot, audience, Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    press(qtbot, audience, Key.Key_Escape)
    assert not window.presenting.on


def test_the_key_list_lies_open_while_keys_go_on_and_esc_closes_it_first(window, qtbot):
    begin(window, qtbot)
    press(qtbot, window, Key.Key_F1)
    sheet = next(w for w in QApplication.topLevelWidgets() if isinstance(w, KeySheet))
    qtbot.waitUntil(sheet.isActiveWindow)
    assert "While presenting" in sheet.page.toPlainText().split("\n")[0]
    press(qtbot, sheet, Key.Key_PageDown)
    assert both(window) == ("why-scale", "why-scale")
    press(qtbot, sheet, Key.Key_Escape)
    assert not sheet.isVisible()
    assert window.presenting.on


def test_esc_closes_what_lies_on_top_then_the_blank_screen_then_presenting(window, qtbot):
    audience = begin(window, qtbot)
    press(qtbot, window, Key.Key_B, Key.Key_O)
    assert window.map.is_open
    assert audience.stage.currentWidget() is audience.stage.frame
    window.toast.say("something")
    press(qtbot, window, Key.Key_Escape)
    assert (window.map.is_open, audience.cover.isVisible()) == (False, True)
    press(qtbot, window, Key.Key_Escape)
    assert (audience.cover.isVisible(), window.presenting.on) == (False, True)
    press(qtbot, window, Key.Key_Escape)
    assert not window.presenting.on


# ------------------------------------------------------------------ the two windows


def test_with_one_display_it_asks_once_and_the_keyboard_answers(window, qtbot):
    press(qtbot, window, Key.Key_F5)
    card = window.presenting.card
    qtbot.waitUntil(card.buttons[0].hasFocus)
    assert [b.accessibleName() for b in card.buttons] == ["Present on this screen", "Windowed, for screen sharing"]
    assert not window.presenting.on
    press(qtbot, card.buttons[0], Key.Key_Escape)
    assert not card.isVisible()
    assert not window.presenting.on
    press(qtbot, window, Key.Key_F5)
    press(qtbot, card.buttons[0], Key.Key_Tab)
    press(qtbot, card.buttons[1], Key.Key_Return)
    assert window.presenting.on
    assert not window.presenting.audience.isFullScreen()
    press(qtbot, window, Key.Key_Escape)
    press(qtbot, window, Key.Key_F5)
    assert window.presenting.on
    assert not card.isVisible()


def test_on_the_only_screen_the_audience_fills_it_and_no_notes_are_shown(window, qtbot):
    audience = begin(window, qtbot, mode="solo")
    assert audience.isFullScreen()
    assert not window.presenting.side.panel.isVisible()
    window.store.apply({"heads": 9})
    assert "9" in audience.toast.text()
    assert audience.toast.isVisible()


def text_on(widget):
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_the_audience_sees_neither_notes_nor_answers_nor_a_menu(window, qtbot):
    audience = begin(window, qtbot, frame="check")
    notes = OPTIONS.board.frames["check"].notes.split(".")[0]
    assert notes in window.presenting.side.panel.notes.plain
    answer = OPTIONS.board.prompts[0].answer
    assert answer in window.presenting.side.panel.answers.plain
    for frame_id in FRAME_IDS:
        window.open_frame(frame_id)
        assert notes not in text_on(audience)
        assert answer.split(".")[0] not in text_on(audience)
    assert audience.findChildren(QWidget, "rail") == []
    assert not any(
        type(w).__name__ in ("QMenuBar", "PresenterPanel", "NotesPanel") for w in audience.findChildren(QWidget)
    )


def test_students_present_without_notes_and_answers(qtbot, qapp, clock):
    window = make_window(replace(OPTIONS, student=True, frame="check"))
    qtbot.addWidget(window)
    window.show()
    begin(window, qtbot, frame="check")
    panel = window.presenting.side.panel
    assert panel.isVisible()
    assert not panel.notes.isVisible()
    assert OPTIONS.board.prompts[0].answer not in text_on(panel)


def test_notes_are_at_least_18_points_high_in_every_theme(window, qtbot):
    begin(window, qtbot)
    for theme in ("light", "dark", "projector"):
        window.appearance.use_theme(theme)
        assert window.presenting.side.panel.notes.font().pixelSize() >= 24


def test_the_panel_says_what_comes_next_with_a_picture(window, qtbot):
    begin(window, qtbot)
    panel = window.presenting.side.panel
    qtbot.waitUntil(lambda: panel.next_name.text() == "Next: 2 Why scale")
    assert "Key width 64" in panel.picture.accessibleDescription()
    assert panel.picture._image.width() > 100
    window.open_frame("check")
    qtbot.waitUntil(lambda: panel.next_name.text() == "Next: the end of the board")


def test_the_pace_is_said_in_words_and_in_color(window, qtbot, clock):
    begin(window, qtbot)
    panel = window.presenting.side.panel
    clock.seconds = 8 * 60
    window.presenting._tick()
    assert panel.pace.text() == "2 min behind"
    late = panel.pace.styleSheet()
    press(qtbot, window, Key.Key_PageDown)
    assert panel.pace.text() == "on time"
    assert panel.pace.styleSheet() != late
    press(qtbot, window, Key.Key_T)
    assert "TIMER PAUSED" in panel.banner.text()
    clock.seconds += 600
    window.presenting._tick()
    assert window.presenting.talk.elapsed == 8 * 60


def test_every_command_has_a_button_that_does_it_and_takes_no_focus_from_a_click(window, qtbot):
    begin(window, qtbot, frame="why-scale")
    panel = window.presenting.side.panel
    qtbot.mouseClick(panel.buttons["freeze"], Qt.MouseButton.LeftButton)
    assert window.presenting.talk.frozen
    assert panel.buttons["freeze"].isChecked()
    press(qtbot, QApplication.focusWidget(), Key.Key_Space)
    assert window.stage.frame_id == "multi-head"
    qtbot.mouseClick(panel.buttons["retreat"], Qt.MouseButton.LeftButton)
    assert window.stage.frame_id == "why-scale"
    for name, button in panel.buttons.items():
        assert button.accessibleName(), name
        assert callable(getattr(window.presenting, name))
    qtbot.mouseClick(panel.buttons["end"], Qt.MouseButton.LeftButton)
    assert not window.presenting.on


def test_the_minutes_on_each_frame_can_be_copied_at_the_end(window, qtbot, clock):
    begin(window, qtbot)
    clock.seconds = 75
    press(qtbot, window, Key.Key_Escape)
    card = window.presenting.card
    assert card.title.text() == "Minutes on each frame"
    assert "<td align='right'>1:15</td>" in card.words.text()
    assert "Open" in card.accessibleDescription()
    assert "<" not in card.accessibleDescription()
    card.buttons[0].click()
    assert "1\tOpen\t1:15\t6:00" in QGuiApplication.clipboard().text()


def test_frozen_the_audience_keeps_its_picture_until_it_jumps_to_the_present(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    settle(qtbot)
    press(qtbot, window, Key.Key_Z)
    picture = audience.grab().toImage()
    window.store.apply({"key_width": 300})
    press(qtbot, window, Key.Key_PageDown)
    qtbot.wait(30)
    assert audience.grab().toImage() == picture
    assert both(window) == ("multi-head", "why-scale")
    press(qtbot, window, Key.Key_Z)
    assert both(window) == ("multi-head", "multi-head")
    assert not audience.cover.isVisible()
    assert slider_of(audience.stage, "key_width").value() == slider_of(window.stage, "key_width").value()


def test_only_one_of_the_two_windows_computes(window, qtbot, monkeypatch):
    audience = begin(window, qtbot, frame="why-scale")
    from attnviz.experiments import why_scale

    calls: list[int] = []
    compute = why_scale.compute

    def counted(*given):
        calls.append(1)
        return compute(*given)

    monkeypatch.setattr(why_scale, "compute", counted)
    window.store.apply({"key_width": 90})
    qtbot.waitUntil(lambda: audience.stage.state.key_width == 90)
    assert len(calls) == 1


def test_pages_of_pictures_are_turned_together(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    audience.resize(1024, 768)
    there, here = audience.stage.frame.pictures, window.stage.frame.pictures
    qtbot.waitUntil(lambda: len(there.page_names) > 1)
    window.presenting._show_pages()
    panel = window.presenting.side.panel
    assert panel.page.text() == f"Audience's page 1 of {len(there.page_names)}: {there.page_names[0]}"
    qtbot.mouseClick(panel.page_buttons[1], Qt.MouseButton.LeftButton)
    assert there.page == 1
    assert panel.page.text().startswith("Audience's page 2")
    window.resize(1000, 600)
    qtbot.waitUntil(lambda: len(here.page_names) > 1)
    here.turn(len(here.page_names) - 1)
    assert here.first in [number for row in there.pages[there.page] for number in row]
    there.turn(0)
    assert there.first in [number for row in here.pages[here.page] for number in row]


def test_a_training_is_one_and_the_same_in_both_windows(window, qtbot):
    window.store.apply({"training": True})
    audience = begin(window, qtbot, frame="why-scale")
    here, there = window.stage.frame.training, audience.stage.frame.training
    assert here.lab is there.lab
    there.player.step_button.click()
    assert here.player.progress == there.player.progress == (1, 400)
    assert here.errors.accessibleDescription() == there.errors.accessibleDescription()
    assert here.errors.accessibleDescription().startswith("Step 1:")
    here.player.play()
    assert there.player.play_button.text() == PlayerWords().stop
    qtbot.waitUntil(lambda: there.player.progress[0] > 3)
    there.player.pause()
    assert not here.player.playing
    for stage in (window.stage, audience.stage):
        assert stage.frame.words.accessibleName() == here.lab.spoken()
    here.player.play()
    press(qtbot, window, Key.Key_PageDown)
    assert not here.player.playing


def test_one_head_against_several_is_shared_too(window, qtbot):
    window.store.apply({"one_head": True})
    audience = begin(window, qtbot, frame="multi-head")
    here, there = window.stage.frame.one_head, audience.stage.frame.one_head
    there.player.step_button.click()
    assert here.player.progress == there.player.progress
    assert here.errors.accessibleDescription() == there.errors.accessibleDescription()
    window.store.apply({"scores_see_values": True})
    qtbot.waitUntil(lambda: audience.stage.state.scores_see_values)
    assert here.words.small_print.plain == there.words.small_print.plain
    assert here.error_card.hint == there.error_card.hint


def hover(window, widget, point):
    """A move of the mouse as the window system reports it."""
    at = widget.mapTo(window, point)
    handle = window.windowHandle()
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(window.mapToGlobal(at)), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(handle, event)


def test_the_laser_is_at_the_same_place_of_the_picture_although_the_layouts_differ(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    audience.resize(1024, 768)
    press(qtbot, window, Key.Key_L)
    assert audience.spot.isVisible()
    here, there = window.stage.frame.lottery, audience.stage.frame.lottery
    qtbot.waitUntil(there.isVisible)
    box = here.box()
    hover(window, here, QPointF(box.left() + 0.04 * box.width(), box.top() + 0.96 * box.height()).toPoint())
    spot = there.mapFrom(audience.stage, audience.spot.geometry().center())
    box = there.box()
    assert abs(spot.x() - box.left() - 0.04 * box.width()) <= 2
    assert abs(spot.y() - box.top() - 0.96 * box.height()) <= 2
    gradient = window.stage.frame.gradient
    assert not audience.stage.frame.gradient.isVisible()
    hover(window, gradient, gradient.rect().center())
    assert not audience.spot.isVisible()
    assert "not on the audience's page" in window.presenting.side.panel.banner.text()
    press(qtbot, window, Key.Key_L)
    assert "LASER" not in window.presenting.side.panel.banner.text()
    hover(window, here, here.rect().center())
    assert not audience.spot.isVisible()


def test_arrow_keys_move_the_laser_and_page_keys_still_turn_frames(window, qtbot):
    audience = begin(window, qtbot, frame="glossary")
    focus(qtbot, window.stage.frame)
    press(qtbot, window, Key.Key_L)
    before = audience.spot.geometry().center()
    press(qtbot, window.stage.frame, Key.Key_Right, Key.Key_Down)
    after = audience.spot.geometry().center()
    assert after.x() > before.x()
    assert after.y() > before.y()
    assert both(window) == ("glossary", "glossary")
    press(qtbot, window.stage.frame, Key.Key_PageDown)
    assert both(window) == ("check", "check")


def test_the_laser_has_a_dark_and_a_light_ring(window, qtbot):
    audience = begin(window, qtbot)
    press(qtbot, window, Key.Key_L)
    image = audience.spot.grab().toImage()
    seen = {image.pixelColor(x, image.height() // 2).name() for x in range(image.width())}
    assert {"#000000", "#ffffff"} <= seen


def test_closing_the_audiences_window_ends_presenting_and_closing_the_presenters_ends_all(window, qtbot):
    audience = begin(window, qtbot)
    audience.close()
    assert not window.presenting.on
    assert not audience.isVisible()
    press(qtbot, window, Key.Key_F5)
    assert window.presenting.on
    gone: list[bool] = []
    audience.destroyed.connect(lambda: gone.append(True))
    window.close()
    assert window.presenting.audience is None
    qtbot.waitUntil(lambda: gone == [True])


def test_the_audiences_sizes_follow_its_height_in_every_theme():
    for theme in ("projector", "light", "dark"):
        for height in (768, 1080, 2160):
            look = audience_look(theme, height)
            assert abs(look.body - height / 27) <= 1
            assert look.floor >= height / 40
            assert look.theme.name == theme


def test_another_theme_for_the_audience_leaves_the_presenters_alone(window, qtbot):
    audience = begin(window, qtbot)
    window.presenting.use_audience_theme("dark")
    assert audience.look.theme.name == "dark"
    assert window.look.theme.name == "light"
    checked = [a.data()[2] for a in window.actions_of["use_audience_theme"] if a.isChecked()]
    assert checked == ["dark"]


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_the_panel_takes_a_side_and_leaves_the_frame_most_of_the_window(window, qtbot, size):
    window.resize(*size)
    begin(window, qtbot, frame="why-scale")
    panel = window.presenting.side.panel
    assert panel.isVisible()
    assert window.stage.width() * window.stage.height() >= 0.38 * size[0] * size[1]
    for button in panel.buttons.values():
        assert panel.rect().contains(button.geometry()), button.text()


def test_the_page_to_read_opens_and_closes_in_both_windows(window, qtbot):
    audience = begin(window, qtbot, frame="why-scale")
    window.deepen.toggle_deepen()
    assert audience.deepen.is_open
    audience.deepen.leave()
    assert not window.deepen.is_open
    audience.stage.frame.more.emit()
    assert window.deepen.is_open
    press(qtbot, window, Key.Key_PageDown)
    assert both(window) == ("multi-head", "multi-head")
    assert window.deepen.is_open == audience.deepen.is_open
    window.deepen.leave()
    assert not audience.deepen.is_open


def test_a_term_that_is_typed_and_the_place_scrolled_to_are_the_same_in_both_windows(window, qtbot):
    audience = begin(window, qtbot, frame="glossary")
    here, there = window.stage.frame, audience.stage.frame
    there.finder.setText("softmax")
    assert here.finder.text() == "softmax"
    here.finder.clear()
    assert there.finder.text() == ""
    settle(qtbot)
    bar, twin = here.area.verticalScrollBar(), there.area.verticalScrollBar()
    assert bar.maximum() > 0
    assert twin.maximum() > 0
    bar.setValue(bar.maximum())
    assert twin.value() == twin.maximum()
    twin.setValue(0)
    assert bar.value() == 0


def test_a_window_that_is_let_go_without_being_closed_takes_the_audiences_along(qtbot, qapp, clock):
    window = make_window(OPTIONS)
    window.show()
    audience = begin(window, qtbot)
    gone: list[bool] = []
    audience.destroyed.connect(lambda: gone.append(True))
    window.deleteLater()
    qtbot.waitUntil(lambda: gone == [True])


def test_alone_on_one_screen_space_turns_the_frame(window, qtbot):
    audience = begin(window, qtbot, "solo")
    qtbot.waitUntil(audience.isActiveWindow)
    assert QApplication.focusWidget() is audience.stage.frame
    press(qtbot, audience.stage.frame, Key.Key_Space)
    assert window.stage.frame_id == audience.stage.frame_id == "why-scale"


def test_a_picture_let_go_is_looked_at_where_the_presenter_looks(window, qtbot):
    audience = begin(window, qtbot, frame="check")
    audience.resize(1920, 1080)
    press(qtbot, window, Key.Key_Z)
    assert audience.frozen
    window.stage.frame.pictures.show_card("Quiz")
    assert not audience.stage.frame.quiz.isVisible()
    press(qtbot, window, Key.Key_Z)
    assert audience.stage.frame.quiz.isVisible()


def test_the_page_to_read_is_scrolled_in_both_windows(window, qtbot):
    window.resize(1024, 768)
    audience = begin(window, qtbot, frame="why-scale")
    audience.resize(1024, 768)
    press(qtbot, window, Key.Key_F6)
    bars = [one.page.reader.verticalScrollBar() for one in (window.deepen, audience.deepen)]
    qtbot.waitUntil(lambda: all(bar.maximum() > 100 for bar in bars))
    bars[0].setValue(bars[0].maximum())
    assert bars[1].value() == bars[1].maximum()
    bars[1].setValue(0)
    assert bars[0].value() == 0


def test_no_key_reaches_what_is_covered_and_the_focus_comes_back(window, qtbot):
    audience = begin(window, qtbot, "solo", frame="why-scale")
    qtbot.waitUntil(audience.isActiveWindow)
    press(qtbot, audience.stage.frame, Key.Key_B)
    assert QApplication.focusWidget() is audience.cover
    press(qtbot, audience.cover, Key.Key_Tab, Key.Key_Tab)
    assert QApplication.focusWidget() is audience.cover
    press(qtbot, audience.cover, Key.Key_B)
    assert QApplication.focusWidget() is audience.stage.frame


def test_the_audiences_own_button_puts_the_glossary_away(window, qtbot):
    audience = begin(window, qtbot)
    assert audience.glossary.isVisible()
    audience.glossary.closed.emit()
    assert not audience.glossary.isVisible()
    assert not window.glossary.isVisible()
