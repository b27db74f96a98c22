"""Reads one table of a board file and collects every problem instead of stopping at the first."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOO_DEEP: Final = "is nested too deeply"
_MISSING: Final = object()
_DEEPEST: Final = 12  # tables and lists inside each other; a board has 4
_LARGEST: Final = 10**15  # whole numbers beyond this are not written out


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a board file: `where` is the path of the table or key, such as `frame[2].title`."""

    where: str
    text: str
    line: int = 0  # where it stands in the file, from 1; 0 when that is not known

    def __str__(self) -> str:
        """`frame[2].title: what is wrong`."""
        return f"{self.where}: {self.text}" if self.where else self.text


class BoardError(Exception):
    """A board file that cannot be used; `problems` holds all that is wrong with it."""

    def __init__(self, path: Path, problems: Iterable[Problem]) -> None:
        self.path = path
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{path}{f':{one.line}' if one.line else ''}: {one}" for one in self.problems))


def suggest(word: str, known: Iterable[str]) -> str:
    """`; did you mean "x"?` when a known word is close to `word`, else the known words when they are few."""
    known = list(known)
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f'; did you mean "{close[0]}"?'
    return f" (there is {', '.join(known)})" if 0 < len(known) <= 8 else ""


def fold(text: str) -> str:
    """`text` with its line breaks made spaces; a blank line still parts two paragraphs."""
    paragraphs = re.split(r"\n\s*\n", text)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if paragraph.strip())


def shown(value: int) -> str:
    """A whole number as a message gives it."""
    return str(value) if abs(value) < _LARGEST else "too large"


def control_characters(value: object, where: str, depth: int = 0) -> Iterable[Problem]:
    """A problem for each control character inside the strings of `value`, line breaks excepted; or for its depth."""
    if depth > _DEEPEST:
        yield Problem(where, TOO_DEEP)
    elif isinstance(value, str):
        for sign in sorted({c for c in value if c != "\n" and unicodedata.category(c) == "Cc"}):
            yield Problem(
                where,
                f"holds the control character U+{ord(sign):04X}: write the text as '''…''', "
                'where a backslash stays a backslash ("\\theta" is a tab and "heta")',
            )
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from control_characters(item, f"{where}.{key}" if where else str(key), depth + 1)
    elif isinstance(value, list):
        for number, item in enumerate(value, start=1):
            yield from control_characters(item, f"{where}[{number}]", depth + 1)


class Table:
    """One table of the file. Each reader returns a harmless value when it has noted a problem."""

    def __init__(self, where: str, values: object, problems: list[Problem]) -> None:
        self.where = where
        self.problems = problems
        self._values: Mapping[str, object] = values if isinstance(values, Mapping) else {}
        self._asked: list[str] = []
        if not isinstance(values, Mapping):
            self.note("", "must be a table")

    def note(self, key: str, text: str) -> None:
        """Put down a problem with `key` of this table."""
        self.problems.append(Problem(".".join(part for part in (self.where, key) if part), text))

    def has(self, key: str) -> bool:
        """Whether the file gives this key."""
        return key in self._values

    def text(self, key: str, *, required: bool = True, most: int = 0) -> str:
        """A string, folded; "" when it is not given. At most `most` letters when that is not 0."""
        value = self._get(key, required, "")
        if not isinstance(value, str):
            self.note(key, f"must be text, not {_kind(value)}")
            return ""
        if required and self.has(key) and not value.strip():
            self.note(key, "is empty")
        folded = fold(value)
        if most and len(folded) > most:
            self.note(key, f"has {len(folded)} letters; at most {most} fit")
        return folded

    def texts(self, key: str, *, required: bool = True) -> tuple[str, ...]:
        """A list of strings, each folded."""
        value = self._get(key, required, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.note(key, "must be a list of texts")
            return ()
        return tuple(fold(item) for item in value)

    def whole(self, key: str, *, low: int, high: int, required: bool = True) -> int:
        """A whole number from `low` to `high`; `low` when it is not given."""
        value = self._get(key, required, low)
        if isinstance(value, bool) or not isinstance(value, int):
            self.note(key, f"must be a whole number, not {_kind(value)}")
            return low
        if not low <= value <= high:
            self.note(key, f"is {shown(value)}; it must be {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false when it is not given."""
        value = self._get(key, False, False)
        if not isinstance(value, bool):
            self.note(key, "must be true or false")
        return value is True

    def word(self, key: str, known: Iterable[str], *, required: bool = True) -> str:
        """One of the `known` words."""
        value = self.text(key, required=required)
        if value:
            self._known(key, value, known)
        return value

    def words(self, key: str, known: Iterable[str]) -> tuple[str, ...]:
        """A list of the `known` words."""
        known = tuple(known)
        values = self.texts(key)
        for value in values:
            self._known(key, value, known)
        return values

    def expression(self, key: str, *, required: bool = True) -> str:
        """An expression: text, or a number or truth that is written out as one; "" when it is not given."""
        value = self._get(key, required, "")
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, int | float):
            return shown(value) if isinstance(value, int) else str(value)
        if not isinstance(value, str):
            self.note(key, f"must be a number or an expression, not {_kind(value)}")
            return ""
        if required and self.has(key) and not value.strip():
            self.note(key, "is empty")
        return " ".join(value.split())

    def anything(self, key: str) -> object:
        """Whatever the file gives, None when it gives nothing."""
        return self._get(key, False, None)

    def pairs(self, key: str, *, required: bool = False) -> tuple[tuple[str, str], ...]:
        """A list of pairs of words."""
        value = self._get(key, required, [])
        if not isinstance(value, list) or not all(_is_pair(item) for item in value):
            self.note(key, 'must be a list of pairs such as ["it", "dog"]')
            return ()
        return tuple((str(item[0]), str(item[1])) for item in value)

    def table(self, key: str) -> Table:
        """A table inside this one, which must be there."""
        return Table(f"{self.where}.{key}" if self.where else key, self._get(key, True, {}), self.problems)

    def tables(self, key: str, *, required: bool = False) -> tuple[Table, ...]:
        """The tables written `[[key]]`, numbered from 1 in messages."""
        value = self._get(key, required, [])
        if not isinstance(value, list):
            self.note(key, f"must be written as [[{key}]]")
            return ()
        where = f"{self.where}.{key}" if self.where else key
        return tuple(Table(f"{where}[{n}]", item, self.problems) for n, item in enumerate(value, start=1))

    def items(self, *, most: int = 0) -> tuple[tuple[str, str], ...]:
        """Every key of this table with its text, for tables whose keys the author chooses."""
        return tuple((key, self.text(key, most=most)) for key in self._values)

    def finish(self) -> None:
        """Note every key that nothing has asked for: it is misspelt or unknown."""
        for key in self._values:
            if key not in self._asked:
                self.note(key, f'unknown key "{key}"' + suggest(key, self._asked))

    def _get(self, key: str, required: bool, default: object) -> object:
        self._asked.append(key)
        value = self._values.get(key, _MISSING)
        if value is _MISSING:
            if required:
                self.note(key, "is missing")
            return default
        return value

    def _known(self, key: str, value: str, known: Iterable[str]) -> None:
        known = tuple(known)
        if value not in known:
            self.note(key, f'unknown {key} "{value}"' + suggest(value, known))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(word, str) and word for word in value)


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "a table"}
    return names.get(type(value), "text")
