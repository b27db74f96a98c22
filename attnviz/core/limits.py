"""What each choice of the state may be."""

from __future__ import annotations

from typing import Final

SENTENCE: Final = "A dog ate the food because it was hungry."
HEADS: Final = (1, 2, 4, 8, 16, 32)
STEP_HEADS: Final = (1, 2, 4)
SOURCES: Final = ("hand-built", "random", "recorded", "model", "outside")
GIVEN: Final = ("recorded", "model", "outside")  # heads that come as they are: the sliders do not make them
FIXED: Final = ("recorded", "outside")  # of these, the ones that belong to a sentence of their own
COLORS: Final = 8  # colors of heads to choose from
MEASURES: Final = ("largest", "entropy", "keys")
MARKS: Final = ("got it", "nearly", "not yet")
MOST_TRIES: Final = 99  # that are counted for one question
LONGEST_ANSWER: Final = 256  # signs of an answer that are kept
STEP_COUNT: Final = 9  # the sub-stops of the Four steps timeline
COMPONENT_SPREADS: Final = (0.5, 1.0, 2.0)  # σ of the components of q and k
OPTIMIZERS: Final = ("plain", "adam")
EDITABLE: Final = ("x", "w_q", "w_k", "w_v", "w_o")  # the matrices of the Four steps block that take edits
MAX_EDIT: Final = 99.0  # the largest size of an edited cell

RANGES: Final[dict[str, tuple[float, float]]] = {
    "key_width": (1, 1024),
    "scale_exponent": (0.0, 1.0),
    "keys": (2, 64),
    "seed": (0, 2**31 - 1),
    "quiz_seed": (0, 2**31 - 1),
    "step": (0, STEP_COUNT - 1),
    "rate": (0.001, 2.0),
    "one_head_rate": (0.001, 2.0),
    "head": (0, 255),
    "layer": (0, 255),
    "row": (-1, 255),
    "column": (-1, 255),
}
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "source": SOURCES,
    "measure": MEASURES,
    "optimizer": OPTIMIZERS,
    "one_head_optimizer": OPTIMIZERS,
}
LIMITS: Final[dict[str, tuple[float, float] | tuple[str, ...]]] = {**RANGES, **CHOICES}
"""Allowed range (low, high) or words of each field."""
NUMBERS: Final[dict[str, tuple[float, ...]]] = {
    "heads": HEADS,
    "step_heads": STEP_HEADS,
    "component_spread": COMPONENT_SPREADS,
}
"""Fields that take one of a few numbers."""
