"""A hand with a mouse and a hand on the keyboard that answer questions of the quiz in the real window."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.draw import Asked
from attnviz.board.load import load_board
from attnviz.board.quiz import draw_quiz
from attnviz.core.state import LabState
from attnviz.ui.widgets.quiz.choosing import BoxesInput, Option, OptionsInput
from attnviz.ui.widgets.quiz.matching import MatchInput
from attnviz.ui.widgets.quiz.ordering import OrderInput
from attnviz.ui.widgets.quiz.quiz_card import QuizCard
from attnviz.ui.widgets.quiz.typed_input import TypedInput
from attnviz.ui.window import Window

BOARD = load_board(resource("boards", "session11.board.toml"))
KINDS = ("choice", "truefalse", "multi", "integer", "number", "text", "order", "match", "fill")


def open_window(qtbot, theme: str = "light", size: tuple[int, int] = (1440, 900), **options) -> Window:
    """The window at the exit ticket."""
    window = make_window(Options(BOARD, LabState(), "check", theme, **options))
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    return window


def quiz_of(window: Window) -> QuizCard:
    """The quiz of the window."""
    return window.stage.frame.quiz  # type: ignore[attr-defined, no-any-return]


def way_of(window: Window) -> Any:
    """The way of answering the question on show, whichever it is."""
    return quiz_of(window).panel.input


def settle() -> None:
    """Until what was wished is shown."""
    for _ in range(4):
        QApplication.processEvents()


def seed_with(kind: str) -> int:
    """The first seed whose quiz has a question of that kind."""
    return next(seed for seed in range(1, 400) if kind in {q.kind for q in draw_quiz(LabState(quiz_seed=seed), BOARD)})


def turn_to(window: Window, kind: str) -> Asked:
    """Show a question of that kind, and return it."""
    window.store.apply({"quiz_seed": seed_with(kind)})
    settle()
    quiz = quiz_of(window)
    window.stage.frame.pictures.show_card(quiz.name)
    quiz.turn([BOARD.question(question).kind for question in quiz.asked].index(kind))
    settle()
    assert quiz.now is not None
    return quiz.now.asked


def wrong_for(asked: Asked) -> list[str]:
    """Two different wrong answers, or one where there is only one."""
    kind, count = asked.question.kind, max(len(asked.items), len(asked.left))
    if kind in ("choice", "multi"):
        return [str(number) for number, option in enumerate(asked.options, start=1) if not option.right][:2]
    if kind == "truefalse":
        return ["false" if asked.answer == "true" else "true"]
    if kind == "order":
        right = asked.answer.split(",")
        return [",".join(right[::-1]), ",".join([*right[1:], right[0]])]
    if kind == "match":
        return [",".join(f"{n}={partner}" for n in range(1, count + 1)) for partner in (1, 2)]
    return ["banana", "cherry"] if kind == "text" else ["7777", "7778"]


def by_mouse(window: Window, asked: Asked, given: str) -> None:
    """Give an answer with the mouse; what is typed is typed."""
    way = quiz_of(window).panel.input
    if isinstance(way, BoxesInput):
        for option, wanted in _boxes(way, asked, given):
            if option.isChecked() != wanted:
                _click(option)
    elif isinstance(way, OptionsInput):
        _click(way.options[_option(given) - 1])
    elif isinstance(way, OrderInput):
        for place, wanted_line in enumerate(map(int, given.split(","))):
            _drag(way, way.lines.order.index(wanted_line), place)
    elif isinstance(way, MatchInput):
        _pair(way, given)
    elif isinstance(way, TypedInput):
        _click(way.box)
        way.box.selectAll()
        QTest.keyClicks(way.box, given)
    if isinstance(way, (BoxesInput, OrderInput, MatchInput, TypedInput)):
        _click(way.button)
    settle()


def by_keys(window: Window, asked: Asked, given: str) -> None:
    """Give an answer by keys alone, from the mark of the question on."""
    quiz = quiz_of(window)
    quiz.marks.buttons[quiz.number].setFocus()
    way = quiz.panel.input
    if isinstance(way, BoxesInput):
        _tick(way, asked, given)
    elif isinstance(way, OptionsInput):
        tab_to(way.options[0])
        press(Qt.Key.Key_Down, times=_option(given) - 1)
        press(Qt.Key.Key_Space)
    elif isinstance(way, OrderInput):
        _arrange(way, given)
    elif isinstance(way, MatchInput):
        for left, right in re.findall(r"(\d+)=(\d+)", given):
            tab_to(way.boxes[int(left) - 1])
            press(Qt.Key.Key_Home)
            press(Qt.Key.Key_Down, times=int(right))
    elif isinstance(way, TypedInput):
        tab_to(way.box)
        press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(way.box, given)
        press(Qt.Key.Key_Return)
    if isinstance(way, (BoxesInput, OrderInput, MatchInput)):
        tab_to(way.button)
        press(Qt.Key.Key_Space)
    settle()


def _pair(way: MatchInput, given: str) -> None:
    for left, right in re.findall(r"(\d+)=(\d+)", given):
        way.boxes[int(left) - 1].setCurrentIndex(int(right))


def _boxes(way: BoxesInput, asked: Asked, given: str) -> list[tuple[Option, bool]]:
    """Every answer, and whether it is to be ticked."""
    return [(way.options[number], str(number + 1) in given.split(",")) for number in range(len(asked.options))]


def _tick(way: BoxesInput, asked: Asked, given: str) -> None:
    tab_to(way.options[0])
    for option, wanted in _boxes(way, asked, given):
        if option.isChecked() != wanted:
            press(Qt.Key.Key_Space)
        press(Qt.Key.Key_Down)


def _arrange(way: OrderInput, given: str) -> None:
    tab_to(way.lines)
    for place, wanted in enumerate(map(int, given.split(","))):
        at = way.lines.order.index(wanted)
        press(Qt.Key.Key_Home)
        press(Qt.Key.Key_Down, times=at)
        press(Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier, times=at - place)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier, *, times: int = 1) -> None:
    """Press a key where the focus is."""
    for _ in range(times):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key, modifier)
        settle()


def tab_to(widget: QWidget) -> None:
    """Press Tab until the focus is at a widget."""
    for _ in range(60):
        if widget.hasFocus():
            return
        press(Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never comes to {widget.accessibleName()}")


def _option(given: str) -> int:
    return {"true": 1, "false": 2}.get(given) or int(given)


def _click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()


def _drag(way: OrderInput, row: int, to: int) -> None:
    """Hold a line and bring it to another's place, a few pixels at a time."""
    lines = way.lines
    start = lines.visualItemRect(lines.item(row)).center()
    end = lines.visualItemRect(lines.item(to)).center()
    QTest.mousePress(lines.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 41):
        QTest.mouseMove(lines.viewport(), start + (end - start) * (step / 40))
        settle()
    QTest.mouseRelease(lines.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(end))
    settle()
