"""A tour of the board by keyboard alone, and what a person with a screen reader hears on it.

`tour.json` holds the keys and, after each, what has the focus and what was announced. The test plays the keys in the
real window and compares. When what is heard is meant to change: `python -m tests.access.tour` plays the keys of the
file again and writes down what it hears; read the difference before you keep it. Keys are added to the file by hand.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.board.schema import Board
from attnviz.core.state import LabState
from attnviz.ui.settings import Remembered
from attnviz.ui.store import Store
from attnviz.ui.window import Window

FILE: Final = Path(__file__).with_name("tour.json")
CLOCK: Final = re.compile(r"\b\d+:\d\d\b")  # minutes taken: another time on another machine
TYPED: Final = "type "  # begins a step whose rest is typed letter by letter


@dataclass(frozen=True)
class Step:
    """One press, and what it leads to."""

    keys: str
    focus: str
    heard: tuple[str, ...]


def open_board(board: Board) -> Window:
    """The window as it is launched, but for motion, which a tour need not wait for."""
    window = Window(board, Store(LabState()), Remembered(motion="reduced"))
    window.resize(1440, 900)
    window.show()
    window.activateWindow()
    for timer in _resting(window):
        timer.setInterval(20)
    _settle(window)
    return window


def play(window: Window, keys: list[str], hear: Callable[[Callable[[QAccessibleEvent], None]], None]) -> list[Step]:
    """Press `keys` one after the other; `hear` is told who listens to what is announced."""
    said: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            said.append(CLOCK.sub("0:00", event.message()))

    hear(listen)
    _settle(window)
    steps = []
    for key in keys:
        said.clear()
        _press(window, key)
        _settle(window)
        steps.append(Step(key, _read(QApplication.focusWidget()), tuple(said)))
    return steps


def load() -> list[Step]:
    """The tour as it was recorded."""
    rows = json.loads(FILE.read_text("utf-8"))
    return [Step(row["keys"], row["focus"], tuple(row["heard"])) for row in rows]


def save(steps: list[Step]) -> None:
    """Write a tour, a step a line."""
    rows = [{"keys": step.keys, "focus": step.focus, "heard": list(step.heard)} for step in steps]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    FILE.write_text(f"[\n{lines}\n]\n", "utf-8")


def _press(window: Window, keys: str) -> None:
    target = QApplication.focusWidget() or window
    if keys.startswith(TYPED):
        QTest.keyClicks(target, keys.removeprefix(TYPED))
        return
    combination = QKeySequence(keys)[0]  # type: ignore[index]
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def _settle(window: Window) -> None:
    """Until what is put off has been done; nobody needs to wait as long as a hand takes to rest."""
    QTest.qWait(50)
    for _ in range(50):
        if not any(timer.isActive() for timer in _resting(window)):
            return
        QTest.qWait(10)


def _resting(window: Window) -> list[QTimer]:
    """The clocks after which something is announced."""
    return [*window.announcer.findChildren(QTimer), *window.finding.panel.findChildren(QTimer)]


def _read(widget: QWidget | None) -> str:
    """What is read on arriving at a widget: its name, its value, whether it is on."""
    if widget is None:
        return ""
    face = QAccessible.queryAccessibleInterface(widget)
    assert face is not None
    state = face.state()
    value = face.text(QAccessible.Text.Value)
    said = [face.text(QAccessible.Text.Name), value if not widget.inherits("QPushButton") else ""]
    if state.checkable:
        said.append("on" if state.checked else "off")
    return ", ".join(part for part in said if part)


def _record() -> None:
    from attnviz.app import make_application
    from attnviz.cli.options import read_board

    application = make_application()
    usual = QAccessible.updateAccessibility
    window = open_board(read_board(None))

    def hear(listener: Callable[[QAccessibleEvent], None]) -> None:
        setattr(QAccessible, "updateAccessibility", listener)  # noqa: B010  (a name of Qt's, for the while)

    save(play(window, [step.keys for step in load()], hear))
    setattr(QAccessible, "updateAccessibility", usual)  # noqa: B010
    window.close()
    application.processEvents()


if __name__ == "__main__":
    _record()

__all__ = ["FILE", "Step", "load", "open_board", "play", "save"]
