"""How the map is painted: pictures with their titles, arrows from frame to frame, a line of hints below."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPolygonF

from attnviz.ui.theme import Look
from attnviz.ui.widgets.map.map_picture import MapPicture
from attnviz.ui.widgets.map.map_plan import Camera, Plan

HINTS: Final = (
    "drag to pan · scroll to zoom · Tab or 1–6 choose · Enter or double-click opens · 0 shows all · Esc goes back",
    "drag to pan · scroll to zoom · double-click opens · 0 shows all · Esc goes back",
    "scroll to zoom · double-click opens · Esc goes back",
    "Enter opens · Esc goes back",
)
HERE: Final = "you are here"
RING: Final = 4.0  # thickness of the ring round the chosen frame, pixels
BAR: Final = 4.0  # and of the bar beside the live frame's title
HEAD: Final = 0.5  # length of an arrow's head, in label heights


@dataclass(frozen=True, slots=True)
class Sight:
    """What there is to see now."""

    look: Look
    plan: Plan
    camera: Camera
    titles: Sequence[str]
    pictures: Sequence[MapPicture]
    here: int  # the live frame
    chosen: int
    gap: float  # room around frames in the fitted map, in logical pixels
    moving: bool
    focused: bool = True  # whether the chosen frame has the focus, too


def title_height(look: Look) -> float:
    """Room for a title above its picture, in logical pixels."""
    return look.body * 1.9


def hint_height(look: Look) -> float:
    """Height of the line of hints, in logical pixels."""
    return look.label * 2.0


def paint_map(painter: QPainter, room: QRectF, sight: Sight) -> None:
    """Paint the whole map as its camera sees it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(room, sight.look.color("ground"))
    _arrows(painter, sight)
    for number, place in enumerate(sight.plan.places):
        seen = sight.camera.seen(place)
        if seen.adjusted(0, -2 * title_height(sight.look), 0, 0).intersects(room):
            _frame(painter, sight, number, seen)
    _hint(painter, room, sight.look)


def _frame(painter: QPainter, sight: Sight, number: int, seen: QRectF) -> None:
    look = sight.look
    painter.fillRect(seen, look.color("card"))
    sight.pictures[number].paint(painter, seen, painter.device().devicePixelRatioF(), sight.moving)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(look.pen("edge", 1.0))
    painter.drawRect(seen)
    if number == sight.chosen:
        painter.setPen(look.pen("focus" if sight.focused else "edge", RING))
        out = RING / 2 + 1
        painter.drawRoundedRect(seen.adjusted(-out, -out, out, out), RING, RING)
    _title(painter, sight, number, seen)


def _title(painter: QPainter, sight: Sight, number: int, seen: QRectF) -> None:
    """The title; that of the live frame on a chip with a bar, as in the rail."""
    look = sight.look
    font = look.font("body", 700)
    metrics = QFontMetricsF(font)
    words = metrics.elidedText(sight.titles[number], Qt.TextElideMode.ElideRight, seen.width())
    line = QRectF(seen.left(), seen.top() - title_height(look), metrics.horizontalAdvance(words) + 2, look.body * 1.5)
    side = look.body * 0.5
    if number == sight.here:
        chip = line.adjusted(-side, 0, side, 0)
        painter.fillRect(chip, look.color("chosen"))
        painter.fillRect(QRectF(chip.left(), chip.top(), BAR, chip.height()), look.color("query"))
    painter.setFont(font)
    painter.setPen(look.color("query_text" if number == sight.here else "ink"))
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
    beside = QRectF(line.right() + 2 * side, line.top(), seen.right() - line.right() - 2 * side, line.height())
    label = look.font("label")
    if number == sight.here and QFontMetricsF(label).horizontalAdvance(HERE) <= beside.width():
        painter.setFont(label)
        painter.setPen(look.color("muted"))
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, HERE)


def _arrows(painter: QPainter, sight: Sight) -> None:
    """Lines in the gaps; they keep their thickness, and stop short of the frames at both ends."""
    look, camera = sight.look, sight.camera
    for corners in sight.plan.arrows(sight.gap / sight.plan.fit.zoom):
        points = [corner * camera.zoom + camera.offset for corner in corners]
        clear = RING + 3
        points[0] = _along(points[0], points[1], clear)
        points[-1] = _along(points[-1], points[-2], clear)
        length = look.label * HEAD
        painter.setPen(look.pen("edge", look.line))
        painter.drawPolyline(QPolygonF([*points[:-1], _along(points[-1], points[-2], length / 2)]))
        painter.fillPath(_head(points, length), look.color("edge"))


def _head(points: Sequence[QPointF], length: float) -> QPainterPath:
    tip, back = points[-1], _along(points[-1], points[-2], length)
    side = QPointF(tip.y() - back.y(), back.x() - tip.x()) * 0.6
    path = QPainterPath()
    path.addPolygon(QPolygonF([tip, back + side, back - side]))
    path.closeSubpath()
    return path


def _along(start: QPointF, end: QPointF, by: float) -> QPointF:
    """The point `by` pixels from `start` towards `end`."""
    way = end - start
    return start + way * (by / max(math.hypot(way.x(), way.y()), 1e-9))


def _hint(painter: QPainter, room: QRectF, look: Look) -> None:
    strip = room.adjusted(0, room.height() - hint_height(look), 0, 0)
    painter.fillRect(strip, look.color("ground"))
    font = look.font("label")
    metrics = QFontMetricsF(font)
    most = strip.width() - 2 * look.label
    words = next((words for words in HINTS if metrics.horizontalAdvance(words) <= most), "")
    painter.setFont(font)
    painter.setPen(look.color("muted"))
    painter.drawText(strip, Qt.AlignmentFlag.AlignCenter, words)
