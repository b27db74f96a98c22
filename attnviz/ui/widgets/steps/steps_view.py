"""The matrices of one sub-stop and their words; the cell under the pointer or the cursor is worked out."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnviz.core.words import in_words
from attnviz.experiments.four_steps import FourSteps
from attnviz.experiments.four_steps_arithmetic import Arithmetic, cell_name, explain
from attnviz.experiments.four_steps_picture import View
from attnviz.ui.theme import Look
from attnviz.ui.widgets.steps.steps_layout import ROOMY, pages
from attnviz.ui.widgets.steps.steps_matrix import draw_cursor, draw_matrix, draw_region, draw_sign, draw_verdicts
from attnviz.ui.widgets.steps.steps_page import Page
from attnviz.ui.widgets.steps.steps_places import Spot, column_label_at, neighbor, rect_of, row_label_at, spot_at
from attnviz.ui.widgets.steps.steps_words import StepsWords

PADS: Final = (8, 2)  # round everything, at the desk and on a projector
KNOWN: Final = 64  # layouts kept
TAB_LETTERS: Final = (12, 5, 0)  # of a token on a tab; 0 for its number instead


class StepsView(QWidget):
    """Draws a `FourSteps`. Has a cursor, and knows the cell under the pointer."""

    pointed = Signal()  # another cell, or none, is pointed at or reached by the cursor

    def __init__(self) -> None:
        super().__init__()
        self.result: FourSteps | None = None
        self.pages: tuple[Page, ...] = ()
        self.pixels = 0
        self._look: Look | None = None
        self._view: View | None = None  # the matrix in which the cursor stands
        self._components = (0, 0)  # and the place along those of its sides that are not tokens
        self._under: Spot | None = None
        self._reached: Spot | None = None  # where the cursor was put by hand since the sub-stop was turned to
        self._explained: tuple[Spot, Arithmetic] | None = None  # a cell and its arithmetic
        self._way = ""  # how the matrices are arranged
        self._above = 0  # height of the words above them
        self._known: dict[object, tuple[tuple[Page, ...], int]] = {}
        self.words = StepsWords(self)
        self.words.tabs.currentChanged.connect(self._turned)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(80, 80)
        self.setAccessibleName("Matrices of this step")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    # ------------------------------------------------------------------ what is shown

    def show_result(self, result: FourSteps) -> None:
        """Show a sub-stop; the cursor stays in its matrix while that is on show, else it goes to the result."""
        before, self.result, self._explained = self.result, result, None
        turned = before is None or before.step != result.step
        if turned or self._view not in result.picture.views:
            self._view, self._components = self._home(result), (0, 0)
            self._under = self._reached = None
        if self._under is not None and not _is_cell(result, self._under):
            self._under = None
        if turned or before is None or _outside(before) != _outside(result):
            self._lay_out()
        if turned or before is None or (before.row, before.column) != (result.row, result.column):
            self._turn_to_cursor()
        self._write()

    def set_look(self, look: Look) -> None:
        self._look = look
        self._known.clear()
        self.words.set_look(look)
        self._lay_out()
        self._turn_to_cursor()
        self._write()

    @property
    def page(self) -> Page:
        """The page on show."""
        return self.pages[min(max(self.words.tabs.currentIndex(), 0), len(self.pages) - 1)]

    @property
    def cursor_spot(self) -> Spot | None:
        """The cell that the keys have reached."""
        if self.result is None or self._view is None:
            return None
        return Spot(self._view, *self.result.selected(self._view, self._components))

    @property
    def spot(self) -> Spot | None:
        """The cell that is worked out: under the pointer, else the cursor's."""
        return self._under or self.cursor_spot

    @property
    def told(self) -> Spot | None:
        """The cell that the viewer has singled out: under the pointer, or where the cursor was put."""
        return self._under or (self._reached if self._reached == self.cursor_spot else None)

    def arithmetic(self) -> Arithmetic | None:
        """How the cell on show comes about."""
        spot = self.spot
        if self.result is None or spot is None:
            return None
        if self._explained is None or self._explained[0] != spot:
            self._explained = (spot, explain(self.result, spot.view, spot.row, spot.column))
        return self._explained[1]

    def rect_of(self, spot: Spot) -> QRectF | None:
        """Where a cell is drawn, or None when it is on another page."""
        return rect_of(self.page, spot)

    def neighbor(self, spot: Spot, across: int, down: int) -> Spot | None:
        """The next cell in a direction, of the same matrix or of another one of the page."""
        return neighbor(self.page, spot, across, down)

    def put_cursor(self, spot: Spot) -> None:
        """Put the cursor on a cell."""
        self._view, self._components, self._reached = spot.view, (spot.row, spot.column), spot
        self._write()
        self.pointed.emit()

    # ------------------------------------------------------------------ Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
        self._turn_to_cursor()
        self._write()

    def paintEvent(self, _event: QPaintEvent) -> None:
        result, look, spot = self.result, self._look, self.spot
        if result is None or look is None or not self.pages:
            return
        painter = QPainter(self)
        page = self.page
        for part in page.placed:
            draw_matrix(painter, look, result, part, self.pixels, self._crossing(part.view))
        if result.picture.sign:
            draw_sign(painter, look, result.picture.sign, QPointF(*page.sign), self.pixels, self._way)
        self._draw_outlines(painter, look, page, spot)
        for part in page.placed:
            draw_verdicts(painter, result, part)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(look.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(spot_at(self.page, event.position()) if self.pages else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """What a pointer resting here is told: whole labels, and the name of a cell."""
        if self.result is None or not self.pages:
            return ""
        spot = spot_at(self.page, point)
        if spot is not None:
            masked = " (masked)" if self.result.hidden(spot.view)[spot.row, spot.column] else ""
            edited = " (edited)" if self.result.edited(spot.view)[spot.row, spot.column] else ""
            return cell_name(self.result, spot.view, spot.row, spot.column) + masked + edited
        if self.words.shortened and QRectF(self.words.text.geometry()).contains(point):
            return f"<p>{html.escape(self.words.text.accessibleName())}</p>"  # in tags, so that the tip has lines
        label = row_label_at(self.page, point, self.pixels * 6)
        if label is not None:
            return self.result.names(label[0].view)[0][label[1]]
        label = column_label_at(self.page, point)
        return self.result.names(label[0].view)[1][label[1]] if label is not None else ""

    # ------------------------------------------------------------------ inside

    @staticmethod
    def _home(result: FourSteps) -> View:
        return result.picture.results[0]

    def _crossing(self, view: View) -> tuple[int, int]:
        """Row and column of a matrix whose labels belong to the cell on show; −1 for none."""
        spot, arithmetic = self.spot, self.arithmetic()
        if spot is None or arithmetic is None:
            return -1, -1
        if spot.view == view:
            return spot.row, spot.column
        for region in arithmetic.inputs:
            if (region.key, region.head) == (view.key, view.head):
                row, column = (-1 if side is None else side for side in (region.row, region.column))
                return (column, row) if view.turned else (row, column)
        return -1, -1

    def _point(self, spot: Spot | None) -> None:
        if spot != self._under:
            self._under = spot
            self._write()
            self.pointed.emit()

    def _turned(self) -> None:
        self._lay_out()
        self._write()

    def _turn_to_cursor(self) -> None:
        """Turn to a page that shows the selected tokens, to the cursor's own when the present one does not."""
        spot, result = self.cursor_spot, self.result
        if spot is None or result is None or not self.pages or self._shows_selection(result, self.page):
            return
        for index, page in enumerate(self.pages):
            if rect_of(page, spot) is not None:
                self.words.tabs.setCurrentIndex(index)
                return

    def _shows_selection(self, result: FourSteps, page: Page) -> bool:
        """Whether a result on a page has the cell of the selected tokens."""
        spots = (Spot(part.view, *result.selected(part.view, self._components)) for part in page.placed if part.result)
        return any(rect_of(page, spot) is not None for spot in spots)

    def _draw_outlines(self, painter: QPainter, look: Look, page: Page, spot: Spot | None) -> None:
        arithmetic = self.arithmetic()
        if spot is None or arithmetic is None:
            return
        for part in page.placed:
            for region in arithmetic.inputs:
                if (region.key, region.head) == (part.view.key, part.view.head):
                    draw_region(painter, look, part, region)
        for part in page.placed:
            if part.view == spot.view and spot.row in part.rows and spot.column in part.columns:
                draw_cursor(painter, look, part, spot.row, spot.column)

    # ------------------------------------------------------------------ words and places

    def _write(self) -> None:
        arithmetic = self.arithmetic()
        if arithmetic is not None:
            self.words.write_arithmetic(arithmetic)
            self.setAccessibleDescription(arithmetic.text)
            self.update()

    def _lay_out(self) -> None:
        result, look = self.result, self._look
        if result is None or look is None or self.width() < 40:
            return
        turned = self.words.tabs.hasFocus()  # it is hidden for the while, and would lose the focus
        self.words.write(result, result.picture.formulas)
        for way in _ways(result):
            if self._arrange(result, look, way, paged=False):
                break
        else:
            self._arrange(result, look, _ways(result)[-1], paged=True)
        room = round(self.page.corner[2]) if self._aside(result) else self._room.width()
        named = [[_page_name(result, page, most) for page in self.pages] for most in TAB_LETTERS]
        self.words.name_tabs([*named, [str(number + 1) for number in range(len(self.pages))]], room)
        self.words.write(result, self._formulas(result))
        self._place_words(result)
        if turned:
            (self.words.tabs if self.words.tabs.isVisible() else self).setFocus()
        self.update()

    def _arrange(self, result: FourSteps, look: Look, way: str, *, paged: bool) -> bool:
        """Arrange the matrices in one way; whether that took no more pages than it may."""
        room = self._room
        self._way, self._above, below = way, 0, 0
        self.words.tabs.setVisible(paged)
        if not self._aside(result):
            self._above = self.words.above(room.width(), note=way == "beside")
            below = self.words.below(result, room.width())
        height = room.height() - self._above - below
        found, self.pixels = self._pages(result, look, room.width(), height)
        self.pages = tuple(self._in_the_middle(page, room, self._above, height) for page in found)
        return paged or len(found) == 1

    @property
    def _room(self) -> QRect:
        pad = PADS[self._look is not None and self._look.projector]
        return self.rect().adjusted(pad, pad, -pad, -pad)

    def _aside(self, result: FourSteps) -> bool:
        """Whether the matrices leave room at their side for all words."""
        roomy = self._way == "product" and result.values(result.picture.top[0]).shape[0] >= ROOMY
        return roomy or self._way in ("joined", "below")

    def _formulas(self, result: FourSteps) -> tuple[str, ...]:
        """The formulas of the results on the page on show."""
        results, formulas = result.picture.results, result.picture.formulas
        shown = {part.view for part in self.page.placed} if len(self.pages) > 1 else set(results)
        return tuple(f for view, f in zip(results, formulas, strict=True) if view in shown) or formulas

    def _pages(self, result: FourSteps, look: Look, width: int, height: int) -> tuple[tuple[Page, ...], int]:
        """The pages as laid out before for the same room, heads and tokens, or laid out now."""
        key = (width, height, self._way, result.picture, result.heads, result.tokens)
        if key not in self._known:
            if len(self._known) > KNOWN:
                self._known.clear()
            self._known[key] = pages(result, look, self._way, (width, height))
        return self._known[key]

    @staticmethod
    def _in_the_middle(page: Page, room: QRect, above: int, height: int) -> Page:
        spare = max(height - page.height, 0.0)
        return page.moved(room.x() + max((room.width() - page.width) // 2, 0), room.y() + above + spare // 2)

    def _place_words(self, result: FourSteps) -> None:
        page, room = self.page, self._room
        corner = QRect(*(round(value) for value in page.corner))
        if self._aside(result):
            self.words.place_corner(corner, result)
            return
        top = QRect(room.x(), room.y(), room.width(), self._above)
        under = round(page.y + page.height) + self.words.gap
        bottom = QRect(room.x(), under, room.width(), room.bottom() - under)
        self.words.place_strips(top, bottom, corner, note=self._way == "beside")


def _ways(result: FourSteps) -> tuple[str, ...]:
    """In which ways the matrices may be arranged, the best first."""
    return ("beside", "below") if result.picture.kind == "beside" else (result.picture.kind,)


def _is_cell(result: FourSteps, spot: Spot) -> bool:
    """Whether a cell is in the block."""
    names = result.names(spot.view)
    return spot.row < len(names[0]) and spot.column < len(names[1])


def _outside(result: FourSteps) -> tuple[object, ...]:
    """What words and places depend on, besides the sub-stop and the room: not the numbers."""
    limits = (result.block.vector_limit, result.block.score_limit)
    return result.picture, result.heads, result.tokens, result.seed, limits, result.edits


def _page_name(result: FourSteps, page: Page, most: int) -> str:
    """What a page shows that the others do not; tokens with at most `most` letters, by their numbers for 0."""
    shown = [part for part in page.placed if part.result]
    names = []
    for part in shown:
        rows, columns = result.names(part.view)
        name = [re.sub("[_{}]", "", result.title(part.view))] if len(result.picture.results) > 1 else []
        if len(part.columns) < len(columns):
            name.append(_span(columns, part.columns, most))
        if len(part.rows) < len(rows):
            name.append(_span(rows, part.rows, most))
        names.append(" ".join(name) or result.title(part.view))
    return ", ".join(names)


def _span(names: Sequence[str], part: range, most: int) -> str:
    """The names from the first to the last of a part: "A…ate", or their numbers for `most` 0: "1–3"."""
    ends = sorted({part.start, part.stop - 1})
    if most:
        return "…".join(in_words(names[end], most) for end in ends)
    return "–".join(str(end + 1) for end in ends)
