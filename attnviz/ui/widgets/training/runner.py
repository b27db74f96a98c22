"""Runs a laboratory a few milliseconds at a time, between which the windows paint and listen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

SLICE: Final = 0.004  # seconds of work in one go, unless a single step takes longer
PERIOD: Final = 16  # milliseconds from one slice to the next: one picture of a screen
Steps = Iterator[tuple[int, int]]
"""Each `next` takes one step and says how many of how many are done; the first says where it starts."""


class Runner(QObject):
    """The steps of one laboratory, for every player that shows them. Rests while none of them can be seen.

    All work is done by a timer of the windows' own thread, so nothing is ever half written when a picture is drawn.
    """

    started = Signal()  # it runs by itself from now on
    moved = Signal()  # one or more steps were taken, or it is back at the start
    turned = Signal()  # what the buttons say has changed

    def __init__(self, begin: Callable[[], Steps], parent: QObject, *, pace: int, stride: int) -> None:
        """`pace` limits the steps of one slice; a single step goes up to the next multiple of `stride`."""
        super().__init__(parent)
        self._begin, self._pace, self.stride = begin, pace, stride
        self._items: Steps | None = None
        self.done, self.total = 0, 1
        self._watchers: set[QWidget] = set()  # players on screen
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(PERIOD)
        self._timer.timeout.connect(self._run_slice)

    @property
    def playing(self) -> bool:
        """Whether it runs by itself."""
        return self._timer.isActive()

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        return self._items is not None and self.done >= self.total

    @property
    def watched(self) -> bool:
        """Whether a player of it is on screen."""
        return bool(self._watchers)

    def watch(self, player: QWidget, on: bool) -> None:
        """A player came on screen, or went."""
        if on:
            self._watchers.add(player)
            return
        self._watchers.discard(player)
        if not self._watchers:
            self.pause()

    def play(self) -> None:
        """Run by itself, from the start when it is at its end."""
        if self.over:
            self.reset()
        if self.watched:
            self._timer.start()
            self.started.emit()
        self.turned.emit()

    def pause(self) -> None:
        """Stay where it is."""
        self._timer.stop()
        self.turned.emit()

    def step(self) -> None:
        """Take one step and stay there."""
        self.pause()
        if not self.over:
            self._take()
            while self.done % self.stride and not self.over:
                self._take()
            self._tell()

    def reset(self) -> None:
        """Go back to the start and stay there."""
        self.pause()
        self._items = self._begin()
        self._take()
        self._tell()

    def _run_slice(self) -> None:
        begun, longest, taken = perf_counter(), 0.0, 0
        try:
            # Never begin a step that would end too late, judged by the longest of this slice.
            while taken < self._pace and not self.over and (before := perf_counter()) + longest <= begun + SLICE:
                self._take()
                longest, taken = max(longest, perf_counter() - before), taken + 1
        except BaseException:
            self.pause()  # an error would come back with each tick
            raise
        if self.over:
            self.pause()
        self._tell()

    def _take(self) -> None:
        if self._items is None:
            self._items = self._begin()
        self.done, self.total = next(self._items, (self.total, self.total))

    def _tell(self) -> None:
        self.turned.emit()
        self.moved.emit()
