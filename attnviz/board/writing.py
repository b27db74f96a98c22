"""How numbers are written where the viewer comes from: the decimal sign, and the signs that part thousands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal

from attnviz.core.words import MINUS


@dataclass(frozen=True, slots=True)
class NumberWriting:
    """A way to write numbers.

    `point` is the decimal sign among Western digits, "." or ","; it decides what 1,234 means where it can be read in
    two ways. `group` parts thousands. Apostrophes, spaces of every width, and the Arabic signs ٫ and ٬ have one
    meaning each and are understood everywhere.
    """

    point: Literal[".", ","] = "."
    group: str = ","

    def text(self, value: Fraction | float, digits: int = 3, *, fixed: bool = False) -> str:
        """`value` with at most `digits` decimals, exactly as many when `fixed`; thousands are not parted.

        0.125 is "0.125" and "0,125"; what would round to 0 and is not keeps two significant digits.
        """
        if value == int(value) and not (fixed and digits):
            return str(int(value)).replace("-", MINUS)
        text = f"{float(value):.{digits}f}"
        if not fixed:
            text = text.rstrip("0").rstrip(".")
            text = f"{float(value):.2g}" if text in ("0", "-0") else text
        text = text[1:] if text.startswith("-") and float(text) == 0 else text
        return text.replace("-", MINUS).replace(".", self.point)


ENGLISH: Final = NumberWriting()
_OF_LANGUAGE: Final = MappingProxyType(
    {
        "en": ENGLISH,
        "fr": NumberWriting(",", "\u202f"),  # a narrow space at which no line ends
        "de": NumberWriting(",", "."),
        "ar": NumberWriting(".", ","),  # among Western digits; its own digits have signs of their own
    }
)
_OF_COUNTRY: Final = MappingProxyType({"de_ch": NumberWriting(".", "’"), "de_li": NumberWriting(".", "’")})


def number_writing(locale: str) -> NumberWriting:
    """How numbers are written in a locale such as "fr_FR", "de-CH" or "ar"; English for one that is not known."""
    name = locale.partition(".")[0].replace("-", "_").casefold()
    return _OF_COUNTRY.get(name) or _OF_LANGUAGE.get(name.partition("_")[0], ENGLISH)
