"""The picked head once more, large: all its words where they have room, else those round the chosen ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from attnviz.ui.theme import Look
from attnviz.ui.widgets.heads.head_pane import HeadPane
from attnviz.ui.widgets.matrices.heatmap import NONE
from attnviz.ui.widgets.matrices.matrix_layout import KEY_TITLE, QUERY_TITLE

LONG: Final = 14  # words up to which a sentence is short: its heads are drawn as they always were
Span = tuple[int, int]  # first word and number of words


@dataclass(frozen=True, slots=True)
class Window:
    """The rows and columns that a lens shows."""

    rows: Span
    columns: Span

    def inside(self, query: int, key: int) -> tuple[int, int]:
        """A cell counted from the corner of the window; −1 for a row or column that is not in it."""
        return _inside(self.rows, query), _inside(self.columns, key)


def span(count: int, most: int, wanted: int, also: int) -> Span:
    """`most` of `count` words round the `wanted` one, with the word `also` among them where both have room."""
    if most >= count:
        return 0, count
    middle = (wanted + also) / 2 if abs(wanted - also) < most else wanted
    return min(max(round(middle - (most - 1) / 2), 0), count - most), most


class Lens(HeadPane):
    """A card that shows a head large, with a window of its words when not all can be named."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.most: tuple[int, int] | None = None  # rows and columns that have room; None for all
        self.part = Window((0, 0), (0, 0))

    @property
    def is_window(self) -> bool:
        """Whether some words are left out."""
        return self.most is not None

    def show_head(
        self,
        head: HeadPane,
        masked: NDArray[np.bool_] | None,
        selection: tuple[int, int],
    ) -> None:
        """Show the weights and words of `head`, the words of the `selection` (query, key) among them."""
        source = head.heatmap
        n_q, n_k = source.values.shape
        rows, columns = self.most or (n_q, n_k)
        query, key = selection
        strongest = int(np.argmax(source.values[query])) if 0 <= query < n_q else key
        self.part = Window(span(n_q, rows, query, query), span(n_k, columns, key, strongest))
        (top, high), (left, wide) = self.part.rows, self.part.columns
        piece = (slice(top, top + high), slice(left, left + wide))
        self.set_data(source.values[piece], None if masked is None else masked[piece], source.limit)
        if self.is_window:  # the largest of the whole row, not of the part on show
            cells = source.largest - (top, left)
            inside = ((cells >= 0) & (cells < (high, wide))).all(axis=1)
            self.heatmap.set_largest(cells[inside])
        self.heatmap.set_labels(source.rows[piece[0]], source.columns[piece[1]])
        self.heatmap.set_titles(
            _titles(QUERY_TITLE, "query", top, high, n_q), _titles(KEY_TITLE, "key", left, wide, n_k)
        )
        self.heatmap.set_selection(*self.part.inside(query, key))

    def set_pointed(self, query: int, key: int) -> None:
        """Outline the cell under the pointer, counted through the whole sentence; −1 for none."""
        self.heatmap.set_pointed(*self.part.inside(query, key))

    def whole(self, cell: tuple[int, int]) -> tuple[int, int]:
        """A cell of the window counted through the whole sentence."""
        return cell[0] + self.part.rows[0], cell[1] + self.part.columns[0]


def _inside(one: Span, index: int) -> int:
    return index - one[0] if one[0] <= index < sum(one) else NONE


def _titles(title: str, short: str, first: int, count: int, whole: int) -> tuple[str, ...]:
    if count == whole:
        return title, short
    words = f"words {first + 1}–{first + count} of {whole}"
    return f"{title}, {words}", f"{short}, {words}", words, short
