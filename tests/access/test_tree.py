"""The accessibility tree of every frame in every mode: nothing nameless, no picture silent."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from attnviz.core.state import LabState, apply
from tests.access.tree import MODES, Role, faults, nodes


@pytest.fixture
def in_mode(open_window, qapp, qtbot):
    """Opens the window in a mode; what is looked at is the window, or the dialog on top of it."""

    def make(mode):
        window = open_window(mode.frame, apply(LabState(), mode.state).state)
        on_top = mode.then(window) if mode.then else None
        qtbot.wait(50)
        qapp.processEvents()
        return window, on_top or window

    return make


@pytest.mark.parametrize("mode", MODES, ids=[mode.id for mode in MODES])
def test_everything_is_named_valued_and_described(in_mode, mode):
    window, looked_at = in_mode(mode)
    found = nodes(looked_at)
    if mode.id in ("presenting", "audience"):
        window.back_out()
    elif looked_at is not window:
        looked_at.close()
    assert len(found) > 5
    assert not faults(found), "\n".join(["", *faults(found)])
    assert QApplication.activeModalWidget() is None


# What is done to a mode, and in which of its pictures the data then differ: all that are drawn otherwise.
SHAKES = {
    "open": {"sentence": "The cat sat on the mat.", "query": 1},
    "why-scale": {"key_width": 4, "locked": False},
    "why-scale training": {"key_width": 4, "locked": False},
    "multi-head": {"sentence": "The cat sat on the mat.", "query": 1},
    "multi-head mean": {"key_width": 2, "locked": False},
    "multi-head random": {"seed": 12},
    "multi-head recorded": {"layer": 5, "head": 11},
    "multi-head one head": {"heads": 2},
    "four-steps": {"seed": 12},
    "four-steps mix": {"causal": True, "seed": 12},
}


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.id in SHAKES], ids=lambda mode: mode.id)
def test_a_picture_that_is_drawn_otherwise_says_otherwise(in_mode, qtbot, mode):
    window, _ = in_mode(mode)
    qtbot.wait(300)
    before = {id(node.widget): (node, drawn(node.widget)) for node in nodes(window) if node.role == Role.Chart}
    assert before
    window.store.apply(SHAKES[mode.id])
    qtbot.wait(300)
    after = {id(node.widget): (node, drawn(node.widget)) for node in nodes(window) if node.role == Role.Chart}
    same = [
        f"{old} still says {old.description!r}"
        for key, (old, pixels) in before.items()
        if key in after and after[key][1] != pixels and after[key][0].description == old.description
    ]
    assert not same, "\n".join(["", *same])
    assert any(key in after and after[key][1] != pixels for key, (_, pixels) in before.items())


def drawn(widget):
    """The pixels of a picture."""
    return widget.grab().toImage()
