"""The options of the command line: what they are called, how they are read, what is said when they cannot be used."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NoReturn

from attnviz.board.schema import FRAME_IDS, Board
from attnviz.core.limits import HEADS, LIMITS, NUMBERS, SOURCES
from attnviz.core.state import LabState, apply

THEMES: Final = ("light", "dark", "projector")
MOTIONS: Final = ("auto", "full", "reduced")
FONT_SCALES: Final = (0.8, 2.0)
_DECIMALS: Final = ("scale_exponent", "component_spread", "rate")  # fields that need not be whole
SIZES: Final = ((800, 560), (7680, 4320))  # the smallest is the window's own


class Refused(Exception):
    """An option cannot be used as it is; the message names it and what is allowed."""


class ToolParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and exit with 2."""
        self.exit(2, f"{self.prog}: {message} ('{self.prog} --help' lists the options)\n")


def tool_parser(tool: str, description: str) -> argparse.ArgumentParser:
    """A parser for `attnviz TOOL`."""
    return ToolParser(prog=f"attnviz {tool}", description=description)


def add_frame(parser: argparse.ArgumentParser, required: bool = False) -> None:
    """Add `--frame`."""
    parser.add_argument("--frame", metavar="ID", required=required, help=f"one of {', '.join(FRAME_IDS)}")


def add_state_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that set fields of the state, and `--board`."""
    group = parser.add_argument_group("what the board shows")
    add = group.add_argument
    add("--heads", metavar="N", help=f"{', '.join(map(str, HEADS))} (default 8)")
    add("--key-width", metavar="N", help="numbers in one key or query, 1 to 1024 (default 64)")
    add("--scale-exponent", metavar="X", help="divide scores by key width to the power X, 0 to 1 (default 0.5)")
    add("--no-scale", action="store_true", help="do not divide: the same as --scale-exponent 0")
    add("--causal", action="store_true", help="hide the future: a word sees itself and the words before it")
    add("--keys", metavar="N", help="keys in the lottery of Why scale, 2 to 64 (default 10)")
    add("--component-spread", metavar="X", help="σ of the components that Why scale draws, 0.5, 1 or 2 (default 1)")
    add("--correlated", action="store_true", help="let the components of one vector of Why scale share a part")
    add("--seed", metavar="N", help="seed of every random draw (default 11)")
    add(
        "--quiz-seed", metavar="N", help="draws the questions of the quiz: the same for a whole class (default: --seed)"
    )
    add("--sentence", metavar="TEXT", help="any text of 1 to 64 words and marks")
    add("--board", metavar="FILE", help="a board of your own in place of the lesson")
    add("--source", metavar="NAME", help=f"where heads come from: {', '.join(SOURCES)} (default {SOURCES[0]})")
    add("--recording", metavar="ID", help="a recorded sentence by the name of its file, such as 6-long; sets --source")
    add("--layer", metavar="N", help="layer of heads that are not made here, counted from 1 (default 1)")
    add("--head", metavar="N", help="the head that is picked, counted from 1 (default 1)")
    add("--find", metavar="WORD", nargs=2, help="rank the heads by what one word gives another: --find it dog")
    add("--no-special", action="store_true", help="hide the special tokens that a model adds; the rest sums to 1 again")
    add("--model", metavar="DIR", help="a checkpoint folder: its model reads the sentence (needs the extra `models`)")
    add("--attention", metavar="FILE", help="an .npz file with the attention that another program saved")


def add_student(parser: argparse.ArgumentParser) -> None:
    """Add `--student`."""
    parser.add_argument("--student", action="store_true", help="no speaker notes and no answers, in search neither")


def add_present(parser: argparse.ArgumentParser) -> None:
    """Add `--present` and `--screen`."""
    group = parser.add_argument_group("presenting")
    group.add_argument("--present", action="store_true", help="start presenting at once (the same as F5)")
    group.add_argument("--screen", metavar="NAME", help="the display of the audience's window, or a part of its name")


def add_look_options(parser: argparse.ArgumentParser) -> None:
    """Add `--theme`, `--font-scale`, `--motion` and `--right-to-left`."""
    group = parser.add_argument_group("what it looks like")
    group.add_argument("--theme", metavar="NAME", help=", ".join(THEMES))
    group.add_argument("--font-scale", metavar="X", help="text size, 0.8 to 2 (default 1)")
    group.add_argument("--motion", metavar="NAME", help=f"{', '.join(MOTIONS)} (default auto: as the system has it)")
    group.add_argument(
        "--right-to-left", action="store_true", help="mirror the layout, as a board with lang = 'ar' or 'he' does"
    )


def read_state(values: dict[str, Any], problems: list[str]) -> LabState:
    """The state asked for; a value that cannot be used leaves its default and adds to `problems`."""
    state = LabState()
    for field, value in _wanted(values, problems).items():
        applied = apply(state, {field: value}, follow_lock=False)
        if applied.notes:
            problems.append(_complaint(field, value, applied.notes[0]))
        else:
            state = applied.state
    return state


def strict_state(values: dict[str, Any]) -> LabState:
    """The state asked for. Raises Refused, naming every option that cannot be used."""
    problems: list[str] = []
    state = read_state(values, problems)
    if problems:
        raise Refused("; ".join(problems))
    return state


def _wanted(values: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """The state fields that the options name, read as numbers where they are numbers."""
    wanted: dict[str, Any] = {}
    for field in ("key_width", "heads", "keys", "seed", "quiz_seed", *_DECIMALS):
        text = values.get(field)
        if text is None:
            continue
        try:
            wanted[field] = float(text) if field in _DECIMALS else int(text)
        except ValueError:
            kind = "a number" if field in _DECIMALS else "a whole number"
            problems.append(f"{_option(field)} {text}: type {kind}; {_allowed(field)}")
    if values.get("no_scale"):
        if "scale_exponent" in wanted and wanted["scale_exponent"] != 0:
            problems.append("--no-scale and --scale-exponent exclude each other: give one of them")
        wanted["scale_exponent"] = 0.0
    wanted |= {field: values[field] for field in ("sentence", "source", "optimizer") if values.get(field) is not None}
    wanted |= {field: True for field in ("causal", "correlated") if values.get(field)}
    if values.get("no_special"):
        wanted["special"] = False
    for option, source in (("attention", "outside"), ("model", "model")):
        if values.get(option) is not None and values.get("source") is None:
            wanted["source"] = source
    return wanted


def _complaint(field: str, value: Any, note: str) -> str:
    if field == "sentence":
        return f"--sentence: {note}"
    if field == "heads":
        return f"--heads {value}: {note.partition('; ')[0] + '; ' if '; ' in note else ''}{_allowed(field)}"
    return f"{_option(field)} {value}: {_allowed(field)}"


def _option(field: str) -> str:
    return "--" + field.replace("_", "-")


def _allowed(field: str) -> str:
    if field in NUMBERS:
        *others, last = (f"{number:g}" for number in NUMBERS[field])
        return f"choose {', '.join(others)} or {last}"
    limits = LIMITS[field]
    if isinstance(limits[0], str):
        return f"choose {' or '.join(map(str, limits))}"
    low, high = (f"{limit:.0f}" if limit == int(limit) else f"{limit:g}" for limit in map(float, limits))
    return f"choose {low} to {high}"


def kept(name: str, values: dict[str, Any], read: Any, problems: list[str]) -> Any:
    """What `read` makes of an option; None, and a problem, when it refuses."""
    try:
        return None if values[name] is None else read(values[name])
    except Refused as error:
        problems.append(str(error))
        return None


def read_frame(text: str) -> str:
    """A frame's id. Raises Refused."""
    return read_word("--frame", text, FRAME_IDS)


