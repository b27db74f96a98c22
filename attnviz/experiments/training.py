"""Why scale, train it: one run of the two learners and one sweep over rates, as pictures, words and tables need them.

Unlike the other experiments this one has a past: what is on show is not a function of the state alone but of the steps
taken since. The generators `run` and `sweep` record each step before they say how far they are.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from attnviz.core.arrays import FloatArray
from attnviz.core.labs.lookup import LOG_FLOOR, RATES, Copy, LookupSetup, LookupStep, Sweep, on_log_axis, train
from attnviz.core.labs.lookup import sweep as train_at_every_rate
from attnviz.core.state import LabState
from attnviz.core.words import number
from attnviz.experiments.table import Table

SIDES: Final = ("raw", "divided")
STEPS: Final = 400
EVERY: Final = 10  # steps between two rows of the table
LEARNED: Final = 0.05  # an error below this is called learned; knowing nothing costs nearly 1
LOWEST, HIGHEST = LOG_FLOOR, 3.0  # of the axis of errors: none can exceed 2
TASK: Final = """\
Each of 16 queries must find its own key. Two copies learn from the same tokens, start and rate; only one divides its
dots by √d_k."""
SMALL_PRINT: Final = """\
The error is the squared distance of the looked-up value from the right one. It is taken behind the softmax, as in a
network: with the cross-entropy of the weights themselves the logarithm undoes the softmax, nothing dies, and at small
rates raw learns faster. A learned row is saturated, too; a stuck one is sure of a wrong key. The gradient of the
parameters can start larger when raw: it is multiplied by large keys."""
_PARTS: Final = ("loss", "saturated", "stuck", "softmax_gradient", "parameter_gradient")  # of a `Copy`, recorded


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of figures about both copies now."""

    name: str
    raw: str
    divided: str


class Lab:
    """Both copies as far as they have been trained, and the rates that have been tried."""

    def __init__(self) -> None:
        self.setup = LookupSetup(steps=STEPS)
        self.now: LookupStep | None = None
        self.tried = Sweep(0, STEPS * len(RATES), ())
        self._past = np.zeros((len(SIDES), len(_PARTS), STEPS + 1))
        self._sweep_spoke = False  # the sweep has moved last, so the words are about it

    def fits(self, state: LabState) -> bool:
        """Whether what was trained is what the state asks for; if not, `set_up` must begin anew."""
        return self.now is not None and self.setup == setup_of(state)

    def set_up(self, state: LabState) -> bool:
        """Take over what the state asks for. True when the sweep is void, too, for which the rate does not count."""
        old, self.setup = self.setup, setup_of(state)
        return dataclasses.replace(old, rate=self.setup.rate) != self.setup

    # -- what a player runs: each `next` takes one step and says how many of how many are done

    def run(self) -> Iterator[tuple[int, int]]:
        """Train both copies from their start."""
        for step in train(self.setup):
            self._past[:, :, step.step] = [
                [getattr(copy, part) for part in _PARTS] for copy in (step.raw, step.divided)
            ]
            self.now, self._sweep_spoke = step, False
            yield step.step, self.setup.steps

    def sweep(self) -> Iterator[tuple[int, int]]:
        """Train both copies at every rate."""
        for tried in train_at_every_rate(self.setup):
            self.tried, self._sweep_spoke = tried, tried.done > 0
            yield tried.done, tried.total

    # -- what pictures show

    def losses(self, side: str) -> FloatArray:
        """Error of a copy after 0, 1, 2 … steps (n,), never below LOWEST."""
        taken = 0 if self.now is None else self.now.step + 1
        return on_log_axis(self._past[SIDES.index(side), 0, :taken])

    def rates(self) -> FloatArray:
        """The rates that are finished (m,)."""
        return np.array([point.rate for point in self.tried.points])

    def finals(self, side: str) -> FloatArray:
        """Error of a copy after the last step at each of `rates` (m,), never below LOWEST."""
        return on_log_axis(np.array([getattr(point, side) for point in self.tried.points]))

    def facts(self) -> tuple[Fact, ...]:
        """Both copies in figures."""
        if self.now is None:
            return ()
        raw, divided = self.now.raw, self.now.divided
        return (
            Fact("error", sized(raw.loss), sized(divided.loss)),
            Fact("saturated rows", _rows(raw.saturated, raw), _rows(divided.saturated, divided)),
            Fact("stuck rows", _rows(raw.stuck, raw), _rows(divided.stuck, divided)),
            Fact("softmax gradient", sized(raw.softmax_gradient), sized(divided.softmax_gradient)),
            Fact("parameter gradient", sized(raw.parameter_gradient), sized(divided.parameter_gradient)),
        )

    # -- the same in words and numbers

    def spoken(self) -> str:
        """What the pictures say now, in two lines at most."""
        return _sweep_words(self.tried) if self._sweep_spoke else self._run_words()

    def tables(self) -> tuple[Table, ...]:
        """The run, every tenth step, and the sweep."""
        return (self._run_table(), self._sweep_table())

    def numbers(self) -> dict[str, object]:
        """The same numbers, ready for JSON."""
        taken = 0 if self.now is None else self.now.step + 1
        past = {
            side: {part: values[:taken].tolist() for part, values in zip(_PARTS, self._past[i], strict=True)}
            for i, side in enumerate(SIDES)
        }
        swept = [dataclasses.asdict(point) for point in self.tried.points]
        return {"setup": dataclasses.asdict(self.setup), "steps_taken": max(taken - 1, 0), **past, "sweep": swept}

    def _run_words(self) -> str:
        now = self.now
        if now is None:
            return ""
        errors = f"error raw {sized(now.raw.loss)}, divided {sized(now.divided.loss)}"
        if now.step == 0:
            kind = {"plain": "plain steps", "adam": "Adam"}[self.setup.optimizer]
            start = f"Start: key width {self.setup.key_width}, rate {self.setup.rate:g}, {kind}"
            return f"{start}; {errors}; {_stuck_words(now)}."
        learned = [side for side in SIDES if getattr(now, side).loss < LEARNED]
        end = "; both have learned" if len(learned) == 2 else ""
        return f"Step {now.step} of {self.setup.steps}: {errors}; {_stuck_words(now)}{end}."

    def _run_table(self) -> Table:
        names = ("error", "saturated rows", "stuck rows", "gradient through softmax", "gradient of parameters")
        columns = ("step", *(f"{name}, {side}" for name in names for side in SIDES))
        taken = -1 if self.now is None else self.now.step
        rows = tuple(
            # Steps to come have their rows already, so that a view of the table keeps its place.
            (step, *(self._past[:, :, step].T.ravel().tolist() if step <= taken else [""] * (2 * len(_PARTS))))
            for step in range(0, STEPS + 1, EVERY)
        )
        return Table(f"Training, key width {self.setup.key_width}, rate {self.setup.rate:g}", columns, rows)

    def _sweep_table(self) -> Table:
        done = {point.rate: point for point in self.tried.points}
        rows = tuple(
            (f"{rate:g}", done[rate].raw, done[rate].divided) if rate in done else (f"{rate:g}", "", "")
            for rate in RATES
        )
        return Table("Every learning rate", ("rate", "final error, raw", "final error, divided"), rows)


