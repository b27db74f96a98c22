"""Formulas as vector pictures whose parts light up. The only module that knows ziamath.

ziamath is imported on first use (0.2 s) and typesets when the program is idle (50 ms for a whole formula);
until then the formula stands there as plain text. Colors are never typeset: the picture is set once with a
marking color for each part, and a theme, a lit or a faded part only replaces colors in its source.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QByteArray, QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.formulas import ANY_POWER, ATTENTION, REST, Formula, Part

__all__ = ["ANY_POWER", "ATTENTION", "Formula", "FormulaView", "Part", "natural_em", "painted", "places", "typeset"]

_SIZE: Final = 48  # typesetting size; the picture is scaled afterwards
_INDEX: Final = 0.7  # size of an index, as the typesetter's font prescribes it
_LARGEST: Final = 2.4  # em of the formula at most, in body sizes
_HINTED: Final = 1.7  # em of the formula it asks for


@lru_cache(maxsize=64)
def typeset(latex: str) -> str:
    """SVG source of a TeX formula. Takes 50 ms for a long one the first time: never in a drag."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # it finds its font the old way
        import ziamath  # only here: it takes 0.2 s

    ziamath.config.svg2 = False  # else Qt draws nothing: its SVG is Tiny 1.2, without <symbol>
    return str(ziamath.Latex(latex, size=_SIZE, color=REST).svg())


def painted(svg: str, colors: Mapping[str, str]) -> QSvgRenderer:
    """A renderer of `svg` with each marking color replaced."""
    for mark, color in colors.items():
        svg = svg.replace(mark, color)
    return QSvgRenderer(QByteArray(svg.encode()))


def natural_em(formula: Formula) -> tuple[float, float]:
    """Width and height of the formula in letters once it is typeset."""
    size = QSvgRenderer(QByteArray(typeset(formula.marked()).encode())).defaultSize()
    return size.width() / _SIZE, size.height() / _SIZE


@lru_cache(maxsize=32)
def places(formula: Formula) -> dict[str, QRectF]:
    """Where each part lies, in shares 0…1 of the picture: the box of its own ink and of what stands inside it.

    Measured on a raster, part by part, so that it holds whatever the typesetter writes into its SVG.
    """
    svg, marks = typeset(formula.marked()), formula.marks()
    own = {}
    for id in marks:
        own[id] = _ink_box(painted(svg, {mark: "#000000" if one == id else "none" for one, mark in marks.items()}))
    boxes = {}
    for part in formula.parts:
        box = own[""] if part.id == formula.rest else QRectF()
        for inner in formula.within(part.id):
            box = box.united(own.get(inner, QRectF()))
        boxes[part.id] = box
    return boxes


def _ink_box(renderer: QSvgRenderer) -> QRectF:
    size = renderer.defaultSize()
    image = QImage(size, QImage.Format.Format_Alpha8)
    image.fill(0)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    bits = np.frombuffer(bytes(image.constBits()), np.uint8)
    alpha = bits.reshape(size.height(), image.bytesPerLine())[:, : size.width()]  # (rows, columns)
    rows, columns = np.flatnonzero(alpha.any(axis=1)), np.flatnonzero(alpha.any(axis=0))
    if not rows.size:
        return QRectF()
    left, right, top, bottom = (int(i) for i in (columns[0], columns[-1] + 1, rows[0], rows[-1] + 1))
    wide, high = size.width(), size.height()
    return QRectF(left / wide, top / high, (right - left) / wide, (bottom - top) / high)


