"""The room check of a window: keeps count and marks in step with the frame, and the frame operable all the while."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QTimer
from PySide6.QtWidgets import QWidget

from attnviz.core.room import Room, room_of, verdict
from attnviz.ui.painted_text import PaintedText, painted_texts
from attnviz.ui.room_words import View, advice_words, count_words
from attnviz.ui.settings import Remembered
from attnviz.ui.theme import Look
from attnviz.ui.widgets.room.marks import Mark, joined
from attnviz.ui.widgets.room.room_cover import RoomCover
from attnviz.ui.widgets.room.room_panel import RoomPanel

AFTER = 400  # milliseconds between the viewer's last change and its being said


class RoomCheck(QObject):
    """Made with the window; its panel and what covers the frames are made when it is first opened."""

    def __init__(self, home: QWidget, remembered: Remembered) -> None:
        """`home` is the widget whose texts count: all that the audience sees."""
        super().__init__(home)
        self._home, self._remembered = home, remembered
        self._look: Look | None = None
        self.panel: RoomPanel | None = None
        self.cover: RoomCover | None = None
        self.texts: list[PaintedText] = []
        self._asked = False  # the viewer has changed something that is to be said aloud
        self._aloud = QTimer(self)
        self._aloud.setSingleShot(True)
        self._aloud.setInterval(AFTER)
        self._aloud.timeout.connect(self._say_aloud)

    @property
    def is_open(self) -> bool:
        """Whether the room is being checked."""
        return self.panel is not None and self.panel.isVisible()

    def open_room_check(self) -> None:
        """Open the panel and mark what is too small."""
        panel, cover = self._make()
        panel.open_beside()
        cover.open()
        self._count()

    def back_out(self) -> bool:
        """Close it; whether it was open."""
        if self.panel is None or not self.panel.isVisible():
            return False
        self.panel.reject()
        return True

    def set_look(self, look: Look) -> None:
        """Remember the look for a panel still to be made."""
        self._look = look

    def rest(self) -> None:
        """Leave nothing running."""
        self._aloud.stop()
        self.back_out()

    # ------------------------------------------------------------------ inside

    def _make(self) -> tuple[RoomPanel, RoomCover]:
        if self.panel is None or self.cover is None:
            panel, cover = self.panel, self.cover = RoomPanel(self._home.window()), RoomCover(self._home)
            known = self._remembered
            panel.set_room(room_of(known.room_screen, known.room_row), known.feet)
            panel.measured.connect(self._remember)
            panel.refused.connect(self._aloud.start)
            panel.seen_as.connect(cover.see_as)
            panel.closed.connect(self._close)
            cover.changed.connect(self._count)
            assert self._look is not None
            for part in (cover, *panel.findChildren(QWidget), panel):
                if hasattr(part, "set_look"):
                    part.set_look(self._look)
        return self.panel, self.cover

    def _remember(self) -> None:
        assert self.panel is not None
        room, known = self.panel.room, self._remembered
        known.room_screen, known.room_row, known.feet = room.screen, room.last_row, self.panel.feet
        self._aloud.start()
        self._count()

    def _close(self) -> None:
        assert self.cover is not None
        self.cover.see_as("", False)
        self.cover.hide()
        self.texts = []

    def _count(self) -> None:
        """Count and mark what is on show now."""
        if not self.is_open:
            return
        assert self.panel is not None
        assert self.cover is not None
        texts = painted_texts(self._home, (self.cover,))
        self.texts = [text for text in texts if not (text.covered or text.seen.isEmpty())]
        room, height = self.panel.room, self._home.window().height()
        marks = []
        for text in self.texts:
            found = verdict(room.arc_minutes(text.size, height))
            if found:
                marks.append(Mark(QRectF(text.seen.toRect()), found))
        self.cover.set_marks(joined(marks))
        self._say(room, height)

    def _say(self, room: Room, height: int) -> None:
        assert self.panel is not None
        view = View(height, self._remembered.theme, self._remembered.font_scale)
        feet = self.panel.feet
        self.panel.say(count_words(self.texts, room, height, feet), advice_words(self.texts, room, view, feet))

    def _say_aloud(self) -> None:
        if self.is_open:
            assert self.panel is not None
            self.panel.announce()
