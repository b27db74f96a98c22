"""The laser pointer: where the presenter points on one stage, a spot is on the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Signal
from PySide6.QtGui import QMouseEvent, QWindow

from attnviz.ui.stage import Stage
from attnviz.ui.widgets.presenting.laser_spot import LaserSpot, counterpart

SHARE: Final = 0.02  # of the stage's width, for one press of an arrow


class Laser(QObject):
    """Follows the pointer over `here` and puts a spot on `there`, and one on `here` for whoever aims by keys."""

    aimed = Signal(bool)  # whether what is pointed at is on show over there

    def __init__(self, here: Stage, there: Stage, spot: LaserSpot) -> None:
        super().__init__(here)
        self._here, self._there, self._spot = here, there, spot
        self._own = LaserSpot(here)
        self._at: QPoint | None = None  # on `here`
        self._windows: tuple[QWindow, ...] = ()

    @property
    def on(self) -> bool:
        """Whether it is on."""
        return bool(self._windows)

    def set_on(self, on: bool) -> None:
        """Begin in the middle, or where it was; or put the spots away."""
        if on == self.on:
            return
        for window in self._windows:
            window.removeEventFilter(self)
        self._windows = ()
        if not on:
            self._spot.show_at(None)
            self._own.show_at(None)
            return
        handles = (self._here.window().windowHandle(), self._there.window().windowHandle())
        self._windows = tuple(handle for handle in handles if handle is not None)
        for window in self._windows:
            # The window's own events tell of every move: a widget is told only when it has asked for it.
            window.installEventFilter(self)
        self._aim(self._here.rect().center() if self._at is None else self._at, by_keys=True)

    def move(self, right: int, down: int) -> None:
        """Move the spot by so many steps."""
        step = max(round(self._here.width() * SHARE), 1)
        at = (self._at or self._here.rect().center()) + QPoint(right * step, down * step)
        inside = self._here.rect()
        at = QPoint(min(max(at.x(), 0), inside.right()), min(max(at.y(), 0), inside.bottom()))
        self._aim(at, by_keys=True)

    def look_again(self) -> None:
        """The frames have changed under the pointer."""
        if self._at is not None and self.on:
            self._aim(self._at, by_keys=self._own.isVisible())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            stage = self._here if watched is self._windows[0] else self._there
            at = stage.mapFromGlobal(event.globalPosition().toPoint())
            if stage is self._there:
                self._spot.show_at(QPointF(at))
            elif stage.rect().contains(at):
                self._aim(at, by_keys=False)
        return False

    def _aim(self, at: QPoint, *, by_keys: bool) -> None:
        self._at = at
        self._own.show_at(QPointF(at) if by_keys else None)
        point = self._over_there(at)
        self._spot.show_at(point)
        self.aimed.emit(point is not None)

    def _over_there(self, at: QPoint) -> QPointF | None:
        """The same place on the other stage; None while it shows another frame or another page."""
        here, there = self._here, self._there
        if here.frame_id != there.frame_id or here.currentWidget() is not here.frame:
            return None
        point = counterpart(here.frame.mapFrom(here, at), here.frame, there.frame)
        return None if point is None else QPointF(there.frame.mapTo(there, point.toPoint()))
