"""Where the matrices of a sub-stop go: as large as the room allows, on further pages when it does not suffice.

A product is laid out as on paper: left factor at the left, right factor above, and each cell of the result where
the row of one meets the column of the other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from attnviz.experiments.four_steps import WORD_LETTERS, FourSteps
from attnviz.experiments.four_steps_picture import (
    CONCATENATE,
    DIVIDE,
    DOTS,
    EXPONENTIALS,
    MASK,
    NORMALIZE,
    SHARES,
    WEIGH,
    View,
)
from attnviz.ui.theme import Look
from attnviz.ui.widgets.steps.steps_page import Page, Placed
from attnviz.ui.widgets.text.texts import text_of

GAP: Final = 8.0
LINE: Final = 1.22  # height of a line, in font sizes
TIGHT: Final = (1.1, 1.05)  # the same where there is less and less room; a frame still fits round the figures
AIR: Final = 0.2  # least room beside a number, in font sizes: two numbers never touch
FIGURE: Final = 0.75  # height of a figure, in font sizes
LONGEST: Final = 5.6  # labels are elided beyond this many font sizes
SHORT: Final = 3.8  # the same where a column of numbers would have to go to another page
ROOMY: Final = 6  # from this many rows on the right factor leaves a corner that long text fits into
ASIDE: Final = 11.0  # least width of words at the side of matrices, in font sizes
LONG_ASIDE: Final = 17.0  # the same for the longest text
SIGNS: Final = 11  # of a text for each font size of that width
GROWTH: Final = 1.6  # cells grow at most to this many times what their number needs
WIDEST: Final = 4.7  # or to this many font sizes, which most words fit into


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths that follow from the size of the digits."""

    result: FourSteps
    look: Look
    pixels: int
    labels: str = "level"  # long column labels: cells as wide as they are, or "slanted", or "elided"
    left_labels: bool = True  # whether the left factor has column labels of its own
    longest: float = LONGEST  # labels are elided beyond this many font sizes
    air: float = 0.4  # beside a number, in font sizes
    leading: float = LINE
    wider: float = 0.0  # added to the width of every cell
    higher: float = 0.0

    @property
    def line(self) -> float:
        """Height of a line of text."""
        return math.ceil(self.pixels * self.leading)

    @property
    def cell_height(self) -> float:
        """Height of every cell."""
        return self.line + math.floor(self.higher)

    def cell_width(self, view: View) -> float:
        """Width of a view's cells."""
        needed = self.needed(view)
        return max(needed, min(needed + math.floor(self.wider), math.ceil(max(needed * GROWTH, self.pixels * WIDEST))))

    def needed(self, view: View) -> float:
        """Least width of a view's cells: its numbers fit."""
        number = math.ceil(self.figures(view) + self.air * self.pixels) + 1.0
        if self.labels != "level":
            return number
        widest = max(self.measure(name, 700) for name in self.result.names(view)[1])
        return max(number, math.ceil(min(widest, self.longest * self.pixels)) + 6.0)

    def figures(self, view: View) -> float:
        """Width of a number of a view."""
        return self.measure("<.01" if view.key in SHARES else "−0.00")

    def measure(self, words: str, weight: int = 400) -> float:
        """Width of a line of text in the size of the digits."""
        return text_of(self.look, words, str(self.pixels), weight).width

    def label_width(self, names: tuple[str, ...]) -> float:
        """Room at the left of a matrix for its row labels."""
        widest = max(self.measure(name, 700) for name in names)
        return math.ceil(min(widest, self.longest * self.pixels)) + 5.0

    def label_height(self, names: tuple[str, ...], cell: float) -> float:
        """Room above a matrix for its column labels: one line, or more when they must be slanted."""
        widest = max(self.measure(name, 700) for name in names)
        if widest + 4 <= cell or self.labels != "slanted":
            return self.line
        length = min(widest, self.longest * self.pixels)
        return math.ceil(length * math.sin(SLANT) + self.pixels * math.cos(SLANT)) + 2.0

    def overhang(self, names: tuple[str, ...], cell: float) -> float:
        """How far the last slanted column label reaches beyond its column."""
        if self.label_height(names, cell) <= self.line:
            return 0.0
        widest = min(self.measure(names[-1], 700), self.longest * self.pixels)
        return max(widest * math.cos(SLANT) + self.pixels * 0.4 - cell * 0.35, 0.0)

    @property
    def note_width(self) -> float:
        """Room at the right of a matrix for the sums of its rows."""
        return self.measure("= 0.00", 600) + 8.0


