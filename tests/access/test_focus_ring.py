"""Whoever has the focus shows it by a ring of at least two pixels that stands out, and nothing hides it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QWidget

from attnviz.core.state import LabState, apply
from attnviz.ui.theme import THEMES, contrast
from tests.access.tree import MODES

QUIET = ("contents", "keys", "audience", "room check")  # dialogs: their parts are the same lists and pages as elsewhere


def tour(window):
    """Every place that Tab leads to, from the rail on, each while it has the focus."""
    seen = []
    window.rail.findChild(QPushButton).setFocus(Qt.FocusReason.TabFocusReason)
    while (here := QApplication.focusWidget()) is not None and here not in seen:
        seen.append(here)
        yield here
        here.setFocus(Qt.FocusReason.OtherFocusReason)
        QTest.keyClick(here, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is here:  # a page of text takes Tab, Ctrl+Tab leaves it
            QTest.keyClick(here, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert len(seen) < 200


def pixels(window: QWidget, place: QRect) -> np.ndarray:
    """The window's pixels in a place, (height, width, 3)."""
    image = window.grab(place).toImage().convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return flat[:, : image.width(), 2::-1].astype(int)


def thick(mask: np.ndarray) -> np.ndarray:
    """The pixels of `mask` that belong to a whole square of 2 × 2."""
    block = mask[:-1, :-1] & mask[1:, :-1] & mask[:-1, 1:] & mask[1:, 1:]
    out = np.zeros_like(mask)
    for down in (0, 1):
        for right in (0, 1):
            out[down : down + block.shape[0], right : right + block.shape[1]] |= block
    return out


def fault(window, stop, theme) -> str:
    """What is wrong with the ring of `stop`, which has the focus; "" for nothing."""
    place = QRect(stop.mapTo(window, QPoint(0, 0)), stop.size()).adjusted(-8, -8, 8, 8).intersected(window.rect())
    after = pixels(window, place)
    window.centralWidget().setFocus()
    before = pixels(window, place)
    stop.setFocus(Qt.FocusReason.OtherFocusReason)
    ring = np.array([int(theme.focus[i : i + 2], 16) for i in (1, 3, 5)])
    ink = np.array([int(theme.ink[i : i + 2], 16) for i in (1, 3, 5)])
    changed = (np.abs(after - before) > 8).any(axis=2)
    if not changed.any():
        return "nothing changes"
    return min((enclosed(changed & (np.abs(after - color) < 60).all(axis=2), stop) for color in (ring, ink)), key=len)


def enclosed(near: np.ndarray, stop: QWidget) -> str:
    """What is wrong with changed pixels of a ring's color; "" for nothing."""
    solid = thick(near)
    if not solid.any():
        return "no part of the ring is two pixels thick"
    rows, columns = np.flatnonzero(solid.any(axis=1)), np.flatnonzero(solid.any(axis=0))
    high, wide = rows[-1] - rows[0] + 1, columns[-1] - columns[0] + 1
    if high < min(0.5 * stop.height(), 20) or wide < min(0.5 * stop.width(), 20):
        return f"the ring encloses {wide}×{high} of {stop.width()}×{stop.height()}"
    return ""


def named(stop) -> str:
    words = stop.accessibleName() or (stop.text() if isinstance(stop, QAbstractButton) else stop.objectName())
    return f"{type(stop).__name__} {words!r}"


@pytest.mark.parametrize("name", THEMES)
def test_the_ring_stands_out_by_arithmetic(name):
    theme = THEMES[name]
    for ground in (theme.ground, theme.card, theme.chosen):
        assert contrast(theme.focus, ground) >= 3, ground
        assert contrast(theme.ink, ground) >= 3, ground


CASES = [(mode, "light") for mode in MODES if mode.id not in QUIET]
CASES += [(mode, theme) for mode in MODES if mode.id == "why-scale" for theme in ("dark", "projector")]


@pytest.mark.parametrize(("mode", "theme"), CASES, ids=[f"{mode.id}-{theme}" for mode, theme in CASES])
def test_every_stop_shows_that_it_has_the_focus(open_window, qtbot, mode, theme):
    window = open_window(mode.frame, apply(LabState(), mode.state).state, theme=theme)
    if mode.then:
        mode.then(window)
    qtbot.wait(300)
    over = window.finding.panel if mode.id == "search" else None  # it lies over the board until Esc puts it away
    found = [
        (named(stop), fault(window, stop, THEMES[theme]))
        for stop in tour(window)
        if over is None or over.isAncestorOf(stop)
    ]
    assert len(found) > 1
    faults = [f"{name}: {why}" for name, why in found if why]
    assert not faults, "\n".join(["", *faults])
