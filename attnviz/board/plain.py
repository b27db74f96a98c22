"""The symbols of the lesson where no typesetting is to be had: live words, table headers, buttons."""

from __future__ import annotations

import re
from typing import Final

_SYMBOL: Final = re.compile(r"\b(head|[A-Za-z])_([A-Za-z0-9]+)\b")
_LOWER: Final = str.maketrans("0123456789hijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")


def plain(text: str) -> str:
    """`text` without markup: d_k is dₖ, head_1 is head₁, W_Q is "W of Q" and d_model "d model", as they are said."""
    return _SYMBOL.sub(_said, text)


def _said(symbol: re.Match[str]) -> str:
    name, index = symbol.groups()
    lowered = index.translate(_LOWER)
    if lowered != index and (len(index) == 1 or index.isdigit()):
        return name + lowered
    return f"{name} of {index}" if index.isupper() else f"{name} {index}"
