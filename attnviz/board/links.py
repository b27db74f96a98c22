"""Finds the glossary's terms in prose, so that each can lead to its entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from attnviz.board.schema import Term

_INSIDE: Final = r"\w\-−_^∂√"  # beside these a word is a part of a longer word or of a formula
_BEFORE: Final = rf"(?<![{_INSIDE}])"
_AFTER: Final = rf"(?![{_INSIDE}(\[])"  # softmax(s) is a formula
_FORMULA_LIKE: Final = re.compile(r"\S*[=√∂Σ∕]\S*")  # a word of signs


@dataclass(frozen=True, slots=True)
class Link:
    """Letters `start` to `end` of a text name the term with this id."""

    start: int
    end: int
    term: str


class Finder:
    """Knows the names of all terms. Longer names win over shorter ones that they hold."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self._terms: dict[str, str] = {}  # form of a name, folded -> id of the term
        for term in terms:
            for name in names(term.term):
                for form in forms(name):
                    self._terms.setdefault(form.casefold(), term.id)
        longest = sorted(self._terms, key=len, reverse=True)
        words = "|".join(r"\s+".join(map(re.escape, form.split())) for form in longest)
        self._pattern = re.compile(rf"{_BEFORE}(?:{words}){_AFTER}", re.IGNORECASE) if longest else None

    def find(self, text: str, but: Collection[str] = ()) -> tuple[Link, ...]:
        """The first place of each term in `text`, in reading order, `but` for some, by their ids."""
        links: dict[str, Link] = {}
        for start, end in self._places(text):
            term = self._terms[" ".join(text[start:end].casefold().split())]
            if term not in but and term not in links:
                links[term] = Link(start, end, term)
        return tuple(links.values())

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        if self._pattern is None:
            return
        signs = [match.span() for match in _FORMULA_LIKE.finditer(text)]
        for match in self._pattern.finditer(text):
            if not any(start <= match.start() < end for start, end in signs):
                yield match.span()


@lru_cache(maxsize=4)
def finder_of(terms: tuple[Term, ...]) -> Finder:
    """The finder of a board's terms, made once."""
    return Finder(terms)


def names(term: str) -> tuple[str, ...]:
    """The names in an entry such as "query, key, value", which explains several."""
    return tuple(name for part in term.split(",") if (name := part.strip()))


def forms(name: str) -> tuple[str, str]:
    """A name and its plural: head, heads; query, queries; mask, masks."""
    if re.search(r"[^aeiou]y$", name):
        return name, f"{name[:-1]}ies"
    return name, name + ("es" if re.search(r"(?:s|x|z|ch|sh)$", name) else "s")
