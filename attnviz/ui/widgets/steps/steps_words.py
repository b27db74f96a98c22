"""The words of a sub-stop: its formula, what happens, where the numbers come from, and one cell worked out."""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QTextDocument
from PySide6.QtWidgets import QLabel, QPushButton, QTabBar, QWidget

from attnviz.core.limits import EDITABLE
from attnviz.experiments.four_steps import FourSteps, source_words
from attnviz.experiments.four_steps_arithmetic import Arithmetic, shortened
from attnviz.experiments.four_steps_picture import (
    SCORES,
    SHARES,
    WHOLE,
)
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.scale_bars import Scale, ScaleBars
from attnviz.ui.widgets.steps.steps_layout import longest

GAP: Final = 6
TIGHT: Final = 90  # percent of a line's height, where the arithmetic would not fit otherwise
RAISED: Final = 2 / 3  # how Qt shrinks what it sets high
KEPT: Final = (4, 3, 2, 1, 0)  # terms of a sum that are left where all of them find no room
TAB_EDGE: Final = 22  # beside the name on a tab
JOINER: Final = "\u2060"  # no line ends here


class StepsWords:
    """Labels, color scales and page tabs, children of one widget, which says where they go."""

    def __init__(self, parent: QWidget) -> None:
        self.heading, self.remark, self.note, self.text = (_label(parent) for _ in range(4))
        self.bars = ScaleBars(parent)
        self.tabs = QTabBar(parent)
        self.tabs.setAccessibleName("Parts of this picture")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setStyleSheet("QTabBar::tab { padding: 1px 9px; margin: 0; }")
        self.tabs.hide()
        self.reset = QPushButton("Back to the seed's values", parent)
        self.reset.setToolTip("Take back every edit; Undo brings them back")
        self.reset.hide()
        self._parent = parent
        self._look: Look | None = None
        self.shortened = False  # whether the arithmetic on show leaves terms out
        self._font = "text"  # of the arithmetic, where nothing needs more room than was foreseen
        self.lift = 0  # pixels of nothing above the heading's first line
        self._tight = False  # whether lines of arithmetic written from now on stand closer

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._look = look
        self.heading.setFont(look.font("label" if look.projector else str(round(look.body * 1.15)), 600))
        self.remark.setFont(look.font("floor"))
        self.note.setFont(look.font("floor"))
        self.tabs.setFont(look.font("label"))
        self.reset.setFont(look.font("floor", 500))
        self.reset.setStyleSheet("padding: 1px 8px; min-height: 0;")
        self.bars.set_look(look)

    def write(self, result: FourSteps, formulas: tuple[str, ...]) -> None:
        """What is said about the sub-stop as a whole: the formulas of the results on show come first."""
        if self._look is None:
            return
        muted = f"<span style='color:{self._look.theme.muted}'>"
        of_head = result.heads > 1 and result.picture.results[0].key not in WHOLE
        head = f"<span style='font-weight:400'>head {result.head + 1}: </span>" if of_head else ""
        heading = head + ", &nbsp; ".join(
            _unbroken(_raised(_formula_html(formula), self._look), len(formulas)) for formula in formulas
        )
        self.lift = _above_line(heading, self._look, self.heading)
        _set(self.heading, heading)
        _set(self.remark, f"{muted}{html.escape(result.explanation)}</span>")
        _set(self.note, f"{muted}{_lowered(_formula_html(_note(result)), self._look)}</span>")
        self.bars.set_scales(_scales(result))
        self.reset.setVisible(bool(result.edits) and any(view.key in EDITABLE for view in result.picture.views))

    def write_arithmetic(self, arithmetic: Arithmetic) -> None:
        """One cell worked out, its factors in the colors of the matrices they come from."""
        if self._look is None:
            return
        size = self.text.size()
        self.shortened = False
        for font, tight, short in self._fits():
            self._set_text(font, keep=False)
            written = _as_html(arithmetic if short is None else shortened(arithmetic, short), self._look)
            words = f"<p style='margin:0; line-height:{TIGHT}%'>{written}</p>" if tight else written
            self.shortened = short is not None
            if _holds(size, words, self.text.font()):
                break
        _set(self.text, words)
        self.text.setAccessibleName(arithmetic.text)

    def _fits(self) -> Iterator[tuple[str, bool, int | None]]:
        """Font, closer lines and terms kept, of the arithmetic: from what is nicest to what always finds room."""
        yield self._font, self._tight, None
        yield "floor", self._tight, None
        for short in (None, *KEPT):
            yield "floor", True, short

    def name_tabs(self, ways: list[list[str]], room: int) -> None:
        """One tab a page, none for a single page; named in the first of several ways that fits the room.

        The first way is the fullest: what a pointer resting on a tab is told.
        """
        names = next((names for names in ways if self._tabs_width(names) <= room), ways[-1])
        if [self.tabs.tabText(i) for i in range(self.tabs.count())] != names:
            current = self.tabs.currentIndex()
            self.tabs.blockSignals(True)
            while self.tabs.count():
                self.tabs.removeTab(0)
            for name, whole in zip(names, ways[0], strict=True):
                self.tabs.setTabToolTip(self.tabs.addTab(name), whole)
            self.tabs.setCurrentIndex(min(max(current, 0), len(names) - 1))
            self.tabs.blockSignals(False)
        self.tabs.setVisible(len(names) > 1)

    def _tabs_width(self, names: list[str]) -> int:
        """Width of tabs with these names, the chosen one bold."""
        metrics = self.tabs.fontMetrics()
        return sum(math.ceil(metrics.horizontalAdvance(name) * 1.08) + TAB_EDGE for name in names)

    # ------------------------------------------------------------------ places

    def above(self, width: int, *, note: bool) -> int:
        """Height of the lines above the matrices."""
        return self._flow(QRect(0, 0, width, 0), self._line(note), move=False) + GAP

    def below(self, result: FourSteps, width: int) -> int:
        """Height kept below the matrices for the longest arithmetic of the sub-stop, so that nothing jumps."""
        self._set_text("text")
        return self._longest_height(result, width) + self.gap + 2

    @property
    def gap(self) -> int:
        """Between the matrices and the arithmetic below them."""
        return GAP if self._look and self._look.projector else 2 * GAP

    def place_strips(self, top: QRect, bottom: QRect, corner: QRect, *, note: bool) -> None:
        """Formula, scales and remarks above, arithmetic below; in the corner of a product what found no room above."""
        line = self._line(note)
        self.remark.setVisible(
            note and self._flow(top, [*line, self.remark], move=False) == self._flow(top, line, move=False)
        )
        self._flow(top, [*line, self.remark] if note and self.remark.isVisibleTo(self._parent) else line, move=True)
        if not note:
            self._stack(corner, [self.note])
        self._tight = False
        self.text.setGeometry(bottom)

    def place_corner(self, corner: QRect, result: FourSteps) -> None:
        """Everything in the free corner, from the top down; the remark only where there is room."""
        column: list[QWidget] = [self.heading, self.note, self.bars]
        both = _width(self.bars) + 3 * GAP + _width(self.reset)
        apart = self.reset.isVisibleTo(self._parent) and both > corner.width()
        if apart:
            column.insert(2, self.reset)
        paged = self.tabs.isVisibleTo(self._parent)
        free = corner.width() - _width(self.tabs) - 2 * GAP
        beside = next((label for label in (self.heading, self.note) if paged and _width(label) <= free), None)
        if paged and beside is None:
            column.append(self.tabs)
        used = self._stack(corner, column)
        self._set_text("text")
        if used + self._longest_height(result, corner.width()) > corner.height():
            self._set_text("floor")
        self._tight = used + self._longest_height(result, corner.width()) > corner.height()
        room = corner.height() - used - self._longest_height(result, corner.width())
        self.remark.setVisible(room >= _height(self.remark, corner.width()) + GAP)
        if self.remark.isVisibleTo(self._parent):
            column.insert(1, self.remark)
        used = self._stack(corner, column)
        if not apart and self.reset.isVisibleTo(self._parent):
            bars = self.bars.geometry()
            self.reset.setGeometry(bars.right() + 3 * GAP, bars.y(), _width(self.reset), bars.height())
        if beside is not None:
            hint = self.tabs.sizeHint()
            at = beside.geometry().adjusted(0, self.lift if beside is self.heading else 0, 0, 0)
            self.tabs.setGeometry(at.x() + _width(beside) + 2 * GAP, at.y(), hint.width(), at.height())
        self.text.setGeometry(corner.adjusted(0, used + (GAP if room > 3 * GAP else 0), 0, 0))

    def _set_text(self, size: str, *, keep: bool = True) -> None:
        look = self._look
        if keep:
            self._font = size
        if look is not None:
            roomy = "label" if look.projector else str(round(look.body * 1.15))
            font = look.font(roomy if size == "text" else size)
            if font != self.text.font():
                self.text.setFont(font)

    def _line(self, note: bool) -> list[QWidget]:
        line: list[QWidget] = [self.heading, self.bars]
        if note:
            line.append(self.note)
        if self.tabs.isVisibleTo(self._parent):
            line.append(self.tabs)
        return line

    def _flow(self, room: QRect, widgets: list[QWidget], *, move: bool) -> int:
        """Widgets beside each other, in lines as wide as the room; the height of all lines."""
        x, y, line = room.x(), room.y(), 0
        for widget in widgets:
            width = min(_width(widget), room.width())
            height = _height(widget, width)
            if x > room.x() and x + width > room.x() + room.width():
                x, y, line = room.x(), y + line, 0
            if move:
                widget.setGeometry(x, y, width, height)
            x += width + 3 * GAP
            line = max(line, height)
        return y + line - room.y()

    def _stack(self, room: QRect, widgets: list[QWidget]) -> int:
        """Widgets below each other from the top of the room; the height of all."""
        y = room.y()
        for widget in widgets:
            height = _height(widget, room.width())
            lift = self.lift if widget is self.heading else 0
            widget.setGeometry(room.x(), y - lift, min(_width(widget), room.width()), height)
            y += height - lift + 1
        return y - room.y()

    def _longest_height(self, result: FourSteps, width: int) -> int:
        metrics = self.text.fontMetrics()
        sign = metrics.averageCharWidth() * 1.06
        lost = (8 if width < 45 * sign else 6) * sign  # a line may end early by half a product
        signs = longest(result) * (1.15 if result.edits else 1.0)  # edited cells can make longer numbers
        lines = math.ceil(signs * sign / max(width - lost, 1))
        return min(lines, 12) * metrics.lineSpacing()


