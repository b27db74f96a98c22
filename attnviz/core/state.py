"""Every choice a viewer can make, as one frozen value, and the rules for changing it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from attnviz.core.accept import accept
from attnviz.core.jobs import Job
from attnviz.core.limits import FIXED, GIVEN, HEADS, RANGES, SENTENCE
from attnviz.core.tokens import tokenize


@dataclass(frozen=True, slots=True, kw_only=True)
class LabState:
    """Every choice a viewer can make. Frames are pure functions of it.

    Token, head and step numbers count from 0 here and from 1 on screen.
    """

    key_width: int = 64  # d_k, components of one query or key
    heads: int = 8  # h
    locked: bool = True  # keep heads × key width as it is
    scale_exponent: float = 0.5  # α in ÷ d_k^α; 0 is "no scale"
    causal: bool = False  # hide the future
    sentence: str = SENTENCE
    keys: int = 10  # keys in the lottery
    seed: int = 11
    source: str = "hand-built"  # where the heads of Multi-head come from
    query: int = 6  # the selected token that asks
    key: int = 1  # the selected token that is asked
    row: int = -1  # the selected row of given heads that is no token of the sentence, such as [CLS]; −1 for none
    column: int = -1  # and the selected column
    layer: int = 0  # the selected layer of given heads
    head: int = 0  # the selected head
    special: bool = True  # show the special tokens that a model adds
    jobs: tuple[Job, ...] | None = None  # what hand-built heads are for; None is the board's own jobs
    editing: bool = False  # show the editor of the jobs
    hidden: frozenset[int] = field(default_factory=frozenset)  # heads switched off
    mean_head: bool = False  # show the mean of the heads beside them
    stretch: bool = False  # stretch the colours to the largest weight on show
    measure: str = "largest"  # what the sharpness curve measures
    component_spread: float = 1.0  # σ of the components of q and k in Why scale
    correlated: bool = False  # whether the components of one vector in Why scale share a part
    training: bool = False  # whether Why scale shows the training laboratory
    rate: float = 0.5  # learning rate of that laboratory
    optimizer: str = "plain"
    one_head: bool = False  # whether Multi-head shows one head against several
    scores_see_values: bool = False  # whether the keys of that laboratory are made from values, too
    one_head_rate: float = 0.05  # its learning rate
    one_head_optimizer: str = "adam"
    step: int = 0  # stop of the Four steps timeline
    step_heads: int = 2  # heads of the Four steps block, model width 8
    step_tokens: tuple[int, ...] = ()  # tokens of the Four steps block; () is the first six
    edits: tuple[tuple[str, int, int, int, float], ...] = ()  # matrix, head, row, column, value of the edited cells
    predict: bool = False  # Four steps asks for a guess before it shows a stop
    guesses: tuple[tuple[str, int, bool], ...] = ()  # question, guessed key, whether it was right
    part: str = ""  # the formula part lit in Open
    revealed: frozenset[str] = field(default_factory=frozenset)  # answers shown in Check
    marks: tuple[tuple[str, str], ...] = ()  # prompt id -> how the viewer marked it
    answers: tuple[tuple[str, str], ...] = ()  # question -> what was given
    quiz_seed: int = 0  # draws questions, options, pairs; 0 follows `seed`
    tries: tuple[tuple[str, int], ...] = ()  # question -> how often a wrong answer was given
    shown_worked: frozenset[str] = field(default_factory=frozenset)  # questions whose worked answer is shown

    @property
    def model_width(self) -> int:
        """d_model = heads × key width."""
        return self.heads * self.key_width

    @property
    def picked_head(self) -> int:
        """The selected head among the `heads` heads of the board; Four steps has heads of its own."""
        return min(self.head, self.heads - 1)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-ready values, inverse of `from_dict`."""
        return {f.name: _plain(getattr(self, f.name)) for f in dataclasses.fields(self)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> tuple[LabState, tuple[str, ...]]:
        """The state in `values`, and one message for each value that was refused."""
        applied = apply(cls(), values, follow_lock=False)
        return applied.state, applied.notes


@dataclass(frozen=True, slots=True)
class Applied:
    """A changed state and what the viewer should be told about the change."""

    state: LabState
    notes: tuple[str, ...] = ()


def apply(state: LabState, changes: Mapping[str, Any], *, follow_lock: bool = True) -> Applied:
    """`state` with `changes`, clamped to the limits, the width lock honoured.

    A value outside its range is clamped, an impossible one refused; either way a note says what and why,
    and nothing else of the change is lost. Never raises.
    """
    notes: list[str] = []
    accepted = {}
    for name, value in changes.items():
        try:
            if name not in _DEFAULTS:
                raise ValueError(f"there is no setting called {name!r}")
            accepted[name] = accept(name, value, _DEFAULTS[name], notes)
        except (ValueError, TypeError, OverflowError) as error:
            notes.append(_why_not(state, name, value) + str(error))
    if follow_lock:
        _follow_lock(state, accepted, notes)
    _leave_recording(state, accepted, notes)
    _move_selection(state, accepted)
    _draw_anew(state, accepted, notes)
    return Applied(_settle(dataclasses.replace(state, **accepted)), tuple(notes))


def key_width_of(model_width: int, heads: int) -> int:
    """Key width d_k = d_model / h of one head. Raises ValueError when the heads cannot share the width.

    Source: Vaswani et al. 2017, section 3.2.2.
    """
    if heads < 1 or model_width < 1:
        raise ValueError(f"{heads} heads cannot share a model width of {model_width}")
    if heads > model_width:
        raise ValueError(f"model width {model_width}, {heads} heads: a head cannot be 0 wide")
    if model_width % heads:
        raise ValueError(f"{model_width} does not divide by {heads}")
    return model_width // heads


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Job):
        return {"name": value.name, "pairs": _plain(value.pairs), "rule": value.rule, "color": value.color}
    return value


