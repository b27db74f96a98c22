"""What text a widget paints, where and how large: read from the painting itself, so that nothing is left out.

Every widget is painted once more onto a device that keeps no pixels and notes the text. Text inside a kept pixmap is
not seen; pictures here draw theirs anew on anything that is no screen, as for a PDF.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPolygonF,
    QRegion,
    QTextItem,
    QTransform,
)
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView, QLineEdit, QTabBar, QWidget

from attnviz.ui.widgets.text.formula import FormulaView

INDEX: Final = 0.85  # a part of a line smaller than this is an index or an exponent of it
SLACK: Final = 1.5  # pixels of ink that may lie beyond an edge: antialiasing, and rounding of metrics
_EVERYWHERE: Final = QRectF(-1e6, -1e6, 2e6, 2e6)
_SIDEWAYS: Final = (QLineEdit, QTabBar)  # one scrolls with its cursor, the other by its buttons and arrow keys


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A line of text as painted. Sizes in logical pixels, places in the coordinates of the widget asked about."""

    words: str
    size: float  # of the font, with every transform
    index: float  # of its smallest index or exponent; `size` if it has none
    shape: QPolygonF  # around the ink, turned as the text is
    seen: QRectF  # what is seen of its box, empty if nothing
    cut: bool  # some of it lies beyond an edge, where nobody can scroll to it
    covered: bool  # it lies under another widget
    owner: QWidget

    @property
    def box(self) -> QRectF:
        """The upright rectangle around the ink."""
        return self.shape.boundingRect()


@dataclass(frozen=True, slots=True)
class _Item:
    """One piece of text as it arrives at the device, in the coordinates of the device."""

    words: str
    size: float
    ink: QRectF  # in the coordinates of the text, its baseline starting at `at`
    at: QPointF
    right: float  # where the next piece would start, in the same coordinates
    transform: QTransform
    clip: QRectF


class _Engine(QPaintEngine):
    """Notes text, and the transform and the clip it is drawn with."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.items: list[_Item] = []
        self._transform, self._clip, self._clips = QTransform(), QRectF(_EVERYWHERE), False

    def begin(self, _device: QPaintDevice) -> bool:
        """Start afresh (called by Qt)."""
        self.items = []
        self._transform, self._clip, self._clips = QTransform(), QRectF(_EVERYWHERE), False
        self.setActive(True)
        return True

    def end(self) -> bool:
        """Nothing is to be finished (called by Qt)."""
        self.setActive(False)
        return True

    def type(self) -> QPaintEngine.Type:
        """None of Qt's own: pictures that keep pixels for the screen draw themselves anew."""
        return QPaintEngine.Type.User

    def updateState(self, state: QPaintEngineState) -> None:
        """Take over the transform and the clip (called by Qt)."""
        dirty, flags = state.state(), QPaintEngine.DirtyFlag
        if dirty & flags.DirtyTransform:
            self._transform = QTransform(state.transform())
        if dirty & flags.DirtyClipRegion:
            self._narrow(QRectF(state.clipRegion().boundingRect()), state.clipOperation())
        if dirty & flags.DirtyClipPath:
            self._narrow(state.clipPath().boundingRect(), state.clipOperation())
        if dirty & flags.DirtyClipEnabled:
            self._clips = state.isClipEnabled()

    def drawTextItem(self, at: QPointF, item: QTextItem) -> None:  # type: ignore[override]  # Qt passes nothing else
        """Note a piece of text (called by Qt)."""
        if item.text().strip():
            self.items.append(self._noted(QPointF(at), item))

    def _noted(self, at: QPointF, item: QTextItem) -> _Item:
        font, scale = QFont(item.font()), math.sqrt(abs(self._transform.determinant()))
        ink = _ink(font.key(), font, item.text()).translated(at)
        clip = QRectF(self._clip) if self._clips else QRectF(_EVERYWHERE)
        size = QFontInfo(font).pixelSize() * scale
        return _Item(item.text(), size, ink, at, at.x() + item.width(), QTransform(self._transform), clip)

    def _narrow(self, area: QRectF, how: Qt.ClipOperation) -> None:
        mapped = self._transform.mapRect(area)
        if how == Qt.ClipOperation.NoClip:
            self._clip = QRectF(_EVERYWHERE)
        else:
            self._clip = mapped if how == Qt.ClipOperation.ReplaceClip else self._clip.intersected(mapped)

    # What is no text. Python's QPaintEngine calls these for everything that is painted.

    def drawPixmap(self, *_given: object) -> None:
        """No text."""

    def drawImage(self, *_given: object) -> None:
        """No text."""

    def drawPath(self, *_given: object) -> None:
        """No text."""

    def drawPolygon(self, *_given: object) -> None:
        """No text."""

    def drawRects(self, *_given: object) -> None:
        """No text."""

    def drawLines(self, *_given: object) -> None:
        """No text."""

    def drawEllipse(self, *_given: object) -> None:
        """No text."""

    def drawPoints(self, *_given: object) -> None:
        """No text."""

    def drawTiledPixmap(self, *_given: object) -> None:
        """No text."""


