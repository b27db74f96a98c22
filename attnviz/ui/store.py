"""The one holder of the state: takes wishes, keeps undo, tells the window once per turn of the event loop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from attnviz.core.library import Library, settle
from attnviz.core.state import LabState, apply

# Pointing at things is not worth an undo step of its own.
PASSING: Final = frozenset({"part", "query", "key", "row", "column", "head", "layer", "step"})
DEPTH: Final = 200


@dataclass(frozen=True, slots=True)
class Step:
    """A change that can be taken back: the states before and after it."""

    before: LabState
    after: LabState


class Store(QObject):
    """Holds the present `LabState`. `changed` comes once for all changes of one turn of the event loop."""

    changed = Signal(object)  # the LabState
    noted = Signal(str)  # what the viewer should be told about a change

    def __init__(self, state: LabState | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = apply(state or LabState(), {}).state  # what is picked in it exists
        self._library: Library | None = None  # what heads can be taken from; None is not known yet
        self._past: list[Step] = []
        self._future: list[Step] = []
        self._in_stroke = False
        self._stroke_kept = False
        # Coalesced, never debounced: a drag is followed at once, however many values it sends.
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._tell)

    @property
    def state(self) -> LabState:
        """The present state."""
        return self._state

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to take back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether a step was taken back."""
        return bool(self._future)

    def apply(self, changes: Mapping[str, Any]) -> None:
        """Change fields of the state, clamped; one undo step, or a part of the present stroke's."""
        applied = apply(self._state, changes)
        for note in applied.notes:
            self.noted.emit(note)
        state = self._settled(applied.state)
        if state == self._state:
            # A control may show a value that was refused: tell the window, so that it shows the real one.
            self._timer.start()
            return
        if not set(changes) <= PASSING:
            self._keep(state)
        self._move_to(state)

    def set_library(self, library: Library) -> None:
        """Take heads from nowhere else from now on; whatever way leads to a source that is not there.

        Leaving a source that was put away is no step: taking it back would not bring it back.
        """
        self._library = library
        state = self._settled(self._state)
        if state != self._state:
            self._move_to(state)

    def stroke(self, began: bool) -> None:
        """A drag begins (True) or ends (False): its changes are one undo step."""
        self._in_stroke, self._stroke_kept = began, False

    def undo(self) -> None:
        """Take back one step."""
        if self._past:
            step = self._past.pop()
            self._future.append(step)
            self._stroke_kept = False
            self._move_to(self._with_pointing(step.before, step.after))

    def redo(self) -> None:
        """Do again what was taken back."""
        if self._future:
            step = self._future.pop()
            self._past.append(step)
            self._stroke_kept = False
            self._move_to(self._with_pointing(step.after, step.before))

    def reset(self) -> None:
        """Back to the lesson's own settings, as one step that can be taken back."""
        if self._state != LabState():
            self._stroke_kept = False
            self._keep(LabState())
            self._move_to(LabState())

    def toggle_scale(self) -> None:
        """Divide by the root of the key width, or not at all."""
        self.apply({"scale_exponent": 0.5 if self._state.scale_exponent == 0 else 0.0})

    def toggle_causal(self) -> None:
        """Hide the future, or not."""
        self.apply({"causal": not self._state.causal})

    def toggle_lock(self) -> None:
        """Keep heads × key width, or not."""
        self.apply({"locked": not self._state.locked})

    def reseed(self) -> None:
        """Draw again with the next seed."""
        self.apply({"seed": self._state.seed + 1})

    def _keep(self, after: LabState) -> None:
        self._future.clear()
        if self._in_stroke and self._stroke_kept:
            self._past[-1] = Step(self._past[-1].before, after)
            return
        self._stroke_kept = True
        self._past.append(Step(self._state, after))
        del self._past[:-DEPTH]

    def _with_pointing(self, target: LabState, other: LabState) -> LabState:
        """`target`, but with the present pointing where the step itself did not move it."""
        kept = {name: getattr(self._state, name) for name in PASSING if getattr(target, name) == getattr(other, name)}
        return apply(target, kept, follow_lock=False).state

    def _settled(self, state: LabState) -> LabState:
        """The state as far as there is something behind it; what was left is noted."""
        if self._library is None:
            return state
        settled = settle(state, self._library)
        for note in settled.notes:
            self.noted.emit(note)
        return settled.state

    def _move_to(self, state: LabState) -> None:
        self._state = self._settled(state)
        self._timer.start()

    def _tell(self) -> None:
        self.changed.emit(self._state)
