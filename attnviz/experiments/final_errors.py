"""Multi-head, one head against several, trained over several seeds: how much of the answers is missing in the end."""

from __future__ import annotations

import dataclasses
import statistics
from dataclasses import dataclass
from typing import Final

from attnviz.core.labs.jobs_lab import SEQUENCES, JobsSetup, counted, theory, train
from attnviz.core.state import LabState
from attnviz.experiments.one_head import STEPS, setup_of
from attnviz.experiments.table import Table

SEEDS: Final = 5
NOTE: Final = (
    "The error is the mean square of what is missing from the J answers, as a share of their variance: 1 is knowing "
    "nothing. While scores see roles only and heads carry values only, no training can go below `line`, 1 − h/J. When "
    "both see whole tokens it can, to about `counted`, (1 − h/J)(1 − h/4)."
)


@dataclass(frozen=True, slots=True)
class FinalErrors:
    """The error of each seed after the last step; None where it ran away because the rate is too large."""

    setup: JobsSetup
    seeds: tuple[int, ...]
    errors: tuple[float | None, ...]

    @property
    def line(self) -> float:
        """The best possible error while the split is on."""
        return theory(self.setup.jobs, self.setup.heads)

    @property
    def counted(self) -> float | None:
        """About the least error without the split; None while it is on."""
        return counted(self.setup.jobs, self.setup.heads) if self.setup.scores_see_values else None

    @property
    def mean(self) -> float | None:
        """Mean over the seeds, None when one ran away."""
        return statistics.fmean(self._known) if len(self._known) == len(self.seeds) else None

    @property
    def spread(self) -> float | None:
        """Standard deviation of a seed's error, None when one ran away; 0 for a single seed."""
        if len(self._known) < len(self.seeds):
            return None
        return statistics.stdev(self._known) if len(self._known) > 1 else 0.0

    @property
    def _known(self) -> list[float]:
        return [error for error in self.errors if error is not None]


def compute(state: LabState, jobs: int = 2, heads: int = 1, steps: int = STEPS, seeds: int = SEEDS) -> FinalErrors:
    """Train `heads` heads on `jobs` jobs with `seeds` seeds, the state's and those that follow it."""
    setup = dataclasses.replace(setup_of(state), jobs=jobs, heads=heads, steps=steps)
    numbers = tuple(range(state.seed, state.seed + seeds))
    return FinalErrors(setup, numbers, tuple(_final(dataclasses.replace(setup, seed=seed)) for seed in numbers))


def numbers(result: FinalErrors) -> dict[str, object]:
    """Set-up and errors, ready for JSON; `spread` is the standard deviation of a seed's error."""
    return {
        **_done(result),
        "seeds": list(result.seeds),
        "final_error": list(result.errors),
        "mean": result.mean,
        "spread": result.spread,
        "line": result.line,
        "counted": result.counted,
        "note": NOTE,
    }


def tables(result: FinalErrors) -> tuple[Table, ...]:
    """The same as tables."""
    rows: list[tuple[str | float | int, ...]] = list(zip(result.seeds, map(_cell, result.errors), strict=True))
    rows += [("mean", _cell(result.mean)), ("standard deviation", _cell(result.spread)), ("line", result.line)]
    if result.counted is not None:
        rows.append(("counted", result.counted))
    done = (*((name.replace("_", " "), value) for name, value in _done(result).items()), ("note", NOTE))
    return (Table("Final errors", ("seed", "error"), tuple(rows)), Table("Set-up", ("what", "value"), done))


def _done(result: FinalErrors) -> dict[str, str | float | int]:
    setup = result.setup
    return {
        "jobs": setup.jobs,
        "heads": setup.heads,
        "scores_see_values": setup.scores_see_values,
        "rate": setup.rate,
        "optimizer": setup.optimizer,
        "steps": setup.steps,
        "sequences": SEQUENCES,
    }


def _final(setup: JobsSetup) -> float | None:
    *_, last = train(setup)
    return None if last.diverged else last.error


def _cell(error: float | None) -> str | float:
    return "ran away" if error is None else error
