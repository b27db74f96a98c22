"""Multi-head, one head against several: dots that are trained, the lines they are measured by, and the paper's figures.

As with the laboratory of Why scale, what is on show is not a function of the state alone but of the steps taken since.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.labs.jobs_lab import HEADS, JOBS, JobsGrid, JobsSetup, counted, theory, train_grid
from attnviz.core.state import LabState
from attnviz.core.words import number
from attnviz.experiments.table import Table

STEPS: Final = 600
DOTS: Final = len(JOBS) * len(HEADS)
TIED: Final = "\u00a0"  # a space at which no line ends
NEAR: Final = 0.01  # a dot as near as this to its line is on it
TASK: Final = """\
J jobs each want the value of one token. Each head takes home one blend of the values; a last linear map reads all J
answers from the h blends."""
_LINE: Final = "1 − h/J".replace(" ", TIED)
_LOWER: Final = "(1 − h/J)(1 − h/4)".replace(" ", TIED)
SPLIT: Final = f"""\
Scores see roles only, and heads carry values only. Then it can be proved: whatever the weights are, one head leaves
all but one of J values unknown, and h heads leave at least {_LINE} of the variance. From h = J on nothing need be
missing."""
SEEING: Final = f"""\
The split is off: keys and heads see whole tokens. The weights now move with the values, and heads that carry roles hand
their weights on: one component more of every value. So dots go below the line. Counting what a linear map can read
gives {_LOWER}, dotted: a count, not a proof."""
SMALL_PRINT: Final = """\
Made for this: 256 sequences, values of 4 random numbers. Error: mean square of what is missing, as a share of the
variance; 1 is knowing nothing. In a language model keys see meaning, too: the line is a reason for several heads, no
law."""

PAPER_SOURCE: Final = "Vaswani et al. 2017, Table 3 row (A)"
PAPER_WIDTH: Final = 512  # model width: h heads are 512 ÷ h wide
PAPER_AXIS: Final = (24.0, 26.5)
PAPER_NOTE: Final = f"""\
Quoted, not computed here: {PAPER_SOURCE}. English–German, newstest2013, computation held constant. The axis begins at
24, not at 0."""


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A model of the paper: so many heads of such a key width, and its translations' score."""

    heads: int
    key_width: int
    bleu: float


PAPER: Final = (
    PaperRow(1, 512, 24.9), PaperRow(4, 128, 25.5), PaperRow(8, 64, 25.8), PaperRow(16, 32, 25.8),
    PaperRow(32, 16, 25.4),
)  # fmt: skip


