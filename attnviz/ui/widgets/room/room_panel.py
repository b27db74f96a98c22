"""The small window of the room check: the room's measures, what the count says, and other ways to see."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.core.room import FEET, ROWS, SCREENS, Room, room_of
from attnviz.core.words import number
from attnviz.ui.theme import Look, palette
from attnviz.ui.widgets.controls.quiet import NumberBox
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.room.marks import MarkKey
from attnviz.ui.widgets.text.prose import Prose

KINDS: Final = {
    "greyscale": ("without color", "a printer or projector without color"),
    "deuteranopia": ("deuteranopia", "eyes without the cones for medium waves, often called green-blind"),
    "protanopia": ("protanopia", "eyes without the cones for long waves, often called red-blind"),
}


class RoomPanel(QDialog):
    """Stays open beside the board, which goes on working; Esc closes it."""

    measured = Signal()  # the room, or the unit, is another one
    seen_as = Signal(str, bool)  # how to show the frames: a kind of color vision or "", and whether in stray light
    refused = Signal()  # something was typed that is no length of this kind
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._home = parent
        self.setWindowTitle("Room check")
        self.room, self.feet = Room(), False
        self._odd = Prose(size="label", role="raw_text")
        self._odd.hide()
        self._count = Prose(size="label", weight=600)
        self._advice = Prose(size="label")
        self._small = Prose(
            "By capital letters, 0.7 of the font's size, as if this window filled the screen.",
            size="label",
            role="muted",
        )
        self.boxes = {"screen": NumberBox(*SCREENS, 2), "last_row": NumberBox(*ROWS, 1)}
        self._labels = {"screen": QLabel(), "last_row": QLabel()}
        self.in_feet = QCheckBox("feet")
        self.washed = QCheckBox("stray light of a lit room")
        self.kinds = {kind: QCheckBox(words) for kind, (words, _) in KINDS.items()}
        self.close_button = QPushButton("Close")
        self._name()
        self._lay_out()
        self._connect()

    @property
    def kind(self) -> str:
        """The kind of color vision that is chosen, "" for none."""
        return next((kind for kind, box in self.kinds.items() if box.isChecked()), "")

    def set_room(self, room: Room, feet: bool) -> None:
        """Show a room in meters or feet, without telling anybody."""
        self.room, self.feet = room, feet
        unit = FEET if feet else 1.0
        for field, limits in (("screen", SCREENS), ("last_row", ROWS)):
            box = self.boxes[field]
            with QSignalBlocker(box):
                box.setRange(limits[0] / unit, limits[1] / unit)
                box.setValue(getattr(room, field) / unit)
            name = "height of the screen" if field == "screen" else "distance of the last row"
            self._labels[field].setText(f"{name}, {'ft' if feet else 'm'}")
            box.setAccessibleName(f"{name.capitalize()} in {'feet' if feet else 'meters'}")
        with QSignalBlocker(self.in_feet):
            self.in_feet.setChecked(feet)

    def say(self, count: str, advice: str) -> None:
        """Show what was counted and what would help."""
        if (count, advice) != (self._count.plain, self._advice.plain):
            self._count.set_words(count)
            self._advice.set_words(advice)
            self.adjust()

    def announce(self) -> None:
        """Tell assistive technology what is said now."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.words()))

    def words(self) -> str:
        """What it says now."""
        return " ".join(part.plain for part in (self._odd, self._count, self._advice) if part.plain)

    def open_beside(self) -> None:
        """Show it at the window's lower right corner, or bring it to the front, the first box with the focus."""
        if not self.isVisible():
            self.adjust()
            self.show()
            corner = self._home.frameGeometry().bottomRight()
            self.move(corner.x() - self.width() - 24, corner.y() - self.height() - 24)
        self.activateWindow()
        self.boxes["screen"].setFocus()

    def adjust(self) -> None:
        """As high as its words need, and no higher."""
        self._column.activate()
        self.setFixedHeight(self._column.totalHeightForWidth(self.width()))

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.setPalette(palette(look))
        font = look.font("label")
        for part in (*self._labels.values(), self.in_feet, self.washed, *self.kinds.values(), self.close_button):
            part.setFont(font)
        for box in self.boxes.values():
            box.setFont(look.font("label", 600))
            box.setFixedWidth(box.fontMetrics().horizontalAdvance("0000.00") + look.label)
        self.setFixedWidth(min(look.label * 27, self._home.width() - 40))
        self.adjust()

    def event(self, event: QEvent) -> bool:
        """Take another height when the words inside do."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.adjust()
        return super().event(event)

    def reject(self) -> None:
        """Close it: everything looks as it did."""
        for box in (self.washed, *self.kinds.values()):
            with QSignalBlocker(box):
                box.setChecked(False)
        super().reject()
        self.closed.emit()

    def closeEvent(self, event: object) -> None:
        """The window's own button closes it as Esc does."""
        self.reject()
        super().closeEvent(event)  # type: ignore[arg-type]

    def _name(self) -> None:
        self.setAccessibleName("Room check")
        self.in_feet.setAccessibleName("Measure in feet")
        self.washed.setAccessibleName("See the frame in stray light")
        self.washed.setToolTip("The room's light adds 0.15 of full white to every point")
        for kind, box in self.kinds.items():
            box.setAccessibleName(f"See the frame as with {kind}" if kind != "greyscale" else "See the frame in grey")
            box.setToolTip(KINDS[kind][1])
        self.close_button.setAutoDefault(False)  # Enter belongs to the boxes

    def _lay_out(self) -> None:
        grid = QGridLayout()
        for row, field in enumerate(self.boxes):
            self._labels[field].setBuddy(self.boxes[field])
            grid.addWidget(self._labels[field], row, 0)
            grid.addWidget(self.boxes[field], row, 1)
        grid.addWidget(self.in_feet, 0, 2)
        grid.setColumnStretch(3, 1)
        keys = FlowLayout(gap=8)
        keys.addWidget(MarkKey("hard to read", "hard to read"))
        keys.addWidget(MarkKey("unreadable", "unreadable"))
        ways = FlowLayout(gap=12)
        for box in (self.washed, *self.kinds.values()):
            ways.addWidget(box)
        self._column = column = QVBoxLayout(self)
        column.addLayout(grid)
        for part in (self._odd, self._count, self._advice):
            column.addWidget(part)
        column.addLayout(keys)
        column.addWidget(self._small)
        column.addLayout(ways)
        column.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)

    def _connect(self) -> None:
        for box in self.boxes.values():
            box.valueChanged.connect(self._measure)
            box.odd.connect(self._refuse)
        self.in_feet.toggled.connect(self._change_unit)
        self.washed.toggled.connect(self._see)
        for button in self.kinds.values():
            button.toggled.connect(self._choose)
        self.close_button.clicked.connect(self.reject)

    def _measure(self, _value: float) -> None:
        unit = FEET if self.feet else 1.0
        self._complain("")
        self.room = room_of(self.boxes["screen"].value() * unit, self.boxes["last_row"].value() * unit)
        self.measured.emit()

    def _change_unit(self, feet: bool) -> None:
        self.set_room(self.room, feet)
        self.measured.emit()

    def _refuse(self, odd: float | str) -> None:
        """What was typed is no length of this kind: say which would be, and keep the old one."""
        box = self.sender()
        low, high = (number(end, 1) for end in (box.minimum(), box.maximum()))  # type: ignore[attr-defined]
        given = odd if isinstance(odd, str) else f"{odd:g}"
        self._complain(
            f"“{given}” is not used: give a length from {low} to {high} {'feet' if self.feet else 'meters'}."
        )
        self.refused.emit()

    def _complain(self, words: str) -> None:
        self._odd.set_words(words)
        self._odd.setVisible(bool(words))
        self.adjust()

    def _choose(self, on: bool) -> None:
        """At most one kind at a time: a person has one pair of eyes."""
        if on:
            for box in self.kinds.values():
                if box is not self.sender():
                    with QSignalBlocker(box):
                        box.setChecked(False)
        self._see(on)

    def _see(self, _on: bool) -> None:
        self.seen_as.emit(self.kind, self.washed.isChecked())
