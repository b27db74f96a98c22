"""The rail at the left: one button a frame, a tick on those that are done, and one for the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

SHORT: Final = 40  # label heights; a narrower window has only the frames' numbers in its rail


class Rail(QWidget):
    """Numbered buttons for the frames. Emits `chosen` with a frame's id, `map_asked` for the map or back from it."""

    chosen = Signal(str)
    map_asked = Signal()

    def __init__(self, session: str, names: Mapping[str, str]) -> None:
        """`names` maps each frame's id to its short name, in order."""
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._names = dict(names)
        self._ids = list(names)
        self._done: frozenset[str] = frozenset()
        self._widest, self._short = 180, False
        self._session = QLabel(session)
        self._session.setWordWrap(True)
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 8)
        column.setSpacing(2)
        self._session.setContentsMargins(14, 0, 4, 6)
        column.addWidget(self._session)
        for number, frame_id in enumerate(self._ids):
            button = _button(f"rail-{frame_id}")
            button.setAutoExclusive(True)  # for assistive technology: one of several
            self._group.addButton(button, number)
            column.addWidget(button)
        column.addStretch(1)
        self.map_button = _button("rail-map")
        self.map_button.setAccessibleName("Map of the board")
        self.map_button.setToolTip("The whole board on one canvas (M)")
        self.map_button.clicked.connect(self.map_asked)
        column.addWidget(self.map_button)
        self._group.idClicked.connect(self._clicked)
        self._write()

    def show_frame(self, frame_id: str, done: frozenset[str]) -> None:
        """Mark the present frame, and tick those that are done."""
        self._group.button(self._ids.index(frame_id)).setChecked(True)
        if done != self._done:
            self._done = done
            self._write()

    def show_map(self, on: bool) -> None:
        """Mark whether the map is on show."""
        self.map_button.setChecked(on)

    def fit(self, window: int, look: Look, scale: float) -> None:
        """Take no more of a window `window` pixels wide than its share; in a narrow one only the numbers stay."""
        widest, short = round(max(180, window // 8) * max(1.0, scale)), window < SHORT * look.label
        if (widest, short) == (self._widest, self._short):
            return
        self._widest, self._short = widest, short
        self._session.setVisible(not short)
        self._write()
        self.set_look(look)

    def set_look(self, look: Look) -> None:
        """Take over sizes; the rail is as wide as its words, within its limit."""
        size = "label" if look.projector or look.body > 20 else "body"
        self._session.setFont(look.font("label", 700))
        buttons = [*self._group.buttons(), self.map_button]
        for button in buttons:
            button.setFont(look.font(size, 500))
        words = max(button.fontMetrics().horizontalAdvance(button.text()) for button in buttons)
        widest = self._widest if not self._short else self._widest * 2  # numbers are never cut
        self.setFixedWidth(min(words * 11 // 10 + 34, widest))

    def sizeHint(self) -> QSize:
        """As wide as it is set."""
        return QSize(self.width(), 300)

    def _write(self) -> None:
        self.map_button.setText("▣" if self._short else "▣  Map")
        for number, frame_id in enumerate(self._ids):
            button, done = self._group.button(number), frame_id in self._done
            name = "" if self._short else f"  {self._names[frame_id]}"
            button.setText(f"{number + 1}{name}" + (" ✓" if done else ""))
            button.setToolTip(self._names[frame_id] if self._short else "")
            button.setAccessibleName(f"Frame {number + 1}, {self._names[frame_id]}" + (", done" if done else ""))

    def _clicked(self, number: int) -> None:
        self.chosen.emit(self._ids[number])


def _button(name: str) -> QPushButton:
    button = QPushButton()
    button.setCheckable(True)
    button.setProperty("rail", True)
    button.setObjectName(name)
    return button
