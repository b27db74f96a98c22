"""What a formula is made of, and the formulas of the lesson. `formula.py` draws them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

REST: Final = "#a1b2ff"  # marking color of ink that no part colors
SOFTMAX: Final = "softmax: scores become weights that sum to 1"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a formula that can be pointed at.

    `latex` may hold other parts as `<id>`; `role` names a color token; `says` is how it is read aloud. A part that is
    not `colored` consists of the parts in it: ziamath takes twice as long for each color around a color.
    """

    id: str
    latex: str
    role: str
    says: str
    colored: bool = True


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula made of parts.

    `latex` holds the outermost parts as `<id>`; `rest` is the part to which brackets and fraction bars belong; `plain`
    stands in until it is typeset, and `em` is the width and height in letters that it will have then, so that no page
    moves.
    """

    latex: str
    parts: tuple[Part, ...]
    rest: str
    plain: str
    says: str
    em: tuple[float, float]

    def marks(self) -> dict[str, str]:
        """The marking color of each part that has one; "" is the ink of the rest."""
        colored = [part.id for part in self.parts if part.colored]
        return {"": REST} | {id: f"#a1b2{number:02x}" for number, id in enumerate(colored)}

    def marked(self) -> str:
        """The whole formula in TeX, each colored part in its marking color."""
        marks = self.marks()
        latex = self.latex
        for _ in self.parts:  # a part may stand in another one, at most as deep as there are parts
            for part in self.parts:
                inner = rf"\textcolor{{{marks[part.id]}}}{{{part.latex}}}" if part.colored else part.latex
                latex = latex.replace(f"<{part.id}>", inner)
        return latex

    def within(self, id: str) -> set[str]:
        """A part and every part inside it."""
        found = {id}
        for part in self.parts:
            if part.id == id:
                for inner in re.findall(r"<(\w+)>", part.latex):
                    found |= self.within(inner)
        return found


def _attention(scale: Part, plain: str, divided_by: str) -> Formula:
    return Formula(
        latex=r"<softmax>\,<value>",
        parts=(
            Part("softmax", r"\mathrm{softmax}\left(<scaled>\right)", "ink", SOFTMAX, colored=False),
            Part("scaled", r"\frac{<dots>}{<scale>}", "ink", "the dot products, divided", colored=False),
            Part("dots", r"<query>\,<key>", "ink", "Q times K transposed: all the dot products", colored=False),
            Part("query", r"Q", "query", "Q: the queries, one row for each token that asks"),
            Part("key", r"K^{\mathsf{T}}", "key", "K transposed: the keys, one column for each token that is asked"),
            scale,
            Part("width", r"d_k", "other", "d k: the key width"),
            Part("value", r"V", "value", "V: the values that are mixed"),
        ),
        rest="softmax",
        plain=plain,
        says=f"softmax of, Q times K transposed, divided by {divided_by}; then times V",
        em=(8.2, 2.95),
    )


ATTENTION: Final = _attention(
    Part("scale", r"\sqrt{<width>}", "ink", "divided by the square root of the key width"),
    "softmax(Q Kᵀ ∕ √dₖ) V",
    "the square root of d k",
)
"""Scaled dot-product attention (Vaswani et al. 2017, equation 1) without the left-hand side."""

ANY_POWER: Final = _attention(
    Part("scale", r"<width>^{\,\alpha}", "ink", "divided by the key width to the power alpha"),
    "softmax(Q Kᵀ ∕ dₖ^α) V",
    "d k to the power alpha",
)
"""The same with any exponent in place of ½."""
