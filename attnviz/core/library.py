"""What heads can be taken from besides the state: recordings, a model in memory, attention from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from attnviz.core.given import Given
from attnviz.core.outside import Outside
from attnviz.core.recorded import Recording


class Run(Protocol):
    """What a model made of a sentence."""

    @property
    def given(self) -> Given:
        """Weights of every layer and head."""


class Reader(Protocol):
    """A model in memory, such as `BertModel`."""

    name: str

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
