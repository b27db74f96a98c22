"""Reads a board file (TOML) into a `Board`, or says everything that is wrong with it."""

from __future__ import annotations

import stat
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from attnviz.board import deeper
from attnviz.board.lines import line_of, lines_of
from attnviz.board.load_questions import read_question, read_task
from attnviz.board.reading import TOO_DEEP, BoardError, Problem, Table, control_characters, shown
from attnviz.board.schema import (
    FORMAT,
    FRAME_IDS,
    Board,
    FrameText,
    Goal,
    Prompt,
    Term,
)
from attnviz.board.values import LIVE_VALUES
from attnviz.core.jobs import LONGEST_NAME, MOST_JOBS, RULES, Job

MAX_BYTES: Final = 2_000_000
MAX_TERM_WORDS: Final = 30
MAX_TITLE: Final = 60  # letters that fit one line over a frame
MAX_RAIL: Final = 14  # letters that fit beside the number of a frame
MAX_NAME: Final = 40  # letters of a term or a concept
MAX_PROMPTS: Final = 12  # that can be told apart on one page of Check
MAX_QUESTIONS: Final = 300


def load_board(path: Path, *, trusted: bool = False) -> Board:
    """The board in the file `path`. A `trusted` one was checked before: not every draw of its questions is tried again.

    Raises BoardError, which lists every problem at once, each with the table and key that it is in: a file that
    cannot be read, TOML that does not parse (with line and column), a format this program does not know, missing,
    unknown or mistyped keys, control characters, what is too long or too much, and links that lead nowhere.
    """
    values, source = _parse(path)
    problems = list(control_characters(values, ""))
    root = Table("", values, problems)
    root.whole("attnviz_board", low=FORMAT, high=FORMAT)
    board = _board(root, problems, trusted)
    root.finish()
    if problems:
        raise BoardError(path, _with_lines(problems, source))
    return board


def _with_lines(problems: Iterable[Problem], source: str) -> list[Problem]:
    """The problems in the order of the file, each with its line."""
    lines = lines_of(source)
    return sorted((replace(one, line=line_of(one.where, lines)) for one in problems), key=lambda one: one.line)


def _parse(path: Path) -> tuple[dict[str, object], str]:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):  # reading a pipe or a device may never end
            raise BoardError(path, [Problem("", "cannot be read: it is not a regular file")])
        if about.st_size > MAX_BYTES:
            raise BoardError(path, [Problem("", f"is larger than {MAX_BYTES // 1_000_000} MB")])
        source = path.read_text(encoding="utf-8-sig")
        values: dict[str, object] = tomllib.loads(source)
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
        raise BoardError(path, _with_lines([Problem("attnviz_board", text)], source))
    return values, source


def _board(root: Table, problems: list[Problem], trusted: bool) -> Board:
    head = root.table("board")
    title, session, story = head.text("title", most=MAX_TITLE), head.text("session", most=MAX_RAIL), head.text("story")
    recall, lang = head.texts("recall", required=False), head.text("lang", required=False) or "en"
    head.finish()
    tags = dict(root.table("tags").items(most=MAX_NAME))
    asked = [read_question(table, tags, trusted=trusted) for table in root.tables("question")]
    questions = tuple(question for question, pinned in asked if not pinned)
    tasks = (*(question for question, pinned in asked if pinned), *(read_task(t, tags) for t in root.tables("task")))
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
        tasks=tasks,
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
    yield from _doubles("question", [question.id for question in (*board.questions, *board.tasks)])
    yield from _doubles("job", [job.name for job in board.jobs])
    yield from _too_many("prompt", len(board.prompts), MAX_PROMPTS)
    yield from _too_many("question", len(board.questions), MAX_QUESTIONS)
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
