"""The forward pass of a BERT-family encoder, in NumPy (Devlin et al. 2018; post-norm layers of Vaswani et al. 2017)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.attention import divisor, merge_heads, scaled_dot_product_attention, split_heads
from attnviz.core.models.config import BertConfig
from attnviz.core.models.products import Float32
from attnviz.core.models.weights import BertWeights, LayerWeights

# Abramowitz and Stegun 1964, formula 7.1.26: |error| ≤ 1.5e-7
_ERF_P: Final = 0.3275911
_ERF_A: Final = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)


class Forward(NamedTuple):
    """What the layers computed."""

    scores: Float32  # (layers, heads, n, n) dots ÷ √d_k
    weights: Float32  # (layers, heads, n, n)
    output: Float32  # (n, d_model) token vectors after the last layer


def forward(config: BertConfig, weights: BertWeights, pieces: Sequence[int]) -> Forward:
    """Scores and weights of every head of every layer for word pieces by number, special tokens included.

    Raises ValueError when there are no pieces or more than the model has positions for, or when weights are so large
    that scores are not numbers; IndexError for a piece that the model does not know.
    """
    n = len(pieces)
    if not 0 < n <= config.longest:
        raise ValueError(f"{n} word pieces: the model takes 1 to {config.longest}")
    first = config.first_position
    shape = (config.layers, config.heads, n, n)
    scores, shares = np.empty(shape, np.float32), np.empty(shape, np.float32)
    with np.errstate(over="ignore", invalid="ignore"):  # softmax refuses what is not a number
        x = weights.words[list(pieces)] + weights.positions[first : first + n]  # (n, d_model)
        x = layer_norm(x, weights.norm, config.epsilon)
        for i, layer in enumerate(weights.layers):
            x, scores[i], shares[i] = _run_layer(config, layer, x)
    return Forward(scores, shares, x)


def _run_layer(config: BertConfig, layer: LayerWeights, x: Float32) -> tuple[Float32, FloatArray, FloatArray]:
    q, k, v = (split_heads(part, config.heads) for part in np.split(layer.qkv(x), 3, axis=1))  # (h, n, d_k)
    found = scaled_dot_product_attention(q, k, v, divisor=divisor(config.key_width))
    x = layer_norm(x + layer.o(merge_heads(found.outputs)), layer.o_norm, config.epsilon)  # (n, d_model)
    inner = _ACTIVATIONS[config.activation](layer.inner(x))  # (n, inner)
    x = layer_norm(x + layer.outer(inner), layer.outer_norm, config.epsilon)
    return x, found.divided, found.weights


def layer_norm(x: FloatArray, norm: FloatArray, epsilon: float) -> FloatArray:
    """Rows of x (n, d) with mean 0 and variance 1, then times gain plus shift: norm (2, d) (Ba et al. 2016)."""
    centered = x - x.mean(axis=-1, keepdims=True)
    variance = (centered * centered).mean(axis=-1, keepdims=True)  # (n, 1)
    return np.asarray(centered / np.sqrt(variance + epsilon) * norm[0] + norm[1])


def erf(x: FloatArray) -> FloatArray:
    """The error function, within 5e-7 in float32 and 1.5e-7 in float64."""
    size = np.abs(x)
    t = 1 / (1 + _ERF_P * size)
    total = np.full_like(t, _ERF_A[0])
    for a in _ERF_A[1:]:
        total *= t
        total += a
    return np.asarray(np.copysign(1 - total * t * np.exp(-size * size), x))


def gelu(x: FloatArray) -> FloatArray:
    """The input times Φ of it, with Φ the normal distribution function (Hendrycks and Gimpel 2016)."""
    return np.asarray(0.5 * x * (1 + erf(x * 0.5**0.5)))


def gelu_new(x: FloatArray) -> FloatArray:
    """The approximation of `gelu` by tanh that GPT-2 and its followers use."""
    return np.asarray(0.5 * x * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x * x * x))))


def relu(x: FloatArray) -> FloatArray:
    """max(x, 0)."""
    return np.asarray(np.maximum(x, 0))


_ACTIVATIONS: Final[dict[str, Callable[[FloatArray], FloatArray]]] = {"gelu": gelu, "gelu_new": gelu_new, "relu": relu}