SLANT: Final = math.radians(50)
Columns = list[tuple[int, range]]  # which columns of which result
Arranger = Callable[[FourSteps, Sizes, range, Columns], Page]


def pages(result: FourSteps, look: Look, way: str, room: tuple[float, float]) -> tuple[tuple[Page, ...], int]:
    """The pages of a sub-stop arranged in one of the ways of WAYS, and the size of their digits."""
    arrange = WAYS[way]
    rows, columns = range(len(result.tokens)), all_columns(result)
    tries = list(_tries(result, look, room[1]))
    sizes = _first_fit(result, arrange, tries, [(rows, columns)], room)
    parts = [(rows, columns)]
    if sizes is None:
        parts = [
            (part, group)
            for part in _row_groups(arrange, result, tries[-1], rows, room[1])
            for group in _column_groups(arrange, result, tries[-1], columns, room[0])
        ]
        sizes = _first_fit(result, arrange, tries, parts, room) or tries[-1]
    return tuple(_grown(result, arrange, sizes, *part, room) for part in parts), sizes.pixels


def _first_fit(
    result: FourSteps, arrange: Arranger, tries: list[Sizes], parts: list[tuple[range, Columns]],
    room: tuple[float, float],
) -> Sizes | None:  # fmt: skip
    """The largest sizes with which every page fits into the room."""
    for sizes in tries:
        found = (arrange(result, sizes, *part) for part in parts)
        if all(page.width <= room[0] and page.height <= room[1] for page in found):
            return sizes
    return None


def longest(result: FourSteps) -> int:
    """Signs that the longest arithmetic of the sub-stop can have."""
    name = 2 * min(max(len(token) for token in result.tokens), WORD_LETTERS) + 12
    n, d_k = len(result.tokens), result.key_width
    terms = {
        DOTS: 17 * d_k, DIVIDE: 19 * d_k + 16, MASK: 70, EXPONENTIALS: 110, NORMALIZE: 8 * n + 12, WEIGH: 19 * n,
        CONCATENATE: 50,
    }  # fmt: skip
    return name + terms.get(result.step, 17 * int(result.values(result.picture.views[0]).shape[1]))


def all_columns(result: FourSteps) -> Columns:
    """Every column of every result."""
    return [(i, range(result.values(view).shape[1])) for i, view in enumerate(result.picture.results)]


def _tries(result: FourSteps, look: Look, height: float) -> Iterator[Sizes]:
    """From the largest digits to the smallest; at the smallest with less and less beside the numbers."""
    largest = max(round(look.body * 1.5), round(height / 24), look.floor)
    for pixels in range(largest, round(look.label * 1.2) - 1, -1):
        yield Sizes(result, look, pixels)
    for pixels in range(largest, look.floor - 1, -1):
        yield Sizes(result, look, pixels, labels="slanted")
    least = Sizes(result, look, look.floor, labels="slanted", air=AIR, leading=TIGHT[0])
    yield least
    yield replace(least, labels="elided")
    yield replace(least, labels="elided", left_labels=False)
    yield replace(least, labels="elided", left_labels=False, leading=TIGHT[1])
    yield replace(least, labels="elided", left_labels=False, leading=TIGHT[1], longest=SHORT)


def _grown(
    result: FourSteps, arrange: Arranger, sizes: Sizes, rows: range, columns: Columns, room: tuple[float, float]
) -> Page:
    """The page with its cells stretched over the room that is left."""
    page = arrange(result, sizes, rows, columns)
    across = sum(len(part.columns) for part in _one_line(page))
    sizes = replace(sizes, wider=max(room[0] - page.width, 0.0) / max(across, 1))
    page = arrange(result, sizes, rows, columns)  # wider cells may need lower labels
    lines = round(sum({part.y: part.height for part in page.placed}.values()) / sizes.cell_height)
    higher = min(max(room[1] - page.height, 0.0) / max(lines, 1), sizes.line * 1.3)
    return _widened(arrange(result, replace(sizes, higher=higher), rows, columns), room[0])


