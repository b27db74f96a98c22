"""The parts of the Multi-head page: the sentence with its arcs, the heads with what is at their side, the foot."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStyle, QVBoxLayout, QWidget

from attnviz.core.limits import FIXED
from attnviz.experiments.multi_head_result import MultiHead
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls import controls
from attnviz.ui.widgets.heads.all_heads import AllHeads
from attnviz.ui.widgets.heads.heads_grid import HeadsGrid
from attnviz.ui.widgets.heads.jobs_editor import JobsEditor
from attnviz.ui.widgets.heads.lens import LONG
from attnviz.ui.widgets.heads.recipe import RecipeStrip, Stage
from attnviz.ui.widgets.layout import GAP, Card, Need
from attnviz.ui.widgets.sentence.token_arcs import TokenArcs
from attnviz.ui.widgets.text.prose import Prose

HINT_WIDTH: Final = 42  # label heights of a line that holds the sentence and a hint
BESIDE: Final = 8  # between the heads and what is at their side
HIGH: Final = 24  # label heights from which on the picked head has room below all heads
PAGE: Final = 56  # label heights of a page that has room for the foot below the heads
ROUND: Final = 10  # height of what is round the cells of a large head, in label heights
SHARE: Final = 0.5  # of the height, that all heads of a model may take above those of the layer
MANY: Final = 32  # heads of a layer up to which they are cards beside the picked one
TELLING: Final = 10.0  # pixels from one thumbnail to the next at which the picked head may lie below them
TABS: Final = 3.2  # room that the tabs of the pages take, in label heights
HINT: Final = "click a word: it asks"
TYPING: Final = "These heads belong to this sentence. Type another one, and heads are built by hand for it."


class SentencePanel(QWidget):
    """The sentence to edit, a line that says what is pointed at, and the tokens with their arcs."""

    def __init__(self) -> None:
        super().__init__()
        self._em = 14
        self.editor = controls.SentenceEdit()
        self.hint = QLabel(HINT)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.arcs = TokenArcs("Sentence: the word that asks, and arcs to the words it looks at")
        line = QHBoxLayout()
        line.setSpacing(14)
        line.addWidget(self.editor, 11)
        line.addWidget(self.hint, 5)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(line)
        column.addWidget(self.arcs, 1)

    def show_origin(self, result: MultiHead) -> None:
        """Show the sentence of the heads on show, and what typing another one does."""
        origin = result.heads.origin
        if origin.source in FIXED and not (self.editor.box.hasFocus() and self.editor.box.isModified()):
            self.editor.box.setText(origin.sentence)
            self.editor.box.setCursorPosition(0)
        self.editor.box.setToolTip(TYPING if origin.source in FIXED else "")

    def say(self, words: str) -> None:
        """Show words beside the editor."""
        self.hint.setText(words)

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._em = look.label
        self.hint.setFont(look.font("label"))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """The sentence comes first: the hint is there where both can be read."""
        self.hint.setVisible(self.width() >= HINT_WIDTH * self._em)


class Unnamed(Card):
    """A card whose name is only for the tab of its page."""

    def __init__(self, name: str, content: QWidget, *, least: tuple[float, float], stretch: tuple[int, int]) -> None:
        super().__init__(name, "", content, least=least, stretch=stretch)
        self._header.hide()


class SentenceCard(Unnamed):
    """The card of the sentence, as high as all its words need."""

    def __init__(self, panel: SentencePanel) -> None:
        super().__init__("Sentence", panel, least=(30, 10.5), stretch=(3, 2))
        self.panel = panel

    def need(self) -> Need:
        least, arcs = super().need(), self.panel.arcs
        beside = self.panel.editor.sizeHint().height() + 16
        return Need(least.width, max(least.height, arcs.height_for(arcs.width()) + beside), *self.stretch)

    def will_do(self, need: Need) -> int:
        """Where not all lines have room those around the chosen word are shown."""
        return super().need().height


class HeadsPanel(QWidget):
    """The heads of one layer, and at their side all heads of a model or the editor of jobs."""

    def __init__(self) -> None:
        super().__init__()
        self._em = 14
        self.grid, self.all_heads, self.editor = HeadsGrid(), AllHeads(), JobsEditor()
        self.picked = HeadsGrid(with_bar=False)
        self.given = QWidget()
        self.is_long, self.words = False, 0
        column = QVBoxLayout(self.given)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.all_heads, 5)
        column.addWidget(self.picked, 6)
        for part in (self.given, self.editor, self.grid):
            part.setParent(self)
        self._side: QWidget | None = None
        self._shape = self.all_heads.shape
        self.show_side(all_heads=False, editor=False)

    def show_side(self, *, all_heads: bool, editor: bool) -> None:
        """Show one of the two, or none."""
        side = self.given if all_heads else self.editor if editor else None
        self.given.setVisible(side is self.given)
        self.editor.setVisible(side is self.editor)
        if side is not self._side or self.all_heads.shape != self._shape:
            self._side, self._shape = side, self.all_heads.shape
            self._make_room()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self._em = look.label
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def set_words(self, count: int) -> None:
        """Say how many words the heads have at most along one side."""
        self.words = count
        if (count > LONG) != self.is_long:
            self.is_long = count > LONG
            self._make_room()

    def _make_room(self) -> None:
        """Placed by hand: a layout would follow one turn of the event loop later."""
        joined = self.is_long and self._side is self.given
        self.picked.setVisible(not joined and self._has_room_for_picked())
        wanted = self._side is not self.given or self.picked.isHidden()
        if self.grid.lens_wanted != wanted:
            self.grid.lens_wanted = wanted
            self.grid.place_items()
        joined = joined and self._join()
        self._order_stops(joined)
        if joined:
            return
        # Where all heads lie at the side they show those of the layer, too: the large head has the rest.
        self._give(0.0, cards=not self.is_long or self._side is not self.given)
        left = 0
        if self._side is not None:
            width = self._side_width()
            side = QRect(0, 0, width, self.height())
            self._side.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), side))
            left = width + BESIDE
        rest = QRect(left, 0, self.width() - left, self.height())
        self.grid.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), rest))

    def _order_stops(self, joined: bool) -> None:
        """The Tab key goes from left to right: the grid is last, unless all heads lie at its right."""
        stop: QWidget = self.editor.last_stop
        for part in (self.grid, self.all_heads) if joined else (self.all_heads, self.picked, self.grid):
            QWidget.setTabOrder(stop, part)
            stop = part

    def _has_room_for_picked(self) -> bool:
        """Whether the picked head fits below all heads, each of which can still be told from its neighbors."""
        width = self._side_width()
        step = self.all_heads.step_at(width, self.height() * 5 / 11 - BESIDE)
        few = self.all_heads.shape[1] <= MANY
        return self.height() >= HIGH * self._em and few and step >= TELLING

    def _side_width(self) -> int:
        most, share = (26, 0.42) if self._side is self.given else (29, 0.5)
        return min(most * self._em, round(share * self.width()))

    def _give(self, above: float, *, cards: bool) -> None:
        """Let the grid have cards beside its large head, and leave room above them."""
        if (above, cards) != (self.grid.above, self.grid.cards_wanted):
            self.grid.above, self.grid.cards_wanted = above, cards
            self.grid.place_items()

    def _join(self) -> bool:
        """The large head at the left, at the right all heads of the model over those of the layer, if they fit."""
        self.grid.setGeometry(0, 0, self.width(), self.height())
        self._give(self.grid.above, cards=True)
        strip = self.grid.strip
        high = min(self.all_heads.height_for(strip.width()), SHARE * self.height())
        self._give(high + BESIDE, cards=True)
        strip = self.grid.strip
        self.given.setGeometry(strip.adjusted(0, 0, 0, high - strip.height()).toRect())
        self.given.raise_()
        return not strip.isEmpty()


class Foot(QWidget):
    """The recipe of heads that are made here, or where the others come from."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "Recipe"
        self.recipe = RecipeStrip("Recipe of multi-head attention")
        self.origin = QLabel()
        self.origin.setWordWrap(True)
        self.origin.setAccessibleName("Where these heads come from")
        self.origin.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(BESIDE)
        column.addWidget(self.recipe, 1)
        column.addWidget(self.origin)
        column.addStretch(0)
        self.origin.hide()

    def show_result(self, result: MultiHead) -> bool:
        """Show the recipe or the origin; whether that takes another height."""
        words = result.heads.origin.line if result.is_given else ""
        self.name = "Where from" if result.is_given else "Recipe"
        if words and words == self.origin.text():
            return False
        high = self.height_at(self.width())
        self.recipe.setVisible(not result.is_given)
        self.origin.setVisible(result.is_given)
        self.origin.setText(words)
        self.recipe.set_stages([Stage(step.name, step.shape, step.picture) for step in result.recipe])
        return self.height_at(self.width()) != high

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        self.origin.setFont(look.font("label"))

    def height_at(self, width: int) -> int:
        """How high it must be for all its words at `width` pixels."""
        return self.recipe.height_at(width) if self.origin.isHidden() else self.origin.heightForWidth(width)


