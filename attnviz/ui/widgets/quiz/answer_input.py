"""What every way of answering a question has in common."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from attnviz.board.draw import Asked
from attnviz.ui.theme import Look, Looked, palette, spread_look

VERDICTS: Final = {
    "right": ("✓", "value_text"),
    "wrong": ("✗", "key_text"),
    "form": ("≈", "query_text"),
    "unread": ("?", "query_text"),
    "empty": ("", "muted"),
}
"""Sign and color token of each verdict; the words beside them say the same."""


class AnswerInput(QWidget):
    """A way of answering. Answers are written as `attnviz.board.answers.read_answer` reads them.

    What the viewer has begun and not handed in stays until another answer is shown: one from elsewhere, or from undo.
    """

    answered = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.look: Look | None = None
        self._given: str | None = None

    def show_asked(self, asked: Asked) -> None:
        """Take over another question, not answered yet."""
        self._given = None
        self.put(asked)

    def show_given(self, given: str, verdict: str) -> None:
        """Show the answer that was given, and the verdict on it (a key of VERDICTS)."""
        if given != self._given:
            self._given = given
            self.take(given)
        self.judge(given, verdict)

    def put(self, asked: Asked) -> None:
        """Show what there is to answer."""
        raise TypeError(f"{type(self).__name__} does not show what is asked")

    def take(self, given: str) -> None:
        """Show an answer, "" for none."""

    def judge(self, given: str, verdict: str) -> None:
        """Show the verdict, where it is shown on the answer itself."""

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, for what is made later as well."""
        self.look = look


def check_button() -> QPushButton:
    """The button that hands an answer in."""
    button = QPushButton("Check")
    button.setProperty("primary", True)
    button.setAccessibleName("Check my answer")
    return button


def give_look(widget: QWidget, look: Look | None) -> None:
    """Hand the look, if there is one yet, to a widget that is made after the look was spread."""
    if look is None:
        return
    widget.setPalette(palette(look))
    if isinstance(widget, Looked):
        widget.set_look(look)
    spread_look(widget, look)