def _why_not(state: LabState, name: str, value: Any) -> str:
    """Why so many heads cannot share the model width, before the message that names what can be chosen."""
    if name != "heads" or not isinstance(value, int):
        return ""
    try:
        key_width_of(state.model_width, value)
    except ValueError as error:
        return f"{error}; "
    return ""


def _follow_lock(state: LabState, accepted: dict[str, Any], notes: list[str]) -> None:
    """Move the other width when the product is locked; open the lock, and say so, when it cannot be kept."""
    if not accepted.get("locked", state.locked) or ("heads" in accepted) == ("key_width" in accepted):
        return
    moved, other = ("heads", "key_width") if "heads" in accepted else ("key_width", "heads")
    value = accepted[moved]
    if value == getattr(state, moved):
        return
    partner, left = divmod(state.model_width, value)
    low, high = RANGES["key_width"]
    fits = low <= partner <= high if other == "key_width" else partner in HEADS
    if fits and not left:
        accepted[other] = partner
        return
    accepted["locked"] = False
    notes.append(f"The model-width lock is open: {moved.replace('_', ' ')} {value} cannot keep {state.model_width}.")


def _leave_recording(state: LabState, accepted: dict[str, Any], notes: list[str]) -> None:
    """Heads that belong to a sentence of their own cannot follow another one: then they are built by hand again."""
    leaves = state.source in FIXED and accepted.get("sentence", state.sentence) != state.sentence
    if leaves and "source" not in accepted:
        accepted["source"] = "hand-built"
        notes.append("Those heads belong to another sentence: for this one they are built by hand.")


def _move_selection(state: LabState, accepted: dict[str, Any]) -> None:
    """Let go of what was selected or hidden among other heads or other rows."""
    if accepted.get("source", state.source) != state.source:
        accepted.setdefault("hidden", frozenset())
    for token, place in (("query", "row"), ("key", "column")):
        if token in accepted:
            accepted.setdefault(place, -1)


def _draw_anew(state: LabState, accepted: dict[str, Any], notes: list[str]) -> None:
    """Let go of answers when another seed asks other questions, or puts their options in another order."""
    quiz_seed, seed = (accepted.get(name, getattr(state, name)) for name in ("quiz_seed", "seed"))
    if (quiz_seed or seed) == (state.quiz_seed or state.seed):
        return
    if (state.answers or state.tries) and "answers" not in accepted:
        notes.append(f"Seed {quiz_seed or seed} draws other questions: the answers to the ones before are put away.")
    for name, none in (("answers", ()), ("tries", ()), ("shown_worked", frozenset())):
        accepted.setdefault(name, none)


def _settle(state: LabState) -> LabState:
    """Selections moved on to tokens and heads that exist."""
    last = len(tokenize(state.sentence)) - 1
    if state.source not in GIVEN:  # how many heads are given is known to those who have them
        state = dataclasses.replace(
            state,
            head=min(state.head, max(state.heads, state.step_heads) - 1),
            hidden=frozenset(h for h in state.hidden if h < state.heads),
        )
    return dataclasses.replace(
        state,
        query=min(state.query, last),
        key=min(state.key, last),
        step_tokens=tuple(i for i in state.step_tokens if i <= last),
    )


_DEFAULTS: Final = {f.name: getattr(LabState(), f.name) for f in dataclasses.fields(LabState)}
