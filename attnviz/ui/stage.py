"""Shows one frame at a time: makes it on first show, computes what it draws, hands it over."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtWidgets import QStackedWidget

from attnviz.board.schema import Board
from attnviz.core.state import LabState
from attnviz.experiments import FRAME_IDS, MODULES, Experiment, Table, experiment
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look, spread_look
from attnviz.ui.widgets.layout import Card

NOTCH: Final = 120  # eighths of a degree of the wheel


def frame_class(frame_id: str) -> type[Frame]:
    """The class in frames/ that carries this id. Raises KeyError for an unknown one."""
    module = import_module(f"attnviz.frames.{MODULES[frame_id]}")
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Frame) and value.id == frame_id:
            return value
    raise KeyError(f"{module.__name__} has no frame called {frame_id}")


class Results:
    """What was computed last. Stages that share it compute a frame that they both show only once."""

    def __init__(self) -> None:
        self._asked: tuple[str, LabState, Board] | None = None
        self._result: Any = None

    def of(self, frame_id: str, state: LabState, board: Board) -> Any:
        """What follows from a state in a frame."""
        last = self._asked
        if last is None or last[0] != frame_id or last[2] is not board or last[1] != state:
            self._result = experiment(frame_id).compute(state, board)
            self._asked = (frame_id, state, board)
        return self._result


class Stage(QStackedWidget):
    """The visible frame. Only that one is computed, and for the map those that are brought up.

    A stage can be the twin of another: it shows the same state in frames of its own and shares what has a past.
    """

    wish = Signal(dict)
    stroke = Signal(bool)
    go = Signal(str)
    more = Signal()
    term = Signal(str)
    command = Signal(str)
    refreshed = Signal()  # the visible frame was given a state
    sized = Signal(int)  # larger (1) or smaller (-1) text asked for
    shown = Signal()  # its pictures have changed: with a state, or its laboratory has gone on

    def __init__(self, board: Board, twin: Stage | None = None) -> None:
        super().__init__()
        self.board = board
        self._twin = twin
        self._results: Results = Results() if twin is None else twin._results
        self.frame_id = ""
        self.result: Any = None
        self._state = LabState()
        self._turned = 0  # of a notch of the wheel, in eighths of a degree
        self._look: Look | None = None
        self._frames: dict[str, Frame] = {}
        self._shows: dict[str, LabState] = {}  # what each frame shows, as far as it need not be shown again
        # The other frames are made one by one while the viewer reads the first, so that turning to them is instant.
        self._warm_up = QTimer(self)
        self._warm_up.timeout.connect(self._make_next)

    def event(self, event: QEvent) -> bool:
        """A drag ends when another window takes over: its release never comes here."""
        if event.type() == QEvent.Type.WindowDeactivate:
            self.stroke.emit(False)
        return super().event(event)

    @property
    def frame(self) -> Frame:
        """The visible frame."""
        return self._frames[self.frame_id]

    @property
    def state(self) -> LabState:
        """The state that the visible frame shows."""
        return self._state

    @property
    def words(self) -> str:
        """What the visible frame's pictures say now."""
        laboratory = self.frame.laboratory()
        return laboratory.spoken() if laboratory else self._experiment.spoken(self._state, self.result)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The numbers behind the visible frame's pictures."""
        laboratory = self.frame.laboratory()
        return laboratory.tables() if laboratory else self._experiment.tables(self._state, self.result)

    @property
    def _experiment(self) -> Experiment:
        return experiment(self.frame_id)

    def numbers(self) -> dict[str, object]:
        """The same, ready for JSON."""
        laboratory = self.frame.laboratory()
        return laboratory.numbers() if laboratory else self._experiment.numbers(self._state, self.result)

    def labels(self) -> dict[str, list[str]]:
        """Frame id -> names of the pictures and controls of each frame made so far."""
        for frame in self._frames.values():
            if frame.built:
                frame.finish()
        return {
            frame_id: [card.name for card in frame.findChildren(Card) if card.name]
            + [control.label.text() for control in frame.controls if control.label.text()]
            for frame_id, frame in self._frames.items()
        }

    def open(self, frame_id: str, state: LabState) -> None:
        """Turn to a frame and show the state in it."""
        frame = self._built(frame_id)
        self.frame_id = frame_id
        self.refresh(state)
        self.setCurrentWidget(frame)

    def refresh(self, state: LabState) -> None:
        """Compute and show the visible frame."""
        self._state = state
        self.result = self._show(self.frame_id)
        self.refreshed.emit()
        self.shown.emit()

    def return_to_frame(self) -> None:
        """Show the frame again that was visible before another page was."""
        self.setCurrentWidget(self.frame)

    def bring_up(self, frame_id: str, size: QSize) -> bool:
        """Make a frame show the present state out of sight, in this size; False when it does so already."""
        frame = self._built(frame_id)
        frame.resize(size)
        if self._shows.get(frame_id) == self._state:
            return False
        self._show(frame_id)
        return True

    def picture(self, frame_id: str, scale: float) -> QImage:
        """What a frame shows now, at `scale` device pixels a pixel. Raises KeyError for one not brought up."""
        frame = self._frames[frame_id]
        image = QImage(frame.size() * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(frame.palette().window().color())
        frame.render(image)
        return image

    def words_of(self, frame_id: str) -> str:
        """The live words of a frame that was brought up."""
        return self._frames[frame_id].words.accessibleName()

    def set_board(self, board: Board) -> None:
        """Take over a board with other heads in its library."""
        self.board = board
        self._shows.clear()
        for frame in self._frames.values():
            frame.board = board

    def set_look(self, look: Look) -> None:
        """Remember the look for frames still to be made; those that exist are told by whoever spreads it."""
        self._look = look
        self._shows.clear()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl: one size of the text for each notch, whatever the device sends for it."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        turned = self._turned + event.angleDelta().y()
        notches = int(turned / NOTCH)
        self._turned = turned - notches * NOTCH
        if notches:
            self.sized.emit(1 if notches > 0 else -1)

    def warm_up(self) -> None:
        """Make the other frames in the background."""
        self._warm_up.start(300)  # the first frame is on screen by then

    def rest(self) -> None:
        """Stop making frames."""
        self._warm_up.stop()

    def _show(self, frame_id: str) -> Any:
        its = experiment(frame_id)
        result = self._results.of(frame_id, self._state, self.board)
        self._frames[frame_id].show_all(self._state, result, its.spoken(self._state, result))
        self._shows[frame_id] = self._state
        return result

    def _make(self, frame_id: str) -> Frame:
        if frame_id not in self._frames:
            frame = frame_class(frame_id)(self.board)
            for signal in ("wish", "stroke", "go", "more", "term", "command"):
                getattr(frame, signal).connect(getattr(self, signal))
            frame.moved.connect(self.shown)
            if self._look is not None:
                frame.set_look(self._look)
            self._frames[frame_id] = frame
            self.addWidget(frame)
        return self._frames[frame_id]

    def _built(self, frame_id: str) -> Frame:
        frame = self._make(frame_id)
        if not frame.built:
            frame.build()
            if self._twin is not None:
                frame.share(self._twin._built(frame_id))
        return frame

    def _make_next(self) -> None:
        self._warm_up.setInterval(60)
        for frame_id in FRAME_IDS:
            if frame_id not in self._frames or not self._frames[frame_id].built:
                self._make(frame_id).resize(self.size())
                frame = self._built(frame_id)
                if self._look is not None:
                    spread_look(frame, self._look)
                return
        for frame in self._frames.values():
            frame.finish()
        self._warm_up.stop()
