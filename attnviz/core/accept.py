"""Whether a value may become a choice of the state, and what is said when it may not."""

from __future__ import annotations

import math
import numbers
import reprlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from attnviz.core.jobs import LONGEST_NAME, MOST_JOBS, Job
from attnviz.core.limits import (
    CHOICES,
    COLORS,
    EDITABLE,
    LONGEST_ANSWER,
    MARKS,
    MAX_EDIT,
    MOST_TRIES,
    NUMBERS,
    RANGES,
)
from attnviz.core.tokens import MAX_LENGTH, MAX_LETTERS, MAX_TOKENS, tokenize
from attnviz.core.words import quoted

SELECTIONS: Final = ("query", "key", "head", "layer", "row", "column")  # moved on to what exists, without a word


def accept(name: str, value: Any, default: Any, notes: list[str]) -> Any:
    """`value` as the field `name`, whose default is `default`, holds it.

    A number outside its range is clamped and noted. Raises ValueError, TypeError or OverflowError with a message to
    show for what cannot be used.
    """
    words = name.replace("_", " ")
    if name == "jobs":
        return _accept_jobs(value)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise TypeError(f"{words} {reprlib.repr(value)}: choose true or false")
        return value
    if name in NUMBERS:
        return type(default)(_accept_one_of(words, value, NUMBERS[name]))
    if isinstance(default, int | float):
        return _accept_number(name, words, value, isinstance(default, int), notes)
    if isinstance(default, str):
        return _accept_word(name, words, value)
    return _accept_collection(name, words, value)


def _accept_one_of(words: str, value: Any, allowed: tuple[float, ...]) -> float:
    if not _is_number(value) or value not in allowed:
        choices = f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]}"
        raise ValueError(f"{words} {reprlib.repr(value)}: choose {choices}")
    return float(value)


def _accept_number(name: str, words: str, value: Any, whole: bool, notes: list[str]) -> float:
    if not _is_number(value):
        raise TypeError(f"{words} {reprlib.repr(value)}: type a {'whole ' if whole else ''}number")
    if whole and value != int(value):
        raise ValueError(f"{words} {reprlib.repr(value)}: type a whole number")
    low, high = RANGES.get(name, (0, MAX_TOKENS))
    inside = min(max(value, low), high)
    if inside != value and name not in SELECTIONS:
        notes.append(f"{words} {reprlib.repr(value)} is outside {low} to {high}: {inside} is used")
    return int(inside) if whole else round(float(inside), 4)  # finer than anything that can be seen


