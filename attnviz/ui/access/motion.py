"""Whether pictures move from one state to the next, and what Qt moves by itself."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

_EFFECTS: Final = (
    Qt.UIEffect.UI_AnimateMenu, Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip, Qt.UIEffect.UI_AnimateToolBox,
)  # fmt: skip
_usual: Final[list[tuple[dict[Qt.UIEffect, bool], int]]] = []  # what the system has, kept at the first change


def reduced(motion: str) -> bool:
    """Whether the choice "auto", "full" or "reduced" means less motion."""
    return motion == "reduced" or (motion == "auto" and system_reduces())


def system_reduces() -> bool:
    """Whether the system asks for less motion. Qt tells from 6.12 on; before that it is taken not to."""
    hints = QGuiApplication.styleHints()  # kept: in one expression Qt's object is gone before it is asked
    asked = getattr(hints, "accessibility", None)
    preferences = asked() if asked is not None else None
    preference = getattr(preferences, "motionPreference", None)
    return preference is not None and getattr(preference(), "name", "") == "ReducedMotion"


def still(on: bool) -> None:
    """Stop what Qt moves by itself: menus, drop-downs and tool tips that roll or fade, and the blinking caret."""
    if not _usual:
        effects = {effect: QApplication.isEffectEnabled(effect) for effect in _EFFECTS}
        _usual.append((effects, QApplication.cursorFlashTime()))
    effects, flash = _usual[0]
    for effect, usual in effects.items():
        QApplication.setEffectEnabled(effect, usual and not on)
    QApplication.setCursorFlashTime(0 if on else flash)
