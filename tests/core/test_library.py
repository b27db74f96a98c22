"""Heads are taken only from what is there."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attnviz.assets import resource
from attnviz.core.library import Library, settle
from attnviz.core.outside import from_arrays
from attnviz.core.recorded import recordings
from attnviz.core.state import LabState
from tests.toy_model import ToyModel

FULL = Library(recordings(resource("attention")), ToyModel(), from_arrays(np.full((2, 3, 2, 2), 0.5), ["a", "b"]))


def state(**changes: Any) -> LabState:
    return replace(LabState(), **changes)


@pytest.mark.parametrize("source", ["hand-built", "random"])
def test_what_is_made_here_is_always_there(source):
    asked = state(source=source, layer=9)
    assert settle(asked, Library()) == (settled := settle(asked, FULL))
    assert (settled.state, settled.notes) == (asked, ())


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("recorded", "This sentence is not recorded"), ("model", "No model is open"),
        ("outside", "No file of weights is open"),
    ],
)  # fmt: skip
def test_a_source_that_gives_nothing_is_left_with_a_note(source, why):
    settled = settle(state(source=source, hidden=frozenset({1}), sentence="nobody read this"), Library())
    assert (settled.state.source, settled.state.hidden) == ("hand-built", frozenset())
    assert settled.notes == (f"{why}: heads are built by hand.",)


@pytest.mark.parametrize(("source", "layers", "heads"), [("recorded", 6, 12), ("model", 3, 4), ("outside", 2, 3)])
def test_layer_and_heads_are_those_of_the_source(source, layers, heads):
    settled = settle(state(source=source, layer=99, head=99, hidden=frozenset({0, heads - 1, heads})), FULL)
    assert settled.notes == ()
    assert (settled.state.layer, settled.state.head) == (layers - 1, heads - 1)
    assert settled.state.hidden == {0, heads - 1}
    assert settle(settled.state, FULL).state == settled.state


def test_a_model_that_cannot_read_the_sentence_is_kept():
    assert settle(state(source="model", sentence="refuse this"), FULL).state.source == "model"
