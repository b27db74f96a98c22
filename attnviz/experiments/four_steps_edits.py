"""Which cells of the small block may be typed over, and what may be typed.

An edit lies over the seed's value: it stays when the seed, the tokens or the number of heads change, and it is simply
not used while its cell is not in the block.
"""

from __future__ import annotations

import re
from typing import Final

from attnviz.core.blocks import Edit
from attnviz.core.limits import EDITABLE, MAX_EDIT
from attnviz.core.words import MINUS
from attnviz.experiments.four_steps_picture import MODEL_WIDTH, WHOLE, View

Address = tuple[str, int, int, int]  # matrix, 0, row, column: the cell of an edit

REFUSED: Final = f"Type a number from {MINUS}{MAX_EDIT:g} to {MAX_EDIT:g}."
DECIMALS: Final = 4
_NUMBER: Final = re.compile(r"([+-]?)(\d+(?:\.\d*)?|\.\d+)", re.ASCII)


def read_value(text: str) -> float:
    """The number in `text`, with a decimal point or comma and any minus sign. Raises ValueError with words to show."""
    plain = text.strip().replace(MINUS, "-").replace("\u2013", "-").replace(",", ".")
    if not plain:
        raise ValueError(f"Nothing is typed. {REFUSED}")
    if not _NUMBER.fullmatch(plain):
        raise ValueError(f"Not a number. {REFUSED}")
    value = float(plain) + 0.0  # + 0.0 turns −0.0 into 0.0
    if abs(value) > MAX_EDIT:
        raise ValueError(f"Too {'large' if value > 0 else 'small'}. {REFUSED}")
    if value != round(value, DECIMALS):
        raise ValueError(f"At most {DECIMALS} decimals, please.")
    return value


def address(view: View, row: int, column: int, places: tuple[int, ...], key_width: int) -> Address | None:
    """The cell of an edit that a cell of a view stands for; None when it is computed, or not in the block at all."""
    rows = len(places) if view.key == "x" else MODEL_WIDTH
    wide = column + (0 if view.key in WHOLE else view.head * key_width)
    own_width = MODEL_WIDTH if view.key in WHOLE else key_width
    if view.key not in EDITABLE or not (0 <= row < rows and 0 <= column < own_width and 0 <= wide < MODEL_WIDTH):
        return None
    return view.key, 0, places[row] if view.key == "x" else row, wide


def changed(edits: tuple[Edit, ...], cell: Address, value: float | None) -> tuple[Edit, ...]:
    """`edits` with one cell at another value, or at the seed's own again for None; sorted by cell."""
    others = tuple(edit for edit in edits if edit[:4] != cell)
    return others if value is None else tuple(sorted((*others, (*cell, value))))


def cell_of(edit: Edit, view: View, places: tuple[int, ...], key_width: int) -> tuple[int, int] | None:
    """Row and column of an edit in a view, the inverse of `address`; None when it is not in the view."""
    name, head, row, column, _ = edit
    if (name, head) != (view.key, 0):
        return None
    if name == "x":
        return (places.index(row), column) if row in places else None
    column -= 0 if name == "w_o" else view.head * key_width
    width = MODEL_WIDTH if name == "w_o" else key_width
    return (row, column) if 0 <= row < MODEL_WIDTH and 0 <= column < width else None
