"""What the exit ticket is made of, as frozen values: prompts, questions, concepts and steps as they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from attnviz.board.answers import Reading, Verdict
from attnviz.board.draw import Asked
from attnviz.board.schema import Prompt, Question

SECTIONS: Final = {"say": "Say it aloud", "answer": "Answer", "do": "Do", "quiz": "Quiz"}
"""The parts of the exit ticket and their names, in their order."""
HINT_AFTER: Final = 2  # wrong answers
WORKED_AFTER: Final = 3


@dataclass(frozen=True, slots=True)
class QuestionNow:
    """A question as it is asked, what the viewer has given, the verdict, and what help there is by now."""

    asked: Asked
    given: str
    reading: Reading
    tries: int = 0  # how often a wrong answer was given
    hint_shown: bool = False
    worked_offered: bool = False
    worked_shown: bool = False

    @property
    def question(self) -> Question:
        """The question as the board file has it."""
        return self.asked.question

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.reading.verdict is Verdict.RIGHT

    @property
    def tried(self) -> bool:
        """Whether an answer has been given."""
        return self.reading.verdict is not Verdict.EMPTY

    @property
    def worked(self) -> str:
        """The way to the answer, or at least the answer."""
        return self.asked.worked or f"The answer: {self.asked.solution}"


@dataclass(frozen=True, slots=True)
class PromptNow:
    """A prompt, how far the viewer has come with it, and the question that goes with it."""

    prompt: Prompt
    revealed: bool
    mark: str  # one of core.limits.MARKS, or "" when not marked
    question: QuestionNow | None


@dataclass(frozen=True, slots=True)
class TaskNow:
    """Something to do that is always on show, whether it is done, and the words for how the controls stand."""

    task: Asked
    done: bool
    words: str


@dataclass(frozen=True, slots=True)
class Concept:
    """How a concept stands: by its marks and answers in a word, and how many of its questions are right."""

    tag: str
    name: str
    standing: str  # "done", "nearly", "not yet" or "open"
    right: int
    tried: int
    asked: int
    mark: str = ""  # the worst that the viewer has given it
    misses: int = 0  # wrong answers given to its questions


@dataclass(frozen=True, slots=True)
class Step:
    """One thing of the exit ticket: what to do with it next, or how it has come out."""

    section: str  # one of SECTIONS
    number: int  # which of its section, from 0
    place: str  # what it is called: "prompt 2 of 3"
    words: str
    done: bool


@dataclass(frozen=True, slots=True)
class Check:
    """The exit ticket as it stands."""

    prompts: tuple[PromptNow, ...]
    quiz: tuple[QuestionNow, ...]  # drawn from the questions that go with no prompt
    tasks: tuple[TaskNow, ...]
    concepts: tuple[Concept, ...]
    weakest: str  # frame of the first prompt marked worst, "" when all are got
    seed: int  # draws the questions; shown, so that a class can share it
    steps: tuple[Step, ...] = ()  # in the order of SECTIONS
    summaries: tuple[tuple[str, str], ...] = ()  # section, and how it has come out once all its steps are done

    @property
    def questions(self) -> tuple[QuestionNow, ...]:
        """All questions on show: those that go with a prompt, then the quiz."""
        return (*(now.question for now in self.prompts if now.question), *self.quiz)
