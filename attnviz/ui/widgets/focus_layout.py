"""One or two matrices large, with all their labels, and the others as small cards beside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

from attnviz.ui.widgets.matrices.grid_layout import GAP, PAD
from attnviz.ui.widgets.matrices.matrix_layout import PITCH, Axes, Words, margins

MOST = {1: 0.6, 2: 0.74}  # share of the width that so many large cards may take beside the small ones
NUMBER = 3.4  # label heights of a small card that can show its number
LEAST = 10.0  # and pixels of its picture
NAMES = 8.5  # label heights of a small card that has room for a short name


@dataclass(frozen=True, slots=True)
class Focus:
    """Where the cards go, in the order they were asked for."""

    large: tuple[QRectF, ...]
    axes: tuple[Axes, ...]  # of the large ones: only the first names the words that ask
    cell: float
    strip: QRectF  # the room of the small ones
    small: tuple[QRectF, ...]
    small_cell: float


@dataclass(frozen=True, slots=True)
class Beside:
    """The small cards: their number and words, and the room they leave free above and at the left."""

    count: int
    words: Words
    top: float = 0.0
    left: float = 0.0


def choose_focus(words: Words, large: int, beside: Beside, room: QRectF, title: float, share: float = 0.0) -> Focus:
    """`large` cards at the left of `room`, as large as leaves a place for small ones; titles are `title` high.

    The large cards are of `words` and take at most a `share` of the width; 0 is the usual one.
    """
    axes = axes_of(large)
    most = room_across(room, large, beside.count, share)
    cell = _largest(words, axes, most, room_down(room, title))
    widths = [_width(words, one, cell) for one in axes]
    if not beside.count and sum(widths) < most:  # nothing else is there to take the rest
        widths = [width + (most - sum(widths)) / large for width in widths]
    rects, left = [], room.left()
    for width in widths:
        rects.append(QRectF(round(left), room.top(), round(width), room.height()))
        left += round(width) + GAP
    strip = QRectF(left, room.top(), max(room.right() - left, 0.0), room.height())
    cards, small_cell = _strip(beside.words, beside.count, strip.adjusted(beside.left, beside.top, 0, 0), title)
    return Focus(tuple(rects), axes, cell, strip, cards, small_cell)


def axes_of(large: int) -> tuple[Axes, ...]:
    """Which labels large cards side by side carry."""
    return tuple(Axes(left=not number) for number in range(large))


def room_across(room: QRectF, large: int, small: int, share: float = 0.0) -> float:
    """Width that the large cards may take together."""
    return room.width() * ((share or MOST[large]) if small else 1.0) - (large - 1) * GAP


def room_down(room: QRectF, title: float) -> float:
    """Height of a large card without its title."""
    return room.height() - title - 2 * PAD


def window_of(words: Words, room: QRectF, title: float, small: int, share: float) -> tuple[int, int]:
    """How many rows and columns one large card can name, each by its whole label."""
    cell = math.ceil(words.pixels * PITCH)
    around = margins(words, cell, Axes())
    across = room_across(room, 1, small, share) - 2 * PAD - around.left - around.right
    down = room_down(room, title) - around.top
    rows, columns = max(math.floor(down / cell), 1), max(math.floor(across / cell), 1)
    return min(rows, len(words.rows)), min(columns, len(words.columns))


def can_be_told_apart(cards: Sequence[QRectF], em: float, title: float) -> bool:
    """Whether small cards have room for their numbers in letters `em` high, and for a picture."""
    return all(card.width() >= NUMBER * em and card.height() >= title + 2 * PAD + LEAST for card in cards)


def _width(words: Words, axes: Axes, cell: float) -> float:
    around = margins(words, cell, axes)
    return around.left + around.right + len(words.columns) * cell + 2 * PAD


def _largest(words: Words, axes: tuple[Axes, ...], width: float, height: float) -> float:
    """The largest cell, in whole pixels, with which cards of these axes fit side by side."""
    for cell in range(math.floor(height / max(len(words.rows), 1)), 2, -1):
        high = margins(words, cell, axes[0]).top + len(words.rows) * cell
        if high <= height and sum(_width(words, one, cell) for one in axes) <= width:
            return float(cell)
    return 2.0


def _strip(words: Words, count: int, room: QRectF, title: float) -> tuple[tuple[QRectF, ...], float]:
    """Equal cards that fill `room`, and the cell of their matrices."""
    if not count:
        return (), 0.0
    n_q, n_k = max(len(words.rows), 1), max(len(words.columns), 1)
    best = (-1.0, 0.0, 1)
    for columns in range(1, count + 1):
        rows = math.ceil(count / columns)
        wide = (room.width() - (columns - 1) * GAP) / columns
        high = (room.height() - (rows - 1) * GAP) / rows
        cell = min((wide - 2 * PAD) / n_k, (high - 1.5 * PAD - title) / n_q)
        worth = cell if wide >= NAMES * words.pixels else 0.75 * cell
        best = max(best, (worth, cell, columns))
    _, cell, columns = best
    rows = math.ceil(count / columns)
    wide, high = (room.width() + GAP) / columns, (room.height() + GAP) / rows
    cards = []
    for index in range(count):
        row, column = divmod(index, columns)
        x, y = round(room.left() + column * wide), round(room.top() + row * high)
        cards.append(QRectF(x, y, round(wide - GAP), round(high - GAP)))
    return tuple(cards), max(cell if cell < 3 else math.floor(cell), 0.5)
