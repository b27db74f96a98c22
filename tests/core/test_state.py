import dataclasses
import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.jobs import Job
from attnviz.core.limits import CHOICES, HEADS, LIMITS, RANGES, STEP_HEADS
from attnviz.core.state import LabState, apply, key_width_of
from attnviz.core.tokens import tokenize

FIELDS = [one.name for one in dataclasses.fields(LabState)]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(HEADS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)
CHANGES = st.dictionaries(st.sampled_from([*FIELDS, "model_width", "to_dict", "nonsense"]), ANYTHING, max_size=4)


def is_sound(state: LabState) -> bool:
    tokens = len(tokenize(state.sentence))
    numbers = all(low <= getattr(state, name) <= high for name, (low, high) in RANGES.items())
    words = all(getattr(state, name) in choices for name, choices in CHOICES.items())
    selection = 0 <= state.query < tokens and 0 <= state.key < tokens and 0 <= state.head < state.heads
    lists = all(0 <= h < state.heads for h in state.hidden) and all(0 <= i < tokens for i in state.step_tokens)
    return numbers and words and selection and lists and state.heads in HEADS and state.step_heads in STEP_HEADS


@given(CHANGES, CHANGES)
def test_no_change_raises_and_every_state_is_sound(first, second):
    for state in (apply(LabState(), first).state, apply(apply(LabState(), first).state, second).state):
        assert is_sound(state)


