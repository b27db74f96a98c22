"""A trained model, held against PyTorch: scripts/make_minilm_reference.py made the numbers, without attnviz."""

import gc
import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.given import rank_all, view
from attnviz.core.models import open_model
from attnviz.core.recorded import recordings
from attnviz.core.tokens import tokenize

ROOT = Path(__file__).parents[3]
DATA = ROOT / "tests" / "data"
CASES = json.loads((DATA / "engine.json").read_text("utf-8"))["recorded_minilm"]["pairs"]
BOARD = "A dog ate the food because it was hungry."

pytestmark = pytest.mark.may_skip("the model has about 90 MB and is fetched by scripts/fetch_test_model.sh")


@pytest.fixture(scope="module")
def reference():
    with np.load(DATA / "minilm_reference.npz", allow_pickle=False) as held:
        return {name: held[name] for name in held.files}


@pytest.mark.parametrize("i", range(6))
def test_all_heads_agree_with_pytorch(minilm, reference, i):
    sentence = str(reference["sentences"][i])
    run = minilm.run(sentence)
    assert run.tokens == tuple(reference[f"tokens_{i}"].tolist())
    wanted = reference[f"attention_{i}"]
    assert wanted.shape[:2] == (6, 12)
    assert np.abs(run.attention - wanted).max() < 1e-5  # promised are 1e-4
    assert np.abs(run.output - reference[f"output_{i}"]).max() < 1e-4


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['query']}-{c['key']}-{c['layer']}-{c['head']}")
def test_the_pairs_of_the_board(minilm, case):
    run = minilm.run(BOARD)
    query, key = run.tokens.index(case["query"]), run.tokens.index(case["key"])
    row = run.attention[case["layer"] - 1, case["head"] - 1, query]
    assert row[key] == pytest.approx(case["weight"], abs=6e-4)
    assert bool(row.argmax() == key) is case["largest"]


def test_find_the_head(minilm):
    run = minilm.run(BOARD)
    first = rank_all(run.attention, run.tokens.index("it"), run.tokens.index("dog"))[0]
    assert (first.layer + 1, first.head + 1, first.is_largest) == (6, 12, True)


def test_words_are_those_of_the_board(minilm, reference):
    for sentence in map(str, reference["sentences"]):
        words = tokenize(sentence)
        shown = view(minilm.run(sentence).given, hide_special=True)
        assert shown.queries == shown.keys == words
        assert shown.query_places == tuple(range(len(words)))
        np.testing.assert_allclose(shown.weights.sum(axis=-1), 1, atol=1e-6)


def test_the_shipped_recordings_are_what_the_model_does(minilm):
    found = recordings(ROOT / "resources" / "attention")
    assert len(found) == 6
    for recording in found:
        run = minilm.run(recording.sentence)
        assert run.given.queries == recording.given.queries
        np.testing.assert_allclose(recording.attention, run.attention, atol=1e-5)


def test_its_memory_is_given_back(minilm_folder):
    gc.collect()
    tracemalloc.start()
    model = open_model(minilm_folder)
    loaded = tracemalloc.get_traced_memory()[0]
    del model
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert loaded > 85e6
    assert left < 1e6
