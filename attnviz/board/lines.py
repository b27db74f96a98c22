"""In which line of a board file a table or a key stands: `tomllib` tells that of syntax errors only."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=\s*(.*)", re.DOTALL)
_QUOTES: Final = ("'''", '"""')


def lines_of(source: str) -> dict[str, int]:
    """The place of every table and key, such as `frame[2].title` -> its line, from 1. For files that parse."""
    found: dict[str, int] = {}
    counts: Counter[str] = Counter()
    table = ""
    for number, line in _outside_texts(source):
        header = _HEADER.fullmatch(line)
        if header:
            table = _table(header[1] == "[[", header[2], counts)
            found.setdefault(table, number)
            continue
        key = _KEY.match(line)
        if key:
            name = key[1].strip("\"'")
            found.setdefault(f"{table}.{name}" if table else name, number)
    return found


def line_of(where: str, lines: dict[str, int]) -> int:
    """The line of a place, or of the nearest table or key around it; 0 when there is none."""
    while where:
        if where in lines:
            return lines[where]
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return 0


def _table(is_list: bool, name: str, counts: Counter[str]) -> str:
    """The place of a table: lists are counted, and a table inside a list belongs to its last item."""
    path = ""
    *outer, last = [part.strip().strip("\"'") for part in name.split(".")]
    for part in outer:
        path = f"{path}.{part}" if path else part
        path += f"[{counts[path]}]" if counts[path] else ""
    path = f"{path}.{last}" if path else last
    if not is_list:
        return path
    counts[path] += 1
    return f"{path}[{counts[path]}]"


def _outside_texts(source: str) -> Iterator[tuple[int, str]]:
    """Each line with its number, without those inside a text of several lines or a list that goes on."""
    closing, depth = "", 0
    for number, line in enumerate(source.split("\n"), start=1):
        if closing:
            _, found, line = line.partition(closing)
            if not found:
                continue
            depth += _brackets(line)
            closing = _open_text(line)
            continue
        if depth <= 0:
            yield number, line
            value = _KEY.match(line)
            depth = _brackets(value[2]) if value else 0
        else:
            depth += _brackets(line)
        closing = _open_text(line)


def _open_text(line: str) -> str:
    """The quotes that end a text which this line begins and does not end, "" for none."""
    while True:
        starts = [(line.find(quotes), quotes) for quotes in _QUOTES if quotes in line]
        if not starts:
            return ""
        at, quotes = min(starts)
        _, closed, line = line[at + 3 :].partition(quotes)
        if not closed:
            return quotes


def _brackets(text: str) -> int:
    """How many brackets of a list stay open; those inside texts and comments do not count."""
    text = re.sub(r"'''.*?(?:'''|$)|\"\"\".*?(?:\"\"\"|$)|'[^']*'|\"(?:\\.|[^\"\\])*\"", "", text)
    text = text.partition("#")[0]
    return text.count("[") + text.count("{") - text.count("]") - text.count("}")
