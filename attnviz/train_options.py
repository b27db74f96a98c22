"""The options of `attnviz numbers --train`: how long to train, and with what."""

from __future__ import annotations

import argparse
from typing import Any, Final

from attnviz.core.limits import OPTIMIZERS
from attnviz.options import Refused

STEPS: Final = (1, 100_000)
SEEDS: Final = (1, 100)
_NEEDS: Final = ("steps", "seeds", "rate", "optimizer")  # options that say nothing unless something is trained


def add_train_options(parser: argparse.ArgumentParser) -> None:
    """Add `--train` and what goes with it."""
    group = parser.add_argument_group("training, for --frame why-scale")
    add = group.add_argument
    add("--train", action="store_true", help="train the raw and the divided learner and give their final losses")
    add("--steps", metavar="N", help=f"{STEPS[0]} to {STEPS[1]} (default 400)")
    add("--seeds", metavar="N", help=f"how many, from --seed on, {SEEDS[0]} to {SEEDS[1]} (default 5)")
    add("--rate", metavar="X", help="learning rate, 0.001 to 2 (default 0.5)")
    add("--optimizer", metavar="NAME", help=f"{' or '.join(OPTIMIZERS)} (default {OPTIMIZERS[0]})")


def read_training(values: dict[str, Any], frame: str) -> dict[str, int] | None:
    """Steps and seeds, as far as they are given; None when nothing is to be trained. Raises Refused."""
    given = [name for name in _NEEDS if values[name] is not None]
    if not values["train"]:
        if given:
            raise Refused(f"--{given[0]}: goes with --train")
        return None
    if frame != "why-scale":
        raise Refused(f"--train: choose --frame why-scale; {frame} trains nothing")
    return {
        name: _read_whole(f"--{name}", values[name], *limits)
        for name, limits in (("steps", STEPS), ("seeds", SEEDS))
        if name in given
    }


def _read_whole(option: str, text: str, low: int, high: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise Refused(f"{option} {text}: type a whole number; choose {low} to {high}") from None
    if not low <= value <= high:
        raise Refused(f"{option} {text}: choose {low} to {high}")
    return value
