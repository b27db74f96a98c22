import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import heads as module
from attnviz.core.heads import (
    HeadSet,
    attend,
    combine,
    hand_built,
    mix_crop,
    projection_crop,
    random_heads,
    rank_heads,
)
from attnviz.core.jobs import Job
from attnviz.core.limits import HEADS, SENTENCE
from attnviz.core.tokens import tokenize

TOKENS = tokenize(SENTENCE)
JOBS = (
    Job("pronoun", (("it", "dog"),)),
    Job("object", (("ate", "food"),)),
    Job("cause", (("because", "hungry"),)),
    Job("previous word", rule="previous"),
    Job("next word", rule="next"),
    Job("same word", rule="same"),
    Job("first word", rule="first"),
)
IT, DOG, ATE, FOOD = 6, 1, 2, 4


def built(tokens=TOKENS, jobs=JOBS, heads=8, key_width=64, seed=11) -> HeadSet:
    return hand_built(tokens, jobs, heads, key_width, seed)


def test_each_head_does_its_job():
    weights = attend(built()).weights
    assert weights[0, IT, DOG] == pytest.approx(0.85)
    assert weights[1, ATE, FOOD] == pytest.approx(0.85)
    np.testing.assert_allclose(np.diag(weights[3], -1), 0.85)
    np.testing.assert_allclose(np.diag(weights[4], 1), 0.85)
    np.testing.assert_allclose(weights[6, :, 0], 0.85)
    np.testing.assert_allclose(weights[0, ATE], 0.1)  # a row without a wish is even


def test_heads_are_named_after_their_jobs():
    heads = built()
    assert heads.labels == (*(job.name for job in JOBS), "untrained")
    assert heads.jobs[0] == ("pronoun",)
    assert heads.jobs[7] == ()
    assert heads.found == (True,) * 7 + (False,)
    assert (heads.n_heads, heads.key_width, heads.model_width, heads.source) == (8, 64, 512, "hand-built")


def test_a_job_without_its_words_is_known_and_even():
    heads = built(tokenize("Cats sleep all day"))
    assert heads.found[0] is False
    np.testing.assert_allclose(attend(heads).weights[0], 0.25, atol=1e-12)


def test_fewer_heads_than_jobs_blur():
    heads = built(heads=1, key_width=512)
    assert heads.labels == (" + ".join(job.name for job in JOBS),)
    row = attend(heads).weights[0, IT]
    assert row[DOG] < 0.25  # pronoun, previous, next, same and first word share the row
    assert row[DOG] == pytest.approx(row[0])
    assert row[DOG] == pytest.approx(row.max())


@pytest.mark.parametrize("key_width", [1, 2, 4, 8])
def test_a_narrow_key_carries_only_so_many_words(key_width):
    asked = np.diag(attend(built(key_width=key_width)).weights[3], -1)  # previous word: rank 9
    scores = attend(built(key_width=key_width)).scores[3]
    assert np.linalg.matrix_rank(scores, tol=1e-9) <= key_width
    assert (asked < 0.6).any()


def test_a_wide_key_carries_every_word():
    assert np.diag(attend(built(key_width=9)).weights[3], -1) == pytest.approx(0.85)


def test_truncation_is_the_best_there_is():
    wide = attend(built(heads=1, key_width=64)).divided[0]
    sizes = np.linalg.svd(wide, compute_uv=False)
    for key_width in (10, 12):  # as many components of x as tokens, so that nothing else is lost
        narrow = attend(built(heads=1, key_width=key_width)).divided[0]
        left = np.linalg.norm(wide - narrow)
        assert left == pytest.approx(np.linalg.norm(sizes[key_width:]), abs=1e-9)


def test_without_the_division_the_job_is_done_too_sharply():
    assert attend(built(), exponent=0).weights[0, IT, DOG] > 0.999
    assert attend(built(), exponent=1).weights[0, IT, DOG] < 0.2


@settings(max_examples=15)
@given(st.sampled_from(HEADS), st.sampled_from([1, 2, 7, 32]), st.sampled_from(["hand-built", "random"]))
def test_queries_are_x_times_real_projections(heads, key_width, source):
    made = (
        built(heads=heads, key_width=key_width) if source == "hand-built" else random_heads(TOKENS, heads, key_width, 3)
    )
    for head in {0, heads - 1}:
        for role in ("q", "k", "v"):
            w = projection_crop(made, role, head, made.model_width, key_width)
            assert w.shape == (made.model_width, key_width)
            np.testing.assert_allclose(made.x @ w, getattr(made, role)[head], atol=1e-6)


def test_crops_are_the_corner_of_the_whole():
    made = built()
    whole = projection_crop(made, "q", 3, 512, 64)
    np.testing.assert_allclose(projection_crop(made, "q", 3, 6, 5), whole[:6, :5])
    np.testing.assert_array_equal(projection_crop(made, "v", 1, 70, 4)[64:68], np.eye(4))
    assert mix_crop(built(heads=1, key_width=2)).shape == (2, 2)


def test_the_mix_is_a_reflection_of_all_heads_together():
    made = built(heads=4, key_width=8)
    w_o = mix_crop(made, 32, 32)
    np.testing.assert_allclose(w_o @ w_o.T, np.eye(32), atol=1e-12)
    assert (np.abs(w_o) > 0).all()
    concat, output = combine(made, attend(made))
    np.testing.assert_allclose(output, concat @ w_o, atol=1e-12)
    assert concat.shape == (10, 32)


