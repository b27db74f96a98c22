import numpy as np
import pytest

from attnviz.core.jobs import Job, share_jobs, target, target_scores
from attnviz.core.softmax import softmax
from attnviz.core.tokens import tokenize

TOKENS = tokenize("The cat saw the dog")


def asked(job: Job) -> set[tuple[int, int]]:
    return {(int(i), int(j)) for i, j in np.argwhere(target(TOKENS, job))}


def test_pairs_match_every_occurrence_and_any_capitals():
    assert asked(Job("article", (("THE", "dog"), ("cat", "saw")))) == {(0, 4), (3, 4), (1, 2)}
    assert asked(Job("absent", (("fish", "dog"),))) == set()


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [
        ("previous", {(1, 0), (2, 1), (3, 2), (4, 3)}),
        ("next", {(0, 1), (1, 2), (2, 3), (3, 4)}),
        ("first", {(i, 0) for i in range(5)}),
        ("same", {(i, i) for i in range(5)} | {(0, 3), (3, 0)}),
        ("", set()),
    ],
)
def test_rules(rule, wanted):
    assert asked(Job("x", rule=rule)) == wanted


def test_a_job_may_have_pairs_and_a_rule():
    assert asked(Job("x", (("dog", "cat"),), "next")) == asked(Job("x", rule="next")) | {(4, 1)}


def test_an_unknown_rule_is_refused_with_the_choices():
    with pytest.raises(ValueError, match="job 'x': unknown rule 'nxt'; choose previous, next, same, first"):
        Job("x", rule="nxt")


@pytest.mark.parametrize("n", [2, 3, 10, 64])
def test_one_wish_gets_its_share_whatever_the_length(n):
    weights = softmax(target_scores(np.eye(n, dtype=bool)))
    np.testing.assert_allclose(np.diag(weights), 0.85)


def test_two_wishes_share_and_none_is_even():
    asks = np.zeros((10, 10), bool)
    asks[0, [2, 5]] = True
    weights = softmax(target_scores(asks))
    assert weights[0, 2] == weights[0, 5] == pytest.approx(51 / 110)  # 51 is .85·9/.15, against 1 for each of 8 others
    np.testing.assert_allclose(weights[1], 0.1)
    assert target_scores(np.ones((1, 1), bool)).tolist() == [[1.0]]


def test_job_i_goes_to_head_i_mod_h():
    jobs = tuple(Job(name) for name in "abcde")
    names = [[job.name for job in mine] for mine in share_jobs(jobs, 2)]
    assert names == [["a", "c", "e"], ["b", "d"]]
    assert [len(mine) for mine in share_jobs(jobs, 8)] == [1, 1, 1, 1, 1, 0, 0, 0]
