"""Sliders and number boxes that leave the wheel to the page until they have the focus."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QValidator, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSlider, QSpinBox, QStyle

from attnviz.core.limits import HEADS


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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """An arrow goes to the next whole step; with Shift by the large step, as PageUp and PageDown turn frames."""
        arrows = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """The slider, and the tick of the marked position below its groove."""
        super().paintEvent(event)
        if self.marked is None:
            return
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
        span = self.width() - handle
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), self.marked, span) + handle / 2
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
