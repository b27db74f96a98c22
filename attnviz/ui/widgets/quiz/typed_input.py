"""Answering by typing: numbers, words, and what belongs into the gap of a formula."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from attnviz.board.draw import Asked
from attnviz.board.plain import plain
from attnviz.board.schema import GAP
from attnviz.ui.theme import Look
from attnviz.ui.widgets.quiz.answer_input import AnswerInput, check_button
from attnviz.ui.widgets.text import inline_math

ROOT: Final = re.compile(r"√([A-Za-z]+_[A-Za-z0-9]+|[A-Za-z0-9.]+)")
ASKS: Final = {"integer": "a number", "number": "a number", "text": "a word or two", "fill": f"what belongs into {GAP}"}
NAMES: Final = {"integer": "Your answer, a number", "number": "Your answer, a number", "text": "Your answer, in words",
                "fill": "What belongs into the gap"}  # fmt: skip


def laid(formula: str) -> str:
    """A formula of a question in the notation of `inline_math`: √d_k has its bar over all of d_k."""
    return re.sub(r"\b(\w)_([A-Za-z]{2,})", r"\1_{\2}", ROOT.sub(r"√{\1}", formula))


class GapFormula(QWidget):
    """A formula with a gap, as large as it fits in one line."""

    def __init__(self) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in any language
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._look: Look | None = None
        self._text = ""

    @property
    def text(self) -> str:
        """The formula, in the notation of `inline_math`."""
        return self._text

    def set_text(self, formula: str) -> None:
        """Show a formula of a question."""
        self._text = laid(formula)
        self.setAccessibleName(f"The formula: {plain(formula).replace(GAP, 'gap')}")
        self.updateGeometry()
        self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """One line of the largest size."""
        return self._size("title")

    def minimumSizeHint(self) -> QSize:
        """The width of the smallest size; the height of the largest, so that nothing moves."""
        return QSize(self._size("label").width(), self._size("title").height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        sizes = (size for size in ("title", "body") if self._size(size).width() <= self.width())
        font = self._font(next(sizes, "label"))
        inline_math.draw_label(painter, QRectF(self.rect()), self._text, font, self._look, "ink")

    def _size(self, size: str) -> QSize:
        font = self._font(size)
        return QSize(
            round(inline_math.width(self._text, font, self._look)) + 8, round(QFontMetricsF(font).height() * 1.3)
        )

    def _font(self, size: str) -> QFont:
        return self._look.font(size, 500) if self._look is not None else self.font()


class TypedInput(AnswerInput):
    """A line to type into, under the formula where there is one: `integer`, `number`, `text` and `fill`."""

    def __init__(self) -> None:
        super().__init__()
        self.formula = GapFormula()
        self.box = QLineEdit()
        self.box.returnPressed.connect(self._send)
        self.button = check_button()
        self.button.clicked.connect(self._send)
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.formula)
        row.addWidget(self.box, 3)
        row.addWidget(self.button)
        row.addStretch(1)
        column.addLayout(row)

    def put(self, asked: Asked) -> None:
        """An empty line."""
        self.formula.setVisible(bool(asked.formula))
        self.formula.set_text(asked.formula)
        self.box.setPlaceholderText(ASKS[asked.question.kind])
        self.box.setAccessibleName(NAMES[asked.question.kind])
        self.take("")

    def take(self, given: str) -> None:
        """Write the answer, unless another is being typed."""
        if not (self.box.hasFocus() and self.box.isModified()):
            self.box.setText(given)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.button.setFont(look.font("body", 600))
        self.box.setMaximumWidth(look.body * 24)
        self.box.setMinimumWidth(look.body * 6)

    def _send(self) -> None:
        self.box.setModified(False)
        self.answered.emit(self.box.text())
