"""Glossary: all terms, live, those of the frame first."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.experiments import glossary

STATE = LabState()


def test_the_glossary_frame_keeps_the_order_of_the_board(board):
    result = glossary.compute(STATE, board)
    assert [now.term for now in result.terms] == list(board.glossary)


@pytest.mark.parametrize("frame", FRAME_IDS)
def test_terms_of_the_frame_come_first_and_none_is_lost(board, frame):
    result = glossary.compute(STATE, board, frame)
    here = [now.here for now in result.terms]
    assert here == sorted(here, reverse=True)
    assert {now.term.id for now in result.terms} == {term.id for term in board.glossary}
    assert all((frame in now.term.frames) == now.here for now in result.terms)


def test_values_follow_the_state(board):
    for key_width in (64, 96):
        state = replace(STATE, key_width=key_width)
        values = {now.term.id: now.value for now in glossary.compute(state, board).terms}
        assert values["key-width"] == f"{key_width} now"
        assert values["model-width"] == f"8 × {key_width} = {8 * key_width} now"
        assert all(values.values())


def test_spoken_counts_and_quotes_values(board):
    words = glossary.spoken(STATE, glossary.compute(STATE, board, "why-scale"))
    assert words.startswith("10 terms. ")
    assert "key width: 64 now" in words


def test_table_and_numbers_hold_every_term(board):
    result = glossary.compute(STATE, board)
    (table,) = glossary.tables(STATE, result)
    assert [row[0] for row in table.rows] == [term.term for term in board.glossary]
    assert table.rows[1][4:] == ("64 now", "Why scale, Multi-head, Four steps")
    again = json.loads(json.dumps(glossary.numbers(STATE, result)))
    assert {"id": "key-width", "value": "64 now"}.items() <= again["terms"][1].items()
