"""Words and punctuation of any script, and labels that tell repeated words apart.

Not a language model's tokenizer: a token here is what a reader would point at. The rules:

- A word is a run of letters, marks, digits and underscores. Apostrophes and hyphens inside it belong to it ("didn't",
  "well-known"), and so do points and commas between digits ("3.14", "1,000").
- A web or mail address is one token, without the punctuation that ends its sentence.
- Chinese and Japanese are written without spaces: each character is a token. Thai, Lao, Khmer and Burmese would need a
  dictionary to be split, so a run of their letters is one word.
- Every other sign is a token of its own, as a whole grapheme: an emoji family, a flag or a keycap counts as one.
- Spaces, control characters and other invisible signs never make a token.

Graphemes follow Unicode Standard Annex 29, simplified to what `unicodedata` can tell.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final

from attnviz.core.words import subscript

MAX_TOKENS: Final = 64
MAX_LETTERS: Final = 200  # of one token
MAX_LENGTH: Final = 4000  # signs of a whole sentence

_ADDRESS: Final = re.compile(
    r"(?:[a-z][a-z0-9+.-]{0,15}://|www\.)[^\s<>\"]+|[a-z0-9._%+-]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.IGNORECASE
)
_SENTENCE_END: Final = ".,;:!?…)]}'’”»"
_JOINERS: Final = frozenset("'’-‐\u2011·׳״")  # inside a word they belong to it
_DIGIT_JOINERS: Final = frozenset(".,")
_ZWJ: Final = "\u200d"
_KEYCAP: Final = "\u20e3"
_EXTENDING: Final = frozenset("\u200c\u200d\u00ad\uff9e\uff9f")  # joiners, soft hyphen, half-width voicing marks
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # not spaces, yet nothing to see
_CJK: Final = (
    (0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3038, 0x303C), (0x3041, 0x30FF),
    (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9D), (0x1AFF0, 0x1B16F),
    (0x20000, 0x3FFFD),
)  # fmt: skip


@lru_cache(maxsize=64)
def tokenize(text: str) -> tuple[str, ...]:
    """The tokens of `text` in reading order; empty when there is nothing to see. Never raises, never a blank token."""
    tokens = []
    start = 0
    while start < len(text):
        end = _token_end(text, start)
        token = text[start:end]
        if not all(_is_invisible(sign) for sign in token):
            tokens.append(token)
        start = end
    return tuple(tokens)


def graphemes(text: str) -> tuple[str, ...]:
    """`text` cut where a reader sees one sign end and the next begin."""
    parts = []
    start = 0
    while start < len(text):
        end = _grapheme_end(text, start)
        parts.append(text[start:end])
        start = end
    return tuple(parts)


def labels(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """A distinct label for every token: "the", then "the₂"; the first keeps its plain form."""
    counts: Counter[str] = Counter()
    taken = {same_form(token) for token in tokens}
    result = []
    for token in tokens:
        form = same_form(token)
        counts[form] += 1
        if counts[form] == 1:
            result.append(token)
            continue
        while (label := token + subscript(counts[form])) in taken:  # the sentence itself may hold "the₂"
            counts[form] += 1
        taken.add(label)
        result.append(label)
    return tuple(result)


def same_form(token: str) -> str:
    """`token` in one spelling of its accents, so that é typed in one or in two code points is the same letter."""
    return unicodedata.normalize("NFC", token)


def same_word(first: str, second: str) -> bool:
    """Whether two tokens are the same word, capitals aside."""
    return same_form(first).casefold() == same_form(second).casefold()


def _token_end(text: str, start: int) -> int:
    address = _ADDRESS.match(text, start)
    if address:
        return start + len(address.group().rstrip(_SENTENCE_END))
    end = _grapheme_end(text, start)
    if not _is_word(text[start:end]):
        return end
    while end < len(text):
        after = _grapheme_end(text, end)
        if not _is_word(text[end:after]):
            if not _joins(text, end, after):
                break
            after = _grapheme_end(text, after)
        end = after
    return end


def _joins(text: str, end: int, after: int) -> bool:
    """Whether the sign text[end:after] holds the word before it and a word after it together."""
    sign = text[end:after]
    if after == len(text):
        return False
    if sign in _DIGIT_JOINERS:
        return text[end - 1].isdigit() and text[after].isdigit()
    return sign in _JOINERS and _is_word(text[after : _grapheme_end(text, after)])


def _grapheme_end(text: str, start: int) -> int:
    first = text[start]
    end = start + 1
    if _is_flag_letter(first) and text[end : end + 1] and _is_flag_letter(text[end]):
        end += 1
    if first.isspace() or _is_control(first):
        return end
    while end < len(text):
        if _extends(text[end]) or (text[end - 1] == _ZWJ and _is_picture(text[end]) and _is_picture(first)):
            end += 1
        else:
            break
    return _hangul_end(text, end)


def _hangul_end(text: str, end: int) -> int:
    """Past the vowel and final jamo of a Korean syllable spelled in parts."""
    if not "\u1100" <= text[end - 1] <= "\u11ff":
        return end
    while end < len(text) and "\u1160" <= text[end] <= "\u11ff":
        end += 1
    return end


def _is_word(grapheme: str) -> bool:
    """Whether a grapheme is part of a word that goes on: letters, marks and digits, but no character of its own."""
    first = grapheme[0]
    if _KEYCAP in grapheme or _is_cjk(first) or first in _BLANK:
        return False
    return first == "_" or unicodedata.category(first)[0] in "LMN"


def _extends(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or sign in _EXTENDING or "🏻" <= sign <= "🏿" or _is_tag(sign)


def _is_tag(sign: str) -> bool:
    return "\U000e0020" <= sign <= "\U000e007f"  # spell the flags of Scotland, Wales and the like


def _is_flag_letter(sign: str) -> bool:
    return "🇦" <= sign <= "🇿"


def _is_picture(sign: str) -> bool:
    return unicodedata.category(sign) == "So" or "\U0001f000" <= sign <= "\U0001faff" or sign == "↔"


def _is_cjk(sign: str) -> bool:
    return sign >= "\u2e80" and any(low <= ord(sign) <= high for low, high in _CJK)


def _is_control(sign: str) -> bool:
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs") and sign not in _EXTENDING


def _is_invisible(sign: str) -> bool:
    """Spaces, controls, joiners, lone surrogates, variation selectors and letters that print nothing."""
    if sign.isspace() or sign in _BLANK or unicodedata.category(sign) in ("Cc", "Cf", "Cs"):
        return True
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
