"""Numbers as JSON or CSV text, the same for the command line and the File menu."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence

from attnviz.experiments.table import Table


def as_json(numbers: Mapping[str, object]) -> str:
    """Numbers as JSON text; NaN and infinity are refused, since JSON has neither. Raises ValueError."""
    return json.dumps(numbers, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def as_csv(tables: Sequence[Table]) -> str:
    """Tables as CSV text: each with its title on a line of its own, an empty line between two."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, table in enumerate(tables):
        if number:
            writer.writerow([])
        writer.writerow([f"# {table.title}"])
        writer.writerow(table.columns)
        writer.writerows(table.rows)
    return text.getvalue()
