import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from attnviz.core.given import (
    SPECIAL,
    Given,
    Side,
    hide_keys,
    join_words,
    log_weights,
    rank_all,
    side_of_text,
    view,
)
from attnviz.core.softmax import softmax
from attnviz.core.tokens import tokenize

CASES = json.loads((Path(__file__).parent.parent / "data" / "engine.json").read_text("utf-8"))
PIECES = ("[CLS]", "the", "play", "##ing", "dog", "[SEP]")
SIDE = Side(PIECES, ("[CLS]", "The", "playing", "dog", "[SEP]"), (0, 1, 2, 2, 3, 4), (-1, 0, 1, 2, -1))


def made(side=SIDE, layers=2, heads=3, seed=0, size=2.0) -> Given:
    n = len(side.tokens)
    scores = size * np.random.default_rng(seed).standard_normal((layers, heads, n, n))
    return Given("test", side, side, scores.astype(np.float32))


def test_weights_are_the_softmax_of_the_scores():
    found = made()
    np.testing.assert_array_equal(found.weights, softmax(found.scores))
    assert (found.layers, found.heads) == (2, 3)
    assert found.has_special
    assert found.has_pieces
    assert not found.crosses
    assert SIDE.special == (True, False, False, False, False, True)
    with pytest.raises(ValueError, match="read-only"):
        found.weights[0, 0, 0, 0] = 1


@pytest.mark.parametrize(
    ("word", "places"),
    [((0, 1), (0,)), ((0, 2), (0, 1)), ((1, 1), (0, 1)), ((0, 0), (0, 1)), ((1, 0), (0, 1)), ((0,), (0, 1))],
)
def test_sides_must_fit_themselves(word, places):
    with pytest.raises(ValueError, match="word"):
        Side(("a", "b"), ("A", "B"), word, places)


# --- hiding -----------------------------------------------------------------------------------------------------------


def test_hiding_the_winner_renormalises_the_rest():
    case = next(case for case in CASES["softmax"] if case["name"].startswith("hiding the winner"))
    scores = np.array([9.0 if score is None else score for score in case["scores"]])
    hidden = np.array([score is None for score in case["scores"]])
    weights = hide_keys(scores[None], hidden)[0]
    np.testing.assert_allclose(weights, case["weights"], atol=5e-5)
    assert (weights[hidden] == 0).all()


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_hiding_a_winner_that_had_everything_is_stable(kind):
    scores = np.array([[300.0, 1, 0, -1]], kind)
    assert softmax(scores)[0, 1] < 1e-37  # what is left in the weights is rounding, or nothing
    weights = hide_keys(scores, np.array([True, False, False, False]))
    np.testing.assert_allclose(weights, [[0, 0.6652, 0.2447, 0.0900]], atol=5e-5)
    assert weights.dtype == kind


def test_hiding_from_weights_alone_is_exact_as_long_as_they_are():
    weights = np.array([[1 - 3e-30, 2e-30, 1e-30]], np.float32)
    np.testing.assert_allclose(
        hide_keys(log_weights(weights), np.array([True, False, False])), [[0, 2 / 3, 1 / 3]], rtol=1e-4
    )


def test_hiding_everything_leaves_zeros():
    assert (hide_keys(np.ones((2, 3)), np.ones(3, np.bool_)) == 0).all()


def test_special_tokens_hide_on_both_sides():
    found = made()
    shown = view(found, hide_special=True, join=False)
    assert shown.queries == shown.keys == PIECES[1:-1]
    rest = found.weights[:, :, 1:-1, 1:-1]
    np.testing.assert_allclose(shown.weights, rest / rest.sum(axis=-1, keepdims=True), atol=1e-6)
    assert shown.query_places == (0, 1, 1, 2)


def test_nothing_is_hidden_when_nothing_would_be_left():
    side = Side(("[CLS]", "[SEP]"), ("[CLS]", "[SEP]"), (0, 1), (SPECIAL, SPECIAL))
    shown = view(made(side), hide_special=True)
    assert shown.queries == ("[CLS]", "[SEP]")


def test_a_view_is_made_once():
    found = made()
    assert view(found, hide_special=True) is view(found, hide_special=True)


# --- words ------------------------------------------------------------------------------------------------------------


def test_to_a_word_is_the_sum_and_from_a_word_the_mean():
    weights = np.array([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.3, 0.2, 0.5]])
    np.testing.assert_allclose(join_words(weights, (0, 1, 1), (0, 1, 1)), [[0.5, 0.5], [0.2, 0.8]])
    np.testing.assert_allclose(join_words(weights, (0, 0, 1), (0, 1, 2)), [[0.3, 0.4, 0.3], [0.3, 0.2, 0.5]])
    assert join_words(weights, (0, 1, 2), (0, 1, 2)) is weights


