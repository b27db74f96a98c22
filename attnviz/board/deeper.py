"""The "read more" page of a frame: a small markup of headings, running text with live numbers, and formulas.

Paragraphs are parted by blank lines. `## Heading` is a heading. `$$ TeX $$ words` is a formula on a line of its own,
the words after it being how it is read aloud. `{key-width}` in running text is a number as it is now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from attnviz.board import tex
from attnviz.board.numbers import NUMBERS
from attnviz.board.reading import suggest
from attnviz.board.schema import Board
from attnviz.core.state import LabState

HEADING: Final = "## "
_FORMULA: Final = re.compile(r"\$\$(.*?)\$\$(.*)", re.DOTALL)
_NUMBER: Final = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside the page."""

    text: str


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph; `live` are the spans of its numbers that change with the board."""

    text: str
    live: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """A formula on a line of its own, and how it is read aloud."""

    latex: str
    says: str


Block = Heading | Words | Display


def problems(text: str) -> Iterator[str]:
    """What is wrong with the markup of `text`, each with the number of its paragraph."""
    for number, part in enumerate(_paragraphs(text), start=1):
        for wrong in _wrong(part):
            yield f"paragraph {number}: {wrong}"


def blocks(text: str, state: LabState, board: Board) -> tuple[Block, ...]:
    """The page with its numbers as they are in `state`. `text` must have no problems, else KeyError."""
    return tuple(_block(part, state, board) for part in _paragraphs(text))


def plain_paragraphs(text: str, state: LabState, board: Board) -> tuple[str, ...]:
    """The page without its layout, each formula as it is read aloud."""
    return tuple(
        f"Formula: {block.says}" if isinstance(block, Display) else block.text for block in blocks(text, state, board)
    )


def _paragraphs(text: str) -> list[str]:
    return text.split("\n\n") if text else []


def _block(part: str, state: LabState, board: Board) -> Block:
    if part.startswith(HEADING):
        return Heading(part.removeprefix(HEADING))
    if formula := _FORMULA.fullmatch(part):
        return Display(formula[1].strip(), formula[2].strip())
    out, live, at = "", [], 0
    for match in _NUMBER.finditer(part):
        out += part[at : match.start()]
        number = NUMBERS[match[1]](state, board)
        live.append((len(out), len(out) + len(number)))
        out += number
        at = match.end()
    return Words(out + part[at:], tuple(live))


def _wrong(part: str) -> Iterator[str]:
    if "$$" in part:
        yield from _wrong_formula(part)
        return
    for match in _NUMBER.finditer(part):
        if part.startswith(HEADING):
            yield f"{match[0]} stands in a heading: numbers belong in running text"
        elif match[1] not in NUMBERS:
            yield f'unknown number "{match[1]}"{suggest(match[1], NUMBERS)}'
    if stray := re.search(r"[{}]", _NUMBER.sub("", part)):
        yield f"{stray[0]} has no partner"


def _wrong_formula(part: str) -> Iterator[str]:
    formula = _FORMULA.fullmatch(part)
    if formula is None or "$$" in formula[2]:
        yield "a formula is written $$ TeX $$ and then how it is read aloud, with blank lines before and after"
        return
    if wrong := tex.problem(formula[1].strip()):
        yield wrong
    if not formula[2].strip():
        yield "after the formula it must say how it is read aloud"