def test_values_are_each_heads_slice():
    made = built(heads=4, key_width=8)
    np.testing.assert_array_equal(made.v[2], made.x[:, 16:24])


def test_random_projections_have_the_distribution_of_x_times_normal_weights():
    tokens = TOKENS[:4]
    made = random_heads(tokens, 32, 64, 5)
    gram = np.mean([q @ q.T for q in made.q], axis=0) / 64
    np.testing.assert_allclose(gram, made.x @ made.x.T / made.model_width, atol=0.15)
    cross = np.mean([q @ k.T for q, k in zip(made.q, made.k, strict=True)], axis=0) / 64
    np.testing.assert_allclose(cross, 0, atol=0.15)


def test_a_wider_key_keeps_the_random_directions():
    narrow, wide = (random_heads(TOKENS, 2, key_width, 11) for key_width in (40, 64))
    roots = [module._gram(TOKENS, 2 * key_width).root for key_width in (40, 64)]
    directions = [np.linalg.solve(root, made.q[1]) for root, made in zip(roots, (narrow, wide), strict=True)]
    np.testing.assert_allclose(directions[0], directions[1][:, :40], atol=1e-6)


def test_the_seed_decides_random_heads_and_nothing_else_does():
    np.testing.assert_array_equal(random_heads(TOKENS, 4, 16, 1).q, random_heads.__wrapped__(TOKENS, 4, 16, 1).q)
    assert np.abs(random_heads(TOKENS, 4, 16, 1).q - random_heads(TOKENS, 4, 16, 2).q).max() > 0.1
    assert random_heads(TOKENS, 4, 16, 1).labels == ("untrained",) * 4


def test_another_word_moves_the_numbers():  # scenario 10
    cat = tokenize(SENTENCE.replace("dog", "cat"))
    before, after = (attend(random_heads(tokens, 2, 16, 1)).weights for tokens in (TOKENS, cat))
    assert np.abs(before - after).max() > 0.01
    before, after = (attend(built(tokens)).weights[0, IT, DOG] for tokens in (TOKENS, cat))
    assert (before, after) == (pytest.approx(0.85), pytest.approx(0.1))


@pytest.mark.parametrize("source", ["hand-built", "random"])
@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("key_width", [1, 64])
@pytest.mark.parametrize("text", [".", SENTENCE, "the " * 64])
def test_corners(source, causal, key_width, text):
    tokens = tokenize(text)
    for heads in (1, 32):
        made = (
            built(tokens, heads=heads, key_width=key_width)
            if source == "hand-built"
            else random_heads(tokens, heads, key_width, 0)
        )
        found = attend(made, causal=causal)
        assert np.isfinite(found.weights).all()
        np.testing.assert_allclose(found.weights.sum(axis=-1), 1, atol=1e-6)
        if causal:
            assert (found.weights[:, ~np.tri(len(tokens), dtype=bool)] == 0).all()
        if len(tokens) == 1:
            assert (found.weights == 1).all()


def test_the_widest_block_is_built():
    made = random_heads(TOKENS, 32, 1024, 0)
    assert made.model_width == 32768
    np.testing.assert_allclose(attend(made).weights.sum(axis=-1), 1, atol=1e-6)


def test_when_the_model_is_narrower_than_the_sentence_the_projection_loses():
    made = built(heads=1, key_width=4)
    ideal = target_rank_four()
    assert np.linalg.matrix_rank(made.q[0], tol=1e-9) <= 4
    assert np.abs(attend(made).divided[0] - ideal).max() > 0.1


def target_rank_four() -> np.ndarray:
    wide = attend(built(heads=1, key_width=64)).divided[0]
    u, sizes, vt = np.linalg.svd(wide)
    best: np.ndarray = (u[:, :4] * sizes[:4]) @ vt[:4]
    return best


def test_ranking_finds_the_head():
    ranked = rank_heads(attend(built()).weights, IT, DOG)
    assert (ranked[0].head, ranked[0].is_largest) == (0, True)
    assert [r.weight for r in ranked] == sorted((r.weight for r in ranked), reverse=True)
    assert sorted(r.head for r in ranked) == list(range(8))


def test_a_tie_has_no_largest_and_a_lone_token_has():
    assert not rank_heads(np.full((1, 3, 3), 1 / 3), 0, 1)[0].is_largest
    assert rank_heads(np.ones((2, 1, 1)), 0, 0) == [(0, 1.0, True), (1, 1.0, True)]


def test_arrays_cannot_be_written_to():
    made = built()
    for array in (made.x, made.q, made.k, made.v, made.mix, *combine(made, attend(made))):
        assert not array.flags.writeable


@pytest.mark.parametrize(
    ("tokens", "heads", "key_width", "message"),
    [
        ((), 1, 1, "at least one token"),
        (("a",), 0, 1, "0 heads"),
        (("a",), 1, 0, "key width 0"),
        (("a",) * 65, 1, 1, "65 tokens"),
    ],
)
def test_refusals(tokens, heads, key_width, message):
    with pytest.raises(ValueError, match=message):
        random_heads(tokens, heads, key_width, 0)
    with pytest.raises(ValueError, match=message):
        hand_built(tokens, JOBS, heads, key_width, 0)
