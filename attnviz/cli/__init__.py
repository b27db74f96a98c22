"""The command line: the window, and the tools that need none."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

# Before NumPy is imported: its products here are small, and a second thread costs more to wake than it saves. Beside
# other work a product of ten milliseconds has been seen to take a tenth of a second.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import attnviz
from attnviz.board.schema import FRAME_IDS, Board
from attnviz.cli.heads import choose_heads, strict_heads
from attnviz.cli.options import (
    Refused,
    add_frame,
    add_look_options,
    add_present,
    add_state_options,
    add_student,
    kept,
    read_board,
    read_font_scale,
    read_frame,
    read_motion,
    read_number,
    read_size,
    read_state,
    read_theme,
    strict_state,
    tool_parser,
)
from attnviz.cli.sources import check_source, open_attention, with_heads, with_sources
from attnviz.cli.training import Training, add_train_options, read_training
from attnviz.core.state import LabState
from attnviz.experiments.elsewhere import words_on

EPILOG = """commands:
  attnviz                     open the window
  attnviz snapshot OUT        draw a frame, or all, as PNG or vector PDF; needs no display
  attnviz numbers --frame ID  the numbers behind a frame's pictures, as JSON or CSV
  attnviz contents            every word of the board, with each frame's live words
  attnviz board FILE          a copy of the lesson, to be made into a board of your own
  attnviz check FILE          what is wrong with a board file, if anything
  attnviz doctor              what this machine has of what attnviz needs, and how to get the rest

'attnviz COMMAND --help' tells more. A wrong value: a command says so and exits with 2; the window opens with
the default and shows the message."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace"
            )  # √ and ᵀ must not depend on the terminal's locale
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
    add_frame(parser)
    add_state_options(parser)
    add_look_options(parser)
    add_student(parser)
    add_present(parser)
    values = vars(parser.parse_args(words))
    from attnviz.doctor import display_problem

    problem = display_problem()
    if problem is not None:
        print(f"attnviz cannot open a window: {problem}", file=sys.stderr)
        print("'attnviz doctor' tells what is missing and how to get it.", file=sys.stderr)
        return 2
    problems: list[str] = []
    state = read_state(values, problems)
    frame = kept("frame", values, read_frame, problems)
    theme = kept("theme", values, read_theme, problems)
    font_scale = kept("font_scale", values, read_font_scale, problems)
    motion = kept("motion", values, read_motion, problems)
    board = kept("board", values, read_board, problems) or read_board(None)
    attention = kept("attention", values, open_attention, problems)
    board = board if attention is None else with_heads(board, attention)
    model = None if values["model"] is None else Path(values["model"])
    if model is None or state.source != "model":
        state = choose_heads(values, _with_source_at_hand(state, board, values, problems), board, problems)
    for message in problems:
        print(f"attnviz: {message}", file=sys.stderr)
    from attnviz.app import Options, launch

    if frame is None and (model or attention):
        frame = "multi-head"
    told = (*problems, *(() if attention is None else (words_on(attention),)))
    look = (told, values["student"], model, motion, values["right_to_left"])
    return launch(Options(board, state, frame, theme, font_scale, *look, values["present"], values["screen"]))


def _with_source_at_hand(state: LabState, board: Board, values: dict[str, Any], problems: list[str]) -> LabState:
    """The state with heads that can be had; it is a problem when others were asked for by name."""
    try:
        check_source(state.source, board)
        return state
    except Refused as error:
        if values["source"] is not None:
            problems.append(str(error))
        return replace(state, source=LabState().source)


def _run_tool(tool: str, words: list[str]) -> int:
    try:
        return TOOLS[tool](words)
    except Refused as error:
        print(f"attnviz {tool}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # a long training, given up
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a full disk behind the output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"attnviz {tool}: {error}", file=sys.stderr)
        return 1


def _snapshot(words: list[str]) -> int:
    parser = tool_parser("snapshot", "Draw frames as they would be on screen: PNG or vector PDF. Needs no display.")
    parser.add_argument("out", metavar="OUT", help="a .png or .pdf file; with --all and PNG, a folder")
    add_frame(parser)
    parser.add_argument("--all", action="store_true", help="all six frames")
    parser.add_argument(
        "--size", default="1440x900", metavar="WxH", help="window size in logical pixels (default 1440x900)"
    )
    parser.add_argument(
        "--scale", default="1", metavar="X", help="pixels for each logical pixel of a PNG, 1 to 4 (default 1)"
    )
    add_state_options(parser)
    add_look_options(parser)
    values = vars(parser.parse_args(words))
    state, size, out = strict_state(values), read_size(values["size"]), Path(values["out"])
    frame = read_frame(values["frame"] or "open")
    theme, font_scale = read_theme(values["theme"] or "light"), read_font_scale(values["font_scale"] or "1")
    scale = read_number("--scale", values["scale"], 1, 4)
    board = with_sources(read_board(values["board"]), values, state)
    state = strict_heads(values, state, board)
    if out.suffix.lower() not in (".png", ".pdf") and not values["all"]:
        raise Refused(f"{out}: end the file's name in .png or .pdf")
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = f"{scale:g}"
    for name in ("QT_SCREEN_SCALE_FACTORS", "QT_AUTO_SCREEN_SCALE_FACTOR", "QT_FONT_DPI"):
        os.environ.pop(name, None)  # the picture is as large as it was asked for
    from attnviz.app import Options, snapshot

    try:
        written = snapshot(
            Options(board, state, frame, theme, font_scale, mirrored=values["right_to_left"]),
            out,
            FRAME_IDS if values["all"] else [frame],
            size,
        )
    except OSError as error:
        print(f"attnviz snapshot: {error}", file=sys.stderr)
        return 1
    for path in written:
        print(path)
    return 0


