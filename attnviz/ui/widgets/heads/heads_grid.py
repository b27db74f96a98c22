"""The heads side by side, all on one color scale; where that is too small to read, the picked one large."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QWidget

from attnviz.core.words import arrow
from attnviz.ui.theme import Look
from attnviz.ui.widgets.focus_layout import Beside, Focus, can_be_told_apart, choose_focus, window_of
from attnviz.ui.widgets.heads.head_keys import head_step
from attnviz.ui.widgets.heads.head_pane import MEAN, HeadNote, HeadPane
from attnviz.ui.widgets.heads.lens import LONG, Lens
from attnviz.ui.widgets.heads.told import told
from attnviz.ui.widgets.matrices.color_bar import ColorBar
from attnviz.ui.widgets.matrices.grid_layout import GAP, PAD, Grid, card_rects, choose_grid, whole_margins
from attnviz.ui.widgets.matrices.heatmap import NONE
from attnviz.ui.widgets.matrices.matrix import walk
from attnviz.ui.widgets.matrices.matrix_layout import KEY_TITLE, PITCH, QUERY_TITLE, Axes, Words, margins
from attnviz.ui.widgets.matrices.scene_view import SceneView
from attnviz.ui.widgets.text.texts import text_of

NOWHERE: Final = (NONE, NONE, NONE)
WIDE: Final = (0.68, 0.6, 0.5, 0.4)  # shares of the width that the large head of a long sentence may take
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HeadsGrid(SceneView):
    """Cards of heads: a click hides or shows one, a double click leaves it alone on show; keys do the same."""

    pointed = Signal(int, int, int)  # head, query, key reached by a key
    hovered = Signal(int, int, int)  # head, query, key under the mouse; −1, −1, −1 when it leaves
    toggled = Signal(int)  # head to hide or show
    soloed = Signal(int)  # head to leave alone on show
    all_wanted = Signal()  # no head is to be hidden any more

    def __init__(self, parent: QWidget | None = None, *, with_bar: bool = True) -> None:
        super().__init__(parent)
        self.panes: list[HeadPane] = []
        self.lens = Lens(self.look)  # the picked head once more, large, where the cards are small
        self.lens.setVisible(False)
        self.lens_wanted = True
        self.cards_wanted = True  # beside the large head of a long sentence
        self.above = 0.0  # room that is left free above the small cards of a long sentence
        self.strip = QRectF()  # the small cards of a long sentence, and the room above them
        self.scene().addItem(self.lens)
        self.bar = ColorBar(self.look)
        self.scene().addItem(self.bar)
        self.bar.setVisible(with_bar)
        self.grid = Grid(1, 1, 0.0)
        self._labels: tuple[str, ...] = ()
        self._masked: NDArray[np.bool_] | None = None
        self._limit = 1.0
        self._columns: tuple[str, ...] = ()
        self._notes: tuple[HeadNote, ...] = ()
        self._hidden: Collection[int] = ()
        self._at = (0, 0, 0)  # head, query, key that the keys act on
        self._under = NOWHERE
        self._pressed = NONE
        self._shape: tuple[int, ...] = ()
        self._arranged: object = None  # what the arrangement was chosen for
        self._link = QRectF()  # where a click shows all heads again
        self.exposed: QRegion | None = None  # what a paint event under way asks for

    def set_heads(
        self,
        weights: NDArray[np.floating],
        labels: Sequence[str],
        notes: Sequence[HeadNote],
        *,
        columns: Sequence[str] | None = None,
        masked: NDArray[np.bool_] | None = None,
        hidden: Collection[int] = (),
        limit: float = 1.0,
    ) -> None:
        """Show `weights` (panes, n_q, n_k) of tokens `labels`, colors on 0…limit; a note of color MEAN comes last.

        The tokens that are asked are the same ones but for cross attention, which gives their `columns`.
        """
        self._labels, self._notes, self._hidden = tuple(labels), tuple(notes), hidden
        self._columns = self._labels if columns is None else tuple(columns)
        key = (weights.shape, self._alone(), len(notes) and notes[-1].color == MEAN)
        moved = key != self._arranged
        self._arranged, self._shape = key, weights.shape
        self._keep_panes(len(weights))
        for pane, values in zip(self.panes, weights, strict=True):
            moved |= (pane.heatmap.rows, pane.heatmap.columns) != (self._labels, self._columns)
            pane.set_data(values, masked, limit)
            pane.heatmap.set_labels(self._labels, self._columns)
        self.bar.set_scale("weights", limit, masked is not None and bool(masked.any()))
        self._masked, self._limit = masked, limit
        self._fill_lens()
        self._name_panes()
        if moved:
            self.place_items()

    def set_selection(self, head: int, query: int, key: int) -> None:
        """Frame the row and cell in every pane; the keys go on from there."""
        self._at = (head, query, key)
        self._fill_lens()
        for pane in self.panes:
            pane.heatmap.set_selection(query, key)
        self._name_panes()
        if head < len(self._notes):
            self.describe("Heads", told(self._notes, self._hidden, head, *self._here()))

    def _here(self) -> tuple[str, str]:
        """The picked cell and its weight in words; both empty when none is picked."""
        head, query, key = self._at
        if not (head < len(self.panes) and 0 <= query < len(self._labels) and 0 <= key < len(self._columns)):
            return "", ""
        return arrow(self._labels[query], self._columns[key]), self.panes[head].heatmap.value_words(query, key)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self.bar.set_look(look)
        for pane in (*self.panes, self.lens):
            pane.set_look(look)
        self.place_items()
        self.viewport().update()

    def place_items(self) -> None:
        if not self.panes or not self._labels:
            return
        room = QRectF(self.viewport().rect()).adjusted(4, 4, -4, -4)  # clear of the focus ring
        if self.bar.isVisible():
            bar = self.bar.width()
            self.bar.layout(QRectF(room.right() - bar, room.top(), bar, min(room.height(), self.look.floor * 16)))
            room.setRight(room.right() - bar - 1.5 * GAP)
        words, title = self.panes[0].heatmap.words(), self.look.label * 1.35
        self.grid = choose_grid(words, len(self.panes), room.width(), room.height(), title)
        large = self._large_panes(words)
        self.lens.setVisible(self.lens in large)
        self.strip, self.lens.most = QRectF(), None
        if large:
            self._fill_lens()
            self._place_large(large, words, room, title)
        else:
            self._place_equal(words, room, title)
        self._name_panes()

    def _place_equal(self, words: Words, room: QRectF, title: float) -> None:
        self._link = QRectF()
        whole = whole_margins(words, self.grid, self.grid.cell)
        rects = card_rects(self.grid, whole, room)
        side, high = len(self._columns) * self.grid.cell, len(self._labels) * self.grid.cell
        for index, (pane, rect) in enumerate(zip(self.panes, rects, strict=True)):
            axes = self.grid.axes(index)
            left = whole.left if axes.left else 0.0
            top = whole.top if axes.top else 0.0
            right = whole.right if axes.top else 0.0
            spare = (rect.width() - left - side - whole.right) / 2
            down = (rect.height() - 2 * PAD - title - top - high) / 2
            pane.setVisible(True)
            pane.layout(rect)
            pane.heatmap.set_axes(axes)
            corner = QPointF(rect.left() + spare, rect.top() + PAD + title + max(down, 0.0))
            pane.heatmap.layout(QRectF(corner.x(), corner.y(), left + side + right, top + high), self.grid.cell)

    def _place_large(self, large: list[HeadPane], words: Words, room: QRectF, title: float) -> None:
        """The picked head and the mean with all their labels, every head as a small card beside them."""
        self._link = QRectF()
        alone = self._alone()
        if alone != NONE:
            high = text_of(self.look, "0").height + 6
            self._link = QRectF(room.left(), room.bottom() - high, room.width(), high)
            room = room.adjusted(0, 0, 0, -high - 4)
        long, others = self._is_long(), [pane for pane in self.panes if pane not in large and alone == NONE]
        small = others if self.cards_wanted or not long else []
        long = long and bool(small)
        line = text_of(self.look, KEY_TITLE, "floor").height if long else 0.0
        beside = Beside(len(small), words, line + (self.above if long else 0.0), line)
        for share in WIDE if long else (0.0, *WIDE[1:]):
            focus = self._focus(large, words, room, title, beside, share)
            if can_be_told_apart(focus.small, self.look.label, title):
                break
        else:  # too many to be cards: one is looked at, the keys and the overview lead to the others
            small = []
            focus = self._focus(large, words, room, title, Beside(0, words), 0.0)
        for pane in self.panes:
            pane.setVisible(pane in small or pane in large)
        for pane, rect, axes in zip(large, focus.large, focus.axes, strict=True):
            self._lay(pane, rect, axes, focus.cell, title)
        for pane, rect in zip(small, focus.small, strict=True):
            self._lay(pane, rect, Axes(False, False, False), focus.small_cell, title)
        self.strip = focus.strip if long and small else QRectF()
        top = min((pane.rect.top() for pane in small), default=0.0)
        self.grid = Grid(len(small), max(sum(pane.rect.top() == top for pane in small), 1), focus.small_cell)

    def _focus(
        self, large: list[HeadPane], words: Words, room: QRectF, title: float, beside: Beside, share: float
    ) -> Focus:
        """Where the cards go; a lens too small to name all words gets a window of them."""
        focus = choose_focus(words, len(large), beside, room, title, share)
        crowded = focus.cell < words.pixels * PITCH and large == [self.lens]
        rows, columns = size = window_of(words, room, title, beside.count, share)
        self.lens.most = size if crowded else None
        self._fill_lens()
        if not crowded:
            return focus
        part = replace(words, rows=words.rows[:rows], columns=words.columns[:columns])
        return choose_focus(part, 1, beside, room, title, share)

    def _lay(self, pane: HeadPane, rect: QRectF, axes: Axes, cell: float, title: float) -> None:
        pane.layout(rect)
        pane.heatmap.set_axes(axes)
        around = margins(pane.heatmap.words(), cell, axes)
        wide = around.left + around.right + len(pane.heatmap.columns) * cell
        high = around.top + len(pane.heatmap.rows) * cell
        down = max((rect.height() - title - 1.5 * PAD - high) / 2, 0.0)
        corner = QPointF(rect.left() + max((rect.width() - wide) / 2, 0.0), rect.top() + PAD * 0.5 + title + down)
        pane.heatmap.layout(QRectF(corner.x(), corner.y(), wide, high), cell)

    def _large_panes(self, words: Words) -> list[HeadPane]:
        """What is drawn large: the head alone on show, the picked one where equal cards cannot be read, the mean."""
        grid, mean = self.grid, [pane for pane, note in zip(self.panes, self._notes, strict=True) if note.color == MEAN]
        heads = len(self.panes) - len(mean)
        readable = grid.has_top and grid.titles and grid.cell >= words.pixels
        if readable and not mean and self._alone() == NONE:
            return []
        if self._is_long() and (self.lens_wanted or self._alone() != NONE):
            return [self.lens]  # the mean is one of the small cards: two large ones would name half the words
        if heads < 2:
            return list(self.panes)
        lens = [self.lens] if self.lens_wanted or self._alone() != NONE else []
        return [*lens, *mean]

    def _is_long(self) -> bool:
        return max(len(self._labels), len(self._columns)) > LONG

    def _alone(self) -> int:
        """The only head on show, or −1."""
        heads = [head for head, note in enumerate(self._notes) if note.color != MEAN]
        shown = [head for head in heads if head not in self._hidden]
        return shown[0] if len(shown) == 1 and len(heads) > 1 else NONE

    def _lens_head(self) -> int:
        alone = self._alone()
        return min(self._at[0], len(self.panes) - 1) if alone == NONE else alone

    def _fill_lens(self) -> None:
        if self.panes:
            self.lens.show_head(self.panes[self._lens_head()], self._masked, self._at[1:])

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        """The way back from one head alone, the axes that all small cards share, and the focus ring."""
        if not self.strip.isEmpty():
            self._draw_axes(painter)
        if not self._link.isEmpty():
            painter.setPen(self.look.color("query_text"))
            text_of(self.look, self.link_words(), weight=600).draw(painter, self._link.left(), self._link.top())
        super().drawForeground(painter, rect)

    def _draw_axes(self, painter: QPainter) -> None:
        """What the rows and columns of the small cards are, once for all of them."""
        key, query = text_of(self.look, KEY_TITLE, "floor", 500), text_of(self.look, QUERY_TITLE, "floor", 500)
        top = self.strip.top() + self.above
        painter.setPen(self.look.color("key_text"))
        key.draw(painter, self.strip.left() + query.height, top)
        painter.setPen(self.look.color("query_text"))
        x = self.strip.left() + query.height / 2 - 1
        query.draw_turned(painter, x, top + key.height + query.width, -90)

    def link_words(self) -> str:
        """What a click on the line under one head alone does."""
        count = len(self._hidden)
        return f"{count} other {'head' if count == 1 else 'heads'} hidden: show all"

    def pane_at(self, point: QPointF) -> int:
        """The head whose pane is under a point of the scene, or −1; the mean comes after the heads."""
        pane = self._pane_under(point)
        return NONE if pane is None else self._lens_head() if pane is self.lens else self.panes.index(pane)

    def _pane_under(self, point: QPointF) -> HeadPane | None:
        return next((one for one in (self.lens, *self.panes) if one.isVisible() and one.rect.contains(point)), None)

    def tip_at(self, point: QPointF) -> str:
        index = self.pane_at(point)
        if index == NONE:
            return self.bar.words() if self.bar.boundingRect().contains(point) else ""
        note = self._notes[index]
        pane = self._pane_under(point)
        tip = "" if index in self._hidden or pane is None else pane.heatmap.tip_at(point)
        named = f"{note.name}: {note.jobs or note.job}" if note.job else note.name
        return tip or f"{named}. Click hides or shows it, a double click leaves it alone on show."

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let the items know what is asked for: the style option tells each the union of all."""
        self.exposed = event.region()
        super().paintEvent(event)
        self.exposed = None

    # mouse and keys

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self._cell_at(self.mapToScene(event.position().toPoint())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(NOWHERE)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = NONE
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._head_at(self.mapToScene(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, NONE
        if self._link.contains(event.position()):
            self.all_wanted.emit()
        if pressed != NONE and pressed == self._head_at(self.mapToScene(event.position().toPoint())):
            self.toggled.emit(pressed)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pressed = NONE
        head = self._head_at(self.mapToScene(event.position().toPoint()))
        if head != NONE and event.button() == Qt.MouseButton.LeftButton:
            self.soloed.emit(head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        head, query, key = self._at
        target = walk(event, (query, key), self._shape[1:] if self._shape else (0, 0))
        other = self._other_head(event)
        if target is not None:
            self.pointed.emit(head, *target)
        elif other is not None:
            self.pointed.emit(other, query, key)
        elif event.key() == Qt.Key.Key_Space:
            self.toggled.emit(head)
        elif event.key() in ENTER:
            self.soloed.emit(head)
        else:
            event.ignore()

    def _other_head(self, event: QKeyEvent) -> int | None:
        """The head that a key leads to: brackets, or Ctrl with an arrow."""
        step = head_step(event, self.grid.columns)
        heads = sum(note.color != MEAN for note in self._notes)
        if step is None or not heads:
            return None
        target = self._at[0] + step
        return target if 0 <= target < heads else self._at[0]

    # inside

    def _keep_panes(self, count: int) -> None:
        while len(self.panes) < count:
            pane = HeadPane(self.look)
            self.scene().addItem(pane)
            self.panes.append(pane)
        while len(self.panes) > count:
            self.scene().removeItem(self.panes.pop())

    def _name_panes(self) -> None:
        """Write each pane's title: its own strongest pair, or the cell under the mouse in every one."""
        _, query, key = self._under
        for index, (pane, note) in enumerate(zip(self.panes, self._notes, strict=True)):
            if query != NONE:
                pair = arrow(self._labels[query], self._columns[key])
                note = replace(note, pair=pair, value=pane.heatmap.value_words(query, key))
            pane.set_note(note, index in self._hidden, index == self._at[0])
            pane.heatmap.set_pointed(query, key)
        large = [self.lens, *(pane for pane in self.panes if pane.note.color == MEAN)] if self.lens.isVisible() else []
        if self._notes:
            head = self._lens_head()
            shown = self.panes[head]
            self.lens.set_note(shown.note, shown.off, shown.current)
            self.lens.set_pointed(query, key)
        small = [pane for pane in self.panes if pane not in large]
        level = max((pane.title_level(pane.title_room()) for pane in small), default=0)
        for pane in small:
            pane.set_level(level)
        for pane in large:
            pane.set_level(0)

    def _cell_at(self, point: QPointF) -> tuple[int, int, int]:
        index, pane = self.pane_at(point), self._pane_under(point)
        found = pane.heatmap.cell_at(point) if pane is not None and index not in self._hidden else None
        if found is not None and pane is self.lens:
            found = self.lens.whole(found)
        return NOWHERE if found is None else (index, *found)

    def _head_at(self, point: QPointF) -> int:
        index = self.pane_at(point)
        return NONE if index == NONE or self._notes[index].color == MEAN else index

    def _hover(self, cell: tuple[int, int, int]) -> None:
        if cell != self._under:
            self._under = cell
            self._name_panes()
            self.hovered.emit(*cell)
