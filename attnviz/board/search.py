"""Finds words anywhere on the board: passages with their places, and the hits grouped by frame.

What is typed and what is searched are folded alike: compatibility forms and case (NFKC, casefold), indices without
their mark (d_k, dₖ and dk are one), signs that a keyboard lacks. `sqrt` stands for √, `^T` and `transpose` for ᵀ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from attnviz.board.contents import JOBS, NOW, Section
from attnviz.board.schema import Board

LONGEST: Final = 200  # letters of what is typed; the rest is not looked at
SNIPPET: Final = 96  # letters, and a few more to end with a word
BEFORE: Final = 36  # letters of the snippet before the first hit
PARTED: Final = " · "  # between the parts of one passage

_SIGNS: Final = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "×": "x", "÷": "/", "∕": "/", "⁄": "/", "⋅": "·",
    "’": "'", "‘": "'", "“": '"', "”": '"', "ᵀ": "ᵀ",
}  # fmt: skip
_WORDS: Final = (
    (re.compile(r"sqrt"), "√"),
    (re.compile(r"\^t\b|\btransposed?\b"), "ᵀ"),
    (re.compile(r"\b(?:inf|infinity)\b"), "∞"),
    (re.compile(r"\balpha\b"), "α"),
    (re.compile(r"\bsigma\b"), "σ"),
)
_LETTERS: Final = {
    "√": "(?:√|sqrt|(?:square )?root)",
    "ᵀ": "(?:ᵀ|transposed?)",
    "∞": "(?:∞|infinity)",
    "α": "(?:α|alpha)",
    "σ": "(?:σ|sigma)",
    "t": "[tᵀ]",
    "(": r"\(?",
    ")": r"\)?",
    "-": r"[-\s]?",
}
_SYMBOL: Final = 5  # letters at most; longer words are no symbols such as QKᵀ, which may be written with gaps


@dataclass(frozen=True, slots=True)
class Passage:
    """Some words of the board, and where they stand."""

    frame: str  # id of the frame to go to
    place: str  # where in the frame: "title", "Deeper", "key width"
    text: str  # as the board file has it, d_k as d_k
    id: str = ""  # of a term, prompt, question or task, or the name of a picture
    heading: int = 0  # this many letters of the text are a heading


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that holds every word looked for; `marks` are their spans within the snippet."""

    passage: Passage
    snippet: str
    marks: tuple[tuple[int, int], ...]
    in_heading: bool


