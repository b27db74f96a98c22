"""Everything on the audience's side: its window once there is one, kept in step with the talk, and the laser's spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal

from attnviz.core.state import LabState
from attnviz.ui.access.motion import reduced
from attnviz.ui.deepen import Deepen
from attnviz.ui.presenting.talk import Talk
from attnviz.ui.settings import Remembered
from attnviz.ui.stage import Stage
from attnviz.ui.store import Store

if TYPE_CHECKING:
    from attnviz.ui.presenting.audience import AudienceWindow
    from attnviz.ui.presenting.laser import Laser
    from attnviz.ui.presenting.mirror import Mirror


class There(QObject):
    """Makes the audience's window at the first start and keeps it for the next: it need not be made again."""

    go = Signal(str)  # a frame asked for in that window
    asked = Signal(str)  # a term
    closed = Signal()
    glossary_closed = Signal()  # by its own button
    turned = Signal()  # the pages of its pictures, or the one on show, are others
    aimed = Signal()  # the laser points at something that is on show there, or no longer

    def __init__(self, stage: Stage, store: Store, deepen: Deepen, remembered: Remembered) -> None:
        """`stage` and `deepen` are the presenter's."""
        super().__init__(stage)
        self._stage, self._store, self._deepen, self._remembered = stage, store, deepen, remembered
        self.window: AudienceWindow | None = None
        self.unseen = False  # the laser points at what is on another page there
        self._laser: Laser | None = None
        self._reading: Mirror | None = None  # of the pages to read, once there are both
        deepen.changed.connect(self._read_too)

    def open(self, size: QSize, state: LabState) -> AudienceWindow:
        """The window, as large as it is going to be, showing what the presenter's shows."""
        window = self.window or self._make()
        window.resize(size)
        self.take_look()
        window.follow(self._stage.frame_id, state)
        window.show_glossary(self._remembered.glossary)
        self._read_too()
        return window

    def take_talk(self, before: Talk, talk: Talk) -> None:
        """Cover the picture, freeze it, aim, as the talk has it now."""
        window = self.window
        if window is None or self._laser is None:
            return
        if talk.blank != before.blank:
            window.cover.set_color(talk.blank)
        if talk.frozen != before.frozen:
            window.freeze(talk.frozen)
            self.follow(talk)
        self._laser.set_on(talk.laser and not talk.blank and not talk.frozen)

    def follow(self, talk: Talk) -> None:
        """Show what the presenter's window shows, unless the picture is frozen."""
        if self.window is None or not talk.on:
            return
        if not talk.frozen:
            self.window.follow(self._stage.frame_id, self._store.state)
            self._read_too()
        if self._laser is not None:
            self._laser.look_again()

    def move_spot(self, right: int, down: int) -> None:
        """Move the laser's spot by so many steps."""
        if self._laser is not None:
            self._laser.move(right, down)

    def turn_page(self, by: int) -> None:
        """Turn the pages of the audience's pictures."""
        if self.window is not None:
            pictures = self.window.stage.frame.pictures
            pictures.turn(pictures.page + by)

    def pages(self) -> tuple[list[str], int]:
        """The names of these pages, and the one on show."""
        if self.window is None or not self.window.stage.frame_id:
            return [], 0
        pictures = self.window.stage.frame.pictures
        return pictures.page_names, pictures.page

    def show_term(self, term: str) -> None:
        """Bring a term into view in both windows."""
        self._stage.frame.show_term(term)
        if self.window is not None:
            self.window.stage.frame.show_term(term)

    def show_glossary(self, on: bool) -> None:
        """Show the glossary under the frame, or put it away."""
        if self.window is not None:
            self.window.show_glossary(on)

    def take_look(self) -> None:
        """The theme or the motion may be another now."""
        if self.window is not None:
            self.window.set_theme(self._remembered.audience_theme, reduced_motion=reduced(self._remembered.motion))

    def rest(self) -> None:
        """Hide the window and leave nothing running."""
        if self.window is not None:
            self.window.rest()

    def close(self) -> None:
        """Let go of the window."""
        if self.window is not None:
            self.window.rest()
            self.window.deleteLater()
            self.window = self._laser = self._reading = None

    def _make(self) -> AudienceWindow:
        # They bring the frames along, for which the program's start does not wait.
        from attnviz.ui.presenting.audience import AudienceWindow
        from attnviz.ui.presenting.laser import Laser

        self.window = window = AudienceWindow(self._stage.board, self._stage)
        window.stage.wish.connect(self._store.apply)
        window.stage.stroke.connect(self._store.stroke)
        window.stage.command.connect(self._stage.command)
        for ask in (window.stage.go, window.glossary.go):
            ask.connect(self.go)
        for ask in (window.glossary.asked, window.deepen.asked):
            ask.connect(self.asked)
        window.deepen.changed.connect(self._read_here)
        window.closed.connect(self.closed)
        window.glossary.closed.connect(self.glossary_closed)
        window.turned.connect(self.turned)
        self._laser = Laser(self._stage, window.stage, window.spot)
        self._laser.aimed.connect(self._hear_aim)
        return window

    def _read_too(self) -> None:
        """The page to read is open in both windows, or in neither."""
        window = self.window
        if window is None:
            return
        if not window.frozen and window.deepen.is_open != self._deepen.is_open:
            window.deepen.toggle_deepen()
        self._read_together(window)

    def _read_together(self, window: AudienceWindow) -> None:
        """Both pages are scrolled alike."""
        one, other = self._deepen.page, window.deepen.page
        if self._reading is None and one is not None and other is not None:
            from attnviz.ui.presenting.mirror import Mirror

            self._reading = Mirror(one, other, window)
        if self._reading is not None:
            self._reading.on = False
            if not window.frozen and window.deepen.is_open:
                self._reading.bring_together()

    def _read_here(self) -> None:
        window = self.window
        if window is not None and window.isVisible() and window.deepen.is_open != self._deepen.is_open:
            self._deepen.toggle_deepen()

    def _hear_aim(self, seen: bool) -> None:
        if self.unseen == seen:
            self.unseen = not seen
            self.aimed.emit()
