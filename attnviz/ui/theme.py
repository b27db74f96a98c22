"""Colors, type sizes and pens: one set of tokens per theme, one `Look` per window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette, QPen
from PySide6.QtWidgets import QWidget

FAMILIES: Final = ["Inter", "DejaVu Sans"]


@dataclass(frozen=True, slots=True)
class Theme:
    """Color tokens. The `…_text` twins meet the theme's text contrast; the plain roles are for fills and lines."""

    name: str
    dark: bool
    text_ratio: float  # least contrast of text on ground and on card
    ground: str
    card: str
    border: str  # hairlines round cards
    edge: str  # borders that carry meaning: matrices, axes
    ink: str
    muted: str
    chosen: str  # ground of a selected thing
    focus: str
    query: str
    query_text: str
    key: str
    key_text: str
    value: str
    value_text: str
    raw: str
    raw_text: str
    divided: str
    divided_text: str
    other: str  # the viewer's own exponent
    other_text: str


LIGHT: Final = Theme(
    name="light", dark=False, text_ratio=4.5,
    ground="#F4F6F9", card="#FFFFFF", border="#DCE1E8", edge="#79828F", ink="#161B26", muted="#525B69",
    chosen="#E0EEF8", focus="#0B5CAD",
    query="#0072B2", query_text="#005B8F", key="#D55E00", key_text="#A34400", value="#009E73", value_text="#006B4E",
    raw="#D55E00", raw_text="#A34400", divided="#0072B2", divided_text="#005B8F", other="#7B4BA0", other_text="#6A3D8E",
)  # fmt: skip

DARK: Final = Theme(
    name="dark", dark=True, text_ratio=4.5,
    ground="#12151B", card="#1B2029", border="#353D4A", edge="#8A94A4", ink="#EDF0F5", muted="#AEB7C4",
    chosen="#17354A", focus="#7CC4F5",
    query="#3D9FDB", query_text="#74C0F0", key="#E8792B", key_text="#F5A262", value="#1DB584", value_text="#4FD0A5",
    raw="#E8792B", raw_text="#F5A262", divided="#3D9FDB", divided_text="#74C0F0", other="#B388D9", other_text="#C9A8E8",
)  # fmt: skip

PROJECTOR: Final = Theme(
    name="projector", dark=False, text_ratio=9.0,
    ground="#FFFFFF", card="#FFFFFF", border="#8D95A1", edge="#4A525E", ink="#06080D", muted="#2B313B",
    chosen="#DCEDF9", focus="#003B73",
    query="#0072B2", query_text="#003A5E", key="#D55E00", key_text="#662A00", value="#009E73", value_text="#004530",
    raw="#D55E00", raw_text="#662A00", divided="#0072B2", divided_text="#003A5E", other="#7B4BA0", other_text="#4A2468",
)  # fmt: skip

THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK, PROJECTOR)}

# Okabe–Ito and near relations, each at least 3:1 on its ground; a head's number is always written beside its color.
HEADS_ON_LIGHT: Final = ("#0072B2", "#D55E00", "#B3568A", "#00805D", "#A67400", "#2F86BD", "#8A5A2B", "#6B7280")
HEADS_ON_DARK: Final = ("#3D9FDB", "#E8792B", "#DE8FBB", "#1DB584", "#E0B12E", "#7CC4F5", "#C79A6B", "#A3ADBA")


