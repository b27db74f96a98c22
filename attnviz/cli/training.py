"""The options of `attnviz numbers --train`: what is trained, how long, and with what."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from typing import Any, Final

from attnviz.cli.options import Refused, read_number, read_word
from attnviz.core.limits import OPTIMIZERS, RANGES

STEPS: Final = (1, 100_000)
SEEDS: Final = (1, 100)
JOBS: Final = (2, 4)
HEADS: Final = (1, 8)
_NEEDS: Final = ("jobs", "scores_see_values", "steps", "seeds", "rate", "optimizer")  # mean nothing without --train
_JOBS_LAB: Final = ("jobs", "scores_see_values")  # are for Multi-head
_SHARED: Final = ("heads", "rate", "optimizer")  # of the state in other uses, of the laboratory in that of Multi-head


@dataclass(frozen=True, slots=True)
class Training:
    """Which module of `attnviz.experiments` trains, what it is told, and what that means for the state."""

    module: str
    told: dict[str, int]
    changes: dict[str, Any] = field(default_factory=dict)  # fields of the state
    taken: tuple[str, ...] = ()  # options that do not set the fields of their names


def add_train_options(parser: argparse.ArgumentParser) -> None:
    """Add `--train` and what goes with it."""
    group = parser.add_argument_group("training, for --frame why-scale and --frame multi-head")
    add = group.add_argument
    add("--train", action="store_true", help="why-scale: the raw and the divided learner; multi-head: heads with jobs")
    add("--jobs", metavar="N", help="multi-head: 2, 3 or 4 (default 2); --heads is then 1 to 8 (default 1)")
    add("--scores-see-values", action="store_true", help="multi-head: keys and heads see whole tokens")
    add("--steps", metavar="N", help=f"{STEPS[0]} to {STEPS[1]} (default: why-scale 400, multi-head 600)")
    add("--seeds", metavar="N", help=f"how many, from --seed on, {SEEDS[0]} to {SEEDS[1]} (default 5)")
    add("--rate", metavar="X", help="learning rate, 0.001 to 2 (default: why-scale 0.5, multi-head 0.05)")
    add("--optimizer", metavar="NAME", help=f"{' or '.join(OPTIMIZERS)} (default: why-scale plain, multi-head adam)")


def read_training(values: dict[str, Any], frame: str) -> Training | None:
    """What is to be trained, as far as it is given; None when nothing is. Raises Refused."""
    given = [name for name in _NEEDS if values[name]]
    if not values["train"]:
        if given:
            raise Refused(f"{_option(given[0])}: goes with --train")
        return None
    if frame not in ("why-scale", "multi-head"):
        raise Refused(f"--train: choose --frame why-scale or multi-head; {frame} trains nothing")
    told = _whole_numbers(values, steps=STEPS, seeds=SEEDS)
    if frame == "multi-head":
        return _jobs_lab(values, told)
    for name in _JOBS_LAB:
        if name in given:
            raise Refused(f"{_option(name)}: goes with --frame multi-head")
    return Training("final_losses", told)


def _jobs_lab(values: dict[str, Any], told: dict[str, int]) -> Training:
    changes: dict[str, Any] = {"scores_see_values": bool(values["scores_see_values"])}
    if values["rate"] is not None:
        changes["one_head_rate"] = read_number("--rate", values["rate"], *RANGES["one_head_rate"])
    if values["optimizer"] is not None:
        changes["one_head_optimizer"] = read_word("--optimizer", values["optimizer"], OPTIMIZERS)
    told |= _whole_numbers(values, jobs=JOBS, heads=HEADS)
    return Training("final_errors", told, changes, _SHARED)


def _whole_numbers(values: dict[str, Any], **limits: tuple[int, int]) -> dict[str, int]:
    return {name: _read_whole(name, values[name], *limits[name]) for name in limits if values[name] is not None}


def _read_whole(name: str, text: str, low: int, high: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Refused(f"{_option(name)} {text}: type a whole number; choose {low} to {high}") from None
    if not low <= value <= high:
        raise Refused(f"{_option(name)} {text}: choose {low} to {high}")
    return value


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")