def _is_number(value: Any) -> bool:
    """Whether `value` is a finite number; true and false are not."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        return False
    return isinstance(value, int) or math.isfinite(value)  # a huge int is finite, yet isfinite cannot say so


def _accept_word(name: str, words: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{words} {reprlib.repr(value)}: type text")
    if name in CHOICES and value not in CHOICES[name]:
        raise ValueError(f"{words} {reprlib.repr(value)}: choose {' or '.join(CHOICES[name])}")
    if name == "sentence":
        _check_sentence(value)
    return value


def _check_sentence(sentence: str) -> None:
    if len(sentence) > MAX_LENGTH:
        raise ValueError(f"The sentence has {len(sentence)} letters: at most {MAX_LENGTH} fit.")
    tokens = tokenize(sentence)
    if not tokens:
        raise ValueError("The sentence is empty: type at least one word.")
    if len(tokens) > MAX_TOKENS:
        raise ValueError(f"The sentence has {len(tokens)} tokens: at most {MAX_TOKENS} fit.")
    longest = max(tokens, key=len)
    if len(longest) > MAX_LETTERS:
        raise ValueError(f"The word {quoted(longest)} has {len(longest)} letters: at most {MAX_LETTERS} fit.")


def _accept_collection(name: str, words: str, value: Any) -> Any:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise TypeError(f"{words} {reprlib.repr(value)}: expected a list")
    items = list(value)
    if name in ("hidden", "step_tokens"):
        if not all(_is_number(item) and item == int(item) for item in items):
            raise ValueError(f"{words} {reprlib.repr(items)}: expected whole numbers")
        whole = {int(item) for item in items if item >= 0}
        return frozenset(whole) if name == "hidden" else tuple(sorted(whole))
    if name in ("revealed", "shown_worked"):
        return frozenset(str(item) for item in items)
    if name == "edits":
        return _accept_edits(items)
    if name == "tries":
        return _accept_tries(words, items)
    if name == "guesses":
        return tuple((str(question), int(guess), bool(right)) for question, guess, right in items)
    return _accept_pairs(name, words, items)


def _accept_pairs(name: str, words: str, items: list[Any]) -> tuple[tuple[str, str], ...]:
    """Pairs of words sorted by the first; of two with the same first word the last one counts."""
    if not all(isinstance(item, list | tuple) and len(item) == 2 for item in items):
        raise ValueError(f"{words} {reprlib.repr(items)}: expected pairs")
    pairs = {str(key): str(word) for key, word in items}
    if name == "marks":
        pairs = {key: word for key, word in pairs.items() if word}  # an empty mark takes the mark away
        for word in pairs.values():
            if word not in MARKS:
                raise ValueError(f"{words} {reprlib.repr(word)}: choose {' or '.join(MARKS)}")
    if name == "answers":
        pairs = {key: word[:LONGEST_ANSWER] for key, word in pairs.items()}
    return tuple(sorted(pairs.items()))


def _accept_tries(words: str, items: list[Any]) -> tuple[tuple[str, int], ...]:
    """Pairs of a question and how often it was tried, sorted; no try at all is not kept."""
    if not all(isinstance(item, list | tuple) and len(item) == 2 for item in items):
        raise ValueError(f"{words} {reprlib.repr(items)}: expected pairs")
    if not all(_is_number(count) and count >= 0 and count == int(count) for _, count in items):
        raise ValueError(f"{words} {reprlib.repr(items)}: expected whole numbers from 0")
    return tuple(sorted((str(key), min(int(count), MOST_TRIES)) for key, count in dict(items).items() if count))


def _accept_edits(items: list[Any]) -> tuple[tuple[str, int, int, int, float], ...]:
    """Edited cells (matrix, head, row, column, value), sorted; of two edits of one cell the last one counts."""
    cells: dict[tuple[str, int, int, int], float] = {}
    for matrix, head, row, column, value in items:
        if matrix not in EDITABLE:
            raise ValueError(f"edits {reprlib.repr(matrix)}: choose {', '.join(EDITABLE)}")
        if not _is_number(value) or abs(value) > MAX_EDIT:
            raise ValueError(f"{reprlib.repr(value)}: type a number from −{MAX_EDIT:g} to {MAX_EDIT:g}")
        cells[matrix, int(head), int(row), int(column)] = float(value)
    return tuple((*cell, value) for cell, value in sorted(cells.items()))


def _accept_jobs(value: Any) -> tuple[Job, ...] | None:
    """Jobs, or None for the board's own. Raises ValueError or TypeError for what is no list of jobs."""
    if value is None:
        return None
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"jobs {reprlib.repr(value)}: expected a list")
    jobs = tuple(item if isinstance(item, Job) else _read_job(item) for item in value)
    if len(jobs) > MOST_JOBS:
        raise ValueError(f"{len(jobs)} jobs: at most {MOST_JOBS} fit")
    names = [job.name for job in jobs]
    for job in jobs:
        if not job.name.strip() or len(job.name) > LONGEST_NAME:
            raise ValueError(f"A job's name has 1 to {LONGEST_NAME} letters, not {len(job.name.strip())}.")
        if names.count(job.name) > 1:
            raise ValueError(f"There is a job called “{job.name}” already.")
        if job.color is not None and not 0 <= job.color < COLORS:
            raise ValueError(f"job “{job.name}”: color {job.color}: choose 0 to {COLORS - 1}")
    return jobs


def _read_job(item: Any) -> Job:
    """A job from what `LabState.to_dict` makes of it."""
    if not isinstance(item, Mapping) or not isinstance(item.get("name"), str):
        raise TypeError(f"job {reprlib.repr(item)}: expected a name, pairs and a rule")
    pairs, rule, color = item.get("pairs", ()), item.get("rule", ""), item.get("color")
    if not isinstance(pairs, list | tuple) or not all(isinstance(p, list | tuple) and len(p) == 2 for p in pairs):
        raise ValueError(f"job {item['name']!r}: pairs {reprlib.repr(pairs)}: expected pairs of words")
    if color is not None and (isinstance(color, bool) or not isinstance(color, int)):
        raise TypeError(f"job {item['name']!r}: color {reprlib.repr(color)}: type a whole number")
    return Job(item["name"], tuple((str(query), str(key)) for query, key in pairs), str(rule), color)
