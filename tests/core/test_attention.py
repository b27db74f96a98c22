import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.core import attention as engine
from attnviz.core.attention import (
    MultiHeadAttention,
    apply_mask,
    causal_mask,
    divisor,
    length_mask,
    merge_heads,
    scaled_dot_product_attention,
    split_heads,
)
from tests.core import reference

SIZES = st.tuples(st.integers(1, 3), st.integers(1, 6), st.integers(1, 5))  # heads, tokens, key width


def block(heads: int, n: int, d_k: int, *, seed: int = 0) -> tuple[MultiHeadAttention, np.ndarray]:
    random = np.random.default_rng(seed)
    wide = heads * d_k
    w_q, w_k, w_v = random.standard_normal((3, heads, wide, d_k))
    return MultiHeadAttention(w_q, w_k, w_v, random.standard_normal((wide, wide))), random.standard_normal((n, wide))


@given(SIZES, st.booleans(), st.integers(0, 99))
def test_agreement_with_a_plain_float64_reference(sizes, causal, seed):
    heads, x = block(sizes[0], sizes[1], sizes[2], seed=seed)
    output = heads.run(x, causal=causal).output
    plain = reference.multi_head(
        x.tolist(), heads.w_q.tolist(), heads.w_k.tolist(), heads.w_v.tolist(), heads.w_o.tolist(), causal
    )
    assert np.abs(output - plain).max() <= 1e-6 * max(1e-12, np.abs(plain).max())


@given(SIZES, st.booleans(), st.floats(0, 1))
def test_every_step_follows_from_the_one_before(sizes, causal, exponent):
    heads, x = block(*sizes)
    t = heads.run(x, exponent=exponent, causal=causal)
    h, n, d_k = sizes
    assert t.divisor == pytest.approx(d_k**exponent)
    assert t.q.shape == t.k.shape == t.v.shape == t.heads.shape == (h, n, d_k)
    assert t.scores.shape == t.divided.shape == t.masked.shape == t.weights.shape == (h, n, n)
    for one in range(h):
        np.testing.assert_allclose(t.q[one], x @ t.w_q[one])
        np.testing.assert_allclose(t.scores[one], t.q[one] @ t.k[one].T)
        np.testing.assert_allclose(t.heads[one], t.weights[one] @ t.v[one])
        np.testing.assert_array_equal(t.concat[:, one * d_k : (one + 1) * d_k], t.heads[one])
    np.testing.assert_allclose(t.divided, t.scores / t.divisor)
    hidden = np.triu(np.ones((n, n), bool), 1) & causal
    np.testing.assert_array_equal(t.masked == -np.inf, np.broadcast_to(hidden, (h, n, n)))
    np.testing.assert_array_equal(t.masked[:, ~hidden], t.divided[:, ~hidden])
    assert (t.weights[:, hidden] == 0).all()
    np.testing.assert_allclose(t.weights.sum(axis=-1), 1, atol=1e-6)
    np.testing.assert_allclose(t.output, t.concat @ t.w_o)
    assert t.visible.shape == (h, n)
    assert t.visible.all()


@given(st.permutations(range(5)))
def test_permuting_the_tokens_permutes_everything(order):
    heads, x = block(2, 5, 3)
    plain, moved = heads.run(x), heads.run(x[order])
    np.testing.assert_allclose(moved.weights, plain.weights[:, order][:, :, order], atol=1e-12)
    np.testing.assert_allclose(moved.output, plain.output[order], atol=1e-12)


@given(arrays(np.bool_, (4, 6)))
def test_any_mask_hides_exactly_its_keys(mask):
    random = np.random.default_rng(3)
    q, k, v = random.standard_normal((2, 4, 3)), random.standard_normal((2, 6, 3)), random.standard_normal((2, 6, 2))
    found = scaled_dot_product_attention(q, k, v, divisor=2, mask=mask)
    assert (found.weights[:, ~mask] == 0).all()
    assert (found.masked[:, ~mask] == -np.inf).all()
    np.testing.assert_allclose(found.weights.sum(axis=-1), np.broadcast_to(mask.any(axis=1), (2, 4)), atol=1e-12)
    np.testing.assert_array_equal(found.visible, np.broadcast_to(mask.any(axis=1), (2, 4)))
    assert (found.outputs[:, ~mask.any(axis=1)] == 0).all()


def test_ragged_rows_attend_as_if_each_were_alone():
    random = np.random.default_rng(4)
    q, k, v = random.standard_normal((3, 3, 5, 4))  # three sentences padded to five tokens
    lengths = [5, 2, 0]
    together = scaled_dot_product_attention(q, k, v, divisor=2, mask=length_mask(lengths, 5)[:, None, :])
    for i, length in enumerate(lengths[:2]):
        alone = scaled_dot_product_attention(q[i], k[i, :length], v[i, :length], divisor=2)
        np.testing.assert_allclose(together.outputs[i], alone.outputs, atol=1e-12)
        assert (together.weights[i, :, length:] == 0).all()
    assert not together.visible[2].any()
    assert (together.outputs[2] == 0).all()


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("lead", [(), (3,), (2, 2)])
def test_blocks_of_rows_change_nothing(monkeypatch, causal, lead):
    random = np.random.default_rng(5)
    q, k, v = random.standard_normal((3, *lead, 11, 4))
    mask = causal_mask(11, 11) if causal else None
    whole = scaled_dot_product_attention(q, k, v, divisor=2, mask=mask)
    monkeypatch.setattr(engine, "WHOLE_SCORES", 1)
    monkeypatch.setattr(engine, "BLOCK_SCORES", 33)
    parts = scaled_dot_product_attention(q, k, v, divisor=2, mask=mask)
    for one in dataclasses.fields(whole):
        np.testing.assert_allclose(getattr(parts, one.name), getattr(whole, one.name), atol=1e-14)


