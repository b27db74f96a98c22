from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from attnviz.core.state import LabState
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.steps.step_controls import HeadOnShow, TokenChooser


@pytest.fixture
def chooser(qapp, qtbot) -> TokenChooser:
    chooser = TokenChooser()
    qtbot.addWidget(chooser)
    chooser.set_look(look_for("light"))
    chooser.show_state(LabState())
    return chooser


def asked_by(control: HeadOnShow | TokenChooser) -> list[dict[str, object]]:
    asked: list[dict[str, object]] = []
    control.wish.connect(asked.append)
    return asked


def test_only_heads_of_the_block_can_be_shown(qapp, qtbot):
    control = HeadOnShow()
    qtbot.addWidget(control)
    control.show_state(LabState(step_heads=2, head=7))
    assert [button.isVisibleTo(control) for button in control.buttons()] == [True, True, False, False]
    assert control.buttons()[1].isChecked()
    control.show_state(LabState(step_heads=1))
    assert control.isHidden()


def test_picking_a_head_asks_for_it(qapp, qtbot):
    control = HeadOnShow()
    qtbot.addWidget(control)
    control.show_state(LabState(step_heads=4))
    control.show()
    asked = asked_by(control)
    qtbot.mouseClick(control.buttons()[2], Qt.MouseButton.LeftButton)
    assert asked == [{"head": 2}]


def test_the_button_names_the_tokens(chooser):
    assert chooser.button.text() == "A … because"
    chooser.show_state(LabState(step_tokens=(1, 4, 6)))
    assert chooser.button.text() == "dog food it"
    assert chooser.button.accessibleName() == "Tokens in the block: dog, food, it"


def test_at_most_six_can_be_ticked(chooser):
    assert [action.isEnabled() for action in chooser.actions_of] == [True] * 6 + [False] * 4
    chooser.show_state(LabState(step_tokens=(1, 4)))
    assert all(action.isEnabled() for action in chooser.actions_of)


def test_ticking_asks_for_the_new_choice(chooser):
    chooser.show_state(LabState(step_tokens=(1, 4)))
    asked = asked_by(chooser)
    chooser.actions_of[6].trigger()
    chooser.actions_of[1].trigger()
    chooser.first.trigger()
    assert asked == [{"step_tokens": (1, 4, 6)}, {"step_tokens": (4,)}, {"step_tokens": ()}]


def test_the_last_token_cannot_be_taken_away(chooser):
    chooser.show_state(LabState(step_tokens=(1,)))
    asked = asked_by(chooser)
    chooser.actions_of[1].trigger()
    assert asked == []
    assert chooser.actions_of[1].isChecked()


def test_the_list_stays_open_while_tokens_are_ticked(chooser, qtbot):
    asked, closed = asked_by(chooser), list[bool]()
    chooser.menu.aboutToHide.connect(lambda: closed.append(True))
    chooser.menu.adjustSize()
    place = chooser.menu.actionGeometry(chooser.actions_of[2]).center()
    qtbot.mouseRelease(chooser.menu, Qt.MouseButton.LeftButton, pos=place)
    chooser.menu.setActiveAction(chooser.actions_of[4])
    qtbot.keyClick(chooser.menu, Qt.Key.Key_Space)
    assert asked == [{"step_tokens": (0, 1, 3, 4, 5)}, {"step_tokens": (0, 1, 2, 3, 5)}]
    assert closed == []


def test_a_new_sentence_gives_a_new_list(chooser):
    chooser.show_state(LabState(sentence="the cat sat on the mat & slept"))
    assert len(chooser.actions_of) == 8
    assert len({action.text() for action in chooser.actions_of}) == 8
