"""Formulas on lines of their own, as a board file writes them: Q, K, V and d_k get their colors by themselves."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final

from PySide6.QtCore import Qt

from attnviz.board.deeper import Display
from attnviz.ui.theme import Look
from attnviz.ui.widgets.text.formula import Formula, FormulaView, Part, natural_em

SIZE: Final = 1.12  # of the page's letters
_EDGE: Final = (16, 12)  # that a FormulaView keeps round its picture
_ROLES: Final = {"q": "query", "k": "key", "v": "value"}
_ATOM: Final = re.compile(
    r"\\(?:mathrm|mathsf|mathbf|text)\{[^{}]*\}"  # words
    r"|\\[A-Za-z]+|(?P<width>d_k|d_\{k\})"
    r"|_\{[^{}]*\}|_."  # an index
    r"|(?P<role>[qkvQKV])(?:_(?:\{[^{}]*\}|[A-Za-z0-9]))?"
    r"|.",
    re.DOTALL,
)


@lru_cache(maxsize=64)
def formula_of(display: Display) -> Formula:
    """The formula with its colored parts and the room it takes. Typesets it: up to 50 ms the first time."""
    parts: dict[str, Part] = {}
    latex = ""
    for atom in _ATOM.finditer(display.latex):
        role = "other" if atom["width"] else _ROLES.get((atom["role"] or "").lower(), "")
        if role:
            part = parts.setdefault(atom[0], Part(f"part{len(parts)}", atom[0], role, ""))
            latex += f"<{part.id}>"
        else:
            latex += atom[0]
    formula = Formula(latex, tuple(parts.values()), "", display.says, display.says, (1.0, 1.0))
    return replace(formula, em=natural_em(formula))


class Displayed(FormulaView):
    """One formula, as large as the page's letters or as its column allows."""

    def __init__(self, display: Display) -> None:
        super().__init__(formula_of(display), alignment=Qt.AlignmentFlag.AlignLeft, interactive=False)
        self.display = display
        self._body = 16
        self.typeset_now()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._body = look.body
        super().set_look(look)

    def hasHeightForWidth(self) -> bool:
        """It shrinks with its column."""
        return True

    def heightForWidth(self, width: int) -> int:
        """How high it must be in a column of this width."""
        wide, high = formula_of(self.display).em
        return round(min(SIZE * self._body, (width - _EDGE[0]) / wide) * high) + _EDGE[1]
