"""What a change of the state has changed, in words for a person who cannot see the controls move."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Final

from attnviz.core.state import LabState


def what_changed(before: LabState, after: LabState, left_out: Collection[str] = ()) -> str:
    """The settings in which two states differ, "heads 16, key width 32"; "" when no setting of `WORDS` differs.

    `left_out` are fields that the viewer has heard already. What merely follows, such as the model width, is said
    when nothing else is left to say.
    """
    changed = [field for field in WORDS if getattr(before, field) != getattr(after, field)]
    said = [WORDS[field](after) for field in changed if field not in left_out]
    if not said and before.model_width != after.model_width:
        said = [f"model width {after.model_width}"]
    return ", ".join(said)


def gist(words: str) -> str:
    """The first sentence of live words."""
    return re.split(r"(?<=[.!?])\s+(?=[A-Z“])", words.strip(), maxsplit=1)[0]


def _heads(state: LabState) -> str:
    return f"heads {state.heads}"


def _key_width(state: LabState) -> str:
    return f"key width {state.key_width}"


def _exponent(state: LabState) -> str:
    if state.scale_exponent == 0:
        return "scores not divided"
    if state.scale_exponent == 0.5:
        return "scores divided by the root of the key width"
    return f"scores divided by key width to the power {state.scale_exponent:g}"


def _causal(state: LabState) -> str:
    return "future hidden" if state.causal else "future in view"


def _locked(state: LabState) -> str:
    return f"model width {'kept at ' if state.locked else 'free, now '}{state.model_width}"


def _keys(state: LabState) -> str:
    return f"{state.keys} keys in the lottery"


def _seed(state: LabState) -> str:
    return f"seed {state.seed}"


def _source(state: LabState) -> str:
    return f"heads from: {'opened file' if state.source == 'outside' else state.source}"


def _sentence(state: LabState) -> str:
    return f"sentence: {state.sentence}"


def _layer(state: LabState) -> str:
    return f"layer {state.layer + 1}"


def _measure(state: LabState) -> str:
    return {"largest": "largest weight", "entropy": "entropy", "keys": "effective number of keys"}[state.measure]


def _mean(state: LabState) -> str:
    return "mean of the heads " + ("shown" if state.mean_head else "put away")


def _stretch(state: LabState) -> str:
    return "colors stretched to the largest weight" if state.stretch else "colors from 0 to 1"


def _hidden(state: LabState) -> str:
    if not state.hidden:
        return "all heads on show"
    numbers = ", ".join(str(head + 1) for head in sorted(state.hidden))
    return f"heads switched off: {numbers}"


def _spread(state: LabState) -> str:
    return f"components spread by {state.component_spread:g}"


def _correlated(state: LabState) -> str:
    return "components " + ("share a part" if state.correlated else "independent")


def _rate(state: LabState) -> str:
    return f"learning rate {state.rate:g}"


def _one_head_rate(state: LabState) -> str:
    return f"learning rate {state.one_head_rate:g}"


def _step_heads(state: LabState) -> str:
    return "1 head in the block" if state.step_heads == 1 else f"{state.step_heads} heads in the block"


def _edits(state: LabState) -> str:
    count = len(state.edits)
    return f"{count} edited {'cell' if count == 1 else 'cells'}"


def _revealed(state: LabState) -> str:
    count = len(state.revealed)
    return "model answers hidden" if not count else f"{count} model {'answer' if count == 1 else 'answers'} on show"


def _marks(state: LabState) -> str:
    return f"{len(state.marks)} {'prompt' if len(state.marks) == 1 else 'prompts'} marked"


def _training(state: LabState) -> str:
    return "training on show" if state.training else "training put away"


def _one_head(state: LabState) -> str:
    return "one head against several" if state.one_head else "heads on the sentence"


WORDS: Final[Mapping[str, Callable[[LabState], str]]] = MappingProxyType(
    {
        "heads": _heads,
        "key_width": _key_width,
        "locked": _locked,
        "scale_exponent": _exponent,
        "causal": _causal,
        "sentence": _sentence,
        "keys": _keys,
        "seed": _seed,
        "source": _source,
        "layer": _layer,
        "hidden": _hidden,
        "mean_head": _mean,
        "stretch": _stretch,
        "measure": _measure,
        "component_spread": _spread,
        "correlated": _correlated,
        "revealed": _revealed,
        "marks": _marks,
        "training": _training,
        "rate": _rate,
        "one_head": _one_head,
        "one_head_rate": _one_head_rate,
        "step_heads": _step_heads,
        "edits": _edits,
    }
)
"""How each setting is said; pointing at things is said by the pictures that are pointed at."""
