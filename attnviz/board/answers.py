"""Reads what a viewer gave and judges it. One pure function, `read_answer`; nothing here raises on bad input."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from itertools import combinations
from types import MappingProxyType
from typing import Final

from attnviz.board.draw import Asked
from attnviz.board.fill_in import fill_in
from attnviz.board.formula_answers import read_formula_answer
from attnviz.board.number_answers import read_number_answer
from attnviz.board.typed import MAX_TYPED, plain
from attnviz.board.verdict import EMPTY, Reading, Verdict
from attnviz.board.writing import ENGLISH, NumberWriting

__all__ = ["EMPTY", "Reading", "Verdict", "fold_words", "read_answer"]

_LONGEST: Final = 4 * MAX_TYPED
_YES: Final = frozenset(("true", "t", "yes", "y", "right", "1"))
_NO: Final = frozenset(("false", "f", "no", "n", "wrong", "2"))
_LETTERS: Final = "abcdefghi"


def read_answer(given: str, asked: Asked, numbers: NumberWriting = ENGLISH) -> Reading:
    """Judge `given` as an answer to `asked`.

    Numbers of options, items and pairs count from 1 in the order in which they are shown:

    - choice "2" (or the letter "b"), multi "1,3", truefalse "true" or "false"
    - order "3,1,2,4": the shown items in the viewer's sequence; match "1=2,2=1": left = right
    - integer, number, text, fill: what was typed
    - do: nothing; whether it is done is told by the state that `asked` was made with

    `numbers` is the viewer's way to write numbers: it decides what 1,234 means where both readings are possible.
    """
    if asked.question.kind == "do":
        words = f"{asked.now[:1].upper()}{asked.now[1:]}. {asked.right}" if asked.done else f"Now {asked.now}."
        return Reading(Verdict.RIGHT if asked.done else Verdict.EMPTY, words)
    if not any(unicodedata.category(sign)[0] not in "ZC" for sign in given[:_LONGEST]):
        return EMPTY
    return _READERS[asked.question.kind](given, asked, numbers)


# ------------------------------------------------------------------------------------------------- options to choose


def _choice(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    count = len(asked.options)
    chosen = _numbers(given)
    if len(chosen) != 1 or not 1 <= chosen[0] <= count:
        return Reading(Verdict.UNREAD, f"Choose one of the {count} answers.")
    option = asked.options[chosen[0] - 1]
    return Reading(Verdict.RIGHT, asked.right) if option.right else Reading(Verdict.WRONG, option.feedback)


def _multi(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    count = len(asked.options)
    chosen = set(_numbers(given))
    if not chosen or not chosen <= set(range(1, count + 1)):
        return Reading(Verdict.UNREAD, f"Choose among the {count} answers; several may be right.")
    for number in sorted(chosen):
        if not asked.options[number - 1].right:
            return Reading(Verdict.WRONG, asked.options[number - 1].feedback)
    if len(chosen) < sum(option.right for option in asked.options):
        return Reading(Verdict.WRONG, "What you chose is right, and there is more.")
    return Reading(Verdict.RIGHT, asked.right)


def _truth(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    word = fold_words(given)
    if word not in _YES | _NO:
        return Reading(Verdict.UNREAD, "Choose true or false.")
    if (word in _YES) == (asked.answer == "true"):
        return Reading(Verdict.RIGHT, asked.right)
    return Reading(Verdict.WRONG, _wrong_words(asked, numbers) or "It is the other way round.")


# ---------------------------------------------------------------------------------------------- order, pairs, words


def _order(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    count = len(asked.items)
    sequence = _numbers(given)
    if sorted(sequence) != list(range(1, count + 1)):
        return Reading(Verdict.UNREAD, f"Put all {count} in order, each of them once.")
    right = _numbers(asked.answer)
    if sequence == right:
        return Reading(Verdict.RIGHT, asked.right)
    early = {(asked.items[a - 1], asked.items[b - 1]) for a, b in combinations(sequence, 2)}
    words = _wrong_words(asked, numbers, lambda pair: len(pair) == 2 and (pair[0], pair[1]) in early)
    if not words:
        early_one = next(a for a, b in zip(sequence, right, strict=True) if a != b)
        words = f"“{asked.items[early_one - 1]}” stands too early."
    return Reading(Verdict.WRONG, words)


def _match(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    count = len(asked.left)
    found = re.findall(r"(\d+)=(\d+)", plain(given))
    pairs = {int(left): int(right) for left, right in found}
    if not pairs or not all(1 <= n <= count for pair in pairs.items() for n in pair):
        return Reading(Verdict.UNREAD, "Choose a partner for each.")
    right = {int(a): int(b) for a, b in re.findall(r"(\d+)=(\d+)", asked.answer)}
    missed = [number for number, partner in sorted(pairs.items()) if right[number] != partner]
    if missed:
        chosen = {(asked.left[n - 1], asked.right_side[pairs[n] - 1]) for n in missed}
        words = _wrong_words(asked, numbers, lambda pair: len(pair) == 2 and (pair[0], pair[1]) in chosen)
        good = len(pairs) - len(missed)
        return Reading(Verdict.WRONG, words or f"{good} of {count} fit. Look again at “{asked.left[missed[0] - 1]}”.")
    if len(pairs) < count:
        return Reading(Verdict.UNREAD, f"So far so good: {count - len(pairs)} still to pair.")
    return Reading(Verdict.RIGHT, asked.right)


def _text(given: str, asked: Asked, numbers: NumberWriting) -> Reading:
    word = fold_words(given)
    if not word or len(given) > _LONGEST:
        return Reading(Verdict.UNREAD, "Type a word or two.")
    names = dict(asked.names)
    if word in {fold_words(text) for text in (asked.answer, *(fill_in(v, names) for v in asked.question.variants))}:
        return Reading(Verdict.RIGHT, asked.right)
    words = _wrong_words(asked, numbers, lambda texts: word in {fold_words(fill_in(text, names)) for text in texts})
    return Reading(Verdict.WRONG, words or f"“{' '.join(given.split())[:40]}” is not it.")


def fold_words(text: str) -> str:
    """Words as they are compared: compatibility forms and case folded, without spaces, dashes and quotation marks."""
    text = unicodedata.normalize("NFKC", text).casefold()
    text = re.sub(r"[’‘ʼ′´`']", "'", text).strip(" .,;:!?\"“”„«»'")
    return "".join(c for c in text if unicodedata.category(c) not in ("Pd", "Zs", "Cf", "Cc", "Zl", "Zp") and c != "−")


# ----------------------------------------------------------------------------------------------------------- helpers


def _numbers(given: str) -> list[int]:
    """The numbers from 1 in "1,3", "b) d" or "2 4"; empty when there is anything else in it."""
    parts = re.split(r"[\s,;.)]+", unicodedata.normalize("NFKC", given[:_LONGEST]).casefold().strip(" ,;.()"))
    if not all(re.fullmatch(r"\d{1,2}|[a-i]", part) for part in parts):
        return []
    return [_LETTERS.index(part) + 1 if part in _LETTERS else int(part) for part in parts]


def _wrong_words(asked: Asked, numbers: NumberWriting, fits: Callable[[tuple[str, ...]], bool] | None = None) -> str:
    """What the board says to a mistake: the first that `fits`, or that stands for any."""
    names = dict(asked.names)
    for wrong in asked.question.wrong:
        if not wrong.given or (fits is not None and fits(tuple(fill_in(text, names) for text in wrong.given))):
            return fill_in(wrong.text, names, numbers)
    return ""


_READERS: Final[MappingProxyType[str, Callable[[str, Asked, NumberWriting], Reading]]] = MappingProxyType(
    {
        "choice": _choice,
        "multi": _multi,
        "truefalse": _truth,
        "integer": read_number_answer,
        "number": read_number_answer,
        "text": _text,
        "order": _order,
        "match": _match,
        "fill": read_formula_answer,
    }
)
