"""The keys that lead from one head to another."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent


def head_step(event: QKeyEvent, across: int) -> int | None:
    """How many heads on a key leads, with `across` of them in a line; None for a key that leads to none.

    Brackets do, and Ctrl with an arrow.
    """
    if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -across, Qt.Key.Key_Down: across}
    else:
        steps = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}
    return steps.get(Qt.Key(event.key()))