@dataclass(frozen=True, slots=True)
class Group:
    """The hits of one frame, those in headings first."""

    frame: str
    title: str  # such as "2 · Why scale"
    hits: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class _Folded:
    """Text as it is compared; letter i of it comes from `starts[i]` to `ends[i]` of what it was made from."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """All passages of a board in one state, ready to be searched."""

    titles: tuple[tuple[str, str], ...]  # frame id and its numbered name, in the order of the rail
    entries: tuple[tuple[Passage, _Folded], ...]


def make_index(board: Board, contents: Section, labels: Mapping[str, Iterable[str]]) -> Index:
    """What can be found: `contents` as `attnviz.board.contents.outline` made it, with answers or without.

    Parameters
    ----------
    labels
        Frame id -> names of its pictures and controls.
    """
    passages = [*_passages(board, contents)]
    known = {(passage.frame, passage.text) for passage in passages}
    for frame, names in labels.items():
        passages += [Passage(frame, "label", name, name) for name in dict.fromkeys(names) if (frame, name) not in known]
    titles = tuple((id_, f"{number} · {frame.rail}") for number, (id_, frame) in enumerate(board.frames.items(), 1))
    return Index(titles, tuple((passage, _fold(passage.text)) for passage in passages if passage.text))


def search(index: Index, query: str) -> tuple[Group, ...]:
    """The passages with every word of `query`, none for an empty one. Frames with a hit in a heading come first."""
    patterns = _patterns(query)
    if not patterns:
        return ()
    hits = [hit for passage, folded in index.entries if (hit := _hit(passage, folded, patterns)) is not None]
    groups = []
    for frame, title in index.titles:
        here = [hit for hit in hits if hit.passage.frame == frame]
        if here:
            groups.append(Group(frame, title, tuple(sorted(here, key=_not_in_heading))))
    return tuple(sorted(groups, key=lambda group: _not_in_heading(group.hits[0])))


def _not_in_heading(hit: Hit) -> bool:
    return not hit.in_heading


def _passages(board: Board, contents: Section) -> Iterator[Passage]:
    for text in contents.paragraphs:
        yield Passage("open", "the story", text)
    for section in contents.sections:
        if section.id in board.frames:
            yield from _of_frame(board, section)
        else:
            home = "multi-head" if section.heading == JOBS else "open"
            yield from (Passage(home, section.heading, text) for text in section.paragraphs)


def _of_frame(board: Board, section: Section) -> Iterator[Passage]:
    frame = board.frames[section.id]
    title = f"{frame.rail}: {frame.title}"
    yield Passage(frame.id, "title", title, heading=len(title))
    for text in section.paragraphs:
        now = text.startswith(NOW)
        yield Passage(frame.id, "now" if now else "text", text.removeprefix(NOW))
    for inner in section.sections:
        if inner.id:  # a term or a question is one thing: its parts are found together
            text = PARTED.join((inner.heading, *inner.paragraphs))
            term = frame.id == "glossary"  # in Check the heading is a kind of thing and its concept
            place = inner.heading if term else inner.heading.partition(":")[0]
            yield Passage(frame.id, place, text, inner.id, len(inner.heading) if term else 0)
        else:
            yield from (Passage(frame.id, inner.heading, text) for text in inner.paragraphs)


def _fold(text: str) -> _Folded:
    letters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        cluster = text[start:end]
        if cluster == "_" and 0 < start < len(text) - 1 and text[start - 1].isalnum() and text[end].isalnum():
            continue  # the mark of an index
        if cluster == "T" and start and text[start - 1] == "^":  # ^T: the sign before it goes with it
            del letters[-1], starts[-1], ends[-1]
            start, cluster = start - 1, "ᵀ"
        folded = _SIGNS.get(cluster) or unicodedata.normalize("NFKC", cluster).casefold()
        letters += folded
        starts += [start] * len(folded)
        ends += [end] * len(folded)
    return _Folded("".join(letters), tuple(starts), tuple(ends))


def _clusters(text: str) -> Iterator[tuple[int, int]]:
    """Spans of a letter with the marks that combine with it."""
    borders = [at for at, letter in enumerate(text) if at == 0 or not unicodedata.combining(letter)]
    yield from pairwise([*borders, len(text)])


def _patterns(query: str) -> list[re.Pattern[str]]:
    """One pattern for each word of the query."""
    folded = _fold(query[:LONGEST]).text
    for pattern, sign in _WORDS:
        folded = pattern.sub(sign, folded)
    folded = re.sub(r"(?<=\w)\s+ᵀ", "ᵀ", folded)  # K transpose: one symbol
    return [re.compile(_pattern(word)) for word in folded.split()]


def _pattern(word: str) -> str:
    """A word anywhere, its hyphens optional; a short one also as a symbol written with gaps, such as Q Kᵀ or W of Q."""
    if len(word) == 1 and word in "()":
        return re.escape(word)
    letters = [_LETTERS.get(letter, re.escape(letter)) for letter in word]
    if word.startswith("-"):  # a minus sign
        letters[0] = "-"
    anywhere = "-?".join(letters)
    if not 1 < len(word) <= _SYMBOL:
        return anywhere
    spaced = r"(?:\s|\(|\sof\s)?".join(letters)
    return rf"{anywhere}|(?<!\w){spaced}(?!\w)"


def _hit(passage: Passage, folded: _Folded, patterns: list[re.Pattern[str]]) -> Hit | None:
    found = [list(_spans(pattern, folded)) for pattern in patterns]
    if not all(found):
        return None
    snippet, marks = _cut(passage.text, _merged([span for spans in found for span in spans]))
    in_heading = all(any(end <= passage.heading for _, end in spans) for spans in found)
    return Hit(passage, snippet, marks, in_heading)


def _spans(pattern: re.Pattern[str], folded: _Folded) -> Iterator[tuple[int, int]]:
    """Where in the text as written a pattern is found."""
    for match in pattern.finditer(folded.text):
        if match.end() > match.start():
            yield folded.starts[match.start()], folded.ends[match.end() - 1]


def _merged(spans: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _cut(text: str, marks: tuple[tuple[int, int], ...]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The words round the first mark, cut between words, and the marks that lie in them."""
    first = 0 if marks[0][0] <= BEFORE else text.rfind(" ", 0, marks[0][0] - BEFORE) + 1
    last = text.find(" ", max(first + SNIPPET, marks[0][1]))
    last = len(text) if last < 0 else last
    before, after = "… " if first else "", " …" if last < len(text) else ""
    shift = len(before) - first
    inside = tuple((start + shift, min(end, last) + shift) for start, end in marks if start < last)
    return before + text[first:last] + after, inside
