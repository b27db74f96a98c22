"""The line of live words under a frame: what the picture says now, for every eye and ear."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from attnviz.ui.theme import Look

SPARE = 3  # pixels of a block of lines that never have ink


class LiveWords(QLabel):
    """Two lines, always kept, so that longer words never push the pictures about during a drag.

    Only text so large that even at label size the words need more lines gets them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._look: Look | None = None
        self._two_lines = 0  # pixels, of the largest size
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def say(self, words: str) -> None:
        """Show `words`, as large as they fit."""
        if words != self.accessibleName():
            self.setAccessibleName(words)
            self.setText("\u00a0".join(words.rsplit(" ", 1)))  # no last line of one lonely number
            self._fit()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        self.setFont(look.font(str(_largest(look))))
        self._two_lines = 2 * self.fontMetrics().lineSpacing() + 4
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the words to the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """From a little over body size down to label size, which is never below the floor."""
        if self._look is None:
            return
        look = self._look
        for pixels in (_largest(look), look.body, (look.body + look.label) // 2, look.label):
            self.setFont(look.font(str(pixels)))
            needed = self.heightForWidth(self.width())
            if needed <= self._two_lines + SPARE:
                needed = self._two_lines
                break
        self.setFixedHeight(needed)


def _largest(look: Look) -> int:
    return round(look.body * 1.08)
