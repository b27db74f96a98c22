"""Every frame has its experiment, and every experiment keeps to the same four functions."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState, apply
from attnviz.experiments import FRAME_IDS, MODULES, Table, experiment, live_words

STATE = LabState()
BOARD = load_board(resource("boards", "session11.board.toml"))


def test_frames_in_the_order_of_the_rail():
    assert FRAME_IDS == ("open", "why-scale", "multi-head", "four-steps", "glossary", "check")
    assert tuple(MODULES) == FRAME_IDS
    with pytest.raises(KeyError):
        experiment("nowhere")


@pytest.mark.parametrize("frame_id", FRAME_IDS)
def test_the_four_functions(board, frame_id):
    module = experiment(frame_id)
    result = module.compute(STATE, board)
    words = module.spoken(STATE, result)
    assert words.strip() == words != ""
    tables = module.tables(STATE, result)
    assert tables
    assert all(isinstance(table, Table) for table in tables)
    assert json.loads(json.dumps(module.numbers(STATE, result), allow_nan=False))


@pytest.mark.parametrize("frame_id", FRAME_IDS)
def test_the_same_state_gives_the_same_numbers(board, frame_id):
    module = experiment(frame_id)
    once, again = (module.numbers(STATE, module.compute(STATE, board)) for _ in range(2))
    assert once == again


def test_live_words_of_all_frames(board):
    words = live_words(STATE, board)
    assert tuple(words) == FRAME_IDS
    assert words["open"] != live_words(replace(STATE, query=2), board)["open"]


def test_experiments_are_imported_only_when_asked_for_and_never_with_qt():
    code = (
        "import sys, attnviz.experiments as e; early = 'attnviz.experiments.opening' in sys.modules; "
        "[e.experiment(f) for f in e.FRAME_IDS]; "
        "print(early, [m for m in sys.modules if m.startswith(('PySide6', 'pyqtgraph'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False []"


@pytest.mark.parametrize("frame_id", FRAME_IDS)
def test_a_head_picked_in_four_steps_that_the_board_has_not_harms_no_frame(frame_id: str) -> None:
    state = apply(LabState(), {"heads": 1, "step_heads": 4, "head": 3}).state
    assert state.head == 3
    module = experiment(frame_id)
    assert module.spoken(state, module.compute(state, BOARD))