def _widened(page: Page, width: float) -> Page:
    """The page with the words at its side as wide as the room allows."""
    x, y, wide, high = page.corner
    if x == 0.0:
        return page
    more = min(width - page.width, wide * 1.2)
    return replace(page, corner=(x, y, wide + more, high), width=page.width + more)


def _one_line(page: Page) -> list[Placed]:
    """The matrices that share the width of a page."""
    lowest = max(part.y for part in page.placed)
    return [part for part in page.placed if part.y == lowest]


def _column_groups(arrange: Arranger, result: FourSteps, sizes: Sizes, columns: Columns, width: float) -> list[Columns]:
    """Columns that fit beside each other: whole matrices where possible."""
    rows, groups = range(1), list[Columns]()
    for whole in columns:
        joined = [*groups[-1], whole] if groups else [whole]
        if groups and arrange(result, sizes, rows, joined).width <= width:
            groups[-1] = joined
        elif arrange(result, sizes, rows, [whole]).width <= width:
            groups.append([whole])
        else:
            groups += _split(arrange, result, sizes, whole, width)
    return groups


def _split(arrange: Arranger, result: FourSteps, sizes: Sizes, whole: tuple[int, range], width: float) -> list[Columns]:
    """Parts of one matrix, of even width, as few as will fit."""
    number, columns = whole
    for parts in range(1, len(columns) + 1):
        each = math.ceil(len(columns) / parts)
        if arrange(result, sizes, range(1), [(number, columns[:each])]).width <= width:
            break
    return [[(number, columns[start : start + each])] for start in range(0, len(columns), each)]


def _row_groups(arrange: Arranger, result: FourSteps, sizes: Sizes, rows: range, height: float) -> list[range]:
    """Rows that fit above each other, in even parts."""
    columns = all_columns(result)
    for parts in range(1, len(rows) + 1):
        each = math.ceil(len(rows) / parts)
        if arrange(result, sizes, rows[:each], columns).height <= height:
            break
    return [rows[start : start + each] for start in range(0, len(rows), each)]


# ---------------------------------------------------------------------------------------------------- arrangements


def _product(result: FourSteps, sizes: Sizes, rows: range, columns: Columns) -> Page:
    """Left factor at the left, right factors above their results."""
    picture = result.picture
    left = picture.left[0]
    inner = result.values(left).shape[1]
    names, left_columns = result.names(left)
    own = sizes.label_height(left_columns, sizes.cell_width(left)) if sizes.left_labels else 0.0
    tops = [picture.top[i] for i, _ in columns]
    labels = max(sizes.label_height(result.names(top)[1], sizes.cell_width(top)) for top in tops)
    top_y = sizes.line + labels
    corner = top_y + inner * sizes.cell_height + 4
    low_y = corner + sizes.line + own + 2
    x = sizes.label_width(names)
    placed = [_place(sizes, left, rows, range(inner), (x, low_y), False, True, own)]
    x += placed[0].width + GAP
    sign = (x - GAP / 2 - sizes.line / 2, corner + sizes.line / 2)
    free = x - GAP - max(sizes.label_width(result.names(top)[0]) for top in tops) - 6
    for count, (number, shown) in enumerate(columns):
        x += GAP * 1.6 * bool(count)
        view = picture.results[number]
        placed += [
            _place(sizes, tops[count], range(inner), shown, (x, top_y), False, count == 0, labels),
            _place(sizes, view, rows, shown, (x, low_y), True, False, 0.0),
        ]
        x += max(placed[-1].width, placed[-2].width)
    x += max(sizes.overhang(result.names(tops[-1])[1], sizes.cell_width(tops[-1])), 0.0)
    return Page(tuple(placed), x, low_y + len(rows) * sizes.cell_height, sign, (0.0, 0.0, free, corner))


