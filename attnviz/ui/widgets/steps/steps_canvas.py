"""The matrices of one sub-stop at the viewer's hand: cells are walked, typed over, guessed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent

from attnviz.core.words import number
from attnviz.experiments.four_steps import FourSteps, spoken_refusal
from attnviz.experiments.four_steps_arithmetic import cell_name
from attnviz.experiments.four_steps_edits import Address
from attnviz.experiments.four_steps_guess import COVERED
from attnviz.ui.theme import Look
from attnviz.ui.widgets.steps.steps_editor import CellEditor
from attnviz.ui.widgets.steps.steps_places import Spot, column_label_at, rect_of, spot_at
from attnviz.ui.widgets.steps.steps_view import StepsView

STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
CLEAR: Final = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
STARTS: Final = frozenset("0123456789+-−.,")  # typing one of these on a cell begins to type over it


class StepsCanvas(StepsView):
    """Emits `picked` with the changes of the state that a chosen, typed or guessed cell stands for.

    A cell that is not computed can be typed over; a covered one of the selected row is a guess.
    """

    picked = Signal(dict)
    refused = Signal(str)  # why a key is no guess
    editing = Signal()  # a cell is about to be typed over

    def __init__(self) -> None:
        super().__init__()
        self._typing: Spot | None = None  # the cell under the text box
        self.editor = CellEditor(self)
        self.editor.entered.connect(self._entered)
        self.words.reset.clicked.connect(self._reset)

    def show_result(self, result: FourSteps) -> None:
        """Show a sub-stop; what is half typed into a cell is dropped when the block changes under it."""
        if self._typing is not None and self.editor.isVisible() and self._ground(self.result) != self._ground(result):
            self._drop()
        super().show_result(result)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes; the cells move, so none is typed over any more."""
        self._drop()
        super().set_look(look)

    def choose(self, spot: Spot) -> None:
        """Put the cursor on a cell and ask for its tokens to be selected."""
        if self.result is None:
            return
        self.put_cursor(spot)
        changes = self.result.choice(spot.view, spot.row, spot.column)
        if changes:
            self.picked.emit(changes)

    def edit(self, typed: str = "") -> bool:
        """Open a text box over the cursor's cell, `typed` already in it; False for a cell that is computed."""
        spot = self.cursor_spot
        rect = rect_of(self.page, spot) if spot is not None else None
        if self.result is None or spot is None or rect is None or self._address(spot) is None:
            return False
        self.editing.emit()
        self._typing = spot
        name = cell_name(self.result, spot.view, spot.row, spot.column)
        value = float(self.result.values(spot.view)[spot.row, spot.column])
        digits = next(d for d in range(2, 18) if d == 17 or round(value, d) == value)
        self.editor.edit(rect.toAlignedRect(), typed or number(value, digits), f"New {name}", whole=not typed)
        return True

    def guess(self, key: int) -> None:
        """Commit to a key for the selected row."""
        if self.result is None or not self.result.asking:
            return
        changes = self.result.guess(key)
        if changes:
            self.picked.emit(changes)
        else:
            self.refused.emit(spoken_refusal(self.result, key))

    # ------------------------------------------------------------------ Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self.pages:
            return
        if self.editor.isVisible():  # it holds an entry that was refused
            self.editor.setFocus()
            return
        found, label = spot_at(self.page, event.position()), column_label_at(self.page, event.position())
        if found is not None and self._is_guess(found):
            self.guess(found.column)
        elif found is not None:
            self.choose(found)
        elif label is not None and self.result is not None and self.result.tokens_of(label[0].view)[1] == "key":
            self.guess(label[1])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and spot_at(self.page, event.position()) == self.cursor_spot:
            self.edit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._point(None)
        if not self._walk(event) and not self._act(event):
            event.ignore()

    def hideEvent(self, event: QHideEvent) -> None:
        """A turn of the frame puts a refused entry away; a good one was taken when the focus left."""
        super().hideEvent(event)
        self._drop()

    def event(self, event: QEvent) -> bool:
        """Claim a digit typed on a cell: it is a number then, not the number of a frame."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._claims(event):
            event.accept()
            return True
        return super().event(event)

    # ------------------------------------------------------------------ inside

    def _ground(self, result: FourSteps | None) -> tuple[object, ...]:
        """What must stay as it is while a cell is typed over: anything else could make it another cell."""
        spot = self._typing
        if result is None or spot is None or spot.view not in result.picture.views:
            return ()
        block = (result.tokens, result.places, result.heads, result.head, result.seed, result.edits)
        return *block, result.step, result.row, result.quiz, result.address(spot.view, spot.row, spot.column)

    def _drop(self) -> None:
        """Put the text box away with whatever is typed in it."""
        self._typing = None
        self.editor.leave()

    def _address(self, spot: Spot | None) -> Address | None:
        if self.result is None or spot is None:
            return None
        return self.result.address(spot.view, spot.row, spot.column)

    def _is_guess(self, spot: Spot) -> bool:
        """Whether choosing a cell answers the question: a covered one of the selected row."""
        result = self.result
        own = result is not None and result.asking and (spot.view.head, spot.row) == (result.head, result.row)
        return own and spot.view.key in COVERED

    def _claims(self, event: QKeyEvent) -> bool:
        """Whether a key that the window knows belongs to the cell instead."""
        if event.key() == Qt.Key.Key_Escape:
            return self.editor.isVisible()
        return _starts(event) and self._address(self.cursor_spot) is not None

    def _walk(self, event: QKeyEvent) -> bool:
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        start = self.cursor_spot
        target = self.neighbor(start, *step) if start is not None else None
        if target is not None:
            self.choose(target)
        elif len(self.pages) > 1 and step[0]:
            self._turn_page(step[0])
        return True

    def _act(self, event: QKeyEvent) -> bool:
        key, spot, result = Qt.Key(event.key()), self.cursor_spot, self.result
        if result is None or spot is None:
            return False
        if key == Qt.Key.Key_Escape and self.editor.isVisible():
            self._drop()
        elif key in ENTER and result.asking and "key" in result.tokens_of(spot.view):
            self.guess((spot.row, spot.column)[result.tokens_of(spot.view).index("key")])
        elif key in CLEAR and self._address(spot) is not None:
            self._type(spot, None)
        elif key in (*ENTER, Qt.Key.Key_F2) or _starts(event):
            return self.edit(event.text() if _starts(event) else "")
        else:
            return False
        return True

    def _type(self, spot: Spot, value: float | None) -> None:
        """Ask for another value of a cell, or for the seed's own."""
        cell = self._address(spot)
        if self.result is not None and cell is not None:
            changes = self.result.typed(cell, value)
            if changes:
                self.picked.emit(changes)

    def _entered(self, value: float, move: int) -> None:
        spot, self._typing = self._typing, None
        if spot is not None:
            self._type(spot, value)
            beside = Spot(spot.view, spot.row, spot.column + move)
            if move and rect_of(self.page, beside) is not None:
                self.choose(beside)

    def _reset(self) -> None:
        self.setFocus()
        self.picked.emit({"edits": ()})

    def _turn_page(self, by: int) -> None:
        page, before = self.words.tabs.currentIndex() + by, self.cursor_spot
        if 0 <= page < len(self.pages):
            self.words.tabs.setCurrentIndex(page)
            last = self.page.placed[-1]
            row = before.row if before is not None and before.row in last.rows else last.rows.start
            self.choose(Spot(last.view, row, last.columns.start if by > 0 else last.columns.stop - 1))

    def _turned(self) -> None:
        self._drop()
        super()._turned()

    def _lay_out(self) -> None:
        super()._lay_out()
        if self._typing is not None and self.pages and self.editor.isVisible():
            rect = rect_of(self.page, self._typing)
            if rect is None:
                self._drop()
            else:
                self.editor.place(rect.toAlignedRect())


def _starts(event: QKeyEvent) -> bool:
    """Whether a key begins a number."""
    held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    return event.text() in STARTS and bool(event.text()) and not held
