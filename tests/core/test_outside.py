import contextlib
import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from attnviz.core.given import SPECIAL, view
from attnviz.core.outside import AttentionError, from_arrays, read_attention
from attnviz.core.softmax import softmax

TOKENS = ["[CLS]", "play", "##ing", "dogs", "[SEP]"]


def weights(*shape: int, seed: int = 3) -> np.ndarray:
    return softmax(np.random.default_rng(seed).standard_normal(shape)).astype(np.float32)


class Tensor:
    """What attnviz may ask of a PyTorch tensor."""

    def __init__(self, array: np.ndarray, kind: str = "float32", gradient: bool = True, where: str = "cuda") -> None:
        self.array, self.kind, self.gradient, self.where = array, kind, gradient, where

    def detach(self) -> "Tensor":
        return Tensor(self.array, self.kind, False, self.where)

    def cpu(self) -> "Tensor":
        return Tensor(self.array, self.kind, self.gradient, "cpu")

    def float(self) -> "Tensor":
        return Tensor(self.array, "float32", self.gradient, self.where)

    def __getitem__(self, index: int) -> "Tensor":
        return Tensor(self.array[index], self.kind, self.gradient, self.where)

    def numpy(self) -> np.ndarray:
        if self.gradient or self.where != "cpu":
            raise RuntimeError("detach and move it first")
        if self.kind == "bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self.array

    def __array__(self, *_: object, **__: object) -> np.ndarray:
        raise RuntimeError("asked in the wrong way")


def refusal(*arguments: Any, **named: Any) -> str:
    with pytest.raises(AttentionError) as caught:
        from_arrays(*arguments, **named)
    return str(caught.value)


# --- what is accepted -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lead", [(2, 3), (3,), ()])
def test_two_to_four_axes(lead):
    found = from_arrays(weights(*lead, 5, 5), TOKENS)
    assert found.attention.shape == ((1,) * (2 - len(lead)) + lead + (5, 5))
    np.testing.assert_allclose(found.attention.reshape(*lead, 5, 5), weights(*lead, 5, 5), atol=1e-6)
    assert found.notes == ()
    assert found.given.source == "from elsewhere"
    assert not found.attention.flags.writeable


def test_the_tuple_of_a_hugging_face_model():
    layers = tuple(Tensor(weights(1, 3, 5, 5, seed=i)) for i in range(4))
    found = from_arrays(layers, TOKENS)
    assert found.attention.shape == (4, 3, 5, 5)
    np.testing.assert_allclose(found.attention[2], weights(1, 3, 5, 5, seed=2)[0], atol=1e-6)


def test_other_ways_to_say_the_same():
    plain = weights(4, 3, 5, 5)
    wanted = from_arrays(plain, TOKENS).attention
    offered: list[Any] = [
        list(plain), tuple(plain[:, None]), plain[:, None], plain.tolist(), Tensor(plain),
        [Tensor(one) for one in plain], [[Tensor(head) for head in layer] for layer in plain], plain.astype(np.float64),
        [Tensor(one, "bfloat16") for one in plain],
    ]  # fmt: skip
    for other in offered:
        np.testing.assert_allclose(from_arrays(other, TOKENS).attention, wanted, atol=1e-6)
    assert from_arrays(np.eye(2, dtype=int), ["a", "b"]).attention.tolist() == [[[[1, 0], [0, 1]]]]
    assert from_arrays(plain, np.array(TOKENS)).given.queries.tokens == tuple(TOKENS)  # type: ignore[arg-type]


def test_cross_attention():
    found = from_arrays(weights(2, 3, 2, 5), ["la", "chien"], TOKENS)
    assert found.given.crosses
    assert found.given.queries.tokens == ("la", "chien")
    shown = view(found.given, hide_special=True)
    assert shown.queries == ("la", "chien")
    assert shown.keys == ("playing", "dogs")
    np.testing.assert_allclose(shown.weights.sum(axis=-1), 1, atol=1e-6)


def test_exact_zeros_stay_exact():
    causal = np.tril(np.ones((4, 4))) / np.arange(1, 5)[:, None]
    found = from_arrays(causal, list("abcd")).attention[0, 0]
    assert (found[np.triu_indices(4, 1)] == 0).all()
    np.testing.assert_allclose(found, causal, atol=1e-12)