def _numbers(words: list[str]) -> int:
    parser = tool_parser("numbers", "The numbers behind a frame's pictures, from the same functions that draw them.")
    add_frame(parser, required=True)
    parser.add_argument("--format", default="json", metavar="json|csv", help="json (default) or csv")
    add_state_options(parser)
    add_train_options(parser)
    values = vars(parser.parse_args(words))
    frame = read_frame(values["frame"])
    training = read_training(values, frame)
    state = strict_state(values | dict.fromkeys(training.taken if training else ()))
    if values["format"] not in ("json", "csv"):
        raise Refused(f"--format {values['format']}: choose json or csv")
    if training is not None:
        return _train(state, training, values["format"] == "json")
    from attnviz.experiments import experiment
    from attnviz.experiments.output import as_csv, as_json

    module = experiment(frame)
    board = with_sources(read_board(values["board"]), values, state)
    state = strict_heads(values, state, board)
    result = module.compute(state, board)
    as_json_text = values["format"] == "json"
    text = as_json(module.numbers(state, result)) if as_json_text else as_csv(module.tables(state, result))
    print(text, end="", flush=True)
    return 0


def _train(state: LabState, training: Training, as_json_text: bool) -> int:
    from attnviz.experiments.output import as_csv, as_json

    module = import_module(f"attnviz.experiments.{training.module}")
    result = module.compute(replace(state, **training.changes), **training.told)
    text = as_json(module.numbers(result)) if as_json_text else as_csv(module.tables(result))
    print(text, end="", flush=True)
    return 0


def _contents(words: list[str]) -> int:
    parser = tool_parser("contents", "Every word of the board, with each frame's live words.")
    parser.add_argument("--format", default="text", metavar="text|json", help="text (default) or json")
    add_student(parser)
    add_state_options(parser)
    values = vars(parser.parse_args(words))
    if values["format"] not in ("text", "json"):
        raise Refused(f"--format {values['format']}: choose text or json")
    from attnviz.board.contents import outline, to_dict, to_text
    from attnviz.experiments import live_words
    from attnviz.experiments.output import as_json

    state = strict_state(values)
    board = with_sources(read_board(values["board"]), values, state)
    state = strict_heads(values, state, board)
    everything = outline(board, state, live_words(state, board), answers=not values["student"])
    text = to_text(everything) if values["format"] == "text" else as_json(to_dict(everything))
    print(text, end="", flush=True)
    return 0


def _doctor(words: list[str]) -> int:
    tool_parser(
        "doctor", "What this machine has of what attnviz needs; exits with 1 if something is missing."
    ).parse_args(words)
    from attnviz.doctor import report

    return report()


def _check(words: list[str]) -> int:
    parser = tool_parser(
        "check", "Reads a board file and says everything that is wrong with it; exits with 1 if something is."
    )
    parser.add_argument("file", metavar="FILE", help="a .board.toml file")
    try:
        board = read_board(parser.parse_args(words).file)
    except Refused as error:
        print(error)
        return 1
    counts = (
        f"{len(board.frames)} frames, {len(board.glossary)} terms, {len(board.questions) + len(board.tasks)} questions"
    )
    print(f"{board.session}, {board.title}: {counts}, no problems")
    return 0


def _board(words: list[str]) -> int:
    parser = tool_parser("board", "Writes a copy of the lesson, to be made into a board of your own.")
    parser.add_argument("file", metavar="FILE", help="where to; a file that is there already is left alone")
    path = Path(parser.parse_args(words).file)
    from attnviz.assets import resource

    try:
        with path.open("xb") as copy:
            copy.write(resource("boards", "session11.board.toml").read_bytes())
    except FileExistsError as error:
        raise Refused(f"{path}: is there already; choose another name") from error
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from error
    print(f"{path}\nChange it, see what is wrong with 'attnviz check {path}', open it with 'attnviz --board {path}'.")
    return 0


TOOLS: Final = {
    "snapshot": _snapshot,
    "numbers": _numbers,
    "contents": _contents,
    "board": _board,
    "check": _check,
    "doctor": _doctor,
}
