"""The labels that come with attention from elsewhere: checked, made visible, joined into words.

Real tokenizers have pieces that nobody can see: a space, a new line, a direction mark. They are shown by a sign or by
their number, since every row needs something to point at. An empty label is no piece of any tokenizer: it is refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

import numpy as np

from attnviz.core.given import SPECIAL, Side
from attnviz.core.tokens import MAX_LETTERS

_SPECIAL: Final = frozenset(
    ("[CLS]", "[SEP]", "[PAD]", "[MASK]", "<s>", "</s>", "<pad>", "<bos>", "<eos>", "<cls>", "<sep>", "<|endoftext|>")
)
_WORD_STARTS: Final = ("Ġ", "▁")  # how byte-level and SentencePiece tokenizers mark the space before a word
_GOES_ON: Final = "##"  # how WordPiece marks a piece that continues a word
_SIGNS: Final = {" ": "␣", "\n": "↵", "\r": "↵", "\t": "⇥"}
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs", "Cn", "Zl", "Zp"))  # categories of what has no shape of its own
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # letters and marks that are empty
_INSIDE: Final = frozenset("\u200c\u200d")  # joiners: they shape what stands beside them


class AttentionError(ValueError):
    """What was offered cannot be shown as attention. The message says why."""


def read_labels(value: object, name: str = "tokens") -> tuple[str, ...]:
    """Labels as text, from an array of text or a list. Raises AttentionError for anything else, and for empty ones."""
    if isinstance(value, np.ndarray):
        if value.ndim != 1 or value.dtype.kind not in "US":
            raise AttentionError(f"{name} must be a list of texts, not {value.dtype} of shape {value.shape}")
        value = value.tolist()
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise AttentionError(f"{name} must be a list of texts, one for each row")
    if not all(isinstance(token, str | bytes) for token in value):
        raise AttentionError(f"{name} must be texts; for token numbers use tokenizer.convert_ids_to_tokens")
    labels = tuple(token.decode("utf-8", "replace") if isinstance(token, bytes) else str(token) for token in value)
    for i, label in enumerate(labels):
        if not label:
            raise AttentionError(f"number {i + 1} of {name} is empty: every row and column needs a name to point at")
        if len(label) > MAX_LETTERS:
            raise AttentionError(
                f"number {i + 1} of {name} has {len(label):,} letters: at most {MAX_LETTERS} are shown"
            )
    return labels


def visible(label: str) -> str:
    """The label with a sign or a number for all that cannot be seen: "␣", "↵", "U+202E". It turns no other text.

    Spaces around something that can be seen are left out; inside they stay, and so do joiners.
    """
    bare = label.strip(" ") or label
    sees = any(not _is_hidden(sign) and not sign.isspace() for sign in bare)
    shown = "".join(_shown(sign, sees) for sign in bare)
    return f"◌{shown}" if unicodedata.category(shown[0])[0] == "M" else shown  # an accent needs something to sit on


def side_of_labels(tokens: tuple[str, ...]) -> Side:
    """Special tokens and word pieces told by the marks that common tokenizers leave."""
    spaced = any(token.startswith(_WORD_STARTS) for token in tokens)
    words: list[str] = []
    word: list[int] = []
    places: list[int] = []
    for i, token in enumerate(tokens):
        special = token in _SPECIAL
        goes_on = bool(words) and not special and places[-1] != SPECIAL and _continues(token, spaced)
        if goes_on:
            begun = "" if words[-1] in _WORD_STARTS else words[-1]  # a mark by itself is no part of the word
            words[-1] = begun + token.removeprefix(_GOES_ON)
        else:
            places.append(SPECIAL if special else i)
            words.append(token if special else token.lstrip("".join(_WORD_STARTS)) or token)
        word.append(len(words) - 1)
    return Side(tuple(map(visible, tokens)), tuple(map(visible, words)), tuple(word), tuple(places))


def _continues(token: str, spaced: bool) -> bool:
    if spaced:
        return not token.startswith(_WORD_STARTS) and token[:1].isalnum()
    return token.startswith(_GOES_ON) and token != _GOES_ON


def _is_hidden(sign: str) -> bool:
    return sign in _BLANK or unicodedata.category(sign) in _HIDDEN


def _shown(sign: str, sees: bool) -> str:
    """A sign as it is shown in a label in which something else can be seen, or nothing."""
    if sign in _SIGNS and not (sees and sign == " "):
        return _SIGNS[sign]
    if sign.isspace() and unicodedata.category(sign) == "Zs":
        return " " if sees else _SIGNS[" "]
    keeps = sees and (sign in _INSIDE or "\U000e0020" <= sign <= "\U000e007f")  # joiners, and the letters of flags
    return f"U+{ord(sign):04X}" if _is_hidden(sign) and not keeps else sign
