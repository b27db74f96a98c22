"""Every table and key of a board file is found in its line."""

from __future__ import annotations

import tomllib

from attnviz.board.lines import line_of, lines_of

SMALL = """a = 1
[head]
text = '''
[[fake]]
b = 2'''
list = [
  "[x]", # ]
  '''one
  c = 3''',
]
inline = { d = 4 }
"odd key" = 5
[[row]]
[[row]]
e = 6
[[row.part]]
f = 7
[row.box]
g = 8
tail = ['''a
b''', '''c
h = 9''']
i = 10
"""


def test_tables_and_keys_have_their_lines():
    assert lines_of(SMALL) == {
        "a": 1, "head": 2, "head.text": 3, "head.list": 6, "head.inline": 11, "head.odd key": 12, "row[1]": 13,
        "row[2]": 14, "row[2].e": 15, "row[2].part[1]": 16, "row[2].part[1].f": 17, "row[2].box": 18,
        "row[2].box.g": 19, "row[2].box.tail": 20, "row[2].box.i": 23,
    }  # fmt: skip


def test_a_place_that_has_no_line_gets_that_of_what_it_is_in():
    lines = lines_of(SMALL)
    assert line_of("row[2].missing", lines) == 14
    assert line_of("head.inline.d", lines) == 11
    assert line_of("head.list[2]", lines) == 6
    assert line_of("nowhere", lines) == 0
    assert line_of("", lines) == 0


def test_every_key_of_the_lesson_is_found(board_path):
    source = board_path.read_text(encoding="utf-8")
    lines, rows = lines_of(source), source.split("\n")
    places = list(_places(tomllib.loads(source), ""))
    assert len(places) > 500
    for place in places:
        assert rows[lines[place] - 1].startswith(place.rpartition(".")[2] + " ="), place


def _places(values, where):
    for key, value in values.items():
        place = f"{where}.{key}" if where else key
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for number, item in enumerate(value, start=1):
                yield from _places(item, f"{place}[{number}]")
        elif isinstance(value, dict) and key in ("board", "tags"):
            yield from _places(value, place)
        else:
            yield place
