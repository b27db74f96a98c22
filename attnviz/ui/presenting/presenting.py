"""Presenting: the audience's window beside the presenter's, both live over one board, and what goes with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from attnviz.board.schema import FRAME_IDS
from attnviz.ui.deepen import Deepen
from attnviz.ui.map import Map
from attnviz.ui.presenting import talk as talks
from attnviz.ui.presenting.keys import PresentingKeys
from attnviz.ui.presenting.places import Places
from attnviz.ui.presenting.side import PresenterSide
from attnviz.ui.presenting.there import There
from attnviz.ui.presenting.words import minutes_of, names_of, table_of
from attnviz.ui.settings import Remembered
from attnviz.ui.stage import Stage
from attnviz.ui.store import Store
from attnviz.ui.widgets.panels.toast import Toast
from attnviz.ui.widgets.presenting.ask_card import AskCard

if TYPE_CHECKING:
    from attnviz.ui.presenting.audience import AudienceWindow


class Presenting(QObject):
    """The commands of presenting, and what they do to the two windows."""

    go = Signal(str)  # a frame asked for, by its id
    refused = Signal(str)  # why an option of the command line was not followed
    changed = Signal()  # it began, ended, or the panel takes other room
    now: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(
        self, window: QMainWindow, stage: Stage, store: Store, board_map: Map, deepen: Deepen, toast: Toast,
        remembered: Remembered, *, student: bool,
    ) -> None:  # fmt: skip
        """`window` is the presenter's. Students get neither notes nor answers."""
        super().__init__(window)
        self._window, self._store, self._map, self._toast = window, store, board_map, toast
        self._stage, self._remembered = stage, remembered
        self.talk = talks.new_talk(len(FRAME_IDS))
        self._first: int | None = None  # the frame to start at once the card is answered
        self.places = Places(window, remembered)
        self.there = There(stage, store, deepen, remembered)
        self.side = PresenterSide(window, stage, notes=not student)
        self.card = AskCard(window.centralWidget())
        self._keys: PresentingKeys | None = None
        self._actions: Mapping[str, list[QAction]] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._connect()

    @property
    def audience(self) -> AudienceWindow | None:
        """The audience's window; None before the first start."""
        return self.there.window

    @property
    def on(self) -> bool:
        """Whether it is going on."""
        return self.talk.on

    # ------------------------------------------------------------------ begin and end

    def start(self) -> None:
        """Begin at the first frame, or go on where it was left."""
        self._start(None)

    def start_here(self) -> None:
        """Begin, or go on, at the frame on show."""
        self._start(self._here)

    def begin_with(self, screen: str | None, frame: str | None, *, present: bool) -> None:
        """What the command line asks for; a display that cannot be found is said, and another one used."""
        problem = self.places.prefer(screen) if screen is not None else ""
        if present:
            self._start(None if frame is None else FRAME_IDS.index(frame))
        if problem:
            self._toast.say(problem)
            self.refused.emit(problem)

    def end(self) -> None:
        """Stop for now, and say how long each frame took. Nothing is forgotten."""
        if not self.on:
            return
        self._leave()
        board = self._stage.board
        self.card.ask(
            "Minutes on each frame",
            table_of(talks.rows(self.talk, names_of(board), minutes_of(board))),
            (("copy", "Copy", ""), ("anew", "Set the clock to zero", ""), ("close", "Close", "Esc")),
            spoken=self.summary(),
        )

    def summary(self) -> str:
        """Minutes on each frame, as lines."""
        return talks.summary(self.talk, names_of(self._stage.board), minutes_of(self._stage.board))

    def back_out(self) -> bool:
        """Close the top layer: the card, a number being typed, the blank screen, presenting; whether there was one."""
        if self.card.put_away():
            self._first = None
        elif not self.on:
            return False
        elif self.talk.asked:
            self._take(talks.step(self.talk, 0)[0])
        elif self.talk.blank:
            self._take(talks.toggle_blank(self.talk, ""))
        else:
            self.end()
        return True

    def close_sheet(self) -> bool:
        """Close what has a window of its own, such as the list of keys; whether there was one on top."""
        top = QApplication.activeWindow()
        if not self.on or top is None or top in (self._window, self.audience):
            return False
        top.close()
        return True

    def close(self) -> None:
        """The program ends: leave nothing running."""
        if self.on:
            self._leave()
        self.card.hide()
        self.there.close()

    # ------------------------------------------------------------------ frames

    def advance(self) -> None:
        """The next frame; a blank screen is lifted first."""
        self._step(1)

    def retreat(self) -> None:
        """The frame before."""
        self._step(-1)

    def first_frame(self) -> None:
        """Back to the first frame."""
        self._step(-len(FRAME_IDS))

    def ask_frame(self) -> None:
        """Wait for a frame's number, or go to the one that was typed."""
        if self.talk.typed:
            self._jump()
        else:
            self._take(talks.ask(self.talk))

    def overview(self) -> None:
        """The map, in the presenter's window only."""
        self._map.toggle_map()

    # ------------------------------------------------------------------ the audience's window

    def black(self) -> None:
        """Hide the audience's picture behind black, or show it again."""
        self._take(talks.toggle_blank(self.talk, "black"))

    def white(self) -> None:
        """Hide the audience's picture behind white, or show it again."""
        self._take(talks.toggle_blank(self.talk, "white"))

    def freeze(self) -> None:
        """Keep the audience's picture as it is, or let it follow again."""
        self._take(talks.toggle_frozen(self.talk))

    def laser(self) -> None:
        """Show the audience where the pointer is, or not."""
        self._take(talks.toggle_laser(self.talk))

    def pause(self) -> None:
        """Stop the clock, or let it run."""
        self._take(talks.toggle_pause(self.talk, self.now()))

    def swap(self) -> None:
        """Exchange the displays of the two windows."""
        self.places.swap()
        self.card.put_away()
        self._show_states()
        self._arrange()

    def use_audience_theme(self, name: str) -> None:
        """The colors of the audience's window; its sizes are a projector's whatever they are."""
        self._remembered.audience_theme = name
        self.take_look()

    # ------------------------------------------------------------------ for the window

    def take_actions(self, actions: Mapping[str, list[QAction]]) -> None:
        """The menu's actions, by command."""
        self._actions = actions
        self._keys = keys = PresentingKeys(self._window, actions)
        keys.typed.connect(self._type)
        keys.turned.connect(self._turn)
        keys.moved.connect(self.there.move_spot)
        keys.first.connect(self.first_frame)
        self._show_states()
        self.take_look()

    def take_look(self) -> None:
        """The theme or the motion may be another now."""
        for action in self._actions.get("use_audience_theme", ()):
            action.setChecked(action.data()[2] == self._remembered.audience_theme)
        self.there.take_look()

    def show_glossary(self, on: bool) -> None:
        """Show the glossary in the audience's window, too, or put it away."""
        self.there.show_glossary(on)

    # ------------------------------------------------------------------ inside

    @property
    def _here(self) -> int:
        return FRAME_IDS.index(self._stage.frame_id)

    def _connect(self) -> None:
        self._clock.timeout.connect(self._tick)
        self._stage.refreshed.connect(self._follow)
        self._store.noted.connect(self._note)
        self.side.panel.pressed.connect(self._press)
        self.side.panel.paged.connect(self.there.turn_page)
        self.there.go.connect(self.go)
        self.there.asked.connect(self._show_term)
        self.there.closed.connect(self.end)
        self.there.turned.connect(self._show_pages)
        self.there.aimed.connect(self._show_states)
        self.card.chosen.connect(self._answer)
        self.places.told.connect(self._toast.say)
        self.places.lost.connect(self._lose)
        self.places.offered.connect(self._offer)

    def _start(self, frame: int | None) -> None:
        if self.on:
            return
        self.card.put_away()
        self._first = frame
        if self.places.choose():
            self._begin()
            return
        self.card.ask(
            "There is one display. How do you want to present?",
            "On this screen the notes stay hidden behind the audience's window. A window can be shared in a call.",
            (("solo", "Present on this screen", ""), ("window", "Windowed, for screen sharing", "")),
        )

    def _begin(self) -> None:
        self.talk = talks.start(self.talk, self.now(), self._first)
        self.go.emit(FRAME_IDS[self.talk.frame])
        audience = self.there.open(self.places.room(), self._store.state)
        self.side.panel.setVisible(self.places.mode != "solo")
        self.places.show(audience)
        audience.warm_up()
        if self._keys is not None:
            self._keys.set_on(True)
        # The focus is where the keys come, and not on a button, which would keep Space and the arrows.
        alone = self.places.mode == "solo"
        (audience.stage if alone else self._stage).frame.setFocus()
        self._clock.start()
        self._take(self.talk)
        self._arrange()

    def _leave(self) -> None:
        self._take(talks.leave(self.talk, self.now()))
        self._clock.stop()
        self.side.put_away()
        if self._keys is not None:
            self._keys.set_on(False)
        self.there.rest()
        self.places.put_away()
        self._window.activateWindow()
        self._arrange()

    def _take(self, talk: talks.Talk) -> None:
        """Do what follows from another value of the talk."""
        before, self.talk = self.talk, talk
        self.there.take_talk(before, talk)
        if self._keys is not None:
            self._keys.set_mode(aiming=talk.laser, asked=talk.asked)
        self._show_states()
        self.side.show_times(talk)

    def _follow(self) -> None:
        """The presenter's stage was given a state, or turned to a frame: so is the audience's, unless it is frozen."""
        if not self.on:
            return
        if self._here != self.talk.frame:
            self.talk = talks.turn(self.talk, self._here, self.now())
        self.there.follow(self.talk)
        self._show_frame()

    def _step(self, by: int) -> None:
        talk, frame = talks.step(self.talk, by)
        self._take(talk)
        self.go.emit(FRAME_IDS[frame])

    def _turn(self, by: int) -> None:
        if self.talk.asked and by > 0:
            self._jump()
        else:
            self._step(by)

    def _type(self, digit: str) -> None:
        self._take(talks.type_digit(self.talk, digit))

    def _jump(self) -> None:
        talk, frame = talks.jump(self.talk)
        typed = self.talk.typed
        self._take(talk)
        if frame is not None:
            self.go.emit(FRAME_IDS[frame])
        elif typed:
            self._toast.say(f"There is no frame {typed}: choose 1 to {talk.frames}.")

    def _press(self, command: str) -> None:
        getattr(self, command)()

    def _answer(self, choice: str) -> None:
        if choice in ("solo", "window"):
            self.places.mode = choice
            self._begin()
        elif choice == "send":
            self.swap()
        elif choice == "copy":
            QGuiApplication.clipboard().setText(self.summary())
            self._toast.say("The minutes on each frame are copied.")
        elif choice == "anew":
            self.talk = talks.set_to_zero(self.talk)

    def _lose(self) -> None:
        self.side.panel.show()
        self._toast.say("The audience's display is gone. Everything is kept; it can come back at any time.")
        self._show_states()
        self._arrange()

    def _offer(self, name: str) -> None:
        self.card.ask(f"Send to {name}?", "", (("send", "Send", "S"), ("close", "Not now", "Esc")))

    def _note(self, words: str) -> None:
        """Alone on one screen the presenter's own messages lie behind the audience's window."""
        if self.on and self.places.mode == "solo" and self.audience is not None:
            self.audience.toast.say(words)

    def _show_term(self, term: str) -> None:
        self.go.emit("glossary")
        self.there.show_term(term)

    # ------------------------------------------------------------------ what the presenter is told

    def _arrange(self) -> None:
        self._show_frame()
        self.changed.emit()

    def _tick(self) -> None:
        self.talk = talks.tick(self.talk, self.now())
        self.side.show_times(self.talk)

    def _show_states(self) -> None:
        talk = self.talk
        on = {
            "black": talk.blank == "black", "white": talk.blank == "white", "freeze": talk.frozen,
            "laser": talk.laser, "pause": talk.paused,
        }  # fmt: skip
        for command, state in on.items():
            for action in self._actions.get(command, ()):
                action.setChecked(state)
        away = ["NO AUDIENCE DISPLAY"] if talk.on and self.places.away else []
        unseen = ["not on the audience's page"] if talk.laser and self.there.unseen else []
        self.side.show_states(on, [*away, *talks.banner(talk), *unseen])

    def _show_frame(self) -> None:
        if self.on:
            self.side.show_frame(self.talk)
            self._show_pages()

    def _show_pages(self) -> None:
        self.side.panel.show_pages(*self.there.pages())