class _Device(QPaintDevice):
    """As large as the widget, 96 dots an inch, one pixel a logical pixel."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.engine = _Engine()
        names = QPaintDevice.PaintDeviceMetric
        inches = (round(width / 96 * 25.4), round(height / 96 * 25.4))
        self._metrics = {
            names.PdmWidth: width, names.PdmHeight: height, names.PdmWidthMM: inches[0], names.PdmHeightMM: inches[1],
            names.PdmDpiX: 96, names.PdmDpiY: 96, names.PdmPhysicalDpiX: 96, names.PdmPhysicalDpiY: 96,
            names.PdmDepth: 32, names.PdmNumColors: 1 << 24, names.PdmDevicePixelRatio: 1,
            names.PdmDevicePixelRatioScaled: 1 << 16,
        }  # fmt: skip

    def paintEngine(self) -> QPaintEngine:
        """What notes the text (called by Qt)."""
        return self.engine

    def metric(self, name: QPaintDevice.PaintDeviceMetric) -> int:
        """Sizes (called by Qt)."""
        return self._metrics.get(name, 0)


def painted_texts(root: QWidget, leave_out: tuple[QWidget, ...] = ()) -> list[PaintedText]:
    """Every line of text that `root` and the visible widgets inside it paint now, in the order of painting.

    `leave_out` are widgets inside `root` that do not count, with all that is in them.
    """
    device = _Device(max(root.width(), 1), max(root.height(), 1))
    found = []
    for widget, seen, reach in _shown(root, QRectF(root.rect()), QRectF(root.rect()), QPointF(), leave_out):
        for line in _lines(_pieces(widget, root, device)):
            found.append(_placed(line, widget, root, seen, reach))
    return found


def _shown(
    widget: QWidget, seen: QRectF, reach: QRectF, at: QPointF, leave_out: tuple[QWidget, ...]
) -> Iterator[tuple[QWidget, QRectF, QRectF]]:
    """Visible widgets with what can be seen of them, now and by scrolling, in the coordinates of the root."""
    yield widget, seen, reach
    for child in widget.children():
        if not isinstance(child, QWidget) or child in leave_out or child.isWindow() or not child.isVisible():
            continue
        place = at + QPointF(child.pos())
        box = QRectF(place.x(), place.y(), child.width(), child.height())
        yield from _shown(child, seen.intersected(box), _scrolled(child, reach.intersected(box)), place, leave_out)


def _scrolled(widget: QWidget, reach: QRectF) -> QRectF:
    """What can be reached of a widget: without end in the directions in which it is a viewport that scrolls."""
    if isinstance(widget, _SIDEWAYS):
        return QRectF(_EVERYWHERE.left(), reach.top(), _EVERYWHERE.width(), reach.height())
    area = widget.parent()
    if not isinstance(area, QAbstractScrollArea) or widget is not area.viewport():
        return reach
    table = area.parent()
    if isinstance(area, QHeaderView) and isinstance(table, QAbstractScrollArea):
        area = table  # with which it goes along
    if area.verticalScrollBar().maximum() > area.verticalScrollBar().minimum():
        reach = QRectF(reach.left(), _EVERYWHERE.top(), reach.width(), _EVERYWHERE.height())
    if area.horizontalScrollBar().maximum() > area.horizontalScrollBar().minimum():
        reach = QRectF(_EVERYWHERE.left(), reach.top(), _EVERYWHERE.width(), reach.height())
    return reach


def _pieces(widget: QWidget, root: QWidget, device: _Device) -> list[_Item]:
    if isinstance(widget, FormulaView) and widget.ready:
        box = widget.picture_box().translated(QPointF(widget.mapTo(root, QPoint())))
        whole = _Item(
            widget.accessibleName(), widget.text_size(), box, box.topLeft(), box.right(), QTransform(), _EVERYWHERE
        )
        return [whole, replace(whole, words="", size=widget.index_size(), at=box.topRight())]
    device.engine.items = []
    # By its name: a QGraphicsView has another `render`, of its scene.
    QWidget.render(widget, device, widget.mapTo(root, QPoint()), QRegion(), QWidget.RenderFlag(0))
    return device.engine.items


def _lines(pieces: list[_Item]) -> Iterator[list[_Item]]:
    """Pieces that belong to one line: Qt splits it where the font changes, we where an index starts."""
    line: list[_Item] = []
    for piece in pieces:
        if line and not _continues(line, piece):
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def _continues(line: list[_Item], piece: _Item) -> bool:
    last, largest = line[-1], max(one.size for one in line)
    base = max(line, key=_size).at.y()
    if last.transform != piece.transform or abs(base - piece.at.y()) > 0.6 * largest:
        return False
    gap = piece.at.x() - last.right
    indexed = min(last.size, piece.size) < INDEX * max(last.size, piece.size)
    return -1.0 < gap < (0.5 * largest if indexed else 1.0)


def _size(piece: _Item) -> float:
    return piece.size


def _placed(line: list[_Item], widget: QWidget, root: QWidget, seen: QRectF, reach: QRectF) -> PaintedText:
    ink = QRectF(line[0].ink)
    for piece in line[1:]:
        ink = ink.united(piece.ink)
    shape = line[0].transform.map(QPolygonF(ink))
    box, clip = shape.boundingRect(), line[0].clip
    whole = _EVERYWHERE if isinstance(widget, _SIDEWAYS) else clip
    size = max(piece.size for piece in line)
    found = PaintedText(
        "".join(piece.words for piece in line), size, min(piece.size for piece in line), shape,
        box.intersected(seen).intersected(clip),
        not reach.intersected(whole).adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(box),
        covered=False, owner=widget,
    )  # fmt: skip
    return replace(found, covered=_is_covered(found, root))


def _is_covered(text: PaintedText, root: QWidget) -> bool:
    """Whether something with a ground of its own lies over the middle of a text."""
    over = root.childAt(text.box.center().toPoint())
    while over is not None and over is not root and not over.isAncestorOf(text.owner) and over is not text.owner:
        if text.owner.isAncestorOf(over):
            return False
        grounds = (Qt.WidgetAttribute.WA_StyledBackground, Qt.WidgetAttribute.WA_OpaquePaintEvent)
        if over.autoFillBackground() or "background" in over.styleSheet() or any(map(over.testAttribute, grounds)):
            return True
        over = over.parentWidget()
    return False


@lru_cache(maxsize=4096)
def _ink(_key: str, font: QFont, words: str) -> QRectF:
    """Where the ink of `words` lies around the start of their baseline. Not to be changed: it is kept."""
    return QFontMetricsF(font).tightBoundingRect(words)
