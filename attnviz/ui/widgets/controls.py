"""Sliders, boxes and switches that ask for a change of one field of the state."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QWidget,
)  # fmt: skip

from attnviz.core.limits import HEADS, LIMITS
from attnviz.core.state import LabState
from attnviz.ui.theme import Look

OCTAVE: Final = 12  # slider positions for each doubling of the key width
SNAPS: Final = (0.0, 0.5, 1.0)


class QuietSlider(QSlider):
    """A horizontal slider that leaves the wheel to the page until it has the focus."""

    def __init__(self, low: int, high: int, step: int, page: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setPageStep(page)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift+arrow is the large step: PageUp and PageDown turn frames."""
        arrows = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
        direction = arrows.get(Qt.Key(event.key()), 0)
        if direction and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.setValue(self.value() + direction * self.pageStep())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only the slider that the viewer has chosen."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class QuietSpinBox(QSpinBox):
    """A whole-number box that leaves the wheel to the page until it has the focus."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__()
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only the box that the viewer has chosen."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ExponentBox(QDoubleSpinBox):
    """The exponent α: 0 to 1, the paper's half written ½."""

    def __init__(self) -> None:
        super().__init__()
        self.setRange(0.0, 1.0)
        self.setSingleStep(0.05)
        self.setDecimals(2)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def textFromValue(self, value: float) -> str:
        """½ for a half, whole numbers plain, else two decimals."""
        if value == 0.5:
            return "½"
        return f"{value:.0f}" if value in (0.0, 1.0) else f"{value:.2f}"

    def valueFromText(self, text: str) -> float:
        """The number in `text`; ½ and 1/2 are halves."""
        text = text.strip().replace(",", ".")
        return 0.5 if text in ("½", "1/2") else float(text)

    def validate(self, text: str, position: int) -> object:
        """Let ½ and 1/2 be typed."""
        if text.strip() in ("½", "1/2", "1/"):
            whole = text.strip() != "1/"
            state = QValidator.State.Acceptable if whole else QValidator.State.Intermediate
            return (state, text, position)
        return super().validate(text, position)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only the box that the viewer has chosen."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


@dataclass(frozen=True, slots=True)
class Scale:
    """How slider positions stand for values."""

    low: int
    high: int
    step: int
    page: int
    to_value: Callable[[int], float]
    to_position: Callable[[float], int]


def _width_at(position: int) -> int:
    return round(2 ** (position / OCTAVE))


def _position_of_width(value: float) -> int:
    return round(OCTAVE * math.log2(value))


def _heads_at(position: int) -> int:
    return HEADS[position]


def _position_of_heads(value: float) -> int:
    return HEADS.index(int(value))


def _exponent_at(position: int) -> float:
    near = [snap for snap in SNAPS if abs(position / 100 - snap) <= 0.03]
    return near[0] if near else position / 100


def _position_of_exponent(value: float) -> int:
    return round(100 * value)


def _same(position: int) -> int:
    return position


WIDTH_SCALE: Final = Scale(0, 10 * OCTAVE, OCTAVE, 2 * OCTAVE, _width_at, _position_of_width)
HEADS_SCALE: Final = Scale(0, len(HEADS) - 1, 1, 2, _heads_at, _position_of_heads)
EXPONENT_SCALE: Final = Scale(0, 100, 5, 25, _exponent_at, _position_of_exponent)
KEYS_SCALE: Final = Scale(2, 64, 1, 8, _same, round)


class Control(QWidget):
    """A named control of one field. Emits `wish` with the change asked for, `stroke` when a drag begins and ends."""

    wish = Signal(dict)
    stroke = Signal(bool)

    def __init__(self, field: str, label: str) -> None:
        super().__init__()
        self.field = field
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 2, 0, 2)
        self.row.setSpacing(8)
        self.label = QLabel(label)
        if not label:  # never show what has no parent yet: it would be a window of its own and take the focus
            self.label.hide()
        self.row.addWidget(self.label)

    def show_state(self, state: LabState) -> None:
        """Show the state's value without asking for a change."""
        raise TypeError(f"{type(self).__name__} does not show {self.field}")

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.label.setFont(look.font("label", 600))


