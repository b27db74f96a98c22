"""The sentence as a line of tokens, with arcs from the asking token to those it attends to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from attnviz.core.words import arrow, in_words, weight_words
from attnviz.ui.theme import Look, look_for, mixed, readable
from attnviz.ui.widgets.sentence.arc_paths import NAMED, Arc, Drawn, Tag, lay_out_arcs, lay_out_tags
from attnviz.ui.widgets.sentence.token_line import Chip, chip_height, lay_out_tokens, lay_out_whole, name_dots
from attnviz.ui.widgets.sentence.wrapped import (
    Wrapped,
    lay_out_curves,
    lay_out_lines,
    lay_out_numbers,
    needed,
    wrap,
)
from attnviz.ui.widgets.text.texts import text_of

NONE: Final = -1
PARTS: Final = ("query", "keys", "arcs", "labels", "values")
DIM: Final = 0.22  # opacity of what is not meant while a part is emphasized
EDGE: Final = 8.0
TOLD: Final = 4  # arcs that a description tells of, the strongest first
PALE: Final = 0.55  # share of the color of arcs of heads that are not picked


class TokenArcs(QWidget):
    """Token chips with arcs over them. A click or an arrow key chooses the token that asks."""

    chosen = Signal(int)  # token chosen to ask
    pointed = Signal(int)  # token under the pointer, −1 for none
    part_pointed = Signal(str)  # part under the pointer: one of PARTS, or ""

    def __init__(self, name: str = "Sentence with arcs", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look: Look = look_for("light")
        self.tokens: tuple[str, ...] = ()
        self.query = 0
        self.arcs: tuple[Arc, ...] = ()
        self.several = False
        self.picked = NONE
        self.shares: tuple[float, ...] = ()
        self.chips: list[Chip] = []
        self.lines: Wrapped | None = None  # where one line has no room for all words
        self.drawn: list[Drawn] = []
        self.tags: list[Tag] = []
        self._named: list[Chip] = []
        self._keys: set[int] = set()
        self._emphasis: frozenset[str] = frozenset()
        self._lit = (NONE, NONE)
        self._under = (NONE, "")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored

    def set_arcs(
        self, tokens: Sequence[str], query: int, arcs: Sequence[Arc], *, several: bool = False, picked: int = NONE
    ) -> None:
        """Show `arcs` over `tokens`, token `query` chosen; of `several` heads the numbers are written, too.

        The arcs of the `picked` head stand out, the others are thin and pale.
        """
        same = tuple(tokens) == self.tokens and (query == self.query or not self.window_words())
        self.tokens, self.query, self.arcs, self.several = tuple(tokens), query, tuple(arcs), several
        self.picked = picked
        if not same:
            self._place_chips()
        self._place_arcs()
        self._describe()
        self.update()

    def set_values(self, shares: Sequence[float]) -> None:
        """Show under each token how much of its value is delivered, 0…1; empty for no such bars."""
        self.shares = tuple(shares)
        self._place_chips()
        self._place_arcs()
        self.update()

    def set_emphasis(self, parts: Collection[str]) -> None:
        """Light some of PARTS and dim the rest; none for the usual picture."""
        if frozenset(parts) != self._emphasis:
            self._emphasis = frozenset(parts)
            self.update()

    def set_pointed(self, query: int, key: int) -> None:
        """Light the tokens of a cell that is pointed at elsewhere; −1 for none."""
        if (query, key) != self._lit:
            self._lit = (query, key)
            self.update()

    @property
    def lit(self) -> tuple[int, int]:
        """The query and key that are pointed at elsewhere, −1 for none."""
        return self._lit

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        self._place_chips()
        self._place_arcs()
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.look.body * 40, round(self.look.body * 9))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.look.body * 12, round(self.look.body * 5.5))

    # events

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_chips()
        self._place_arcs()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        token = self.token_at(event.position())
        if token != NONE and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(token)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self._token_meant(event.position()), self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(NONE, "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.tokens) - 1
        targets = {
            Qt.Key.Key_Left: self.query - 1,
            Qt.Key.Key_Right: self.query + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        target = targets.get(Qt.Key(event.key()))
        if target is None or event.modifiers() & Qt.KeyboardModifier.AltModifier:
            event.ignore()
        elif 0 <= target <= last:
            self.chosen.emit(target)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """What a pointer resting here is told: a whole word, or an arc in words."""
        token = self.token_at(point)
        if token != NONE:
            return self.tokens[token]
        for one in reversed(self.drawn):
            if one.near(point):
                arc = one.arc
                value = arc.label or weight_words(arc.weight)
                return f"head {arc.head + 1}: {arrow(self.tokens[arc.query], self.tokens[arc.key])} {value}"
        return ""

    def token_at(self, point: QPointF) -> int:
        """The token under a point, or −1."""
        for index, chip in enumerate(self.chips):
            if self.lines is not None and chip.text is None:
                continue
            if chip.box.adjusted(-2, -4, 2, 4).contains(point):
                return index
        return NONE

    def part_at(self, point: QPointF) -> str:
        """Which of PARTS lies under a point, or ""."""
        token = self.token_at(point)
        if token != NONE:
            return "query" if token == self.query else "keys"
        if any(tag.box.contains(point) for tag in self.tags):
            return "labels"
        if any(one.near(point) for one in self.drawn):
            return "arcs"
        if any(self._value_box(i).contains(point) for i in range(len(self.shares))):
            return "values"
        return ""

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_arcs(painter)
        self._draw_values(painter)
        for index, chip in enumerate(self.chips):
            if self.lines is None or chip.text is not None:
                self._draw_chip(painter, index)
        painter.setOpacity(1.0)
        self._say_window(painter)
        painter.setPen(self.look.color("ink"))
        for chip in self._named:
            if chip.text is not None:
                chip.text.draw(painter, chip.box.left(), chip.box.top())
        self._draw_tags(painter)
        if self.hasFocus():
            painter.setOpacity(1.0)
            painter.setPen(QPen(self.look.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)

    def _say_window(self, painter: QPainter) -> None:
        words = self.window_words()
        if words:
            text = text_of(self.look, words, "floor", 500)
            painter.setPen(self.look.color("muted"))
            text.draw(painter, self.width() - EDGE - text.width, self.height() - text.height - 1)

    def _opacity(self, *parts: str) -> float:
        return 1.0 if not self._emphasis or self._emphasis.intersection(parts) else DIM

    def _draw_arcs(self, painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setOpacity(self._opacity("arcs"))
        for one in self.drawn:
            strength = min(0.3 + one.arc.weight, 1.0) * (1.0 if self._stands_out(one.arc) else PALE)
            # Mixed here: Qt strokes a translucent color five times as slowly.
            color = mixed(self.look.head_color(one.arc.paint), self.look.color("card"), strength)
            pen = QPen(color, one.width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPath(one.path)

    def _draw_chip(self, painter: QPainter, index: int) -> None:
        chip = self.chips[index]
        asks, asked = index == self.query, self._is_asked(index)
        painter.setOpacity(self._opacity("query" if asks else "", "keys" if asked else ""))
        ground, ink, border = self.look.color("card"), self.look.color("ink"), QPen(self.look.color("edge"), 1)
        if asks:
            ground = self.look.color("query")
            ink = readable(ground)
            border = QPen(ground, 1)
        elif asked and (self._lights("keys", asked) or index == self._lit[1]):
            ground = self.look.color("key")
            ink = readable(ground)
            border = QPen(ground, 1)
        elif asked:
            border = QPen(self.look.color("key"), 2)
        if index == self._lit[0]:
            border = QPen(self.look.color("query"), 3)
        elif index == self._lit[1]:
            border = QPen(self.look.color("key"), 3)
        painter.setPen(border)
        painter.setBrush(ground if chip.text is not None or asks or asked else self.look.color("edge"))
        radius = min(chip.box.height(), chip.box.width()) / 2
        painter.drawRoundedRect(chip.box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        if chip.text is not None:
            painter.setPen(ink)
            chip.text.draw_mid(painter, chip.x, chip.box.center().y())

    def _draw_values(self, painter: QPainter) -> None:
        painter.setOpacity(self._opacity("values"))
        for index, share in enumerate(self.shares[: len(self.chips)]):
            box = self._value_box(index)
            painter.setPen(QPen(self.look.color("border"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 2, 2)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.look.color("value"))
            painter.drawRoundedRect(QRectF(box.left(), box.top(), box.width() * min(share, 1.0), box.height()), 2, 2)

    def _draw_tags(self, painter: QPainter) -> None:
        painter.setOpacity(self._opacity("labels"))
        for tag in self.tags:
            painter.setPen(QPen(self.look.head_color(tag.arc.paint), 1.5))
            painter.setBrush(self.look.color("card"))
            painter.drawRoundedRect(tag.box, 5, 5)
            painter.setPen(self.look.color("ink"))
            tag.text.draw_mid(painter, tag.box.center().x(), tag.box.center().y())

    # inside

    def _lights(self, part: str, condition: bool) -> bool:
        return condition and part in self._emphasis

    def _is_asked(self, index: int) -> bool:
        return index in self._keys or index == self._lit[1]

    def _value_box(self, index: int) -> QRectF:
        chip = self.chips[index]
        return QRectF(chip.box.left() + 3, chip.box.bottom() + 5, chip.box.width() - 6, max(self.look.label * 0.45, 5))

    def _stands_out(self, arc: Arc) -> bool:
        return self.picked in (NONE, arc.head)

    def _place_chips(self) -> None:
        below = EDGE + (self.look.label * 0.45 + 8 if self.shares else 0.0)
        top, width = self.height() - chip_height(self.look) - below, self.width() - 2 * EDGE
        chips, self.lines = lay_out_whole(self.look, self.tokens, width, top), None
        if self.tokens and not chips:
            self.lines = self._wrap(width, self.height() - below - EDGE / 2)
        if self.lines is not None:
            said = 0.0 if self.lines.whole else text_of(self.look, "words", "floor").height
            free = max(self.height() - below - said - EDGE / 2 - self.lines.count * self.lines.pitch, 0.0)
            self.chips = lay_out_lines(self.look, self.tokens, self.lines, EDGE, width, EDGE / 2 + free / 2)
            return
        chips = chips or lay_out_tokens(self.look, self.tokens, width, top)
        self.chips = [Chip(chip.box.translated(EDGE, 0), chip.text, chip.whole) for chip in chips]

    def _wrap(self, width: float, height: float) -> Wrapped | None:
        """Several lines; where there is no room for more than one, whatever shows more of the words."""
        said = text_of(self.look, "words", "floor").height
        lines = wrap(self.look, self.tokens, width, height, self.query)
        if lines is not None and not lines.whole:  # a line of words says which of them are on show
            lines = wrap(self.look, self.tokens, width, height - said, self.query)
        return lines

    def height_for(self, width: int) -> int:
        """The least height at which all words can be read at `width`; 0 while they fit on one line."""
        room = width - 2 * EDGE
        if not self.tokens or lay_out_whole(self.look, self.tokens, room, 0.0):
            return 0
        bars = self.look.label * 0.45 + 8 if self.shares else 0.0
        return round(needed(self.look, self.tokens, room) + 2 * EDGE + bars)

    def window_words(self) -> str:
        """Which words are on show where not all have room."""
        if self.lines is None or self.lines.whole:
            return ""
        shown = self.lines.shown
        return f"words {shown.start + 1}–{shown.stop} of {len(self.tokens)}"

    def _place_arcs(self) -> None:
        arcs = [arc for arc in self.arcs if max(arc.query, arc.key) < len(self.chips)]
        self._named = []
        if self.lines is not None:
            self.drawn = lay_out_curves(self.look, arcs, self.chips, self.lines, self.picked)
            room = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            self.tags = lay_out_numbers(self.look, self.drawn, self.chips, room, self.several, self.picked, self.tokens)
        else:
            # Half a label above the highest arc: its number is never cut.
            self.drawn = lay_out_arcs(self.look, arcs, self.chips, EDGE + self.look.label * 0.7, self.picked)
            self.tags = lay_out_tags(self.look, self.drawn, self.width(), self.several, self.picked)
        self._keys = {tag.arc.key for tag in self.tags} | {arc.key for arc in arcs if arc.weight >= NAMED}
        if self.lines is None and self.chips and self.chips[0].text is None:
            wanted = list(dict.fromkeys([self.query, *(tag.arc.key for tag in self.tags)]))
            self._named = name_dots(self.look, self.tokens, self.chips, wanted, self.width())

    def _token_meant(self, point: QPointF) -> int:
        token = self.token_at(point)
        if token != NONE:
            return token
        return next((one.arc.key for one in reversed(self.drawn) if one.near(point)), NONE)

    def _point(self, token: int, part: str) -> None:
        before, self._under = self._under, (token, part)
        if token != before[0]:
            self.pointed.emit(token)
        if part != before[1]:
            self.part_pointed.emit(part)

    def _describe(self) -> None:
        if not self.tokens:
            return
        arcs = sorted(self.arcs, key=_weight, reverse=True)[:TOLD]
        said = [f"{in_words(self.tokens[arc.key])} {arc.label or weight_words(arc.weight)}" for arc in arcs]
        strongest = f", strongest to {said[0]}" if said else ""
        then = f". Then {', '.join(said[1:])}" if said[1:] else ""
        self.setAccessibleDescription(f"{in_words(self.tokens[self.query])} asks{strongest}{then}")


def _weight(arc: Arc) -> float:
    return arc.weight
