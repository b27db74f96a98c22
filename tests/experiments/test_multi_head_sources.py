"""Heads of every source, chosen and edited without a window."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attnviz.assets import resource
from attnviz.core.jobs import Job
from attnviz.core.library import Library
from attnviz.core.outside import from_arrays
from attnviz.core.recorded import recordings
from attnviz.core.state import LabState, apply
from attnviz.experiments import experiment
from attnviz.experiments.multi_head import compute, numbers, spoken, tables
from attnviz.experiments.multi_head_choice import change_of_source, sources_at_hand
from attnviz.experiments.multi_head_jobs import add_job, pair_job, recolor_job, remove_job, rename_job, rule_job
from attnviz.experiments.multi_head_sources import find_word, heads_on_show
from attnviz.experiments.multi_head_words import unheard_words
from attnviz.experiments.output import as_csv, as_json
from tests.toy_model import ToyModel

RECORDINGS = recordings(resource("attention"))
SOURCES = ["hand-built", "random", "recorded", "model", "outside"]


@pytest.fixture
def stocked(board):
    """The board with something behind every source."""
    weights = np.random.default_rng(0).dirichlet(np.ones(4), (2, 3, 4))
    return replace(board, library=Library(RECORDINGS, ToyModel(), from_arrays(weights, ["[CLS]", "a", "b", "[SEP]"])))


def at(board, **changes):
    state = apply(LabState(), changes, follow_lock=False).state
    return state, compute(state, board)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("mean", [False, True])
def test_every_source_is_drawn_said_tabulated_and_counted_alike(stocked, source, mean):
    state, result = at(stocked, source=source, mean_head=mean)
    assert result.heads.origin.source == source
    np.testing.assert_allclose(result.weights.sum(axis=-1), 1, atol=1e-6)
    h, n_q, n_k = result.weights.shape
    assert (len(result.labels), len(result.keys), len(result.titles), len(result.gazes)) == (n_q, n_k, h, h)
    assert len(result.ranking) == h * result.n_layers
    assert spoken(state, result).endswith(".")
    assert as_csv(tables(state, result)).startswith("# Find the head")
    assert '"weights"' in as_json(numbers(state, result))
    assert result.is_given == (source in ("recorded", "model", "outside"))


@pytest.mark.parametrize("source", SOURCES)
def test_a_choice_of_row_and_column_comes_back(stocked, source):
    state, result = at(stocked, source=source)
    for row in range(len(result.labels)):
        for column in (0, len(result.keys) - 1):
            after = compute(apply(state, result.choice(row, column)).state, stocked)
            assert (after.query, after.key) == (row, column)


@pytest.mark.parametrize("source", ["recorded", "model", "outside"])
def test_without_its_library_a_source_is_built_by_hand_and_says_why(board, source):
    state, result = at(board, source=source)
    assert result.heads.origin.source == "hand-built"
    assert result.heads.origin.problem
    assert result.source_words.endswith("built by hand from jobs")
    assert spoken(state, result)


def test_the_words_of_a_recording(stocked):
    state, result = at(stocked, source="recorded", layer=5, head=11)
    assert spoken(state, result).startswith("“it” looks at “dog” in layer 6 head 12, 0.62")
    assert result.equation == "layer 6 of 6, 12 heads"
    assert "Apache-2.0" in result.heads.origin.line
    words = RECORDINGS[0].given.queries
    assert result.labels == words.words


def test_a_layer_or_head_beyond_the_last_is_the_last(stocked):
    _, result = at(stocked, source="recorded", layer=99, head=200)
    assert (result.heads.layer, result.picked) == (5, 11)


def test_words_are_found_by_name(stocked):
    heads = heads_on_show(apply(LabState(), {"sentence": "The cat saw the Cat"}).state, stocked)
    assert [find_word(heads.queries, word) for word in ("cat", "the", "The", "Cat")] == [1, 3, 0, 4]
    assert find_word(heads.queries, "SAW") == 2
    with pytest.raises(ValueError, match="there is no word 'dog'; choose one of The cat saw"):
        find_word(heads.queries, "dog")


def test_sources_at_hand(stocked, board):
    assert sources_at_hand(board) == ("hand-built", "random")
    assert sources_at_hand(stocked) == tuple(SOURCES)
    kept = change_of_source(LabState(), stocked, "recorded")
    assert kept == {"source": "recorded"}
    other = apply(LabState(), {"sentence": "It rains."}).state
    assert change_of_source(other, stocked, "recorded")["sentence"] == RECORDINGS[0].sentence


def test_open_shows_the_same_jobs(board):
    state = apply(LabState(), {"jobs": [Job("mine", (("it", "food"),))]}).state
    opening = experiment("open").compute(state, board)
    assert opening.head_label == "mine"
    assert opening.top == (4,)


# --- jobs -------------------------------------------------------------------------------------------------------------


def test_what_is_left_of_each_job(board):
    _, wide = at(board)
    assert [now.kept.share for now in wide.heads.now] == pytest.approx([1.0] * 7)
    assert wide.left[7] is None
    state, narrow = at(board, key_width=3)
    assert narrow.left[0] == pytest.approx(1)
    assert narrow.left[3] < 0.6
    kept = json.loads(as_json(numbers(state, narrow)))["kept"]
    assert kept[3] == {"job": "previous word", "head": 4, "kept": narrow.left[3], "needs_key_width": 9}


def test_which_jobs_share_a_head(board):
    _, result = at(board, heads=4, key_width=128)
    assert result.titles == ("pronoun + next word", "object + same word", "cause + first word", "previous word")
    assert [now.head for now in result.heads.now] == [0, 1, 2, 3, 0, 1, 2]


def test_jobs_are_edited_step_by_step(board):
    jobs = add_job(board.jobs)
    assert jobs[-1] == Job("job 8")
    jobs = rename_job(jobs, 7, "  my   job ")
    jobs = pair_job(jobs, 7, LabState().sentence, 9, 4)
    jobs = rule_job(jobs, 7, "same")
    assert jobs[7] == Job("my job", ((".", "food"),), "same")
    assert pair_job(jobs, 7, LabState().sentence, 9, 4)[7].pairs == ()
    assert [recolor_job(jobs, 1, 8)[1].color, recolor_job(jobs, 7, 8)[7].color] == [2, 0]
    assert remove_job(jobs, 7) == board.jobs
    assert add_job(add_job(()))[1].name == "job 2"
    _, result = at(board, jobs=jobs)
    assert result.titles[7] == "my job"
    assert result.heads.now[7].asks == "each word → itself, . → food"


def test_a_head_wears_the_color_of_its_job(board):
    _, result = at(board, jobs=recolor_job(board.jobs, 0, 8))
    assert result.heads.colors[:3] == (1, 1, 2)


def test_no_jobs_at_all(board):
    state, result = at(board, jobs=())
    assert set(result.titles) == {"untrained"}
    assert result.heads.now == ()
    assert spoken(state, result)


def test_the_source_says_how_much_of_the_jobs_is_left(board):
    assert at(board)[1].source_words == "built by hand from jobs"
    _, narrow = at(board, key_width=3)
    assert narrow.source_words.startswith("built by hand from jobs, ")
    assert narrow.source_words.endswith("% left")
    assert at(board, source="random", key_width=1)[1].source_words == "untrained: no meaning expected"


def test_one_word_of_another_sentence_is_not_called_the_word_itself(board):
    given = from_arrays(np.ones((2, 3, 1)), ["chien", "noir", "."], ["dog"])
    state, result = at(replace(board, library=Library(outside=given)), source="outside")
    assert spoken(state, result) == "“chien” has nothing but “dog” to look at and gives it all its weight, 1.00."


@pytest.mark.parametrize("source", ["recorded", "model", "outside"])
def test_changes_that_given_heads_cannot_follow(stocked, source):
    state, result = at(stocked, source=source)
    deaf: list[dict[str, Any]] = [
        {"causal": True}, {"scale_exponent": 0.0}, {"key_width": 8}, {"heads": 2}, {"seed": 3}, {"locked": False},
    ]  # fmt: skip
    for change in deaf:
        after, same = at(stocked, source=source, **change)
        assert unheard_words(state, after, result).startswith("These heads are given as they are: ")
        assert np.array_equal(same.weights, result.weights)
        assert spoken(after, same) == spoken(state, result)
        assert unheard_words(replace(state, one_head=True), replace(after, one_head=True), result) == ""
    heard: list[dict[str, Any]] = [{"query": 0}, {"special": False}, {"layer": 1}, {"source": "random", "causal": True}]
    for change in heard:
        assert unheard_words(state, at(stocked, **{"source": source} | change)[0], result) == ""


@pytest.mark.parametrize("source", ["hand-built", "random", "model"])
def test_heads_that_are_made_here_follow(stocked, source):
    sentence = "refuse this" if source == "model" else LabState().sentence  # built by hand in its place
    state, result = at(stocked, source=source, sentence=sentence)
    assert unheard_words(state, replace(state, causal=True), result) == ""


@pytest.mark.parametrize("stretch", [False, True])
def test_a_row_of_which_nothing_is_left_is_told_as_that(board, stretch):
    """Every word looks at [CLS] only, and [CLS] is hidden."""
    weights = np.zeros((1, 1, 3, 3))
    weights[..., 0] = 1
    library = Library(outside=from_arrays(weights, ["[CLS]", "a", "b"]))
    state, result = at(replace(board, library=library), source="outside", special=False, stretch=stretch)
    assert result.limit == 1
    assert not result.weights.any()
    assert "nothing is left for “a”" in spoken(state, result)