class SliderControl(Control):
    """A slider beside a box for any value, both for one number of the state."""

    def __init__(self, field: str, label: str, name: str, scale: Scale) -> None:
        super().__init__(field, label)
        self._scale = scale
        self.slider = QuietSlider(scale.low, scale.high, scale.step, scale.page)
        self.slider.setAccessibleName(name)
        self.slider.setMinimumWidth(110)
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box = self._make_box()
        self.box.setAccessibleName(f"{name}, typed")
        self.label.setBuddy(self.slider)
        self.row.addWidget(self.slider, 1)
        self.row.addWidget(self.box)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderPressed.connect(self._pressed)
        self.slider.sliderReleased.connect(self._released)
        self.box.valueChanged.connect(self._typed)

    def show_state(self, state: LabState) -> None:
        """Show the state's value without asking for a change."""
        value = getattr(state, self.field)
        with QSignalBlocker(self.slider), QSignalBlocker(self.box):
            # A value between two positions must not be pulled to one of them by being shown.
            if self._scale.to_value(self.slider.value()) != value:
                self.slider.setValue(self._scale.to_position(value))
            self.box.setValue(value)
        self.slider.setAccessibleDescription(self.box.text())

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.box.setFixedWidth(round(look.body * (3.0 if look.projector else 3.6)))
        self.slider.setMinimumWidth(round(look.body * (4.5 if look.projector else 7)))
        self.slider.setMinimumHeight(round(look.body * 1.6))

    def _make_box(self) -> QSpinBox | QDoubleSpinBox:
        if self.field == "scale_exponent":
            return ExponentBox()
        if self.field == "heads":
            return HeadsBox()
        low, high = LIMITS[self.field]
        return QuietSpinBox(int(low), int(high))

    def _slid(self, position: int) -> None:
        self.wish.emit({self.field: self._scale.to_value(position)})

    def _typed(self, value: float) -> None:
        self.wish.emit({self.field: value})

    def _pressed(self) -> None:
        self.stroke.emit(True)

    def _released(self) -> None:
        self.stroke.emit(False)


class HeadsBox(QuietSpinBox):
    """A box that steps through the head counts 1, 2, 4 … 32 and takes any number for the store to judge."""

    def __init__(self) -> None:
        super().__init__(HEADS[0], 99)

    def stepBy(self, steps: int) -> None:
        """The next or previous head count."""
        near = min(range(len(HEADS)), key=self._distance)
        self.setValue(HEADS[min(max(near + steps, 0), len(HEADS) - 1)])

    def _distance(self, index: int) -> int:
        return abs(HEADS[index] - self.value())


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
        self.box = QuietSpinBox(int(low), int(high))
        self.box.setAccessibleName("Seed of the random draws")
        self.button = QPushButton("draw again")
        self.button.setToolTip("Draw again with the next seed (R)")
        self.row.addWidget(self.box)
        self.row.addWidget(self.button)
        self.box.valueChanged.connect(self._typed)
        self.button.clicked.connect(self._next)

    def show_state(self, state: LabState) -> None:
        """Show the seed."""
        with QSignalBlocker(self.box):
            self.box.setValue(state.seed)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.box.setFixedWidth(round(look.body * 3.6))
        self.button.setFont(look.font("label", 500))

    def _typed(self, seed: int) -> None:
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


def key_width() -> SliderControl:
    """The key width d_k on a log2 slider: an arrow key doubles or halves."""
    control = SliderControl("key_width", "key width d<sub>k</sub>", "Key width", WIDTH_SCALE)
    control.slider.setTickPosition(QSlider.TickPosition.NoTicks)
    return control


def heads() -> SliderControl:
    """The number of heads h."""
    return SliderControl("heads", "heads h", "Heads", HEADS_SCALE)


def exponent() -> SliderControl:
    """The exponent α of the divisor d_k^α, with snaps at 0, ½ and 1."""
    return SliderControl(
        "scale_exponent", "÷ d<sub>k</sub><sup>α</sup>, α", "Divide by key width to the power", EXPONENT_SCALE
    )


def keys() -> SliderControl:
    """The number of keys in the lottery."""
    return SliderControl("keys", "keys", "Keys in the lottery", KEYS_SCALE)


def causal() -> Switch:
    """The causal mask."""
    return Switch("causal", "hide the future")
