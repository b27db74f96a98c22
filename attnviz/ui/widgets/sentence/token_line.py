"""Tokens on one line: chips while they fit, shorter chips, at last dots with names for the few that matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.texts import Text, elided, text_of

LONGEST: Final = 11.0  # no chip's words are wider than this many letter heights
SHORTEST: Final = 1.5  # and none is cut shorter than this; dots come instead
CHOSEN: Final = 600
CHIP: Final = 1.9  # height of a chip in letter heights
FITS: Final = (  # size, padding, gap in letter heights
    ("body", 0.7, 1.1),
    ("body", 0.65, 0.5),
    ("body", 0.4, 0.28),
    ("label", 0.55, 0.5),
    ("label", 0.35, 0.25),
)


@dataclass(frozen=True, slots=True)
class Chip:
    """A token on the line: its box, and its words if they are drawn."""

    box: QRectF
    text: Text | None
    whole: bool  # the words are not cut

    @property
    def x(self) -> float:
        """The middle, where arcs end."""
        return self.box.center().x()


def chip_height(look: Look) -> float:
    """Height of the line of chips."""
    return round(look.body * CHIP)


def lay_out_tokens(look: Look, tokens: Sequence[str], width: float, top: float) -> list[Chip]:
    """Chips for `tokens`, centered in `width`, their boxes beginning at `top`."""
    chips = lay_out_whole(look, tokens, width, top)
    if chips or not tokens:
        return chips
    em, pad, gap = look.label, 0.3, 0.2
    room = width - (len(tokens) * 2 * pad + (len(tokens) - 1) * gap) * em
    cap = _cap([text_of(look, token, "label", CHOSEN).width for token in tokens], room)
    if cap >= SHORTEST * em:
        texts = [elided(look, token, cap, "label", CHOSEN) for token in tokens]
        chips = _chips(look, tokens, texts, "label", (pad, gap), width, top)
        if chips:
            return chips
    return _dots(look, tokens, width, top)


def lay_out_whole(look: Look, tokens: Sequence[str], width: float, top: float) -> list[Chip]:
    """Chips with whole words on one line, or none where they do not fit."""
    for size, pad, gap in FITS if tokens else ():
        em = getattr(look, size)
        texts = [elided(look, token, LONGEST * em, size, CHOSEN) for token in tokens]
        chips = _chips(look, tokens, texts, size, (pad, gap), width, top)
        if chips:
            return chips
    return []


def name_dots(
    look: Look, tokens: Sequence[str], chips: Sequence[Chip], wanted: Sequence[int], width: float
) -> list[Chip]:
    """Names under those dots of `wanted`, in order of importance, that do not run into each other."""
    named: list[Chip] = []
    for index in wanted:
        text = elided(look, tokens[index], LONGEST * look.label, "label", CHOSEN)
        left = min(max(chips[index].x - text.width / 2, 0.0), width - text.width)
        box = QRectF(left, chips[index].box.bottom() + 2, text.width, text.height)
        if not any(box.adjusted(-4, 0, 4, 0).intersects(other.box) for other in named):
            named.append(Chip(box, text, text.words == tokens[index]))
    return named


def _chips(
    look: Look,
    tokens: Sequence[str],
    texts: list[Text],
    size: str,
    spacing: tuple[float, float],
    width: float,
    top: float,
) -> list[Chip]:
    """The chips, or none when they are too wide together; `spacing` is padding and gap in letter heights."""
    em = int(getattr(look, size))
    pad, gap = spacing[0] * em, spacing[1] * em
    height = round(em * CHIP)
    # A short word has a round chip while there is room.
    least = height if spacing[1] >= 0.5 else 0.0
    widths = [max(text.width + 2 * pad, least) for text in texts]
    whole = sum(widths) + gap * (len(texts) - 1)
    if whole > width:
        return []
    left, top = (width - whole) / 2, top + (chip_height(look) - height) / 2
    chips = []
    for token, text, wide in zip(tokens, texts, widths, strict=True):
        chips.append(Chip(QRectF(round(left), round(top), round(wide), height), text, text.words == token))
        left += wide + gap
    return chips


def _dots(look: Look, tokens: Sequence[str], width: float, top: float) -> list[Chip]:
    pitch = width / len(tokens)
    side = min(look.label * 0.7, pitch * 0.8)
    return [Chip(QRectF((i + 0.5) * pitch - side / 2, top, side, side), None, False) for i in range(len(tokens))]


def _cap(widths: list[float], room: float) -> float:
    """The width to which the widest words are cut so that all together fit into `room`."""
    left = sorted(widths)
    for place, width in enumerate(left):
        share = room / (len(left) - place)
        if width > share:
            return max(share, 0.0)
        room -= width
    return left[-1]
