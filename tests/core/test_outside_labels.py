"""Labels of opened attention: each can be seen and pointed at."""

import re
import unicodedata

import numpy as np
import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from attnviz.core.outside import from_arrays
from tests.core.test_outside import file_refusal, refusal, saved


@pytest.mark.parametrize("side", ["tokens", "key_tokens"])
def test_an_empty_label_is_refused_by_its_place(side):
    labels = {"tokens": ["a", "b", "c"], "key_tokens": ["a", "b", "c"]} | {side: ["a", "b", ""]}
    assert f"number 3 of {side} is empty" in refusal(np.eye(3), **labels)
    labels[side][2] = "z" * 201
    assert f"number 3 of {side} has 201 letters: at most 200" in refusal(np.eye(3), **labels)


def test_an_empty_label_in_a_file(tmp_path):
    path = saved(tmp_path / "a.npz", attention=np.eye(2), tokens=["a", "\0"])  # NumPy drops zeros at the end
    assert "number 2 of tokens is empty" in file_refusal(path)


@pytest.mark.parametrize(
    ("label", "seen"),
    [
        (" ", "␣"), ("  ", "␣␣"), ("\n", "↵"), ("\t", "⇥"), ("\u00a0", "␣"), ("Ġ", "Ġ"), (" dog", "dog"),
        ("New York", "New York"), ("a\nb", "a↵b"), ("\u200b", "U+200B"), ("\u202edog", "U+202Edog"),
        ("a\x07", "aU+0007"), ("\ud800", "U+D800"), ("\u0301", "◌\u0301"), ("e\u0301", "e\u0301"),
        ("👩\u200d🔬", "👩\u200d🔬"), ("\u200d", "U+200D"), ("\u3164", "U+3164"), ("\uffff", "U+FFFF"),
        ("کلب", "کلب"), ("می\u200cروم", "می\u200cروم"), ("🏴\U000e0067\U000e007f", "🏴\U000e0067\U000e007f"),
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_shown_by_a_sign_or_its_number(label, seen):
    side = from_arrays(np.eye(2), ["x", label]).given.queries
    assert (side.tokens[1], side.words[1]) == (seen, seen)


@examples(st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=6))
def test_every_label_has_something_to_point_at(labels):
    side = from_arrays(np.eye(len(labels)), labels).given.queries
    assert all(re.search(r"[^\s\u2800\u3164]", word) for word in side.words + side.tokens)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for word in side.words for sign in word)
    assert not set("".join(side.words)) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u200e\u200f")
