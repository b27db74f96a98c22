"""Attention that is given rather than built: recorded from a trained model, run live from one, or made elsewhere.

Every layer and head is kept, with what stands on each side of the weights: word pieces, the words that they belong to,
and the special tokens that a model adds. Views of it hide the special tokens and join the pieces into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from attnviz.core.arrays import BoolArray, FloatArray, read_only
from attnviz.core.heads import rank_heads
from attnviz.core.softmax import softmax
from attnviz.core.tokens import tokenize

SPECIAL: Final = -1  # the place of a special token: nowhere in the sentence


@dataclass(frozen=True, slots=True)
class Side:
    """What stands along the rows (queries) or the columns (keys) of given attention.

    Raises ValueError when pieces, words and places do not fit each other.
    """

    tokens: tuple[str, ...]  # (n) word pieces as the model sees them, special tokens included
    words: tuple[str, ...]  # (w) what the pieces join into; a special token is a word of its own
    word: tuple[int, ...]  # (n) which word each piece belongs to, never falling
    places: tuple[int, ...]  # (w) which token of the sentence each word is, or starts with; SPECIAL for none

    def __post_init__(self) -> None:
        rises = [after - before for before, after in pairwise((-1, *self.word, len(self.words)))]
        if not set(rises) <= {0, 1} or rises[0] != 1 or rises[-1] != 1:
            raise ValueError(f"pieces belong to words {self.word}, but there are {len(self.words)} words")
        if len(self.word) != len(self.tokens) or len(self.places) != len(self.words):
            raise ValueError("each piece needs a word, and each word a place")

    @property
    def special(self) -> tuple[bool, ...]:
        """Whether each piece is a special token, (n)."""
        return tuple(self.places[word] == SPECIAL for word in self.word)


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """Weights of every layer and head over one sentence, or between two.

    `scores` are what softmax makes the weights from. They are kept so that hiding a key can be computed afresh: when
    the hidden key had all but everything, what the weights of the others hold is rounding.
    """

    source: str
    queries: Side
    keys: Side
    scores: FloatArray  # (layers, heads, n_q, n_k) divided dots, or log-weights; −inf where the weight is 0
    weights: FloatArray = field(init=False)  # (layers, heads, n_q, n_k) rows sum to 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "scores", read_only(self.scores))
        object.__setattr__(self, "weights", read_only(softmax(self.scores)))

    @property
    def layers(self) -> int:
        """Number of layers."""
        return int(self.scores.shape[0])

    @property
    def heads(self) -> int:
        """Heads of each layer."""
        return int(self.scores.shape[1])

    @property
    def crosses(self) -> bool:
        """Whether the queries ask another sentence than their own."""
        return self.queries != self.keys

    @property
    def has_special(self) -> bool:
        """Whether there are special tokens to hide."""
        return SPECIAL in self.queries.places + self.keys.places

    @property
    def has_pieces(self) -> bool:
        """Whether some word consists of several pieces."""
        return len(self.queries.words) < len(self.queries.tokens) or len(self.keys.words) < len(self.keys.tokens)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Given attention as it is shown; all arrays are read-only."""

    queries: tuple[str, ...]  # (n_q)
    keys: tuple[str, ...]  # (n_k)
    query_places: tuple[int, ...]  # (n_q) which token of the sentence a row is, or starts with; SPECIAL for none
    key_places: tuple[int, ...]  # (n_k)
    weights: FloatArray  # (layers, heads, n_q, n_k) rows sum to 1


class RankedLayerHead(NamedTuple):
    """How much one head of one layer gives to a pair of tokens; layers and heads count from 0."""

    layer: int
    head: int
    weight: float
    is_largest: bool  # in the row of the query


@lru_cache(maxsize=8)
def view(given: Given, *, hide_special: bool = False, join: bool = True) -> View:
    """The attention with special tokens shown or hidden, in words or in pieces.

    Hiding takes away the rows and the columns of special tokens, and shares what they got among the rest. When nothing
    would be left, they stay.
    """
    queries, keys, weights = given.queries, given.keys, given.weights
    if hide_special and not (all(queries.special) or all(keys.special)):
        rows, columns = np.logical_not(queries.special), np.logical_not(keys.special)
        weights = hide_keys(given.scores[:, :, rows], ~columns)[..., columns]
        queries, keys = _without_special(queries), _without_special(keys)
    if join:
        weights = join_words(weights, queries.word, keys.word)
    return View(
        queries.words if join else queries.tokens,
        keys.words if join else keys.tokens,
        queries.places if join else tuple(queries.places[word] for word in queries.word),
        keys.places if join else tuple(keys.places[word] for word in keys.word),
        read_only(weights),
    )


