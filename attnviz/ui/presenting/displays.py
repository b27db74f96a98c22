"""The displays of this machine, known by what they are and never by their number, and how a window gets onto one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

BETWEEN: Final = "|"  # the parts of an identity


def identity(screen: QScreen) -> str:
    """Manufacturer, model, serial number and the plug's name: the same after it was unplugged and came back."""
    return BETWEEN.join((screen.manufacturer(), screen.model(), screen.serialNumber(), screen.name()))


def title(screen: QScreen) -> str:
    """What to call a display: its maker and model where they are known, and its plug."""
    maker = " ".join(part for part in (screen.manufacturer(), screen.model()) if part)
    return f"{maker} ({screen.name()})" if maker and maker != screen.name() else screen.name() or "the display"


class Displays(QObject):
    """The displays there are now. `lost` comes before a display is gone, `found` when there is one more."""

    found = Signal(object)  # the QScreen
    lost = Signal(object)  # the QScreen

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lost: QScreen | None = None  # Qt still names it while it goes
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._add)
        app.screenRemoved.connect(self._remove)

    @property
    def screens(self) -> list[QScreen]:
        """The displays there are. Asked each time: Python's hold on one ends with whoever asked before."""
        return [screen for screen in QGuiApplication.screens() if screen is not self._lost]

    def titles(self) -> list[str]:
        """What the displays are called."""
        return [title(screen) for screen in self.screens]

    def named(self, name: str) -> QScreen | None:
        """The display whose title or identity holds `name`, whatever the case of its letters; None for no or for two.

        One that is called exactly so goes before others that only contain it.
        """
        wanted = name.strip().casefold()
        exact = [screen for screen in self.screens if wanted in (screen.name().casefold(), title(screen).casefold())]
        found = exact or [
            screen for screen in self.screens if wanted and wanted in f"{title(screen)} {identity(screen)}".casefold()
        ]
        return found[0] if len(found) == 1 else None

    def for_audience(self, remembered: str, presenter: QScreen) -> QScreen | None:
        """The remembered display, else one that is not the primary, the presenter's last. None with only one."""
        if len(self.screens) < 2:
            return None
        known = self.known(remembered)
        if known is not None:
            return known
        primary = QGuiApplication.primaryScreen()
        others = [screen for screen in self.screens if screen is not primary]
        return next((screen for screen in others if screen is not presenter), others[0])

    def known(self, remembered: str) -> QScreen | None:
        """The display with this identity; the same device at another plug counts, if it has a serial number."""
        for screen in self.screens:
            if identity(screen) == remembered:
                return screen
        device = remembered.split(BETWEEN)[:3]
        same = [screen for screen in self.screens if identity(screen).split(BETWEEN)[:3] == device]
        return same[0] if len(same) == 1 and len(device) == 3 and device[2] else None

    def other_than(self, screen: QScreen | None) -> QScreen | None:
        """A display besides this one, the primary before others."""
        primary = QGuiApplication.primaryScreen()
        others = [other for other in self.screens if other is not screen]
        return primary if primary in others else next(iter(others), None)

    def _add(self, screen: QScreen) -> None:
        self._lost = None
        self.found.emit(screen)

    def _remove(self, screen: QScreen) -> None:
        self._lost = screen
        self.lost.emit(screen)


def fill(window: QWidget, screen: QScreen) -> None:
    """Show a window full screen on a display."""
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.setScreen(screen)
    window.move(screen.geometry().topLeft())  # setScreen alone leaves it where it is
    window.showFullScreen()


def move_to(window: QWidget, screen: QScreen) -> None:
    """Bring a window onto a display, as large as it is where there is room, wholly in view."""
    state = window.windowState()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.setScreen(screen)
    window.setGeometry(fitted(window.geometry(), screen.availableGeometry()))
    if state & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen):
        window.setWindowState(state)


def bring_into_view(window: QWidget, screens: Sequence[QScreen]) -> None:
    """Bring a window wholly onto one of these displays: the one that shows the most of it, else the first."""
    if screens and not any(screen.availableGeometry().contains(window.geometry()) for screen in screens):
        move_to(window, max(screens, key=_Shown(window)))


def is_on(window: QWidget, screen: QScreen) -> bool:
    """Whether a window is where it was put; a window system may have had other ideas."""
    handle = window.windowHandle()
    return handle is not None and handle.screen() is screen


def fitted(window: QRect, room: QRect) -> QRect:
    """A window of this size in the middle of the room, no larger than it."""
    frame = QRect(0, 0, min(window.width(), room.width()), min(window.height(), room.height()))
    frame.moveCenter(room.center())
    return frame


class _Shown:
    """How much of a window a display shows, for `max`."""

    def __init__(self, window: QWidget) -> None:
        self._window = window.geometry()

    def __call__(self, screen: QScreen) -> int:
        part = screen.availableGeometry().intersected(self._window)
        return part.width() * part.height() if part.isValid() else 0
