"""Turns the stage to the page that says more about the present frame, and back; follows links to the glossary."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from attnviz.board.links import finder_of
from attnviz.core.state import LabState
from attnviz.experiments import deepen
from attnviz.ui.stage import Stage
from attnviz.ui.theme import Look
from attnviz.ui.widgets.deepen.page import DeepPage
from attnviz.ui.widgets.panels.glossary_panel import GlossaryPanel


class Deepen(QObject):
    """The stage's page to read. It is made when it is first asked for, and follows the frame that is turned to."""

    changed = Signal()  # the page was opened or left
    asked = Signal(str)  # a term that is to be shown in the frame of the glossary, by its id

    def __init__(self, stage: Stage, glossary: GlossaryPanel) -> None:
        """`glossary` is where terms are shown as long as it is open."""
        super().__init__(stage)
        self._stage, self._glossary = stage, glossary
        self._state = LabState()
        self._look: Look | None = None
        self._was_open = False
        self._focus: QWidget | None = None  # what had it before
        self.page: DeepPage | None = None
        stage.currentChanged.connect(self._turned)
        stage.more.connect(self.toggle_deepen)
        stage.term.connect(self.explain)

    @property
    def is_open(self) -> bool:
        """Whether the page is what the stage shows."""
        return self.page is not None and self._stage.currentWidget() is self.page

    def toggle_deepen(self) -> None:
        """Open the page of the present frame, or go back to the frame."""
        if not self.leave():
            self._focus = QApplication.focusWidget()
            self.open()

    def open(self) -> None:
        """Show the page of the present frame; nothing happens where there is none."""
        if not self._stage.board.frames[self._stage.frame_id].deeper:
            return
        if self.page is None:
            self.page = DeepPage()
            self.page.left.connect(self.leave)
            self.page.asked.connect(self.explain)
            self._stage.addWidget(self.page)
            if self._look is not None:
                self.page.set_look(self._look)
        self._show()
        self._stage.setCurrentWidget(self.page)
        self.page.take_focus()

    def leave(self) -> bool:
        """Go back to the frame, and to what had the focus there; whether the page was open."""
        if not self.is_open:
            return False
        self._stage.return_to_frame()
        before = self._focus
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        else:
            self._stage.frame.setFocus()
        return True

    def explain(self, term: str) -> None:
        """Show a term of the glossary: beside the frame where the glossary is there, else in its own frame."""
        beside = self._glossary.isVisibleTo(self._stage.window()) and self._stage.frame_id != "glossary"
        if not (beside and self._glossary.show_term(term)):
            self.asked.emit(term)

    def show_state(self, state: LabState) -> None:
        """Take over a state; the numbers on the page follow."""
        self._state = state
        if self.is_open:
            self._show()

    def set_look(self, look: Look) -> None:
        """Remember the look for the page still to be made."""
        self._look = look

    def _show(self) -> None:
        assert self.page is not None
        board = self._stage.board
        self.page.show_page(deepen.compute(self._state, board, self._stage.frame_id), finder_of(board.glossary))

    def _turned(self) -> None:
        if self.is_open != self._was_open:
            self._was_open = self.is_open
            self.changed.emit()