class Lab:
    """Every pair of jobs and heads, as far as it has been trained."""

    def __init__(self) -> None:
        self.setup = JobsSetup(steps=STEPS)
        self.now: JobsGrid | None = None

    def fits(self, state: LabState) -> bool:
        """Whether what was trained is what the state asks for; if not, `set_up` must begin anew."""
        return self.now is not None and self.setup == setup_of(state)

    def set_up(self, state: LabState) -> None:
        """Take over what the state asks for."""
        self.setup = setup_of(state)

    def run(self) -> Iterator[tuple[int, int]]:
        """Train all dots; each `next` takes one step of one dot and says how many of how many are done."""
        for grid in train_grid(self.setup):
            self.now = grid
            if grid.done or not np.isnan(grid.errors).any():  # all dots have their start before the first step
                yield grid.done, grid.total

    # -- what pictures show

    def errors(self) -> FloatArray:
        """Error of every dot now (jobs, heads); NaN where it has run away."""
        return np.full((len(JOBS), len(HEADS)), np.nan) if self.now is None else self.now.errors

    def lines(self) -> FloatArray:
        """The best possible error while the split is on (jobs, heads)."""
        return _table(theory)

    def counts(self) -> FloatArray | None:
        """About the least error without the split (jobs, heads); None while it is on."""
        return _table(counted) if self.setup.scores_see_values else None

    def explanation(self) -> str:
        """Why the dots end where they do."""
        return SEEING if self.setup.scores_see_values else SPLIT

    # -- the same in words and numbers

    def spoken(self) -> str:
        """What the picture says now, in two lines at most."""
        if self.now is None:
            return ""
        step, errors, lines = self.now.step, self.errors(), self.lines()
        if step == 0:
            kind = {"plain": "plain steps", "adam": "Adam"}[self.setup.optimizer]
            start = f"Start: 2, 3 or 4 jobs and 1 to 8 heads make {DOTS} dots; rate {self.setup.rate:g}, {kind}"
            return f"{start}. Nothing is known yet: errors are near 1."
        lost = int(np.isnan(errors).sum())
        ran_away = f" {lost} of {DOTS} ran away: the rate is too large." if lost else ""
        when = f"After {step} steps" if step == self.setup.steps else f"Step {step} of {self.setup.steps}"
        two, three, four = (_share(error) for error in errors[:, 0])
        one = f"one head leaves {two} of 2 jobs, {three} of 3 and {four} of 4"
        at = ", ".join(_share(line) for line in lines[:, 0])
        if self.setup.scores_see_values:
            below = int((errors < lines - NEAR).sum())
            return f"{when}, split off: {one}; the line is at {at}: {below} dots are below it.{ran_away}"
        on = int((np.abs(errors - lines) <= NEAR).sum())
        landed = f"{'All' if on == DOTS else f'{on} of'} {DOTS} dots are within {NEAR:g} of their line."
        return f"{when}: {one}; the line is at {at}. {landed}{ran_away}"

    def tables(self) -> tuple[Table, ...]:
        """The dots with their lines, and the paper's figures."""
        heads = tuple(f"h = {h}" for h in HEADS)
        parts = [("trained", self.errors()), ("1 − h/J", self.lines())]
        counts = self.counts()
        if counts is not None:
            parts.append(("(1 − h/J)(1 − h/4)", counts))
        rows = tuple(
            (jobs, what, *("" if np.isnan(value) else float(value) for value in values[i]))
            for i, jobs in enumerate(JOBS)
            for what, values in parts
        )
        # The title stays while it trains, so that a view of the table keeps its place.
        return (
            Table(f"Error left, at most {self.setup.steps} steps", ("jobs J", "error", *heads), rows),
            paper_table(),
        )

    def numbers(self) -> dict[str, object]:
        """The same numbers, ready for JSON."""
        counts = self.counts()
        return {
            "setup": {name: value for name, value in dataclasses.asdict(self.setup).items() if name not in _VARIED},
            "steps_taken": 0 if self.now is None else self.now.step,
            "jobs": list(JOBS),
            "heads": list(HEADS),
            "error": [[None if np.isnan(e) else float(e) for e in row] for row in self.errors()],
            "line": self.lines().tolist(),
            "counted": None if counts is None else counts.tolist(),
            "paper": {"source": PAPER_SOURCE, "rows": [dataclasses.asdict(row) for row in PAPER]},
        }


_VARIED: Final = ("jobs", "heads")  # of a set-up: every dot has its own


def setup_of(state: LabState) -> JobsSetup:
    """What the state asks to train."""
    return JobsSetup(
        steps=STEPS,
        rate=state.one_head_rate,
        optimizer=state.one_head_optimizer,
        seed=state.seed,
        scores_see_values=state.scores_see_values,
    )


def paper_words(heads: int) -> str:
    """The paper's figures for a person who cannot see them, and which of them has today's number of heads."""
    said = "; ".join(f"{row.heads} heads of width {row.key_width}: {row.bleu}" for row in PAPER)
    here = f" Today's {heads} heads are among them." if any(row.heads == heads for row in PAPER) else ""
    return f"BLEU on the development set. {said}.{here} {' '.join(PAPER_NOTE.split())}"


def paper_table() -> Table:
    """The paper's figures, with their source."""
    rows = tuple((row.heads, row.key_width, row.bleu) for row in PAPER)
    return Table(f"Quoted: {PAPER_SOURCE}", ("heads h", "key width d_k", "BLEU, development set"), rows)


def _table(of: Callable[[int, int], float]) -> FloatArray:
    return np.array([[of(jobs, heads) for heads in HEADS] for jobs in JOBS])  # (jobs, heads)


def _share(error: float) -> str:
    return "?" if np.isnan(error) else number(float(error))
