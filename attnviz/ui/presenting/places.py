"""Where the two windows are while presenting: on which display, swapped, lost, found again."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QWidget

from attnviz.ui.presenting.displays import Displays, bring_into_view, fill, fitted, identity, is_on, move_to, title
from attnviz.ui.settings import Remembered

SHARED: Final = QSize(1280, 720)  # the audience's window when it is shared by another program
LANDS: Final = 300  # milliseconds after which a window is where it was put, or somewhere else


class Places(QObject):
    """Puts the presenter's window and the audience's onto displays and keeps watch over both."""

    told = Signal(str)  # something that the presenter should know
    lost = Signal()  # the audience's display has gone; its window is put away
    offered = Signal(str)  # a display that was not there before, by its title

    def __init__(self, presenter: QWidget, remembered: Remembered) -> None:
        super().__init__(presenter)
        self._presenter, self._remembered = presenter, remembered
        self.displays = Displays(self)
        self.mode = ""  # "display", "solo": over the presenter's on the only one, or "window": to be shared
        self._audience: QWidget | None = None
        self._screen: QScreen | None = None  # where the audience's window was put
        self._new: QScreen | None = None  # what was offered
        self._landing = QTimer(self)
        self._landing.setSingleShot(True)
        self._landing.setInterval(LANDS)
        self._landing.timeout.connect(self._check)
        self.displays.lost.connect(self._lose)
        self.displays.found.connect(self._find)

    @property
    def away(self) -> bool:
        """Whether the audience's window is put away because its display has gone."""
        return self._audience is not None and self._screen is None

    def choose(self) -> bool:
        """Decide where the audience's window goes; False when somebody must be asked first."""
        screen = self.displays.for_audience(self._remembered.audience, self._presenter.screen())
        if screen is not None:
            self.mode, self._screen = "display", screen
        elif self.mode == "display":
            self.mode = ""
        return bool(self.mode)

    def prefer(self, name: str) -> str:
        """Remember the display that is called so; what to say when there is none."""
        screen = self.displays.named(name)
        if screen is None:
            return f"--screen {name}: choose {', '.join(self.displays.titles())}"
        self._remembered.audience = identity(screen)
        return ""

    def room(self) -> QSize:
        """How large the audience's window is going to be."""
        screen = self._screen if self.mode == "display" else self._presenter.screen()
        return SHARED if self.mode == "window" or screen is None else screen.size()

    def show(self, audience: QWidget) -> None:
        """Show the audience's window where it belongs, and the presenter's where it does not hide it."""
        self._audience = audience
        here = self._presenter.screen()
        if self.mode == "display" and self._screen is not None:
            self._send(self._screen)
        elif self.mode == "solo":
            self._screen = here
            fill(audience, here)
        else:
            self._screen = here
            if not audience.isVisible():
                audience.setGeometry(fitted(QRect(QPoint(), SHARED), here.availableGeometry()))
            audience.showNormal()
        (audience if self.mode == "solo" else self._presenter).activateWindow()

    def put_away(self) -> None:
        """Presenting has ended, for now."""
        self._landing.stop()
        if self._audience is not None:
            self._audience.hide()
        self._audience = self._screen = self._new = None

    def swap(self) -> None:
        """Exchange the displays; bring the audience's window back where it was lost."""
        if self._audience is None:
            return
        here = self._presenter.screen()
        if self.away or self.mode != "display":
            target = self._new or self.displays.other_than(here)
        else:
            target = here if self._screen is not here else self.displays.other_than(here)
        if target is None or len(self.displays.screens) < 2:
            self.told.emit("There is only one display.")
            return
        self.mode, self._new = "display", None
        self._send(target)
        self._presenter.activateWindow()

    def _send(self, screen: QScreen) -> None:
        assert self._audience is not None
        self._screen = screen
        self._remembered.audience = identity(screen)
        if self._presenter.screen() is screen:
            other = self.displays.other_than(screen)
            if other is not None:
                move_to(self._presenter, other)
        fill(self._audience, screen)
        self._landing.start()

    def _check(self) -> None:
        """Say so when the window system had other ideas."""
        if self._audience is None or self._screen is None or is_on(self._audience, self._screen):
            return
        self.told.emit(f"The audience's window did not come up on {title(self._screen)}. Press S to swap the displays.")

    def _lose(self, screen: QScreen) -> None:
        if self._new is screen:
            self._new = None
        alone = self.mode == "display" and len(self.displays.screens) < 2  # both would lie on the one that is left
        if self._audience is not None and self._screen is not None and (screen is self._screen or alone):
            self._landing.stop()
            self._audience.hide()
            self._screen = None
            self.lost.emit()
        bring_into_view(self._presenter, self.displays.screens)

    def _find(self, screen: QScreen) -> None:
        if self._audience is not None:
            self._new = screen
            self.offered.emit(title(screen))