def test_a_view_in_words():
    shown = view(made())
    assert shown.queries == SIDE.words
    assert shown.weights.shape == (2, 3, 5, 5)
    w = made().weights[1, 2]
    assert shown.weights[1, 2, 2, 2] == pytest.approx(w[2:4, 2:4].sum() / 2)
    assert shown.key_places == (SPECIAL, 0, 1, 2, SPECIAL)


@examples(st.data(), st.booleans())
def test_rows_still_sum_to_one(data, hide):
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=6))
    word = tuple(w for w, size in enumerate(sizes) for _ in range(size))
    places = tuple(data.draw(st.sampled_from([SPECIAL, w])) for w in range(len(sizes)))
    side = Side(tuple("abcdefghijklmnopqrstuvwxyz"[: len(word)]), tuple("ABCDEF"[: len(sizes)]), word, places)
    shown = view(made(side, 1, 2, seed=len(word), size=30.0), hide_special=hide)
    np.testing.assert_allclose(shown.weights.sum(axis=-1), 1, atol=1e-6)
    assert shown.weights.shape[2:] == (len(shown.queries), len(shown.keys))
    assert len(shown.query_places) == len(shown.queries)
    if hide and set(places) != {SPECIAL}:
        assert SPECIAL not in shown.query_places


# --- ranking ----------------------------------------------------------------------------------------------------------


def test_heads_of_all_layers_are_ranked():
    attention = np.zeros((2, 2, 1, 3))
    attention[..., 0] = [[[0.2], [0.6]], [[0.9], [0.4]]]
    attention[..., 1] = 1 - attention[..., 0]
    ranked = rank_all(attention, 0, 0)
    assert [(one.layer, one.head) for one in ranked] == [(1, 0), (0, 1), (1, 1), (0, 0)]
    assert [one.is_largest for one in ranked] == [True, True, False, False]
    assert ranked[0].weight == pytest.approx(0.9)
    with pytest.raises(IndexError):
        rank_all(attention, 1, 0)


# --- words from a text ------------------------------------------------------------------------------------------------


def side(text: str, *pieces: tuple[str, int, int]) -> Side:
    names = ["[CLS]", *(name for name, _, _ in pieces), "[SEP]"]
    spans = [(0, 0), *((start, end) for _, start, end in pieces), (0, 0)]
    return side_of_text(text, names, spans, [True, *[False] * len(pieces), True])


def test_pieces_join_into_the_tokens_of_the_board():
    text = "They didn't play."
    found = side(
        text,
        ("they", 0, 4),
        ("didn", 5, 9),
        ("'", 9, 10),
        ("t", 10, 11),
        ("pl", 12, 14),
        ("##ay", 14, 16),
        (".", 16, 17),
    )
    assert found.words == ("[CLS]", *tokenize(text), "[SEP]")
    assert found.word == (0, 1, 2, 2, 2, 3, 3, 4, 5)
    assert found.places == (SPECIAL, 0, 1, 2, 3, SPECIAL)


def test_a_piece_over_several_tokens_makes_them_one_word():
    found = side("so hello👋!", ("so", 0, 2), ("[UNK]", 3, 9), ("!", 9, 10))
    assert found.words == ("[CLS]", "so", "hello👋", "!", "[SEP]")
    assert found.places == (SPECIAL, 0, 1, 3, SPECIAL)


def test_repeated_words_stay_apart():
    found = side("the the", ("the", 0, 3), ("the", 4, 7))
    assert found.words == ("[CLS]", "the", "the", "[SEP]")
    assert found.places == (SPECIAL, 0, 1, SPECIAL)


def test_a_token_without_a_piece_has_no_word():
    assert side("a ☃ b", ("a", 0, 1), ("b", 4, 5)).places == (SPECIAL, 0, 2, SPECIAL)


def test_a_piece_without_a_token_goes_with_the_word_before():
    found = side("a\u200b b", ("a", 0, 1), ("?", 1, 2), ("b", 3, 4))
    assert found.word == (0, 1, 1, 2, 3)
    assert found.words[1] == "a"


def test_pieces_that_share_a_token_after_one_over_several():
    found = side("ab cd", ("ab c", 0, 4), ("d", 4, 5))
    assert found.words == ("[CLS]", "ab cd", "[SEP]")


@examples(st.text(max_size=30))
def test_any_text_cut_into_characters_joins_into_its_tokens(text):
    pieces = [(sign, i, i + 1) for i, sign in enumerate(text) if not sign.isspace()]
    found = side(text, *pieces)
    kept = tuple(word for word, place in zip(found.words, found.places, strict=True) if place != SPECIAL)
    assert kept == tokenize(text)
    assert len(found.word) == len(pieces) + 2
    assert np.diff(found.word).min() >= 0
