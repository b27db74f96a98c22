"""The glossary beside the frame: a column in a wide window, a strip below in a narrow one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from attnviz.board.schema import Board
from attnviz.core.state import LabState
from attnviz.experiments import glossary
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.glossary_list import GlossaryList


class GlossaryPanel(QWidget):
    """The terms of the present frame first, their values live, until it is put away."""

    closed = Signal()
    go = Signal(str)  # a frame asked for, by its id
    asked = Signal(str)  # a term asked for, by its id, right after its frame

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board = board
        self._narrow = False
        self._look: Look | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = QLabel("Glossary")
        self._close = QPushButton("✕")
        self._close.setProperty("link", True)
        self._close.setAccessibleName("Put the glossary away")
        self._close.setToolTip("Put the glossary away (F8)")
        self._close.clicked.connect(self.closed)
        self.list = GlossaryList()
        self.list.go.connect(self.go)
        self.list.asked.connect(self.asked)
        self._head = QHBoxLayout()
        self._head.addWidget(self._title)
        self._head.addStretch(1)
        self._head.addWidget(self._close)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(14, 10, 8, 6)
        self._box.setSpacing(4)
        self._box.addLayout(self._head)
        self._box.addWidget(self.list, 1)

    def show_frame(self, state: LabState, frame_id: str) -> None:
        """Show the terms as they are now, those of the frame first."""
        self.list.show_terms(glossary.compute(state, self._board, frame_id).terms)

    def show_term(self, term_id: str) -> bool:
        """Show a term in full and give it the focus; False where there is only a strip."""
        if self._narrow:
            return False
        self.list.show_term(term_id)
        return True

    def set_narrow(self, narrow: bool, most: int) -> None:
        """A strip below the frame, or a column at most `most` pixels wide."""
        if self._look is None:
            return
        self._narrow = narrow
        self.setObjectName("strip" if narrow else "side")
        self.list.set_compact("strip" if narrow else "list")
        if narrow:
            self.setMinimumWidth(0)
            self.setMaximumWidth(16777215)
            self.setFixedHeight(round(self._look.label * 2.6))
            self._box.setDirection(QBoxLayout.Direction.RightToLeft)
            self._box.setContentsMargins(10, 2, 6, 2)
            self._title.hide()
        else:
            self.setMinimumHeight(0)
            self.setMaximumHeight(16777215)
            self.setFixedWidth(min(round(self._look.body * 16), most))
            self._box.setDirection(QBoxLayout.Direction.TopToBottom)
            self._box.setContentsMargins(14, 10, 8, 6)
            self._title.show()

    def taken(self) -> QSize:
        """What it takes of the frame's width or height when it is on show."""
        return QSize(0, self.minimumHeight()) if self._narrow else QSize(self.minimumWidth(), 0)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        self._title.setFont(look.font("label", 700))
        self._close.setFont(look.font("label"))
