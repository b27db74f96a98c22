"""Controls of the small block: which of its heads is on show, and which tokens go through it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QPushButton

from attnviz.core.limits import STEP_HEADS
from attnviz.core.state import LabState
from attnviz.core.tokens import labels, tokenize
from attnviz.core.words import in_words
from attnviz.experiments.four_steps import MOST_TOKENS, chosen_places
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.controls import Choice, Switch
from attnviz.ui.widgets.text.texts import elided


class HeadOnShow(Choice):
    """One button for each head of the block; the others are put away."""

    def __init__(self) -> None:
        super().__init__("head", "show", {i: str(i + 1) for i in range(max(STEP_HEADS))})
        for number, button in enumerate(self.buttons(), start=1):
            button.setAccessibleName(f"show head: {number}")

    def show_state(self, state: LabState) -> None:
        """Press down the head on show."""
        for number, button in enumerate(self.buttons()):
            button.setVisible(number < state.step_heads)
        self.buttons()[min(state.head, state.step_heads - 1)].setChecked(True)
        self.setVisible(state.step_heads > 1)


class PredictSwitch(Switch):
    """Whether the viewer guesses before rows are shown; its words keep the tally."""

    def __init__(self) -> None:
        super().__init__("predict", "predict")
        self.box.setToolTip("Cover the scores of each row until you have guessed which key it will favor")

    def show_state(self, state: LabState) -> None:
        """Show whether rows are covered, and how many guesses were right."""
        super().show_state(state)
        right = sum(guess[2] for guess in state.guesses)
        counted = f"{right} of {len(state.guesses)}" if state.guesses else ""
        self.box.setText(f"predict: {counted}" if counted else "predict")
        self.box.setAccessibleName(f"Predict first, {counted} guesses right" if counted else "Predict first")


class StayingMenu(QMenu):
    """A menu of check marks that stays open while several are set."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._toggle(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        chosen = event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (chosen and self._toggle(self.activeAction())):
            super().keyPressEvent(event)

    @staticmethod
    def _toggle(action: QAction | None) -> bool:
        if action is None or not action.isCheckable():
            return False
        if action.isEnabled():
            action.trigger()
        return True


class TokenChooser(Control):
    """A button that names the chosen tokens and opens a list of all, at most six to be ticked."""

    def __init__(self) -> None:
        super().__init__("step_tokens", "")  # the words on the button say what it is
        self.button = QPushButton()
        self.menu = StayingMenu(self)
        self.button.setMenu(self.menu)
        self.row.addWidget(self.button)
        self._tokens: tuple[str, ...] = ()
        self._places: tuple[int, ...] = ()
        self._look: Look | None = None
        self.first = QAction(f"The first {MOST_TOKENS}", self)
        self.first.triggered.connect(self._take_first)
        self.actions_of: list[QAction] = []

    def show_state(self, state: LabState) -> None:
        """Name the tokens that go through the block."""
        tokens = labels(tokenize(state.sentence))
        if tokens != self._tokens:
            self._tokens = tokens
            self._fill()
        self._places = chosen_places(state)
        full = len(self._places) == MOST_TOKENS
        for place, action in enumerate(self.actions_of):
            on = place in self._places
            action.setChecked(on)
            action.setEnabled(on or not full)
        self._name()

    def set_look(self, look: Look) -> None:
        """Take over sizes."""
        super().set_look(look)
        self._look = look
        self.button.setFont(look.font("label", 500))
        self.menu.setFont(look.font("label"))
        self._name()

    def _fill(self) -> None:
        self.menu.clear()
        self.menu.addAction(self.first)
        self.menu.addSeparator()
        self.actions_of = []
        for place, token in enumerate(self._tokens):
            action = self.menu.addAction(in_words(token).replace("&", "&&"))
            action.setCheckable(True)
            action.setData(place)
            action.triggered.connect(self._toggled)
            self.actions_of.append(action)

    def _name(self) -> None:
        if self._look is None or not self._places:
            return
        words = [in_words(self._tokens[place]) for place in self._places]
        short = [in_words(self._tokens[place], 9) for place in self._places]
        together = self._places == tuple(range(self._places[0], self._places[-1] + 1)) and len(words) > 2
        said = f"{short[0]} … {short[-1]}" if together else " ".join(short)
        self.button.setText(elided(self._look, said, self._look.label * 7.5, "label", 500).words.replace("&", "&&"))
        self.button.setAccessibleName(f"Tokens in the block: {', '.join(words)}")
        self.button.setToolTip(f"Tokens in the block: {', '.join(words)}. At most {MOST_TOKENS}; click to choose.")

    def _take_first(self) -> None:
        self.wish.emit({self.field: ()})

    def _toggled(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAction)
        places = set(self._places) ^ {sender.data()}
        if places:
            self.wish.emit({self.field: tuple(sorted(places))})
        else:
            sender.setChecked(True)
