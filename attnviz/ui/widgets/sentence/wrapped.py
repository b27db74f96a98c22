"""A long sentence on several lines, every word of it readable, and the curves between the words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from attnviz.core.words import weight_words
from attnviz.ui.theme import Look
from attnviz.ui.widgets.sentence.arc_paths import ANY, BOLD, NAMED, THIN, WIDEST, Arc, Drawn, Tag
from attnviz.ui.widgets.sentence.token_line import CHOSEN, LONGEST, Chip
from attnviz.ui.widgets.text.texts import elided, text_of

HIGH: Final = 1.55  # height of a chip in letter heights
PAD: Final = 0.4  # between a chip's edge and its words, in letter heights
APART: Final = 0.25  # between two chips, in letter heights
LEAST: Final = 1.6  # room above each line for curves and numbers, in letter heights
MOST: Final = 3.4  # and no more than this
GROWN: Final = (2.2, 1.9, 1.6, 1.35, 1.15, 1.0)  # sizes of the letters on a page that has room, in body heights
LANE: Final = 4.0  # between the ends of curves of several heads at one word, in pixels
TRIES: Final = tuple((side, away) for away in (0.5, 1.5) for side in (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8))


@dataclass(frozen=True, slots=True)
class Wrapped:
    """Which words stand on each line, and the lines that have room."""

    size: str
    lines: tuple[tuple[int, ...], ...]
    first: int  # the first line on show
    count: int  # lines on show
    pitch: float

    @property
    def whole(self) -> bool:
        """Whether every word is on show."""
        return self.count == len(self.lines)

    def above(self, look: Look) -> float:
        """Room above each line."""
        return self.pitch - round(HIGH * _pixels(look, self.size))

    @property
    def shown(self) -> range:
        """The words on show."""
        rows = self.lines[self.first : self.first + self.count]
        return range(rows[0][0], rows[-1][-1] + 1)


def pitch_least(look: Look, size: str) -> float:
    """Least distance of two lines."""
    return float(round(HIGH * _pixels(look, size) + LEAST * max(look.label, _pixels(look, size) * 0.8)))


def _pixels(look: Look, size: str) -> int:
    return int(size) if size.isdigit() else int(getattr(look, size))


def wrap(look: Look, tokens: Sequence[str], width: float, height: float, chosen: int) -> Wrapped | None:
    """The lines at the largest size that lets all be shown, else those round the chosen word; None for too little room.

    A single line is no wrapping, unless nothing else has room.
    """
    lines: list[tuple[int, ...]] = []
    for size in (*(str(round(share * look.body)) for share in GROWN), "label"):
        lines = _lines(look, tokens, width, size)
        least = pitch_least(look, size)
        if len(lines) * least <= height:
            most = HIGH * _pixels(look, size) + MOST * max(look.label, _pixels(look, size))
            return Wrapped(size, tuple(lines), 0, len(lines), min(height / len(lines), most))
    count = math.floor(height / pitch_least(look, "label"))
    if not lines or count < 1:
        return None
    at = next(number for number, line in enumerate(lines) if line[0] <= chosen <= line[-1] or line is lines[-1])
    first = min(max(at - (count - 1) // 2, 0), len(lines) - count)
    return Wrapped("label", tuple(lines), first, count, height / count)


def needed(look: Look, tokens: Sequence[str], width: float) -> float:
    """The least height that shows all `tokens` in label size."""
    return len(_lines(look, tokens, width, "label")) * pitch_least(look, "label")


def lay_out_lines(
    look: Look, tokens: Sequence[str], lines: Wrapped, left: float, width: float, top: float
) -> list[Chip]:
    """A chip for every token; those of lines that are not on show lie above or below the room and have no words."""
    em = _pixels(look, lines.size)
    high, gap = round(HIGH * em), APART * em
    chips = []
    for number, line in enumerate(lines.lines):
        row = number - lines.first
        y = round(top + (row + 1) * lines.pitch - high)
        x = left
        for token in line:
            text = elided(look, tokens[token], min(LONGEST * em, width - 2 * PAD * em), lines.size, CHOSEN)
            wide = text.width + 2 * PAD * em
            shown = text if 0 <= row < lines.count else None
            chips.append(Chip(QRectF(round(x), y, round(wide), high), shown, text.words == tokens[token]))
            x += wide + gap
    return chips


def lay_out_curves(
    look: Look, arcs: Sequence[Arc], chips: Sequence[Chip], lines: Wrapped, picked: int = ANY
) -> list[Drawn]:
    """Curves from the asking word to those it attends to; over the line within a line, else from line to line.

    Weak ones come first, those of the `picked` head last.
    """
    ends: dict[int, int] = {}
    drawn = []
    for arc in sorted(arcs, key=_strength, reverse=True):
        start, end = chips[arc.query].box, chips[arc.key].box
        lane = ends[arc.key] = ends.get(arc.key, -1) + 1
        shift = (lane + 1) // 2 * LANE * (1 if lane % 2 else -1)
        shift = min(max(shift, 4 - end.width() / 2), end.width() / 2 - 4)
        width = max(look.label * WIDEST * 0.7 * arc.weight * (1.0 if picked in (ANY, arc.head) else THIN), 1.2)
        drawn.append(Drawn(arc, _path(lines.above(look), start, end, shift), width))
    drawn.reverse()
    return [one for own in (False, True) for one in drawn if (one.arc.head == picked) is own]


def _path(above: float, start: QRectF, end: QRectF, shift: float) -> QPainterPath:
    one, other = start.center().x(), end.center().x() + shift
    if end.top() == start.top():
        rise = above * min(0.45 + abs(other - one) / (16 * above), 0.85)
        crest = start.top() - rise * 4 / 3
        spread = above if start == end else 0.0
        path = QPainterPath(QPointF(one, start.top() - 1))
        path.cubicTo(QPointF(one - spread, crest), QPointF(other + spread, crest), QPointF(other, end.top() - 1))
        return path
    up = end.top() < start.top()
    begin, goal = (start.top() - 1, end.bottom() + 1) if up else (start.bottom() + 1, end.top() - 1)
    middle = (begin + goal) / 2
    path = QPainterPath(QPointF(one, begin))
    path.cubicTo(QPointF(one, middle), QPointF(other, middle), QPointF(other, goal))
    return path


def lay_out_numbers(
    look: Look,
    drawn: Sequence[Drawn],
    chips: Sequence[Chip],
    room: QRectF,
    several: bool,
    picked: int,
    tokens: Sequence[str],
) -> list[Tag]:
    """Numbers of the strongest arcs beside the words they lead to, clear of the words and of one another.

    That of a word that is not on show stands at the edge it lies behind, and names it.
    """
    ranked = sorted(drawn, key=_drawn_strength, reverse=True)
    ranked = [one for own in (True, False) for one in ranked if (one.arc.head == picked) is own]
    # Those of words on show stand beside their words, the others wherever there is room left at the edge.
    ranked = [one for behind in (False, True) for one in ranked if (chips[one.arc.key].text is None) is behind]
    taken = [chip.box for chip in chips if chip.text is not None]
    # On a page with large words the numbers are as large as body text.
    size = "body" if max((chip.box.height() for chip in chips), default=0.0) > HIGH * look.body + 1 else "label"
    tags: list[Tag] = []
    for place, one in enumerate(ranked):
        if place and one.arc.weight < NAMED:
            continue
        number = one.arc.label or weight_words(one.arc.weight)
        words = f"{one.arc.head + 1}: {number}" if several else number
        hidden = chips[one.arc.key].text is None
        text = text_of(look, f"{words} {tokens[one.arc.key]}" if hidden else words, size, BOLD)
        box = _free(QRectF(0, 0, text.width + 8, text.height), one, chips, room, taken)
        if box is not None:
            tags.append(Tag(one.arc, text, box))
            taken.append(box.adjusted(-2, 0, 2, 0))
    return tags


def _free(box: QRectF, one: Drawn, chips: Sequence[Chip], room: QRectF, taken: Sequence[QRectF]) -> QRectF | None:
    """The first place beside the end of an arc at which a number covers nothing."""
    end, start = chips[one.arc.key].box, chips[one.arc.query].box
    above = end.top() >= start.top()  # where the arc arrives
    for side, away in TRIES:
        x = end.center().x() + side * box.width()
        y = end.top() - 2 - away * box.height() if above else end.bottom() + 2 + away * box.height()
        tried = QRectF(box)
        tried.moveCenter(QPointF(x, min(max(y, room.top() + box.height() / 2), room.bottom() - box.height() / 2)))
        tried.moveLeft(min(max(tried.left(), room.left()), room.right() - tried.width()))
        if not any(tried.intersects(rect) for rect in taken):
            return tried
    return None


def _lines(look: Look, tokens: Sequence[str], width: float, size: str) -> list[tuple[int, ...]]:
    """Words in lines no wider than `width`, of nearly equal length."""
    em = _pixels(look, size)
    most = min(LONGEST * em, width - 2 * PAD * em)
    widths = [elided(look, token, most, size, CHOSEN).width + (2 * PAD + APART) * em for token in tokens]
    lines: list[list[int]] = []
    left = 0.0
    for token, wide in enumerate(widths):
        if not lines or wide - APART * em > left:
            lines.append([])
            left = width
        lines[-1].append(token)
        left -= wide
    return [tuple(line) for line in lines]


def _strength(arc: Arc) -> float:
    return arc.weight


def _drawn_strength(drawn: Drawn) -> float:
    return drawn.arc.weight
