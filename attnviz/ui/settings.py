"""What is remembered between launches: the window, the theme, the text size. A bad file costs nothing but itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from attnviz.core.room import ROWS, SCREENS
from attnviz.ui.theme import THEMES

SCALES = (0.8, 2.0)
MOTIONS = ("auto", "full", "reduced")
NUMBERS = {"font_scale": SCALES, "room_screen": SCREENS, "room_row": ROWS}  # what each may be


@dataclass(slots=True)
class Remembered:
    """The remembered values, already checked."""

    theme: str = "light"
    font_scale: float = 1.0
    frame: str = "open"
    motion: str = "auto"  # as the system has it; or "full", or "reduced": nothing moves from one state to the next
    glossary: bool = True
    geometry: QByteArray | None = None
    room_screen: float = 1.5  # meters: how high the screen is in the room where it is shown
    room_row: float = 9.0  # meters from there to the last row
    feet: bool = False  # in which these two are said
    audience: str = ""  # the display of the audience's window, by what it is
    audience_theme: str = "projector"


def settings_path() -> Path:
    """Where the settings live unless another path is given."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    return Path(folder) / "attnviz" / "attnviz.ini"


class Settings:
    """Reads and writes one ini file that it is given: QSettings(org, app) cannot be told where to write."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = QSettings(str(path), QSettings.Format.IniFormat)

    def load(self, frames: tuple[str, ...]) -> tuple[Remembered, list[str]]:
        """The remembered values, defaults where one is missing or wrong, and a message for each wrong one."""
        known, problems = Remembered(), []
        if self._file.status() != QSettings.Status.NoError:
            return known, [f"{self.path}: cannot be read; the defaults are used"]
        themes = tuple(THEMES)
        for name, allowed in (
            ("theme", themes), ("frame", frames), ("motion", MOTIONS), ("audience_theme", themes),
        ):  # fmt: skip
            value = self._file.value(name, getattr(known, name))
            if value in allowed:
                setattr(known, name, value)
            else:
                problems.append(f"{self.path}: {name} = {value!r}: choose {', '.join(allowed)}")
        for name, limits in NUMBERS.items():
            problems += self._load_number(known, name, limits)
        known.audience = str(self._file.value("audience", ""))
        known.feet = str(self._file.value("feet", "false")).lower() == "true"
        known.glossary = str(self._file.value("glossary", "true")).lower() != "false"
        geometry = self._file.value("geometry")
        known.geometry = geometry if isinstance(geometry, QByteArray) else None
        return known, problems

    def save(self, remembered: Remembered) -> None:
        """Write the values; other entries of the file stay."""
        for name in ("theme", "frame", "motion", "audience", "audience_theme", *NUMBERS):
            self._file.setValue(name, getattr(remembered, name))
        self._file.setValue("feet", "true" if remembered.feet else "false")
        self._file.setValue("glossary", "true" if remembered.glossary else "false")
        if remembered.geometry is not None:
            self._file.setValue("geometry", remembered.geometry)
        self._file.sync()

    def _load_number(self, known: Remembered, name: str, limits: tuple[float, float]) -> list[str]:
        """Take over one number; a message if it is none of its range, and the default stays."""
        value = self._file.value(name, getattr(known, name))
        try:
            found = float(value)  # type: ignore[arg-type]
            if not limits[0] <= found <= limits[1]:
                raise ValueError
        except (TypeError, ValueError):
            return [f"{self.path}: {name} = {value!r}: choose {limits[0]} to {limits[1]}"]
        setattr(known, name, found)
        return []


def restore_place(window: QWidget, geometry: QByteArray | None) -> None:
    """Put a window where it was. One that would be outside every screen comes to the middle of the first."""
    if geometry is None or not window.restoreGeometry(geometry):
        return
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    seen = [screen.intersected(window.geometry()) for screen in screens]
    if not any(part.width() >= 120 and part.height() >= 40 for part in seen):
        window.move(screens[0].center() - window.rect().center())
