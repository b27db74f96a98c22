"""Answering by choosing: one of a few answers, or all that are right."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.board.draw import Asked
from attnviz.board.plain import plain
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.wrap_button import Block, WrapButton, paint_circle
from attnviz.ui.widgets.quiz.answer_input import VERDICTS, AnswerInput, check_button, give_look

LETTERS: Final = "abcdefghi"
ARROWS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
USUAL: Final = 4  # answers that are made at once; more when a question has more


class Option(WrapButton):
    """One answer to choose."""

    def __init__(self, letter: str, *, alone: bool = True) -> None:
        """`alone`: choosing it lets go of the others."""
        super().__init__(marked=True)
        self._letter, self._alone = letter, alone
        self._sign, self._role = "", "edge"
        self.setCheckable(True)
        self.setAutoExclusive(alone)

    def show_option(self, text: str, verdict: str = "empty") -> None:
        """Show the answer; `verdict` is a key of VERDICTS, "empty" while it is not judged."""
        text = plain(text)
        self.set_blocks(Block(text))
        self._sign, self._role = VERDICTS[verdict]
        said = {"right": ", right", "wrong": ", chosen, not right"}.get(verdict, "")
        self.setAccessibleName(f"{self._letter}: {text}{said}")
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """As for any widget: Qt's own would let Tab come to one of several buttons only."""
        QWidget.focusInEvent(self, event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows are for whoever has all the answers: Qt's own would choose what they come to."""
        if event.key() in (*ARROWS, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paint_mark(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """A circle, or a square where several may be chosen, with the letter, the verdict or the tick."""
        if self._alone and self._sign:
            paint_circle(painter, look, box, self._role, self._sign)
        elif self._alone:
            paint_circle(painter, look, box, "edge")
            self._paint_letter(painter, look, box, "muted")
        else:
            self._paint_square(painter, look, box)

    def _paint_square(self, painter: QPainter, look: Look, box: QRectF) -> None:
        painter.setPen(QPen(look.color("query_text" if self.isChecked() else "edge"), look.line))
        painter.setBrush(look.color("query_text") if self.isChecked() else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), 4, 4)
        self._paint_letter(painter, look, box, "card" if self.isChecked() else "muted")

    def _paint_letter(self, painter: QPainter, look: Look, box: QRectF, role: str) -> None:
        sign = "✓" if role == "card" else self._letter
        painter.setPen(look.color(role))
        painter.setFont(look.font(str(max(round(box.height() * 0.56), look.floor)), 600))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, sign)


class OptionsInput(AnswerInput):
    """A few answers of which one is right: `choice` and `truefalse`. Choosing one hands it in."""

    ALONE = True

    def __init__(self) -> None:
        super().__init__()
        self.options: list[Option] = []
        self._texts: list[str] = []
        self._values: list[str] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)
        for _ in range(USUAL):
            self._add()

    def put(self, asked: Asked) -> None:
        """Have as many buttons as there are answers, none of them down."""
        self._texts = [option.text for option in asked.options]
        truth = asked.question.kind == "truefalse"
        self._values = ["true", "false"] if truth else [str(n + 1) for n in range(len(self._texts))]
        while len(self.options) < len(self._texts):
            self._add()
        for option, text in zip(self.options, self._texts, strict=False):
            option.show_option(text)
        for number, option in enumerate(self.options):
            option.setVisible(number < len(self._texts))
        self.take("")

    def take(self, given: str) -> None:
        """Press down what was chosen."""
        chosen = given.split(",")
        for option in self.options:
            option.setAutoExclusive(False)  # else the last one cannot be let go of
        for option, value in zip(self.options, self._values, strict=False):
            option.setChecked(value in chosen)
        for option in self.options:
            option.setAutoExclusive(self.ALONE)

    def judge(self, given: str, verdict: str) -> None:
        """Write the verdict on the answer that was chosen."""
        for option, text, value in zip(self.options, self._texts, self._values, strict=False):
            option.show_option(text, verdict if value == given else "empty")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An arrow goes to the answer above or below; it chooses nothing."""
        shown = [option for option in self.options if not option.isHidden()]
        here = next((number for number, option in enumerate(shown) if option.hasFocus()), None)
        by = ARROWS.get(Qt.Key(event.key()), 0)
        if by and here is not None and 0 <= here + by < len(shown):
            shown[here + by].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _add(self) -> None:
        option = Option(LETTERS[len(self.options)], alone=self.ALONE)
        if self.ALONE:
            option.clicked.connect(self._choose)
        self.column.insertWidget(len(self.options), option)
        if self.options:  # Tab comes to it after the one before, not after all that has been made meanwhile
            QWidget.setTabOrder(self.options[-1], option)
        self.options.append(option)
        give_look(option, self.look)

    def _choose(self) -> None:
        chosen = self.sender()
        assert isinstance(chosen, Option)
        self.answered.emit(self._values[self.options.index(chosen)])


class BoxesInput(OptionsInput):
    """A few answers of which several may be right: `multi`. Nothing is judged before it is handed in."""

    ALONE = False

    def __init__(self) -> None:
        super().__init__()
        self.button = check_button()
        self.button.clicked.connect(self._send)
        self.column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    def judge(self, given: str, verdict: str) -> None:
        """The verdict is on all of them together: it stands below."""

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.button.setFont(look.font("body", 600))

    def _send(self) -> None:
        ticked = [value for option, value in zip(self.options, self._values, strict=False) if option.isChecked()]
        self.answered.emit(",".join(ticked))
