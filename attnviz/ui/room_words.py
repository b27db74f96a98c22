"""What the room check says: how many texts are too small, which is the smallest, and what would help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtWidgets import QWidget

from attnviz.core.room import READABLE, UNREADABLE, Room, length_words, predicted, too_small
from attnviz.ui.painted_text import PaintedText
from attnviz.ui.settings import SCALES
from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.layout import Card

NUMBER: Final = re.compile(r"[\s\d.,:%×÷=½¼¾⁰-⁹₀-₉^/+−∞–-]+")
LONGEST: Final = 28  # letters of a text that is quoted


@dataclass(frozen=True, slots=True)
class View:
    """What a room looks at: a window of `height` pixels in a theme, at a text size."""

    height: int
    theme: str
    scale: float


def count_words(texts: Sequence[PaintedText], room: Room, height: int, feet: bool) -> str:
    """How many of `texts` are too small, and which is the smallest."""
    away = length_words(room.last_row, feet)
    angles = [room.arc_minutes(text.size, height) for text in texts]
    small = sum(angle < READABLE for angle in angles)
    lost = sum(angle < UNREADABLE for angle in angles)
    if not texts:
        return "There is no text here."
    smallest = min(texts, key=_size)
    least = f"{place_of(smallest)}, {int(room.arc_minutes(smallest.size, height))} arc-minutes"  # never up to the limit
    if not small:
        return f"Each of the {len(texts)} texts can be read from {away}. Smallest: {least}."
    kinds = f", {lost} of them unreadable" if lost else ""
    verb = "is" if small == 1 else "are"
    return f"{small} of {len(texts)} texts {verb} too small from {away}{kinds}. Smallest: {least}."


def advice_words(texts: Sequence[PaintedText], room: Room, view: View, feet: bool) -> str:
    """Which text size or theme would make every text readable, or else how near one must sit. "" if all are."""
    sizes = [text.size for text in texts]
    if not sizes or not too_small(sizes, room, view.height):
        return ""
    ways = [way for way in (_larger(sizes, room, view), _projector(sizes, room, view)) if way]
    if ways:
        sentence = " or ".join(ways)
        return f"{sentence[0].upper()}{sentence[1:]} would do."
    best = View(view.height, "projector", SCALES[1])
    farthest = room.farthest(min(_sizes_in(sizes, view, best)), view.height)
    away = length_words(int(farthest * 10) / 10, feet)  # rounded down: it must be true
    return f"No text size is enough. With the projector theme at {SCALES[1]:.0%} all can be read from up to {away}."


def place_of(text: PaintedText) -> str:
    """Which text it is, for a person who looks for it: "the numbers of Dots"."""
    words = " ".join(text.words.split())
    if text.words.startswith("Formula: "):
        return "the formula"
    home = _name_of(text.owner)
    if NUMBER.fullmatch(words) and home:
        return f"the numbers of {home}"
    quoted = f"“{words if len(words) <= LONGEST else words[: LONGEST - 1].rstrip() + '…'}”"
    return f"{quoted} in {home}" if home else quoted


def _name_of(widget: QWidget | None) -> str:
    """The name of the card that a widget stands in, or of what stands for one."""
    while widget is not None:
        if isinstance(widget, Card) and widget.name:
            return widget.name
        if widget.objectName() in ("rail", "side", "strip"):
            return {"rail": "the list of frames", "side": "the glossary", "strip": "the strip below"}[
                widget.objectName()
            ]
        widget = widget.parentWidget()
    return ""


def _size(text: PaintedText) -> float:
    return text.size


def _larger(sizes: Sequence[float], room: Room, view: View) -> str:
    """The least text size that does it in the present theme, "" if there is none."""
    for percent in range(round(view.scale * 100) // 10 * 10 + 10, round(SCALES[1] * 100) + 1, 10):
        if not too_small(_sizes_in(sizes, view, View(view.height, view.theme, percent / 100)), room, view.height):
            return f"text size {percent} %"
    return ""


def _projector(sizes: Sequence[float], room: Room, view: View) -> str:
    """The least text size that does it in the projector theme, "" if it is the present theme or none does."""
    if view.theme == "projector":
        return ""
    for percent in range(100, round(SCALES[1] * 100) + 1, 10):
        if not too_small(_sizes_in(sizes, view, View(view.height, "projector", percent / 100)), room, view.height):
            return "the projector theme" + (f" at text size {percent} %" if percent > 100 else "")
    return ""


def _sizes_in(sizes: Sequence[float], view: View, other: View) -> list[float]:
    """What the sizes would be in another theme or text size."""
    now, then = _steps(view), _steps(other)
    return [predicted(size, now, then) for size in sizes]


def _steps(view: View) -> tuple[float, ...]:
    look: Look = look_for(view.theme, view.height, view.scale)
    return (look.floor, look.label, look.body, look.title)