def test_float32_stays_and_whole_numbers_become_float64():
    heads, x = block(2, 3, 4)
    narrow = MultiHeadAttention(*(w.astype(np.float32) for w in (heads.w_q, heads.w_k, heads.w_v, heads.w_o)))
    trace = narrow.run(x.astype(np.float32))
    kinds = {value.dtype for value in vars_of(trace).values() if value.dtype != bool}
    assert kinds == {np.dtype(np.float32)}
    np.testing.assert_allclose(trace.output, heads.run(x).output, rtol=1e-4, atol=1e-4)
    whole = scaled_dot_product_attention([[1, 0]], [[1, 2]], [[3, 4]], divisor=1)
    assert whole.weights.dtype == whole.outputs.dtype == np.float64


def vars_of(trace: engine.Trace) -> dict[str, np.ndarray]:
    return {f.name: getattr(trace, f.name) for f in dataclasses.fields(trace) if f.name != "divisor"}


def test_no_step_can_be_written_to_and_the_input_is_copied():
    heads, x = block(2, 3, 4)
    trace = heads.run(x)
    for name, value in vars_of(trace).items():
        assert not value.flags.writeable, name
    x[:] = 0
    assert trace.x.any()


@pytest.mark.parametrize(
    ("key_width", "exponent", "by"), [(64, 0.5, 8), (64, 0, 1), (64, 1, 64), (1, 0.5, 1), (4, 0.5, 2), (1024, 0.5, 32)]
)
def test_divisor(key_width, exponent, by):
    assert divisor(key_width, exponent) == by


def test_variance_of_dots_is_the_key_width_raw_and_one_divided():
    random = np.random.default_rng(6)
    for d_k in (4, 64, 256):
        q, k = random.standard_normal((2, 400, d_k))
        found = scaled_dot_product_attention(q, k, k, divisor=divisor(d_k))
        assert found.scores.var() == pytest.approx(d_k, rel=0.05)
        assert found.divided.var() == pytest.approx(1, rel=0.05)


def test_causal_mask_is_the_lower_triangle_and_ends_on_the_last_key():
    np.testing.assert_array_equal(causal_mask(4, 4), np.tril(np.ones((4, 4), bool)))
    assert causal_mask(1, 4).tolist() == [[True] * 4]


def test_masks_are_booleans_that_fit():
    with pytest.raises(TypeError, match="mask: expected True"):
        apply_mask([[0.0, 1.0]], [[0, 1]])
    with pytest.raises(ValueError, match=r"mask of shape \(3,\) does not fit scores of shape \(1, 2\)"):
        apply_mask([[0.0, 1.0]], [True, True, False])
    with pytest.raises(ValueError, match="lengths: each must be between 0 and 3"):
        length_mask([4], 3)
    np.testing.assert_array_equal(apply_mask(np.array([[1, 2]], np.float32), [True, False]), [[1, -np.inf]])


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_split_and_merge_are_inverses(heads, n, d_k):
    x = np.arange(2.0 * n * heads * d_k).reshape(2, n, heads * d_k)
    apart = split_heads(x, heads)
    assert apart.shape == (2, heads, n, d_k)
    np.testing.assert_array_equal(merge_heads(apart), x)
    np.testing.assert_array_equal(apart[:, heads - 1], x[..., -d_k:])


@pytest.mark.parametrize(
    ("q", "k", "v", "divided", "message"),
    [
        ((2, 3), (4, 5), (4, 5), 1, r"q \(2, 3\), k \(4, 5\), v \(4, 5\): queries and keys need the same width"),
        ((2, 3), (4, 3), (5, 3), 1, "one value for each key"),
        ((3,), (4, 3), (4, 3), 1, r"expected \(\.\.\., tokens, width\)"),
        ((2, 3), (4, 3), (4, 3), 0, "divisor 0: must be above 0"),
        ((2, 3), (4, 3), (4, 3), math.nan, "divisor nan"),
    ],
)
def test_shapes_that_do_not_fit_are_named(q, k, v, divided, message):
    with pytest.raises(ValueError, match=message):
        scaled_dot_product_attention(np.ones(q), np.ones(k), np.ones(v), divisor=divided)


def test_a_block_refuses_weights_that_do_not_fit():
    w = np.ones((2, 6, 3))
    with pytest.raises(ValueError, match=r"w_o .*: expected 6 rows"):
        MultiHeadAttention(w, w, w, np.ones((5, 6)))
    with pytest.raises(ValueError, match="do not fit"):
        MultiHeadAttention(w, np.ones((2, 6, 4)), w, np.ones((6, 6)))
    with pytest.raises(ValueError, match="three axes"):
        MultiHeadAttention(w[0], w[0], w[0], np.ones((6, 6)))
    with pytest.raises(ValueError, match=r"x \(4, 5\): expected \(tokens, 6\)"):
        MultiHeadAttention(w, w, w, np.ones((6, 6))).run(np.ones((4, 5)))
    with pytest.raises(ValueError, match="key width 0"):
        divisor(0)


def test_values_may_have_a_width_of_their_own():
    heads = MultiHeadAttention(np.ones((2, 6, 3)), np.ones((2, 6, 3)), np.ones((2, 6, 5)), np.ones((10, 6)))
    assert heads.run(np.ones((4, 6))).concat.shape == (4, 10)
    assert (heads.n_heads, heads.key_width) == (2, 3)


def test_one_token_gives_all_its_weight_to_itself():  # scenario 15: "."
    heads, x = block(4, 1, 2)
    assert (heads.run(x, causal=True).weights == 1).all()
