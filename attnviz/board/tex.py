"""The part of TeX that a board may set formulas in, checked without a typesetter: signs, groups, indices, fractions."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Final

from attnviz.board.reading import suggest

LONGEST: Final = 300  # letters of a formula
DEEPEST: Final = 12  # groups inside each other

_SIGNS: Final = (
    "alpha", "beta", "gamma", "delta", "epsilon", "lambda", "mu", "sigma", "tau", "Delta", "Sigma", "partial", "infty",
    "cdot", "times", "pm", "ldots", "cdots", "to", "Rightarrow", "le", "ge", "ne", "approx", "in", "sum", "prod", "log",
    "exp", "max", "min", "lVert", "rVert", "quad", "qquad",
)  # fmt: skip
COMMANDS: Final = MappingProxyType(
    dict.fromkeys(_SIGNS, 0) | {"frac": 2, "sqrt": 1, "mathrm": 1, "mathsf": 1, "mathbf": 1, "text": 1}
)
"""Every command that may be used -> how many arguments it takes. `\\left` and `\\right` with a bracket come on top."""

_SPACES: Final = frozenset({r"\,", r"\;", r"\:", "\\ "})
_BRACKETS: Final = frozenset("()[]|.") | {r"\{", r"\}", r"\lVert", r"\rVert"}
_TOKEN: Final = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_PLAIN: Final = re.compile(r"[A-Za-z0-9()\[\]|+\-*/=,.:;!']")


class _Wrong(ValueError):
    """What is wrong with a formula, in words."""


def problem(latex: str) -> str:
    """What is wrong with the formula `latex`, "" when nothing is."""
    if not latex.strip():
        return "the formula is empty"
    if len(latex) > LONGEST:
        return f"the formula has {len(latex)} letters; at most {LONGEST} fit a line"
    try:
        _Reader(latex).read()
    except _Wrong as wrong:
        return f"{wrong} in the formula {latex}"
    return ""


class _Reader:
    """Goes through the tokens of one formula."""

    def __init__(self, latex: str) -> None:
        self._tokens: list[str] = [token for token in _TOKEN.findall(latex) if not token.isspace()]
        self._at = 0
        self._depth = 0

    def read(self) -> None:
        """Read it all. Raises _Wrong."""
        self._sequence()
        if self._at < len(self._tokens):
            raise _Wrong(f"{self._tokens[self._at]} closes nothing")

    def _sequence(self) -> None:
        while self._at < len(self._tokens) and self._tokens[self._at] not in ("}", r"\right"):
            self._item()

    def _item(self) -> None:
        """One sign or group with at most one lower and one upper index."""
        self._atom("sign")
        seen = set()
        while self._at < len(self._tokens) and self._tokens[self._at] in "_^":
            mark = self._next("an index")
            if mark in seen:
                raise _Wrong(f"two {mark} follow one sign: put the first into braces")
            seen.add(mark)
            self._atom(f"{mark}")

    def _atom(self, after: str) -> None:
        token = self._next(f"something after {after}")
        if token == "{":
            self._group()
        elif token == r"\left":
            self._bracketed()
        elif token.startswith("\\"):
            self._command(token)
        elif token in ("}", "_", "^"):
            raise _Wrong(f"something is missing before {token}")
        elif not _PLAIN.fullmatch(token):
            raise _Wrong(f"{token} cannot be set: use a letter, a digit or a command")

    def _group(self) -> None:
        self._deeper()
        self._sequence()
        if self._next("}") != "}":
            raise _Wrong(r"\right stands without \left")
        self._depth -= 1

    def _bracketed(self) -> None:
        self._bracket(r"\left")
        self._deeper()
        self._sequence()
        if self._next(r"\right") != r"\right":
            raise _Wrong("} closes nothing")
        self._bracket(r"\right")
        self._depth -= 1

    def _bracket(self, after: str) -> None:
        if (token := self._next(f"a bracket after {after}")) not in _BRACKETS:
            raise _Wrong(f"{token} is no bracket, after {after}")

    def _command(self, token: str) -> None:
        if token in _SPACES or token in (r"\{", r"\}", r"\|"):
            return
        if token[1:] not in COMMANDS:
            raise _Wrong(f"{token} is not known{suggest(token[1:], COMMANDS)}")
        for _ in range(COMMANDS[token[1:]]):
            if self._next(f"{{ after {token}") != "{":
                raise _Wrong(f"{{ is missing after {token}")
            self._group()

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise _Wrong("too many groups stand inside each other")

    def _next(self, wanted: str) -> str:
        if self._at >= len(self._tokens):
            raise _Wrong(f"{wanted} is missing")
        self._at += 1
        return self._tokens[self._at - 1]
