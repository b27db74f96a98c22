"""The recipe of multi-head attention as a strip: split, own maps per head, concatenate, one final mix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.text.texts import text_of

ARROW: Final = "→"
PAD: Final = 6.0  # on both sides of an arrow
BESIDE: Final = 6.0  # between a picture and its words
LARGE: Final = 4  # lines of words in height from which on the pictures stand over the words
MOST: Final = 15  # label heights of the largest picture


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One step: what is done, the shape that comes out, and a matrix to show for it (entries −1…1) or None."""

    name: str
    shape: str
    picture: NDArray[np.floating] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stage is drawn."""

    box: QRectF
    thumb: QRectF  # empty without room for the picture
    words: QPointF


class RecipeStrip(QWidget):
    """Stages in a line with arrows between them. Where it is narrow, pictures make way, then lines break.

    With a page of its own the pictures stand over their words, as large as there is room.
    """

    def __init__(self, name: str = "Recipe", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look: Look = look_for("light")
        self.stages: tuple[Stage, ...] = ()
        self.places: list[Place] = []
        self._images: list[QImage | None] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    def set_stages(self, stages: Sequence[Stage]) -> None:
        """Show `stages`."""
        words = [(stage.name, stage.shape) for stage in stages]
        moved = words != [(stage.name, stage.shape) for stage in self.stages]
        before = self.stages
        self.stages = tuple(stages)
        if not moved and all(_alike(one.picture, other.picture) for one, other in zip(before, stages, strict=True)):
            return
        self._images = [None if stage.picture is None else thumbnail(stage.picture) for stage in stages]
        if moved:
            self.setAccessibleDescription(", ".join(f"{stage.name}: {stage.shape}" for stage in stages))
            self._place()
        self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self._place()
        self.updateGeometry()
        self.update()

    def line_height(self) -> float:
        """Height of one line of words."""
        return text_of(self.look, "Q", "label").height

    def sizeHint(self) -> QSize:
        return QSize(self.look.label * 40, round(2 * self.line_height() + 6))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.look.label * 12, round(2 * self.line_height() + 6))

    def height_at(self, width: int) -> int:
        """How high the strip must be for all its words at `width` pixels."""
        return round(max(len(self._fit(width)[0]), 1) * 2 * self.line_height() + 6)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            inside = (
                f"{stage.name}: {stage.shape}"
                for stage, place in zip(self.stages, self.places, strict=False)
                if place.box.contains(at)
            )
            QToolTip.showText(event.globalPos(), next(inside, ""), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, (stage, place) in enumerate(zip(self.stages, self.places, strict=False)):
            image = self._images[number]
            if image is not None and not place.thumb.isEmpty():
                painter.drawImage(place.thumb, image)
                painter.setPen(QPen(self.look.color("edge"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place.thumb.adjusted(-0.5, -0.5, 0.5, 0.5))
            self._draw_words(painter, stage, place)
            if number + 1 < len(self.places):
                arrow = text_of(self.look, ARROW, "label")
                painter.setPen(self.look.color("muted"))
                arrow.draw_mid(painter, place.box.right() + PAD + arrow.width / 2, place.box.center().y())

    def _draw_words(self, painter: QPainter, stage: Stage, place: Place) -> None:
        name = text_of(self.look, stage.name, "label", 600)
        painter.setPen(self.look.color("ink"))
        name.draw(painter, place.words.x(), place.words.y())
        painter.setPen(self.look.color("muted"))
        text_of(self.look, stage.shape, "label").draw(painter, place.words.x(), place.words.y() + name.height)

    def _place(self) -> None:
        if self.stages and self.height() >= LARGE * 2 * self.line_height():
            self._place_large()
            return
        rows, thumb = self._fit(self.width())
        line = self.line_height()
        top = max((self.height() - len(rows) * 2 * line) / 2, 0.0)
        self.places = []
        for number, row in enumerate(rows):
            self.places += self._line(row, thumb, top + number * 2 * line)

    def _place_large(self) -> None:
        """Pictures over their words, in as many rows as make the pictures largest."""
        words, arrow = 2 * self.line_height() + BESIDE, self._arrow()
        best = (0.0, 0.0, 1)
        for rows in range(1, len(self.stages) + 1):
            share = -(-len(self.stages) // rows)
            gaps = share - (rows == 1)  # a line that goes on below ends with an arrow
            wide, high = (self.width() - gaps * arrow) / share, self.height() / rows - BESIDE
            side = min(wide, high - words, MOST * self.look.label)
            if max(self._size(stage, 0.0) for stage in self.stages) <= wide:
                best = max(best, (side, wide, share))
        side, wide, share = best
        rows = -(-len(self.stages) // share)
        side = round(max(side, 0.0))
        high = side + words + BESIDE
        pitch = min(self.height() / rows, 1.3 * high)
        top = max((self.height() - rows * pitch) / 2, 0.0)
        self.places = []
        for number, stage in enumerate(self.stages):
            row, column = divmod(number, share)
            box = QRectF(column * (wide + arrow), top + row * pitch, wide, high)
            taken = max(side if stage.picture is not None else 0.0, self._size(stage, 0.0))
            left = box.left() + (wide - taken) / 2
            thumb = QRectF(round(left), round(box.top()), side, side) if stage.picture is not None else QRectF()
            self.places.append(Place(box, thumb, QPointF(left, box.top() + side + BESIDE)))

    def _fit(self, width: float) -> tuple[list[list[Stage]], float]:
        """Rows of stages, and the height of their pictures: as few rows as fit, with pictures if they fit, too."""
        stages = list(self.stages)
        for count in range(1, len(stages) + 1):
            share = -(-len(stages) // count)
            rows = [stages[start : start + share] for start in range(0, len(stages), share)]
            for thumb in (2 * self.line_height() - 2, 0.0):
                if max(self._row_width(row, thumb) for row in rows) + (count > 1) * self._arrow() <= width:
                    return rows, thumb
        return [[stage] for stage in stages], 0.0

    def _row_width(self, row: list[Stage], thumb: float) -> float:
        return sum(self._size(stage, thumb) for stage in row) + (len(row) - 1) * self._arrow()

    def _size(self, stage: Stage, thumb: float) -> float:
        name = text_of(self.look, stage.name, "label", 600).width
        picture = thumb + BESIDE if thumb and stage.picture is not None else 0.0
        return picture + max(name, text_of(self.look, stage.shape, "label").width)

    def _arrow(self) -> float:
        return 2 * PAD + text_of(self.look, ARROW, "label").width

    def _line(self, row: list[Stage], thumb: float, top: float) -> list[Place]:
        after = 0.0 if row[-1] is self.stages[-1] else self._arrow()
        left = max((self.width() - self._row_width(row, thumb) - after) / 2, 0.0)
        places = []
        for stage in row:
            picture = QRectF()
            if thumb and stage.picture is not None:
                picture = QRectF(round(left), round(top + 1), round(thumb), round(thumb))
            words = QPointF(picture.right() + BESIDE if picture.width() else left, top)
            size = self._size(stage, thumb)
            places.append(Place(QRectF(left, top, size, 2 * self.line_height()), picture, words))
            left += size + self._arrow()
        return places


def _alike(one: NDArray[np.floating] | None, other: NDArray[np.floating] | None) -> bool:
    """Whether two pictures look the same."""
    if one is None or other is None:
        return one is other
    return one is other or np.array_equal(one, other)


def thumbnail(picture: NDArray[np.floating]) -> QImage:
    """A matrix with entries −1…1 as a picture, one pixel a cell."""
    pixels = np.ascontiguousarray(colormap.scores_lut()[colormap.levels(picture, 1.0, True)])  # (r, c)
    rows, columns = pixels.shape
    # A copy, which owns its pixels: thumbnails are few, and no buffer has to be kept alive beside them.
    return QImage(pixels.data, columns, rows, columns * 4, QImage.Format.Format_RGB32).copy()
