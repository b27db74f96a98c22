"""Keeps what is looked at the same in two copies of a frame: pages, the question, what is searched, how far down.

The state of the board is not in here: both copies are shown the same one anyway. This is what no state tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from PySide6.QtCore import QObject, SignalInstance
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid

from attnviz.ui.widgets.layout import PictureGrid
from attnviz.ui.widgets.panels.find_box import FindBox
from attnviz.ui.widgets.quiz.quiz_card import QuizCard
from attnviz.ui.widgets.quiz.say_timer import SayTimer


class View(Protocol):
    """One thing that can be looked at differently. Copies differ in size: places are told so that both know them."""

    def __init__(self, widget: Any) -> None: ...

    @property
    def changed(self) -> SignalInstance:
        """Comes when the viewer looks elsewhere."""

    def get(self) -> Any:
        """Where the viewer looks."""

    def set(self, value: Any) -> None:
        """Look there, too."""


class GridView:
    """A page of pictures, told by the first card on it: the copy may have other pages."""

    def __init__(self, grid: PictureGrid) -> None:
        self._grid = grid
        self.changed = grid.turned

    def get(self) -> tuple[str, int]:
        return self._grid.shown_set, self._grid.first

    def set(self, value: tuple[str, int]) -> None:
        if value[0] == self._grid.shown_set:
            self._grid.show_number(value[1])


class QuizView:
    """The chosen question."""

    def __init__(self, quiz: QuizCard) -> None:
        self._quiz = quiz
        self.changed = quiz.turned

    def get(self) -> int:
        return self._quiz.number

    def set(self, value: int) -> None:
        if value < len(self._quiz.asked):
            self._quiz.turn(value)


class TimerView:
    """The minute to say something aloud: the clock runs in the window where it was started."""

    def __init__(self, timer: SayTimer) -> None:
        self._timer = timer
        self.changed = timer.changed

    def get(self) -> tuple[int, bool]:
        return self._timer.value

    def set(self, value: tuple[int, bool]) -> None:
        self._timer.follow(*value)


class FindView:
    """What is typed to find a term."""

    def __init__(self, box: FindBox) -> None:
        self._box = box
        self.changed = box.textChanged

    def get(self) -> str:
        return self._box.text()

    def set(self, value: str) -> None:
        if value != self._box.text():
            self._box.setText(value)


class ScrollView:
    """How far a page is scrolled, as a share of the way."""

    def __init__(self, area: QScrollArea) -> None:
        self._bar = area.verticalScrollBar()
        self.changed = self._bar.valueChanged

    def get(self) -> float:
        way = self._bar.maximum() - self._bar.minimum()
        return (self._bar.value() - self._bar.minimum()) / way if way else 0.0

    def set(self, value: float) -> None:
        way = self._bar.maximum() - self._bar.minimum()
        self._bar.setValue(self._bar.minimum() + round(value * way))


VIEWS: Final[Sequence[tuple[type[QWidget], type[View]]]] = (
    (PictureGrid, GridView), (QuizCard, QuizView), (FindBox, FindView), (QScrollArea, ScrollView),
    (SayTimer, TimerView),
)  # fmt: skip


class Mirror(QObject):
    """Both copies of a frame, or of a page to read.

    The first leads when they are brought together; after that either moves the other.
    """

    def __init__(self, one: QWidget, other: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self.on = True
        self._pairs = [
            _Pair(self, view(a), view(b))
            for kind, view in VIEWS
            for a, b in _couples(one.findChildren(kind), other.findChildren(kind))
        ]

    def bring_together(self) -> None:
        """Let the second copy look where the first does."""
        self.on = True
        for pair in self._pairs:
            pair.forth()


class _Pair(QObject):
    """Two views of the same thing, while their mirror is on."""

    def __init__(self, mirror: Mirror, one: View, other: View) -> None:
        super().__init__(mirror)
        self._mirror, self._one, self._other = mirror, one, other
        self._passing = False  # else the copy's answer would come back as a change
        one.changed.connect(self.forth)
        other.changed.connect(self.back)

    def forth(self) -> None:
        self._pass(self._one, self._other)

    def back(self) -> None:
        self._pass(self._other, self._one)

    def _pass(self, giver: View, taker: View) -> None:
        if self._mirror.on and not self._passing:
            self._passing = True
            try:
                taker.set(giver.get())
            finally:
                self._passing = False


def _couples(some: Sequence[QWidget], others: Sequence[QWidget]) -> list[tuple[QWidget, QWidget]]:
    """The widgets side by side; none where the copies differ: there is no telling which is which."""
    return list(zip(some, others, strict=True)) if len(some) == len(others) and all(map(isValid, some)) else []
