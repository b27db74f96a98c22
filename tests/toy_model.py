"""A model that needs no file: weights drawn from the words, with special tokens and long words in two pieces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.core.embedding import seeded
from attnviz.core.given import SPECIAL, Given, Side
from attnviz.core.tokens import tokenize


@dataclass(frozen=True)
class ToyRun:
    given: Given


class ToyModel:
    """Three layers of four heads. It refuses a sentence that asks for it."""

    def __init__(self) -> None:
        self.name, self.layers, self.heads = "toy", 3, 4

    def run(self, text: str) -> ToyRun:
        if "refuse" in text:
            raise ValueError("toy finds nothing to read in this sentence")
        side = _side(tokenize(text))
        n = len(side.tokens)
        scores = np.stack([seeded("toy", one).normal(0, 2, (12, n)) for one in side.tokens], axis=1)  # (12, n, n)
        return ToyRun(Given("toy", side, side, scores.reshape(3, 4, n, n)))


def _side(tokens: tuple[str, ...]) -> Side:
    pieces, word = ["[CLS]"], [0]
    for number, token in enumerate(tokens, start=1):
        parts = (token[:3], f"##{token[3:]}") if len(token) > 5 else (token,)
        pieces += parts
        word += [number] * len(parts)
    places = (SPECIAL, *range(len(tokens)), SPECIAL)
    return Side((*pieces, "[SEP]"), ("[CLS]", *tokens, "[SEP]"), (*word, len(tokens) + 1), places)
