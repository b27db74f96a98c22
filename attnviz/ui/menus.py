"""The menu bar and all keys, made from the one table of commands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from attnviz.ui.commands import COMMANDS, LINE, PRESENTING, Command


def make_menus(window: QMainWindow, carry_out: Callable[[], None]) -> dict[str, list[QAction]]:
    """Fill the window's menu bar; returns command id -> its actions.

    Each action carries (target, command, argument) and calls the bound method `carry_out` of the window.
    """
    actions: dict[str, list[QAction]] = {}
    menus: dict[str, QMenu] = {}
    groups = {name: QActionGroup(window) for name in ("use_theme", "use_audience_theme")}
    for command in (*COMMANDS, *PRESENTING):
        if command.menu not in menus:
            menus[command.menu] = window.menuBar().addMenu(f"&{command.menu}")
        if command.id == LINE:
            menus[command.menu].addSeparator()
            continue
        action = _make_action(window, command)
        if command in PRESENTING:
            action.setShortcuts([])  # they have their keys only while presenting
        action.triggered.connect(carry_out)
        menus[command.menu].addAction(action)
        actions.setdefault(command.id, []).append(action)
        if command.id in groups:
            groups[command.id].addAction(action)
    window.menuBar().setAccessibleName("Menus")
    return actions


def _make_action(window: QMainWindow, command: Command) -> QAction:
    action = QAction(command.title, window)
    action.setShortcuts([QKeySequence(keys) for keys in command.keys])
    # Window-wide: it wins over a focused slider or list, and still lets a text box take letters and digits.
    action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
    action.setCheckable(command.checkable)
    action.setData((command.target, command.id, command.argument))
    window.addAction(action)
    return action
