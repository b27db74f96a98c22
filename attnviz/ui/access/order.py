"""The order in which Tab goes through the parts of a window."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def put_in_order(parts: Sequence[QWidget]) -> None:
    """Let Tab go through `parts` one after the other, and through each as it does now.

    Qt's own order is that in which things were made, and a frame is made when it is first shown: after all that stands
    beside it.
    """
    stops: dict[QWidget, list[QWidget]] = {part: [] for part in parts}
    widget = parts[0].nextInFocusChain()
    while widget is not None and widget is not parts[0]:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            part = next((part for part in parts if part.isAncestorOf(widget)), None)
            if part is not None:
                stops[part].append(widget)
        widget = widget.nextInFocusChain()
    for before, after in pairwise(stop for part in parts for stop in stops[part]):
        if before.nextInFocusChain() is not after:
            QWidget.setTabOrder(before, after)
