"""What the tests of sizes share: every mode of every frame, every page of it, and what is wrong with its texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtGui import QPolygonF
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.ui.painted_text import PaintedText, painted_texts
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.formula import FormulaView
from attnviz.ui.window import Window

BOARD: Final = load_board(resource("boards", "session11.board.toml"))
MODES: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "open": ("open", {}),
    "why scale": ("why-scale", {}),
    "training": ("why-scale", {"training": True}),
    "multi-head": ("multi-head", {}),
    "recorded": ("multi-head", {"source": "recorded"}),
    "jobs": ("multi-head", {"editing": True}),
    "one head": ("multi-head", {"one_head": True}),
    **{f"step {step}": ("four-steps", {"step": step, "causal": True}) for step in range(9)},
    "glossary": ("glossary", {}),
    "check": ("check", {}),
}
FRESH: Final[dict[str, object]] = {
    "training": False, "source": "hand-built", "editing": False, "one_head": False, "causal": False,
}  # fmt: skip
DESK_INDEX: Final = 0.62  # at the desk an index or an exponent is this share of the floor at least; on a projector all


def opened(qtbot, theme: str, size: tuple[int, int], scale: float = 1.0) -> Window:
    """A window on screen, without its menu bar, as in a class."""
    window = make_window(Options(BOARD, LabState(), "open", theme, scale))
    qtbot.addWidget(window)
    window.menuBar().hide()
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    return window


def look_of(window: Window) -> Look:
    """The look that the window has now."""
    assert window.look is not None
    return window.look


def turn(window: Window, mode: str) -> None:
    """Show a mode of a frame, everything typeset and in its place."""
    frame, changes = MODES[mode]
    fresh: dict[str, object] = {
        "training": False,
        "source": "hand-built",
        "editing": False,
        "one_head": False,
        "causal": False,
    }
    window.store.apply({**fresh, **changes})
    window.open_frame(frame)
    settle(window)


def settle(window: Window) -> None:
    """Let layouts and formulas come to rest."""
    window.toast.hide()
    for _ in range(3):
        QApplication.processEvents()
        for formula in window.findChildren(FormulaView):
            if formula.isVisible():
                formula.typeset_now()
    window.stage.refresh(window.store.state)
    QApplication.processEvents()


def pages(window: Window) -> Iterator[str]:
    """Turn to every page of the pictures, one after the other; each by its name."""
    tabs = window.stage.frame.pictures.findChild(QTabBar)
    assert isinstance(tabs, QTabBar)
    for page in range(max(tabs.count(), 1)):
        tabs.setCurrentIndex(page)
        settle(window)
        yield tabs.tabText(page)


def faults(root: QWidget, look: Look) -> list[str]:
    """Texts inside `root` that are too small, cut, or on top of each other, each in words."""
    texts = [text for text in painted_texts(root) if not text.covered]
    assert texts, "there is no text at all"
    found = [f"{_named(text)} is {text.size:.1f} pixels" for text in texts if text.size < look.floor - 0.5]
    least = look.floor if look.projector else DESK_INDEX * look.floor
    found += [f"an index of {_named(text)} is {text.index:.1f} pixels" for text in texts if text.index < least - 0.5]
    found += [f"{_named(text)} is cut at {text.box.getRect()}" for text in texts if text.cut]
    return found + [f"{_named(one)} lies on {_named(other)}" for one, other in overlaps(texts)]


def overlaps(texts: list[PaintedText], share: float = 0.12) -> list[tuple[PaintedText, PaintedText]]:
    """Pairs of texts whose ink boxes share more than `share` of the smaller one."""
    shown = [text for text in texts if not text.covered and not text.seen.isEmpty()]
    shown.sort(key=_top)
    pairs = []
    for number, one in enumerate(shown):
        for other in shown[number + 1 :]:
            if other.box.top() > one.box.bottom():
                break
            if one.seen.intersects(other.seen) and _common(one, other) > share:
                pairs.append((one, other))
    return pairs


def _top(text: PaintedText) -> float:
    return text.box.top()


def _common(one: PaintedText, other: PaintedText) -> float:
    """The part of the smaller ink box that both share."""
    smaller = min(_area(one.shape), _area(other.shape))
    return _area(one.shape.intersected(other.shape)) / smaller if smaller else 0.0


def _area(shape: QPolygonF) -> float:
    points = [(point.x(), point.y()) for point in shape.toList()]
    ahead = [*points[1:], *points[:1]]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, ahead, strict=True))) / 2


def _named(text: PaintedText) -> str:
    home: QWidget | None = text.owner
    owners: list[str] = []
    while home is not None and len(owners) < 4:
        owners.append(type(home).__name__ + (f" “{home.accessibleName()[:20]}”" if home.accessibleName() else ""))
        home = home.parentWidget()
    return f"“{text.words}” ({' in '.join(owners)})"
