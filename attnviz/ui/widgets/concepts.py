"""How each concept of the lesson stands, in one line that wraps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtWidgets import QLabel, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.layout import FlowLayout
from attnviz.ui.widgets.prose import rich

SIGNS: Final = {"done": "✓", "nearly": "≈", "not yet": "○", "open": "·"}
ROLES: Final = {"done": "value_text", "nearly": "query_text", "not yet": "key_text", "open": "muted"}


class Concepts(QWidget):
    """A name for each concept, and beside it done, nearly, not yet or open: in words, a sign and a color."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._look: Look | None = None
        self._standing: tuple[tuple[str, str], ...] = ()
        row = FlowLayout(self, gap=22, line_gap=0)
        self.labels = [QLabel() for _ in range(count)]
        for label in self.labels:
            row.addWidget(label)

    def show_concepts(self, standing: Sequence[tuple[str, str]]) -> None:
        """Show the name of each concept with how it stands (a key of SIGNS)."""
        if tuple(standing) != self._standing:
            self._standing = tuple(standing)
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
        for label, (name, word) in zip(self.labels, self._standing, strict=False):
            color = getattr(self._look.theme, ROLES[word])
            label.setText(
                f"{rich(name)} &nbsp;<span style='color:{color}; font-weight:600'>{SIGNS[word]} {word}</span>"
            )
            label.setAccessibleName(f"{name}: {word}")
