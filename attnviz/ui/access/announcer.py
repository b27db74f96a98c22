"""Says once what the viewer's own action has changed, when the hand has come to rest."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.experiments.changes import gist, what_changed
from attnviz.frames.base import Frame
from attnviz.ui.access.interfaces import install, is_picture

REST: Final = 400  # milliseconds without a change


class Announcer(QObject):
    """Collects changes of the state and turns of the frame, and announces them as one."""

    def __init__(self, window: QWidget, state: LabState) -> None:
        super().__init__(window)
        install()
        self._window = window
        self._before = self._after = state
        self._words = self._old_words = ""
        self._turn = ""
        self._described: tuple[QWidget | None, str] = (None, "")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST)
        self._timer.timeout.connect(self._announce)
        self._picture: QWidget | None = None  # the one that has the focus, if one has
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._watch)

    def turn_to(self, frame: Frame) -> None:
        """Another frame is on show."""
        self._turn = f"{frame.text.rail}, frame {FRAME_IDS.index(frame.id) + 1} of {len(FRAME_IDS)}"
        self._words = frame.words.accessibleName()
        self._timer.start()

    def follow(self, state: LabState, frame: Frame) -> None:
        """The frame shows `state`. The field that is playing by itself is not announced."""
        self._words, playing = frame.words.accessibleName(), frame.playing
        by_itself: dict[str, Any] = {playing: getattr(state, playing)} if playing else {}
        others = replace(self._after, **by_itself) != state
        self._after = state
        if others:
            self._timer.start()
        elif by_itself:
            self._settle(state)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key in a picture may move in it without a change of the state."""
        if event.type() == QEvent.Type.KeyPress:
            self._timer.start()
        return False

    def rest(self) -> None:
        """Say nothing more."""
        self._timer.stop()

    def _watch(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._picture is not None:
            self._picture.removeEventFilter(self)
            self._picture = None
        if now is not None and is_picture(now) and self._window.isAncestorOf(now):
            self._picture = now
            self._described = (now, now.accessibleDescription())  # it is read on arriving
            now.installEventFilter(self)

    def _announce(self) -> None:
        parts = [self._turn, self._response()] if self._turn else [self._response(), self._context()]
        said = ". ".join(part.rstrip(".") for part in parts if part)
        self._settle(self._after)
        if said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, said))

    def _response(self) -> str:
        """The settings that changed, but for the one whose control has just been read."""
        field = _field_of(QApplication.focusWidget())
        return what_changed(self._before, self._after, {field})

    def _context(self) -> str:
        """What the picture under the hand says; where there is none, what the live words say."""
        focus = QApplication.focusWidget()
        if focus is not None and _field_of(focus) == "" and self._window.isAncestorOf(focus):
            described = focus.accessibleDescription()
            if described and (focus, described) != self._described:
                return gist(described)
        return gist(self._words) if self._words != self._old_words else ""

    def _settle(self, state: LabState) -> None:
        self._before = self._after = state
        self._old_words, self._turn = self._words, ""
        focus = QApplication.focusWidget()
        self._described = (focus, focus.accessibleDescription() if focus is not None else "")


def _field_of(widget: QWidget | None) -> str:
    """The field of the state whose control has the focus; "" for none."""
    while widget is not None:
        field = getattr(widget, "field", None)
        if isinstance(field, str):
            return field
        widget = widget.parentWidget()
    return ""
