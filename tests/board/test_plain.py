"""Symbols are written as they are said where they cannot be typeset."""

from __future__ import annotations

import pytest

from attnviz.board.deeper import plain_paragraphs
from attnviz.board.plain import plain
from attnviz.core.state import LabState


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("÷ √d_k", "÷ √dₖ"),
        ("Concat(head_1 … head_h) W_O", "Concat(head₁ … headₕ) W of O"),
        ("times W_Q, not W_K", "times W of Q, not W of K"),
        ("d_model = 512", "d model = 512"),
        ("head_12", "head₁₂"),
        ("snake_case_too", "snake_case_too"),
        ("", ""),
    ],
)
def test_symbols(text, words):
    assert plain(text) == words


def test_no_text_of_the_lesson_keeps_its_markup(board):
    deeper = (plain_paragraphs(frame.deeper, LabState(), board) for frame in board.frames.values())
    texts = [text for page in deeper for text in page] + [term.symbol for term in board.glossary]
    assert any("_" in text for text in texts)
    assert not any("_" in plain(text) for text in texts)
