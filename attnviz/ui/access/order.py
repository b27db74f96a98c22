"""The order in which Tab goes through the parts of a window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def put_in_order(parts: Sequence[QWidget]) -> None:
    """Let Tab go through `parts` one after the other; a widget that takes the focus but no Tab is a place to begin.

    What is made later comes behind all of them, and Qt's chain is a ring. So what stands behind the frames, which are
    made when they are first shown, is put before what stands before them, once and for all.
    """
    for before, after in pairwise(stop for part in parts for stop in _stops(part)):
        QWidget.setTabOrder(before, after)


def _stops(part: QWidget) -> list[QWidget]:
    if part.focusPolicy() != Qt.FocusPolicy.NoFocus:
        return [part]
    return [each for each in part.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus]
