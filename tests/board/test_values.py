"""Live values follow the state, rounded as on screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.board.values import LIVE_VALUES, divisor_words, live_value, percent, short
from attnviz.core.sharpness import sharpness
from attnviz.core.state import LabState

STATE = LabState()


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        ("", {}, ""),
        ("key-width", {}, "64 now"),
        ("key-width", {"key_width": 96}, "96 now"),
        ("heads", {}, "8 heads now"),
        ("heads", {"heads": 1}, "1 head now"),
        ("model-width", {}, "8 × 64 = 512 now"),
        ("model-width", {"heads": 16}, "16 × 64 = 1024 now"),
        ("divisor", {}, "÷ 8 now"),
        ("divisor", {"key_width": 96}, "÷ 9.8 now"),
        ("divisor", {"scale_exponent": 1.0}, "÷ 64 now"),
        ("divisor", {"scale_exponent": 0.0}, "no division now"),
        ("selected-head", {"head": 2}, "3 of 8 picked"),
        ("selected-query", {}, "“it” asks now"),
        ("selected-query", {"sentence": "the cat sat on the mat", "query": 4}, "“the₂” asks now"),
        ("dot-spread", {"key_width": 256}, "random q and k: about √256\u00a0=\u00a016"),
        ("causal", {}, "off now: every word is visible"),
        ("causal", {"causal": True}, "on now: the future is hidden"),
    ],
)
def test_words(board, name, changes, words):
    assert live_value(name, replace(STATE, **changes), board) == words


def test_the_winners_are_measured(board):
    raw, divided = (sharpness(STATE.seed, 64, 10, exponent).largest for exponent in (0.0, 0.5))
    assert live_value("raw-winner", STATE, board) == f"10 random keys, not divided: top key {100 * raw:.0f}\u00a0%"
    assert live_value("divided-winner", STATE, board) == f"10 random keys: top key {100 * divided:.0f}\u00a0%"
    assert raw == pytest.approx(0.865, abs=0.01)  # the reference table of the lesson
    wide = live_value("raw-winner", replace(STATE, key_width=1024), board)
    assert wide != live_value("raw-winner", STATE, board)
    undivided = replace(STATE, scale_exponent=0.0)
    assert live_value("divided-winner", undivided, board) == live_value("raw-winner", STATE, board)


@pytest.mark.parametrize("name", LIVE_VALUES)
@pytest.mark.parametrize(
    "changes",
    [
        {"key_width": 1, "heads": 1, "sentence": "x", "query": 0, "key": 0},
        {"key_width": 1024, "heads": 32, "keys": 64, "scale_exponent": 0.0},
        {"keys": 2, "scale_exponent": 1.0},
    ],
)
def test_every_value_speaks_at_the_limits(board, name, changes):
    assert live_value(name, replace(STATE, **changes), board)


def test_an_unknown_name_is_refused(board):
    with pytest.raises(KeyError):
        live_value("key-with", STATE, board)


def test_a_small_share_is_never_nothing_and_a_large_one_never_all():
    assert percent(0.0004) == "less than 1\u00a0%"
    assert percent(0.9996) == "over 99\u00a0%"
    assert (percent(0), percent(1), percent(0.86)) == ("0\u00a0%", "100\u00a0%", "86\u00a0%")


def test_short_numbers():
    assert [short(x) for x in (8, 9.798, 22.627, 100.0, -0.001)] == ["8", "9.8", "22.63", "100", "0"]


def test_the_division_in_words():
    assert divisor_words(STATE) == "÷ √64 = 8"
    assert divisor_words(replace(STATE, scale_exponent=0.3)) == "÷ 64^0.3 = 3.48"
    assert divisor_words(replace(STATE, scale_exponent=1.0)) == "÷ 64"
    assert divisor_words(replace(STATE, scale_exponent=0.0)) == "no division"
