"""The walk of the Tab key through a widget: where it stops, what each stop is called, whether the eye goes that way.

`stops_of(frame)` follows Qt's own chain and leaves out what the Tab key leaves out. `unnamed` and `out_of_order` say
what is wrong with a walk, each as a list of words, empty when nothing is. A walked widget goes to `put_away` at last:
the walk ties its parts into a ring, which the collector would take apart in any order.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

TOLERANCE = 12  # pixels by which two stops of a row may differ


@dataclass(frozen=True)
class Stop:
    """A widget that the Tab key stops at."""

    widget: QWidget
    name: str  # what a screen reader calls it
    rect: QRect  # where it is on the widget that was walked

    def __str__(self) -> str:
        at = f"{self.rect.x()}, {self.rect.y()}, {self.rect.width()} × {self.rect.height()}"
        return f"{type(self.widget).__name__} {self.name!r} at {at}"


def next_in_chain(widget: QWidget) -> QWidget | None:
    """The next widget of the focus chain, which is left as it was.

    PySide takes what the call returns for a child of `widget`: once that is deleted, the layout items and other plain
    parts of the next one would count as deleted, too, and Qt would crash at the next use. So the parent is set right.
    """
    following = widget.nextInFocusChain()
    if following is not None:
        QObject.setParent(following, following.parentWidget())
    return following


def stops_of(root: QWidget) -> list[Stop]:
    """Every stop inside `root`, in the order in which Tab comes to them. The walk ends where it began."""
    found = []
    widget = next_in_chain(root)
    while widget is not None and widget is not root:
        if root.isAncestorOf(widget) and _stops(widget):
            rect = QRect(widget.mapTo(root, QPoint(0, 0)), widget.size())
            found.append(Stop(widget, name_of(widget), rect))
        widget = next_in_chain(widget)
    return found


def _stops(widget: QWidget) -> bool:
    """Whether Tab stops here, as Qt decides it: what hands the focus on to another widget is no stop of its own."""
    takes = widget.focusPolicy().value & Qt.FocusPolicy.TabFocus.value
    return bool(takes) and widget.focusProxy() is None and widget.isVisible() and widget.isEnabled()


def put_away(root: QWidget) -> None:
    """Destroy a walked widget while everything it needs is there."""
    root.close()
    root.deleteLater()
    QCoreApplication.sendPostedEvents(root, QEvent.Type.DeferredDelete)


def name_of(widget: QWidget) -> str:
    """What assistive technology is told: the accessible name, or the words on a button."""
    words = widget.text().replace("&", "") if isinstance(widget, QAbstractButton) else ""
    return (widget.accessibleName() or words).strip()


def unnamed(stops: list[Stop]) -> list[str]:
    """The stops without a name."""
    return [str(stop) for stop in stops if not stop.name]


def out_of_order(stops: list[Stop]) -> list[str]:
    """The steps that go backwards: each must lead to the right in the same row, down, or onto what lies over a stop."""
    return [f"{one} → {other}" for one, other in itertools.pairwise(stops) if not _forward(one.rect, other.rect)]


def _forward(one: QRect, other: QRect) -> bool:
    below = other.top() >= one.bottom() - TOLERANCE
    beside = other.left() >= one.right() - TOLERANCE
    same_row = other.top() <= one.bottom() and other.bottom() >= one.top()
    return below or (beside and same_row) or one.contains(other)
