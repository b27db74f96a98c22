"""Presenting: the audience's window beside the presenter's, both live over one board, and what goes with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow

from attnviz.board.schema import FRAME_IDS
from attnviz.ui import presentation
from attnviz.ui.audience import AudienceWindow
from attnviz.ui.laser import Laser
from attnviz.ui.map import Map
from attnviz.ui.presenting_keys import PresentingKeys
from attnviz.ui.presenting_places import Places
from attnviz.ui.presenting_side import PresenterSide
from attnviz.ui.presenting_words import minutes_of, names_of
from attnviz.ui.settings import Remembered
from attnviz.ui.stage import Stage
from attnviz.ui.store import Store
from attnviz.ui.widgets.panels.toast import Toast
from attnviz.ui.widgets.presenting.ask_card import AskCard


class Presenting(QObject):
    """The commands of presenting, and what they do to the two windows."""

    go = Signal(str)  # a frame asked for, by its id
    changed = Signal()  # it began, ended, or the panel takes other room
    now: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(
        self, window: QMainWindow, stage: Stage, store: Store, board_map: Map, toast: Toast, remembered: Remembered,
        *, student: bool,
    ) -> None:  # fmt: skip
        """`window` is the presenter's. Students get neither notes nor answers."""
        super().__init__(window)
        self._window, self._store, self._map, self._toast = window, store, board_map, toast
        self._stage, self._remembered = stage, remembered
        self.talk = presentation.new_talk(len(FRAME_IDS))
        self.audience: AudienceWindow | None = None  # made at the first start
        self._first: int | None = None  # the frame to start at once the card is answered
        self._unseen = False  # the laser points at what is on another page of the audience's
        self.places = Places(window, remembered)
        self.side = PresenterSide(window, stage, notes=not student)
        self.card = AskCard(window.centralWidget())
        self._laser: Laser | None = None
        self._keys: PresentingKeys | None = None
        self._actions: Mapping[str, list[QAction]] = {}
        self._clock = QTimer(self)
        self._clock.setInterval(1000)
        self._connect()

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

    def start_on(self, screen: str | None, frame: str | None) -> None:
        """What the command line asks for; a display that cannot be found is said and another one used."""
        problem = self.places.prefer(screen) if screen else ""
        self._start(None if frame is None else FRAME_IDS.index(frame))
        if problem:
            self._toast.say(problem)

    def end(self) -> None:
        """Stop for now, and say how long each frame took. Nothing is forgotten."""
        if not self.on:
            return
        self._leave()
        self.card.ask("Minutes on each frame", self.summary(), (
            ("copy", "Copy", ""), ("anew", "Set the clock to zero", ""), ("close", "Close", "Esc"),
        ))  # fmt: skip

    def summary(self) -> str:
        """Minutes on each frame, as lines."""
        return presentation.summary(self.talk, names_of(self._stage.board), minutes_of(self._stage.board))

    def back_out(self) -> bool:
        """Close the top layer: the card, a number being typed, the blank screen, presenting; whether there was one."""
        if self.card.put_away():
            self._first = None
        elif not self.on:
            return False
        elif self.talk.asked:
            self._take(presentation.step(self.talk, 0)[0])
        elif self.talk.blank:
            self._take(presentation.toggle_blank(self.talk, ""))
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
        if self.audience is not None:
            self.audience.rest()
            self.audience.deleteLater()
            self.audience = None

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
            self._take(presentation.ask(self.talk))

    def overview(self) -> None:
        """The map, in the presenter's window only."""
        self._map.toggle_map()

    # ------------------------------------------------------------------ the audience's window

    def black(self) -> None:
        """Hide the audience's picture behind black, or show it again."""
        self._take(presentation.toggle_blank(self.talk, "black"))

    def white(self) -> None:
        """Hide the audience's picture behind white, or show it again."""
        self._take(presentation.toggle_blank(self.talk, "white"))

    def freeze(self) -> None:
        """Keep the audience's picture as it is, or let it follow again."""
        self._take(presentation.toggle_frozen(self.talk))

    def laser(self) -> None:
        """Show the audience where the pointer is, or not."""
        self._take(presentation.toggle_laser(self.talk))

    def pause(self) -> None:
        """Stop the clock, or let it run."""
        self._take(presentation.toggle_pause(self.talk, self.now()))

    def swap(self) -> None:
        """Exchange the displays of the two windows."""
        self.places.swap()
        self.card.put_away()
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
        keys.moved.connect(self._move_spot)
        keys.first.connect(self.first_frame)
        self._show_states()
        self.take_look()

    def take_look(self) -> None:
        """The theme or the motion may be another now."""
        for action in self._actions.get("use_audience_theme", ()):
            action.setChecked(action.data()[2] == self._remembered.audience_theme)
        if self.audience is not None:
            self.audience.set_theme(
                self._remembered.audience_theme, reduced_motion=self._remembered.motion == "reduced"
            )

    def show_glossary(self, on: bool) -> None:
        """Show the glossary in the audience's window, too, or put it away."""
        if self.audience is not None:
            self.audience.show_glossary(on)

    # ------------------------------------------------------------------ inside

    @property
    def _here(self) -> int:
        return FRAME_IDS.index(self._stage.frame_id)

    def _connect(self) -> None:
        self._clock.timeout.connect(self._tick)
        self._stage.refreshed.connect(self._follow)
        self._store.noted.connect(self._note)
        self.side.panel.pressed.connect(self._press)
        self.side.panel.paged.connect(self._turn_page)
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
        self.talk = presentation.start(self.talk, self.now(), self._first)
        audience = self._window_for_audience()
        audience.resize(self.places.room())
        self.take_look()
        self.go.emit(FRAME_IDS[self.talk.frame])
        audience.follow(self._stage.frame_id, self._store.state)
        audience.show_glossary(self._remembered.glossary)
        self.side.panel.setVisible(self.places.mode != "solo")
        self.places.show(audience)
        audience.warm_up()
        if self._keys is not None:
            self._keys.set_on(True)
        self._stage.frame.setFocus()  # not on a button, which would keep Space and the arrows
        self._clock.start()
        self._take(self.talk)
        self._arrange()

    def _leave(self) -> None:
        self._take(presentation.leave(self.talk, self.now()))
        self._clock.stop()
        self.side.put_away()
        if self._keys is not None:
            self._keys.set_on(False)
        if self.audience is not None:
            self.audience.rest()
        self.places.put_away()
        self._window.activateWindow()
        self._arrange()

    def _window_for_audience(self) -> AudienceWindow:
        if self.audience is None:
            self.audience = audience = AudienceWindow(self._stage.board, self._stage)
            audience.stage.wish.connect(self._store.apply)
            audience.stage.stroke.connect(self._store.stroke)
            audience.stage.go.connect(self.go)
            audience.glossary.go.connect(self.go)
            audience.glossary.asked.connect(self._show_term)
            audience.closed.connect(self.end)
            audience.deactivated.connect(self._end_stroke)
            audience.turned.connect(self._show_pages)
            self._laser = Laser(self._stage, audience.stage, audience.spot)
            self._laser.aimed.connect(self._hear_aim)
        return self.audience

    def _take(self, talk: presentation.Talk) -> None:
        """Do what follows from another value of the talk."""
        before, self.talk = self.talk, talk
        audience = self.audience
        if audience is None:
            return
        if talk.blank != before.blank:
            audience.cover.set_color(talk.blank)
        if talk.frozen != before.frozen:
            audience.freeze(talk.frozen)
            if not talk.frozen and talk.on:
                audience.follow(self._stage.frame_id, self._store.state)
        if self._laser is not None:
            self._laser.set_on(talk.laser and not talk.blank and not talk.frozen)
        if self._keys is not None:
            self._keys.set_mode(aiming=talk.laser, asked=talk.asked)
        self._show_states()
        self.side.show_times(talk)

    def _follow(self) -> None:
        """The presenter's stage was given a state, or turned to a frame: so is the audience's, unless it is frozen."""
        if not self.on or self.audience is None:
            return
        if self._here != self.talk.frame:
            self.talk = presentation.turn(self.talk, self._here, self.now())
        if not self.talk.frozen:
            self.audience.follow(self._stage.frame_id, self._store.state)
        if self._laser is not None:
            self._laser.look_again()
        self._show_frame()

    def _step(self, by: int) -> None:
        talk, frame = presentation.step(self.talk, by)
        self._take(talk)
        self.go.emit(FRAME_IDS[frame])

    def _turn(self, by: int) -> None:
        if self.talk.asked and by > 0:
            self._jump()
        else:
            self._step(by)

    def _type(self, digit: str) -> None:
        self._take(presentation.type_digit(self.talk, digit))

    def _jump(self) -> None:
        talk, frame = presentation.jump(self.talk)
        typed = self.talk.typed
        self._take(talk)
        if frame is not None:
            self.go.emit(FRAME_IDS[frame])
        elif typed:
            self._toast.say(f"There is no frame {typed}: choose 1 to {talk.frames}.")

    def _move_spot(self, right: int, down: int) -> None:
        if self._laser is not None:
            self._laser.move(right, down)

    def _hear_aim(self, seen: bool) -> None:
        if self._unseen == seen:
            self._unseen = not seen
            self._show_states()

    def _press(self, command: str) -> None:
        getattr(self, command)()

    def _turn_page(self, by: int) -> None:
        if self.audience is not None:
            pictures = self.audience.stage.frame.pictures
            pictures.turn(pictures.page + by)

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
            self.talk = presentation.new_talk(len(FRAME_IDS))

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

    def _end_stroke(self) -> None:
        self._store.stroke(False)

    def _show_term(self, term: str) -> None:
        self.go.emit("glossary")
        self._stage.frame.show_term(term)
        if self.audience is not None:
            self.audience.stage.frame.show_term(term)

    # ------------------------------------------------------------------ what the presenter is told

    def _arrange(self) -> None:
        self._show_frame()
        self.changed.emit()

    def _tick(self) -> None:
        self.talk = presentation.tick(self.talk, self.now())
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
        unseen = ["not on the audience's page"] if talk.laser and self._unseen else []
        self.side.show_states(on, [*away, *presentation.banner(talk), *unseen])

    def _show_frame(self) -> None:
        if self.on:
            self.side.show_frame(self.talk)
            self._show_pages()

    def _show_pages(self) -> None:
        if self.audience is not None and self.audience.stage.frame_id:
            pictures = self.audience.stage.frame.pictures
            self.side.panel.show_pages(pictures.page_names, pictures.page)
