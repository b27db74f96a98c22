"""The shipped board, for every experiment."""

from __future__ import annotations

import pytest

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.board.schema import Board


@pytest.fixture(scope="session")
def board() -> Board:
    return load_board(resource("boards", "session11.board.toml"))
