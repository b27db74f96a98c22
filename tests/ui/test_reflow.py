"""Text from 80 to 200 percent: nothing is cut, on top of another, or out of reach."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.ui.texts import faults, look_of, opened, pages, turn


def wheel(widget, notches, held):
    """Turn the wheel over the middle of a widget; who leaves it passes it on, as Qt does with a real wheel."""
    taken = False
    while widget is not None and not taken:
        at = QPointF(widget.rect().center())
        there, turned = QPointF(widget.mapToGlobal(at.toPoint())), QPoint(0, round(120 * notches))
        none, phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(at, there, QPoint(), turned, none, held, phase, False)
        taken = QApplication.sendEvent(widget, event) and event.isAccepted()
        widget = widget.parentWidget()


SOME = ("open", "why scale", "training", "multi-head", "one head", "step 1", "step 7", "glossary", "check")


@pytest.mark.parametrize("scale", [0.8, 1.5, 2.0])
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900)])
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_every_frame_re_flows(qtbot, as_started, theme, size, scale):
    window = opened(qtbot, theme, size, scale)
    found = []
    for mode in SOME:
        turn(window, mode)
        for page in pages(window):
            found += [f"{mode}, page {page}: {fault}" for fault in faults(window.centralWidget(), look_of(window))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("mode", ["open", "why scale", "multi-head", "step 1", "glossary", "check"])
def test_ctrl_and_the_wheel_change_the_size_of_the_text_in_every_frame(qtbot, as_started, mode):
    window = opened(qtbot, "light", (1440, 900))
    turn(window, mode)
    for widget in (window.stage.frame.pictures, window.stage.frame.head, window.stage.frame.page.viewport()):
        before = look_of(window).body
        wheel(widget, 1, Qt.KeyboardModifier.ControlModifier)
        assert look_of(window).body > before, widget
        wheel(widget, -1, Qt.KeyboardModifier.ControlModifier)
        assert look_of(window).body == before
        wheel(widget, 1, Qt.KeyboardModifier.NoModifier)
        assert look_of(window).body == before


def test_a_wheel_that_turns_in_small_parts_changes_the_size_once_a_notch(qtbot, as_started):
    window = opened(qtbot, "light", (1440, 900))
    head = window.stage.frame.head
    for _ in range(3):
        wheel(head, 0.25, Qt.KeyboardModifier.ControlModifier)
    assert window.remembered.font_scale == 1.0
    wheel(head, 0.25, Qt.KeyboardModifier.ControlModifier)
    assert window.remembered.font_scale == 1.1


def test_a_page_that_finds_no_room_is_scrolled_by_wheel_and_by_keys(qtbot, as_started):
    window = opened(qtbot, "light", (1024, 768), 2.0)
    turn(window, "why scale")
    bar = window.stage.frame.page.verticalScrollBar()
    assert bar.maximum() > 0
    wheel(window.stage.frame.head, -1, Qt.KeyboardModifier.NoModifier)
    assert bar.value() > 0
    bar.setValue(0)
    window.stage.frame.setFocus()
    qtbot.keyClick(window.stage.frame, Qt.Key.Key_Down)
    assert bar.value() > 0


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_nothing_scrolls_at_the_size_that_a_theme_comes_with(qtbot, as_started, theme, size):
    window = opened(qtbot, theme, size)
    for mode in ("open", "why scale", "multi-head", "step 1", "check"):
        turn(window, mode)
        for page in pages(window):
            bar = window.stage.frame.page.verticalScrollBar()
            assert bar.maximum() == 0, f"{mode}, page {page}"
