"""What a board holds, as frozen values. `load.load_board` is the only maker of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from attnviz.core.jobs import Job
from attnviz.core.library import Library

FORMAT: Final = 1
"""The board file format that this program reads and writes: `attnviz_board = 1`."""

FRAME_IDS: Final = ("open", "why-scale", "multi-head", "four-steps", "glossary", "check")
"""The frames of the board, in the order of the rail."""

QUESTION_KINDS: Final = (
    "choice", "multi", "truefalse", "integer", "number", "text", "order", "match", "fill", "do",
)  # fmt: skip
"""How a question is answered: choosing one or several options, true or false, a whole number, a number, words, putting
items in order, pairing them, filling a gap in a formula, or doing something with the controls."""

GAP: Final = "▢"
"""Where something is missing in the formula of a `fill` question."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something the viewer will be able to do; `frame` teaches it, `tag` is the concept that proves it."""

    text: str
    frame: str
    tag: str


@dataclass(frozen=True, slots=True)
class FrameText:
    """The words of one frame. Paragraphs of `deeper` and `notes` are parted by a blank line."""

    id: str
    title: str  # a question
    rail: str  # the short name
    lead: str  # one sentence under the title
    chain: tuple[str, ...] = ()  # short links of a chain, read left to right
    cure: str = ""  # what breaks the chain
    small_print: str = ""  # where a claim is only partly true
    notes: str = ""  # for the speaker only
    deeper: str = ""
    sources: tuple[str, ...] = ()
    minutes: int = 0


@dataclass(frozen=True, slots=True)
class Term:
    """One line of the glossary; `value` names a live value of `values.LIVE_VALUES`, or is empty."""

    id: str
    term: str
    symbol: str
    say: str  # how the symbol is read aloud
    text: str  # at most 30 words
    value: str
    frames: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """An exit-ticket prompt: said aloud, then `answer` is revealed and marked by the viewer against `criteria`."""

    id: str
    text: str
    answer: str
    criteria: tuple[str, ...]
    frame: str
    tag: str
    question: str = ""  # id of the question that the program checks beside it


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a question with choices; `feedback` says why a wrong one is wrong."""

    text: str
    right: bool = False
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A mistake that is often made, and what to say to it. Without `when` and `given` it stands for any.

    `when` is a comparison over `given` (the number that was typed, or true or false) and the parameters; `given` lists
    the words or formulas themselves: of `text` and `fill` each is such an answer, of `order` the first of two items
    stands before the second, of `match` they are a left and a right item that were paired.
    """

    text: str
    when: str = ""
    given: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the file has it. Its texts may hold {expressions} over the parameters, filled in when it is asked.

    `params` are names with the values that they may have; `live` means that the present settings of the board are
    parameters, by the names of `live.LIVE`. `where` holds for the draws that may be asked.
    """

    id: str
    kind: str  # one of QUESTION_KINDS
    tag: str
    text: str
    right: str  # said to a right answer
    hint: str = ""  # shown after two wrong answers
    worked: str = ""  # the way to the answer, offered after three
    options: tuple[Option, ...] = ()  # choice, multi
    items: tuple[str, ...] = ()  # order: as they should stand
    pairs: tuple[tuple[str, str], ...] = ()  # match: left and right
    params: tuple[tuple[str, tuple[float, ...]], ...] = ()
    live: bool = False
    where: str = ""
    answer: str = ""  # an expression (integer, number, truefalse), a formula (fill), the words that are shown (text)
    variants: tuple[str, ...] = ()  # text, fill: other ways to write the answer
    unit: tuple[str, ...] = ()  # words that may follow a number
    digits: int = 0  # number: decimals that are asked for
    formula: str = ""  # fill: with GAP where something is missing
    goal: str = ""  # do: a comparison over the parameters and `live.LIVE`
    wrong: tuple[WrongAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A whole lesson, its links all checked."""

    title: str
    session: str
    story: str
    recall: tuple[str, ...]
    goals: tuple[Goal, ...]
    frames: Mapping[str, FrameText] = field(hash=False)  # by id, in the order of FRAME_IDS
    glossary: tuple[Term, ...]
    prompts: tuple[Prompt, ...]
    questions: tuple[Question, ...]
    jobs: tuple[Job, ...]
    tags: Mapping[str, str] = field(hash=False)  # id of a concept -> its name
    tasks: tuple[Question, ...] = ()  # `do` questions that are always on show
    lang: str = "en"
    library: Library = field(default_factory=Library, compare=False)  # of heads that the program was given

    def question(self, question_id: str) -> Question:
        """The question or task with this id. Raises KeyError when there is none."""
        for question in (*self.questions, *self.tasks):
            if question.id == question_id:
                return question
        raise KeyError(question_id)

    def quiz(self) -> tuple[Question, ...]:
        """The questions that stand beside no prompt, in the order of the file."""
        beside = {prompt.question for prompt in self.prompts}
        return tuple(question for question in self.questions if question.id not in beside)
