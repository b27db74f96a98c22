"""What can be read from the last row: sizes on a screen as angles, and what those angles are good for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

READABLE: Final = 15.0  # arc-minutes of a capital letter from which reading takes no effort
UNREADABLE: Final = 10.0  # under this hardly anybody can read it
CAP_HEIGHT: Final = 0.7  # of the font size, about the same in all text faces
FEET: Final = 0.3048  # meters
SCREENS: Final = (0.3, 15.0)  # meters high, from a laptop to a cinema
ROWS: Final = (0.5, 100.0)  # meters away


@dataclass(frozen=True, slots=True)
class Room:
    """A screen and its farthest viewer, in meters."""

    screen: float = 1.5  # height of the picture
    last_row: float = 9.0  # distance of the farthest eyes

    def arc_minutes(self, pixels: float, height: float) -> float:
        """The angle under which the last row sees a capital letter, in arc-minutes.

        `pixels` is the font size and `height` the height of the whole picture, in the same pixels. Raises ValueError
        for a picture without height.
        """
        if height <= 0:
            raise ValueError(f"a picture {height} pixels high has no letters")
        cap = CAP_HEIGHT * pixels / height * self.screen  # meters
        return math.degrees(math.atan2(cap, self.last_row)) * 60

    def pixels(self, arc_minutes: float, height: float) -> float:
        """The font size that the last row sees under an angle; the inverse of `arc_minutes`."""
        cap = math.tan(math.radians(arc_minutes / 60)) * self.last_row
        return cap / self.screen * height / CAP_HEIGHT

    def farthest(self, pixels: float, height: float) -> float:
        """The distance in meters up to which a font size reads without effort."""
        cap = CAP_HEIGHT * pixels / height * self.screen
        return cap / math.tan(math.radians(READABLE / 60))


def verdict(arc_minutes: float) -> str:
    """What an angle is good for: "unreadable", "hard to read" or "" for what can be read."""
    if arc_minutes < UNREADABLE:
        return "unreadable"
    return "hard to read" if arc_minutes < READABLE else ""


def room_of(screen: float, last_row: float) -> Room:
    """A room with each length brought into what there is."""
    return Room(min(max(screen, SCREENS[0]), SCREENS[1]), min(max(last_row, ROWS[0]), ROWS[1]))


def length_words(meters: float, feet: bool) -> str:
    """A length as it is said: "9 m", "4.9 ft"."""
    return f"{round(meters / FEET, 1):g} ft" if feet else f"{round(meters, 1):g} m"


def predicted(size: float, now: tuple[float, ...], then: tuple[float, ...]) -> float:
    """The least size in pixels that a text will have when a look's sizes `now` become `then`.

    Both are (floor, label, body, title). A text is taken to be set in the smallest of the sizes it may have been set
    in: where one size serves two purposes, nobody can tell from the text which of them it was.
    """
    fits = [after for before, after in zip(now, then, strict=True) if abs(before - size) <= 0.5]
    if fits:
        return min(fits)
    under = [after / before for before, after in zip(now, then, strict=True) if before < size]
    return size * min(under or [after / before for before, after in zip(now, then, strict=True)])


def too_small(sizes: Iterable[float], room: Room, height: float) -> int:
    """How many texts of these font sizes the last row cannot read without effort."""
    least = room.pixels(READABLE, height) - 1e-9
    return sum(size < least for size in sizes)