@given(CHANGES)
def test_a_state_survives_json(changes):
    state = apply(LabState(), changes).state
    again, notes = LabState.from_dict(json.loads(json.dumps(state.to_dict())))
    assert again == state
    assert notes == ()
    assert hash(again) == hash(state)


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"key_width": math.inf}, "key width inf: type a whole number"),
        ({"key_width": math.nan}, "key width nan: type a whole number"),
        ({"key_width": 2.5}, "key width 2.5: type a whole number"),
        ({"key_width": "64"}, "key width '64': type a whole number"),
        ({"keys": True}, "keys True: type a whole number"),
        ({"scale_exponent": -math.inf}, "scale exponent -inf: type a number"),
        ({"heads": 3}, "512 does not divide by 3; heads 3: choose 1, 2, 4, 8, 16 or 32"),
        ({"heads": [8]}, "heads [8]: choose 1, 2, 4, 8, 16 or 32"),
        ({"step_heads": 8}, "step heads 8: choose 1, 2 or 4"),
        ({"causal": 1}, "causal 1: choose true or false"),
        ({"source": "trained"}, "source 'trained': choose hand-built or random or recorded or model or outside"),
        ({"source": ["random"]}, "source ['random']: type text"),
        ({"sentence": "  "}, "The sentence is empty: type at least one word."),
        ({"sentence": "a " * 65}, "The sentence has 65 tokens: at most 64 fit."),
        ({"sentence": "a" * 201}, "The word “aaaaaaaaaaaaaaaaaaaaaaa…” has 201 letters: at most 200 fit."),
        ({"sentence": "a" * 30_000}, "The sentence has 30000 letters: at most 4000 fit."),
        ({"hidden": [None]}, "hidden [None]: expected whole numbers"),
        ({"hidden": [math.inf]}, "hidden [inf]: expected whole numbers"),
        ({"step_tokens": "12"}, "step tokens '12': expected a list"),
        ({"marks": [["scale", "brilliant"]]}, "marks 'brilliant': choose got it or nearly or not yet"),
        ({"answers": [["a", "b", "c"]]}, "answers [['a', 'b', 'c']]: expected pairs"),
        ({"model_width": 512}, "there is no setting called 'model_width'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason_and_nothing_else_is_lost(changes, note):
    applied = apply(LabState(), {**changes, "seed": 5})
    assert applied.notes == (note,)
    assert applied.state == dataclasses.replace(LabState(), seed=5)


@pytest.mark.parametrize(
    ("changes", "name", "value", "note"),
    [
        ({"keys": 65}, "keys", 64, "keys 65 is outside 2 to 64: 64 is used"),
        ({"keys": 10**400}, "keys", 64, "is outside 2 to 64: 64 is used"),
        ({"scale_exponent": 1.5}, "scale_exponent", 1.0, "scale exponent 1.5 is outside 0.0 to 1.0: 1.0 is used"),
        ({"scale_exponent": 10**400}, "scale_exponent", 1.0, "1.0 is used"),
        ({"seed": -1}, "seed", 0, "seed -1 is outside 0 to 2147483647: 0 is used"),
    ],
)
def test_what_is_out_of_range_is_clamped_and_said(changes, name, value, note):
    applied = apply(LabState(), changes)
    assert getattr(applied.state, name) == value
    assert type(getattr(applied.state, name)) is type(value)
    assert len(applied.notes) == 1
    assert note in applied.notes[0]


def test_numpy_numbers_are_numbers():
    state = apply(LabState(), {"heads": np.int64(4), "scale_exponent": np.float64(0.25)}).state
    assert (state.heads, state.key_width, state.scale_exponent) == (4, 128, 0.25)
    assert type(state.heads) is int


@pytest.mark.parametrize(
    ("changes", "heads", "key_width"), [({"heads": 16}, 16, 32), ({"key_width": 128}, 4, 128), ({"heads": 1}, 1, 512)]
)
def test_the_lock_keeps_the_product(changes, heads, key_width):
    applied = apply(LabState(), changes)
    assert (applied.state.heads, applied.state.key_width, applied.state.locked) == (heads, key_width, True)
    assert applied.state.model_width == 512
    assert applied.notes == ()


@pytest.mark.parametrize("changes", [{"key_width": 100}, {"key_width": 300}, {"key_width": 8}, {"key_width": 1024}])
def test_a_move_that_cannot_keep_the_product_opens_the_lock_and_says_so(changes):
    applied = apply(LabState(), changes)
    assert applied.state.heads == 8
    assert applied.state.key_width == changes["key_width"]
    assert applied.state.locked is False
    assert "lock is open" in applied.notes[0]
    assert "512" in applied.notes[0]


def test_without_the_lock_widths_are_free():
    loose = apply(LabState(), {"locked": False}).state
    assert apply(loose, {"heads": 16}).state.key_width == 64
    assert apply(LabState(), {"heads": 16, "key_width": 64}).state.model_width == 1024  # both given: both wanted


@pytest.mark.parametrize("heads", [3, 6, 7, 12])
def test_heads_that_cannot_share_512_are_refused_with_a_reason(heads):  # scenario 9
    applied = apply(LabState(), {"heads": heads})
    assert applied.state == LabState()
    assert f"heads {heads}: choose" in applied.notes[0]


def test_selections_move_to_what_exists():
    state = apply(LabState(), {"head": 7, "hidden": [1, 7], "step_tokens": [0, 9]}).state
    assert state.step_tokens == (0, 9)
    fewer = apply(state, {"heads": 2, "sentence": "it was"}).state
    assert (fewer.query, fewer.key, fewer.head, fewer.hidden, fewer.step_tokens) == (1, 1, 1, frozenset({1}), (0,))


def test_marks_and_answers_keep_the_last_word():
    state = apply(LabState(), {"marks": [["b", "nearly"], ["a", "got it"], ["b", "got it"]]}).state
    assert state.marks == (("a", "got it"), ("b", "got it"))
    assert apply(state, {"marks": [["a", "got it"], ["b", ""]]}).state.marks == (("a", "got it"),)


@pytest.mark.parametrize(
    ("model_width", "heads", "width"), [(512, 8, 64), (512, 16, 32), (512, 1, 512), (1024, 16, 64), (1, 1, 1)]
)
def test_key_width_of(model_width, heads, width):
    assert key_width_of(model_width, heads) == width


@pytest.mark.parametrize(
    ("model_width", "heads", "message"),
    [(512, 3, "512 does not divide by 3"), (2, 8, "0 wide"), (0, 1, "cannot share"), (8, 0, "cannot share")],
)
def test_key_width_of_refuses(model_width, heads, message):
    with pytest.raises(ValueError, match=message):
        key_width_of(model_width, heads)


def test_limits_name_only_fields():
    assert set(LIMITS) <= set(FIELDS)


JOBS = (Job("pronoun", (("it", "dog"),)), Job("back", rule="previous", color=3))


def test_jobs_live_in_the_state_and_come_back():
    state = apply(LabState(), {"jobs": JOBS}).state
    assert state.jobs == JOBS
    plain = json.loads(json.dumps(state.to_dict()))
    assert plain["jobs"][1] == {"name": "back", "pairs": [], "rule": "previous", "color": 3}
    assert LabState.from_dict(plain) == (state, ())
    assert apply(state, {"jobs": None}).state.jobs is None


@pytest.mark.parametrize(
    ("jobs", "message"),
    [
        ([Job("a"), Job("a")], "There is a job called “a” already."),
        ([Job("  ")], "name has 1 to 40 letters, not 0"),
        ([Job("a", color=8)], "choose 0 to 7"),
        ([{"name": "a", "rule": "nearest"}], "unknown rule 'nearest'"),
        ([{"name": "a", "pairs": "it"}], "expected pairs of words"),
        ([{"name": "a", "color": "red"}], "type a whole number"),
        ([3], "expected a name"),
        ("jobs", "expected a list"),
        ([Job(str(i)) for i in range(33)], "33 jobs: at most 32 fit"),
    ],
)
def test_jobs_that_cannot_be_are_refused(jobs, message):
    applied = apply(LabState(), {"jobs": jobs})
    assert applied.state.jobs is None
    assert len(applied.notes) == 1
    assert message in applied.notes[0]


def test_a_typed_sentence_leaves_heads_that_belong_to_another():
    for source, then in (("recorded", "hand-built"), ("outside", "hand-built"), ("model", "model")):
        start = dataclasses.replace(LabState(), source=source, head=11, hidden=frozenset({9}))
        applied = apply(start, {"sentence": "It rains."})
        assert applied.state.source == then
        assert bool(applied.notes) == (then != source)
    kept = apply(LabState(), {"source": "recorded", "sentence": "It rains."}).state
    assert kept.source == "recorded"


def test_another_source_shows_all_its_heads():
    start = dataclasses.replace(LabState(), hidden=frozenset({2}), row=0)
    assert apply(start, {"source": "recorded"}).state.hidden == frozenset()
    back = apply(dataclasses.replace(LabState(), source="recorded", head=11), {"source": "random"}).state
    assert back.head == 7


def test_choosing_a_word_lets_go_of_a_special_token():
    start = dataclasses.replace(LabState(), source="recorded", row=0, column=11)
    assert apply(start, {"query": 3}).state.row == -1
    assert apply(start, {"query": 3}).state.column == 11
    assert apply(start, {"query": 3, "key": 2, "column": 4}).state.column == 4


@pytest.mark.parametrize("heads", [3, 6, 7, 12])
def test_scenario_09_a_head_count_that_does_not_divide_the_width_is_refused_with_the_reason(heads):
    applied = apply(LabState(), {"heads": heads})
    assert applied.state == LabState()
    assert applied.notes == (f"512 does not divide by {heads}; heads {heads}: choose 1, 2, 4, 8, 16 or 32",)
