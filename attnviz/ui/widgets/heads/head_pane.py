"""One head as a card: its color and name, its job, and its matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices.grid_layout import PAD
from attnviz.ui.widgets.matrices.heatmap import HeatmapItem
from attnviz.ui.widgets.text.texts import Text, elided, text_of

RADIUS: Final = 8.0
MEAN: Final = -1  # the color number of the mean of the heads, which is no head
DOT: Final = 0.72  # diameter of the colored dot, in label heights
GAP: Final = 0.55  # between the parts of a title, in label heights


@dataclass(frozen=True, slots=True)
class Way:
    """A way to write a title."""

    number: bool = False  # the number in the place of the name
    job: str = ""  # "jobs", "job", "title" or none
    pair: bool = False
    value: bool = False


# From everything to the number alone. Two ways each have the same beginning.
WAYS: Final = (
    Way(job="jobs", pair=True, value=True), Way(job="jobs", value=True),
    Way(job="job", pair=True, value=True), Way(job="job", value=True),
    Way(number=True, job="job", value=True), Way(number=True, job="job"),
    Way(number=True, job="title", value=True), Way(number=True, job="title"),
    Way(value=True), Way(),
    Way(number=True, value=True), Way(number=True),
)  # fmt: skip
LEVELS: Final = len(WAYS) - 1
SHORT: Final = WAYS.index(Way(number=True, job="title"))  # rather than without a job, this one with the job cut
CUT: Final = 2.4  # label heights of a job that is cut and still says something


@dataclass(frozen=True, slots=True)
class HeadNote:
    """What is written over a head's matrix."""

    name: str  # "head 1"
    job: str  # "previous word, 75% left"
    pair: str  # "it → dog"
    value: str  # "0.85"
    color: int  # number of the head's color, or MEAN
    number: str = ""  # "1", in the place of the name where there is no room
    jobs: str = ""  # "pronoun + next word, 75% left", where there is room for more than `job`
    title: str = ""  # "pronoun", where there is less


