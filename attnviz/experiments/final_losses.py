"""Why scale, trained over several seeds: where the raw and the divided learner end."""

from __future__ import annotations

from typing import Final

from attnviz.core.attention import divisor
from attnviz.core.labs import lookup
from attnviz.core.labs.lookup import FinalLosses, LookupSetup
from attnviz.core.state import LabState
from attnviz.experiments.table import Table

STEPS: Final = 400
SEEDS: Final = 5
NOTE: Final = (
    "The loss is the squared error of the looked-up value, mean over the queries: 0 is right, just under 1 undecided, "
    "2 sure of a wrong key. It is taken behind the softmax. The cross-entropy of the weights themselves would not show "
    "the vanishing: its logarithm undoes the softmax."
)


def compute(state: LabState, steps: int = STEPS, seeds: int = SEEDS) -> FinalLosses:
    """Train both copies on `seeds` seeds, the state's and those that follow it."""
    setup = LookupSetup(key_width=state.key_width, rate=state.rate, optimizer=state.optimizer, steps=steps)
    return lookup.final_losses(setup, range(state.seed, state.seed + seeds))


def numbers(result: FinalLosses) -> dict[str, object]:
    """Set-up and losses, ready for JSON; `spread` is the standard deviation of a seed's loss."""
    setup = result.setup
    return {
        "key_width": setup.key_width,
        "rate": setup.rate,
        "optimizer": setup.optimizer,
        "steps": setup.steps,
        "queries": setup.queries,
        "seeds": list(result.seeds),
        "divisor": {"raw": 1.0, "divided": divisor(setup.key_width)},
        "final_loss": {"raw": result.raw.tolist(), "divided": result.divided.tolist()},
        "mean": dict(zip(("raw", "divided"), result.means, strict=True)),
        "spread": dict(zip(("raw", "divided"), result.spreads, strict=True)),
        "note": NOTE,
    }


def tables(result: FinalLosses) -> tuple[Table, ...]:
    """The same as tables."""
    setup = result.setup
    losses: list[tuple[str | float | int, ...]] = [
        (seed, float(raw), float(divided))
        for seed, raw, divided in zip(result.seeds, result.raw, result.divided, strict=True)
    ]
    losses += [("mean", *result.means), ("standard deviation", *result.spreads)]
    done = (
        ("key width", setup.key_width), ("divisor", divisor(setup.key_width)), ("rate", setup.rate),
        ("optimizer", setup.optimizer), ("steps", setup.steps), ("queries", setup.queries), ("note", NOTE),
    )  # fmt: skip
    return (Table("Final losses", ("seed", "raw", "divided"), tuple(losses)), Table("Set-up", ("what", "value"), done))
