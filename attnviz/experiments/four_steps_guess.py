"""Predict first: a row of scores stays covered until the viewer has guessed which key it will favor.

There is one question for each row of each picture: other tokens, another seed, edit, mask, divisor or number of heads
make new ones, and undo brings the old ones back with their answers.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

from attnviz.core.arrays import FloatArray

Guess = tuple[str, int, bool]  # question, guessed place in the sentence, whether it was right
COVERED: Final = frozenset({"scores", "divided", "masked", "exponentials", "weights"})
TELLING: Final = COVERED | {"heads", "concat", "output"}  # which would give the answer away
_TIE: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Quiz:
    """The questions of one picture and what has been guessed so far."""

    on: bool
    picture: str  # tells pictures apart
    guesses: tuple[Guess, ...]

    def question(self, head: int, place: int) -> str:
        """The id of the question about the row of the token at `place`."""
        return f"{self.picture}:{head}:{place}"

    def guess(self, head: int, place: int) -> Guess | None:
        """What was guessed for that row."""
        asked = self.question(head, place)
        return next((guess for guess in self.guesses if guess[0] == asked), None) if self.on else None

    @property
    def tally(self) -> str:
        """How many guesses were right, of this picture and of all others."""
        return tally(self.guesses)


def picture_id(*parts: object) -> str:
    """A short name for everything that a picture is computed from."""
    return hashlib.blake2s(repr(parts).encode(), digest_size=6).hexdigest()


def tally(guesses: tuple[Guess, ...]) -> str:
    """How many guesses were right: "2 of 3 right"."""
    return f"{sum(right for _, _, right in guesses)} of {len(guesses)} right"


def is_right(weights: FloatArray, key: int) -> bool:
    """Whether no weight of the row (n,) is larger than that of `key`."""
    return bool(weights[key] >= weights.max() - _TIE)
