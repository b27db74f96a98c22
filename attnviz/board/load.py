"""Reads a board file (TOML) into a `Board`, or says everything that is wrong with it."""

from __future__ import annotations

import stat
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attnviz.board import deeper
from attnviz.board.progress import task_done
from attnviz.board.reading import TOO_DEEP, BoardError, Problem, Table, control_characters, shown
from attnviz.board.schema import (
    FORMAT,
    FRAME_IDS,
    QUESTION_KINDS,
    Board,
    FrameText,
    Goal,
    Option,
    Prompt,
    Question,
    Task,
    Term,
    WrongAnswer,
)
from attnviz.board.values import LIVE_VALUES
from attnviz.core.jobs import LONGEST_NAME, MOST_JOBS, RULES, Job
from attnviz.core.limits import HEADS, RANGES
from attnviz.core.state import LabState

MAX_BYTES: Final = 2_000_000
MAX_TERM_WORDS: Final = 30
MAX_TITLE: Final = 60  # letters that fit one line over a frame
MAX_RAIL: Final = 14  # letters that fit beside the number of a frame
MAX_NAME: Final = 40  # letters of a term or a concept
MAX_PROMPTS: Final = 12  # that can be told apart on one page of Check
MAX_ANSWER: Final = 10**9


def load_board(path: Path) -> Board:
    """The board in the file `path`.

    Raises BoardError, which lists every problem at once, each with the table and key that it is in: a file that
    cannot be read, TOML that does not parse (with line and column), a format this program does not know, missing,
    unknown or mistyped keys, control characters, what is too long or too much, and links that lead nowhere.
    """
    values = _parse(path)
    problems = list(control_characters(values, ""))
    root = Table("", values, problems)
    root.whole("attnviz_board", low=FORMAT, high=FORMAT)
    board = _board(root, problems)
    root.finish()
    if problems:
        raise BoardError(path, problems)
    return board


def _parse(path: Path) -> dict[str, object]:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # reading a pipe or a device may never end
            raise BoardError(path, [Problem("", "cannot be read: it is not a regular file")])
        if about.st_size > MAX_BYTES:
            raise BoardError(path, [Problem("", f"is larger than {MAX_BYTES // 1_000_000} MB")])
        values: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BoardError(path, [Problem("", f"cannot be read: {error.strerror or error}")]) from error
    except UnicodeDecodeError as error:
        raise BoardError(path, [Problem("", f"is not UTF-8 text: byte {error.start} is not")]) from error
    except tomllib.TOMLDecodeError as error:
        raise BoardError(path, [Problem("", f"is not valid TOML: {error}")]) from error
    except ValueError as error:  # Python's limit for the digits of a number
        raise BoardError(path, [Problem("", "holds a number that has too many digits")]) from error
    except RecursionError:
        raise BoardError(path, [Problem("", TOO_DEEP)]) from None
    version = values.get("attnviz_board")
    if isinstance(version, int) and version > FORMAT:
        text = f"was made for a newer program (format {shown(version)}); this one reads format {FORMAT}"
        raise BoardError(path, [Problem("attnviz_board", text)])
    return values


def _board(root: Table, problems: list[Problem]) -> Board:
    head = root.table("board")
    title, session, story = head.text("title", most=MAX_TITLE), head.text("session", most=MAX_RAIL), head.text("story")
    recall, lang = head.texts("recall", required=False), head.text("lang", required=False) or "en"
    head.finish()
    tags = dict(root.table("tags").items(most=MAX_NAME))
    questions = tuple(_question(table, tags) for table in root.tables("question"))
    frames = tuple(_frame(table) for table in root.tables("frame", required=True))
    question_ids = [question.id for question in questions]
    board = Board(
        title=title,
        session=session,
        story=story,
        recall=recall,
        goals=tuple(_goal(table, tags) for table in root.tables("goal")),
        frames=MappingProxyType({f.id: f for f in sorted(frames, key=lambda f: _order(f.id))}),
        glossary=tuple(_term(table) for table in root.tables("glossary")),
        prompts=tuple(_prompt(table, tags, question_ids) for table in root.tables("prompt")),
        questions=questions,
        jobs=tuple(_job(table) for table in root.tables("job")),
        tags=MappingProxyType(tags),
        tasks=tuple(_task(table, tags) for table in root.tables("task")),
        lang=lang,
    )
    problems.extend(_whole_board(board, [frame.id for frame in frames]))
    return board