def hide_keys(scores: FloatArray, hidden: BoolArray) -> FloatArray:
    """Weights (..., n_q, n_k) when no query may look at the `hidden` keys (n_k): exactly 0 there, the rest sums to 1.

    Computed from the scores, so that hiding the key that had nearly everything still gives the true shares of the
    others. A row that looked at hidden keys only has nothing left and gets zeros.
    """
    return softmax(np.where(hidden, scores.dtype.type(-np.inf), scores))


def join_words(weights: FloatArray, query_word: Sequence[int], key_word: Sequence[int]) -> FloatArray:
    """Weights between words from weights (..., n_q, n_k) between their pieces: (..., w_q, w_k).

    To a word is the sum over its pieces; from a word is the mean over its pieces (Clark et al. 2019, section 4.1). So
    the rows still sum to 1. `query_word` and `key_word` tell the word of each piece, counted from 0 and never falling.
    """
    columns, rows = _starts(key_word), _starts(query_word)
    joined = weights
    if len(columns) < len(key_word):
        joined = np.add.reduceat(joined, columns, axis=-1)  # (..., n_q, w_k)
    if len(rows) < len(query_word):
        pieces = np.diff([*rows, len(query_word)])[:, None]  # (w_q, 1)
        joined = np.add.reduceat(joined, rows, axis=-2) / pieces.astype(joined.dtype)  # (..., w_q, w_k)
    return joined


def rank_all(attention: FloatArray, query: int, key: int) -> list[RankedLayerHead]:
    """Every head of every layer by the weight of one pair, largest first; `attention` is (layers, heads, n_q, n_k).

    A tie has no largest. Raises IndexError when there is no such row or column.
    """
    heads = attention.shape[1]
    ranked = rank_heads(attention.reshape(-1, *attention.shape[2:]), query, key)
    return [RankedLayerHead(one.head // heads, one.head % heads, one.weight, one.is_largest) for one in ranked]


def log_weights(weights: FloatArray) -> FloatArray:
    """Scores whose softmax is `weights`: their logarithms, −inf for 0."""
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(weights))


def side_of_text(text: str, tokens: Sequence[str], spans: Sequence[tuple[int, int]], special: Sequence[bool]) -> Side:
    """The side of a sentence that a model has cut into pieces; its words are the tokens of `tokenize`.

    Parameters
    ----------
    tokens, spans, special
        Of each piece: what the model calls it, where in the text it came from (start, end), whether the model added it.

    Notes
    -----
    A piece that covers several tokens makes them one word ("hello👋" unknown as a whole). A token of which the model
    keeps no piece has no word.
    """
    places = _token_spans(text)
    met = [[] if extra else _overlapping(places, span) for span, extra in zip(spans, special, strict=True)]
    word: list[int] = []
    covered = 0  # tokens up to here belong to the word at hand
    for i, touched in enumerate(met):
        begins = i == 0 or special[i] or special[i - 1] or (bool(touched) and touched[0] >= covered)
        word.append(word[-1] + begins if word else 0)
        covered = max([covered, *(place + 1 for place in touched)])
    words, firsts = [], []
    for start, end in pairwise([*_starts(word), len(word)]):
        touched = [place for some in met[start:end] for place in some]
        firsts.append(min(touched) if touched else SPECIAL)
        words.append(text[places[min(touched)][0] : places[max(touched)][1]] if touched else tokens[start])
    return Side(tuple(tokens), tuple(words), tuple(word), tuple(firsts))


def _overlapping(spans: Sequence[tuple[int, int]], span: tuple[int, int]) -> list[int]:
    return [i for i, (start, end) in enumerate(spans) if start < span[1] and span[0] < end]


def _token_spans(text: str) -> list[tuple[int, int]]:
    """Where each token of `tokenize` stands in the text."""
    spans = []
    end = 0
    for token in tokenize(text):
        start = text.index(token, end)
        end = start + len(token)
        spans.append((start, end))
    return spans


def _starts(word: Sequence[int]) -> list[int]:
    """Where each word begins among its pieces."""
    return [i for i, one in enumerate(word) if i == 0 or word[i - 1] != one]


def _without_special(side: Side) -> Side:
    kept = [w for w, place in enumerate(side.places) if place != SPECIAL]
    number = {w: i for i, w in enumerate(kept)}
    pieces = [i for i, w in enumerate(side.word) if w in number]
    return Side(
        tuple(side.tokens[i] for i in pieces),
        tuple(side.words[w] for w in kept),
        tuple(number[side.word[i]] for i in pieces),
        tuple(side.places[w] for w in kept),
    )
