"""How much of a job a narrow key still carries."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.heads import attend, hand_built
from attnviz.core.jobs import Job, target
from attnviz.core.kept import kept_jobs, percent
from attnviz.core.tokens import tokenize

TOKENS = tokenize("A dog ate the food because it was hungry.")
PRONOUN, BACK, OWN = Job("pronoun", (("it", "dog"),)), Job("back", rule="previous"), Job("own", rule="same")


def kept(jobs, heads, key_width, **how):
    weights = attend(hand_built(TOKENS, jobs, heads, key_width, 11), **how).weights
    return kept_jobs(TOKENS, jobs, weights, key_width, **how)


def test_a_wide_key_keeps_everything_and_a_narrow_one_does_not():
    pronoun, back = kept((PRONOUN, BACK), 2, 16)
    assert (pronoun.share, back.share) == (pytest.approx(1), pytest.approx(1))
    assert (pronoun.needs, back.needs) == (1, 9)
    pronoun, back = kept((PRONOUN, BACK), 2, 5)
    assert pronoun.share == pytest.approx(1)
    assert 0.2 < back.share < 0.9


def test_the_share_is_the_mean_over_the_rows_that_ask_counted_by_hand():
    weights = attend(hand_built(TOKENS, (BACK,), 1, 4, 11)).weights[0]
    asks = target(TOKENS, BACK)
    rows = [min(float(weights[i] @ asks[i]) / 0.85, 1.0) for i in range(1, 10)]
    assert kept((BACK,), 1, 4)[0].share == pytest.approx(np.mean(rows), abs=1e-6)


def test_sharing_a_head_is_no_loss_at_full_rank():
    for one in kept((PRONOUN, BACK, OWN), 1, 32):
        assert one.share == pytest.approx(1)
        assert one.needs == 10


def test_a_job_about_other_words_has_no_share():
    assert kept((Job("other", (("cat", "mat"),)),), 1, 8)[0].share is None
    assert kept((Job("ahead", rule="next"),), 1, 16, causal=True)[0].share is None
    assert kept_jobs(TOKENS, (), np.zeros((1, 10, 10)), 8) == ()


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 12), st.sampled_from([1, 2, 4]), st.floats(0, 1), st.booleans())
def test_a_share_is_from_0_to_1(key_width, heads, exponent, causal):
    for one in kept((PRONOUN, BACK, OWN), heads, key_width, exponent=exponent, causal=causal):
        assert one.share is None or 0 <= one.share <= 1


@pytest.mark.parametrize(
    ("share", "words"),
    [(None, ""), (0.0, "0%"), (0.004, "less than 1%"), (0.514, "51%"), (0.9996, "99%"), (1.0, "100%")],
)
def test_a_share_in_words_is_neither_nothing_nor_everything_unless_it_is(share, words):
    assert percent(share) == words
