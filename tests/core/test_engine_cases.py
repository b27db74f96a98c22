"""Every case of tests/data/engine.json that the engine answers; later parts of the file belong to later work."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from attnviz.core.attention import causal_mask, divisor, scaled_dot_product_attention, split_heads
from attnviz.core.sharpness import sharpness
from attnviz.core.softmax import softmax, visible
from attnviz.core.state import key_width_of

CASES = json.loads((Path(__file__).parent.parent / "data" / "engine.json").read_text("utf-8"))
ATTENTION = {case["name"]: case for case in CASES["attention"]}


def test_every_section_is_read():
    later = {"recorded_minilm", "one_head_against_several"}
    assert set(CASES) - later == {"_about", "softmax", "attention", "heads", "saturation_10_keys"}
    assert len(ATTENTION) == len(CASES["attention"]) == 4


@pytest.mark.parametrize("case", CASES["softmax"], ids=lambda case: case["name"])
def test_softmax(case):
    kind = case.get("dtype", "float64")
    scores = np.array([-math.inf if score is None else score for score in case["scores"]], kind)
    weights = softmax(scores)
    np.testing.assert_allclose(weights, case["weights"], atol=5e-5)
    assert weights.dtype == kind
    assert (weights[scores == -np.inf] == 0).all()
    assert bool(visible(scores)) is case.get("visible", True)


def test_transpose_not_reshape():
    case = ATTENTION["transpose, not reshape"]
    by = 1.0 if not case["divide"] else divisor(2)
    found = scaled_dot_product_attention(case["q"], case["k"], case["v"], divisor=by)
    np.testing.assert_array_equal(found.scores, case["scores"])
    np.testing.assert_allclose(found.weights, case["weights"], atol=5e-5)
    np.testing.assert_allclose(found.outputs, case["weights"], atol=5e-5)  # the values are the identity


def test_divisor_is_the_root_of_the_per_head_width():
    case = ATTENTION["divisor is the root of the per-head width"]
    by = divisor(key_width_of(case["d_model"], case["heads"]))
    assert by == case["divisor"]
    assert all(abs(by - wrong) > 0.01 for wrong in case["not"])


def test_rows_are_queries():
    case = ATTENTION["rows are queries"]
    with np.errstate(divide="ignore"):
        wanted = np.log(np.array(case["weights"]))  # the softmax of log-weights is the weights; log 0 is a masked key
    q = np.where(np.isinf(wanted), 0, wanted)
    found = scaled_dot_product_attention(q, np.eye(3), np.eye(3), divisor=1, mask=wanted > -np.inf)
    assert found.weights[case["row"], case["col"]] == pytest.approx(case["shown"])
    np.testing.assert_allclose(found.weights, case["weights"], atol=1e-12)


def test_causal_row_sees_keys_up_to_itself():
    case = ATTENTION["causal: row i sees keys 0..i only"]
    mask = causal_mask(case["n"], case["n"])
    assert np.flatnonzero(mask[case["row"]]).tolist() == case["visible_keys"]


@pytest.mark.parametrize("case", CASES["heads"], ids=lambda case: f"{case['heads']} heads of {case['d_model']}")
def test_heads_share_the_model_width(case):
    x = np.zeros((3, case["d_model"]))
    if "refused" in case:
        with pytest.raises(ValueError, match=case["refused"]):
            split_heads(x, case["heads"])
    else:
        assert split_heads(x, case["heads"]).shape == (case["heads"], 3, case["key_width"])


@pytest.mark.parametrize("case", CASES["saturation_10_keys"], ids=lambda case: f"d_k {case['d_k']}")
def test_saturation(case):
    assert sharpness(11, case["d_k"], 10, 0.0).largest == pytest.approx(case["max_raw"], abs=0.01)
    assert sharpness(11, case["d_k"], 10, 0.5).largest == pytest.approx(case["max_divided"], abs=0.01)
