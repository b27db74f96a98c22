"""Keeps the presenter's panel in step: what comes next, what to say, how late it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTime, QTimer
from PySide6.QtWidgets import QBoxLayout, QMainWindow

from attnviz.board.schema import FRAME_IDS
from attnviz.ui.presenting.talk import Talk
from attnviz.ui.presenting.words import answers_of, deeds, times_of
from attnviz.ui.stage import Stage
from attnviz.ui.widgets.presenting.panel import PresenterPanel

SETTLES: Final = 300  # milliseconds without a change before the next frame's picture is taken


class PresenterSide(QObject):
    """The panel in the presenter's window, and the picture of the next frame for it."""

    def __init__(self, window: QMainWindow, stage: Stage, *, notes: bool) -> None:
        super().__init__(window)
        self._window, self._stage = window, stage
        self._next = ""  # the frame that comes next
        self.panel = PresenterPanel(deeds(), notes=notes)
        self.panel.setParent(window.centralWidget())
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(SETTLES)
        self._later.timeout.connect(self._show_picture)

    @property
    def shown(self) -> bool:
        """Whether the panel is on show."""
        return not self.panel.isHidden()

    def place(self, beside: QBoxLayout, below: QBoxLayout) -> int:
        """Put the panel beside the frame, or below it; returns the width that it takes."""
        if not self.shown:
            return 0
        is_beside = self.panel.beside(self._window.width())
        home = beside if is_beside else below
        if home.indexOf(self.panel) < 0:
            home.addWidget(self.panel)
        self.panel.place(self._window.width(), self._window.height())
        return self.panel.maximumWidth() if is_beside else 0

    def show_frame(self, talk: Talk) -> None:
        """Notes, answers and times of the present frame; the next one's picture a little later."""
        if not self.shown:
            return
        board, frame_id = self._stage.board, FRAME_IDS[talk.frame]
        self.panel.show_words(board.frames[frame_id].notes, answers_of(board, frame_id))
        self.show_times(talk)
        self._next = FRAME_IDS[talk.frame + 1] if talk.frame + 1 < len(FRAME_IDS) else ""
        self._later.start()  # a drag must not wait for it

    def show_times(self, talk: Talk) -> None:
        """The time of day, the time taken, the plan."""
        if self.shown:
            self.panel.show_times(times_of(talk, self._stage.board, QTime.currentTime().toString("HH:mm")))

    def show_states(self, on: Mapping[str, bool], banner: Sequence[str]) -> None:
        """Which buttons are down, and what must not be forgotten."""
        self.panel.show_states(on)
        self.panel.show_banner(banner)

    def put_away(self) -> None:
        """Presenting has ended, for now."""
        self._later.stop()
        self.panel.hide()

    def _show_picture(self) -> None:
        if not self._next:
            self.panel.show_next("Next: the end of the board", None)
            return
        stage, scale = self._stage, self._window.devicePixelRatioF() / 2
        stage.bring_up(self._next, stage.size())
        name = f"Next: {FRAME_IDS.index(self._next) + 1} {stage.board.frames[self._next].rail}"
        self.panel.show_next(name, stage.picture(self._next, scale), stage.words_of(self._next))