def test_rows_a_little_off_are_corrected_with_a_note():
    half = weights(2, 3, 5, 5).astype(np.float16)
    found = from_arrays(half, TOKENS)
    assert "each was divided by its sum" in found.notes[0]
    np.testing.assert_allclose(found.attention.sum(axis=-1), 1, atol=1e-6)
    found = from_arrays(weights(2, 2) * 0.991, ["a", "b"])
    assert "0.9910 to 0.9910" in found.notes[0]


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        (TOKENS, ("[CLS]", "playing", "dogs", "[SEP]")),
        (["<s>", "A", "Ġdog", "gy", "Ġbar", "ks", ".", "</s>"], ("<s>", "A", "doggy", "barks", ".", "</s>")),
        (["▁The", "▁un", "do", "ing", "!"], ("The", "undoing", "!")),
        (["a", "b", "b"], ("a", "b", "b")),
        (["Ġ", "dog", "s", "Ġran"], ("dogs", "ran")),
        (["##a", "##", "Ġ"], ("##a", "##", "Ġ")),
    ],
)
def test_word_pieces_are_told_by_their_marks(tokens, words):
    n = len(tokens)
    found = from_arrays(np.full((n, n), 1 / n), tokens).given
    assert found.queries.words == words
    assert found.queries.special == tuple(token[0] in "[<" for token in tokens)
    assert [place for place in found.queries.places if place != SPECIAL] == sorted(
        {tokens.index(t) if tokens.count(t) == 1 else i for i, t in enumerate(tokens) if _starts(tokens, i)}
    )


def _starts(tokens: list[str], i: int) -> bool:
    word = from_arrays(np.full((len(tokens),) * 2, 1 / len(tokens)), tokens).given.queries.word
    return tokens[i][0] not in "[<" and (i == 0 or word[i] != word[i - 1])


@examples(st.integers(1, 4), st.integers(1, 4), st.integers(1, 6), st.integers(1, 6), st.integers(0, 99))
def test_any_good_attention_is_taken_as_it_is(layers, heads, n_q, n_k, seed):
    plain = weights(layers, heads, n_q, n_k, seed=seed)
    found = from_arrays(plain, [f"q{i}" for i in range(n_q)], [f"k{i}" for i in range(n_k)])
    np.testing.assert_allclose(found.attention, plain, atol=1e-6)


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 6, 0])
def test_labels_that_do_not_match(count):
    assert f"{count} tokens by {count} do not label weights of 5 queries by 5 keys" in refusal(
        weights(5, 5), ["a"] * count
    )


def test_cross_attention_without_labels_for_the_keys():
    assert "2 queries look at 5 keys: give the keys' labels as key_tokens" in refusal(weights(2, 5), ["a", "b"])
    assert "do not label" in refusal(weights(2, 5), ["a", "b"], ["a", "b"])


@pytest.mark.parametrize(("value", "words"), [(np.nan, "NaN"), (np.inf, "NaN or infinite"), (-0.1, "negative")])
def test_weights_that_are_none(value, words):
    bad = weights(2, 3, 5, 5)
    bad[1, 2, 3, 4] = value
    message = refusal(bad, TOKENS)
    assert words in message
    assert "layer 2, head 3, row “dogs”" in message


def test_rows_that_do_not_sum_to_one():
    bad = weights(2, 3, 5, 5)
    bad[0, 1, 0] *= 0.98
    message = refusal(bad, TOKENS)
    assert "must sum to 1, not 0.98: layer 1, head 2, row “[CLS]”" in message
    assert "model.eval()" in message
    assert "sum to 1" in refusal(np.zeros((2, 2)), ["a", "b"])
    assert "sum to 1" in refusal(np.full((2, 2), 3e38, np.float32), ["a", "b"])


@pytest.mark.parametrize("spelling", [tuple, list, np.stack, Tensor, lambda layers: np.stack(layers).tolist()])
def test_a_batch(spelling):
    layers = [weights(2, 3, 5, 5)] * 4
    offered = spelling(np.stack(layers)) if spelling is Tensor else spelling(layers)
    message = refusal(offered, TOKENS)
    assert "a batch of 2 sentences" in message
    assert "(4, 2, 3, 5, 5) is read as layers, batch, heads, queries, keys" in message
    assert "a batch of 2 sentences" in refusal((Tensor(weights(2, 3, 5, 5)),), TOKENS)  # of a model with one layer
    assert "a batch of 4 sentences" in refusal(weights(1, 4, 3, 5, 5), TOKENS)


