"""The laboratory of Why scale: its controls, its cards, and the players that move them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from attnviz.core.state import LabState
from attnviz.experiments.training import (
    HIGHEST,
    LOWEST,
    SIDES,
    SMALL_PRINT,
    STEPS,
    TASK,
    Lab,
    decades,
    rate_ticks,
)
from attnviz.ui.theme import Look
from attnviz.ui.widgets.charts.loss_plot import LossLine, LossPlot, Ticks
from attnviz.ui.widgets.layout import Card
from attnviz.ui.widgets.matrices.weight_rows import WeightRows
from attnviz.ui.widgets.text.prose import ProseCard
from attnviz.ui.widgets.text.texts import text_of
from attnviz.ui.widgets.training.lab_player import LabPlayer, PlayerWords
from attnviz.ui.widgets.training.lab_text import LabText

LEAST: Final = (17.5, 12.0)  # of a chart's card, in label heights
PACE: Final = 1  # steps in one picture: slow enough to be watched
RATE_SPAN: Final = (-3.1, 0.4)  # of the axis of rates: logarithms of 0.0008 and 2.5
SWEEP_WORDS: Final = PlayerWords("Try every learning rate", "Stop", "Go on")
WIDEST_FIGURES: Final = ("16 of 16", "0.00008", "10⁻¹⁰⁰", "divided")
SYMBOLS: Final = {"raw": "o", "divided": "s"}


def step_ticks(every: int) -> Ticks:
    """Ticks of the axis of steps."""
    return [(float(step), str(step)) for step in range(0, STEPS + 1, 100 * every)]


class Training(QObject):
    """Everything on screen about one `Lab`; `moved` comes when it has gone on."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lab = Lab()
        self.player = LabPlayer("training of both copies", self.lab.run, pace=PACE)
        self.sweeper = LabPlayer("every learning rate", self.lab.sweep, SWEEP_WORDS, steps=False)
        self.errors = LossPlot(
            "Error of both copies while they are trained", "step", "error",
            (0.0, float(STEPS)), (LOWEST, HIGHEST), step_ticks, decades,
        )  # fmt: skip
        self.rates = LossPlot(
            "Final error at every learning rate", "learning rate", "error after 400 steps",
            RATE_SPAN, (LOWEST, HIGHEST), rate_ticks, decades,
        )  # fmt: skip
        self.weights = WeightRows(SIDES, self.lab.setup.queries)
        self.figures = Figures()
        self.words = LabText(TASK, SMALL_PRINT)
        self._make_cards()
        self.player.moved.connect(self._show_run)
        self.sweeper.moved.connect(self._show_sweep)
        self.player.started.connect(self.sweeper.pause)  # one at a time: both would be slow
        self.sweeper.started.connect(self.player.pause)

    def show_state(self, state: LabState) -> None:
        """Begin anew, and stay at the start, when the state asks for another training than the one on show."""
        if self.lab.fits(state):
            self.player.catch_up()
            self.sweeper.catch_up()
            return
        begun = self.lab.now is not None
        if self.lab.set_up(state) or not begun:
            self.sweeper.reset()
        self.player.reset()

    def share(self, other: Training) -> None:
        """Show the laboratory of `other`, and move it with the same players."""
        self.lab = other.lab
        self.player.share(other.player)
        self.sweeper.share(other.sweeper)

    def _make_cards(self) -> None:
        sweep = QWidget()
        column = QVBoxLayout(sweep)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.sweeper)
        column.addWidget(self.rates, 1)
        self.error_card = Card("Error", "same tokens, same start, same rate", self.errors, least=LEAST, stretch=(3, 2))
        self.figures_card = Card("Now", "both copies in figures", self.figures, least=(20, LEAST[1]), stretch=(2, 2))
        hint = "each query must find its own key: the diagonal"
        self.weights_card = Card("Weights", hint, self.weights, least=(26, LEAST[1]), stretch=(2, 3))
        self.rates_card = Card("Rates", "did you tune it?", sweep, least=LEAST, stretch=(1, 3))
        self.words_card = ProseCard("Small print", self.words, least_width=LEAST[0], stretch=(1, 0))
        self.rows = (
            (self.error_card, self.figures_card), (self.weights_card, self.rates_card), (self.words_card,)
        )  # fmt: skip

    def _show_run(self) -> None:
        now = self.lab.now
        if now is None:
            return
        steps = np.arange(now.step + 1, dtype=float)
        self.errors.set_lines(
            [LossLine(side, side, steps, self.lab.losses(side), side == "raw") for side in SIDES]
        )  # fmt: skip
        self.weights.set_weights([now.raw.weights, now.divided.weights])
        facts = self.lab.facts()
        self.figures.set_figures([(fact.name, fact.raw, fact.divided) for fact in facts])
        self.errors.describe(f"Step {now.step}: error raw {facts[0].raw}, divided {facts[0].divided}")
        self.rates.set_lines(self.rates.lines, math.log10(self.lab.setup.rate))
        self.moved.emit()

    def _show_sweep(self) -> None:
        rates = np.log10(self.lab.rates())
        self.rates.set_lines(
            [LossLine(side, side, rates, self.lab.finals(side), side == "raw", SYMBOLS[side]) for side in SIDES],
            math.log10(self.lab.setup.rate),
        )
        said = f"{len(rates)} rates tried"
        if len(rates):
            last = (f"{side} {self.lab.finals(side)[-1]:.2g}" for side in SIDES)
            said += f"; the last, {self.lab.rates()[-1]:g}, ended at {', '.join(last)}"
        self.rates.describe(said)
        self.moved.emit()


class Figures(QWidget):
    """A small table: what is measured, raw, divided."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._look: Look | None = None
        self.cells: list[list[QLabel]] = []
        self._write(0, ("", *SIDES))

    def set_figures(self, rows: Sequence[tuple[str, str, str]]) -> None:
        """Show these figures: name, raw, divided."""
        for number, row in enumerate(rows, start=1):
            self._write(number, row)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        for row in self.cells:
            self._dress(row)

    def _write(self, number: int, words: tuple[str, ...]) -> None:
        if number == len(self.cells):
            self.cells.append([QLabel(self) for _ in words])
            for column, cell in enumerate(self.cells[number]):
                self._grid.addWidget(cell, number, column)
            self._dress(self.cells[number])
        for cell, text in zip(self.cells[number], words, strict=True):
            if cell.text() != text:
                cell.setText(text)

    def _dress(self, row: list[QLabel]) -> None:
        if self._look is None:
            return
        size = "label" if self._look.projector else "body"
        widest = max(text_of(self._look, words, size, 600).width for words in WIDEST_FIGURES)
        for column, role in enumerate(("ink", *(f"{side}_text" for side in SIDES))):
            cell = row[column]
            cell.setFont(self._look.font(size, 600) if column else self._look.font("label"))
            cell.setMinimumWidth(round(widest) if column else 0)
            cell.setStyleSheet(f"color: {self._look.color(role).name()}")
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            cell.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)
