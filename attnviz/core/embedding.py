"""Token vectors: seeded by the word itself, with the place in the sentence added."""

from __future__ import annotations

import hashlib
from functools import lru_cache

import numpy as np

from attnviz.core.arrays import FloatArray, read_only
from attnviz.core.tokens import same_form


@lru_cache(maxsize=4)
def embed(tokens: tuple[str, ...], model_width: int) -> FloatArray:
    """Vectors of the tokens, (n, d_model) float64: the word's own vector plus `position_encoding`.

    A word's vector has independent standard normal components and depends on nothing but its text: the same word gives
    the same vector on every machine, another word other numbers. A wider model keeps the components of a narrower one.
    Untrained: these vectors know nothing of meaning.
    """
    if model_width < 1:
        raise ValueError(f"model width {model_width}: a token vector has at least 1 component")
    cached = 1 << (model_width - 1).bit_length()
    vectors = np.empty((len(tokens), model_width))  # (n, d_model)
    for row, token in zip(vectors, tokens, strict=True):
        row[:] = word_vector(same_form(token), cached)[:model_width]
    vectors += position_encoding(len(tokens), model_width)
    return read_only(vectors)


@lru_cache(maxsize=128)
def word_vector(word: str, width: int) -> FloatArray:
    """The word's own vector, (width,) of standard normal components."""
    return read_only(seeded("word", word).standard_normal(width))


def position_encoding(n: int, width: int) -> FloatArray:
    """Sines and cosines of places 0..n−1, (n, width): sin and cos of i / 10000^(2c/width), side by side.

    Source: Vaswani et al. 2017, section 3.5.
    """
    pairs = (width + 1) // 2
    turn = np.exp(1j * 10000.0 ** (-2 * np.arange(pairs) / width))  # (pairs,) one place further on
    turned = np.empty((n, pairs), np.complex128)  # (n, pairs)
    turned[:1] = 1
    for i in range(1, n):
        np.multiply(turned[i - 1], turn, out=turned[i])  # a product costs far less than a sine
    waves = np.empty((n, 2 * pairs))  # (n, 2·pairs)
    waves[:, 0::2] = turned.imag
    waves[:, 1::2] = turned.real
    return waves[:, :width]


def seeded(*parts: object) -> np.random.Generator:
    """A random generator that depends on `parts` alone, the same in every process (unlike `hash`)."""
    text = "\x1f".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text).digest()[:16], "little"))
