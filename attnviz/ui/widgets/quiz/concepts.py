"""How each concept of the lesson stands, in one line that wraps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from attnviz.board.plain import plain
from attnviz.experiments.check import Concept
from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.text.prose import rich

SIGNS: Final = {"done": "✓", "nearly": "≈", "not yet": "○", "open": "·"}
ROLES: Final = {"done": "value_text", "nearly": "query_text", "not yet": "key_text", "open": "muted"}


class Concepts(QWidget):
    """A name for each concept, how it stands in words, a sign and a color, and how many answers are right."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._look: Look | None = None
        self._concepts: tuple[Concept, ...] = ()
        row = FlowLayout(self, gap=22, line_gap=0)
        self.labels = [QLabel() for _ in range(count)]
        for label in self.labels:
            row.addWidget(label)

    def show_concepts(self, concepts: Sequence[Concept]) -> None:
        """Show each concept; its standing is a key of SIGNS."""
        if tuple(concepts) != self._concepts:
            self._concepts = tuple(concepts)
            self._write()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        for label in self.labels:
            label.setFont(look.font("label", 500))
        self._write()

    def _write(self) -> None:
        if self._look is None:
            return
        for label, now in zip(self.labels, self._concepts, strict=False):
            color = getattr(self._look.theme, ROLES[now.standing])
            standing = f"<span style='color:{color}; font-weight:600'>{SIGNS[now.standing]} {now.standing}</span>"
            count = f" {now.right}/{now.asked}" if now.tried else ""
            label.setText(f"{rich(now.name)} &nbsp;{standing}{count}")
            said = f", {now.right} of {now.asked} right" if now.tried else ""
            label.setToolTip(f"{now.right} of {now.asked} questions right" if now.tried else "")
            label.setAccessibleName(f"{plain(now.name)}: {now.standing}{said}")
