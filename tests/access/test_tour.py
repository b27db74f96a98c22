"""The recorded tour by keyboard alone: every press leads where it did, and is heard as it was."""

from __future__ import annotations

from PySide6.QtGui import QAccessible

from attnviz.board.schema import FRAME_IDS
from tests.access.tour import load, open_board, play


def test_the_tour_by_keyboard_alone_goes_and_sounds_as_it_was_recorded(qtbot, board, monkeypatch):
    recorded = load()
    window = open_board(board)
    qtbot.addWidget(window)
    played = play(
        window,
        [step.keys for step in recorded],
        lambda listener: monkeypatch.setattr(QAccessible, "updateAccessibility", listener),
    )
    for number, (now, then) in enumerate(zip(played, recorded, strict=True), start=1):
        assert now == then, f"step {number} of {len(recorded)}"


def test_the_tour_goes_everywhere_and_ends_where_it_began(board):
    steps = load()
    heard = [words for step in steps for words in step.heard]
    for number, frame_id in enumerate(FRAME_IDS, start=1):
        assert f"{board.frames[frame_id].rail}, frame {number} of {len(FRAME_IDS)}" in heard
    assert {"M", "Ctrl+F", "F5", "Ctrl+D", "F8", "Escape"} <= {step.keys for step in steps}
    assert steps[-1].focus == board.frames["open"].title
    assert any(step.focus == "Heads, 16" and step.heard == ("key width 32",) for step in steps)


def test_nothing_on_the_tour_is_nameless_and_no_number_is_a_percentage():
    for step in load():
        assert step.focus, step
        assert not any("%" in words for words in step.heard), step
