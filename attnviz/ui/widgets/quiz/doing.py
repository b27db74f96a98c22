"""Answering by doing: the board's own controls, watched live."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from attnviz.board.draw import Asked
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.quiz.answer_input import AnswerInput, give_look

Makers = Mapping[str, Callable[[], Control]]
WIDTHS: Final = frozenset(("heads", "key_width", "locked"))
"""Where one of them is wanted all are shown: the last decides whether either of the first two moves the other."""


class DoInput(AnswerInput):
    """The controls that a goal depends on: `do`. The question is answered while they stand where it wants them."""

    def __init__(self, makers: Makers, made: Callable[[Control], None], after: QWidget | None = None) -> None:
        """`makers` has a control for each field of the state; `made` is told of each that is made.

        Tab comes to the controls `after` that widget.
        """
        super().__init__()
        self._makers, self._made = makers, made
        self._last = after
        self.controls: dict[str, Control] = {}
        self._row = FlowLayout(self)

    def put(self, asked: Asked) -> None:
        """Show the controls that the goal depends on."""
        goal = set(asked.controls)
        wanted = [field for field in self._makers if field in (goal | WIDTHS if goal & WIDTHS else goal)]
        for field in wanted:
            if field not in self.controls:
                self._make(field)
        for field, control in self.controls.items():
            control.setVisible(field in wanted)

    def _make(self, field: str) -> None:
        control = self._makers[field]()
        self.controls[field] = control
        self._row.addWidget(control)
        give_look(control, self.look)
        for stop in control.findChildren(QWidget):
            if not stop.focusPolicy() & Qt.FocusPolicy.TabFocus:
                continue
            if self._last is not None:
                QWidget.setTabOrder(self._last, stop)
            self._last = stop
        self._made(control)
