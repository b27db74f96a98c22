import numpy as np
import pytest

from attnviz.core.blocks import random_block, small_embeddings
from attnviz.core.limits import SENTENCE, STEP_HEADS
from attnviz.core.tokens import tokenize

TOKENS = tokenize(SENTENCE)[:6]


def has_two_decimals(values: np.ndarray) -> bool:
    return bool(np.array_equal(values, np.round(values, 2)) and not (np.signbit(values) & (values == 0)).any())


@pytest.mark.parametrize("heads", STEP_HEADS)
def test_every_literal_entry_has_two_decimals(heads):
    block = random_block(11, heads=heads)
    assert block.w_q.shape == (heads, 8, 8 // heads)
    for w in (block.w_q, block.w_k, block.w_v, block.w_o):
        assert has_two_decimals(w)
        assert np.abs(w).max() <= 1


@pytest.mark.parametrize("heads", STEP_HEADS)
@pytest.mark.parametrize("seed", [0, 1, 11])
def test_scores_have_a_readable_size(heads, seed):
    scores = np.abs(random_block(seed, heads=heads).run(small_embeddings(TOKENS)).scores)
    assert 0.5 < np.median(scores) < 4
    assert scores.max() < 9


def test_more_heads_cut_the_same_wide_matrices():
    one, four = random_block(3, heads=1), random_block(3, heads=4)
    np.testing.assert_array_equal(np.concatenate(list(four.w_q), axis=1), one.w_q[0])
    np.testing.assert_array_equal(four.w_o, one.w_o)


def test_small_vectors_depend_on_word_and_place():
    x = small_embeddings(("dog", "dog", "cat"))
    assert x.shape == (3, 8)
    assert has_two_decimals(x)
    assert np.abs(x[0] - x[1]).max() > 0.1
    assert np.abs(x[1:] - small_embeddings(("dog", "dog", "dog"))[1:]).max() > 0.1
    np.testing.assert_array_equal(small_embeddings(("dog",))[0], x[0])
    assert small_embeddings(()).shape == (0, 8)


def test_the_seed_decides_the_weights():
    np.testing.assert_array_equal(random_block(5).w_v, random_block(5).w_v)
    assert np.abs(random_block(5).w_v - random_block(6).w_v).max() > 0.1


def test_heads_that_cannot_share_the_width_are_refused():
    with pytest.raises(ValueError, match="8 does not divide by 3"):
        random_block(1, heads=3)
