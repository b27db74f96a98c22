"""Sliders beside boxes, both for one number of the state."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QSizePolicy

from attnviz.core.limits import HEADS, LIMITS
from attnviz.core.state import LabState
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.quiet import ExponentBox, HeadsBox, NumberBox, QuietSlider

OCTAVE: Final = 12  # slider positions for each doubling of the key width
SNAPS: Final = (0.0, 0.5, 1.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """How slider positions stand for values."""

    low: int
    high: int
    step: int
    page: int
    to_value: Callable[[int], float]
    to_position: Callable[[float], int]
    exact: Callable[[float], float] = float  # the position as a real number, for values between two positions


def _width_at(position: int) -> int:
    return round(2 ** (position / OCTAVE))


def _position_of_width(value: float) -> int:
    return round(OCTAVE * math.log2(value))


def _exact_width(value: float) -> float:
    return OCTAVE * math.log2(value)


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


WIDTH_SCALE: Final = Scale(0, 10 * OCTAVE, OCTAVE, 2 * OCTAVE, _width_at, _position_of_width, _exact_width)
HEADS_SCALE: Final = Scale(0, len(HEADS) - 1, 1, 2, _heads_at, _position_of_heads, _position_of_heads)
EXPONENT_SCALE: Final = Scale(0, 100, 5, 25, _exponent_at, _position_of_exponent, _position_of_exponent)
KEYS_SCALE: Final = Scale(2, 64, 1, 8, _same, round)


class ScaledSlider(QuietSlider):
    """A slider that knows which number each position stands for, and how that is written."""

    def __init__(self, scale: Scale, write: Callable[[float], str]) -> None:
        super().__init__(scale.low, scale.high, scale.step, scale.page)
        self._scale, self._write = scale, write
        self.shown: float | None = None  # the number on show, if it came from elsewhere

    def number(self) -> float:
        """The number on show, which may lie between two positions."""
        if self.shown is not None and self._scale.to_position(self.shown) == self.value():
            return self.shown
        return self._scale.to_value(self.value())

    def spoken(self) -> str:
        """The number as its box writes it."""
        return self._write(self.number())

    def reach(self) -> tuple[float, float]:
        """The least and the largest number."""
        return self._scale.to_value(self.minimum()), self._scale.to_value(self.maximum())

    def go_to(self, number: float) -> None:
        """Move to the position nearest to a number."""
        off = [abs(self._scale.to_value(at) - number) for at in range(self.minimum(), self.maximum() + 1)]
        self.setValue(self.minimum() + off.index(min(off)))


class SliderControl(Control):
    """A slider beside a box for any value, both for one number of the state."""

    def __init__(self, field: str, label: str, name: str, scale: Scale) -> None:
        super().__init__(field, label)
        self._scale = scale
        self.box = self._make_box()
        self.slider = ScaledSlider(scale, self.box.textFromValue)
        self.slider.setAccessibleName(name)
        self.slider.setMinimumWidth(110)
        self.slider.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.setAccessibleName(f"{name}, typed")
        self.label.setBuddy(self.slider)
        self.row.addWidget(self.slider, 1)
        self.row.addWidget(self.box)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.slider.valueChanged.connect(self._slid)
        self.slider.sliderPressed.connect(self._pressed)
        self.slider.sliderReleased.connect(self._released)
        self.box.valueChanged.connect(self._typed)
        self.box.odd.connect(self._typed)

    def show_state(self, state: LabState) -> None:
        """Show the state's value without asking for a change."""
        value = getattr(state, self.field)
        with QSignalBlocker(self.slider), QSignalBlocker(self.box):
            # A value between two positions must not be pulled to one of them by being shown.
            if self._scale.to_value(self.slider.value()) != value:
                self.slider.setValue(self._scale.to_position(value))
            self.slider.exact, self.slider.shown = self._scale.exact(value), value
            self.box.setValue(value)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.box.setFixedWidth(round(look.body * (3.0 if look.projector else 3.6)))
        self.slider.setMinimumWidth(round(look.body * (4.5 if look.projector else 5.5)))
        self.slider.setMinimumHeight(round(look.body * 1.6))
        self.slider.mark_color = look.color("ink")

    def _make_box(self) -> NumberBox:
        if self.field == "scale_exponent":
            return ExponentBox()
        if self.field == "heads":
            return HeadsBox()
        low, high = LIMITS[self.field]
        return NumberBox(float(low), float(high))

    def mark(self, value: float, words: str) -> None:
        """Give one value a tick of its own, explained by `words`."""
        self.slider.marked = self._scale.to_position(value)
        self.slider.setToolTip(words)

    def _slid(self, position: int) -> None:
        self.slider.exact = self.slider.shown = None
        self.wish.emit({self.field: self._scale.to_value(position)})

    def _typed(self, value: float | str) -> None:
        self.wish.emit({self.field: value})

    def _pressed(self) -> None:
        self.stroke.emit(True)

    def _released(self) -> None:
        self.stroke.emit(False)


def key_width() -> SliderControl:
    """The key width d_k on a log2 slider: an arrow key doubles or halves."""
    control = SliderControl("key_width", "key width d<sub>k</sub>", "Key width", WIDTH_SCALE)
    control.mark(64, "the tick is the paper's 64")
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
