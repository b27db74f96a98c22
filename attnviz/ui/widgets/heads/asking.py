"""One word asks: the sentence with its arcs, and under each token what each part of the formula makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.sentence.arc_paths import Arc
from attnviz.ui.widgets.sentence.token_arcs import EDGE, TokenArcs
from attnviz.ui.widgets.sentence.token_line import Chip
from attnviz.ui.widgets.text import inline_math
from attnviz.ui.widgets.text.texts import Text, text_of

LIGHTS: Final = {
    "q": ("query",),
    "k": ("keys",),
    "scores": ("query", "keys"),
    "softmax": ("arcs", "labels"),
    "mix": ("values", "arcs", "labels"),
}
"""Part of the formula -> the parts of the arcs picture that it computes."""
FOUND: Final = {"query": "q", "keys": "k", "arcs": "softmax", "labels": "softmax", "values": "mix"}
NOTHING: Final = ("none",)  # lights no part of the arcs picture, and so dims it all
DIM: Final = 0.3
FEW: Final = 3  # numbers shown where there is no room for all
CLEAR: Final = 3  # pixels between two numbers at least
SPREAD: Final = 1.4  # room added between two tokens at most, in label heights
LABELS: Final = 4.5  # width of the row names in label heights


@dataclass(frozen=True, slots=True)
class StepRow:
    """One number for each token; `name` is a short formula. `shorter` cells are shown where `cells` do not fit."""

    part: str  # the part of the formula that computes it
    name: str
    cells: tuple[str, ...]
    shorter: tuple[tuple[str, ...], ...] = ()  # ever shorter
    role: str = "ink"


class Sentence(TokenArcs):
    """The arcs picture, in which every token is asked while the keys are lit."""

    def _is_asked(self, index: int) -> bool:
        return "keys" in self._emphasis or super()._is_asked(index)

    def _place_chips(self) -> None:
        super()._place_chips()
        if self.lines is None:
            self.chips = spread(self.chips, self.width() - 2 * EDGE - self.look.label, SPREAD * self.look.label)


def spread(chips: Sequence[Chip], width: float, most: float) -> list[Chip]:
    """The chips with up to `most` more room between neighbors, as far as `width` allows, so that numbers fit below."""
    if len(chips) < 2:
        return list(chips)
    spare = width - (chips[-1].box.right() - chips[0].box.left())
    gap = min(max(spare, 0.0) / (len(chips) - 1), most)
    start = -gap * (len(chips) - 1) / 2
    return [replace(chip, box=chip.box.translated(start + number * gap, 0)) for number, chip in enumerate(chips)]


class StepRows(QWidget):
    """Rows of numbers under the tokens. Where two numbers would touch, the less important one is left out."""

    pointed = Signal(str)  # the part of the formula whose row is under the pointer, "" for none

    def __init__(self, sentence: Sentence) -> None:
        super().__init__()
        self._sentence = sentence
        self._look: Look | None = None
        self._rows: tuple[StepRow, ...] = ()
        self._order: tuple[int, ...] = ()
        self._lit = ""
        self._under = ""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Numbers under the tokens")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    @property
    def rows(self) -> tuple[StepRow, ...]:
        """The rows on show."""
        return self._rows

    def set_rows(self, rows: Sequence[StepRow], order: Sequence[int]) -> None:
        """Show `rows`; `order` lists the tokens, the most important first."""
        if (tuple(rows), tuple(order)) == (self._rows, self._order):
            return
        self._rows, self._order = tuple(rows), tuple(order)
        said = [f"{inline_math.plain(row.name)}: {', '.join(row.cells)}" for row in rows]
        self.setAccessibleDescription(". ".join(said))
        self.updateGeometry()
        self.update()

    def light(self, part: str) -> None:
        """Light one part's row and dim the others; "" for none."""
        if part != self._lit:
            self._lit = part
            self.update()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, len(self._rows) * self._pitch() + 4)

    def row_box(self, number: int) -> QRectF:
        """Where row `number` lies."""
        return QRectF(0, 2 + number * self._pitch(), self.width(), self._pitch())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hits = [row.part for number, row in enumerate(self._rows) if self.row_box(number).contains(event.position())]
        self._point(hits[0] if hits else "")

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point("")

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, row in enumerate(self._rows):
            self._paint_row(painter, self._look, row, self.row_box(number))

    def _paint_row(self, painter: QPainter, look: Look, row: StepRow, box: QRectF) -> None:
        lit = row.part == self._lit
        painter.setOpacity(1.0 if lit or not self._lit else DIM)
        if lit:
            painter.setPen(look.pen("focus", 1.5))
            painter.setBrush(look.color("chosen"))
            painter.drawRoundedRect(box.adjusted(1, 0, -1, -1), 6, 6)
        font = look.font("label", 600)
        inline_math.draw_label(painter, box.adjusted(6, 0, 0, 0), row.name, font, look, "muted")
        for token, text, place in self._fitting(look, row, box):
            strongest = token == self._order[0]
            painter.setPen(look.color(row.role if strongest else "ink"))
            text.draw(painter, place.left(), place.top())

    def _fitting(self, look: Look, row: StepRow, box: QRectF) -> list[tuple[int, Text, QRectF]]:
        """The numbers with their places: all of them, else all shorter, else the few that matter most."""
        for cells in (row.cells, *row.shorter):
            placed = self._place(look, cells, self._order, box)
            if len(placed) >= min(len(self._sentence.chips), len(cells)):
                return placed
        return self._place(look, row.cells, self._order[:FEW], box)

    def _place(
        self, look: Look, cells: Sequence[str], order: Sequence[int], box: QRectF
    ) -> list[tuple[int, Text, QRectF]]:
        """Numbers centered under their chips, the most important first, none touching another."""
        chips, left = self._sentence.chips, self._sentence.x() - self.x()
        placed: list[tuple[int, Text, QRectF]] = []
        for rank, token in enumerate(order):
            if token >= min(len(chips), len(cells)):
                continue
            text = text_of(look, cells[token], "label", 400 if rank else 700)
            place = QRectF(0, 0, text.width, text.height)
            place.moveCenter(QPointF(left + chips[token].x, box.center().y()))
            place.moveRight(min(place.right(), self.width() - 4.0))
            clear = place.adjusted(-CLEAR, 0, CLEAR, 0)
            if place.left() >= left - CLEAR and not any(clear.intersects(other) for _, _, other in placed):
                placed.append((token, text, place))
        return placed

    def _pitch(self) -> int:
        return round((self._look.label if self._look else 14) * 1.6)

    def _point(self, part: str) -> None:
        if part != self._under:
            self._under = part
            self.pointed.emit(part)


