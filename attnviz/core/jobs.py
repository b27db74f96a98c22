"""Jobs that heads are built for: which token should ask which."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.tokens import same_word

RULES: Final = ("", "previous", "next", "same", "first")
MOST_JOBS: Final = 32
LONGEST_NAME: Final = 40
SHARE: Final = 0.85  # of a row's weight that the asked token gets when the job has the head to itself


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a head: pairs of words (who asks, who is asked) and, or instead, a rule for every token.

    Rules: the "previous" word, the "next" word, the "same" word (itself and its repeats), the "first" word.
    Raises ValueError for an unknown rule.
    """

    name: str
    pairs: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    color: int | None = None  # number of the head color that its head wears; None for the head's own

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise ValueError(f"job {self.name!r}: unknown rule {self.rule!r}; choose {', '.join(RULES[1:])}")


def target(tokens: tuple[str, ...], job: Job) -> BoolArray:
    """True where the job wants query i to ask key j, (n, n). Every occurrence of a word counts, capitals aside."""
    asks = _rule_target(tokens, job.rule)
    for query, key in job.pairs:
        asks |= np.outer(_places(tokens, query), _places(tokens, key))
    return asks


def target_scores(asks: BoolArray) -> FloatArray:
    """Scores for softmax that give the asked token `SHARE` of a row with one wish, however long the sentence, (n, n).

    c where asked and 0 elsewhere, with c = ln(p(n−1) / (1−p)). Two wishes in a row have to share.
    """
    n = len(asks)
    strength = math.log(SHARE * (n - 1) / (1 - SHARE)) if n > 1 else 1.0
    return np.where(asks, strength, 0.0)


def share_jobs(jobs: tuple[Job, ...], heads: int) -> tuple[tuple[Job, ...], ...]:
    """The jobs of each head: job i goes to head i mod h, so heads share or stay empty."""
    return tuple(jobs[head::heads] for head in range(heads))


def _rule_target(tokens: tuple[str, ...], rule: str) -> BoolArray:
    n = len(tokens)
    asks = np.zeros((n, n), np.bool_)
    if rule == "previous":
        asks |= np.eye(n, k=-1, dtype=np.bool_)
    elif rule == "next":
        asks |= np.eye(n, k=1, dtype=np.bool_)
    elif rule == "same":
        for i, token in enumerate(tokens):
            asks[i] = _places(tokens, token)
    elif rule == "first":
        asks[:, :1] = True
    return asks


def _places(tokens: tuple[str, ...], word: str) -> BoolArray:
    return np.array([same_word(token, word) for token in tokens], np.bool_)
