"""What heads can be taken from besides the state: recordings, a model in memory, attention from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

from attnviz.core.given import Given
from attnviz.core.limits import GIVEN
from attnviz.core.outside import Outside
from attnviz.core.recorded import Recording
from attnviz.core.state import Applied, LabState

MISSING: Final = {
    "recorded": "this sentence is not recorded", "model": "no model is open", "outside": "no file of weights is open",
}  # fmt: skip
"""Why heads that are given are not to be had, by their source."""


class Run(Protocol):
    """What a model made of a sentence."""

    @property
    def given(self) -> Given:
        """Weights of every layer and head."""


class Reader(Protocol):
    """A model in memory, such as `BertModel`."""

    name: str

    @property
    def layers(self) -> int:
        """Number of layers."""

    @property
    def heads(self) -> int:
        """Heads of each layer."""

    def run(self, text: str) -> Run:
        """Every head's weights on `text`. Raises ValueError, with words for the viewer, when it cannot read it."""


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Where heads come from that are neither built nor drawn here. Empty unless the program was given something."""

    recordings: tuple[Recording, ...] = ()
    model: Reader | None = None
    outside: Outside | None = None

    def recording(self, sentence: str) -> Recording | None:
        """The recording of a sentence, if there is one."""
        return next((one for one in self.recordings if one.sentence == sentence), None)

    def size(self, source: str, sentence: str) -> tuple[int, int] | None:
        """Layers, and heads of each, of what `source` gives for a sentence; None when it gives nothing."""
        if source == "model":
            return None if self.model is None else (self.model.layers, self.model.heads)
        found = self.recording(sentence) if source == "recorded" else self.outside
        return None if found is None else (found.given.layers, found.given.heads)


def settle(state: LabState, library: Library) -> Applied:
    """The state as it can be shown: a source that gives nothing is left, with a note; layer and heads are there.

    Heads that are not to be had are built by hand instead.
    """
    if state.source not in GIVEN:
        return Applied(state)
    size = library.size(state.source, state.sentence)
    if size is None:
        why = MISSING[state.source]
        state = replace(state, source=LabState().source, hidden=frozenset())
        return Applied(state, (f"{why[0].upper()}{why[1:]}: heads are built by hand.",))
    layers, heads = size
    return Applied(
        replace(
            state,
            layer=min(state.layer, layers - 1),
            head=min(state.head, heads - 1),
            hidden=frozenset(head for head in state.hidden if head < heads),
        )
    )
