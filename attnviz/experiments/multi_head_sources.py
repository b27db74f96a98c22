"""Where the heads of Multi-head come from: built by hand, drawn at random, recorded, run live, or made elsewhere.

Every source gives the same thing, `Heads`, so that pictures, words and tables need not know the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from attnviz.board.schema import Board
from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.attention import Attention, causal_mask
from attnviz.core.given import SPECIAL, Given, Side, view
from attnviz.core.heads import HeadSet, attend, hand_built, random_heads
from attnviz.core.jobs import Job, target
from attnviz.core.kept import WHOLE, Kept, kept_jobs, percent
from attnviz.core.library import MISSING
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import arrow

SOURCE_WORDS: Final = {"hand-built": "built by hand from jobs", "random": "untrained: no meaning expected"}
"""What is said on screen about heads that are made here."""
RULE_WORDS: Final = {"previous": "previous", "next": "next", "same": "itself", "first": "first"}


@dataclass(frozen=True, slots=True)
class JobNow:
    """A job and what has become of it."""

    job: Job
    head: int
    kept: Kept
    pairs: tuple[frozenset[int], frozenset[int]]  # the tokens that ask in its pairs, and those that are asked

    @property
    def asks(self) -> str:
        """What the job asks for, in words: it → dog, each word → previous."""
        pairs = [arrow(query, key) for query, key in self.job.pairs]
        return ", ".join([f"each word → {RULE_WORDS[self.job.rule]}", *pairs] if self.job.rule else pairs)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where heads come from, in words."""

    source: str  # one of SOURCES
    words: str  # beside the choice of the source
    line: str = ""  # the whole provenance
    sentence: str = ""  # what these heads have read
    problem: str = ""  # why the heads that were asked for are not here


@dataclass(frozen=True, slots=True)
class Rows:
    """The words along one side of the weights."""

    labels: tuple[str, ...]  # (n) repeated words told apart
    ids: tuple[int, ...]  # (n) number of each among all words of the side, hidden ones included
    places: tuple[int, ...]  # (n) which token of the sentence each is; SPECIAL for none
    chosen: int


@dataclass(frozen=True, slots=True, eq=False)
class Heads:
    """The heads on show, of one layer; all arrays are read-only."""

    origin: Origin
    queries: Rows
    keys: Rows
    weights: FloatArray  # (h, n_q, n_k)
    names: tuple[str, ...]  # (h) what each head is for; "" when nobody knows
    colors: tuple[int, ...]  # (h) number of each head's color
    jobs: tuple[tuple[str, ...], ...]  # (h) names of the jobs of each head
    asked: BoolArray  # (h, n_k) the jobs want these tokens to get the chosen word's weight
    future: BoolArray | None = None  # (n_q, n_k) True where a query may not look
    now: tuple[JobNow, ...] = ()
    made: tuple[HeadSet, Attention] | None = None  # for the recipe, where the heads are made here
    layers: FloatArray | None = field(default=None)  # (layers, h, n_q, n_k) where they are given
    layer: int = 0
    has_special: bool = False  # whether there are special tokens to hide

    @property
    def crosses(self) -> bool:
        """Whether the queries ask another sentence than their own."""
        return self.queries.labels != self.keys.labels


def heads_on_show(state: LabState, board: Board) -> Heads:
    """The heads that the state asks for; built by hand, with a reason, where those are not to be had."""
    library = board.library
    if state.source == "recorded":
        recording = library.recording(state.sentence)
        if recording is None:
            return _built(state, board, MISSING["recorded"])
        made = recording.provenance
        model = made.model.rpartition("/")[2]
        words = f"{model}, recorded"
        line = f"{model} ({made.licence}), recorded on this sentence: {made.made}."
        return _given(state, recording.given, Origin("recorded", words, line, recording.sentence))
    if state.source == "model":
        if library.model is None:
            return _built(state, board, MISSING["model"])
        name = library.model.name
        try:
            run = library.model.run(state.sentence)
        except ValueError as error:
            return _built(state, board, str(error))
        words, line = f"{name}, run live", f"{name}, run live on the sentence as it is typed."
        return _given(state, run.given, Origin("model", words, line, state.sentence))
    if state.source == "outside":
        if library.outside is None:
            return _built(state, board, MISSING["outside"])
        given = library.outside.given
        line = " ".join((f"Weights from {given.source}, {library.outside.read_as}.", *library.outside.notes))
        side = given.queries
        read = " ".join(word for word, place in zip(side.words, side.places, strict=True) if place != SPECIAL)
        return _given(state, given, Origin("outside", f"from {given.source}", line, read), own_sentence=True)
    return _built(state, board)


def jobs_of(state: LabState, board: Board) -> tuple[Job, ...]:
    """The jobs as the viewer has left them."""
    return board.jobs if state.jobs is None else state.jobs


def choosing(heads: Heads, query: int | None = None, key: int | None = None) -> dict[str, int]:
    """The change of the state that chooses row `query` and column `key` of the heads on show."""
    change: dict[str, int] = {}
    for rows, chosen, token, place in ((heads.queries, query, "query", "row"), (heads.keys, key, "key", "column")):
        if chosen is None:
            continue
        if rows.places[chosen] == SPECIAL:
            change |= {place: rows.ids[chosen]}
        else:
            change |= {token: rows.places[chosen], place: -1}
    return change


