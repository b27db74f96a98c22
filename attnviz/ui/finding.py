"""Finds things on the board for a window: the search, the board's contents, the speaker's notes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from shiboken6 import isValid

from attnviz.board.contents import Section, outline, to_text
from attnviz.board.search import Hit, Index, make_index, search
from attnviz.core.state import LabState
from attnviz.experiments import live_words, picture_names
from attnviz.ui.stage import Stage
from attnviz.ui.theme import Look
from attnviz.ui.widgets.panels.contents_sheet import ContentsSheet
from attnviz.ui.widgets.panels.notes_panel import NotesPanel
from attnviz.ui.widgets.panels.search_panel import SearchPanel
from attnviz.ui.widgets.panels.toast import Toast

IN_STEP = 250  # milliseconds at most between a change and its words in the contents


class Finding(QObject):
    """The three panels and what they show. A student's never holds notes and answers."""

    go = Signal(str)  # a frame asked for, by its id
    changed = Signal()  # a panel was shown or put away

    def __init__(self, home: QWidget, stage: Stage, toast: Toast, *, student: bool) -> None:
        """`home` is the widget over which the search lies."""
        super().__init__(home)
        self._stage, self._toast, self.student = stage, toast, student
        self._home = home
        self._state = LabState()
        self._look: Look | None = None
        self._focus: QWidget | None = None  # what had it before the search
        self._hit: Hit | None = None
        self._index = Index((), ())
        self.panel = SearchPanel(home)
        self.notes = NotesPanel()
        self.sheet: ContentsSheet | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(IN_STEP)
        self._later.timeout.connect(self._catch_up)
        self.panel.typed.connect(self._search)
        self.panel.go.connect(self._arrive)
        self.panel.left.connect(self.close_search)

    # ------------------------------------------------------------------ commands

    def find(self) -> None:
        """Open the search, or go back to its box."""
        if not self.panel.isVisible():
            self._focus = QApplication.focusWidget()
        self._index = make_index(self._stage.board, self.contents(), self._labels())
        self.panel.open()

    def find_next(self) -> None:
        """Go to the next place that was found."""
        self._travel(1)

    def find_previous(self) -> None:
        """Go to the place found before."""
        self._travel(-1)

    def show_contents(self) -> None:
        """Show every word of the board as a tree."""
        assert self._look is not None
        if self.sheet is None:
            self.sheet = ContentsSheet(self._home.window())
            self.sheet.copy.connect(self._copy)
            self.sheet.save.connect(self._save)
            self.sheet.tree.go.connect(self.go)
            for part in (self.sheet, self.sheet.tree):
                part.set_look(self._look)
        self.sheet.tree.show_contents(self.contents(), self._stage.frame_id)
        self.sheet.open_beside(self._look)

    def toggle_notes(self) -> None:
        """Show the speaker's notes of the present frame, or put them away."""
        self.notes.setVisible(not self.student and not self.notes.isVisible())
        self._show_notes()
        self.changed.emit()

    # ------------------------------------------------------------------ for the window

    def contents(self) -> Section:
        """Every word of the board that this viewer may see, as it is now."""
        board = self._stage.board
        words = live_words(self._state, board)
        if self._stage.frame_id:
            words[self._stage.frame_id] = self._stage.words
        return outline(board, self._state, words, answers=not self.student)

    def show_state(self, state: LabState) -> None:
        """Take over a state, or another frame; the panels that are open follow."""
        self._state = state
        self._show_notes()
        if not self._later.isActive() and (self.panel.isVisible() or (self.sheet and self.sheet.isVisible())):
            self._later.start()

    def set_look(self, look: Look) -> None:
        """Remember the look for panels still to be made."""
        self._look = look

    def back_out(self) -> bool:
        """Close the search, or else the notes unless a message lies on top; whether one was closed."""
        if self.panel.isVisible():
            self.close_search()
        elif self.notes.isVisible() and not self._toast.isVisible():
            self.toggle_notes()
        else:
            return False
        return True

    def close_search(self) -> None:
        """Put the search away; the focus returns to where it was."""
        self.panel.hide()
        before = self._focus
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        else:
            self._stage.frame.setFocus()

    def rest(self) -> None:
        """Leave nothing running."""
        self._later.stop()
        self.panel.hide()
        if self.sheet is not None:
            self.sheet.close()

    # ------------------------------------------------------------------ inside

    def _labels(self) -> dict[str, list[str]]:
        labels = {frame: list(names) for frame, names in picture_names(self._state, self._stage.board).items()}
        for frame, names in self._stage.labels().items():
            labels[frame] += names
        return labels

    def _search(self, words: str) -> None:
        self.panel.show_groups(search(self._index, words))

    def _travel(self, by: int) -> None:
        if not self.panel.hits:
            self.find()
            return
        self.panel.travel(by)
        if not self.panel.isVisible():
            self._toast.say(self.panel.place_words())

    def _arrive(self, hit: Hit) -> None:
        self.go.emit(hit.passage.frame)
        self._hit = hit
        QTimer.singleShot(0, self, self._show_place)  # a frame has its pages after the layout of its first show

    def _show_place(self) -> None:
        if self._hit is not None and self._hit.passage.id and self._hit.passage.frame == self._stage.frame_id:
            self._stage.frame.show_term(self._hit.passage.id)
            self._stage.frame.pictures.show_card(self._hit.passage.id)

    def _catch_up(self) -> None:
        if self.panel.isVisible():
            self._index = make_index(self._stage.board, self.contents(), self._labels())
            self.panel.keep_groups(search(self._index, self.panel.box.text()))
        if self.sheet is not None and self.sheet.isVisible():
            self.sheet.tree.show_contents(self.contents(), self._stage.frame_id)

    def _show_notes(self) -> None:
        if self.notes.isVisibleTo(self._home) and self._stage.frame_id:
            self.notes.show_frame(self._stage.board.frames[self._stage.frame_id])

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(to_text(self.contents()))
        self._toast.say("The board contents are copied.")

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self.sheet, "Save the contents", "contents.md", "Markdown (*.md)")
        if not name:
            return
        try:
            Path(name).write_text(to_text(self.contents()) + "\n", encoding="utf-8")
            self._toast.say(f"Saved: {name}")
        except OSError as error:
            self._toast.say(f"Not saved. {error}")
