"""Choosing heads on the command line."""

import json

import pytest

from attnviz.cli import main
from attnviz.cli.options import read_board
from attnviz.core.state import LabState

NUMBERS = ("numbers", "--frame", "multi-head")


def numbers(capsys, *words):
    assert main([*NUMBERS, *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_recorded_weights_are_those_of_the_board(capsys):
    found = numbers(capsys, "--source", "recorded", "--layer", "6", "--head", "12", "--format", "json")
    assert (found["layer"], found["layers"], found["head"], found["heads"]) == (6, 6, 12, 12)
    it, dog = found["tokens"].index("it"), found["tokens"].index("dog")
    assert found["weights"][11][it][dog] == pytest.approx(0.621, abs=6e-4)
    recorded = read_board(None).library.recordings[0].attention[5, 11]
    assert found["weights"][11] == recorded.tolist()
    assert found["origin"].startswith("all-MiniLM-L6-v2 (Apache-2.0), recorded")
    assert found["key_width"] is None


def test_find_ranks_the_heads_of_every_source(capsys):
    best = numbers(capsys, "--find", "it", "dog")["ranking"][0]
    assert (best["head"], best["largest_in_row"]) == (1, True)
    assert numbers(capsys, "--find", "ate", "food")["ranking"][0]["head"] == 2
    ranking = numbers(capsys, "--source", "recorded", "--find", "IT", "dog")["ranking"]
    assert len(ranking) == 72
    assert [(one["layer"], one["head"]) for one in ranking[:2]] == [(6, 12), (4, 2)]
    assert [one["weight"] for one in ranking] == sorted((one["weight"] for one in ranking), reverse=True)
    special = numbers(capsys, "--source", "recorded", "--find", "it", "[SEP]")
    assert special["pair"]["words"] == ["it", "[SEP]"]
    assert len(numbers(capsys, "--source", "random", "--find", "it", "dog")["ranking"]) == 8


def test_hiding_special_tokens_leaves_rows_that_sum_to_1(capsys):
    found = numbers(capsys, "--source", "recorded", "--layer", "6", "--no-special")
    assert found["tokens"][0] == "A"
    for head in found["weights"]:
        for row in head:
            assert sum(row) == pytest.approx(1, abs=1e-6)


def test_a_recording_brings_its_sentence(capsys):
    found = numbers(capsys, "--recording", "6-long", "--layer", "3", "--find", "it", "bone")
    assert found["source"] == "recorded"
    assert len(found["tokens"]) == 42


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--source", "recorded", "--layer", "7"], "--layer 7: choose 1 to 6"),
        (["--source", "recorded", "--head", "13"], "--head 13: choose 1 to 12"),
        (["--head", "0"], "--head 0: choose 1 to 8"),
        (["--layer", "2"], "--layer 2: there is 1 only"),
        (["--head", "x"], "--head x: choose 1 to 8"),
        (["--find", "it", "cat"], "--find it cat: there is no word 'cat'; choose one of A dog ate"),
        (["--recording", "7"], "--recording 7: choose 1-hungry, 2-delicious"),
        (["--recording", "6-long", "--sentence", "It rains."], "it brings its own sentence"),
        (["--source", "recorded", "--sentence", "It rains."], "this sentence is not recorded"),
    ],
)
def test_what_is_not_there_is_refused(capsys, words, message):
    assert main([*NUMBERS, *words]) == 2
    assert message in capsys.readouterr().err


def test_defaults_are_the_states():
    assert LabState().special
    assert (LabState().layer, LabState().head) == (0, 0)
