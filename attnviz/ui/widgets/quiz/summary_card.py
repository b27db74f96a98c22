"""How each concept of the lesson stands, and the buttons that save or print it when that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from attnviz.board.plain import plain
from attnviz.experiments.check import Concept
from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.text.prose import Prose, ProseCard

SIGNS: Final = {"done": "✓", "nearly": "≈", "not yet": "○", "open": "·"}
ROLES: Final = {"done": "value_text", "nearly": "query_text", "not yet": "key_text", "open": "muted"}
HEADS: Final = ("concept", "stands", "own mark", "right", "wrong tries")
PRIVATE: Final = "Kept or printed only when you ask for it. It holds no answers and no names."


class SummaryCard(ProseCard):
    """A row for each concept: how it stands in words, a sign and a color, its mark, and how many answers are right."""

    save_asked = Signal()
    print_asked = Signal()

    def __init__(self, name: str, count: int) -> None:
        """`count` concepts."""
        self._concepts: tuple[Concept, ...] = ()
        content = QWidget()
        super().__init__(name, content, least_width=30, stretch=(1, 0))
        self.heads = [QLabel(head) for head in HEADS]
        self.names = [Prose(size="label") for _ in range(count)]
        self.cells = [[QLabel() for _ in HEADS[1:]] for _ in range(count)]
        self.save_button, self.print_button = QPushButton("Save as CSV…"), QPushButton("Print…")
        self.save_button.setAccessibleName("Save the summary by concept as CSV")
        self.print_button.setAccessibleName("Print the summary by concept")
        self.save_button.clicked.connect(self.save_asked)
        self.print_button.clicked.connect(self.print_asked)
        self.note = Prose(PRIVATE, size="label", role="muted")
        self._lay_out(content)

    def show_concepts(self, concepts: Sequence[Concept]) -> None:
        """Show each concept; its standing is a key of SIGNS."""
        if tuple(concepts) != self._concepts:
            self._concepts = tuple(concepts)
            self._write()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        super().set_look(look)
        for head in self.heads:
            head.setFont(look.font("label"))
            head.setStyleSheet(f"color: {look.theme.muted};")
        for row in self.cells:
            for cell in row:
                cell.setFont(look.font("label", 500))
        for button in (self.save_button, self.print_button):
            button.setFont(look.font("label", 500))
        self._write()

    def _write(self) -> None:
        if self._look is None:
            return
        for name, row, now in zip(self.names, self.cells, self._concepts, strict=False):
            color = self._look.color(ROLES[now.standing]).name()
            tries = f"{now.right} of {now.asked}" if now.tried else "–"
            texts = (now.standing, now.mark or "–", tries, str(now.misses) if now.tried or now.misses else "–")
            name.set_words(now.name)
            for cell, text in zip(row, texts, strict=True):
                cell.setText(text)
            row[0].setText(f"<span style='color:{color}; font-weight:600'>{SIGNS[now.standing]} {now.standing}</span>")
            name.setAccessibleName(_said(now))
            for cell, head, text in zip(row, HEADS[1:], texts, strict=True):
                cell.setAccessibleName(f"{head}: {text.replace('–', 'none')}")

    def _lay_out(self, content: QWidget) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(22)
        for column, head in enumerate(self.heads):
            grid.setColumnStretch(column, 1 if column else 3)
            grid.addWidget(head, 0, column)
        for number, (name, row) in enumerate(zip(self.names, self.cells, strict=True), start=1):
            for column, cell in enumerate((name, *row)):
                grid.addWidget(cell, number, column, Qt.AlignmentFlag.AlignTop if column else Qt.AlignmentFlag(0))
        buttons = FlowLayout(gap=8)
        for button in (self.save_button, self.print_button):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            buttons.addWidget(button)
        column_of = QVBoxLayout(content)
        column_of.setContentsMargins(0, 0, 0, 0)
        column_of.setSpacing(10)
        column_of.addLayout(grid)
        column_of.addLayout(buttons)
        column_of.addWidget(self.note)
        column_of.addStretch(1)


def _said(now: Concept) -> str:
    tried = f", {now.right} of {now.asked} right" if now.tried else ""
    return f"{plain(now.name)}: {now.standing}{tried}"
