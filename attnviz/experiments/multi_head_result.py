"""What the Multi-head experiment hands over: everything that is drawn, said and tabulated."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.core.arrays import BoolArray, FloatArray
from attnviz.core.given import RankedLayerHead
from attnviz.experiments.multi_head_sources import Heads, JobNow, choosing


@dataclass(frozen=True, slots=True)
class Link:
    """What the chosen word gives to another in one head."""

    query: int
    key: int
    weight: float
    head: int


@dataclass(frozen=True, slots=True)
class Gaze:
    """Where the chosen word looks in one head: the tokens that get the most, which share it when they are several."""

    keys: tuple[int, ...]
    weight: float  # of each of them
    even: bool  # every visible token gets the same

    @property
    def key(self) -> int:
        """The first of the tokens."""
        return self.keys[0]


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A step of the recipe: what is done, the shape that comes out, and a corner of a matrix scaled to −1…1."""

    name: str
    shape: str
    picture: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class MultiHead:
    """All heads on one sentence; all arrays are read-only."""

    heads: Heads  # as their source gives them
    labels: tuple[str, ...]  # (n_q) words that ask, repeated ones told apart
    keys: tuple[str, ...]  # (n_k) words that are asked; the same but for cross attention
    query: int  # the chosen row
    key: int  # the chosen column
    picked: int  # the chosen head
    source_words: str
    jobs: tuple[tuple[str, ...], ...]  # (h) the jobs of each head
    names: tuple[str, ...]  # (h) the jobs in words, "untrained", or "" when nobody knows
    titles: tuple[str, ...]  # (h) the same in few words: "7 jobs"
    left: tuple[float | None, ...]  # (h) mean share that is left of the head's jobs; None for a head with none
    asked: BoolArray  # (h, n_k) the jobs want these tokens to get the chosen word's weight
    weights: FloatArray  # (h, n_q, n_k) rows are queries
    mean: FloatArray  # (n_q, n_k) mean of the heads' weights
    hidden_future: BoolArray | None  # (n_q, n_k) True where a query may not look
    gazes: tuple[Gaze, ...]  # (h) of the chosen word
    mean_gaze: Gaze
    limit: float  # the weight that has the last color; hidden heads count: hiding one must not recolor the others
    links: tuple[Link, ...]  # of the heads on show; in cross attention keys come after all queries
    ranking: tuple[RankedLayerHead, ...]  # heads of all layers by the chosen pair, largest first
    recipe: tuple[Step, ...]  # empty for heads that are given
    divisor: float | None  # None for heads that are given

    @property
    def is_given(self) -> bool:
        """Whether the heads come as they are, and the sliders do not make them."""
        return self.heads.layers is not None

    @property
    def n_layers(self) -> int:
        """Number of layers, 1 for heads that are made here."""
        return 1 if self.heads.layers is None else len(self.heads.layers)

    @property
    def chips(self) -> tuple[str, ...]:
        """The words in the line under the arcs: in cross attention both sentences, those that ask first."""
        return self.labels + self.keys if self.heads.crosses else self.labels

    @property
    def equation(self) -> str:
        """How many heads there are where the sliders do not say so, else ""."""
        count = "1 head" if len(self.weights) == 1 else f"{len(self.weights)} heads"
        return f"layer {self.heads.layer + 1} of {self.n_layers}, {count}" if self.is_given else ""

    def needs(self, job: JobNow) -> str:
        """What must be wider for a hand-built job to be whole: the keys, or else the words' own vectors."""
        if self.heads.made is not None and self.heads.made[0].key_width >= job.kept.needs:
            return f"model width {len(self.labels)}"
        return f"key width {job.kept.needs}"

    def place(self, head: int, layer: int | None = None) -> str:
        """A head by its numbers: head 3, or layer 6 head 12."""
        if self.n_layers == 1:
            return f"head {head + 1}"
        return f"layer {(self.heads.layer if layer is None else layer) + 1} head {head + 1}"

    def choice(self, query: int | None = None, key: int | None = None) -> dict[str, int]:
        """The change of the state that chooses a row, a column or both."""
        return choosing(self.heads, query, key)

    def chip_choice(self, chip: int) -> dict[str, int]:
        """The change of the state that chooses the word of a chip."""
        if self.heads.crosses and chip >= len(self.labels):
            return self.choice(key=chip - len(self.labels))
        return self.choice(query=chip)