def _frame(table: Table) -> FrameText:
    frame = FrameText(
        id=table.word("id", FRAME_IDS),
        title=table.text("title", most=MAX_TITLE),
        rail=table.text("rail", most=MAX_RAIL),
        lead=table.text("lead"),
        chain=table.texts("chain", required=False),
        cure=table.text("cure", required=False),
        small_print=table.text("small_print", required=False),
        notes=table.text("notes", required=False),
        deeper=table.text("deeper", required=False),
        sources=table.texts("sources", required=False),
        minutes=table.whole("minutes", low=0, high=600, required=False),
    )
    for wrong in deeper.problems(frame.deeper):
        table.note("deeper", wrong)
    table.finish()
    return frame


def _goal(table: Table, tags: Iterable[str]) -> Goal:
    goal = Goal(text=table.text("text"), frame=table.word("frame", FRAME_IDS), tag=table.word("tag", tags))
    table.finish()
    return goal


def _term(table: Table) -> Term:
    term = Term(
        id=table.text("id"),
        term=table.text("term", most=MAX_NAME),
        symbol=table.text("symbol", required=False),
        say=table.text("say", required=False),
        text=table.text("text"),
        value=table.word("value", LIVE_VALUES, required=False),
        frames=table.words("frames", FRAME_IDS),
    )
    count = len(term.text.split())
    if count > MAX_TERM_WORDS:
        table.note("text", f"has {count} words; at most {MAX_TERM_WORDS} fit one plain line")
    table.finish()
    return term


def _prompt(table: Table, tags: Iterable[str], question_ids: Iterable[str]) -> Prompt:
    prompt = Prompt(
        id=table.text("id"),
        text=table.text("text"),
        answer=table.text("answer"),
        criteria=table.texts("criteria"),
        frame=table.word("frame", FRAME_IDS),
        tag=table.word("tag", tags),
        question=table.word("question", question_ids, required=False),
    )
    if table.has("criteria") and not 1 <= len(prompt.criteria) <= 3:
        table.note("criteria", f"has {len(prompt.criteria)} points; 1 to 3 can be checked at a glance")
    table.finish()
    return prompt


def _question(table: Table, tags: Iterable[str]) -> Question:
    kind = table.word("kind", QUESTION_KINDS)
    question = Question(
        id=table.text("id"),
        kind=kind,
        tag=table.word("tag", tags),
        text=table.text("text"),
        right=table.text("right"),
        hint=table.text("hint", required=False),
        options=tuple(_option(option) for option in table.tables("option")) if kind != "integer" else (),
        answer=table.whole("answer", low=-MAX_ANSWER, high=MAX_ANSWER) if kind == "integer" else 0,
        unit=table.texts("unit", required=False) if kind == "integer" else (),
        wrong=tuple(_wrong(wrong) for wrong in table.tables("wrong")) if kind == "integer" else (),
    )
    if kind == "choice":
        _check_options(table, question.options)
    for wrong in question.wrong:
        if wrong.given == question.answer:
            table.note("wrong", f"{wrong.given} is the right answer, it cannot be a wrong one as well")
    for given, count in Counter(wrong.given for wrong in question.wrong).items():
        if count > 1:
            table.note("wrong", f"{given} is listed {count} times")
    table.finish()
    return question


