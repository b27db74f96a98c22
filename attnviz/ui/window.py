"""The main window: rail, stage, glossary, numbers. It connects them to the store and carries out the commands."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from attnviz.assets import resource
from attnviz.board.progress import tags_done
from attnviz.board.schema import FRAME_IDS, Board
from attnviz.core.library import Library
from attnviz.core.state import LabState
from attnviz.experiments.elsewhere import Opened, source_of, words_on
from attnviz.experiments.multi_head_words import unheard_words
from attnviz.ui.about import open_about, open_keys
from attnviz.ui.access import Announcer, direction_of, let_texts_run, put_in_order, reduced
from attnviz.ui.appearance import Appearance
from attnviz.ui.deepen import Deepen
from attnviz.ui.finding import Finding
from attnviz.ui.history import History
from attnviz.ui.map import Map
from attnviz.ui.menus import make_menus
from attnviz.ui.presenting.presenting import Presenting
from attnviz.ui.quiz_paper import QuizPaper
from attnviz.ui.room import RoomCheck
from attnviz.ui.saving import Saving
from attnviz.ui.settings import Remembered, Settings, restore_place
from attnviz.ui.shelf import Shelf
from attnviz.ui.stage import Stage
from attnviz.ui.store import Store
from attnviz.ui.style import style_sheet
from attnviz.ui.theme import Look, palette, spread_look
from attnviz.ui.widgets.panels.glossary_panel import GlossaryPanel
from attnviz.ui.widgets.panels.numbers_panel import NumbersPanel
from attnviz.ui.widgets.panels.rail import Rail
from attnviz.ui.widgets.panels.toast import Toast

NARROW = 68  # body heights, 1100 pixels at the desk; in a narrower window the glossary is a strip below


class Window(QMainWindow):
    """The program's window. Everything it shows follows from the store's state, the frame and what is remembered."""

    def __init__(
        self,
        board: Board,
        store: Store,
        remembered: Remembered,
        settings: Settings | None = None,
        *,
        student: bool = False,
        mirrored: bool = False,
    ) -> None:
        """`settings` is where the window is remembered on closing; None remembers nothing. Students get no notes.

        A `mirrored` window is laid out from right to left, as for a board in such a language.
        """
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft if mirrored else direction_of(board.lang))
        self.board, self.store, self.remembered, self.settings = board, store, remembered, settings
        store.setParent(self)
        self.setWindowTitle(f"attnviz · {board.session}: {board.title}")
        self.history = History()
        self.look: Look | None = None
        self.rail = Rail(board.session, {frame_id: board.frames[frame_id].rail for frame_id in FRAME_IDS})
        self.stage = Stage(board)
        self.glossary = GlossaryPanel(board)
        self.numbers = NumbersPanel()
        self.map = Map(self.stage, self.glossary, remembered)
        self.deepen = Deepen(self.stage, self.glossary)
        self._lay_out()
        self.toast = Toast(self)
        self.appearance = Appearance(remembered, self.toast)
        self.saving = Saving(self, self.stage, self.map, self.toast)
        self.paper = QuizPaper(self, self.stage, store, self.toast)
        self.announcer = Announcer(self, store.state)
        self.finding = Finding(self.centralWidget(), self.stage, self.toast, student=student)
        self._column.addWidget(self.finding.notes)
        self._just_noted = False
        self.room = RoomCheck(self.centralWidget(), remembered)
        self.shelf = Shelf(board.library, self)
        self.presenting = Presenting(
            self, self.stage, store, self.map, self.deepen, self.toast, remembered, student=student
        )
        self.actions_of = make_menus(self, self._carry_out)
        self.actions_of["toggle_notes"][0].setVisible(not student)
        self.presenting.take_actions(self.actions_of)
        put_in_order((self.glossary, self.numbers, self.finding.notes, self.centralWidget(), self.rail))
        self._connect()
        self._begin()

    # ------------------------------------------------------------------ frames

    def open_frame(self, frame_id: str) -> None:
        """Turn to a frame and add it to the history."""
        if frame_id == self.stage.frame_id:
            self.map.leave()
            self.deepen.leave()
            self._mark()
            return
        self.history.add(frame_id)
        self._turn_to(frame_id)

    def next_frame(self) -> None:
        """The next frame of the rail."""
        self._step_frame(1)

    def previous_frame(self) -> None:
        """The previous frame of the rail."""
        self._step_frame(-1)

    def back(self) -> None:
        """The frame shown before this one."""
        self._travel(-1)

    def forward(self) -> None:
        """The frame from which the viewer went back."""
        self._travel(1)

    # ------------------------------------------------------------------ view

    def toggle_glossary(self) -> None:
        """Put the glossary beside the frame, or away."""
        self.remembered.glossary = not self.glossary.isVisibleTo(self)
        self.glossary.setVisible(self.remembered.glossary)
        self.presenting.show_glossary(self.remembered.glossary)
        self._show_panels()
        self._mark()

    def toggle_numbers(self) -> None:
        """Show the numbers behind the pictures, or put them away."""
        if self.numbers.isAncestorOf(QApplication.focusWidget() or self):
            self.stage.frame.setFocus()  # else Qt hands it to whatever comes next
        self.numbers.setVisible(not self.numbers.isVisible())
        self._show_panels()
        if self.numbers.isVisible():
            self.numbers.tabs.currentWidget().setFocus()
        self._mark()

    def full_screen(self) -> None:
        """Fill the screen, or not."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        self._mark()

    def back_out(self) -> None:
        """Close one layer: what lies on top, the message, the map, presenting, the numbers, the full screen."""
        if self.presenting.close_sheet():
            pass
        elif self.shelf.card.isVisible():
            self.shelf.card.back_out()
        elif self.room.back_out() or self.finding.back_out():
            pass
        elif self.toast.isVisible() and not self.presenting.on:  # a clicker's Esc must not be spent on a message
            self.toast.hide()
        elif self.map.leave() or self.deepen.leave() or self.presenting.back_out():
            pass
        elif self.numbers.isVisible():
            self.toggle_numbers()
        elif self.isFullScreen():
            self.full_screen()

    # ------------------------------------------------------------------ help

    def show_keys(self) -> None:
        """Show the help sheet."""
        if self.look is not None:
            open_keys(self.look, QApplication.activeWindow() or self, presenting=self.presenting.on)

    def show_about(self) -> None:
        """Say what this program is."""
        open_about(self)

    # ------------------------------------------------------------------ Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new size."""
        super().resizeEvent(event)
        self._take_look()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window and leave nothing running."""
        self.stage.rest()
        self.announcer.rest()
        self.finding.rest()
        self.room.rest()
        self.shelf.close()
        self.presenting.close()
        if self.settings is not None:
            self.remembered.frame = self.stage.frame_id
            self.remembered.geometry = self.saveGeometry()
            self.settings.save(self.remembered)
        super().closeEvent(event)

    # ------------------------------------------------------------------ inside

    def _begin(self) -> None:
        """Be as large, where and as the viewer left it."""
        self.setMinimumSize(800, 560)
        self.resize(1440, 900)
        restore_place(self, self.remembered.geometry)
        self.glossary.setVisible(self.remembered.glossary)
        self.numbers.hide()
        self._take_look()
        self.open_frame(self.remembered.frame)
        self.centralWidget().setFocus()

    def _lay_out(self) -> None:
        middle = QWidget()
        middle.setAccessibleName("Board")
        middle.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a click beside everything ends typing
        self._middle = QHBoxLayout(middle)
        self._column = column = QVBoxLayout()
        column.setSpacing(0)
        self._beside = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for layout in (self._middle, self._beside):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        self._beside.addWidget(self.stage, 1)
        self._beside.addWidget(self.glossary)
        column.addLayout(self._beside, 1)
        column.addWidget(self.numbers)
        self._middle.addWidget(self.rail)
        self._middle.addLayout(column, 1)
        self.setCentralWidget(middle)

    def _carry_out(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)
        target, command, argument = action.data()
        method = getattr(self if target == "window" else getattr(self, target), command)
        if argument:
            method(argument)
        else:
            method()

    def _connect(self) -> None:
        self.store.changed.connect(self._show_state)
        self.store.noted.connect(self._note)
        self.shelf.changed.connect(self._take_library)
        self.shelf.opened.connect(self._show_opened)
        self.shelf.rests.connect(self._leave_missing_source)
        self.appearance.changed.connect(self._take_look)
        self.stage.sized.connect(self.appearance.step_size)
        self.appearance.changed.connect(self.presenting.take_look)
        self.presenting.go.connect(self.open_frame)
        self.presenting.changed.connect(self._take_look)
        self.presenting.changed.connect(self._mark)
        self.stage.wish.connect(self.store.apply)
        self.stage.stroke.connect(self.store.stroke)
        self.stage.go.connect(self.open_frame)
        self.stage.command.connect(self.paper.carry_out)
        self.deepen.asked.connect(self._show_term)
        self.deepen.changed.connect(self._mark)
        self.stage.shown.connect(self._show_panels)
        self.finding.go.connect(self.deepen.leave)
        self.finding.go.connect(self.open_frame)
        self.finding.changed.connect(self._mark)
        self.map.opened.connect(self.open_frame)
        self.map.changed.connect(self._show_panels)
        self.map.changed.connect(self._mark)
        self.rail.map_asked.connect(self.map.toggle_map)
        self.rail.chosen.connect(self.open_frame)
        for panel_closed in (self.glossary.closed, self.presenting.there.glossary_closed):
            panel_closed.connect(self.toggle_glossary)
        self.glossary.go.connect(self.open_frame)
        self.glossary.asked.connect(self._show_term)

    def _take_library(self, library: Library) -> None:
        """Hand the frames what is open now. They are drawn again at once, so that nobody holds what was put away."""
        self.board = replace(self.board, library=library)
        self.stage.set_board(self.board)
        self._leave_missing_source()
        self._show_state(self.store.state)

    def _show_opened(self, opened: Opened, from_menu: bool) -> None:
        self.store.apply({"source": source_of(opened), "one_head": False})  # so that it is seen at once
        if from_menu:
            self.open_frame("multi-head")
        self._note(words_on(opened))

    def _leave_missing_source(self) -> None:
        self.store.set_library(self.board.library)

    def _turn_to(self, frame_id: str) -> None:
        inside = self.stage.isAncestorOf(QApplication.focusWidget() or self)
        reading = self.deepen.is_open
        self.stage.open(frame_id, self.store.state)
        if inside:
            self.stage.frame.setFocus()
        if reading:
            self.deepen.open()
        self.toast.overtaken()
        self.announcer.turn_to(self.stage.frame)
        self._mark()

    def _travel(self, by: int) -> None:
        frame_id = self.history.step(by)
        if frame_id is not None:
            self._turn_to(frame_id)

    def _step_frame(self, by: int) -> None:
        number = FRAME_IDS.index(self.stage.frame_id) + by
        if 0 <= number < len(FRAME_IDS):
            self.open_frame(FRAME_IDS[number])

    def _note(self, message: str) -> None:
        self._just_noted = True
        self.toast.say(message)

    def _show_state(self, state: LabState) -> None:
        if not self._just_noted:  # else it is the change that the message is about
            self.toast.overtaken()
        self._just_noted = False
        before = self.stage.state
        self.stage.refresh(state)
        unheard = unheard_words(before, state, self.stage.result) if self.stage.frame_id == "multi-head" else ""
        if unheard:
            self.toast.say(unheard)
        self.announcer.follow(state, self.stage.frame)
        self._mark()

    def _show_panels(self) -> None:
        if self.glossary.isVisibleTo(self):
            self.glossary.show_frame(self.store.state, self.stage.frame_id)
        if self.numbers.isVisibleTo(self):
            self.numbers.show_tables(self.stage.tables)
        self.finding.show_state(self.store.state)
        self.deepen.show_state(self.store.state)

    def _show_term(self, term_id: str) -> None:
        self.deepen.leave()
        self.open_frame("glossary")
        self.stage.frame.show_term(term_id)

    def _mark(self) -> None:
        """Ticks and check marks that follow from where the viewer is."""
        let_texts_run(self)
        tags = tags_done(self.store.state, self.board)
        done = {goal.frame for goal in self.board.goals if goal.tag in tags}
        self.rail.show_frame(self.stage.frame_id, frozenset(done))
        self.rail.show_map(self.map.is_open)
        self._check("toggle_map", self.map.is_open)
        self._check("toggle_deepen", self.deepen.is_open)
        self._check("toggle_glossary", self.glossary.isVisibleTo(self))
        self._check("toggle_numbers", self.numbers.isVisibleTo(self))
        self._check("toggle_notes", self.finding.notes.isVisible())
        self._check("full_screen", self.isFullScreen())
        self._check("toggle_motion", reduced(self.remembered.motion))
        for action in self.actions_of["use_theme"]:
            action.setChecked(action.data()[2] == self.remembered.theme)
        for name, on in (
            ("undo", self.store.can_undo), ("redo", self.store.can_redo),
            ("put_model_away", self.shelf.holds("model")), ("put_attention_away", self.shelf.holds("outside")),
        ):  # fmt: skip
            self.actions_of[name][0].setEnabled(on)

    def _check(self, command: str, on: bool) -> None:
        self.actions_of[command][0].setChecked(on)

    def _take_look(self) -> None:
        """Work out the look for the present size; tell everybody only when it is another one."""
        look = self.appearance.look(self.height(), at_desk=self.presenting.side.shown)
        self.rail.fit(self.width(), look, self.remembered.font_scale)
        if look == self.look:
            self._place_glossary()
            return
        self.look = look
        self.setPalette(palette(look))
        self.setFont(look.font())
        self.setStyleSheet(style_sheet(look, resource("icons"), mirrored=self.isRightToLeft()))
        self.menuBar().setFont(look.font("label"))
        self.stage.set_look(look)
        self.finding.set_look(look)
        self.room.set_look(look)
        self.deepen.set_look(look)
        spread_look(self, look)
        self.numbers.setFixedHeight(round(self.height() * 0.34))
        self._place_glossary()
        if self.stage.frame_id:
            self.stage.refresh(self.store.state)
            self._mark()

    def _place_glossary(self) -> None:
        taken = self.presenting.side.place(self._middle, self._column)
        narrow = self.look is None or self.width() - taken < NARROW * self.look.body
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._beside.setDirection(direction)
        self.glossary.set_narrow(narrow, round(self.width() * 0.3))

    def warm_up(self) -> None:
        """Once the window is on screen, make the other frames in the background."""
        self.stage.warm_up()