@pytest.mark.parametrize(
    ("offered", "words"),
    [
        (None, "output_attentions=True"),
        ((None, None), "output_attentions=True"),
        ((), "attn_implementation='eager'"),
        ([[]], "attn_implementation='eager'"),
        (np.zeros((0, 3, 3)), "is empty"),
        (np.ones(3) / 3, "expected (layers, heads, queries, keys)"),
        (np.ones((1, 1, 1, 1, 1, 1)), "expected (layers, heads, queries, keys)"),
        (1.0, "expected (layers, heads, queries, keys)"),
        ("words", "must be numbers"),
        (np.array([[1, None]], object), "must be numbers"),
        (np.eye(3, dtype=bool), "must be numbers"),
        (np.eye(3, dtype=complex), "must be numbers"),
        ({"attention": 1}, "must be numbers"),
        ([weights(3, 5, 5), weights(2, 5, 5)], "different shapes, (2, 5, 5) and (3, 5, 5)"),
        ([[1.0], [0.5, 0.5]], "different shapes"),
        ([[[[[[[[1.0]]]]]]]], "nested too deeply"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_no_attention(offered, words):
    assert words in refusal(offered, ["a", "b", "c"])


@pytest.mark.parametrize("tokens", ["abcde", 5, [1, 2, 3, 4, 5], np.arange(5), np.array([["a"] * 5]), [None] * 5])
def test_no_labels(tokens):
    assert "tokens must be" in refusal(weights(5, 5), tokens)


def test_more_tokens_than_the_board_has():
    assert from_arrays(np.eye(64), ["a"] * 64).attention.shape == (1, 1, 64, 64)
    assert "65 tokens: at most 64" in refusal(np.eye(65), ["a"] * 65)


# --- files ------------------------------------------------------------------------------------------------------------


def saved(path: Path, **arrays: Any) -> Path:
    np.savez(path, **arrays)
    return path


def file_refusal(path: Path) -> str:
    with pytest.raises(AttentionError) as caught:
        read_attention(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    return message


def test_a_file(tmp_path):
    found = read_attention(saved(tmp_path / "mine.npz", attention=weights(2, 3, 5, 5), tokens=TOKENS))
    assert found.given.source == "mine.npz"
    assert found.given.queries.tokens == tuple(TOKENS)
    np.testing.assert_allclose(found.attention, weights(2, 3, 5, 5), atol=1e-6)


def test_a_compressed_file_with_cross_attention(tmp_path):
    path = tmp_path / "cross.npz"
    np.savez_compressed(path, attention=weights(2, 5), tokens=np.array([b"la", b"chien"]), key_tokens=TOKENS)
    found = read_attention(str(path))
    assert found.given.queries.tokens == ("la", "chien")
    assert found.given.keys.tokens == tuple(TOKENS)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"tokens": TOKENS}, "the array 'attention' is missing"),
        ({"attention": weights(5, 5)}, "the array 'tokens' is missing"),
        ({"attention": weights(5, 5), "tokens": TOKENS, "notes": [1]}, "unknown array 'notes'"),
        ({"attentions": weights(5, 5), "tokens": TOKENS}, "unknown array 'attentions' (did you mean 'attention'?)"),
        ({"attention": np.array([1, None], object), "tokens": TOKENS}, "pickled Python objects"),
        ({"attention": weights(5, 5), "tokens": np.array(TOKENS, object)}, "pickled Python objects"),
        ({"attention": weights(5, 5), "tokens": np.arange(5)}, "tokens must be a list of texts, not int64"),
        ({"attention": weights(4, 4), "tokens": TOKENS}, "do not label"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_file_that_is_refused(tmp_path, arrays, words):
    assert words in file_refusal(saved(tmp_path / "bad.npz", **arrays))


def test_no_such_file_and_a_folder(tmp_path):
    assert "there is no such file" in file_refusal(tmp_path / "none.npz")
    assert "this is a folder" in file_refusal(tmp_path)


def test_pickles_are_never_opened(tmp_path):
    path = tmp_path / "a.npz"
    path.write_bytes(pickle.dumps(weights(2, 2)))
    assert "pickled Python objects" in file_refusal(path)
    with zipfile.ZipFile(path, "w") as archive:  # what torch.save writes
        archive.writestr("archive/data.pkl", pickle.dumps(1))
    assert "pickled Python objects" in file_refusal(path)


def test_one_array_without_tokens(tmp_path):
    np.save(tmp_path / "a.npy", weights(2, 2))
    assert "one array without its tokens" in file_refusal(tmp_path / "a.npy")


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 and then nothing"])
def test_no_archive(tmp_path, content):
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    assert "no .npz file, or it is damaged" in file_refusal(path)


def test_damage_anywhere_is_a_message(tmp_path):
    path = tmp_path / "bad.npz"
    np.savez_compressed(path, attention=weights(2, 3, 5, 5), tokens=TOKENS)
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with contextlib.suppress(AttentionError):  # any other error fails the test
            read_attention(path)
    path.write_bytes(whole[: len(whole) // 2])
    assert "damaged" in file_refusal(path)


def test_a_member_that_promises_too_much(tmp_path):
    path = tmp_path / "huge.npz"
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<f4", "fortran_order": False, "shape": (1 << 45,)})
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("attention.npy", header.getvalue())
        archive.writestr("tokens.npy", header.getvalue())
    file_refusal(path)


def test_a_file_too_large_to_be_attention(tmp_path, monkeypatch):
    monkeypatch.setattr("attnviz.core.outside._MOST_BYTES", 100)
    assert "attention over 64 tokens is smaller" in file_refusal(
        saved(tmp_path / "a.npz", attention=weights(5, 5), tokens=TOKENS)
    )


def test_a_number_too_large_for_a_float_is_refused():
    assert "too large" in refusal([[10**400]], ["a"])
