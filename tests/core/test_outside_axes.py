"""Which axis of opened attention is which."""

import numpy as np
import pytest

from attnviz.core.outside import from_arrays, read_attention
from tests.core.test_outside import TOKENS, file_refusal, refusal, saved, weights


def test_four_axes_are_layers_unless_they_are_named():
    found = from_arrays(weights(6, 3, 5, 5), TOKENS)
    assert found.read_as == "read as 6 layers × 3 heads"
    assert refusal(weights(6, 3, 5, 5), TOKENS, axes=("batch", "heads", "queries", "keys")) == (
        "it holds a batch of 6 sentences; choose one, such as a[:1] of each layer"
    )


@pytest.mark.parametrize(
    ("axes", "shape", "read"),
    [
        (("batch", "heads", "queries", "keys"), (1, 3, 5, 5), "1 layer × 3 heads"),
        (("batch", "queries", "keys"), (1, 5, 5), "1 layer × 1 head"),
        (("layers", "queries", "keys"), (4, 5, 5), "4 layers × 1 head"),
        (("batch", "layers", "heads", "queries", "keys"), (1, 4, 3, 5, 5), "4 layers × 3 heads"),
        (("heads", "layers", "queries", "keys"), (3, 4, 5, 5), "4 layers × 3 heads"),
    ],
)
def test_axes_that_are_named(axes, shape, read):
    offered = weights(*shape)
    found = from_arrays(offered, TOKENS, axes=axes)
    assert found.read_as == f"read as {read}"
    last = tuple(size - 1 for size in shape[:-2])
    np.testing.assert_allclose(found.attention[-1, -1], offered[last], atol=1e-6)


def test_queries_and_keys_can_be_the_other_way_round():
    offered = weights(3, 5, 5)
    found = from_arrays(offered.swapaxes(1, 2), TOKENS, axes=("heads", "keys", "queries"))
    np.testing.assert_allclose(found.attention[0], offered, atol=1e-6)


@pytest.mark.parametrize(
    ("axes", "words"),
    [
        (("heads", "queries"), "name queries and keys"),
        (("tokens", "queries", "keys"), "axes tokens, queries, keys"),
        (("heads", "heads", "queries", "keys"), "name queries and keys"),
        (("layers", "heads", "queries", "keys"), "axes name 4 axes"),
    ],
)
def test_names_of_axes_that_do_not_fit(axes, words):
    assert words in refusal(weights(3, 5, 5), TOKENS, axes=axes)


def test_a_file_can_name_its_axes(tmp_path):
    axes = ["batch", "heads", "queries", "keys"]
    path = saved(tmp_path / "a.npz", attention=weights(2, 3, 5, 5), tokens=TOKENS, axes=axes)
    assert "a batch of 2 sentences" in file_refusal(path)
    path = saved(tmp_path / "a.npz", attention=weights(1, 3, 5, 5), tokens=TOKENS, axes=axes)
    assert read_attention(path).read_as == "read as 1 layer × 3 heads"


def test_more_layers_or_heads_than_can_be_selected():
    eye = np.ones((257, 1, 1))
    assert "has 257 heads in a layer: at most 256" in refusal(eye, ["a"])
    assert "has 257 layers: at most 256" in refusal(eye[:, None], ["a"])
    assert from_arrays(eye[:256], ["a"]).given.heads == 256