class Asking(QWidget):
    """The living picture of Open. Pointing at a piece of it names the part of the formula which computes that piece."""

    chosen = Signal(int)  # the token that shall ask
    pointed = Signal(str)  # a part of the formula, "" for none

    def __init__(self) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # the words and the numbers under them are one picture
        self._look: Look | None = None
        self._lit = ""
        self.sentence = Sentence("The sentence, one word asking the others")
        self.steps = StepRows(self.sentence)
        self.bars = QLabel("value")
        self.bars.setIndent(6)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(0)
        self._grid.addWidget(self.bars, 0, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom)
        self._grid.addWidget(self.sentence, 0, 1)
        self._grid.addWidget(self.steps, 1, 0, 1, 2)
        self._grid.setRowStretch(0, 1)
        self._grid.setColumnStretch(1, 1)
        self.sentence.chosen.connect(self.chosen)
        self.sentence.part_pointed.connect(self._found)
        self.steps.pointed.connect(self.pointed)

    def show_row(
        self, tokens: Sequence[str], query: int, head: int, weights: Sequence[float], rows: Sequence[StepRow]
    ) -> None:
        """Show the row of token `query` in head `head`: its weights as arcs, and the numbers behind them."""
        arcs = [Arc(query, key, float(weight), head) for key, weight in enumerate(weights) if weight > 0]
        self.sentence.set_arcs(tokens, query, arcs)
        dots = bool(self.sentence.chips) and self.sentence.chips[0].text is None  # too small for a bar below each
        self.sentence.set_values([] if dots else [float(weight) for weight in weights])
        self.bars.setVisible(not dots)
        self._claim()
        order = sorted(range(len(tokens)), key=list(weights).__getitem__, reverse=True)
        self.steps.set_rows(rows, order)

    def light(self, part: str) -> None:
        """Light what a part of the formula computes; "" lights all."""
        self.sentence.set_emphasis(LIGHTS.get(part, NOTHING) if part else ())
        self.steps.light(part)
        self._lit = part
        self._color_bars()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes; room for the names of the rows is kept at the left."""
        self._look = look
        self._color_bars()
        self.bars.setFont(look.font("label", 600))
        self._grid.setColumnMinimumWidth(0, round(LABELS * look.label))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the room of all words at the new width."""
        super().resizeEvent(event)
        self._claim()

    def _claim(self) -> None:
        """Words that stand on several lines are all to be seen."""
        if self._look is not None:
            self.sentence.setMinimumHeight(self.sentence.height_for(self.sentence.width()))

    def _color_bars(self) -> None:
        if self._look is None:
            return
        colors = self.bars.palette()
        role = "value_text" if self._lit in ("", "mix") else "border"
        colors.setColor(QPalette.ColorRole.WindowText, self._look.color(role))
        self.bars.setPalette(colors)

    def _found(self, part: str) -> None:
        self.pointed.emit(FOUND.get(part, ""))
