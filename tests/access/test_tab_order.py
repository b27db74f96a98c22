"""Tab goes as the eye does: the rail, the frame from top to bottom, the glossary, the numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint

from attnviz.core.state import LabState, apply
from tests.access.test_focus_ring import named, tour
from tests.access.tree import MODES

READ = [
    mode
    for mode in MODES
    if mode.id not in ("contents", "keys", "search", "audience", "room check", "presenting", "read more")
]


def part_of(window, widget) -> int:
    """Which part of the window a widget is in, in reading order."""
    parts = (window.rail, window.stage, window.glossary, window.numbers, window.finding.notes)
    return next((number for number, part in enumerate(parts) if part.isAncestorOf(widget)), -1)


def top_left(window, widget) -> QPoint:
    return QPoint(widget.mapTo(window, QPoint(0, 0)))


@pytest.mark.parametrize("mode", READ, ids=[mode.id for mode in READ])
def test_tab_goes_through_the_parts_in_order_and_in_the_frame_never_back_up(open_window, qtbot, mode):
    window = open_window(mode.frame, apply(LabState(), mode.state).state)
    if mode.then:
        mode.then(window)
    qtbot.wait(300)
    stops = [(part_of(window, stop), named(stop), top_left(window, stop), stop.size()) for stop in tour(window)]
    parts = [part for part, *_ in stops]
    assert parts == sorted(parts), [(part, name) for part, name, *_ in stops]
    assert {0, 1} <= set(parts)
    assert (2 in parts) == window.glossary.isVisible()
    back = []
    for (_, name, at, size), (_, after, there, high) in pairwise(stop for stop in stops if stop[0] == 1):
        # A new column may begin at the top; what lies wholly above and not to the right has been passed by.
        if there.y() + high.height() <= at.y() and there.x() < at.x() + size.width() // 2:
            back.append(f"from {name} at {at.x()},{at.y()} up to {after} at {there.x()},{there.y()}")
    assert not back, "\n".join(["", *back])