def _option(table: Table) -> Option:
    right = table.flag("right")
    option = Option(text=table.text("text"), right=right, feedback=table.text("feedback", required=not right))
    table.finish()
    return option


def _wrong(table: Table) -> WrongAnswer:
    wrong = WrongAnswer(given=table.whole("given", low=-MAX_ANSWER, high=MAX_ANSWER), text=table.text("text"))
    table.finish()
    return wrong


def _check_options(table: Table, options: tuple[Option, ...]) -> None:
    if not 2 <= len(options) <= 9:
        table.note("option", f"a choice question needs 2 to 9 options, this one has {len(options)}")
    right = sum(option.right for option in options)
    if options and right != 1:
        table.note("option", f"one option must be right, here {right} are")
    for text, count in Counter(option.text.casefold() for option in options).items():
        if count > 1:
            table.note("option", f'two options say the same: "{text}"')


def _task(table: Table, tags: Iterable[str]) -> Task:
    when = table.table("when")
    task = Task(
        id=table.text("id"),
        tag=table.word("tag", tags),
        text=table.text("text"),
        right=table.text("right"),
        heads=when.whole("heads", low=0, high=max(HEADS), required=False),
        key_width=when.whole("key_width", low=0, high=int(RANGES["key_width"][1]), required=False),
    )
    when.finish()
    if task.heads not in (0, *HEADS):
        when.note("heads", f"is {task.heads}; it must be one of {', '.join(map(str, HEADS))}")
    if table.has("when"):
        if not task.heads and not task.key_width:
            when.note("", "needs heads, key_width or both")
        elif task_done(task, LabState()):
            when.note("", "is how the sliders stand at the start, so there is nothing to do")
    table.finish()
    return task


def _job(table: Table) -> Job:
    name, pairs = table.text("name", most=LONGEST_NAME), table.pairs("pairs")
    rule = table.word("rule", [rule for rule in RULES if rule], required=False)
    if not pairs and not rule:
        table.note("", "a job needs pairs of words or a rule")
    table.finish()
    if rule and rule not in RULES:  # noted above; the board is not going to be used
        rule = ""
    return Job(name=name, pairs=pairs, rule=rule)


def _whole_board(board: Board, frame_ids: list[str]) -> Iterable[Problem]:
    """What only shows when all tables are seen together: doubles, gaps, tags that nothing asks about."""
    for missing in (frame_id for frame_id in FRAME_IDS if frame_id not in frame_ids):
        yield Problem("frame", f'there is no frame "{missing}"')
    yield from _doubles("frame", frame_ids)
    yield from _doubles("glossary", [term.id for term in board.glossary])
    yield from _doubles("prompt", [prompt.id for prompt in board.prompts])
    yield from _doubles("question", [question.id for question in board.questions])
    yield from _doubles("task", [task.id for task in board.tasks])
    yield from _doubles("job", [job.name for job in board.jobs])
    yield from _too_many("prompt", len(board.prompts), MAX_PROMPTS)
    yield from _too_many("job", len(board.jobs), MOST_JOBS)
    asked = {prompt.tag for prompt in board.prompts} | {question.tag for question in board.questions}
    asked |= {task.tag for task in board.tasks}
    for number, goal in enumerate(board.goals, start=1):
        if goal.tag in board.tags and goal.tag not in asked:
            yield Problem(f"goal[{number}].tag", f'no prompt, question or task is about "{goal.tag}"')


def _too_many(table: str, count: int, most: int) -> Iterable[Problem]:
    if count > most:
        yield Problem(table, f"there are {count}; at most {most} fit")


def _doubles(table: str, ids: list[str]) -> Iterable[Problem]:
    for name, count in Counter(ids).items():
        if name and count > 1:
            yield Problem(table, f'"{name}" is used {count} times')


def _order(frame_id: str) -> int:
    return FRAME_IDS.index(frame_id) if frame_id in FRAME_IDS else len(FRAME_IDS)
