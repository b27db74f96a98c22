"""Glossary: all terms, live, those of the frame first."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from attnviz.board.schema import FRAME_IDS
from attnviz.core.limits import GIVEN
from attnviz.core.state import LabState
from attnviz.experiments import four_steps, glossary

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


@pytest.mark.parametrize(("step_heads", "width", "divisor"), [(1, 8, "2.83"), (2, 4, "2"), (4, 2, "1.41")])
def test_four_steps_has_the_numbers_of_its_own_block(board, step_heads, width, divisor):
    state = replace(STATE, step_heads=step_heads, head=step_heads - 1)
    values = {now.term.id: now.value for now in glossary.compute(state, board, "four-steps").terms}
    block = four_steps.compute(state, board)
    assert block.key_width == width
    assert values["key-width"] == f"{width} now"
    assert values["model-width"] == f"{step_heads} × {width} = 8 now"
    assert values["scaled-attention"] == f"÷ {divisor} now"
    assert values["head"] == f"{block.head + 1} of {step_heads} picked"
    assert values["query-key-value"] == f"“{block.tokens[block.row]}” asks now"
    assert values["score"].startswith(f"random q and k: about √{width}")
    assert values["softmax"].startswith("10 random keys: top key")


@pytest.mark.parametrize("tokens", [(), (7, 8), (0, 6, 9)])
def test_the_word_that_asks_is_the_one_of_the_block(board, tokens):
    state = replace(STATE, step_tokens=tokens)
    block = four_steps.compute(state, board)
    seen = glossary.seen_from("four-steps", state)
    assert seen.query == block.places[block.row]


@pytest.mark.parametrize("frame", [frame for frame in FRAME_IDS if frame != "four-steps"])
def test_every_other_frame_has_the_numbers_of_the_board(board, frame):
    values = {now.term.id: now.value for now in glossary.compute(STATE, board, frame).terms}
    assert values["scaled-attention"] == "÷ 8 now"
    assert values["key-width"] == "64 now"


@pytest.mark.parametrize("source", GIVEN)
def test_heads_that_come_as_they_are_do_not_get_the_numbers_of_the_sliders(board, source):
    state = replace(STATE, source=source)
    values = {now.term.id: now.value for now in glossary.compute(state, board, "multi-head").terms}
    assert {values[term] for term in ("key-width", "model-width", "multi-head-attention")} == {glossary.OF_A_MODEL}
    assert values["head"] == ""
    assert glossary.compute(state, board, "why-scale").terms[1].value == "64 now"


def test_a_search_finds_terms_by_all_of_its_words(board):
    result = glossary.compute(STATE, board)
    assert [now.term.id for now in glossary.found(result, "one-hot")] == ["saturation"]
    assert [now.term.id for now in glossary.found(result, "  MINUS   infinity ")] == ["causal-mask"]
    assert [now.term.id for now in glossary.found(result, "dₖ")] == ["scaled-attention", "key-width"]
    assert len(glossary.found(result, "")) == 10


def test_a_search_is_spoken_of(board):
    result = glossary.compute(STATE, board)
    assert glossary.spoken_search(result, "one-hot ") == "1 of 10 terms holds “one-hot”: saturation."
    assert glossary.spoken_search(result, "zzz") == "No term holds “zzz”."
    many = glossary.spoken_search(result, "e")
    assert many.startswith("10 of 10 terms hold “e”: ")
    assert many.endswith("head and 6 more.")


def test_symbols_in_the_table_have_no_markup(board):
    (table,) = glossary.tables(STATE, glossary.compute(STATE, board))
    assert not any("_" in str(cell) for row in table.rows for cell in row)
    assert table.rows[2][1] == "Concat(head₁ … headₕ) W of O"


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
