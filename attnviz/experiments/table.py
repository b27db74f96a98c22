"""The numbers behind a picture, as rows that a table view, a CSV file and a screen reader can all use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table. Every row has as many cells as there are columns.

    Raises ValueError when a row does not.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float | int, ...], ...]

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: row {number} has {len(row)} cells for {len(self.columns)} columns")
