"""Cards with a question that the program checks: answered by choosing, by typing, or by doing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.wrap_button import Block, WrapButton, paint_circle
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.text.prose import Prose, ProseCard

VERDICTS: Final = {
    "right": ("✓", "value_text"),
    "wrong": ("✗", "key_text"),
    "form": ("≈", "query_text"),
    "unread": ("?", "query_text"),
    "empty": ("", "muted"),
}
"""Sign and color token of each verdict; the words beside them say the same."""


class QuestionCard(ProseCard):
    """A question, room for the answer, and the verdict on it. Another try is always open."""

    INSET: ClassVar[int] = 12
    LONGEST: ClassVar[float] = 3.6  # lines of a verdict

    answered = Signal(str, str)  # the question's id, the answer

    def __init__(self, name: str, question: str, *, least_width: float, stretch_y: int = 1) -> None:
        """`question` is its id."""
        self.question_id = question
        self._compact = False
        self.question = Prose(weight=600)
        self.verdict = Prose()
        content = QWidget()
        super().__init__(name, content, least_width=least_width, stretch=(1, stretch_y))
        self.column = QVBoxLayout(content)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)
        self.column.addWidget(self.question)

    def show_verdict(self, question: str, verdict: str, feedback: str) -> None:
        """Show the question, and the verdict on its answer (a key of VERDICTS)."""
        self.question.set_words(question)
        sign, role = VERDICTS[verdict]
        self.verdict.set_role(role)
        words = {"right": "Right. ", "wrong": "Not yet. "}.get(verdict, "")
        self.verdict.set_words(f"{sign} {words}{feedback}".strip())

    def height_answered(self, width: int) -> int:
        """How high the card must be at `width` pixels, whatever is said to an answer."""
        said = max(self.verdict.heightForWidth(width - 2 * self.INSET), self.verdict.minimumHeight())
        longest = round(self.verdict.fontMetrics().lineSpacing() * self.LONGEST)
        return self.height_at(width) - said + max(said, longest)

    def finish(self) -> None:
        """Close the card with the verdict, which may be three lines high without moving anything."""
        self.column.addWidget(self.verdict)
        self.column.addStretch(1)

    def set_compact(self, compact: bool) -> None:
        """Show only the question and its answer, as small as they must be; no name, no room kept for the verdict."""
        if compact != self._compact:
            self._compact = compact
            self._header.setVisible(not compact)
            self.may_shrink(*((self.verdict, self.question) if compact else ()))
            self._keep_room()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        self._keep_room()

    def _keep_room(self) -> None:
        kept = 0 if self._compact or self._look is None else round(self._look.body * 2.7)
        self.verdict.setMinimumHeight(kept)


class Option(WrapButton):
    """One answer to choose."""

    def __init__(self, letter: str) -> None:
        super().__init__(marked=True)
        self._letter = letter
        self._sign, self._role = "", "edge"
        self.setCheckable(True)

    def show_option(self, text: str, verdict: str) -> None:
        """Show the answer; `verdict` is a key of VERDICTS, "empty" while it is not the one chosen."""
        self.set_blocks(Block(text))
        self._sign, self._role = VERDICTS[verdict]
        said = {"right": ", right", "wrong": ", chosen, not right"}.get(verdict, "")
        self.setAccessibleName(f"{self._letter}: {text}{said}")
        self.update()

    def paint_mark(self, painter: QPainter, look: Look, box: QRectF) -> None:
        """A circle with the letter of the answer, or with the verdict once it is chosen."""
        if self._sign:
            paint_circle(painter, look, box, self._role, self._sign)
            return
        paint_circle(painter, look, box, "edge")
        painter.setPen(look.color("muted"))
        painter.setFont(look.font(str(max(round(box.height() * 0.56), look.floor)), 600))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._letter)


class ChoiceCard(QuestionCard):
    """A question with a few answers of which one is right."""

    def __init__(self, name: str, question: str, count: int) -> None:
        super().__init__(name, question, least_width=19)
        self.options = [Option("abcdefgh"[number]) for number in range(count)]
        self._group = QButtonGroup(self)
        for number, option in enumerate(self.options):
            self._group.addButton(option, number)
            self.column.addWidget(option)
        self._group.idClicked.connect(self._choose)
        self.finish()

    def show_question(self, question: str, options: Sequence[str], typed: str, verdict: str, feedback: str) -> None:
        """Show the question and its answers; `typed` is the number of the chosen one, from 1."""
        self.show_verdict(question, verdict, feedback if verdict != "empty" else "")
        self._group.setExclusive(bool(typed))
        for number, (option, text) in enumerate(zip(self.options, options, strict=True), start=1):
            option.setChecked(str(number) == typed)
            option.show_option(text, verdict if str(number) == typed else "empty")

    def _choose(self, number: int) -> None:
        self.answered.emit(self.question_id, str(number + 1))


class TypedCard(QuestionCard):
    """A question answered with a number."""

    def __init__(self, name: str, question: str) -> None:
        super().__init__(name, question, least_width=19)
        self.box = QLineEdit()
        self.box.setAccessibleName("Your answer, a number")
        self.box.setPlaceholderText("a number")
        self.box.returnPressed.connect(self._send)
        self.button = QPushButton("Check")
        self.button.setProperty("primary", True)
        self.button.setAccessibleName("Check my answer")
        self.button.clicked.connect(self._send)
        row = QHBoxLayout()
        row.addWidget(self.box, 1)
        row.addWidget(self.button)
        self.column.addLayout(row)
        self.finish()

    def show_question(self, question: str, typed: str, verdict: str, feedback: str) -> None:
        """Show the question, what was typed, and the verdict on it."""
        self.show_verdict(question, verdict, feedback)
        if not (self.box.hasFocus() and self.box.isModified()):
            self.box.setText(typed)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.button.setFont(look.font("body", 600))

    def _send(self) -> None:
        self.box.setModified(False)
        self.answered.emit(self.question_id, self.box.text())


class DoingCard(QuestionCard):
    """A task that is done with the controls themselves; the card says when they are where they should be."""

    def __init__(self, name: str, controls: Sequence[QWidget]) -> None:
        super().__init__(name, "", least_width=34, stretch_y=0)
        row = FlowLayout()
        for control in controls:
            row.addWidget(control)
        self.column.addLayout(row)
        self.finish()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes; one line of verdict is enough here."""
        super().set_look(look)
        self.verdict.setMinimumHeight(0)
