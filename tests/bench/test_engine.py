"""What the engine takes for one picture (pytest-benchmark keeps the figures in .benchmarks/)."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.attention import scaled_dot_product_attention
from attnviz.core.state import LabState
from attnviz.experiments import experiment

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.mark.parametrize("frame", ["open", "why-scale", "multi-head", "four-steps"])
def test_a_new_key_width(benchmark, frame):
    what, widths = experiment(frame), count()
    state = LabState(locked=False)
    what.compute(state, BOARD)

    def compute():
        return what.compute(replace(state, key_width=1 + next(widths) % 1024), BOARD)

    result = benchmark.pedantic(compute, rounds=200, warmup_rounds=3)
    assert what.spoken(state, result)


@pytest.mark.parametrize(("heads", "length", "width"), [(8, 10, 64), (8, 64, 64), (32, 64, 32), (8, 2048, 64)])
def test_attention(benchmark, heads, length, width):
    random = np.random.default_rng(11)
    q, k, v = (random.standard_normal((heads, length, width), np.float32) for _ in range(3))
    done = benchmark(scaled_dot_product_attention, q, k, v, divisor=width**0.5)
    np.testing.assert_allclose(done.weights.sum(axis=-1), 1, atol=1e-5)
