"""A frame's title and, at the right, the equation of the widths as it is now."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from attnviz.ui.theme import Look

GAP = 24
SHORT = 56  # label heights; in a narrower line the button says less
LEAST = 0.75  # how far the title shrinks before something is left out


class TitleLine(QWidget):
    """Nothing in it is ever cut: first the title shrinks, then the equation goes, then the title is a shorter one.

    Where even that does not fit, the control beside the title goes below it, and the title wraps.
    """

    more = Signal()  # the button at the end was pressed

    def __init__(self, *titles: str) -> None:
        """`titles` are alternatives, the longest first."""
        super().__init__()
        self._titles = titles
        self._look: Look | None = None
        self.title = QLabel(titles[0])
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.equation = QLabel()
        self._beside: QWidget | None = None
        self._lines = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout()
        self._lines.addWidget(self.title, 1)
        self._lines.addLayout(self._row)
        self._row.addWidget(self.equation)
        self._words = ("", "")
        self.button = QPushButton()
        self.button.setProperty("link", True)
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.button.clicked.connect(self.more)
        self._row.addWidget(self.button)
        self.button.hide()

    def set_more(self, words: str, short: str, name: str) -> None:
        """Show a button at the end that says `words`, or `short` in a narrow line; `name` is read out."""
        self._words = (words, short)
        self.button.setText(words)
        self.button.setAccessibleName(name)
        self.button.setToolTip(f"{name} (F6)")
        self.button.show()

    def set_beside(self, widget: QWidget) -> None:
        """Put a control between title and equation. It is never left out."""
        self._beside = widget
        self._row.insertWidget(0, widget)
        self._row.insertSpacing(1, GAP - self._row.spacing())
        stops = [part for part in widget.findChildren(QWidget) if part.focusPolicy() != Qt.FocusPolicy.NoFocus]
        if stops:  # the button stands at its right, and so comes after it for the Tab key, too
            QWidget.setTabOrder(stops[-1], self.button)

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
        self.button.setFont(look.font("label", 500))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if self._look is None:
            return
        self.button.setText(self._words[self.width() < SHORT * self._look.label])
        equation = self.equation.fontMetrics().horizontalAdvance(self.equation.text()) + GAP
        beside = self._beside.sizeHint() if self._beside is not None else QSize(-GAP, 0)
        room = self.width() - beside.width() - GAP
        line = round(self._look.title * 1.3)
        if not self.button.isHidden():
            room -= self.button.sizeHint().width() + self._row.spacing()
        for title in self._titles:
            for taken in (equation, 0):
                if self._fits(title, room - taken):
                    self._place(title, bool(taken), QBoxLayout.Direction.LeftToRight)
                    self.setFixedHeight(max(line, beside.height()))
                    return
        self._place(self._titles[-1], False, QBoxLayout.Direction.TopToBottom)
        self.title.setFont(self._look.font(str(int(self._look.title * LEAST)), 700))
        below = max(beside.height(), 0 if self.button.isHidden() else self.button.sizeHint().height())
        below += self._lines.spacing() if below else 0
        self.setFixedHeight(max(line, self.title.heightForWidth(self.width())) + below)

    def _place(self, title: str, equation: bool, direction: QBoxLayout.Direction) -> None:
        stacked = direction == QBoxLayout.Direction.TopToBottom
        self.title.setText(title)
        self.title.setWordWrap(stacked)
        self.equation.setVisible(equation)
        self._lines.setDirection(direction)
        self._lines.setAlignment(self._row, Qt.AlignmentFlag.AlignLeft if stacked else Qt.AlignmentFlag(0))

    def _fits(self, title: str, room: int) -> bool:
        """Set the title's font to the largest that fits; False when even the least does not."""
        assert self._look is not None
        full = self._look.title
        self.title.setFont(self._look.font(str(full), 700))
        needed = self.title.fontMetrics().horizontalAdvance(title) + 4
        if needed > room:
            self.title.setFont(self._look.font(str(max(int(full * LEAST), int(full * room / needed))), 700))
        return self.title.fontMetrics().horizontalAdvance(title) <= room