def read_theme(text: str) -> str:
    """A theme's name. Raises Refused."""
    return read_word("--theme", text, THEMES)


def read_motion(text: str) -> str:
    """How much moves. Raises Refused."""
    return read_word("--motion", text, MOTIONS)


def read_font_scale(text: str) -> float:
    """A text size. Raises Refused."""
    return read_number("--font-scale", text, *FONT_SCALES)


def read_word(option: str, text: str, allowed: Sequence[str]) -> str:
    """`text` when it is one of `allowed`. Raises Refused."""
    if text not in allowed:
        raise Refused(f"{option} {text}: choose {', '.join(allowed)}")
    return text


def read_number(option: str, text: str, low: float, high: float) -> float:
    """`text` as a number from `low` to `high`. Raises Refused."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise Refused(f"{option} {text}: choose {low:g} to {high:g}")
    return value


def read_size(text: str) -> tuple[int, int]:
    """Width and height in logical pixels, written `1440x900`. Raises Refused."""
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip().lower())
    (least_w, least_h), (most_w, most_h) = SIZES
    if match:
        width, height = int(match[1]), int(match[2])
        if least_w <= width <= most_w and least_h <= height <= most_h:
            return width, height
    raise Refused(f"--size {text}: write WxH, such as 1440x900, from {least_w}x{least_h} to {most_w}x{most_h}")


def read_board(path: str | None) -> Board:
    """The board in a file, or the lesson that ships with the program; the shipped recordings in its library."""
    from attnviz.assets import resource
    from attnviz.board.load import load_board
    from attnviz.board.reading import BoardError
    from attnviz.core.library import Library
    from attnviz.core.recorded import recordings

    try:
        if path is not None:
            board = load_board(Path(path))
        else:  # our own tests try every draw of its questions; at every start that would cost 50 ms
            board = load_board(resource("boards", "session11.board.toml"), trusted=True)
        return replace(board, library=Library(recordings(resource("attention"))))
    except (BoardError, ValueError) as error:  # a ValueError names a damaged recording
        raise Refused(str(error)) from error
