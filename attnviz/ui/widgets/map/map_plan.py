"""Where the frames lie on the map and what a camera over it sees: plain geometry, no widget.

The board is measured in pixels of a frame at its own size; the view in logical pixels of the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF

MOST: Final = 2.0  # frames are never shown larger than this
LEAST: Final = 0.02  # in a view too small for anything


@dataclass(frozen=True, slots=True)
class Camera:
    """A point `p` of the board is seen at `p · zoom + offset` in the view."""

    zoom: float
    offset: QPointF

    def seen(self, place: QRectF) -> QRectF:
        """Where a rectangle of the board is in the view."""
        return QRectF(place.topLeft() * self.zoom + self.offset, place.size() * self.zoom)

    def under(self, point: QPointF) -> QPointF:
        """The point of the board under a point of the view."""
        return (point - self.offset) * (1 / self.zoom)

    def panned(self, by: QPointF) -> Camera:
        """The board moved `by` pixels of the view."""
        return Camera(self.zoom, self.offset + by)

    def zoomed(self, zoom: float, at: QPointF) -> Camera:
        """Another zoom; the point of the board under `at` stays there."""
        return Camera(zoom, at - self.under(at) * zoom)


@dataclass(frozen=True, slots=True)
class Plan:
    """Frames in rows, in reading order, and the camera that sees them all."""

    view: QRectF
    places: tuple[QRectF, ...]
    columns: int
    fit: Camera

    def kept(self, camera: Camera) -> Camera:
        """The nearest camera that sees the board at its middle, and at least a part of a frame."""
        middle = camera.under(self.view.center())
        near = _nearest(middle, self._board())
        # Between frames that are farther apart than the view is wide, nothing would be seen.
        across, down = (0.4 * size / camera.zoom for size in (self.view.width(), self.view.height()))
        points = [_nearest(near, place.adjusted(-across, -down, across, down)) for place in self.places]
        near = min(points, key=lambda point: (point - near).manhattanLength())
        return camera.panned((middle - near) * camera.zoom)

    def zoomed(self, camera: Camera, factor: float, at: QPointF) -> Camera:
        """Zoom by `factor` at a point of the view; all the way out shows everything."""
        zoom = min(camera.zoom * factor, max(MOST, self.fit.zoom))
        return self.fit if zoom <= self.fit.zoom else self.kept(camera.zoomed(zoom, at))

    def landing(self, number: int) -> Camera:
        """The camera under which frame `number` lies as it does when it is live: at its own size, at the top left."""
        return Camera(1.0, -self.places[number].topLeft())

    def at(self, point: QPointF) -> int | None:
        """Number of the frame at a point of the board."""
        return next((number for number, place in enumerate(self.places) if place.contains(point)), None)

    def arrows(self, gap: float) -> list[list[QPointF]]:
        """A line of corners from each frame to the next, on the board; `gap` is the room between frames there."""
        lines = []
        for number, (start, end) in enumerate(zip(self.places, self.places[1:], strict=False)):
            tip = QPointF(end.left(), end.center().y())
            if (number + 1) % self.columns:
                lines.append([QPointF(start.right(), start.center().y()), tip])
                continue
            down, left = QPointF(0, gap / 2), end.left() - gap / 2
            turn = QPointF(start.center().x(), start.bottom()) + down
            corners = [turn - down, turn, QPointF(left, turn.y()), QPointF(left, tip.y()), tip]
            lines.append(corners)
        return lines

    def _board(self) -> QRectF:
        return self.places[0].united(self.places[-1]).united(self.places[self.columns - 1])


def make_plan(view: QRectF, frame: QSizeF, count: int, title: float, gap: float) -> Plan:
    """Lay `count` frames out in three columns, or in two where they then are larger.

    `title` is the height of a frame's title above it and `gap` the room around frames, in pixels of the fitted view.
    """
    columns = max((3, 2), key=lambda columns: _fitting(view, frame, count, columns, (title, gap)))
    zoom = max(_fitting(view, frame, count, columns, (title, gap)), LEAST)
    width, height = frame.width() + gap / zoom, frame.height() + (title + gap) / zoom
    places = tuple(
        QRectF(QPointF(number % columns * width, number // columns * height), frame) for number in range(count)
    )
    rows = -(-count // columns)
    all_of_it = QRectF(0, -title / zoom, columns * width - gap / zoom, rows * height - gap / zoom)
    return Plan(view, places, columns, Camera(zoom, view.center() - all_of_it.center() * zoom))


def _nearest(point: QPointF, place: QRectF) -> QPointF:
    return QPointF(min(max(point.x(), place.left()), place.right()), min(max(point.y(), place.top()), place.bottom()))


def _fitting(view: QRectF, frame: QSizeF, count: int, columns: int, around: Sequence[float]) -> float:
    title, gap = around
    rows = -(-count // columns)
    across = (view.width() - (columns + 1) * gap) / (columns * frame.width())
    down = (view.height() - rows * title - (rows + 1) * gap) / (rows * frame.height())
    return min(across, down)