def setup_of(state: LabState) -> LookupSetup:
    """What the state asks to train."""
    return LookupSetup(
        key_width=state.key_width, rate=state.rate, optimizer=state.optimizer, seed=state.seed, steps=STEPS
    )


def decades(every: int = 1) -> list[tuple[float, str]]:
    """Ticks of the axis of errors: logarithm to the base 10, and text. Every second or third where room is short."""
    low = round(math.log10(LOWEST))
    return [(float(power), _power(power)) for power in range(0, low - 1, -1) if power % every == 0]


def rate_ticks(every: int = 1) -> list[tuple[float, str]]:
    """Ticks of the axis of rates: logarithm to the base 10, and text."""
    return [(float(power), _power(power)) for power in range(-3, 1) if power % every == 0]


def sized(value: float) -> str:
    """A size in a few signs: "1.62", "0.004", "0.00008"; below that its order alone, "10⁻¹⁹"; "0" is exactly zero."""
    if value == 0:
        return "0"
    power = math.log10(abs(value))
    return number(value, max(2, -math.floor(power))) if value >= 1e-5 else f"10{_raised(round(power))}"


def _power(power: int) -> str:
    return f"{10.0**power:g}" if power >= -3 else f"10{_raised(power)}"


def _raised(power: int) -> str:
    return str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _count(share: float, copy: Copy) -> int:
    return round(share * len(copy.weights))


def _rows(share: float, copy: Copy) -> str:
    return f"{_count(share, copy)} of {len(copy.weights)}"


def _stuck_words(now: LookupStep) -> str:
    raw, divided, rows = _count(now.raw.stuck, now.raw), _count(now.divided.stuck, now.divided), len(now.raw.weights)
    if raw and divided:
        return f"stuck on a wrong key: {raw} of {rows} raw rows, {divided} divided"
    if raw or divided:
        count, side = (raw, "raw") if raw else (divided, "divided")
        return f"{count} of {rows} {side} rows are stuck on a wrong key"
    return "no row is stuck"


def _sweep_words(tried: Sweep) -> str:
    points, rates = tried.points, len(RATES)
    if not points:
        return f"Trying every rate from {RATES[0]:g} to {RATES[-1]:g}: {STEPS} steps of both copies at each."
    lower = sum(point.raw < point.divided for point in points)
    never = {0: "raw never ends lower", len(points): "raw always ends lower"}
    ends = never.get(lower, f"raw ends lower at {lower} of them")
    raw, at_raw = min((point.raw, point.rate) for point in points)
    divided, at_divided = min((point.divided, point.rate) for point in points)
    best = f"raw {sized(raw)} at {at_raw:g}, divided {sized(divided)} at {at_divided:g}"
    return f"{len(points)} of {rates} rates tried: {ends}. Best: {best}."
