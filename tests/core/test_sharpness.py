import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from attnviz.core import draw
from attnviz.core import softmax as plain
from attnviz.core.draw import PAPER, SHARED, Draw, draws
from attnviz.core.embedding import seeded
from attnviz.core.sharpness import (
    CURVE_WIDTHS,
    band_ends,
    curve,
    dot_spread,
    dots,
    lotteries,
    measure,
    one_lottery,
    sharpness,
)

# d_k: mean largest weight, entropy in bits and Σp(1−p), each raw and divided, for 10 keys
TABLE = {
    4: (0.491, 0.304, 2.08, 2.81, 0.643, 0.809),
    16: (0.728, 0.315, 1.08, 2.79, 0.375, 0.807),
    64: (0.865, 0.319, 0.50, 2.78, 0.191, 0.805),
    256: (0.932, 0.321, 0.24, 2.78, 0.097, 0.805),
    1024: (0.965, 0.320, 0.12, 2.78, 0.051, 0.806),
}


def row_of_table(seed: int, key_width: int) -> list[float]:
    raw, divided = (sharpness(seed, key_width, 10, exponent) for exponent in (0.0, 0.5))
    return [raw.largest, divided.largest, raw.entropy, divided.entropy, raw.spread, divided.spread]


@pytest.mark.parametrize("key_width", TABLE)
def test_the_reference_table_on_screen(key_width):
    assert row_of_table(11, key_width) == pytest.approx(TABLE[key_width], abs=0.01)


def test_the_reference_table_over_many_draws():
    rows = [[row_of_table(seed, key_width) for key_width in TABLE] for seed in range(8)]
    np.testing.assert_allclose(np.mean(rows, axis=0), list(TABLE.values()), atol=0.012)


@given(arrays(np.float64, (5, 7), elements=st.floats(-60, 60)))
def test_measure_agrees_with_the_plain_formulas(scores):
    weights = plain.softmax(scores)
    found = measure(scores)
    assert found.largest == pytest.approx(weights.max(axis=1).mean())
    assert found.entropy == pytest.approx(plain.entropy_bits(weights).mean(), abs=1e-9)
    assert found.effective_keys == pytest.approx(plain.effective_keys(weights).mean(), abs=1e-9)
    assert found.gradient == pytest.approx(plain.jacobian_norm(weights).mean(), abs=1e-7)
    assert found.spread == pytest.approx(plain.spread(weights).mean(), abs=1e-9)
    low, high = np.percentile(weights.max(axis=1), [10, 90])
    assert [found.largest_low, found.largest_high] == pytest.approx([low, high])


def test_measure_takes_plain_rows_and_leaves_them_alone():
    scores = np.array([[0.0, 0.0], [1000.0, 0.0]])
    found = measure(scores)
    assert (found.largest, found.entropy, found.spread) == (0.75, 0.5, 0.25)
    assert scores[1, 0] == 1000


@pytest.mark.parametrize("key_width", [1, 4, 64, 1024])
def test_dots_have_variance_of_the_key_width_raw_and_one_divided(key_width):
    raw, divided = (dot_spread(11, key_width, exponent, 10.0) for exponent in (0.0, 0.5))
    assert raw.sd == pytest.approx(math.sqrt(key_width), rel=0.02)
    assert divided.sd == pytest.approx(1, rel=0.02)
    assert (raw.theory_sd, divided.theory_sd) == (math.sqrt(key_width), 1)
    assert divided.mean == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("key_width", [1, 4, 64, 1024])
@pytest.mark.parametrize("spread", [0.5, 2.0])
def test_a_spread_of_sigma_multiplies_every_dot_by_its_square(key_width, spread):
    draw = Draw(spread)
    found = dot_spread(11, key_width, 0.0, 10.0, draw=draw)
    assert found.drawn_sd == pytest.approx(math.sqrt(key_width) * spread**2)
    assert found.sd == pytest.approx(found.drawn_sd, rel=0.02)
    assert found.theory_sd == math.sqrt(key_width)  # the paper's supposition stays what it is
    np.testing.assert_array_equal(dots(11, key_width, draw), dots(11, key_width) * np.float32(spread**2))
    np.testing.assert_array_equal(one_lottery(11, key_width, 10, draw), one_lottery(11, key_width, 10) * spread**2)


@pytest.mark.parametrize("key_width", [1, 4, 64, 100, 1024])
def test_correlated_components_spread_dots_as_derived(key_width):
    spreads = [dot_spread(seed, key_width, 0.0, 10.0, draw=Draw(correlated=True)) for seed in range(5)]
    derived = math.sqrt(key_width + SHARED**2 * key_width * (key_width - 1))
    assert [one.drawn_sd for one in spreads] == pytest.approx([derived] * 5)
    # Few shared parts are drawn, and their products spread more than the dots do: a seed strays by 2 percent.
    assert np.mean([one.sd for one in spreads]) == pytest.approx(derived, rel=0.03)
    assert np.mean([one.mean for one in spreads]) == pytest.approx(0, abs=0.03 * derived)


def test_correlated_components_are_what_they_are_called():
    for vectors in draws(5, correlated=True):
        components = vectors[:, :, :40].reshape(-1, 40)
        matrix = np.asarray(np.corrcoef(components, rowvar=False))
        assert components.std(axis=0) == pytest.approx(np.ones(40), abs=0.06)
        assert matrix[~np.eye(40, dtype=bool)].mean() == pytest.approx(SHARED, abs=0.02)
    with_them, without = (made[0][:, :, 3].ravel() for made in (draws(5, correlated=True), draws(5)))
    assert np.mean(with_them * without) == pytest.approx((1 - SHARED) ** 0.5, abs=0.06)