def _label(parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    return label


def _set(label: QLabel, words: str) -> None:
    """Set words that are new: laying out rich text again is what a step costs most."""
    if label.text() != words:
        label.setText(words)


def _holds(size: QSize, words: str, font: QFont) -> bool:
    """Whether rich text finds room in a label of that size: no line lost, none cut at its end."""
    page = QTextDocument()
    page.setDefaultFont(font)
    page.setDocumentMargin(0)
    page.setHtml(words)
    page.setTextWidth(size.width())
    return page.size().width() <= size.width() + 0.5 and page.size().height() <= size.height() + 0.5


def _height(widget: QWidget, width: int) -> int:
    return widget.heightForWidth(max(width, 1)) if widget.hasHeightForWidth() else widget.sizeHint().height()


def _width(widget: QWidget) -> int:
    """Width of a widget, of the text of a label in one line."""
    if not isinstance(widget, QLabel):
        return widget.sizeHint().width()
    plain = html.unescape(re.sub("<[^>]*>", "", widget.text()))
    return math.ceil(widget.fontMetrics().horizontalAdvance(plain) * 1.03) + 6


def _scales(result: FourSteps) -> tuple[Scale, ...]:
    keys = {view.key for view in result.picture.views}
    scales: list[Scale] = []
    if keys - SCORES - SHARES:
        scales.append(("vectors", True, result.block.vector_limit))
    if keys & SCORES:
        scales.append(("scores", True, result.block.score_limit))
    if keys & SHARES:
        scales.append((", ".join(key for key in ("exponentials", "weights") if key in keys), False, 1.0))
    return tuple(scales)


def _formula_html(formula: str) -> str:
    escaped = re.sub(r"(\d)\^(?:([\d.]+)|\((−\d+)\))", r"\1<sup>\2\3</sup>", html.escape(formula))
    return re.sub(r"_(\w)", r"<sub>\1</sub>", escaped)


def _raised(formula: str, look: Look) -> str:
    """A formula with the exponent of e set high, in letters that are not too small to be read."""
    size = math.ceil(look.floor / RAISED)
    return _lowered(re.sub(r"\be\^\(([^()]*)\)", rf"e<sup style='font-size:{size}px'>\1</sup>", formula), look)


def _lowered(formula: str, look: Look) -> str:
    """A formula whose indices are not too small to be read from the last row."""
    if not look.index:
        return formula
    return re.sub(r"<(su[bp])>", rf"<\1 style='font-size:{math.ceil(look.index / RAISED)}px'>", formula)


def _above_line(heading: str, look: Look, label: QLabel) -> int:
    """How many pixels Qt leaves free above a line for a large index, though that stands low."""
    if not look.index or "<sub" not in heading:
        return 0
    font = QFont(label.font())
    font.setPixelSize(math.ceil(look.index / RAISED))
    return max(QFontMetrics(font).ascent() - label.fontMetrics().ascent(), 0)


def _note(result: FourSteps) -> str:
    """Where the numbers come from; which cells were edited only where cells can be."""
    words = source_words(result)
    if not any(view.key in EDITABLE for view in result.picture.views):
        words = words.partition(":")[0]
    return words[:1].upper() + words[1:]


def _unbroken(formula: str, count: int) -> str:
    """One of several formulas, which go on the next line as a whole."""
    return formula.replace(" ", "&nbsp;") if count > 1 else formula


def _as_html(arithmetic: Arithmetic, look: Look) -> str:
    parts = []
    for words, role in arithmetic.runs:
        text = _lowered(_formula_html(words), look).replace("·", f"{JOINER}·{JOINER}")
        if role == "result":
            parts.append(f"<b>{text}</b>")
        elif role:
            parts.append(f"<span style='color:{look.color(role + '_text').name()}'>{text}</span>")
        else:
            parts.append(text)
    remark = f"  <span style='color:{look.theme.muted}'>{html.escape(arithmetic.remark)}</span>"
    return "".join(parts) + (remark if arithmetic.remark else "")
