"""Where the cells and labels of a matrix go: square cells as large as the room allows, labels that never overlap."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.texts import Text, elided, text_of

QUERY_TITLE: Final = "query (asks)"
KEY_TITLE: Final = "key (is asked)"
PAD: Final = 4.0  # between labels and cells
CHOSEN: Final = 700  # weight of the chosen label
PITCH: Final = 1.0  # least distance of two lines of labels, in font heights: their ink does not touch


@dataclass(frozen=True, slots=True)
class Axes:
    """Which labels a matrix carries."""

    left: bool = True  # the query tokens
    top: bool = True  # the key tokens
    titles: bool = True  # what the axes are


@dataclass(frozen=True, slots=True)
class Words:
    """The labels of a matrix as they are measured for its layout."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    row_width: float  # the widest row label, elided
    column_width: float
    pixels: int  # height of the label font
    title_height: float

    @classmethod
    def measure(cls, look: Look, rows: tuple[str, ...], columns: tuple[str, ...], longest: float = 6.0) -> Words:
        """Measure labels, none taken longer than `longest` font heights."""
        cap = longest * look.label
        # Measured bold: choosing a label must not make it too long for its place.
        widths = [_widest(look, words, cap) for words in (rows, columns)]
        return cls(rows, columns, widths[0], widths[1], look.label, text_of(look, KEY_TITLE, "floor").height)


@lru_cache(maxsize=64)
def _widest(look: Look, words: tuple[str, ...], most: float) -> float:
    """Width of the widest label, asked for once for each of many matrices in every picture."""
    return max((elided(look, word, most, weight=CHOSEN).width for word in words), default=0.0)


@dataclass(frozen=True, slots=True)
class Margins:
    """Room round the cells, in pixels."""

    left: float
    top: float
    right: float


def slant(words: Words, cell: float) -> float:
    """Degrees by which key labels are turned: 0 when they fit their cells, else as little as keeps them apart."""
    if words.column_width + 6 <= cell:
        return 0.0
    room = step(len(words.columns), cell, words.pixels) * cell
    return math.degrees(math.asin(min(max(words.pixels * PITCH / room, math.sin(math.radians(45))), 1.0)))


def step(count: int, cell: float, pixels: int) -> int:
    """Every which label can be drawn: 1 when cells are at least as high as the letters."""
    return min(max(math.ceil(pixels * PITCH / max(cell, 0.1)), 1), max(count, 1))


def margins(words: Words, cell: float, axes: Axes) -> Margins:
    """Room that the labels take at a cell size."""
    left = words.row_width + PAD if axes.left else 0.0
    top = right = 0.0
    if axes.top:
        turn = math.radians(slant(words, cell))
        top = words.column_width * math.sin(turn) + words.pixels * 1.2 * math.cos(turn) + PAD
        if turn:
            right = max(words.column_width * math.cos(turn) - cell / 2, 0.0)
    if axes.titles:
        left += words.title_height + PAD if axes.left else 0.0
        top += words.title_height if axes.top else 0.0
    return Margins(left, top, right)


def best_cell(words: Words, width: float, height: float, axes: Axes) -> float:
    """The largest cell with which the matrix and its labels fit; a whole number of pixels from 3 up."""
    n_q, n_k = max(len(words.rows), 1), max(len(words.columns), 1)
    for cell in range(math.floor(min(width / n_k, height / n_q)), 2, -1):
        room = margins(words, cell, axes)
        if room.left + room.right + n_k * cell <= width and room.top + n_q * cell <= height:
            return float(cell)
    room = margins(words, 2.0, axes)
    # Below three pixels: from there on cells are whole, and those did not fit.
    return min(max(min((width - room.left - room.right) / n_k, (height - room.top) / n_q), 0.5), 2.9)


def shown(count: int, every: int, chosen: int, also: Sequence[int] = ()) -> list[int]:
    """Which of `count` labels are drawn when every k-th has room: the chosen one, some `also`; neighbors make way."""
    if every == 1:
        return list(range(count))
    wanted: list[int] = []
    for one in (chosen, *also):
        if 0 <= one < count and all(abs(one - other) >= every for other in wanted):
            wanted.append(one)
    return sorted({*wanted, *(i for i in range(0, count, every) if all(abs(i - one) >= every for one in wanted))})


@dataclass(frozen=True, slots=True)
class Placed:
    """A label and where it is drawn: the middle of its left edge, and by how many degrees it is turned."""

    index: int
    text: Text
    x: float
    y: float
    turn: float = 0.0


def place_rows(look: Look, words: Words, cell: float, origin: tuple[float, float], chosen: int) -> list[Placed]:
    """Query labels, right-aligned to the left of cells that begin at `origin`; the chosen one bold."""
    left, top = origin
    placed = []
    for i in shown(len(words.rows), step(len(words.rows), cell, words.pixels), chosen):
        text = elided(look, words.rows[i], words.row_width, "label", CHOSEN if i == chosen else 400)
        placed.append(Placed(i, text, left - PAD - text.width, top + (i + 0.5) * cell))
    return placed


def place_columns(
    look: Look, words: Words, cell: float, origin: tuple[float, float], chosen: int, also: Sequence[int] = ()
) -> list[Placed]:
    """Key labels above cells that begin at `origin`: level when they fit, else rising to the right."""
    left, top = origin
    turn = slant(words, cell)
    placed = []
    for i in shown(len(words.columns), step(len(words.columns), cell, words.pixels), chosen, also):
        text = elided(look, words.columns[i], words.column_width, "label", CHOSEN if i == chosen else 400)
        middle = left + (i + 0.5) * cell
        if turn:
            lift = PAD + words.pixels * 0.4 * math.cos(math.radians(turn))
            placed.append(Placed(i, text, middle, top - lift, -turn))
        else:
            placed.append(Placed(i, text, middle - text.width / 2, top - PAD - words.pixels * 0.6))
    return placed
