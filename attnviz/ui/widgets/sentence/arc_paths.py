"""The curves from an asking token to the tokens it attends to, and where their numbers are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from attnviz.core.words import weight_words
from attnviz.ui.theme import Look
from attnviz.ui.widgets.sentence.token_line import Chip
from attnviz.ui.widgets.text.texts import Text, text_of

WIDEST: Final = 0.62  # width of an arc of weight 1, in label heights
BOLD: Final = 600
NAMED: Final = 0.25  # arcs at least this strong are labelled when there is room; the strongest always
PLACES: Final = (0.5, 0.34, 0.66, 0.22, 0.78)  # shares along an arc at which its number may stand
ENDS: Final = (0.8, 0.72, 0.88, 0.62, 0.5)  # the same for a head that is not picked: near the word it looks at
THIN: Final = 0.3  # width of its arcs as a share of the usual one
ALONG: Final = tuple(  # the four shares of a cubic curve's points
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3) for t in (step / 24 for step in range(25))
)
ANY: Final = -1  # no head is picked


@dataclass(frozen=True, slots=True)
class Arc:
    """From the token that asks to one that is asked. Token and head numbers count from 0."""

    query: int
    key: int
    weight: float  # 0…1, the width of the line
    head: int  # gives the color, too
    label: str = ""  # written on it instead of the weight, such as a score
    color: int | None = None  # number of another color than the head's own

    @property
    def paint(self) -> int:
        """The number of its color."""
        return self.head if self.color is None else self.color


@dataclass(frozen=True, slots=True)
class Drawn:
    """An arc as it lies on the screen."""

    arc: Arc
    path: QPainterPath
    width: float

    def near(self, point: QPointF) -> bool:
        """Whether a pointer at `point` means this arc."""
        stroker = QPainterPathStroker()
        stroker.setWidth(max(self.width, 8.0))
        return stroker.createStroke(self.path).contains(point)


@dataclass(frozen=True, slots=True)
class Tag:
    """The number of an arc, on a small ground of its own."""

    arc: Arc
    text: Text
    box: QRectF


def lay_out_arcs(look: Look, arcs: Sequence[Arc], chips: Sequence[Chip], top: float, picked: int = ANY) -> list[Drawn]:
    """Curves above the chips, none higher than `top`; weak ones first, so that strong ones lie over them.

    Those of the `picked` head lie over all others, which are thin.
    """
    if not chips or not arcs:
        return []
    base = min(chip.box.top() for chip in chips) - 2
    height = max(base - top, 1.0)
    reach = max(abs(chips[arc.query].x - chips[arc.key].x) for arc in arcs) or 1.0
    lanes: dict[tuple[int, int], int] = {}
    drawn = []
    for arc in sorted(arcs, key=_strength, reverse=True):
        pair = (arc.query, arc.key)
        # Arcs of several heads between the same two tokens lie one under the other, not on top of each other.
        lane = lanes[pair] = lanes.get(pair, -1) + 1
        rise = _rise(look, chips[arc.query].x, chips[arc.key].x, reach, height) * max(1 - 0.11 * lane, 0.15)
        width = max(look.label * WIDEST * arc.weight * (1.0 if picked in (ANY, arc.head) else THIN), 1.2)
        drawn.append(Drawn(arc, _curve(look, chips[arc.query].x, chips[arc.key].x, base, rise - width / 2), width))
    drawn.reverse()
    return [one for own in (False, True) for one in drawn if (one.arc.head == picked) is own]


def lay_out_tags(look: Look, drawn: Sequence[Drawn], width: float, several: bool, picked: int = ANY) -> list[Tag]:
    """Numbers of the strongest arcs, inside `width` and clear of one another; `several` heads are told apart.

    Those of the `picked` head come first. The others must not stand on its arcs.
    """
    tags: list[Tag] = []
    ranked = sorted(drawn, key=_drawn_strength, reverse=True)
    own = [one for one in ranked if one.arc.head == picked]
    ranked = own + [one for one in ranked if one.arc.head != picked]
    lines = [dot for place, one in enumerate(own) if not place or one.arc.weight >= NAMED for dot in _along(one.path)]
    for place, one in enumerate(ranked):
        if place and one.arc.weight < NAMED:
            continue
        number = one.arc.label or weight_words(one.arc.weight)
        text = text_of(look, f"{one.arc.head + 1}: {number}" if several else number, "label", BOLD)
        other = bool(own) and one.arc.head != picked
        taken = [tag.box for tag in tags] + (lines if other else [])
        for share in ENDS if other else PLACES:
            box = _tag_box(text, one.path.pointAtPercent(share), width)
            if not any(box.adjusted(-2, -1, 2, 1).intersects(rect) for rect in taken):
                tags.append(Tag(one.arc, text, box))
                break
    return tags


def _along(path: QPainterPath) -> list[QRectF]:
    """Small squares along a curve; Qt's own points at shares of its length take twenty times as long."""
    ends = [path.elementAt(i) for i in range(4)]
    return [
        QRectF(
            sum(part * end.x for part, end in zip(parts, ends, strict=True)) - 2,
            sum(part * end.y for part, end in zip(parts, ends, strict=True)) - 2,
            4,
            4,
        )
        for parts in ALONG
    ]


def _tag_box(text: Text, at: QPointF, width: float) -> QRectF:
    box = QRectF(0, 0, text.width + 10, text.height + 2)
    box.moveCenter(at)
    box.moveLeft(min(max(box.left(), 1.0), max(width - box.width() - 1, 1.0)))
    box.moveTop(max(box.top(), 1.0))
    return box


def _rise(look: Look, start: float, end: float, reach: float, height: float) -> float:
    """How high an arc goes: the longest to the top, a token's loop to itself not far."""
    if start == end:
        return min(0.45 * height, 2.2 * look.body)
    return height * (0.3 + 0.7 * abs(start - end) / reach)


def _curve(look: Look, start: float, end: float, base: float, rise: float) -> QPainterPath:
    path = QPainterPath(QPointF(start, base))
    spread = look.body * 2.4 if start == end else 0.0
    crest = base - rise * 4 / 3
    path.cubicTo(QPointF(start - spread, crest), QPointF(end + spread, crest), QPointF(end, base))
    return path


def _strength(arc: Arc) -> float:
    return arc.weight


def _drawn_strength(drawn: Drawn) -> float:
    return drawn.arc.weight
