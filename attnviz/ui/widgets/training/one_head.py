"""The laboratory of Multi-head, one head against several: its cards, and the player that moves them."""

from __future__ import annotations

from typing import Final

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.core.labs.jobs_lab import HEADS, JOBS
from attnviz.core.state import LabState
from attnviz.core.words import number
from attnviz.experiments.one_head import (
    DOTS,
    PAPER,
    PAPER_AXIS,
    PAPER_NOTE,
    PAPER_WIDTH,
    SMALL_PRINT,
    SPLIT,
    TASK,
    Lab,
    paper_words,
)
from attnviz.ui.widgets.charts.heads_error_plot import HeadsErrorPlot, Series
from attnviz.ui.widgets.charts.paper_plot import PaperPlot
from attnviz.ui.widgets.layout import Card
from attnviz.ui.widgets.text.prose import Prose, ProseCard
from attnviz.ui.widgets.training.lab_player import LabPlayer
from attnviz.ui.widgets.training.lab_text import LabText

LEAST: Final = (30.0, 13.0)  # of the card of dots, in label heights
PAPER_LEAST: Final = (22.0, 13.0)
ON_LINE: Final = "dashed: 1 − h/J, the least possible"
BELOW: Final = "dashed: 1 − h/J; dotted: (1 − h/J)(1 − h/4)"


class OneHead(QObject):
    """Everything on screen about one `Lab`; `moved` comes when it has gone on."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lab = Lab()
        # All dots take a step before a picture is drawn, or as many of them as a slice has time for.
        self.player = LabPlayer("training of all dots", self.lab.run, pace=DOTS, stride=DOTS)
        self.errors = HeadsErrorPlot("Error against heads for 2, 3 and 4 jobs", HEADS)
        self.paper = PaperPlot(
            "The paper's scores against heads", [(row.heads, row.bleu) for row in PAPER], PAPER_AXIS, PAPER_WIDTH
        )
        self.source = Prose(" ".join(PAPER_NOTE.split()), size="label", role="muted", scale=0.9)
        self.words = LabText(TASK, _small_print(SPLIT))
        self._make_cards()
        self.player.moved.connect(self._show_run)

    def show_state(self, state: LabState) -> None:
        """Begin anew, and stay at the start, when the state asks for another training than the one on show."""
        self.paper.set_today(state.heads)
        self.paper.describe(paper_words(state.heads))
        fits = self.lab.fits(state)
        if not fits:
            self.lab.set_up(state)
        self.words.explain(_small_print(self.lab.explanation()))
        self.error_card.set_hint(BELOW if state.scores_see_values else ON_LINE)
        if fits:
            self.player.catch_up()
        else:
            self.player.reset()

    def share(self, other: OneHead) -> None:
        """Show the laboratory of `other`, and move it with the same player."""
        self.lab = other.lab
        self.player.share(other.player)

    def _make_cards(self) -> None:
        paper = QWidget()
        column = QVBoxLayout(paper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.paper, 1)
        column.addWidget(self.source)
        self.error_card = Card("Error against heads", ON_LINE, self.errors, least=LEAST, stretch=(3, 1))
        self.paper_card = Card("The paper", "1 head loses 0.9, 32 lose 0.4", paper, least=PAPER_LEAST, stretch=(1, 1))
        self.words_card = ProseCard("Small print", self.words, least_width=LEAST[1], stretch=(1, 0))
        self.rows = ((self.error_card, self.paper_card), (self.words_card,))

    def _show_run(self) -> None:
        errors, lines, counts = self.lab.errors(), self.lab.lines(), self.lab.counts()
        self.errors.set_series(
            [
                Series(f"{jobs} jobs", errors[i], lines[i], None if counts is None else counts[i])
                for i, jobs in enumerate(JOBS)
            ]
        )
        step = 0 if self.lab.now is None else self.lab.now.step
        said = "; ".join(
            f"{jobs} jobs: {', '.join('ran away' if np.isnan(e) else number(float(e)) for e in errors[i])}"
            for i, jobs in enumerate(JOBS)
        )
        self.errors.describe(f"Step {step}, error for 1 to {HEADS[-1]} heads. {said}")
        self.moved.emit()


def _small_print(explanation: str) -> str:
    return f"{explanation}\n\n{SMALL_PRINT}"