def test_one_half_is_flat_only_under_the_papers_supposition():
    flat, correlated, wide = (curve(11, 10, 0.5, draw).largest for draw in (PAPER, Draw(correlated=True), Draw(2.0)))
    assert flat[-1] - flat[4] < 0.02
    assert correlated[-1] > correlated[4] + 0.25  # hardens with the width: correlation needs α = 1
    assert wide[-1] - wide[4] < 0.03  # flat as well,
    assert wide.min() > flat.max() + 0.2  # but harder


@given(arrays(np.float64, st.integers(1, 60), elements=st.floats(-5, 5)))
def test_band_ends_are_percentiles(values):
    assert band_ends(values) == pytest.approx(tuple(np.percentile(values, [10, 90])))


def test_dots_are_products_of_the_first_components():
    q, k = draws(3)
    made = dots(3, 100)
    assert made.shape == (64, 32, 64)
    np.testing.assert_allclose(made[5], q[5, :, :100] @ k[5, :, :100].T, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(dots(3, 1)[0, 0, 0], q[0, 0, 0] * k[0, 0, 0])


@pytest.mark.parametrize("keys", [1, 2, 10, 33, 64])
def test_lotteries_regroup_dots_without_repeats(keys):
    rows = lotteries(3, 16, keys)
    assert rows.shape[1] == keys
    assert len(rows) >= 768
    flat = rows.ravel()
    assert len(np.unique(flat)) > 0.99 * flat.size
    assert np.isin(flat, dots(3, 16)).all()
    queries = [np.flatnonzero((dots(3, 16) == row[0]).any(axis=2).ravel())[0] for row in rows[:40]]
    for query, row in zip(queries, rows, strict=False):
        assert np.isin(row, dots(3, 16).reshape(-1, 64)[query]).all()  # one row, one query


def test_more_keys_keep_the_first_of_the_lottery_on_show():
    few, many = one_lottery(11, 64, 10), one_lottery(11, 64, 64)
    assert few.dtype == np.float64
    np.testing.assert_array_equal(few, many[:10])
    np.testing.assert_array_equal(many, dots(11, 64)[0, 0])


def test_only_the_square_root_stays_flat():
    half, raw, low, high = (curve(11, 10, exponent).largest for exponent in (0.5, 0.0, 0.3, 1.0))
    assert half[2:].max() - half[2:].min() < 0.03
    assert (np.diff(raw) > 0).all()
    assert low[-1] > half[-1] + 0.2  # saturates
    assert high[-1] == pytest.approx(0.1, abs=0.02)  # dissolves into the uniform


def test_the_gradient_fades_raw_and_stays_divided():
    raw, divided = curve(11, 10, 0.0).gradient, curve(11, 10, 0.5).gradient
    assert raw[-1] < 0.2 * raw[0]
    assert divided.min() > 0.3


def test_curve_holds_the_same_numbers_as_its_points():
    made = curve(11, 7, 0.25)
    assert made.key_width.tolist() == list(CURVE_WIDTHS) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
    point = sharpness(11, 64, 7, 0.25)
    for one in dataclasses.fields(point):
        assert getattr(made, one.name)[6] == getattr(point, one.name)
    assert (made.largest_low <= made.largest).all()
    assert (made.largest <= made.largest_high).all()


@pytest.mark.parametrize("keys", [2, 10, 64])
def test_measures_stay_inside_their_bounds(keys):
    made = curve(5, keys, 0.5)
    assert (made.largest >= 1 / keys).all()
    assert (made.entropy <= math.log2(keys) + 1e-6).all()
    assert (made.effective_keys <= keys + 1e-4).all()
    assert (made.spread <= 1 - 1 / keys + 1e-6).all()


def test_histogram_is_a_density_beside_its_theory():
    made = dot_spread(11, 64, 0.5, 5.0, 50)
    width = np.diff(made.edges)
    assert made.edges.tolist()[0] == -5
    assert (made.density * width).sum() == pytest.approx(1, abs=0.001)
    assert (made.theory * width).sum() == pytest.approx(1, abs=1e-6)
    np.testing.assert_allclose(made.density, made.theory, atol=0.02)
    values = dots(11, 64).ravel() / 8
    counted, _ = np.histogram(values, made.edges)
    np.testing.assert_allclose(made.density, counted / values.size / width, atol=1e-3)


def test_dots_beyond_the_reach_fall_in_no_bin():
    made = dot_spread(11, 64, 0.0, 8.0, 16)
    assert (made.density * np.diff(made.edges)).sum() == pytest.approx(0.683, abs=0.01)
    assert made.sd == pytest.approx(8, rel=0.02)


def test_the_seed_decides():
    assert np.abs(dots(1, 8) - dots(2, 8)).max() > 0.1
    np.testing.assert_array_equal(draws(1)[0], draw._draws.__wrapped__(1, False)[0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dots(11, 0), "key width 0: choose 1 to 1024"),
        (lambda: dots(11, 1025), "key width 1025"),
        (lambda: lotteries(11, 64, 0), "0 keys"),
        (lambda: lotteries(11, 64, 65), "65 keys: choose 1 to 64"),
    ],
)
def test_refusals(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_draws_that_were_begun_beside_are_the_same_and_drawn_once(monkeypatch):
    made = []

    def counted(kind, seed):
        made.append(kind)
        return seeded(kind, seed)

    monkeypatch.setattr(draw, "seeded", counted)
    draw._draws.cache_clear()
    beside = draw.prepare(987)
    q, k = draw.draws(987)
    beside.join()
    assert made == ["queries and keys"]
    draw._draws.cache_clear()
    again_q, again_k = draw.draws(987)
    assert np.array_equal(q, again_q)
    assert np.array_equal(k, again_k)
