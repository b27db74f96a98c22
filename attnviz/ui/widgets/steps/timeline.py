"""A timeline: a slider with named stops and smaller stops inside them, which can be stepped and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.quiet import QuietSlider
from attnviz.ui.widgets.text.texts import text_of

PERIOD: Final = 1200  # milliseconds a stop is shown while playing: never more than two stops a second


@dataclass(frozen=True, slots=True)
class Mark:
    """A smaller stop: which of the named stops it belongs to, and its own name."""

    part: int
    name: str


class Track(QuietSlider):
    """The slider itself. ← and → move by one smaller stop, Home and End to the ends."""

    def __init__(self, parts: Sequence[str], marks: Sequence[Mark]) -> None:
        super().__init__(0, len(marks) - 1, 1, 1)
        self.parts, self.marks = tuple(parts), tuple(marks)
        self._look: Look | None = None
        self.setAccessibleName("Steps")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def number(self) -> float:
        """The stop, counted from 1."""
        return self.value() + 1.0

    def reach(self) -> tuple[float, float]:
        """The first and the last stop."""
        return 1.0, float(len(self.marks))

    def go_to(self, number: float) -> None:
        """Ask for a stop, counted from 1."""
        self.setValue(round(number) - 1)

    def spoken(self) -> str:
        """The stop by its names."""
        mark = self.marks[self.value()]
        return f"step {mark.part + 1}, {self.parts[mark.part]}: {mark.name}"

    def set_look(self, look: Look) -> None:
        self._look = look
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._look is None:
            return QSize(240, 40)
        widest = sum(self._needs(self._look))
        names = text_of(self._look, "N", "floor").height + 1 if self.named else 3
        return QSize(round(widest) + 8, round(self._name_y(self._look) + names))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @property
    def named(self) -> bool:
        """Whether there is room for the names of all smaller stops; else the words of the frame have to say them."""
        return self._look is not None and self._all_names_fit(self._look, self.centers())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.updateGeometry()

    def spans(self) -> list[tuple[float, float]]:
        """Left and right end of each named stop, in pixels."""
        if self._look is None:
            return []
        needs = self._needs(self._look)
        spare = max(self.width() - 8 - sum(needs), 0.0) / len(self.marks)
        spans, left = [], 4.0
        for part, need in enumerate(needs):
            width = need + spare * self._count(part)
            spans.append((left, left + width))
            left += width
        return spans

    def centers(self) -> list[float]:
        """Where each smaller stop stands, in pixels."""
        centers: list[float] = []
        for part, (left, right) in enumerate(self.spans()):
            count = self._count(part)
            centers += [left + (right - left) * (i + 0.5) / count for i in range(count)]
        return centers

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._move_to(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self._move_to(event.position().x())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(False)

    def paintEvent(self, _event: QPaintEvent) -> None:
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_parts(painter, look)
        self._draw_stops(painter, look)
        if self.hasFocus():
            painter.setPen(QPen(look.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _draw_parts(self, painter: QPainter, look: Look) -> None:
        here, height = self.marks[self.value()].part, self._bar_height(look)
        for part, (left, right) in enumerate(self.spans()):
            box = QRectF(left + 2, 3, right - left - 4, height)
            painter.setPen(QPen(look.color("query_text" if part == here else "border"), 2 if part == here else 1))
            painter.setBrush(look.color("chosen" if part == here else "card"))
            painter.drawRoundedRect(box, 6, 6)
            name = text_of(look, f"{part + 1}  {self.parts[part]}", "label", 700 if part == here else 500)
            painter.setPen(look.color("query_text" if part == here else "ink"))
            name.draw_mid(painter, box.center().x(), 3 + name.height / 2 + 2)

    def _draw_stops(self, painter: QPainter, look: Look) -> None:
        centers, y, radius = self.centers(), self._dot_y(look), self._radius(look)
        painter.setPen(QPen(look.color("edge"), max(2.0, look.line * 0.8)))
        painter.drawLine(QPointF(centers[0], y), QPointF(centers[-1], y))
        painter.setPen(QPen(look.color("query"), max(3.0, look.line)))
        painter.drawLine(QPointF(centers[0], y), QPointF(centers[self.value()], y))
        for stop, x in enumerate(centers):
            passed = stop <= self.value()
            painter.setPen(QPen(look.color("query" if passed else "edge"), max(2.0, look.line * 0.8)))
            painter.setBrush(look.color("query" if passed and stop != self.value() else "card"))
            size = radius * (1.45 if stop == self.value() else 0.75)
            painter.drawEllipse(QPointF(x, y), size, size)
        self._draw_names(painter, look, centers)

    def _draw_names(self, painter: QPainter, look: Look, centers: list[float]) -> None:
        for stop, center in enumerate(centers if self.named else ()):
            here = stop == self.value()
            text = text_of(look, self.marks[stop].name, "floor", 700 if here else 400)
            painter.setPen(look.color("query_text" if here else "muted"))
            text.draw(painter, center - text.width / 2, self._name_y(look))

    def _all_names_fit(self, look: Look, centers: list[float]) -> bool:
        widths = [text_of(look, mark.name, "floor", 700).width for mark in self.marks]
        apart = (right - left for left, right in pairwise(centers))
        half = ((one + other) / 2 for one, other in pairwise(widths))
        inside = widths[0] / 2 < centers[0] and centers[-1] + widths[-1] / 2 < self.width()
        return inside and all(room > needed + 6 for room, needed in zip(apart, half, strict=True))

    def _needs(self, look: Look) -> list[float]:
        least = self._radius(look) * 5
        names = (text_of(look, f"{i + 1}  {name}", "label", 700).width for i, name in enumerate(self.parts))
        return [max(width + 22, least * self._count(part)) for part, width in enumerate(names)]

    def _count(self, part: int) -> int:
        return sum(mark.part == part for mark in self.marks)

    def _move_to(self, x: float) -> None:
        centers = self.centers()
        self.setValue(min(range(len(centers)), key=[abs(x - center) for center in centers].__getitem__))

    @staticmethod
    def _radius(look: Look) -> float:
        return max(5.0, look.floor * 0.32)

    def _dot_y(self, look: Look) -> float:
        return 3 + text_of(look, "N", "label").height + 4 + self._radius(look) * 1.5

    def _bar_height(self, look: Look) -> float:
        return self._dot_y(look) + self._radius(look) * 1.5 + 2

    def _name_y(self, look: Look) -> float:
        return 3 + self._bar_height(look) + 1


class Timeline(QWidget):
    """The track with buttons to play, step back and step on. Emits `wish` with the stop that is asked for."""

    wish = Signal(dict)
    stroke = Signal(bool)

    def __init__(self, field: str, parts: Sequence[str], marks: Sequence[Mark]) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # it runs as what it plays does
        self._field = field
        self.by_itself = False  # whether the stop on show came by playing, not by the viewer's hand
        self.track = Track(parts, marks)
        self.back, self.play, self.on = QPushButton("◀"), QPushButton("▶ Play"), QPushButton("▶")
        for button, name in ((self.back, "Step back"), (self.play, "Play the steps"), (self.on, "Step on")):
            button.setAccessibleName(name)
            button.setToolTip(name)
        self._timer = QTimer(self)
        self._timer.setInterval(PERIOD)
        self._timer.timeout.connect(self._next)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in (self.play, self.back, self.on):
            row.addWidget(widget)
        row.addWidget(self.track, 1)
        self.track.valueChanged.connect(self._slid)
        self.track.sliderPressed.connect(self._pressed)
        self.track.sliderReleased.connect(self._released)
        self.back.clicked.connect(self._step_back)
        self.on.clicked.connect(self._step_on)
        self.play.clicked.connect(self.toggle)

    @property
    def playing(self) -> bool:
        """Whether the steps go on by themselves."""
        return self._timer.isActive()

    def show_value(self, value: int) -> None:
        """Show a stop without asking for it."""
        self.track.blockSignals(True)
        self.track.setValue(value)
        self.track.blockSignals(False)
        self.back.setEnabled(value > 0)
        self.on.setEnabled(value < self.track.maximum())
        self.track.update()

    def set_look(self, look: Look) -> None:
        self.track.set_look(look)
        for button in (self.back, self.play, self.on):
            button.setFont(look.font("label", 500))
        for words in ("▶ Play", "❚❚ Pause"):
            width = text_of(look, words, "label", 500).width
            self.play.setMinimumWidth(max(self.play.minimumWidth() if words != "▶ Play" else 0, round(width + 30)))

    def toggle(self) -> None:
        """Play from here, from the start when at the end; or pause."""
        if self.playing:
            self.pause()
            return
        if self.track.value() == self.track.maximum():
            self.wish.emit({self._field: 0})
        self._timer.start()
        self._name_play()

    def pause(self) -> None:
        """Stop where it is."""
        self._timer.stop()
        self._name_play()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.pause()

    def _next(self) -> None:
        last = self.track.value() >= self.track.maximum() - 1
        self._move(1)
        self.by_itself = True
        if last:
            self.pause()

    def _name_play(self) -> None:
        self.play.setText("❚❚ Pause" if self.playing else "▶ Play")
        self.play.setAccessibleName("Pause the steps" if self.playing else "Play the steps")
        self.play.setToolTip(self.play.accessibleName())

    def _move(self, by: int) -> None:
        value = min(max(self.track.value() + by, 0), self.track.maximum())
        self.by_itself = False
        if value != self.track.value():
            self.wish.emit({self._field: value})

    def _step_back(self) -> None:
        self.pause()
        self._move(-1)

    def _step_on(self) -> None:
        self.pause()
        self._move(1)

    def _slid(self, value: int) -> None:
        self.by_itself = False
        self.wish.emit({self._field: value})

    def _pressed(self) -> None:
        self.pause()
        self.stroke.emit(True)

    def _released(self) -> None:
        self.stroke.emit(False)
