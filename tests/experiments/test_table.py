from __future__ import annotations

import pytest

from attnviz.experiments.table import Table


def test_a_table_keeps_its_rows():
    assert Table("T", ("a", "b"), (("x", 1.5), ("y", 2))).rows[1] == ("y", 2)


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"T: row 2 has 1 cells for 2 columns"):
        Table("T", ("a", "b"), (("x", 1), ("y",)))
