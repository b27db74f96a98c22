"""Roles and values that Qt cannot know: what the drawn pictures are, and which number a slider stands for.

Qt asks a factory for the interface of each widget, by the name of its class and then of each class above it. An
interface lives as long as its widget: Qt deletes it, and here it is only held, since one that Python has let go
of would be called all the same.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QAccessibleWidget, QWidget
from shiboken6 import Shiboken

PICTURES: Final = (
    "AllHeads", "Chart", "NextPicture", "RecipeStrip", "ScaleBars", "SceneView", "StepRows", "StepsView", "TokenArcs",
)  # fmt: skip
"""Classes of drawn widgets that are pictures; what inherits from one is one."""
FORMULAS: Final = ("FormulaView", "InlineFormula")
LINKS: Final = ("TermLink",)
SLIDERS: Final = ("QuietSlider",)
SWEEP: Final = 256  # interfaces made between two looks for those whose widgets are gone


class Spoken(Protocol):
    """A slider whose positions stand for numbers."""

    def number(self) -> float:
        """The number on show."""

    def spoken(self) -> str:
        """The same as it is written on screen."""

    def reach(self) -> tuple[float, float]:
        """The least and the largest number."""

    def go_to(self, number: float) -> None:
        """Ask for a number, as assistive technology may."""


class Value(QAccessibleValueInterface):
    """The number of a slider, where Qt would tell its position."""

    def __init__(self, slider: Spoken) -> None:
        super().__init__()
        self._slider = weakref.ref(slider)

    def currentValue(self) -> float:
        """The number on show."""
        slider = self._slider()
        return slider.number() if slider is not None else 0.0

    def minimumValue(self) -> float:
        """The least number."""
        slider = self._slider()
        return slider.reach()[0] if slider is not None else 0.0

    def maximumValue(self) -> float:
        """The largest number."""
        slider = self._slider()
        return slider.reach()[1] if slider is not None else 0.0

    def minimumStepSize(self) -> float:
        """Steps are not even on a logarithmic slider, so none is promised."""
        return 0.0

    def setCurrentValue(self, value: object) -> None:
        """Ask for a number."""
        slider = self._slider()
        if slider is not None and isinstance(value, int | float):
            slider.go_to(float(value))


class SliderAccess(QAccessibleWidget):
    """A slider that is read as the number it stands for: never as a percentage, never as a position."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.Slider)
        self._value = Value(widget)  # type: ignore[arg-type]  # the factory hands over nothing else

    def text(self, kind: QAccessible.Text) -> str:
        """As the value, the number as it is written on screen."""
        if kind == QAccessible.Text.Value:
            return str(self.object().spoken())  # type: ignore[attr-defined]
        return super().text(kind)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        """Hand out the number beside what every widget has."""
        if kind == QAccessible.InterfaceType.ValueInterface:
            return Shiboken.VoidPtr(self._value)  # type: ignore[arg-type]  # takes more than it says
        return super().interface_cast(kind)


class PictureAccess(QAccessibleWidget):
    """One picture: its name, what it says now, and the controls that stand in it. Its viewport is no thing by itself.

    What it says is the widget's accessible description, of which Qt tells every change by itself.
    """

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.Chart)

    def childCount(self) -> int:
        """Controls in the picture."""
        return len(self._parts())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Control `index`, or None."""
        parts = self._parts()
        return QAccessible.queryAccessibleInterface(parts[index]) if 0 <= index < len(parts) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """The number of a control, −1 for a stranger."""
        parts = self._parts()
        return next((at for at, part in enumerate(parts) if part is child.object()), -1)

    def _parts(self) -> list[QWidget]:
        widget = self.object()
        inner = [each for each in widget.children() if isinstance(each, QWidget) and not each.isWindow()]
        if isinstance(widget, QAbstractScrollArea):
            inner = [each for each in inner if each is not widget.viewport() and not _is_scroll_bar(each)]
        return inner


class FormulaAccess(PictureAccess):
    """A formula: its name is how it is said aloud."""

    def role(self) -> QAccessible.Role:
        """An equation."""
        return QAccessible.Role.Equation


class LinkAccess(QAccessibleWidget):
    """A link inside a paragraph, which can be followed."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget, QAccessible.Role.Link)

    def actionNames(self) -> list[str]:
        """It can be followed, and take the focus."""
        return ["Press", "SetFocus"]

    def doAction(self, name: str) -> None:
        """Follow it, or give it the focus."""
        link = self.object()
        if name == "Press" and isinstance(link, QAbstractButton):
            link.click()
        else:
            super().doAction(name)


def is_picture(widget: QWidget) -> bool:
    """Whether a widget is a picture, by its class or one above it."""
    return any(kind.__name__ in PICTURES for kind in type(widget).__mro__)


def install() -> None:
    """Have Qt ask here first. Once is enough; more does no harm."""
    if not _installed:
        _installed.append(True)
        QAccessible.installFactory(_make)
        atexit.register(_let_go)


def _is_scroll_bar(widget: QWidget) -> bool:
    return widget.objectName().startswith("qt_scrollarea")


def _make(name: str, thing: QObject) -> QAccessibleInterface | None:
    kind = _KINDS.get(name)
    if kind is None or not isinstance(thing, QWidget) or not _installed:
        return None
    if len(_held) % SWEEP == 0:
        _held[:] = [each for each in _held if Shiboken.isValid(each)]
    made = kind(thing)
    _held.append(made)
    return made


def _let_go() -> None:
    """At the end Qt would delete what Python has deleted already: put it away while both are there."""
    _installed.clear()
    for each in _held:
        if Shiboken.isValid(each):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(each))
    _held.clear()


_KINDS: Final[Mapping[str, Callable[[QWidget], QAccessibleWidget]]] = MappingProxyType(
    dict.fromkeys(PICTURES, PictureAccess)
    | dict.fromkeys(FORMULAS, FormulaAccess)
    | dict.fromkeys(LINKS, LinkAccess)
    | dict.fromkeys(SLIDERS, SliderAccess)
)
_held: Final[list[QAccessibleWidget]] = []
_installed: Final[list[bool]] = []
