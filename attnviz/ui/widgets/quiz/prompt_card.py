"""A prompt that is said aloud before its model answer is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from attnviz.core.limits import MARKS
from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.quiz.say_timer import SayTimer
from attnviz.ui.widgets.text.links import FrameLink
from attnviz.ui.widgets.text.prose import Prose, ProseCard

SIGNS: Final = {"got it": "✓", "nearly": "≈", "not yet": "○"}
"""The sign before each mark; the word stands beside it."""
LARGE: Final = 1.4  # size of a prompt in body sizes, while there is nothing else to read
REVEALED: Final = 1.12


class Curtain(QWidget):
    """What hides an answer: a dashed ground that asks to say it aloud first, with a minute and the button for it."""

    def __init__(self, timer: SayTimer, button: QPushButton) -> None:
        super().__init__()
        self._look: Look | None = None
        self.setAccessibleName("The answer, still hidden")
        self.words = words = Prose(role="muted")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(words)
        column.addWidget(timer)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    def set_look(self, look: Look) -> None:
        """Take over colors."""
        self._look = look
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._look.color("edge"), 1.5)
        pen.setDashPattern([4, 4])
        painter.setPen(pen)
        painter.setBrush(self._look.color("ground"))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 8, 8)


class PromptCard(ProseCard):
    """One prompt. Its answer stays hidden until it is asked for; then the viewer marks what they said."""

    reveal = Signal(str, bool)  # the prompt's id, show or hide
    marked = Signal(str, str)  # the prompt's id, one of MARKS
    go = Signal(str)  # a frame's id

    def __init__(self, name: str, prompt: str, place: tuple[str, str]) -> None:
        """`prompt` is its id, `place` the id and the name of the frame that teaches it."""
        self.prompt = prompt
        self.question = Prose(scale=LARGE, weight=600, linked=True)
        self.timer = SayTimer(name)
        self.reveal_button = QPushButton("Reveal the answer")
        self.answer = Prose(linked=True)
        self.points = [Prose(size="label", bullet=True) for _ in range(3)]
        self.hide_button = QPushButton("hide again")
        self.link = FrameLink(place[0], f"→ {place[1]}", f"Look again at {place[1]}")
        self.mark_buttons = [QPushButton(f"{SIGNS[mark]} {mark}") for mark in MARKS]
        self._curtain = Curtain(self.timer, self.reveal_button)
        self._stack = QStackedWidget()
        content = QWidget()
        super().__init__(name, content, least_width=21, stretch=(1, 3))
        self._set_up_buttons(name)
        self._lay_out(content)

    def show_prompt(self, question: str, answer: str, criteria: Sequence[str], *, revealed: bool, mark: str) -> None:
        """Show the prompt; the answer only when it is `revealed`. `mark` is one of MARKS, or "" when not yet marked."""
        self.question.set_words(question)
        self.answer.set_words(answer)
        for point, words in zip(self.points, [*criteria, "", "", ""], strict=False):
            point.set_words(words)
            point.setVisible(bool(words))
        self._curtain.words.set_words(f"Say your answer aloud. Then compare it with {len(criteria)} points.")
        self._stack.setCurrentIndex(int(revealed))
        # Once the answer is shown, the question has been read and need not be large.
        self.question.set_scale(REVEALED if revealed else LARGE)
        self.may_shrink(self.answer, self.question)
        self._group.setExclusive(bool(mark))
        for button, word in zip(self.mark_buttons, MARKS, strict=True):
            with QSignalBlocker(self._group):
                button.setChecked(word == mark)

    @property
    def revealed(self) -> bool:
        """Whether the answer is shown."""
        return bool(self._stack.currentIndex())

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        self.reveal_button.setFont(look.font("body", 600))
        self.hide_button.setFont(look.font("label"))
        for button in self.mark_buttons:
            button.setFont(look.font("label", 600))

    def _set_up_buttons(self, name: str) -> None:
        self.reveal_button.setProperty("primary", True)
        self.reveal_button.setAccessibleName(f"{name}: reveal the answer")
        self.hide_button.setProperty("link", True)
        self.hide_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide_button.setAccessibleName(f"{name}: hide the answer again")
        self._group = QButtonGroup(self)
        for number, button in enumerate(self.mark_buttons):
            button.setCheckable(True)
            button.setProperty("segment", True)
            button.setAccessibleName(f"{name}: I {'said' if MARKS[number] == 'got it' else 'have'} it: {MARKS[number]}")
            self._group.addButton(button, number)
        self.reveal_button.clicked.connect(self._lift)
        self.hide_button.clicked.connect(self._drop)
        self._group.idClicked.connect(self._mark)
        self.link.go.connect(self.go)

    def _lay_out(self, content: QWidget) -> None:
        answer = QWidget()
        inner = QVBoxLayout(answer)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(2)
        inner.addWidget(self.answer)
        for point in self.points:
            inner.addWidget(point)
        inner.addStretch(1)
        marks = FlowLayout(gap=6)
        for button in self.mark_buttons:
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            marks.addWidget(button)
        for link in (self.link, self.hide_button):
            marks.addWidget(link)
        inner.addLayout(marks)
        self._stack.addWidget(self._curtain)
        self._stack.addWidget(answer)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.question)
        column.addWidget(self._stack, 1)

    def _lift(self) -> None:
        self.reveal.emit(self.prompt, True)

    def _drop(self) -> None:
        self.reveal.emit(self.prompt, False)

    def _mark(self, number: int) -> None:
        self.marked.emit(self.prompt, MARKS[number])
