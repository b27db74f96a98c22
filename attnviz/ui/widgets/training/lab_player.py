"""Runs a laboratory a few milliseconds at a time, between which the window paints and listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.texts import text_of

SLICE: Final = 0.004  # seconds of work in one go, unless a single step takes longer
PERIOD: Final = 16  # milliseconds from one slice to the next: one picture of a screen
Steps = Iterator[tuple[int, int]]
"""Each `next` takes one step and says how many of how many are done; the first says where it starts."""


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """What is written on the play button before, while and after it was pressed."""

    start: str = "▶ Play"
    stop: str = "❚❚ Pause"
    go_on: str = "▶ Play"


class LabPlayer(QWidget):
    """Play, pause, step, reset and a progress bar for whatever `begin` begins. Rests while it cannot be seen.

    All work is done by a timer of the window's own thread, so nothing is ever half written when a picture is drawn.
    """

    started = Signal()  # it runs by itself from now on
    moved = Signal()  # one or more steps were taken, or it is back at the start

    def __init__(
        self, name: str, begin: Callable[[], Steps], words: PlayerWords | None = None, *,
        pace: int = 1_000_000, steps: bool = True, stride: int = 1,
    ) -> None:  # fmt: skip
        """`name` says what is run, `pace` limits the steps of one slice; without `steps` there is only play.

        A press of Step, and a step in the words, is as many steps as go up to the next multiple of `stride`.
        """
        super().__init__()
        self._name, self._begin, self._words, self._pace = name, begin, words or PlayerWords(), pace
        self._stride = stride
        self._items: Steps | None = None
        self._done, self._total = 0, 1
        self.play_button, self.step_button = QPushButton(self._words.start, self), QPushButton("Step", self)
        self.reset_button, self.bar = QPushButton("Reset", self), QProgressBar(self)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(PERIOD)
        self._timer.timeout.connect(self._run_slice)
        self._lay_out(steps)
        self.play_button.clicked.connect(self.toggle)
        self.step_button.clicked.connect(self.step)
        self.reset_button.clicked.connect(self.reset)
        self._write()

    @property
    def playing(self) -> bool:
        """Whether it runs by itself."""
        return self._timer.isActive()

    @property
    def progress(self) -> tuple[int, int]:
        """Steps done, and steps in all."""
        return self._done, self._total

    def play(self) -> None:
        """Run by itself, from the start when it is at its end."""
        if self._over:
            self.reset()
        if self.isVisible():
            self._timer.start()
            self.started.emit()
        self._write()

    def pause(self) -> None:
        """Stay where it is."""
        self._timer.stop()
        self._write()

    def toggle(self) -> None:
        """Play, or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step(self) -> None:
        """Take one step and stay there."""
        self.pause()
        if not self._over:
            self._take()
            while self._done % self._stride and not self._over:
                self._take()
            self._write()
            self.moved.emit()

    def reset(self) -> None:
        """Go back to the start and stay there."""
        self.pause()
        self._items = self._begin()
        self._take()
        self._write()
        self.moved.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        """Rest: another frame is on show, or the window is put away."""
        super().hideEvent(event)
        self.pause()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        for button in (self.play_button, self.step_button, self.reset_button):
            button.setFont(look.font("label", 500))
        widest = max(
            text_of(look, words, "label", 500).width
            for words in (self._words.start, self._words.stop, self._words.go_on)
        )
        self.play_button.setMinimumWidth(round(widest) + 30)  # it must not move the others when its words change
        self.bar.setFixedHeight(round(look.body * 0.75))
        self.bar.setMinimumWidth(round(look.body * 2))

    @property
    def _over(self) -> bool:
        return self._items is not None and self._done >= self._total

    def _run_slice(self) -> None:
        begun, longest, taken = perf_counter(), 0.0, 0
        try:
            # Never begin a step that would end too late, judged by the longest of this slice.
            while taken < self._pace and not self._over and (before := perf_counter()) + longest <= begun + SLICE:
                self._take()
                longest, taken = max(longest, perf_counter() - before), taken + 1
        except BaseException:
            self.pause()  # an error would come back with each tick
            raise
        if self._over:
            self.pause()
        self._write()
        self.moved.emit()

    def _take(self) -> None:
        if self._items is None:
            self._items = self._begin()
        self._done, self._total = next(self._items, (self._total, self._total))

    def _write(self) -> None:
        self.bar.setMaximum(self._total)
        self.bar.setValue(self._done)
        self.bar.setAccessibleDescription(f"{self._done // self._stride} of {self._total // self._stride}")
        at_start = self._done == 0 or self._over
        words = self._words.stop if self.playing else self._words.start if at_start else self._words.go_on
        if words != self.play_button.text():
            self.play_button.setText(words)
            self.play_button.setAccessibleName(self._spoken(words))
        self.step_button.setEnabled(not self._over)
        self.reset_button.setEnabled(self._done > 0)

    def _spoken(self, words: str) -> str:
        """What is written on a button, without its sign, and what it plays."""
        return f"{words.strip('▶❚ ')}: {self._name}"

    def _lay_out(self, steps: bool) -> None:
        self.play_button.setAccessibleName(self._spoken(self._words.start))
        self.step_button.setAccessibleName(f"One step: {self._name}")
        self.reset_button.setAccessibleName(f"Back to the start: {self._name}")
        self.step_button.setVisible(steps)
        self.reset_button.setVisible(steps)
        self.bar.setAccessibleName(f"Progress: {self._name}")
        self.bar.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 2)
        row.setSpacing(6)
        for widget in (self.play_button, self.step_button, self.reset_button):
            row.addWidget(widget)
        row.addWidget(self.bar, 1)
