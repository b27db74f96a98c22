"""Keeps the map's pictures in step with the frames while the map is on show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QSize, Qt, QTimer, Signal

from attnviz.board.schema import FRAME_IDS
from attnviz.ui.settings import Remembered
from attnviz.ui.stage import Stage
from attnviz.ui.widgets.map.map_view import MapView
from attnviz.ui.widgets.panels.glossary_panel import GlossaryPanel

EVERY: Final = 200  # milliseconds between two rounds of pictures: at most 5 a second


class Map(QObject):
    """The stage's page that shows all frames. Its pictures are taken in rounds, one frame each turn of the event loop.

    While it is open the glossary is put aside, so that the pictures are larger; F8 brings it back.
    """

    opened = Signal(str)  # a frame that the viewer wants live, by its id
    changed = Signal()  # the map was opened or left

    def __init__(self, stage: Stage, glossary: GlossaryPanel, remembered: Remembered) -> None:
        """`remembered` tells whether a live frame has the glossary beside it."""
        super().__init__(stage)
        self._stage, self._glossary, self._remembered = stage, glossary, remembered
        self.view = MapView([stage.board.frames[frame_id].rail for frame_id in FRAME_IDS])
        stage.addWidget(self.view)
        self._was_open = False
        self._wanted: set[str] = set()  # frames to be drawn in the next round
        self._waiting: list[str] = []  # frames still to be drawn in this one
        self._again = False  # a frame shown for the first time typesets its formulas when idle: draw it once more
        self._since = QElapsedTimer()
        self._rounds, self._turns = QTimer(self), QTimer(self)
        for timer, slot in ((self._rounds, self._begin), (self._turns, self._draw_next)):
            timer.setSingleShot(True)
            timer.timeout.connect(slot)
        self._rounds.setTimerType(Qt.TimerType.PreciseTimer)  # others may fire early
        stage.shown.connect(self.refresh)
        stage.currentChanged.connect(self._turned)
        self.view.resized.connect(self._take_size)
        self.view.rested.connect(self._sharpen)
        self.view.hidden.connect(self._rest)
        self.view.opened.connect(self._open)

    @property
    def is_open(self) -> bool:
        """Whether the map is what the stage shows."""
        return self._stage.currentWidget() is self.view

    @property
    def settled(self) -> bool:
        """Whether no picture waits to be drawn."""
        return not (self._rounds.isActive() or self._turns.isActive())

    def toggle_map(self) -> None:
        """Open the map, everything in view and the live frame chosen, or go back to that frame."""
        if self.is_open:
            self.leave()
            return
        self._since.invalidate()
        self._stage.setCurrentWidget(self.view)
        self.view.set_here(FRAME_IDS.index(self._stage.frame_id))
        self._take_size()
        self.view.take_focus()

    def leave(self) -> bool:
        """Go back to the live frame; whether the map was open."""
        if self.is_open:
            self._stage.return_to_frame()
            self._stage.frame.setFocus()
            return True
        return False

    def refresh(self) -> None:
        """The frames may show something else now: take new pictures, as soon as it is time."""
        self._want(FRAME_IDS)

    def _want(self, frames: Iterable[str]) -> None:
        if self.is_open and self.view.isVisible():
            self._wanted.update(frames)
            if not self._rounds.isActive():
                self._rounds.start(max(EVERY - self._since.elapsed(), 0) if self._since.isValid() else 0)

    def _begin(self) -> None:
        self._since.start()
        self._waiting = sorted({*self._wanted, *self._waiting}, key=self._order)
        self._wanted.clear()
        self._turns.start(0)

    def _order(self, frame_id: str) -> int:
        """The live frame first."""
        return -1 if frame_id == self._stage.frame_id else FRAME_IDS.index(frame_id)

    def _draw_next(self) -> None:
        frame_id = self._waiting.pop(0)
        number = FRAME_IDS.index(frame_id)
        self._again |= self._stage.bring_up(frame_id, self._frame_size())
        picture = self._stage.picture(frame_id, self.view.scale(number))
        self.view.set_picture(number, picture, self._stage.words_of(frame_id))
        if self._waiting:
            self._turns.start(0)
        elif self._again:
            self._again = False
            self.refresh()

    def _turned(self) -> None:
        if self.is_open != self._was_open:
            self._was_open = self.is_open
            self._glossary.setVisible(self._remembered.glossary and not self.is_open)
            self.changed.emit()

    def _frame_size(self) -> QSize:
        """How large a frame is when it is live."""
        aside = self._remembered.glossary and not self._glossary.isVisible()
        return self._stage.size() - (self._glossary.taken() if aside else QSize(0, 0))

    def _take_size(self) -> None:
        if self.is_open:
            self.view.set_frame_size(self._frame_size())
            self.refresh()

    def _sharpen(self) -> None:
        soft = [frame_id for number, frame_id in enumerate(FRAME_IDS) if not self.view.sharp(number)]
        if soft:
            self._want(soft)

    def _rest(self) -> None:
        self._rounds.stop()
        self._turns.stop()
        self._wanted.clear()
        self._waiting.clear()
        self._again = False

    def _open(self, number: int) -> None:
        self.opened.emit(FRAME_IDS[number])