class FormulaView(QWidget):
    """A formula whose parts can be pointed at, by mouse or by arrow keys, and lit from outside."""

    pointed = Signal(str)  # id of the part, "" when none

    def __init__(
        self,
        formula: Formula,
        parent: QWidget | None = None,
        alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        interactive: bool = True,
        others: tuple[Formula, ...] = (),
    ) -> None:
        """`others` are formulas that may take this one's place in a drag: they are typeset along with it."""
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in any language
        self._formula = formula
        self._others = others
        self._alignment = alignment
        self._look: Look | None = None
        self._lit = ""
        self._pointed = ""
        self._renderer: QSvgRenderer | None = None
        self._interactive = interactive
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self.typeset_now)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        if interactive:
            self.setMouseTracking(True)
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._name()

    @property
    def ready(self) -> bool:
        """Whether the formula is typeset; plain text stands in before."""
        return self._renderer is not None

    @property
    def lit(self) -> str:
        """Id of the lit part, "" for none."""
        return self._lit

    def set_formula(self, formula: Formula) -> None:
        """Show another formula; typeset when idle if it is a new one."""
        if formula == self._formula:
            return
        known = self.ready and formula in self._others
        self._formula, self._lit, self._pointed, self._renderer = formula, "", "", None
        self._name()
        if known:
            self.typeset_now()
            return
        self.updateGeometry()
        self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes. Nothing is typeset again."""
        self._look = look
        self._recolor()
        self.updateGeometry()

    def light(self, part: str) -> None:
        """Light one part and fade the rest; "" lights none. An unknown id lights none."""
        part = part if part in {p.id for p in self._formula.parts} else ""
        if part != self._lit:
            self._lit = part
            self._name()
            self._recolor()

    def typeset_now(self) -> None:
        """Typeset without waiting for an idle moment (snapshots, tests)."""
        if self._renderer is None:
            self._others = (*{*self._others, self._formula},)
            for formula in self._others:
                typeset(formula.marked())
            self._renderer = QSvgRenderer()
            self._recolor()
            self.updateGeometry()

    def place(self, part: str) -> QRectF:
        """The rectangle of a part in pixels of this widget, empty before typesetting."""
        if self._renderer is None:
            return QRectF()
        share, target = places(self._formula)[part], self._target()
        return QRectF(
            target.x() + share.x() * target.width(), target.y() + share.y() * target.height(),
            share.width() * target.width(), share.height() * target.height(),
        )  # fmt: skip

    def part_at(self, point: QPointF) -> str:
        """The innermost part at a point, "" if there is none."""
        hits = [(self.place(part.id), part.id) for part in self._formula.parts]
        inside = [(box.width() * box.height(), id) for box, id in hits if box.adjusted(-3, -3, 3, 3).contains(point)]
        return min(inside)[1] if inside else ""

    def text_size(self) -> float:
        """The size in which the formula is set now, in pixels, as of a font."""
        return self.picture_box().width() / self._natural()[0]

    def index_size(self) -> float:
        """The size of its indices and exponents, in pixels: nothing in it is smaller."""
        return _INDEX * self.text_size()

    def picture_box(self) -> QRectF:
        """Where the typeset formula lies now."""
        return self._target()

    def sizeHint(self) -> QSize:
        """Room for the formula at a comfortable size."""
        return self._size_for(_HINTED)

    def minimumSizeHint(self) -> QSize:
        """Room for the formula with letters as tall as the page's, and indices no smaller than they may be."""
        look = self._look
        return self._size_for(max(1.0, look.index / (_INDEX * look.body)) if look is not None else 1.0)

    # -- Qt events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again."""
        super().resizeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The formula, or its stand-in in plain text."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._renderer is None:
            self._paint_plain(painter, look)
            self._timer.start()  # the window is on screen now: typeset in its first idle moment
        else:
            if self._lit:
                painter.setPen(look.pen("focus", 1.5))
                painter.setBrush(look.color("chosen"))
                painter.drawRoundedRect(self.place(self._lit).adjusted(-5, -4, 5, 4), 6, 6)
            self._renderer.render(painter, self._target())
        if self.hasFocus():
            painter.setPen(look.pen("focus", 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Point at what lies under the mouse."""
        if self._interactive:
            self._point(self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._point("")

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing."""
        super().focusOutEvent(event)
        self._point("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go from part to part, Escape to none."""
        ids = [part.id for part in self._formula.parts]
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        step = steps.get(Qt.Key(event.key()))
        if step and ids:
            start = -1 if step > 0 else 0
            at = ids.index(self._pointed) if self._pointed in ids else start
            self._point(ids[(at + step) % len(ids)])
        elif event.key() == Qt.Key.Key_Escape and self._pointed:
            self._point("")
        else:
            super().keyPressEvent(event)

    # -- inside

    def _point(self, part: str) -> None:
        if part != self._pointed:
            self._pointed = part
            self.light(part)
            self.pointed.emit(part)

    def _name(self) -> None:
        said = {part.id: part.says for part in self._formula.parts}
        self.setAccessibleName(f"Formula: {self._formula.says}")
        self.setAccessibleDescription(said.get(self._lit, ""))

    def _recolor(self) -> None:
        if self._renderer is None:
            self.update()
            return
        if self._look is None:
            self._renderer = painted(typeset(self._formula.marked()), {})
            return
        lit = self._formula.within(self._lit) if self._lit else None
        roles = {"": "ink"} | {part.id: part.role for part in self._formula.parts}
        colors = {}
        for id, mark in self._formula.marks().items():
            color = self._look.color(roles[id])
            if lit is not None and (id or self._formula.rest) not in lit:
                color = _mixed(color, self._look.color("card"), 0.55)
            colors[mark] = color.name()
        self._renderer = painted(typeset(self._formula.marked()), colors)
        self.update()

    def _natural(self) -> tuple[float, float]:
        """Width and height in em: of the typeset picture, or of what stands in for it."""
        size = self._renderer.defaultSize() if self._renderer is not None else QSize()
        return (size.width() / _SIZE, size.height() / _SIZE) if size.width() > 0 else self._formula.em

    def _size_for(self, scale: float) -> QSize:
        em = scale * (self._look.body if self._look else 16)
        wide, high = self._formula.em
        return QSize(round(wide * em) + 16, round(high * em) + 12)

    def _target(self) -> QRectF:
        """Where the picture goes: as large as the box and the largest em allow, never stretched."""
        wide, high = self._natural()
        room = QRectF(self.rect()).adjusted(8, 6, -8, -6)
        em = min(room.width() / wide, room.height() / high, _LARGEST * (self._look.body if self._look else 16))
        x = room.x()
        if self._alignment & Qt.AlignmentFlag.AlignHCenter:
            x += (room.width() - wide * em) / 2
        return QRectF(x, room.y() + (room.height() - high * em) / 2, max(wide * em, 1.0), max(high * em, 1.0))

    def _paint_plain(self, painter: QPainter, look: Look) -> None:
        font = look.font("body", 500)
        room = QRectF(self.rect()).adjusted(8, 6, -8, -6)
        need = QFontMetricsF(font).horizontalAdvance(self._formula.plain)
        if need > room.width() > 0:
            font.setPixelSize(max(int(look.body * room.width() / need), 1))
        painter.setFont(font)
        painter.setPen(look.color("ink"))
        painter.drawText(room, int(self._alignment | Qt.AlignmentFlag.AlignVCenter), self._formula.plain)


def _mixed(one: QColor, other: QColor, share: float) -> QColor:
    """`one` with `share` of `other` mixed in."""
    pairs = ((one.redF(), other.redF()), (one.greenF(), other.greenF()), (one.blueF(), other.blueF()))
    return QColor.fromRgbF(*(x + (y - x) * share for x, y in pairs))
