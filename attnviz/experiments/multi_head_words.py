"""The live words of Multi-head: where the chosen word looks, and what that shows about several heads."""

from __future__ import annotations

from typing import Final

import numpy as np

from attnviz.core.heads import UNTRAINED
from attnviz.core.jobs import SHARE
from attnviz.core.kept import percent
from attnviz.core.state import LabState
from attnviz.core.words import quoted, weight_words
from attnviz.experiments.multi_head_result import MultiHead

_IDLE: Final = {  # what does not reach heads that are given
    "causal": "hiding the future", "scale_exponent": "the division by √key width", "key_width": "the key width",
    "heads": "the number of heads", "locked": "the lock of the model width", "seed": "the seed",
}  # fmt: skip


def unheard_words(before: LabState, after: LabState, result: MultiHead) -> str:
    """What the viewer is told about a change that the given heads on show cannot follow; "" for any other change."""
    if not result.is_given or before.one_head or after.one_head or before.source != after.source:
        return ""
    changed = [words for name, words in _IDLE.items() if getattr(before, name) != getattr(after, name)]
    if not changed:
        return ""
    return f"These heads are given as they are: {changed[0]} is for heads that are made here, and for other frames."


def spoken(state: LabState, result: MultiHead) -> str:
    """Where the chosen word looks in one head, and what that shows about several."""
    head = shown_head(state, result)
    if head is None:
        return "All heads are hidden: click a card to show its head again."
    if len(result.keys) == 1 and not result.heads.crosses:
        return f"{_quoted(result, 0)} is alone: it gives itself all its weight, 1.00, in every head."
    if state.mean_head and len(result.weights) > 1:
        return f"{_gaze_words(state, result, head)}. {_mean_words(result, head)}"
    if result.heads.origin.source == "random":
        return f"{_gaze_words(state, result, head)}: no meaning expected."
    return _narrow_words(state, result, head) or _job_words(state, result, head)


def shown_head(state: LabState, result: MultiHead) -> int | None:
    """The head that the live words speak of: the chosen one, or the first on show when that is hidden."""
    shown = [head for head in range(len(result.weights)) if head not in state.hidden]
    return result.picked if result.picked in shown else next(iter(shown), None)


def _gaze_words(state: LabState, result: MultiHead, head: int) -> str:
    word, gaze, place = _asker(result), result.gazes[head], _head_words(result, head)
    share = weight_words(gaze.weight)
    if gaze.weight == 0:
        return f"In {place} nothing is left for {word}: all its weight went to what is not shown"
    if len(result.keys) == 1:  # of another sentence: a word alone in its own is told before
        return f"{word} has nothing but {_quoted(result, 0)} to look at and gives it all its weight, {share}"
    if gaze.even and len(gaze.keys) == 1:
        return f"{word} can see itself only and gives itself all its weight, {share}"
    if gaze.even:
        idle = "" if result.asked[head].any() else ": no question here"
        return f"In {place} {word} spreads evenly, {share} each{idle}"
    if len(gaze.keys) > 1:
        return f"In {place} {word} gives {share} each to {_list(result, gaze.keys)}"
    return f"{word} looks at {_quoted(result, gaze.key)} in {place}, {share}"


def _mean_words(result: MultiHead, head: int) -> str:
    mean, count = result.mean_gaze, len(result.weights)
    blur = ": the answer blurs" if mean.weight < result.gazes[head].weight else ""
    return f"The mean of {count} heads gives at most {weight_words(mean.weight)}, to {_list(result, mean.keys)}{blur}."


def _narrow_words(state: LabState, result: MultiHead, head: int) -> str:
    """Said when the head has a job for this word and the key is too narrow to carry it."""
    wanted, left = np.flatnonzero(result.asked[head]), result.left[head]
    narrow = state.scale_exponent == 0.5 and not state.causal and state.key_width < len(result.labels)
    if len(wanted) != 1 or not narrow or left is None:
        return ""
    got = float(result.weights[head, result.query, wanted[0]])
    if got > SHARE - 0.05:
        return ""
    needs = max(now.kept.needs for now in result.heads.now if now.head == head)
    # A key of that width would do: then the words' own vectors are too short to be told apart.
    blamed = f"Key width {state.key_width}" if state.key_width < needs else f"Model width {state.model_width}"
    return (
        f"{blamed} is too narrow for {_head_words(result, head)}, {percent(left)} is left: "
        f"{_asker(result)} gives {_quoted(result, int(wanted[0]))} {weight_words(got)}, not {weight_words(SHARE)}."
    )


def _job_words(state: LabState, result: MultiHead, head: int) -> str:
    """The head's answer, with what is behind it: shared jobs, or another head that answers differently."""
    first = _gaze_words(state, result, head)
    wanted = set(np.flatnonzero(result.asked[head]).tolist())
    if len(result.jobs[head]) > 1 and len(result.gazes[head].keys) > 1 and wanted.issuperset(result.gazes[head].keys):
        return f"{first}. {len(result.jobs[head])} jobs in one row: mush."
    other = _other_head(state, result, head)
    if other is None:
        return f"{first}."
    gaze, looks = result.gazes[other], "" if " looks at " in first else "it looks "
    where = f"{_quoted(result, gaze.key)}, {weight_words(gaze.weight)}"
    return f"{first}; in {_head_words(result, other)} {looks}at {where}."


def _other_head(state: LabState, result: MultiHead, head: int) -> int | None:
    """Another head on show in which the word has a clear and different answer."""
    if result.gazes[head].even and len(result.gazes[head].keys) == 1:
        return None
    for other, gaze in enumerate(result.gazes):
        clear = len(gaze.keys) == 1 and not gaze.even and result.names[other] != UNTRAINED
        if other not in state.hidden and other != head and clear and gaze.keys != result.gazes[head].keys:
            return other
    return None


def _head_words(result: MultiHead, head: int) -> str:
    title = result.titles[head]
    return f"{result.place(head)} ({title})" if title else result.place(head)


def _quoted(result: MultiHead, token: int) -> str:
    return quoted(result.keys[token])


def _list(result: MultiHead, keys: tuple[int, ...]) -> str:
    """Quoted tokens, the first three by name."""
    names = [_quoted(result, key) for key in keys[:3]]
    if len(keys) > 3:
        names.append(f"{len(keys) - 3} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _asker(result: MultiHead) -> str:
    return quoted(result.labels[result.query])
