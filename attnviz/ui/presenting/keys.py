"""The keys while presenting: they work in both windows, whatever has the focus, and give way only where they must."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.ui.commands import PRESENTING

ONWARD: Final = {"Right": 1, "Space": 1, "Return": 1, "Enter": 1, "Left": -1, "Backspace": -1}
"""They turn frames, but belong to a slider, button, list, text or picture that has the focus."""
ARROWS: Final = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
DIGITS: Final = tuple("0123456789")
_APPLICATION: Final = Qt.ShortcutContext.ApplicationShortcut


class PresentingKeys(QObject):
    """Puts the keys of the table `PRESENTING` on its actions, and takes them from all others until it is over."""

    typed = Signal(str)  # a digit
    turned = Signal(int)  # a frame forward or back
    moved = Signal(int, int)  # the laser's spot: to the right, down
    first = Signal()

    def __init__(self, window: QWidget, actions: Mapping[str, list[QAction]]) -> None:
        super().__init__(window)
        self._window = window
        self._own = {command.id: (actions[command.id][0], command.keys) for command in PRESENTING if command.keys}
        self._kept: list[tuple[QAction, list[QKeySequence], Qt.ShortcutContext]] = []
        self._digits = [self._shortcut(digit, self._type) for digit in DIGITS]
        self._onward = [self._shortcut(key, self._go) for key in ONWARD]
        self._up_down = [self._shortcut(key, self._go) for key in ("Up", "Down")]
        self._home = self._shortcut("Home", self._go_first)
        self._aiming = self._asked = False
        self._on = False
        self._commands = [action for command in PRESENTING for action in actions[command.id]]
        for action in self._commands:
            action.setEnabled(False)

    def set_on(self, on: bool) -> None:
        """Take the keys, or give them back."""
        if on == self._on:
            return
        self._on = on
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        if on:
            self._take()
            app.focusChanged.connect(self._weigh)
        else:
            app.focusChanged.disconnect(self._weigh)
            self._give_back()
        for digit in self._digits:
            digit.setEnabled(on)
        for command in self._commands:
            command.setEnabled(on)
        self._weigh()

    def set_mode(self, *, aiming: bool, asked: bool) -> None:
        """While aiming the arrows move the spot; while a number is asked for Enter ends it."""
        if (aiming, asked) != (self._aiming, self._asked):
            self._aiming, self._asked = aiming, asked
            self._weigh()

    def _take(self) -> None:
        own = {action for action, _ in self._own.values()}
        taken = {QKeySequence(key) for _, keys in self._own.values() for key in keys}
        taken |= {QKeySequence(key) for key in (*DIGITS, *ONWARD, "Home", "Up", "Down")}
        self._kept = []
        for action in self._window.actions():
            self._kept.append((action, action.shortcuts(), action.shortcutContext()))
            if action not in own:
                action.setShortcuts([key for key in action.shortcuts() if key not in taken])
            action.setShortcutContext(_APPLICATION)
        for action, keys in self._own.values():
            action.setShortcuts([QKeySequence(key) for key in keys])

    def _give_back(self) -> None:
        for action, keys, context in self._kept:
            action.setShortcuts(keys)
            action.setShortcutContext(context)
        self._kept = []

    def _weigh(self) -> None:
        """Which of the keys that may belong to the focus are ours now."""
        focus = QApplication.focusWidget()
        free = self._on and (focus is None or not focus.focusPolicy() & Qt.FocusPolicy.TabFocus)
        for shortcut in (*self._onward, self._home):
            shortcut.setEnabled(free)
        for shortcut in self._up_down:
            shortcut.setEnabled(free and self._aiming)
        if self._on and self._asked:
            for shortcut in self._onward:
                if shortcut.key().toString() in ("Return", "Enter"):
                    shortcut.setEnabled(True)

    def _shortcut(self, key: str, slot: object) -> QShortcut:
        shortcut = QShortcut(QKeySequence(key), self._window)
        shortcut.setContext(_APPLICATION)
        shortcut.setEnabled(False)
        shortcut.activated.connect(slot)
        return shortcut

    def _go_first(self) -> None:
        self.first.emit()

    def _type(self) -> None:
        self.typed.emit(self._key())

    def _go(self) -> None:
        key = self._key()
        if self._aiming and key in ARROWS:
            self.moved.emit(*ARROWS[key])
        elif key in ONWARD:
            self.turned.emit(ONWARD[key])

    def _key(self) -> str:
        shortcut = self.sender()
        assert isinstance(shortcut, QShortcut)
        return shortcut.key().toString()
