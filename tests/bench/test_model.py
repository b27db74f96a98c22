"""A sentence through a model of MiniLM's sizes, beside its bare matrix products. Any weights are as fast."""

from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest

from attnviz.core.models.config import BertConfig
from attnviz.core.models.forward import forward
from attnviz.core.models.products import Linear
from attnviz.core.models.weights import BertWeights, LayerWeights
from tests.bench.drag import report

D, INNER, LAYERS, HEADS = 384, 1536, 6, 12
SIZES = ((D, 3 * D), (D, D), (D, INNER), (INNER, D))  # inputs, outputs of one layer
CONFIG = BertConfig(
    family="bert", vocabulary=1000, model_width=D, layers=LAYERS, heads=HEADS, inner_width=INNER, positions=512
)


@pytest.mark.parametrize("pieces", [3, 12, 42])
def test_a_sentence_through_all_layers(benchmark, pieces):
    """12 pieces are promised in 60 ms on two cores."""
    random = np.random.default_rng(11)
    matrices = [[random.normal(0, 0.02, size).astype(np.float32) for size in SIZES] for _ in range(LAYERS)]
    norm = np.stack([np.ones(D, np.float32), np.zeros(D, np.float32)])
    layers = tuple(_layer(layer, norm) for layer in matrices)
    table = random.standard_normal((1000, D), np.float32)
    weights = BertWeights(table, table[:512], norm, layers)
    ids = list(range(pieces))

    done = benchmark.pedantic(forward, args=(CONFIG, weights, ids), rounds=60, warmup_rounds=5)
    assert done.weights.shape == (LAYERS, HEADS, pieces, pieces)

    x = random.standard_normal((pieces, INNER), np.float32)
    bare = [_seconds(_products, matrices, x) for _ in range(60)]
    whole = [_seconds(forward, CONFIG, weights, ids) for _ in range(60)]
    ratio = min(whole) / min(bare)  # of the fastest: beside other work the bare products stall (see products.py)
    benchmark.extra_info["ratio to the bare products"] = round(ratio, 2)
    report(f"model, {pieces} pieces", [1000 * one for one in whole], bare=1000 * min(bare), ratio=ratio)


def _layer(matrices, norm):
    qkv, o, inner, outer = (Linear.of(m.T, np.zeros(m.shape[1], np.float32)) for m in matrices)
    return LayerWeights(qkv=qkv, o=o, o_norm=norm, inner=inner, outer=outer, outer_norm=norm)


def _products(matrices, x):
    """Every matrix product of the forward pass, and nothing else."""
    heads = x[:, :D].reshape(len(x), HEADS, -1).swapaxes(0, 1)  # (h, n, d_k)
    for layer in matrices:
        for matrix in layer:
            x[:, : len(matrix)] @ matrix
        scores = heads @ heads.swapaxes(1, 2)  # (h, n, n)
        scores @ heads


def _seconds(what, *arguments):
    start = perf_counter()
    what(*arguments)
    return perf_counter() - start