class SmallPrint(Unnamed):
    """What the pictures do not show, as high as its words need at the width of the page."""

    def __init__(self, words: str) -> None:
        self.prose = Prose(words, size="label", role="muted", scale=0.9, linked=True)
        super().__init__("Small print", self.prose, least=(20, 3), stretch=(1, 0))
        self._high = (-1, 0)  # width and height: asked for in every picture of a drag

    def need(self) -> Need:
        least = super().need()
        parent = self.parentWidget()
        width = (parent.width() if parent is not None else least.width) - 24
        if width != self._high[0]:
            self._high = (width, self.prose.heightForWidth(width) + 16)
        return Need(least.width, self._high[1], 1, 0)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, before anyone asks how much room is needed."""
        self.prose.set_look(look)
        self._high = (-1, 0)
        super().set_look(look)


class FootCard(Unnamed):
    """The foot, as high as its words need at the width of the page; a low page leaves it to one of its own."""

    fills = True

    def __init__(self, foot: Foot, below: SmallPrint) -> None:
        super().__init__("Recipe", foot, least=(20, 3.7), stretch=(1, 0))
        self.foot, self.below = foot, below

    def need(self) -> Need:
        least = super().need()
        parent = self.parentWidget()
        width, height = (parent.width(), parent.height()) if parent is not None else (least.width, 0)
        em = self._look.label if self._look is not None else 14
        high = self.foot.height_at(width - 24) + 16
        if height >= PAGE * em:
            return Need(least.width, high, 1, 0)
        beside = height - self.below.need().height - 2 * GAP - TABS * em
        return Need(least.width, max(round(beside if beside > high else 0.75 * height), 0), 1, 0)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, before anyone asks how much room is needed."""
        self.foot.set_look(look)
        super().set_look(look)

    def take_name(self) -> bool:
        """Be called what the foot shows; whether that is another name."""
        changed = self.name != self.foot.name
        self.name = self.foot.name
        return changed


class BareCard(Unnamed):
    """A card whose content draws cards of its own."""

    def __init__(self, name: str, content: QWidget, *, least: tuple[float, float], stretch: tuple[int, int]) -> None:
        super().__init__(name, content, least=least, stretch=stretch)
        column = self.layout()
        assert column is not None
        column.setContentsMargins(0, 0, 0, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The content has its own grounds."""


class HeadsCard(BareCard):
    """The card of the heads; a long sentence needs the height that names all its words."""

    gives = 0.82  # small heads are smaller then, and all still there

    def __init__(self, panel: HeadsPanel) -> None:
        super().__init__("Heads", panel, least=(30, 19), stretch=(1, 4))
        self.panel = panel

    def need(self) -> Need:
        least, em = super().need(), self._look.label if self._look is not None else 14
        words = self.panel.words if self.panel.is_long else 0
        return Need(least.width, max(least.height, round((words + ROUND) * em)), *self.stretch)

    def will_do(self, need: Need) -> int:
        """Where not all words have room the heads show a window of them, which follows the selection."""
        return round(super().need().height * self.gives)