class HeadPane(QGraphicsObject):
    """The card of one head. A hidden head keeps its place, its dot and the labels that its neighbors share."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.heatmap = HeatmapItem(look, self)
        self.note = HeadNote("", "", "", "", 0)
        self.off = False
        self.current = False
        self.level = 0  # the grid keeps all titles alike
        self.rect = QRectF()
        self._widths: tuple[float, ...] = ()  # of the ways to write the title, measured once for each note

    def set_data(self, values: NDArray[np.floating], masked: NDArray[np.bool_] | None, limit: float) -> None:
        """Show weights (n_q, n_k) on 0…limit, unless they are shown already."""
        shown = self.heatmap
        same = shown.limit == limit and np.array_equal(shown.values, values)
        if not same or not np.array_equal(shown.masked, np.zeros_like(shown.masked) if masked is None else masked):
            shown.set_data(values, masked, limit=limit)

    def set_note(self, note: HeadNote, off: bool, current: bool) -> None:
        """Name the head, and say whether it is hidden and whether the keys act on it."""
        if note != self.note:
            self._widths = ()
        if (off, current) != (self.off, self.current):
            self.note, self.off, self.current = note, off, current
            self.heatmap.set_blank(off)
            self.update()
        elif note != self.note:
            self.note = note
            self.update(
                QRectF(self.rect.left(), self.rect.top(), self.rect.width(), PAD * 0.5 + self._look.label * 1.35 - 2)
            )

    def set_level(self, level: int) -> None:
        """Begin the title as one of `level` begins, like its neighbors'; its end is as its own room has it."""
        if level // 2 * 2 != self.level:
            self.level = level // 2 * 2
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self._widths = ()
        self.heatmap.set_look(look)
        self.update()

    def layout(self, rect: QRectF) -> None:
        """Take the place `rect`; the matrix is laid out by the grid, which knows its neighbors."""
        self.prepareGeometryChange()
        self.rect = QRectF(rect)
        self.update()

    def boundingRect(self) -> QRectF:
        return self.rect.adjusted(-2, -2, 2, 2)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        border = QPen(self._look.color("border"), 1)
        if self.current:
            border = QPen(self._color(), 2)
        painter.setPen(border)
        painter.setBrush(self._look.color("ground" if self.off else "card"))
        painter.drawRoundedRect(self.rect.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
        self._draw_title(painter)
        if self.off:
            painter.setPen(self._look.color("muted"))
            middle = self.heatmap.cells.center()
            text_of(self._look, "hidden").draw_mid(painter, middle.x(), middle.y())

    def _color(self) -> QColor:
        return self._look.color("ink") if self.note.color == MEAN else self._look.head_color(self.note.color)

    def _draw_title(self, painter: QPainter) -> None:
        em = self._look.label
        left = self.rect.left() + PAD
        middle = self.rect.top() + PAD * 0.5 + em * 0.65
        radius = em * DOT / 2
        painter.setPen(QPen(self._color(), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush if self.off or self.note.color == MEAN else self._color())
        painter.drawEllipse(QPointF(left + radius + 1, middle), radius - 1, radius - 1)
        left += 2 * radius + em * 0.4
        for text, role, at in self.title_texts(self.title_room()):
            painter.setPen(self._look.color(role))
            text.draw(painter, left + at, middle - text.height / 2)

    def title_room(self) -> float:
        """Width of the title line beside the dot."""
        return self.rect.width() - 2 * PAD - self._look.label * (DOT + 0.4)

    def title_level(self, width: float, start: int = 0) -> int:
        """The fullest of WAYS from `start` on to write the title in `width`.

        A hidden head is measured like the others: hiding it changes nothing for them.
        """
        if not self._widths:
            self._widths = self._measure()
        widths = self._widths
        return next((level for level in range(start, LEVELS) if widths[level] <= width), LEVELS)

    def title_texts(self, width: float) -> list[tuple[Text, str, float]]:
        """What of the title fits into `width`: (text, color role, distance from the left)."""
        level = self.title_level(width, self.level)
        name, job, pair, value = self._title_parts(level)
        if level > SHORT and self.note.title:
            number, title, *_ = self._title_parts(SHORT)
            left = width - number.width - self._look.label * GAP
            if title is not None and left >= CUT * self._look.label:
                name, job, pair, value = number, elided(self._look, title.words, left), None, None
        if self.off:
            pair = value = None
        gap = self._look.label * GAP
        texts = [(name, "muted" if self.off else "ink", 0.0)]
        if job is not None:
            texts.append((job, "muted", name.width + gap))
        if value is not None:
            texts.append((value, "ink", width - value.width))
            if pair is not None:
                texts.append((pair, "muted", width - value.width - pair.width - gap * 0.5))
        return texts

    def _title_parts(self, level: int) -> tuple[Text, Text | None, Text | None, Text | None]:
        """Name, job, pair and value as far as a level has them."""
        look, note, way = self._look, self.note, WAYS[level]
        name = text_of(look, note.number if way.number and note.number else note.name, weight=700)
        words = {"jobs": note.jobs or note.job, "job": note.job, "title": note.title or note.job, "": ""}[way.job]
        job = text_of(look, words) if words else None
        pair = text_of(look, note.pair) if note.pair and way.pair else None
        return name, job, pair, text_of(look, note.value, weight=600) if note.value and way.value else None

    def _measure(self) -> tuple[float, ...]:
        """The widths of WAYS, from the widths of the few parts that they are made of."""
        look, note = self._look, self.note
        gap = look.label * GAP
        name = {False: text_of(look, note.name, weight=700).width}
        name[True] = text_of(look, note.number, weight=700).width if note.number else name[False]
        jobs = {"jobs": note.jobs or note.job, "job": note.job, "title": note.title or note.job}
        job = {key: text_of(look, words).width + gap if words else 0.0 for key, words in jobs.items()} | {"": 0.0}
        pair = text_of(look, note.pair).width + gap if note.pair else 0.0
        value = text_of(look, note.value, weight=600).width + gap if note.value else 0.0
        return tuple(name[way.number] + job[way.job] + way.pair * pair + way.value * value for way in WAYS)
