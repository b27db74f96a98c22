"""The buttons that run a laboratory, and how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.texts import text_of
from attnviz.ui.widgets.training.runner import Runner, Steps


@dataclass(frozen=True, slots=True)
class PlayerWords:
    """What is written on the play button before, while and after it was pressed."""

    start: str = "▶ Play"
    stop: str = "❚❚ Pause"
    go_on: str = "▶ Play"


class LabPlayer(QWidget):
    """Play, pause, step, reset and a progress bar for whatever `begin` begins. Rests while it cannot be seen.

    Two players in two windows can share what they run: either moves it, both show it.
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
        self._name, self._words = name, words or PlayerWords()
        self._runner = Runner(begin, self, pace=pace, stride=stride)
        self._behind = False  # it moved while this player was out of sight
        self.play_button, self.step_button = QPushButton(self._words.start, self), QPushButton("Step", self)
        self.reset_button, self.bar = QPushButton("Reset", self), QProgressBar(self)
        self._connect()
        self._lay_out(steps)
        self.play_button.clicked.connect(self.toggle)
        self.step_button.clicked.connect(self.step)
        self.reset_button.clicked.connect(self.reset)
        self._write()

    @property
    def playing(self) -> bool:
        """Whether it runs by itself."""
        return self._runner.playing

    @property
    def progress(self) -> tuple[int, int]:
        """Steps done, and steps in all."""
        return self._runner.done, self._runner.total

    def share(self, other: LabPlayer) -> None:
        """Run what `other` runs, from where it is."""
        old = self._runner
        for signal, slot in ((old.started, self.started), (old.moved, self._hear), (old.turned, self._write)):
            signal.disconnect(slot)
        old.watch(self, False)
        self._runner = other._runner
        self._connect()
        self._runner.watch(self, self.isVisible())
        self._write()
        self.moved.emit()

    def play(self) -> None:
        """Run by itself, from the start when it is at its end."""
        self._runner.play()

    def pause(self) -> None:
        """Stay where it is."""
        self._runner.pause()

    def toggle(self) -> None:
        """Play, or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step(self) -> None:
        """Take one step and stay there."""
        self._runner.step()

    def reset(self) -> None:
        """Go back to the start and stay there."""
        self._runner.reset()

    def catch_up(self) -> None:
        """Tell of what happened while this player was out of sight."""
        if self._behind:
            self._behind = False
            self.moved.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Go on from where the laboratory is now."""
        super().showEvent(event)
        self._runner.watch(self, True)
        self.catch_up()

    def hideEvent(self, event: QHideEvent) -> None:
        """Rest: another frame is on show, or the window is put away."""
        super().hideEvent(event)
        self._runner.watch(self, False)

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

    def _write(self) -> None:
        runner = self._runner
        self.bar.setMaximum(runner.total)
        self.bar.setValue(runner.done)
        self.bar.setAccessibleDescription(f"{runner.done // runner.stride} of {runner.total // runner.stride}")
        at_start = runner.done == 0 or runner.over
        words = self._words.stop if runner.playing else self._words.start if at_start else self._words.go_on
        if words != self.play_button.text():
            self.play_button.setText(words)
            self.play_button.setAccessibleName(self._spoken(words))
        self.step_button.setEnabled(not runner.over)
        self.reset_button.setEnabled(runner.done > 0)

    def _spoken(self, words: str) -> str:
        """What is written on a button, without its sign, and what it plays."""
        return f"{words.strip('▶❚ ')}: {self._name}"

    def _hear(self) -> None:
        """The laboratory moved. A player out of sight draws nothing while another one is seen."""
        if self.isVisible() or not self._runner.watched:
            self._behind = False
            self.moved.emit()
        else:
            self._behind = True

    def _connect(self) -> None:
        self._runner.started.connect(self.started)
        self._runner.moved.connect(self._hear)
        self._runner.turned.connect(self._write)

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
