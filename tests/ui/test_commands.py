from PySide6.QtGui import QKeySequence

from attnviz.board.schema import FRAME_IDS
from attnviz.ui.appearance import Appearance
from attnviz.ui.commands import COMMANDS, LINE, PRESENTING, key_rows, presenting_rows
from attnviz.ui.deepen import Deepen
from attnviz.ui.finding import Finding
from attnviz.ui.map import Map
from attnviz.ui.presenting.presenting import Presenting
from attnviz.ui.quiz_paper import QuizPaper
from attnviz.ui.room import RoomCheck
from attnviz.ui.saving import Saving
from attnviz.ui.shelf import Shelf
from attnviz.ui.store import Store
from attnviz.ui.window import Window


def test_every_command_is_a_method_of_its_target():
    owners = {"window": Window, "store": Store, "shelf": Shelf, "finding": Finding, "map": Map, "room": RoomCheck}
    owners |= {"appearance": Appearance, "saving": Saving, "deepen": Deepen, "presenting": Presenting}
    owners |= {"paper": QuizPaper}
    commands = [c for c in (*COMMANDS, *PRESENTING) if c.id != LINE]
    missing = [c.id for c in commands if not callable(getattr(owners[c.target], c.id, None))]
    assert missing == []


def test_no_two_commands_share_a_key(qapp):
    keys = [QKeySequence(keys).toString() for command in COMMANDS for keys in command.keys]
    assert all(keys)
    assert len(keys) == len(set(keys))


def test_no_two_commands_of_presenting_share_a_key(qapp):
    keys = [QKeySequence(keys).toString() for command in PRESENTING for keys in command.keys]
    assert all(keys)
    assert len(keys) == len(set(keys))
    assert not {command.id for command in PRESENTING} & {command.id for command in COMMANDS}


def test_the_help_sheet_has_the_keys_of_presenting():
    rows = presenting_rows()
    assert {menu for menu, _, _ in rows} == {"While presenting"}
    assert ("While presenting", "B or . or ;", "Black screen for the audience") in rows
    assert any("Esc" in keys for _, keys, _ in rows)


def test_the_frames_menu_has_the_frames_in_order():
    assert tuple(c.argument for c in COMMANDS if c.id == "open_frame") == FRAME_IDS


def test_the_help_sheet_lists_every_command_that_has_a_key():
    assert len(key_rows()) == sum(bool(command.keys) for command in COMMANDS)
