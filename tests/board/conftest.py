"""The shipped board, and a small one that a test can spoil."""

from __future__ import annotations

from pathlib import Path

import pytest

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.board.schema import FRAME_IDS, Board

HEAD = """
attnviz_board = 1

[board]
title = '''A small board'''
session = '''Session 1'''
story = '''Once.'''

[tags]
scale = '''Scaling'''
"""
FRAMES = "".join(
    f"""
[[frame]]
id = "{frame_id}"
title = '''About {frame_id}?'''
rail = '''{frame_id}'''
lead = '''One sentence.'''
"""
    for frame_id in FRAME_IDS
)
REST = """
[[goal]]
text = '''Explain it.'''
frame = "why-scale"
tag = "scale"

[[glossary]]
id = "key-width"
term = '''key width'''
symbol = '''d_k'''
say = '''d k'''
text = '''Components of a key.'''
value = "key-width"
frames = ["why-scale"]

[[prompt]]
id = "why"
text = '''Why?'''
answer = '''Because.'''
criteria = ['''It says why.''']
frame = "why-scale"
tag = "scale"
question = "width"

[[question]]
id = "width"
kind = "integer"
tag = "scale"
text = '''How wide?'''
answer = 64
right = '''Yes.'''

[[question.wrong]]
given = 512
text = '''Too wide.'''

[[question]]
id = "which"
kind = "choice"
tag = "scale"
text = '''Which?'''
right = '''Yes.'''

[[question.option]]
text = '''This one.'''
right = true

[[question.option]]
text = '''That one.'''
feedback = '''No.'''

[[task]]
id = "narrow"
tag = "scale"
text = '''Make the keys 32 wide.'''
when = { key_width = 32 }
right = '''Narrow.'''

[[job]]
name = '''pronoun'''
pairs = [["it", "dog"]]
"""
SMALL = HEAD + FRAMES + REST


@pytest.fixture(scope="session")
def board_path() -> Path:
    return resource("boards", "session11.board.toml")


@pytest.fixture(scope="session")
def board(board_path: Path) -> Board:
    return load_board(board_path)


@pytest.fixture
def write(tmp_path: Path):
    """Write a board file: the small board with one text in place of another, both given."""

    def _write(old: str = "", new: str = "", text: str = SMALL) -> Path:
        assert text.count(old) >= 1 or not old, f"the small board does not hold {old!r}"
        path = tmp_path / "small.board.toml"
        path.write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
        return path

    return _write
