"""What is announced, when, and how often; what a slider is read as."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from attnviz.core.state import LabState
from attnviz.experiments.changes import gist, what_changed
from attnviz.ui.access import announcer
from attnviz.ui.widgets.controls.quiet import QuietSlider

NAME, VALUE = QAccessible.Text.Name, QAccessible.Text.Value


def read(widget):
    """What a screen reader says on arriving at a control: its name and value."""
    face = QAccessible.queryAccessibleInterface(widget)
    return f"{face.text(NAME)}, {face.text(VALUE)}"


def slider(window, field):
    return next(control.slider for control in window.stage.frame.controls if control.field == field)


def test_scenario_26_heads_are_read_as_a_number_and_the_key_width_is_told_once(open_window, qtbot, heard):
    window = open_window("multi-head")
    heads = slider(window, "heads")
    heads.setFocus()
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    assert read(heads) == "Heads, 8"
    qtbot.keyClick(heads, Qt.Key.Key_Right)
    assert read(heads) == "Heads, 16"  # at once, before anything is announced
    assert heard == []
    qtbot.wait(2 * announcer.REST)
    assert heard == ["key width 32"]


def test_a_burst_of_keys_is_one_announcement_of_where_it_ended(open_window, qtbot, heard):
    window = open_window("why-scale", LabState(locked=False))
    width = slider(window, "key_width")
    width.setFocus()
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    for _ in range(4):
        qtbot.keyClick(width, Qt.Key.Key_Right)
        qtbot.wait(announcer.REST // 4)
    qtbot.wait(2 * announcer.REST)
    assert len(heard) == 1
    assert "1024" in heard[0]
    assert "512" not in heard[0].split(".")[0]


def test_the_number_given_out_is_the_one_on_show_and_can_be_set(open_window, qtbot):
    window = open_window("why-scale", LabState(locked=False, key_width=100))
    width = slider(window, "key_width")
    face = QAccessible.queryAccessibleInterface(width)
    value = face.valueInterface()
    assert (value.minimumValue(), value.currentValue(), value.maximumValue()) == (1, 100, 1024)
    assert face.text(VALUE) == "100"  # lies between two positions of the slider
    value.setCurrentValue(256)
    qtbot.waitUntil(lambda: window.store.state.key_width == 256)
    assert value.currentValue() == 256


def test_no_slider_says_a_percentage_or_nothing(open_window, qtbot):
    for frame in ("why-scale", "multi-head", "four-steps"):
        window = open_window(frame, LabState(training=True))
        for each in window.findChildren(QuietSlider):
            face = QAccessible.queryAccessibleInterface(each)
            assert face.text(NAME), each
            assert face.text(VALUE), face.text(NAME)
            assert "%" not in face.text(VALUE)


def test_the_exponent_is_read_as_it_is_written(open_window):
    window = open_window("why-scale")
    assert read(slider(window, "scale_exponent")).endswith(", ½")


def test_a_turn_of_the_frame_is_told_by_its_place(open_window, qtbot, heard):
    window = open_window("open")
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    qtbot.keyClick(window, Qt.Key.Key_2)
    qtbot.wait(2 * announcer.REST)
    assert heard == ["Why scale, frame 2 of 6"]


def test_what_plays_by_itself_is_not_announced(open_window, qtbot, heard, monkeypatch):
    window = open_window("four-steps")
    timeline = window.stage.frame.timeline
    timeline._timer.setInterval(30)
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    timeline.toggle()
    qtbot.waitUntil(lambda: not timeline.playing, timeout=5000)
    qtbot.wait(2 * announcer.REST)
    assert window.store.state.step == timeline.track.maximum()
    assert heard == []
    timeline.track.setFocus()
    qtbot.keyClick(timeline.track, Qt.Key.Key_Left)  # but a hand is
    qtbot.wait(2 * announcer.REST)
    assert len(heard) == 1


def test_a_single_key_command_says_what_it_did(open_window, qtbot, heard):
    window = open_window("why-scale")
    window.stage.frame.setFocus()
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    qtbot.keyClick(window, Qt.Key.Key_S)
    qtbot.wait(2 * announcer.REST)
    assert len(heard) == 1
    assert heard[0].startswith("scores not divided")


def test_moving_in_a_picture_says_what_is_under_the_hand(open_window, qtbot, heard):
    window = open_window("multi-head")
    grid = window.stage.frame.grid if hasattr(window.stage.frame, "grid") else None
    assert grid is not None
    grid.setFocus()
    qtbot.wait(2 * announcer.REST)
    heard.clear()
    qtbot.keyClick(grid, Qt.Key.Key_Left)
    qtbot.wait(2 * announcer.REST)
    assert grid.hasFocus()
    assert heard == [gist(grid.accessibleDescription()).rstrip(".")]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"heads": 16, "key_width": 32}, "heads 16, key width 32"),
        ({"heads": 16}, "heads 16"),
        ({"causal": True}, "future hidden"),
        ({"scale_exponent": 0.25}, "scores divided by key width to the power 0.25"),
        ({"query": 3}, ""),
        ({}, ""),
    ],
)
def test_a_change_in_words(changes, words):
    from dataclasses import replace

    assert what_changed(LabState(), replace(LabState(), **changes)) == words


def test_what_was_heard_is_left_out_and_what_follows_from_it_said():
    from dataclasses import replace

    after = replace(LabState(), heads=16)
    assert what_changed(LabState(), after, {"heads"}) == "model width 1024"


def test_every_setting_that_can_differ_is_said_without_a_traceback():
    from attnviz.experiments.changes import WORDS

    for field, write in WORDS.items():
        assert hasattr(LabState(), field)
        assert write(LabState())


def test_the_gist_is_the_first_sentence():
    assert gist("Key 3 takes 0.95 raw. Divided: 0.25.") == "Key 3 takes 0.95 raw."
    assert gist("one line") == "one line"
