"""How each concept stands, and the summary that can be saved or printed."""

from __future__ import annotations

from attnviz.board.answers import Verdict
from attnviz.board.plain import plain
from attnviz.board.progress import tags_done
from attnviz.board.schema import Board
from attnviz.core.limits import MARKS
from attnviz.core.state import LabState
from attnviz.experiments.check_parts import Check, Concept, PromptNow, QuestionNow
from attnviz.experiments.table import Table


def concepts_of(
    state: LabState, board: Board, prompts: tuple[PromptNow, ...], quiz: tuple[QuestionNow, ...]
) -> tuple[Concept, ...]:
    """How each concept of the board stands: what is done, else its mark, else whether an answer was wrong."""
    done = tags_done(state, board)
    asked = [*(now.question for now in prompts if now.question), *quiz]
    found = []
    for tag, name in board.tags.items():
        mine = [now for now in asked if now.question.tag == tag]
        marks = [now.mark for now in prompts if now.prompt.tag == tag and now.mark]
        worst = max(marks, key=MARKS.index, default="")
        missed = any(now.reading.verdict is Verdict.WRONG for now in mine)
        standing = "done" if tag in done else worst or ("not yet" if missed else "open")
        found.append(
            Concept(
                tag=tag,
                name=name,
                standing=standing,
                right=sum(now.right for now in mine),
                tried=sum(now.tried for now in mine),
                asked=len(mine),
                mark=worst,
                misses=sum(now.tries for now in mine),
            )
        )
    return tuple(found)


def standing_words(concepts: tuple[Concept, ...]) -> str:
    """How many concepts are done, and which are still not."""
    left = [plain(one.name) for one in concepts if one.standing != "done"]
    done = len(concepts) - len(left)
    words = f"{done} of {len(concepts)} concepts {'is' if done == 1 else 'are'} done"
    return f"{words}. To go: {', '.join(left)}." if left else f"{words}."


def weakest_frame(prompts: tuple[PromptNow, ...]) -> str:
    """The frame of the first prompt marked worst, "" when none is marked less than got."""
    for mark in reversed(MARKS[1:]):
        for now in prompts:
            if now.mark == mark:
                return now.prompt.frame
    return ""


def summary(state: LabState, result: Check) -> Table:
    """One row for each concept, for the screen, a CSV file and paper. It holds no answers and no names."""
    rows = tuple(
        (plain(one.name), one.standing, one.mark or "not marked", one.asked, one.tried, one.right, one.misses)
        for one in result.concepts
    )
    columns = ("concept", "standing", "own mark", "questions", "answered", "right", "wrong tries")
    return Table(f"Exit ticket by concept, seed {result.seed}", columns, rows)
