"""Multi-head: a sentence with its arcs, the heads side by side, and the recipe that joins them."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from attnviz.core.state import LabState
from attnviz.core.words import number, weight_words
from attnviz.experiments.multi_head_result import Gaze, MultiHead
from attnviz.experiments.multi_head_sources import SOURCE_WORDS
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look
from attnviz.ui.widgets import controls
from attnviz.ui.widgets.arc_paths import Arc
from attnviz.ui.widgets.find_head import FindHead, Ranked
from attnviz.ui.widgets.head_pane import MEAN, HeadNote
from attnviz.ui.widgets.heads_grid import HeadsGrid
from attnviz.ui.widgets.layout import Card, Need
from attnviz.ui.widgets.recipe import RecipeStrip, Stage
from attnviz.ui.widgets.token_arcs import TokenArcs

NOBODY: Final = -1
STAR: Final = "★"
HINT_WIDTH: Final = 42  # label heights of a line that holds the sentence and a hint
HINT: Final = "click a word: it asks"


class MultiHeadFrame(Frame):
    """Pick a word and see what each head makes it look at; take heads away until two jobs must share one."""

    id = "multi-head"

    def build_controls(self) -> None:
        self.add_control(controls.heads())
        self.add_control(controls.key_width())
        self.add_control(controls.Lock())
        self.add_control(controls.Switch("stretch", "stretch colors"))
        self.add_control(controls.causal())
        self.add_control(SourceChoice())
        self.add_control(controls.Switch("mean_head", "mean of heads"))

    def build_pictures(self) -> None:
        self._state = LabState()
        self.sentence = SentencePanel()
        self.arcs = self.sentence.arcs
        self.finder = FindHead()
        self.grid = HeadsGrid()
        self.recipe = RecipeStrip("Recipe of multi-head attention")
        self.sentence.editor.wish.connect(self.wish)
        self.controls.append(self.sentence.editor)
        self.arcs.chosen.connect(self._choose_query)
        self.finder.asked.connect(self._choose_pair)
        self.finder.picked.connect(self._pick_head)
        self.grid.pointed.connect(self._choose_cell)
        self.grid.hovered.connect(self._light_cell)
        self.grid.toggled.connect(self._toggle)
        self.grid.soloed.connect(self._solo)
        self.arcs_card = Unnamed("Sentence", self.sentence, least=(30, 10), stretch=(3, 1))
        self.finder_card = Card(
            "Find the head", f"{STAR} largest in its row", self.finder, least=(19, 10), stretch=(1, 1)
        )
        self.heads_card = BareCard("Heads", self.grid, least=(30, 19), stretch=(1, 5))
        self.recipe_card = RecipeCard(self.recipe)
        self.pictures.add_row(self.arcs_card, self.finder_card)
        self.pictures.add_row(self.heads_card)
        self.pictures.add_row(self.recipe_card)

    def show_result(self, state: LabState, result: MultiHead) -> None:
        self._state = state
        shown = state.heads - len(state.hidden)
        arcs = [Arc(link.query, link.key, link.weight, link.head) for link in result.links]
        self.arcs.set_arcs(result.labels, state.query, arcs, several=shown > 1)
        self._show_heads(state, result)
        self.finder.set_pair(result.labels, state.query, state.key)
        self.finder.set_ranking([_ranked(result, place) for place in range(len(result.ranking))])
        high = self.recipe.height_at(self.recipe.width())
        self.recipe.set_stages([Stage(step.name, step.shape, step.picture) for step in result.recipe])
        if self.recipe.height_at(self.recipe.width()) != high:
            self.pictures.arrange()

    def _show_heads(self, state: LabState, result: MultiHead) -> None:
        panes, notes = result.weights, [_note(state, result, head) for head in range(state.heads)]
        if state.mean_head:
            panes = np.concatenate([panes, result.mean[None]])  # (h + 1, n, n)
            pair, value = _gaze_words(state, result, result.mean_gaze)
            name = f"mean of {state.heads} {'head' if state.heads == 1 else 'heads'}"
            notes.append(HeadNote(name, "", pair, value, MEAN))
        self.grid.set_heads(
            panes, result.labels, notes, masked=result.hidden_future, hidden=state.hidden, limit=result.limit
        )
        self.grid.set_selection(state.picked_head, state.query, state.key)

    def _choose_query(self, query: int) -> None:
        self.wish.emit({"query": query})

    def _choose_pair(self, query: int, key: int) -> None:
        self.wish.emit({"query": query, "key": key})

    def _choose_cell(self, head: int, query: int, key: int) -> None:
        self.wish.emit({"head": head, "query": query, "key": key})

    def _pick_head(self, head: int) -> None:
        self.wish.emit({"head": head, "hidden": self._state.hidden - {head}})

    def _toggle(self, head: int) -> None:
        self.wish.emit({"hidden": self._state.hidden ^ {head}})

    def _solo(self, head: int) -> None:
        """Leave one head on show; once more, and all are back."""
        others = frozenset(range(self._state.heads)) - {head}
        alone = others <= self._state.hidden
        self.wish.emit({"head": head, "hidden": frozenset() if alone else others})

    def _light_cell(self, head: int, query: int, key: int) -> None:
        """Light the words of the cell under the mouse, and say what it holds."""
        self.arcs.set_pointed(query, key)
        self.sentence.say(self._cell_words(head, query, key) if head != NOBODY else HINT)

    def _cell_words(self, head: int, query: int, key: int) -> str:
        pane = self.grid.panes[head]
        return f"{pane.note.name}: {pane.note.pair} {pane.heatmap.value_words(query, key)}"


class SourceChoice(controls.Choice):
    """Where the heads come from, in words that stay on screen."""

    def __init__(self) -> None:
        super().__init__("source", "source", {"hand-built": "hand-built", "random": "random"})
        self.note = QLabel()
        self.row.addWidget(self.note)

    def show_state(self, state: LabState) -> None:
        super().show_state(state)
        self.note.setText(SOURCE_WORDS[state.source])

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.note.setFont(look.font("label"))


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


class RecipeCard(Unnamed):
    """The recipe, as high as its words need at the width of the page."""

    def __init__(self, recipe: RecipeStrip) -> None:
        super().__init__("Recipe", recipe, least=(20, 3.7), stretch=(1, 0))
        self.recipe = recipe

    def need(self) -> Need:
        least = super().need()
        parent = self.parentWidget()
        page = parent.width() if parent is not None else least.width
        return Need(least.width, self.recipe.height_at(page - 24) + 16, 1, 0)


class BareCard(Unnamed):
    """A card whose content draws cards of its own."""

    def __init__(self, name: str, content: QWidget, *, least: tuple[float, float], stretch: tuple[int, int]) -> None:
        super().__init__(name, content, least=least, stretch=stretch)
        column = self.layout()
        assert column is not None
        column.setContentsMargins(0, 0, 0, 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The content has its own grounds."""


def _note(state: LabState, result: MultiHead, head: int) -> HeadNote:
    pair, value = _gaze_words(state, result, result.gazes[head])
    return HeadNote(f"head {head + 1}", result.titles[head], pair, value, head)


def _gaze_words(state: LabState, result: MultiHead, gaze: Gaze) -> tuple[str, str]:
    """What the chosen word looks at, and how much of its weight it gives."""
    word = result.labels[state.query]
    if gaze.even and len(gaze.keys) > 1:
        return f"{word} → each", weight_words(gaze.weight)
    more = f" +{number(len(gaze.keys) - 1)}" if len(gaze.keys) > 1 else ""
    return f"{word} → {result.labels[gaze.key]}{more}", weight_words(gaze.weight)


def _ranked(result: MultiHead, place: int) -> Ranked:
    _, head, weight, is_largest = result.ranking[place]
    star = f" {STAR}" if is_largest else ""
    return Ranked(head, f"{weight_words(weight)}{star}  head {head + 1} · {result.titles[head]}")
