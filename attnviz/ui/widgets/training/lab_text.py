"""What a laboratory's task is, and what it does not show."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.ui.widgets.text.prose import Prose


class LabText(QWidget):
    """The task, set off; below it the small print. Line breaks inside the words do not count."""

    def __init__(self, task: str, small_print: str) -> None:
        super().__init__()
        self.task = Prose(_flowing(task), size="label", weight=600)
        self.small_print = Prose(_flowing(small_print), size="label", role="muted", scale=0.9, linked=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.task)
        column.addWidget(self.small_print)

    def explain(self, words: str) -> None:
        """Change the small print."""
        self.small_print.set_words(_flowing(words))


def _flowing(text: str) -> str:
    return "\n\n".join(part.replace("\n", " ") for part in text.split("\n\n"))
