"""Reduced motion: nothing slides or fades, and what is seen in the end is the same, pixel by pixel."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from attnviz.cli.options import Refused, read_motion
from attnviz.ui.access import motion
from attnviz.ui.widgets.steps.timeline import PERIOD, Timeline
from attnviz.ui.widgets.training.lab_player import LabPlayer


@pytest.fixture(autouse=True)
def moves_again():
    yield
    motion.still(False)


def moving(window):
    """What is in motion under a window now."""
    running = QAbstractAnimation.State.Running
    return [each for each in window.findChildren(QAbstractAnimation) if each.state() == running]


def fly(window):
    """From the first frame to the map, and from there into the third frame."""
    QTest.keyClick(window, Qt.Key.Key_M)
    for key in (Qt.Key.Key_3, Qt.Key.Key_Return):
        here = QApplication.focusWidget()
        assert here is not None
        QTest.keyClick(here, key)


def drag(window):
    """Another frame, another width, another theme."""
    QTest.keyClick(window, Qt.Key.Key_2)
    window.store.apply({"key_width": 256, "locked": False})
    window.appearance.use_theme("dark")


def numbers(window):
    """The numbers below, the glossary away."""
    QTest.keyClick(window, Qt.Key.Key_4)
    window.toggle_numbers()
    window.toggle_glossary()


@pytest.mark.parametrize("does", [fly, drag, numbers])
def test_scenario_29_reduced_motion_ends_in_the_same_picture_and_nothing_moves(open_window, qtbot, does):
    ends = []
    for choice in ("full", "reduced"):
        window = open_window("open", motion=choice)
        qtbot.wait(100)
        does(window)
        moved = moving(window)
        assert bool(moved) == (choice == "full" and does is fly)
        qtbot.wait(900)
        window.toast.hide()
        window.centralWidget().setFocus()
        QApplication.processEvents()
        assert moving(window) == []
        ends.append((window.stage.frame_id, window.grab().toImage()))
        window.close()
    assert ends[0][0] == ends[1][0]
    assert ends[0][1] == ends[1][1]


def test_what_qt_moves_by_itself_stands_still_too_and_moves_again_after(open_window):
    blinking = QApplication.cursorFlashTime()
    window = open_window("open", motion="full")
    assert QApplication.cursorFlashTime() == blinking > 0
    window.appearance.toggle_motion()
    assert window.look.reduced_motion
    assert QApplication.cursorFlashTime() == 0
    for effect in (Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateMenu):
        assert not QApplication.isEffectEnabled(effect)
    window.appearance.toggle_motion()
    assert not window.look.reduced_motion
    assert QApplication.cursorFlashTime() == blinking


class Hints:
    """A system's hints, as Qt 6.12 has them."""

    def __init__(self, preference):
        self._preference = preference

    def itself(self):
        return self

    def accessibility(self):
        return SimpleNamespace(motionPreference=self._tell)

    def _tell(self):
        return SimpleNamespace(name=self._preference)


def test_auto_follows_the_system_where_qt_tells_it_and_else_means_full(monkeypatch):
    assert not motion.reduced("auto")  # this Qt does not tell
    for preference, less in (("ReducedMotion", True), ("NoPreference", False)):
        monkeypatch.setattr(
            QGuiApplication, "styleHints", staticmethod(lambda preference=preference: Hints(preference))
        )
        assert motion.reduced("auto") is less
        assert motion.reduced("reduced")
        assert not motion.reduced("full")


def test_the_menu_says_what_is_so_and_turns_it_over(open_window):
    window = open_window("open", motion="auto")
    action = window.actions_of["toggle_motion"][0]
    assert not action.isChecked()
    action.trigger()
    assert (window.remembered.motion, action.isChecked()) == ("reduced", True)
    action.trigger()
    assert (window.remembered.motion, action.isChecked()) == ("full", False)


def test_the_option_is_read_and_a_wrong_one_named():
    assert read_motion("reduced") == "reduced"
    with pytest.raises(Refused, match="--motion none: choose auto, full, reduced"):
        read_motion("none")


def test_whatever_goes_on_for_more_than_five_seconds_can_be_paused(open_window, qtbot):
    window = open_window("four-steps")
    timeline = window.findChild(Timeline)
    assert timeline.track.maximum() * PERIOD > 5000
    assert PERIOD >= 500  # at most two stops a second
    assert "Play" in timeline.play.text()
    timeline.play.click()
    assert timeline.playing
    assert "Pause" in timeline.play.text()
    timeline.play.click()
    assert not timeline.playing
    for frame, state in (("why-scale", {"training": True}), ("multi-head", {"one_head": True})):
        window.store.apply(state)
        window.open_frame(frame)
        qtbot.wait(100)
        for player in window.stage.frame.findChildren(LabPlayer):
            buttons = [button for button in player.findChildren(QPushButton) if button.isVisible()]
            if not buttons:
                continue
            player.play_button.click()
            assert any(word in player.play_button.text() for word in ("Pause", "Stop"))
            player.play_button.click()
            assert not any(word in player.play_button.text() for word in ("Pause", "Stop"))
