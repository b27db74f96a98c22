"""The room check: what the last row cannot read, counted and marked; the frame as others see it."""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox

from attnviz.core.color_vision import seen
from attnviz.core.room import Room
from attnviz.ui.settings import Settings
from attnviz.ui.widgets.room import room_panel
from tests.ui.texts import opened, turn
from tests.walk import next_in_chain


@pytest.fixture
def window(qtbot, as_started):
    """A window with the room check open over Why scale."""
    window = opened(qtbot, "light", (1440, 900))
    turn(window, "why scale")
    window.room.open_room_check()
    rest(qtbot, window)
    return window


def rest(qtbot, window):
    qtbot.waitUntil(lambda: window.room.cover.settled)


def measure(window, screen, last_row):
    panel = window.room.panel
    panel.boxes["screen"].setValue(screen)
    panel.boxes["last_row"].setValue(last_row)
    return panel.words()


def pixels(window):
    """What is on screen over the frames, (height, width, 3), red first."""
    image = window.centralWidget().grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    data = np.frombuffer(image.constBits(), dtype=np.uint8).copy()  # the image goes with this call
    return data.reshape(image.height(), image.bytesPerLine())[:, : 3 * image.width()].reshape(image.height(), -1, 3)


def test_texts_are_counted_by_what_the_last_row_sees(window):
    words = measure(window, 1.5, 1.5)
    texts = window.room.texts
    assert words == f"Each of the {len(texts)} texts can be read from 1.5 m. {words.split('. ', 1)[1]}"
    assert not window.room.cover._marks
    words = measure(window, 1.5, 4)
    small = [text for text in texts if Room(1.5, 4).arc_minutes(text.size, 900) < 15]
    assert 0 < len(small) < len(texts)
    assert words.startswith(f"{len(small)} of {len(texts)} texts are too small from 4 m. Smallest: ")


def test_what_is_too_small_is_outlined_and_told_apart_without_color(window):
    measure(window, 1.5, 4)
    verdicts = {mark.verdict for mark in window.room.cover._marks}
    assert verdicts == {"hard to read"}
    measure(window, 1.5, 6)
    assert {mark.verdict for mark in window.room.cover._marks} == {"hard to read", "unreadable"}
    for text in window.room.texts:
        small = Room(1.5, 6).arc_minutes(text.size, 900) < 15
        boxes = [mark.box for mark in window.room.cover._marks]
        assert any(box.adjusted(-1, -1, 1, 1).contains(text.seen) for box in boxes) == small, text.words


def test_the_advice_holds_when_it_is_followed(window, qtbot):
    assert measure(window, 1.5, 5).endswith(" or the projector theme would do.")
    window.appearance.use_theme("projector")
    qtbot.waitUntil(lambda: window.room.panel.words().startswith("Each of the "))


def test_a_larger_text_is_advised_where_it_does(window, qtbot):
    words = measure(window, 1.5, 5)
    assert "ext size " in words
    percent = int(words.split("ext size ")[1].split(" ")[0])
    assert 100 < percent < 200
    for _ in range((percent - 100) // 10):
        window.appearance.larger()
    qtbot.waitUntil(lambda: window.room.panel.words().startswith("Each of the "))
    window.appearance.smaller()
    qtbot.waitUntil(lambda: "too small" in window.room.panel.words())


def test_where_no_size_is_enough_it_says_how_near_one_must_sit(window):
    words = measure(window, 1.0, 60)
    assert "No text size is enough" in words
    assert words.endswith(" m.")


def test_the_count_follows_the_frame_but_not_more_than_five_times_a_second(window, qtbot):
    measure(window, 1.5, 9)
    before, clock, looks = window.room.panel.words(), QElapsedTimer(), []
    clock.start()
    window.room.cover.changed.connect(lambda: looks.append(clock.elapsed()))
    for width in range(1, 60):
        window.store.apply({"key_width": width})
        qtbot.wait(5)
    assert len(looks) > 1
    # 200, less what counting took the first time longer than the second: this slot is called after it
    assert all(later - earlier >= 120 for earlier, later in pairwise(looks))
    window.open_frame("glossary")
    qtbot.waitUntil(lambda: window.room.panel.words() != before)
    qtbot.waitUntil(lambda: clock.elapsed() - looks[-1] > 800)  # nothing changes any more, so nothing is looked at


def test_feet_and_meters_are_the_same_room(window):
    measure(window, 1.5, 9)
    in_meters = [mark.box for mark in window.room.cover._marks]
    window.room.panel.in_feet.setChecked(True)
    assert window.room.panel.boxes["screen"].value() == pytest.approx(4.92)
    assert "29.5 ft" in window.room.panel.words()
    assert [mark.box for mark in window.room.cover._marks] == in_meters


def test_the_room_is_remembered(window, ini_path):
    measure(window, 2.25, 14)
    window.room.panel.in_feet.setChecked(True)
    Settings(ini_path).save(window.remembered)
    loaded, problems = Settings(ini_path).load(("why-scale", "open"))
    assert (loaded.room_screen, loaded.room_row, loaded.feet, problems) == (2.25, 14, True, [])


@pytest.mark.parametrize("typed", ["nine", "-3", "1e9", "nan"])
def test_what_is_no_length_is_refused_and_the_old_one_stays(window, qtbot, typed):
    box = window.room.panel.boxes["last_row"]
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, typed)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert box.value() == 9
    assert "is not used: give a length from 0.5 to 100.0 meters." in window.room.panel.words()
    measure(window, 1.5, 8)
    assert "not used" not in window.room.panel.words()


