"""Sliders and number boxes that leave the wheel to the page until they have the focus."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QDoubleSpinBox, QSlider, QStyle

from attnviz.core.limits import HEADS
from attnviz.core.words import read_number


class QuietSlider(QSlider):
    """A horizontal slider that leaves the wheel to the page until it has the focus."""

    def __init__(self, low: int, high: int, step: int, page: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setRange(low, high)
        self.setSingleStep(step)
        self.setPageStep(page)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.exact: float | None = None  # where the value on show lies, if between two positions
        self.marked: int | None = None  # a position with a tick of its own
        self.mark_color = QColor()

    def number(self) -> float:
        """The number that the position stands for, for whoever is read the value."""
        return float(self.value())

    def spoken(self) -> str:
        """The same as it is written on screen."""
        return f"{self.number():g}"

    def reach(self) -> tuple[float, float]:
        """The least and the largest number."""
        return float(self.minimum()), float(self.maximum())

    def go_to(self, number: float) -> None:
        """Move to the position nearest to a number."""
        self.setValue(round(number))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An arrow goes to the next whole step; with Shift by the large step, as PageUp and PageDown turn frames."""
        onward = -1 if self.isRightToLeft() else 1  # to where larger values are
        arrows = {Qt.Key.Key_Left: -onward, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: onward, Qt.Key.Key_Up: 1}
        direction = arrows.get(Qt.Key(event.key()), 0)
        if direction and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.setValue(self.value() + direction * self.pageStep())
        elif direction:
            target = self._next_step(direction)
            if target == self.value():  # the position is the same, the value between two positions is not
                self.valueChanged.emit(target)
            self.setValue(target)
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """A drag ends when the frame is turned under it."""
        self.setSliderDown(False)
        super().hideEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A slider that was let go, or is out of sight, no longer follows the mouse."""
        if self.isSliderDown():
            super().mouseMoveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The slider, and the tick of the marked position below its groove."""
        super().paintEvent(event)
        if self.marked is None:
            return
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
        span = self.width() - handle
        mirrored = self.isRightToLeft()
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), self.marked, span, mirrored) + handle / 2
        painter = QPainter(self)
        painter.setPen(QPen(self.mark_color, 2))
        painter.drawLine(QPointF(at, self.height() - 6), QPointF(at, self.height() - 1))

    def _next_step(self, direction: int) -> int:
        """The next multiple of the step from where the value really lies: 100 goes to 128 or 64, 127 to 128."""
        steps = (self.value() if self.exact is None else self.exact) / self.singleStep()
        near = round(steps)
        if abs(steps - near) < 1e-9:
            return (near + direction) * self.singleStep()
        return (math.ceil(steps) if direction > 0 else math.floor(steps)) * self.singleStep()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only the slider that the viewer has chosen."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class NumberBox(QDoubleSpinBox):
    """A number box that leaves the wheel to the page until it has the focus, and never makes one number of another.

    Anything can be typed. What is no number of its range is not cut to one: `odd` tells what it was, and the old value
    comes back.
    """

    odd = Signal(object)  # the number out of range, or the text that is none

    def __init__(self, low: float, high: float, decimals: int = 0) -> None:
        super().__init__()
        self._odd: float | str | None = None
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.editingFinished.connect(self._tell)

    def textFromValue(self, value: float) -> str:
        """As few digits as the value needs."""
        return f"{value:.0f}" if self.decimals() == 0 else f"{round(value, self.decimals()):g}"

    def validate(self, text: str, position: int) -> object:
        """Anything may stand in the box; what it means is judged when it is entered."""
        state = QValidator.State.Acceptable if text.strip() else QValidator.State.Intermediate
        return (state, text, position)

    def valueFromText(self, text: str) -> float:
        """The number entered, or the old value when it is none of this box's."""
        typed = read_number(text)
        if typed is None:
            self._odd = text.strip()
        elif not self.minimum() <= typed <= self.maximum() or (self.decimals() == 0 and typed != int(typed)):
            self._odd = typed
        else:
            return typed
        return self.value()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn only the box that the viewer has chosen."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _tell(self) -> None:
        if self._odd is not None:
            odd, self._odd = self._odd, None
            self.odd.emit(odd)


class ExponentBox(NumberBox):
    """The exponent α: 0 to 1, the paper's half written ½."""

    def __init__(self) -> None:
        super().__init__(0.0, 1.0, 2)
        self.setSingleStep(0.05)

    def textFromValue(self, value: float) -> str:
        """½ for a half, whole numbers plain, else two decimals."""
        if value == 0.5:
            return "½"
        return f"{value:.0f}" if value in (0.0, 1.0) else f"{value:.2f}"


class HeadsBox(NumberBox):
    """A box that steps through the head counts 1, 2, 4 … 32 and takes any number for the store to judge."""

    def __init__(self) -> None:
        super().__init__(HEADS[0], 99)

    def stepBy(self, steps: int) -> None:
        """The next or previous head count."""
        near = min(range(len(HEADS)), key=self._distance)
        self.setValue(HEADS[min(max(near + steps, 0), len(HEADS) - 1)])

    def _distance(self, index: int) -> float:
        return abs(HEADS[index] - self.value())
