"""The learning rate, on a logarithmic slider that rests at 1, 2 and 5 of every decade."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtWidgets import QDoubleSpinBox

from attnviz.core.limits import RANGES
from attnviz.ui.widgets.controls.quiet import NumberBox
from attnviz.ui.widgets.controls.sliders import Scale, SliderControl

DECADE: Final = 30  # slider positions for each factor of ten; an arrow key takes ten of them
LOW, HIGH = RANGES["rate"]
NEAR: Final = 0.08  # a value this near to 1, 2 or 5 is pulled to it, as a share of it


class RateBox(NumberBox):
    """A learning rate with as many decimals as it needs; steps go with its size."""

    def __init__(self) -> None:
        super().__init__(LOW, HIGH, 4)
        self.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)


def rate_at(position: int) -> float:
    """The rate at a slider position: two digits, pulled to 1, 2 or 5."""
    value = LOW * 10.0 ** (position / DECADE)
    power = 10.0 ** math.floor(math.log10(value) + 1e-9)
    for round_digit in (1, 2, 5, 10):
        if abs(value / (round_digit * power) - 1) < NEAR:
            value = round_digit * power
    return min(float(f"{value:.2g}"), HIGH)


def exact_position(rate: float) -> float:
    """Where a rate lies on the slider: where an arrow key rests, if it rests at this rate."""
    exact = DECADE * math.log10(rate / LOW)
    resting = 10 * round(exact / 10)
    return resting if rate_at(resting) == rate else exact


def position_of(rate: float) -> int:
    """The slider position nearest to a rate."""
    return round(exact_position(rate))


class RateControl(SliderControl):
    """The learning rate of a laboratory, `field` of the state."""

    def __init__(self, field: str = "rate") -> None:
        last = 10 * math.ceil(DECADE * math.log10(HIGH / LOW) / 10)
        scale = Scale(0, last, 10, 30, rate_at, position_of, exact_position)
        super().__init__(field, "rate", "Learning rate", scale)

    def _make_box(self) -> NumberBox:
        return RateBox()