def _beside(result: FourSteps, sizes: Sizes, rows: range, columns: Columns) -> Page:
    """One matrix and, at its right, what becomes of it."""
    before, after = result.picture.left[0], result.picture.results[0]
    shown = columns[0][1]
    names, tokens = result.names(before)
    labels = max(sizes.label_height(tokens, sizes.cell_width(view)) for view in (before, after))
    y = sizes.line + labels
    first = _place(sizes, before, rows, shown, (sizes.label_width(names), y), False, True, labels, _summed(before))
    x = first.x + first.width + sizes.note_width * first.note
    words = max(sizes.measure(word, 600) for word in result.picture.sign)
    between = max(words, 2.2 * sizes.pixels) + (0.4 + sizes.air) * sizes.pixels
    second = _place(sizes, after, rows, shown, (x + between, y), True, False, labels, _summed(after))
    beyond = max(sizes.note_width * second.note, sizes.overhang(tokens, second.cell_width))
    sign = (x + between / 2, y + first.height / 2)
    return Page((first, second), second.x + second.width + beyond, y + first.height, sign)


def _below(result: FourSteps, sizes: Sizes, rows: range, columns: Columns) -> Page:
    """One matrix and, below it, what becomes of it; words go to the right."""
    views = result.picture.left[0], result.picture.results[0]
    shown = columns[0][1]
    names, tokens = result.names(views[0])
    cell = max(sizes.cell_width(view) for view in views)
    labels = sizes.label_height(tokens, cell)
    x, y = sizes.label_width(names), sizes.line + labels
    first = _place(sizes, views[0], rows, shown, (x, y), False, True, labels, _summed(views[0]))
    low_y = y + first.height + 2 + 1.4 * sizes.line
    second = _place(sizes, views[1], rows, shown, (x, low_y), True, True, 0.0, _summed(views[1]))
    placed = tuple(replace(part, cell_width=cell) for part in (first, second))
    beyond = max(sizes.note_width * (first.note or second.note), sizes.overhang(tokens, cell))
    right, height = x + placed[0].width + beyond, low_y + second.height
    aside = min(max(longest(result) / SIGNS, ASIDE), LONG_ASIDE) * sizes.pixels
    sign = (x + placed[0].width * 0.2, low_y - 0.7 * sizes.line)
    return Page(placed, right + 3 * GAP + aside, height, sign, (right + 3 * GAP, 0.0, aside, height))


def _summed(view: View) -> bool:
    return view.key in SHARES


def _joined(result: FourSteps, sizes: Sizes, rows: range, columns: Columns) -> Page:
    """Matrices side by side, and below them the one that they are together."""
    shown, x = columns[0][1], sizes.label_width(result.tokens)
    y = 2 * sizes.line
    low_y = y + len(rows) * sizes.cell_height + 2 * sizes.line + 6
    placed: list[Placed] = []
    for view in result.picture.top:
        own = range(result.key_width)
        first = view.head * result.key_width
        part = range(max(shown.start - first, 0), min(shown.stop - first, own.stop))
        if part:
            left = x + (first + part.start - shown.start) * sizes.cell_width(view)
            placed.append(_place(sizes, view, rows, part, (left, y), False, not placed, sizes.line))
    placed.append(_place(sizes, result.picture.results[0], rows, shown, (x, low_y), True, True, sizes.line))
    right, height = x + placed[-1].width, low_y + placed[-1].height
    aside = ASIDE * sizes.pixels
    return Page(tuple(placed), right + 3 * GAP + aside, height, corner=(right + 3 * GAP, 0.0, aside, height))


def _place(
    sizes: Sizes, view: View, rows: range, columns: range, at: tuple[float, float], result: bool, row_labels: bool,
    column_labels: float, note: bool = False,
) -> Placed:  # fmt: skip
    width, height = sizes.cell_width(view), sizes.cell_height
    free = min(width - sizes.figures(view), height - FIGURE * sizes.pixels)
    return Placed(
        view,
        rows,
        columns,
        *at,
        width,
        height,
        result,
        row_labels,
        column_labels,
        note,
        free,
        sizes.longest * sizes.pixels,
    )


WAYS: Final[dict[str, Arranger]] = {"product": _product, "beside": _beside, "below": _below, "joined": _joined}
