"""The command line. Reads options, refuses wrong ones in plain words, and calls what was asked for."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

import attnviz
from attnviz.core.state import HEADS, LIMITS, SOURCES, LabState, apply, key_width_of

FRAMES: Final = ("open", "why-scale", "multi-head", "four-steps", "glossary", "check")
THEMES: Final = ("light", "dark", "projector")
FONT_SCALES: Final = (0.8, 2.0)
SIZES: Final = ((640, 480), (7680, 4320))
TOOLS: Final = ("snapshot", "numbers", "contents", "doctor")

EPILOG = """commands:
  attnviz                     open the window
  attnviz snapshot OUT        draw a frame, or all, as PNG or vector PDF; needs no display
  attnviz numbers --frame ID  the numbers behind a frame's pictures, as JSON or CSV
  attnviz contents            every word of the board, with each frame's live words
  attnviz doctor              what this machine has of what attnviz needs, and how to get the rest

'attnviz COMMAND --help' tells more. A wrong value: a command says so and exits with 2; the window opens with
the default and shows the message."""


class Refused(Exception):
    """An option cannot be used as it is; the message names it and what is allowed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in TOOLS:
        return _run_tool(words[0], words[1:])
    return _open_window(words)


def _open_window(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="attnviz",
        description="See how attention works: a teaching board in which every number is computed.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"attnviz {attnviz.__version__}")
    _add_frame(parser)
    _add_state_options(parser)
    _add_look_options(parser)
    values = vars(parser.parse_args(words))
    from attnviz.doctor import display_problem

    problem = display_problem()
    if problem is not None:
        print(f"attnviz cannot open a window: {problem}", file=sys.stderr)
        print(
            "'attnviz doctor' tells what is missing; 'attnviz snapshot' draws pictures without a display.",
            file=sys.stderr,
        )
        return 2
    problems: list[str] = []
    state = _state(values, problems)
    frame = _kept("frame", values, _frame, problems)
    theme = _kept("theme", values, _theme, problems)
    font_scale = _kept("font_scale", values, _font_scale, problems)
    for message in problems:
        print(f"attnviz: {message}", file=sys.stderr)
    from attnviz.app import Options, launch

    return launch(Options(state, frame, theme, font_scale, tuple(problems)))


def _run_tool(tool: str, words: list[str]) -> int:
    try:
        return {"snapshot": _snapshot, "numbers": _numbers, "contents": _contents, "doctor": _doctor}[tool](words)
    except Refused as error:
        print(f"attnviz {tool}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _snapshot(words: list[str]) -> int:
    parser = _tool_parser("snapshot", "Draw frames as they would be on screen: PNG or vector PDF. Needs no display.")
    parser.add_argument("out", metavar="OUT", help="a .png or .pdf file; with --all and PNG, a folder")
    _add_frame(parser)
    parser.add_argument("--all", action="store_true", help="all six frames")
    parser.add_argument(
        "--size", default="1440x900", metavar="WxH", help="window size in logical pixels (default 1440x900)"
    )
    parser.add_argument(
        "--scale", default="1", metavar="X", help="pixels for each logical pixel of a PNG, 1 to 4 (default 1)"
    )
    _add_state_options(parser)
    _add_look_options(parser)
    values = vars(parser.parse_args(words))
    state, size, out = _strict_state(values), _size(values["size"]), Path(values["out"])
    frame = _frame(values["frame"] or "open")
    theme, font_scale = _theme(values["theme"] or "light"), _font_scale(values["font_scale"] or "1")
    scale = _number("--scale", values["scale"], 1, 4)
    if out.suffix.lower() not in (".png", ".pdf") and not values["all"]:
        raise Refused(f"{out}: end the file's name in .png or .pdf")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = f"{scale:g}"
    from attnviz.app import Options, snapshot

    try:
        written = snapshot(Options(state, frame, theme, font_scale), out, FRAMES if values["all"] else [frame], size)
    except OSError as error:
        print(f"attnviz snapshot: {error}", file=sys.stderr)
        return 1
    for path in written:
        print(path)
    return 0


def _numbers(words: list[str]) -> int:
    parser = _tool_parser("numbers", "The numbers behind a frame's pictures, from the same functions that draw them.")
    _add_frame(parser, required=True)
    parser.add_argument("--format", default="json", metavar="json|csv", help="json (default) or csv")
    _add_state_options(parser)
    values = vars(parser.parse_args(words))
    state, frame = _strict_state(values), _frame(values["frame"])
    if values["format"] not in ("json", "csv"):
        raise Refused(f"--format {values['format']}: choose json or csv")
    from attnviz.experiments import experiment
    from attnviz.experiments.output import as_csv, as_json

    module = experiment(frame)
    result = module.compute(state, _board())
    as_json_text = values["format"] == "json"
    _print(as_json(module.numbers(state, result)) if as_json_text else as_csv(module.tables(state, result)))
    return 0


def _contents(words: list[str]) -> int:
    parser = _tool_parser("contents", "Every word of the board, with each frame's live words.")
    parser.add_argument("--format", default="text", metavar="text|json", help="text (default) or json")
    _add_state_options(parser)
    values = vars(parser.parse_args(words))
    if values["format"] not in ("text", "json"):
        raise Refused(f"--format {values['format']}: choose text or json")
    from attnviz.board.contents import outline, to_dict, to_text
    from attnviz.experiments import live_words
    from attnviz.experiments.output import as_json

    board, state = _board(), _strict_state(values)
    everything = outline(board, state, live_words(state, board), answers=True)
    _print(to_text(everything) if values["format"] == "text" else as_json(to_dict(everything)))
    return 0


def _doctor(words: list[str]) -> int:
    _tool_parser(
        "doctor", "What this machine has of what attnviz needs; exits with 1 if something is missing."
    ).parse_args(words)
    from attnviz.doctor import report

    return report()


def _board() -> Any:
    from attnviz.assets import resource
    from attnviz.board.load import load_board

    return load_board(resource("boards", "session11.board.toml"))


def _print(text: str) -> None:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # √ and ᵀ must not depend on the terminal's locale
    sys.stdout.write(text)
    sys.stdout.flush()


# ---------------------------------------------------------------------- options


class _ToolParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and exit with 2."""
        self.exit(2, f"{self.prog}: {message} ('{self.prog} --help' lists the options)\n")


def _tool_parser(tool: str, description: str) -> argparse.ArgumentParser:
    return _ToolParser(prog=f"attnviz {tool}", description=description)


def _add_frame(parser: argparse.ArgumentParser, required: bool = False) -> None:
    parser.add_argument("--frame", metavar="ID", required=required, help=f"one of {', '.join(FRAMES)}")


def _add_state_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what the board shows")
    add = group.add_argument
    add("--heads", metavar="N", help=f"{', '.join(map(str, HEADS))} (default 8)")
    add("--key-width", metavar="N", help="numbers in one key or query, 1 to 1024 (default 64)")
    add("--scale-exponent", metavar="X", help="divide scores by key width to the power X, 0 to 1 (default 0.5)")
    add("--no-scale", action="store_true", help="do not divide: the same as --scale-exponent 0")
    add("--causal", action="store_true", help="hide the future: a word sees itself and the words before it")
    add("--keys", metavar="N", help="keys in the lottery of Why scale, 2 to 64 (default 10)")
    add("--seed", metavar="N", help="seed of every random draw (default 11)")
    add("--sentence", metavar="TEXT", help="any text of 1 to 64 words and marks")
    add("--source", metavar="NAME", help=f"where heads come from: {' or '.join(SOURCES)} (default {SOURCES[0]})")


def _add_look_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("what it looks like")
    group.add_argument("--theme", metavar="NAME", help=", ".join(THEMES))
    group.add_argument("--font-scale", metavar="X", help="text size, 0.8 to 2 (default 1)")


def _state(values: dict[str, Any], problems: list[str]) -> LabState:
    """The state asked for; a value that cannot be used leaves its default and adds to `problems`."""
    state = LabState()
    for field, value in _wanted(values, problems).items():
        applied = apply(state, {field: value}, follow_lock=False)
        if applied.notes:
            problems.append(_complaint(field, value, applied.notes[0]))
        else:
            state = applied.state
    return state


def _strict_state(values: dict[str, Any]) -> LabState:
    problems: list[str] = []
    state = _state(values, problems)
    if problems:
        raise Refused("; ".join(problems))
    return state


def _wanted(values: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """The state fields that the options name, read as numbers where they are numbers."""
    wanted: dict[str, Any] = {}
    for field in ("heads", "key_width", "keys", "seed", "scale_exponent"):
        text = values.get(field)
        if text is None:
            continue
        try:
            wanted[field] = float(text) if field == "scale_exponent" else int(text)
        except ValueError:
            kind = "a number" if field == "scale_exponent" else "a whole number"
            problems.append(f"{_option(field)} {text}: type {kind}; {_allowed(field)}")
    if values.get("no_scale"):
        if "scale_exponent" in wanted and wanted["scale_exponent"] != 0:
            problems.append("--no-scale and --scale-exponent exclude each other: --no-scale is used")
        wanted["scale_exponent"] = 0.0
    wanted |= {field: values[field] for field in ("sentence", "source") if values.get(field) is not None}
    if values.get("causal"):
        wanted["causal"] = True
    return wanted


def _complaint(field: str, value: Any, note: str) -> str:
    if field == "sentence":
        return f"--sentence: {note}"
    if field == "heads":
        return f"--heads {value}: {_why_not_heads(value)}{_allowed(field)}"
    return f"{_option(field)} {value}: {_allowed(field)}"


def _why_not_heads(value: int) -> str:
    try:
        key_width_of(LabState().model_width, value)
    except ValueError as error:
        return f"{error}; "
    return ""


def _option(field: str) -> str:
    return "--" + field.replace("_", "-")


def _allowed(field: str) -> str:
    if field == "heads":
        return f"choose {', '.join(map(str, HEADS[:-1]))} or {HEADS[-1]}"
    limits = LIMITS[field]
    if isinstance(limits[0], str):
        return f"choose {' or '.join(map(str, limits))}"
    return f"choose {limits[0]:.0f} to {limits[1]:.0f}"


def _kept(name: str, values: dict[str, Any], read: Any, problems: list[str]) -> Any:
    """What `read` makes of an option; None, and a problem, when it refuses."""
    try:
        return None if values[name] is None else read(values[name])
    except Refused as error:
        problems.append(str(error))
        return None


def _frame(text: str) -> str:
    return _word("--frame", text, FRAMES)


def _theme(text: str) -> str:
    return _word("--theme", text, THEMES)


def _font_scale(text: str) -> float:
    return _number("--font-scale", text, *FONT_SCALES)


def _word(option: str, text: str, allowed: Sequence[str]) -> str:
    if text not in allowed:
        raise Refused(f"{option} {text}: choose {', '.join(allowed)}")
    return text


def _number(option: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise Refused(f"{option} {text}: choose {low:g} to {high:g}")
    return value


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text.strip().lower())
    (least_w, least_h), (most_w, most_h) = SIZES
    if match:
        width, height = int(match[1]), int(match[2])
        if least_w <= width <= most_w and least_h <= height <= most_h:
            return width, height
    raise Refused(f"--size {text}: write WxH, such as 1440x900, from {least_w}x{least_h} to {most_w}x{most_h}")
