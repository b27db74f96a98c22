"""Every head of every layer as a thumbnail, all on one color scale."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.layout import draw_ground
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.text.texts import text_of

Place = tuple[int, int]  # layer and head, counted from 0

GAP: Final = 3.0  # between tiles; less between small ones
SMALL: Final = 12.0  # tiles under this size lie closer together and have no borders
TINY: Final = 3.0  # and under this one without a gap
PAD: Final = 8.0
STEPS: Final = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
EVERY: Final = (1, 2, 4, 8, 16, 32)
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class AllHeads(QWidget):
    """Layers from top to bottom, heads from left to right. A click opens one; so do the arrow keys and Enter."""

    opened = Signal(int, int)  # layer, head

    def __init__(self) -> None:
        super().__init__()
        self.look: Look = look_for("light")
        self.tile = 0.0
        self.gap = GAP
        self._corner = QPointF()
        self.chosen: Place = (0, 0)
        self.at: Place = (0, 0)  # where the keys are
        self._weights: NDArray[np.floating] = np.zeros((1, 1, 1, 1))  # (layers, heads, n_q, n_k)
        self._limit = 1.0
        self._tips: tuple[str, ...] = ()
        self._image: QImage | None = None
        self._pixels: NDArray[np.uint32] = np.zeros((1, 1), np.uint32)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("All heads of all layers")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    def set_heads(self, weights: NDArray[np.floating], limit: float, chosen: Place, tips: tuple[str, ...]) -> None:
        """Show `weights` (layers, heads, n_q, n_k) on 0…limit; `tips` say what each gives the chosen pair."""
        moved = weights.shape != self._weights.shape
        same = weights is self._weights and limit == self._limit and chosen == self.chosen
        if weights is not self._weights or limit != self._limit:
            self._weights, self._limit, self._image = weights, limit, None
        if chosen != self.chosen:
            self.chosen = self.at = chosen
        self._tips = tips
        if moved:
            self._place()
        self._describe()
        if not same:
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self._place()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.look.label * 26, self.look.label * 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.look.label * 12, self.look.label * 6)

    def step_at(self, width: float, height: float) -> float:
        """How far apart tiles are in a room of this size."""
        left, top = self._margins()
        layers, heads = self.shape
        return max(min((width - left - PAD) / heads, (height - top - PAD) / layers), 0.0)

    def height_for(self, width: float) -> float:
        """The height at which the tiles are as large as `width` lets them be."""
        left, top = self._margins()
        layers, heads = self.shape
        return top + PAD + layers * max((width - left - PAD) / heads, 1.0)

    @property
    def shape(self) -> Place:
        """Layers and heads."""
        return self._weights.shape[0], self._weights.shape[1]

    @property
    def step(self) -> float:
        """From one tile to the next."""
        return self.tile + self.gap

    def rect_of(self, layer: int, head: int) -> QRectF:
        """Where a head is drawn."""
        step = self.step
        return QRectF(self._corner.x() + head * step, self._corner.y() + layer * step, self.tile, self.tile)

    def place_at(self, point: QPointF) -> Place | None:
        """The head under a point, or None."""
        step = self.step
        layer, head = (point.y() - self._corner.y()) // step, (point.x() - self._corner.x()) // step
        inside = 0 <= layer < self.shape[0] and 0 <= head < self.shape[1]
        return (int(layer), int(head)) if inside else None

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        if place is not None and event.button() == Qt.MouseButton.LeftButton:
            self.at = place
            self.opened.emit(*place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            layers, heads = self.shape
            self.at = (min(max(self.at[0] + step[0], 0), layers - 1), min(max(self.at[1] + step[1], 0), heads - 1))
            self._describe()
            self.update()
        elif event.key() in ENTER:
            self.opened.emit(*self.at)
        else:
            event.ignore()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if place is None else self.tip(place), self)
            return True
        return super().event(event)

    def tip(self, place: Place) -> str:
        """What a pointer resting on a head is told."""
        return self._tips[place[0] * self.shape[1] + place[1]] if self._tips else ""

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_ground(painter, self, self.look)
        painter.setPen(self.look.color("ink"))
        title = text_of(self.look, self._title(), "label", 700)
        title.draw(painter, PAD, PAD * 0.5)
        more = text_of(self.look, self._says_largest())
        if title.width + more.width + 2 * PAD <= self.width():
            painter.setPen(self.look.color("muted"))
            more.draw(painter, PAD + title.width, PAD * 0.5)
        self._draw_numbers(painter)
        self._draw_tiles(painter)
        self._draw_frames(painter)

    def _title(self) -> str:
        layers, heads = self.shape
        return f"all {layers * heads} heads"

    def _says_largest(self) -> str:
        """What a pixel shows that stands for several cells."""
        return ", the largest weights" if self.tile < max(self._weights.shape[2:]) else ""

    def _draw_numbers(self, painter: QPainter) -> None:
        painter.setPen(self.look.color("muted"))
        layers, heads = self.shape
        for layer in range(0, layers, self.every(layers, text_of(self.look, "0", "floor").height - 4)):
            text = text_of(self.look, str(layer + 1), "floor")
            middle = self.rect_of(layer, 0).center().y()
            top = max(middle - text.height / 2, self._corner.y() - 4)  # clear of the word above
            text.draw(painter, self._corner.x() - text.width - 5, top)
        for head in range(0, heads, self.every(heads, text_of(self.look, "0" * len(str(heads)), "floor").width + 4)):
            text = text_of(self.look, str(head + 1), "floor")
            text.draw_mid(painter, self.rect_of(0, head).center().x(), self._corner.y() - text.height / 2 - 1)
        line = self._corner.y() - text_of(self.look, "1", "floor").height - 1
        text_of(self.look, "layer", "floor").draw(painter, PAD, line)
        title = text_of(self.look, "head", "floor")
        title.draw(painter, self._corner.x(), line - title.height)

    def every(self, count: int, needed: float) -> int:
        """Every which number of `count` is written when one takes `needed` pixels."""
        apart = math.ceil(needed / self.step)
        return next((one for one in EVERY if one >= apart), count)

    def _draw_tiles(self, painter: QPainter) -> None:
        if self._image is None:
            self._fill()
        assert self._image is not None
        layers, heads = self.shape
        size = QRectF(self._corner, QSizeF(heads * self.step, layers * self.step))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        # Under one pixel a tile the picture holds several heads a pixel.
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(size, self._image)
        painter.setPen(QPen(self.look.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.tile >= SMALL:
            painter.drawRects([self.rect_of(layer, head) for layer in range(layers) for head in range(heads)])
        else:
            painter.drawRect(size.adjusted(-0.5, -0.5, 0.5, 0.5))

    def _draw_frames(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            painter.setPen(QPen(self.look.color("focus"), 2))
            painter.drawRect(self.rect_of(*self.at).adjusted(-4, -4, 4, 4))  # outside the frame of the chosen head
        row = self.rect_of(self.chosen[0], 0).united(self.rect_of(self.chosen[0], self.shape[1] - 1))
        painter.setPen(QPen(self.look.color("edge"), 1))
        painter.drawRect(row.adjusted(-2, -2, 2, 2))
        painter.setPen(QPen(self.look.color("key"), max(2.0, self.look.line)))
        painter.drawRect(self.rect_of(*self.chosen).adjusted(-1.5, -1.5, 1.5, 1.5))

    # inside

    def _place(self) -> None:
        left, top = self._margins()
        step = self.step_at(self.width(), self.height())
        self.gap = GAP if step >= SMALL + GAP else 1.0 if step >= TINY + 1 else 0.0
        whole = float(int(step))  # whole pixels, so that tiles are alike, while there are any
        self.tile = whole - self.gap if whole >= 1 else max(step, 0.05)
        self._corner = QPointF(left, top)
        self._image = None

    def _margins(self) -> tuple[float, float]:
        """Room at the left of the tiles and above them."""
        line = text_of(self.look, "00", "floor")
        title = text_of(self.look, self._title(), "label", 700)
        left = max(text_of(self.look, "layer", "floor").width, line.width) + PAD + 5
        return left, PAD * 0.5 + title.height + 2 * line.height + 1

    def _fill(self) -> None:
        """Draw all tiles into one image. Where a pixel stands for several cells it shows the largest."""
        layers, heads = self.shape
        ratio = self.devicePixelRatioF()
        side, gap = max(round(self.tile * ratio), 1), round(self.gap * ratio)
        weights = self._weights
        if self.step * ratio < 1:  # several heads a pixel
            rows, columns = (max(int(count * self.step * ratio), 1) for count in (layers, heads))
            weights = _shrink(_shrink(weights, rows, 0), columns, 1)
            layers, heads = weights.shape[:2]
        small = _shrink(_shrink(weights, side, -1), side, -2)  # (layers, heads, at most side, at most side)
        tiles = colormap.weights_lut()[colormap.levels(small, self._limit, False)]
        rows, columns = (np.arange(side) * count // side for count in tiles.shape[2:])
        step = side + gap
        self._pixels = np.zeros((layers * step, heads * step), np.uint32)  # transparent between the tiles
        whole = self._pixels.reshape(layers, step, heads, step)
        whole[:, :side, :, :side] = tiles[:, :, rows][:, :, :, columns].transpose(0, 2, 1, 3)
        high, wide = self._pixels.shape
        self._image = QImage(self._pixels.data, wide, high, wide * 4, QImage.Format.Format_ARGB32)

    def _describe(self) -> None:
        layer, head = self.at
        self.setAccessibleDescription(self.tip(self.at) or f"layer {layer + 1} head {head + 1}")


def _shrink(weights: NDArray[np.floating], most: int, axis: int) -> NDArray[np.floating]:
    """At most `most` entries along an axis, each the largest of its neighbors."""
    length = weights.shape[axis]
    if length <= most:
        return weights
    return np.asarray(np.maximum.reduceat(weights, np.arange(most) * length // most, axis=axis))