def luminance(color: str) -> float:
    """Relative luminance, 0 black to 1 white (WCAG 2.2)."""
    paint = QColor(color)
    channels = (paint.redF(), paint.greenF(), paint.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colors, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """What `color` looks like on `ground` when it covers a share of it."""
    rest = 1 - share
    return QColor(
        round(share * color.red() + rest * ground.red()),
        round(share * color.green() + rest * ground.green()),
        round(share * color.blue() + rest * ground.blue()),
    )


def readable(ground: QColor) -> QColor:
    """Black or white, whichever is easier to read on a ground."""
    black, white = (contrast(ink, ground.name()) for ink in ("#000000", "#FFFFFF"))
    return QColor("#000000" if black >= white else "#FFFFFF")


@dataclass(frozen=True, slots=True)
class Look:
    """What a window looks like now: theme and sizes. All sizes in logical pixels."""

    theme: Theme
    body: int
    label: int
    floor: int  # nothing on screen is set smaller
    title: int
    line: float  # width of a curve
    marker: float  # diameter of a curve's marker
    projector: bool = False
    reduced_motion: bool = False

    @property
    def index(self) -> int:
        """The least size of an index or an exponent: the floor on a projector, none at the desk."""
        return self.floor if self.projector else 0

    def font(self, size: str = "body", weight: int = 400, italic: bool = False) -> QFont:
        """The family at `size` (body, label, floor, title or digits as a pixel count), tabular figures on."""
        pixels = int(size) if size.isdigit() else int(getattr(self, size))
        return QFont(_font(pixels, weight, italic))

    def color(self, role: str) -> QColor:
        """A token by its name."""
        return QColor(getattr(self.theme, role))

    def pen(self, role: str, width: float | None = None, dashed: bool = False) -> QPen:
        """A round-joined pen in a token's color; width in logical pixels, the curve width by default."""
        pen = QPen(self.color(role), self.line if width is None else width)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashed else Qt.PenCapStyle.RoundCap)
        if dashed:
            pen.setDashPattern([4.0, 2.5])
        return pen

    def head_color(self, head: int) -> QColor:
        """The color of head `head`, counted from 0; after eight heads the colors come round again."""
        colors = HEADS_ON_DARK if self.theme.dark else HEADS_ON_LIGHT
        return QColor(colors[head % len(colors)])

    def duration(self, milliseconds: int = 200) -> int:
        """How long a motion lasts: at most 250 ms, 0 under reduced motion."""
        return 0 if self.reduced_motion else min(milliseconds, 250)


@lru_cache(maxsize=256)
def _font(pixels: int, weight: int, italic: bool) -> QFont:
    font = QFont(FAMILIES)
    font.setPixelSize(max(pixels, 1))
    font.setWeight(QFont.Weight(weight))
    font.setItalic(italic)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def look_for(name: str, height: int = 900, font_scale: float = 1.0, reduced_motion: bool = False) -> Look:
    """The look of theme `name` in a window `height` pixels high. Raises KeyError for an unknown theme."""
    theme = THEMES[name]
    if name != "projector":
        body, label, title = (round(size * font_scale) for size in (16, 14, 30))
        return Look(theme, body, label, label, title, 2.0, 8.0, reduced_motion=reduced_motion)
    # A share of the window's height, so that the last row can read it whatever the resolution. Where that is too far
    # away for it, larger text makes the smallest larger, too; smaller text does not make it smaller.
    floor = ceil(height * max(font_scale, 1.0) / 40)
    body, label, title = (max(floor, round(height * font_scale / part)) for part in (27, 36, 22))
    return Look(theme, body, label, floor, title, 3.5, 12.0, projector=True, reduced_motion=reduced_motion)


@runtime_checkable
class Looked(Protocol):
    """A widget that must be told when the look changes."""

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, and repaint."""


def spread_look(root: QWidget, look: Look) -> None:
    """Tell every widget under `root` that wants to know."""
    for child in root.findChildren(QWidget):
        if isinstance(child, Looked):
            child.setPalette(palette(look))  # nothing is inherited past a style sheet by a widget made later
            child.set_look(look)


@lru_cache(maxsize=8)
def palette(look: Look) -> QPalette:
    """The palette of standard widgets. The platform's own color scheme is never asked: it does nothing offscreen."""
    theme, colors = look.theme, QPalette()
    roles = QPalette.ColorRole
    for role, token in (
        (roles.Window, theme.ground), (roles.WindowText, theme.ink), (roles.Base, theme.card), (roles.Text, theme.ink),
        (roles.AlternateBase, theme.ground), (roles.Button, theme.card), (roles.ButtonText, theme.ink),
        (roles.ToolTipBase, theme.card), (roles.ToolTipText, theme.ink), (roles.PlaceholderText, theme.muted),
        (roles.Highlight, theme.focus), (roles.HighlightedText, theme.card), (roles.Link, theme.query_text),
        (roles.LinkVisited, theme.query_text), (roles.BrightText, theme.ink), (roles.Mid, theme.border),
        (roles.Light, theme.card), (roles.Dark, theme.edge), (roles.Midlight, theme.border), (roles.Shadow, theme.edge),
    ):  # fmt: skip
        colors.setColor(role, QColor(token))
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        colors.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    return colors