@pytest.mark.parametrize(
    ("kind", "washed"), [("greyscale", False), ("deuteranopia", False), ("", True), ("protanopia", True)]
)
def test_the_frame_looks_as_others_see_it(window, qtbot, kind, washed):
    measure(window, 15, 0.5)  # without marks
    as_it_is = pixels(window)
    panel = window.room.panel
    panel.washed.setChecked(washed)
    if kind:
        panel.kinds[kind].setChecked(True)
    rest(qtbot, window)
    assert np.array_equal(pixels(window), seen(as_it_is, kind, washed=washed))
    panel.washed.setChecked(False)
    if kind:
        panel.kinds[kind].setChecked(False)
    rest(qtbot, window)
    assert np.array_equal(pixels(window), as_it_is)


def test_only_one_kind_of_eyes_at_a_time(window):
    kinds = window.room.panel.kinds
    for kind, box in kinds.items():
        box.setChecked(True)
        assert [name for name, other in kinds.items() if other.isChecked()] == [kind]
        assert window.room.cover.kind == kind


def test_the_frame_stays_operable_under_it(window, qtbot):
    measure(window, 15, 0.5)
    window.room.panel.kinds["greyscale"].setChecked(True)
    rest(qtbot, window)
    home = window.centralWidget()
    button = next(b for b in window.stage.frame.findChildren(QAbstractButton) if b.text() == "draw again")
    at = button.mapTo(home, button.rect().center())
    assert home.childAt(at) is button  # the cover lets the mouse through
    before = pixels(window)
    qtbot.mouseClick(home.childAt(at), Qt.MouseButton.LeftButton)
    assert window.store.state.seed == 12
    qtbot.waitUntil(lambda: not np.array_equal(pixels(window), before))
    rest(qtbot, window)
    grey = pixels(window)
    assert int(np.ptp(grey.astype(int), axis=2).max()) == 0


def test_escape_closes_it_and_everything_is_as_it_was(window, qtbot):
    before_focus = window.store.state
    window.room.panel.reject()
    as_it_was = pixels(window)
    window.room.open_room_check()
    window.room.panel.washed.setChecked(True)
    rest(qtbot, window)
    assert not np.array_equal(pixels(window), as_it_was)
    qtbot.keyClick(window.room.panel, Qt.Key.Key_Escape)
    assert not window.room.is_open
    assert np.array_equal(pixels(window), as_it_was)
    assert window.store.state == before_focus
    window.room.open_room_check()
    assert not window.room.panel.washed.isChecked()
    window.activateWindow()
    window.back_out()  # Esc in the window itself
    assert not window.room.is_open


def test_every_control_has_a_name_and_the_keyboard_reaches_it(window):
    panel = window.room.panel
    controls = [w for kind in (QAbstractButton, QAbstractSpinBox) for w in panel.findChildren(kind)]
    assert len(controls) == 8
    for control in controls:
        assert QAccessible.queryAccessibleInterface(control).text(QAccessible.Text.Name)
        assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
    reached, at = [], panel.boxes["screen"]
    for _ in range(40):
        reached.append(at)
        at = next_in_chain(at)
    assert all(control in reached for control in controls)


def test_what_is_counted_is_said_once_after_the_last_change(window, qtbot, monkeypatch):
    said = []

    class Event:
        def __init__(self, _widget, words):
            said.append(words)

    monkeypatch.setattr(room_panel, "QAccessibleAnnouncementEvent", Event)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda _event: None)
    for row in (5, 6, 7):
        measure(window, 1.5, row)
    qtbot.wait(600)
    assert said == [window.room.panel.words()]


def test_sixty_looks_leave_the_interpreter_whole(window):
    """Bindings are known that lose a reference to None with every paint in Python."""
    window.room.panel.kinds["deuteranopia"].setChecked(True)
    window.room.cover.look_below()
    before = sys.getrefcount(None)
    for number in range(60):
        window.room.cover.see_as("deuteranopia", washed=bool(number % 2))  # every look is another one
        window.room.cover.look_below()
        window.room.cover.repaint()
    assert sys.getrefcount(None) > before - 60
