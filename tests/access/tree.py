"""The board as assistive technology sees it: every mode of every frame, and what is wrong with what it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollBar, QWidget

from attnviz.ui.widgets.layout import Card
from attnviz.ui.window import Window

Role, Text = QAccessible.Role, QAccessible.Text
WHOLE = (Role.Table, Role.Tree, Role.List, Role.MenuBar)  # Qt tells their cells from the model
CONTROLS = (
    Role.Button, Role.CheckBox, Role.RadioButton, Role.Slider, Role.SpinBox, Role.ComboBox, Role.EditableText,
    Role.ButtonMenu, Role.PageTab, Role.PageTabList, Role.ProgressBar, Role.Chart, Role.Equation, Role.Link, *WHOLE,
)  # fmt: skip
VALUED = (Role.Slider, Role.SpinBox, Role.ProgressBar, Role.ComboBox)


@dataclass(frozen=True)
class Node:
    """One thing in the tree."""

    widget: Any
    role: QAccessible.Role
    name: str
    description: str
    value: str
    focusable: bool

    def __str__(self) -> str:
        return f"{self.role.name} {type(self.widget).__name__} {self.name!r}"


@dataclass(frozen=True)
class Mode:
    """A frame in a state, and what else is done to get there."""

    id: str
    frame: str
    state: dict[str, Any] = field(default_factory=dict)
    then: Callable[[Window], QWidget | None] | None = None


def _map(window: Window) -> None:
    window.map.toggle_map()
    while not window.map.settled:
        QTest.qWait(20)


def _search(window: Window) -> None:
    window.finding.find()
    window.finding.panel.box.setText("softmax")


def _notes(window: Window) -> None:
    window.finding.toggle_notes()


def _numbers(window: Window) -> None:
    window.toggle_numbers()


def _contents(window: Window) -> QWidget | None:
    window.finding.show_contents()
    return _dialog()


def _keys(window: Window) -> QWidget | None:
    window.show_keys()
    return _dialog()


def _read_more(window: Window) -> None:
    window.deepen.open()


def _room(window: Window) -> None:
    window.room.open_room_check()


def _presenting(window: Window) -> None:
    window.presenting.start()
    window.presenting.card.buttons[1].click()  # windowed, for screen sharing


def _audience(window: Window) -> QWidget | None:
    _presenting(window)
    return window.presenting.audience


def _dialog() -> QWidget | None:
    QApplication.processEvents()
    return QApplication.activeModalWidget() or QApplication.activeWindow()


MODES = (
    Mode("open", "open"),
    Mode("why-scale", "why-scale"),
    Mode("why-scale training", "why-scale", {"training": True}),
    Mode("multi-head", "multi-head"),
    Mode("multi-head mean", "multi-head", {"mean_head": True}),
    Mode("multi-head random", "multi-head", {"source": "random"}),
    Mode("multi-head recorded", "multi-head", {"source": "recorded"}),
    Mode("multi-head jobs editor", "multi-head", {"editing": True}),
    Mode("multi-head one head", "multi-head", {"one_head": True}),
    Mode("four-steps", "four-steps"),
    Mode("four-steps mix", "four-steps", {"step": 7}),
    Mode("four-steps predict", "four-steps", {"step": 3, "predict": True}),
    Mode("glossary", "glossary"),
    Mode("check", "check"),
    Mode("check revealed", "check", {"revealed": frozenset({"divide"})}),
    Mode("map", "open", {}, _map),
    Mode("search", "open", {}, _search),
    Mode("notes", "why-scale", {}, _notes),
    Mode("numbers", "multi-head", {}, _numbers),
    Mode("read more", "why-scale", {}, _read_more),
    Mode("room check", "why-scale", {}, _room),
    Mode("presenting", "multi-head", {}, _presenting),
    Mode("audience", "multi-head", {}, _audience),
    Mode("contents", "open", {}, _contents),
    Mode("keys", "open", {}, _keys),
)


def nodes(widget: QWidget) -> list[Node]:
    """Everything under `widget` that assistive technology is shown, in order."""
    face = QAccessible.queryAccessibleInterface(widget)
    assert face is not None
    return list(_walk(face))


def _walk(face: QAccessibleInterface) -> Iterator[Node]:
    state = face.state()
    if state.invisible:
        return
    name, description, value = (face.text(kind) for kind in (Text.Name, Text.Description, Text.Value))
    yield Node(face.object(), face.role(), name, description, value, bool(state.focusable))
    if face.role() not in WHOLE:
        for index in range(face.childCount()):
            child = face.child(index)
            if child is not None:
                yield from _walk(child)


def faults(found: list[Node]) -> list[str]:
    """What a person who cannot see the window would miss."""
    wrong: list[str] = []
    for node in found:
        if isinstance(node.widget, QScrollBar) or node.role == Role.Window:
            continue  # reached through the area that it scrolls
        if (node.focusable or node.role in CONTROLS) and not node.name.strip():
            wrong.append(f"without a name: {node}")
        if node.role in VALUED and not node.value.strip():
            wrong.append(f"without a value: {node}")
        if node.role in VALUED and node.role != Role.ProgressBar and "%" in node.value:
            wrong.append(f"a percentage: {node} {node.value}")
        if node.role == Role.Chart and not node.description.strip():
            wrong.append(f"a silent picture: {node}")
        if _is_drawn(node.widget) and node.role not in (*CONTROLS, Role.StaticText) and node.name == "":
            wrong.append(f"drawn, and told to nobody: {node}")
    return wrong


def _is_drawn(widget: Any) -> bool:
    """Whether a class of attnviz paints the widget by itself, and not only the ground under others."""
    if isinstance(widget, Card):
        return False  # its ground; its name is the label in it
    for kind in type(widget).__mro__:
        if "paintEvent" in vars(kind) or "drawForeground" in vars(kind):
            paint = vars(kind).get("paintEvent") or vars(kind)["drawForeground"]
            code = getattr(paint, "__code__", None)
            return kind.__module__.startswith("attnviz") and code is not None and "draw_ground" not in code.co_names
    return False
