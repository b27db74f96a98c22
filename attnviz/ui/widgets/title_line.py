"""A frame's title and, at the right, the equation of the widths as it is now."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from attnviz.ui.theme import Look

GAP = 24
LEAST = 0.75  # how far the title shrinks before something is left out


class TitleLine(QWidget):
    """Nothing in it is ever cut: first the title shrinks, then the equation goes, then the title is a shorter one."""

    def __init__(self, *titles: str) -> None:
        """`titles` are alternatives, the longest first."""
        super().__init__()
        self._titles = titles
        self._look: Look | None = None
        self.title = QLabel(titles[0])
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.equation = QLabel()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.title, 1)
        row.addWidget(self.equation)

    def set_titles(self, *titles: str) -> None:
        """Change the alternatives."""
        self._titles = titles
        self._fit()

    def set_equation(self, words: str) -> None:
        """Show the equation as it is now."""
        if words != self.equation.text():
            longer = len(words) != len(self.equation.text())
            self.equation.setText(words)
            if longer:
                self._fit()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        self.equation.setFont(look.font("body", 600))
        self.setFixedHeight(round(look.title * 1.3))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._look is None:
            return
        equation = self.equation.fontMetrics().horizontalAdvance(self.equation.text()) + GAP
        for title in self._titles:
            for taken in (equation, 0):
                if self._fits(title, self.width() - taken):
                    self.title.setText(title)
                    self.equation.setVisible(bool(taken))
                    return

    def _fits(self, title: str, room: int) -> bool:
        """Set the title's font to the largest that fits; False when even the least does not."""
        assert self._look is not None
        full = self._look.title
        self.title.setFont(self._look.font(str(full), 700))
        needed = self.title.fontMetrics().horizontalAdvance(title) + 4
        if needed > room:
            self.title.setFont(self._look.font(str(max(int(full * LEAST), int(full * room / needed))), 700))
        return self.title.fontMetrics().horizontalAdvance(title) <= room or (
            title == self._titles[-1] and room == self.width()
        )
