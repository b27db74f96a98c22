"""Answering by pairing: each line has a list to choose its partner from."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from attnviz.board.draw import Asked
from attnviz.board.plain import plain
from attnviz.ui.theme import Look
from attnviz.ui.widgets.heads.find_head import TokenBox
from attnviz.ui.widgets.quiz.answer_input import AnswerInput, check_button, give_look
from attnviz.ui.widgets.text.prose import Prose

CHOOSE: Final = "choose …"
USUAL: Final = 4  # lines that are made at once; more when a question has more
WIDEST: Final = 34  # label heights that a list asks for at most


class MatchInput(AnswerInput):
    """Lines to pair: `match`. Pairs may be handed in before all are there."""

    def __init__(self) -> None:
        super().__init__()
        self.left: list[Prose] = []
        self.boxes: list[TokenBox] = []
        self._count = 0
        self._partners: list[str] = []
        self.button = check_button()
        self.button.clicked.connect(self._send)
        column, self._grid = QVBoxLayout(self), QGridLayout()
        column.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(0, 2)
        self._grid.setColumnStretch(1, 3)
        column.addLayout(self._grid)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        for _ in range(USUAL):
            self._add()

    def put(self, asked: Asked) -> None:
        """Every line with a list of all partners, none chosen."""
        self._count = len(asked.left)
        while len(self.boxes) < self._count:
            self._add()
        self._partners = [CHOOSE, *(plain(text) for text in asked.right_side)]
        for row, (words, box) in enumerate(zip(self.left, self.boxes, strict=True)):
            words.setVisible(row < self._count)
            box.setVisible(row < self._count)
            if row < self._count:
                words.set_words(asked.left[row])
                box.setAccessibleName(f"What goes with {plain(asked.left[row])}")
        self.take("")
        self._fit()

    def take(self, given: str) -> None:
        """The pairs that were handed in."""
        pairs = {int(left): int(right) for left, right in re.findall(r"(\d+)=(\d+)", given)}
        for row, box in enumerate(self.boxes[: self._count], start=1):
            chosen = pairs.get(row, 0)
            box.set_tokens(self._partners, chosen if chosen < len(self._partners) else 0)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.button.setFont(look.font("body", 600))
        for box in self.boxes:
            box.setFont(look.font("label"))
        self._fit()

    def _fit(self) -> None:
        """Lists are wide enough for their longest words."""
        if self.look is None:
            return
        metrics = QFontMetrics(self.look.font("label"))
        longest = max((metrics.horizontalAdvance(words) for words in self._partners), default=0)
        width = min(longest + 3 * self.look.body, WIDEST * self.look.label)
        for box in self.boxes:
            box.setMinimumWidth(width)

    def _add(self) -> None:
        words, box = Prose(), TokenBox("")
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._grid.addWidget(words, len(self.boxes), 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(box, len(self.boxes), 1)
        if self.boxes:  # Tab comes to it after the one before, not after all that has been made meanwhile
            QWidget.setTabOrder(self.boxes[-1], box)
        self.left.append(words)
        self.boxes.append(box)
        give_look(words, self.look)
        if self.look is not None:
            box.setFont(self.look.font("label"))

    def _send(self) -> None:
        chosen = [(row, box.currentIndex()) for row, box in enumerate(self.boxes[: self._count], start=1)]
        self.answered.emit(",".join(f"{left}={right}" for left, right in chosen if right > 0))