def find_word(rows: Rows, word: str) -> int:
    """The row called `word`, capitals aside, "the₂" for a second one. Raises ValueError naming the words there are."""
    for fold in (str, str.casefold):
        named = [fold(label) for label in rows.labels]
        if fold(word) in named:
            return named.index(fold(word))
    raise ValueError(f"there is no word {word!r}; choose one of {' '.join(rows.labels)}")


# --- made here --------------------------------------------------------------------------------------------------------


def _built(state: LabState, board: Board, problem: str = "") -> Heads:
    """Heads from jobs or drawn at random. With a `problem`, they stand in for heads that are not to be had."""
    tokens, jobs = tokenize(state.sentence), jobs_of(state, board)
    source = "random" if state.source == "random" else "hand-built"
    if source == "random":
        jobs = ()
        heads = random_heads(tokens, state.heads, state.key_width, state.seed)
    else:
        heads = hand_built(tokens, jobs, state.heads, state.key_width, state.seed)
    attention = attend(heads, exponent=state.scale_exponent, causal=state.causal)
    n = len(tokens)
    kept = kept_jobs(
        tokens, jobs, attention.weights, state.key_width, exponent=state.scale_exponent, causal=state.causal
    )
    shares = [one.share for one in kept if one.share is not None]
    left = sum(shares) / len(shares) if shares else 1.0
    words = SOURCE_WORDS[source] + (f", {percent(left)} left" if left < WHOLE else "")
    words = f"{problem}: {words}" if problem else words
    return Heads(
        Origin(source, words, sentence=state.sentence, problem=problem), _tokens(tokens, state.query),
        _tokens(tokens, state.key), attention.weights, heads.labels, _colors(jobs, state.heads), heads.jobs,
        _asked(tokens, jobs, state.heads, state.query), ~causal_mask(n, n) if state.causal else None,
        tuple(JobNow(job, i % state.heads, kept[i], _paired(tokens, job.pairs)) for i, job in enumerate(jobs)),
        (heads, attention),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _paired(tokens: tuple[str, ...], pairs: tuple[tuple[str, str], ...]) -> tuple[frozenset[int], frozenset[int]]:
    asks, asked = np.nonzero(target(tokens, Job("", pairs)))
    return frozenset(map(int, asks)), frozenset(map(int, asked))


def _tokens(tokens: tuple[str, ...], chosen: int) -> Rows:
    places = tuple(range(len(tokens)))
    return Rows(labels(tokens), places, places, chosen)


def _colors(jobs: tuple[Job, ...], heads: int) -> tuple[int, ...]:
    """A head wears the color of the first of its jobs that has one of its own."""
    colors = [next((job.color for job in jobs[head::heads] if job.color is not None), head) for head in range(heads)]
    return tuple(colors)


def _asked(tokens: tuple[str, ...], jobs: tuple[Job, ...], heads: int, query: int) -> BoolArray:
    """Which tokens the jobs of each head want the chosen word to look at, (h, n)."""
    asked = np.zeros((heads, len(tokens)), np.bool_)
    for i, asks in enumerate(_targets(tokens, jobs)):
        asked[i % heads] |= asks[query]
    return asked


@lru_cache(maxsize=8)
def _targets(tokens: tuple[str, ...], jobs: tuple[Job, ...]) -> tuple[BoolArray, ...]:
    return tuple(target(tokens, job) for job in jobs)


# --- given ------------------------------------------------------------------------------------------------------------


def _given(state: LabState, given: Given, origin: Origin, *, own_sentence: bool = False) -> Heads:
    """Heads of one layer of attention (layers, h, n_q, n_k) that was recorded, run or opened.

    With `own_sentence` the words are not those of the state's sentence.
    """
    shown = view(given, hide_special=not state.special)
    layer = min(state.layer, given.layers - 1)
    h, n_k = given.heads, len(shown.keys)
    return Heads(
        origin,
        _side(given.queries, shown.queries, -1 if own_sentence else state.query, state.row),
        _side(given.keys, shown.keys, -1 if own_sentence else state.key, state.column),
        shown.weights[layer], ("",) * h, tuple(range(h)), ((),) * h, np.zeros((h, n_k), np.bool_),
        layers=shown.weights, layer=layer, has_special=given.has_special,
    )  # fmt: skip


def _side(side: Side, shown: tuple[str, ...], token: int, special: int) -> Rows:
    """The words of one side; the chosen one is a special token, or the one that token `token` of the sentence is in."""
    ids = [word for word, place in enumerate(side.places) if place != SPECIAL or len(shown) == len(side.words)]
    known = token >= 0
    places = tuple(side.places[word] if known else SPECIAL for word in ids)
    if special in ids and places[ids.index(special)] == SPECIAL:
        chosen = ids.index(special)
    else:
        chosen = max((i for i, place in enumerate(places) if SPECIAL < place <= token), default=0)
    return Rows(labels(shown), tuple(ids), places, chosen)
