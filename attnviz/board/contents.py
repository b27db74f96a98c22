"""The whole board as an outline: every text, every live value, and what each frame's picture says now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from attnviz.board.asking import asked_now
from attnviz.board.deeper import plain_paragraphs
from attnviz.board.draw import can_ask
from attnviz.board.question_words import answers_of, choices_of
from attnviz.board.schema import Board, FrameText, Prompt, Question, Term
from attnviz.board.values import live_value
from attnviz.core.state import LabState
from attnviz.core.words import arrow

JOBS: Final = "What the hand-built heads do"  # the heading of the last section
NOW: Final = "Now: "  # before the live words
_RULE_WORDS: Final = {
    "": "",
    "previous": "each word looks at the word before it",
    "next": "each word looks at the word after it",
    "same": "each word looks at itself and its repeats",
    "first": "each word looks at the first word",
}


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the paragraphs under it and the sections inside it; `id` is a frame, term or prompt, or ""."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    id: str = ""


def outline(board: Board, state: LabState, live: Mapping[str, str], *, answers: bool = False) -> Section:
    """The board from top to bottom.

    Parameters
    ----------
    live
        Frame id -> what its picture says now: `attnviz.experiments.live_words(state, board)`.
    answers
        With the model answers, the feedback to questions and the speaker's notes, which students do not get to see.
    """
    goals = Section("You will be able to", tuple(f"{goal.text} ({_rail(board, goal.frame)})" for goal in board.goals))
    recall = Section("From earlier sessions", board.recall)
    frames = tuple(_frame(board, frame, state, live, answers) for frame in board.frames.values())
    jobs = Section(JOBS, tuple(_job_words(board)))
    return Section(f"{board.session}: {board.title}", _paragraphs(board.story), (goals, recall, *frames, jobs))


def to_text(section: Section, level: int = 1) -> str:
    """The outline as Markdown: `#` headings, paragraphs parted by blank lines."""
    blocks = ["#" * level + " " + section.heading, *section.paragraphs]
    return "\n\n".join([*blocks, *(to_text(inner, level + 1) for inner in section.sections)])


def to_dict(section: Section) -> dict[str, object]:
    """The outline ready for JSON."""
    return {
        "id": section.id,
        "heading": section.heading,
        "paragraphs": list(section.paragraphs),
        "sections": [to_dict(inner) for inner in section.sections],
    }


def _frame(board: Board, frame: FrameText, state: LabState, live: Mapping[str, str], answers: bool) -> Section:
    chain = " → ".join(frame.chain) + (f"; the cure: {frame.cure}" if frame.cure else "")
    paragraphs = [frame.lead, chain, NOW + live[frame.id] if live.get(frame.id) else ""]
    inner = [
        Section("Small print", _paragraphs(frame.small_print)),
        Section("Deeper", plain_paragraphs(frame.deeper, state, board)),
        Section("Sources", frame.sources),
        Section("Speaker notes", (*_paragraphs(frame.notes), f"{frame.minutes} minutes") if answers else ()),
    ]
    if frame.id == "glossary":
        inner.extend(_term(board, term, state) for term in board.glossary)
    if frame.id == "check":
        inner.extend(_prompt(board, prompt, answers) for prompt in board.prompts)
        inner.extend(_question(board, one, state, answers) for one in (*board.questions, *board.tasks))
    number = list(board.frames).index(frame.id) + 1
    kept = tuple(section for section in inner if section.paragraphs)
    return Section(f"{number} · {frame.rail}: {frame.title}", tuple(p for p in paragraphs if p), kept, frame.id)


def _term(board: Board, term: Term, state: LabState) -> Section:
    paragraphs = (
        f"{term.symbol}, said “{term.say}”" if term.symbol and term.say else term.symbol,
        term.text,
        live_value(term.value, state, board),
        "Appears in: " + ", ".join(_rail(board, frame) for frame in term.frames),
    )
    return Section(term.term, tuple(p for p in paragraphs if p), id=term.id)


def _prompt(board: Board, prompt: Prompt, answers: bool) -> Section:
    shown = (prompt.text, f"About: {board.tags[prompt.tag]}. Look again at: {_rail(board, prompt.frame)}.")
    if not answers:
        return Section("Say it aloud", shown, id=prompt.id)
    points = "Points: " + " · ".join(prompt.criteria)
    return Section("Say it aloud", (*shown, *_paragraphs(prompt.answer), points), id=prompt.id)


def _question(board: Board, question: Question, state: LabState, answers: bool) -> Section:
    """The question as the present seed puts it, or its plain text when the settings leave nothing to ask."""
    heading = f"{'Task' if question.kind == 'do' else 'Question'}: {board.tags[question.tag]}"
    if not can_ask(question, state):
        return Section(heading, ("Not to be asked with the settings as they are.",), id=question.id)
    asked = asked_now(question, state, board)
    shown = (asked.text, *choices_of(asked))
    if answers:
        shown = (*shown, *answers_of(asked))
    return Section(heading, tuple(text for text in shown if text), id=question.id)


def _job_words(board: Board) -> Iterable[str]:
    for job in board.jobs:
        pairs = ", ".join(arrow(query, key) for query, key in job.pairs)
        yield f"{job.name}: {', '.join(filter(None, (pairs, _RULE_WORDS[job.rule])))}"


def _rail(board: Board, frame_id: str) -> str:
    return board.frames[frame_id].rail


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n\n")) if text else ()
