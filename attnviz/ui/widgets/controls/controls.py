"""Switches, choices and boxes that ask for a change of one field of the state."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QCheckBox, QLineEdit, QPushButton, QSizePolicy

from attnviz.core.limits import LIMITS
from attnviz.core.state import LabState
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.quiet import NumberBox


class Switch(Control):
    """A named check box for one on/off field."""

    def __init__(self, field: str, text: str) -> None:
        super().__init__(field, "")
        self.box = QCheckBox(text)
        self.box.setAccessibleName(text)
        self.row.addWidget(self.box)
        self.box.toggled.connect(self._toggled)

    def show_state(self, state: LabState) -> None:
        """Show the state's value without asking for a change."""
        with QSignalBlocker(self.box):
            self.box.setChecked(getattr(state, self.field))

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.box.setFont(look.font("label", 600))

    def _toggled(self, on: bool) -> None:
        self.wish.emit({self.field: on})


class Lock(Switch):
    """Keeps heads × key width as it is; its words say the product."""

    def __init__(self) -> None:
        super().__init__("locked", "keep model width")

    def show_state(self, state: LabState) -> None:
        """Show whether the product is kept, and its value."""
        super().show_state(state)
        self.box.setText(f"keep model width {state.model_width}")
        self.box.setAccessibleName(self.box.text())


class Choice(Control):
    """A row of buttons of which one is down, for a field of words or numbers."""

    def __init__(self, field: str, label: str, options: dict[str | float, str]) -> None:
        """`options` maps each value to the words on its button."""
        super().__init__(field, label)
        self._group = QButtonGroup(self)
        self._values = list(options)
        self.row.setSpacing(4)
        for number, (value, words) in enumerate(options.items()):
            button = QPushButton(words)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it: this is how Qt tells that it is one of several
            button.setAccessibleName(f"{label or field.replace('_', ' ')}: {words}")
            button.setProperty("segment", True)
            button.setObjectName(f"{field}-{value}")
            self._group.addButton(button, number)
            self.row.addWidget(button)
        self._group.idClicked.connect(self._clicked)

    def buttons(self) -> list[QAbstractButton]:
        """The buttons in order."""
        return self._group.buttons()

    def show_state(self, state: LabState) -> None:
        """Press down the button of the state's value."""
        self._group.button(self._values.index(getattr(state, self.field))).setChecked(True)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        for button in self.buttons():
            button.setFont(look.font("label", 500))

    def _clicked(self, number: int) -> None:
        self.wish.emit({self.field: self._values[number]})


class SeedControl(Control):
    """The seed of every random draw, and a button for the next one."""

    def __init__(self) -> None:
        super().__init__("seed", "seed")
        low, high = LIMITS["seed"]
        self.box = NumberBox(float(low), float(high))
        self.box.setAccessibleName("Seed of the random draws")
        self.button = QPushButton("draw again")
        self.button.setToolTip("Draw again with the next seed (R)")
        self.row.addWidget(self.box)
        self.row.addWidget(self.button)
        self.box.valueChanged.connect(self._typed)
        self.box.odd.connect(self._typed)
        self.button.clicked.connect(self._next)

    def show_state(self, state: LabState) -> None:
        """Show the seed."""
        with QSignalBlocker(self.box):
            self.box.setValue(state.seed)
        self._fit_box()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self._fit_box()
        self.button.setFont(look.font("label", 500))

    def _fit_box(self) -> None:
        """Wide enough for the seed that stands in it, and no wider."""
        metrics = self.box.fontMetrics()
        digits = max(metrics.horizontalAdvance(self.box.text()), metrics.horizontalAdvance("0000"))
        self.box.setFixedWidth(digits + metrics.height())

    def _typed(self, seed: float | str) -> None:
        self.wish.emit({"seed": seed})

    def _next(self) -> None:
        self.wish.emit({"seed": self.box.value() + 1})


class SentenceEdit(Control):
    """The sentence, changed when Enter is pressed or the box is left."""

    def __init__(self) -> None:
        super().__init__("sentence", "sentence")
        self.box = QLineEdit()
        self.box.setAccessibleName("Sentence")
        self.label.setBuddy(self.box)
        self.row.addWidget(self.box, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.editingFinished.connect(self._edited)

    def show_state(self, state: LabState) -> None:
        """Show the sentence unless it is being typed."""
        if not (self.box.hasFocus() and self.box.isModified()):
            self.box.setText(state.sentence)
            self.box.setCursorPosition(0)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body"))
        self.box.setMinimumWidth(look.body * 16)

    def _edited(self) -> None:
        if self.box.isModified():
            self.box.setModified(False)
            self.wish.emit({"sentence": self.box.text()})


def causal() -> Switch:
    """The causal mask."""
    return Switch("causal", "hide the future")


def optimizer(field: str = "optimizer") -> Choice:
    """How a laboratory walks downhill, `field` of the state."""
    return Choice(field, "", {"plain": "plain gradient", "adam": "Adam"})
