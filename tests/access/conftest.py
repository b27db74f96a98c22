"""A whole window, and an ear for what it announces."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from attnviz.cli.options import read_board
from attnviz.core.state import LabState
from attnviz.ui.settings import Remembered
from attnviz.ui.store import Store
from attnviz.ui.window import Window


@pytest.fixture(scope="session")
def board():
    return read_board(None)


@pytest.fixture
def open_window(qtbot, qapp, board):
    """Opens the window at a frame, in a state, as `remembered` says."""

    def make(frame="open", state=None, size=(1440, 900), **remembered) -> Window:
        window = Window(board, Store(state or LabState()), Remembered(frame=frame, **remembered))
        qtbot.addWidget(window)
        window.resize(*size)
        window.show()
        qtbot.waitActive(window) if window.isActiveWindow() else window.activateWindow()
        qapp.processEvents()
        return window

    return make


@pytest.fixture
def heard(monkeypatch) -> list[str]:
    """Everything announced to assistive technology, in order."""
    said: list[str] = []

    def hear(event):
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return said
