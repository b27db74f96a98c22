"""Puts a question to the viewer: parameters drawn, texts filled in, options shuffled, all by the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Final, TypeVar

from attnviz.board.expressions import ExpressionError, Number, Value, parse
from attnviz.board.fill_in import fill_in
from attnviz.board.live import controls_for, settings, words_for
from attnviz.board.question_parts import question_names
from attnviz.board.schema import Option, Question
from attnviz.board.writing import ENGLISH, NumberWriting
from attnviz.core.state import LabState

MOST_DRAWS: Final = 500  # of one question; all of them are checked when a board loads

Draw = Mapping[str, Value]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put to the viewer: nothing left to fill in, everything in the order of the seed.

    Numbers in answers count from 1 in the order shown here.
    """

    question: Question
    seed: int  # shown, so that a class can share it
    text: str
    right: str  # said to a right answer
    hint: str
    worked: str
    options: tuple[Option, ...] = ()  # choice, multi; truefalse has True and False
    items: tuple[str, ...] = ()  # order: as shown
    left: tuple[str, ...] = ()  # match
    right_side: tuple[str, ...] = ()
    formula: str = ""  # fill: with GAP
    answer: str = ""  # the right answer as it is given: "2", "1,3", "true", "3,1,2", "1=2,2=1", "64", a word, a formula
    solution: str = ""  # the right answer in words to show
    unit: tuple[str, ...] = ()
    value: Number | None = None  # integer, number: the right answer
    names: tuple[tuple[str, Value], ...] = ()  # the draw, for the comparisons of `question.wrong`
    controls: tuple[str, ...] = ()  # do: fields of the state that the goal depends on
    done: bool = False  # do: whether the controls stand where they should
    now: str = ""  # do: where they stand

    @property
    def key(self) -> str:
        """Under which `LabState` keeps what the viewer gave: the id, with the settings for a live question."""
        if not self.question.live:
            return self.question.id
        return f"{self.question.id}@{','.join(f'{name}={value}' for name, value in self.names)}"


def ask(question: Question, seed: int, state: LabState, writing: NumberWriting = ENGLISH) -> Asked:
    """`question` as the viewer sees it: the same for the same seed, on every machine.

    The state matters to `live` and `do` questions only. Raises ExpressionError for a question that `can_ask` refuses;
    those of a board that has been loaded are sound otherwise.
    """
    draw = pick_draw(question, seed, state)
    return asked_with(question, seed, draw, state, writing)


def can_ask(question: Question, state: LabState) -> bool:
    """Whether there is something to ask: a `live` question may have no sound answer with the settings as they are."""
    return not question.live or _sound(question, _live_draw(question, state))


def pick_draw(question: Question, seed: int, state: LabState) -> Draw:
    """The parameters that `seed` draws. Raises ExpressionError when there are none."""
    if question.live:
        draw = _live_draw(question, state)
        if not _sound(question, draw):
            raise ExpressionError("the settings as they are leave nothing to ask")
        return draw
    draws = sound_draws(question)
    if not draws:
        raise ExpressionError("no draw fulfils it")
    return draws[_hash(seed, question.id, "draw") % len(draws)]


@lru_cache(maxsize=256)
def sound_draws(question: Question) -> tuple[Draw, ...]:
    """All draws of a question that is not live, those that `where` refuses left out. Raises ExpressionError."""
    return tuple(draw for draw in _combinations(question) if _sound(question, draw))


def count_draws(question: Question) -> int:
    """How many draws there are before `where` refuses any."""
    return prod(len(values) for _, values in question.params)


def asked_with(question: Question, seed: int, draw: Draw, state: LabState, writing: NumberWriting = ENGLISH) -> Asked:
    """`question` with these parameters. Raises ExpressionError where something cannot be worked out."""

    def filled(text: str) -> str:
        return fill_in(text, draw, writing)

    asked = Asked(
        question=question,
        seed=seed,
        text=filled(question.text),
        right=filled(question.right),
        hint=filled(question.hint),
        worked=filled(question.worked),
        unit=question.unit,
        names=tuple(draw.items()),
    )
    match question.kind:
        case "choice" | "multi":
            return _with_options(
                asked, [replace(o, text=filled(o.text), feedback=filled(o.feedback)) for o in question.options]
            )
        case "truefalse":
            return _true_or_false(asked, draw)
        case "integer" | "number":
            return _with_number(asked, draw, writing)
        case "order":
            return _with_items(asked, [filled(item) for item in question.items])
        case "match":
            return _with_pairs(asked, [(filled(left), filled(right)) for left, right in question.pairs])
        case "do":
            return _to_do(asked, draw, state)
        case _:  # text, fill
            answer = filled(question.answer)
            return replace(asked, answer=answer, solution=answer, formula=filled(question.formula))


def _with_options(asked: Asked, options: list[Option]) -> Asked:
    options = shuffled(options, asked.seed, asked.question.id, "options")
    right = [number for number, option in enumerate(options, start=1) if option.right]
    solution = " · ".join(option.text for option in options if option.right)
    return replace(asked, options=tuple(options), answer=",".join(map(str, right)), solution=solution)


def _true_or_false(asked: Asked, draw: Draw) -> Asked:
    truth = parse(asked.question.answer).truth(draw)
    options = (Option("True", truth), Option("False", not truth))
    return replace(asked, options=options, answer=str(truth).lower(), solution=str(truth))


def _with_number(asked: Asked, draw: Draw, writing: NumberWriting) -> Asked:
    value = parse(asked.question.answer).number(draw)
    digits = asked.question.digits
    whole = asked.question.kind == "integer"
    if not whole:
        to = f"to {digits} decimal{'' if digits == 1 else 's'}" if digits else "to a whole number"
        asked = replace(asked, text=f"{asked.text} ({to})")
    solution = writing.text(value, 0 if whole else digits, fixed=True)
    return replace(asked, value=value, answer=solution, solution=solution)


def _with_items(asked: Asked, items: list[str]) -> Asked:
    order = shuffled(range(len(items)), asked.seed, asked.question.id, "items")
    if order == sorted(order):  # already right: nothing to do
        order = [*order[1:], order[0]]
    answer = ",".join(str(order.index(place) + 1) for place in range(len(items)))
    return replace(asked, items=tuple(items[i] for i in order), answer=answer, solution=" → ".join(items))


def _with_pairs(asked: Asked, pairs: list[tuple[str, str]]) -> Asked:
    places = range(len(pairs))
    left = shuffled(places, asked.seed, asked.question.id, "left")
    right = shuffled(places, asked.seed, asked.question.id, "right")
    answer = ",".join(f"{number}={right.index(place) + 1}" for number, place in enumerate(left, start=1))
    return replace(
        asked,
        left=tuple(pairs[i][0] for i in left),
        right_side=tuple(pairs[i][1] for i in right),
        answer=answer,
        solution=" · ".join(f"{pairs[i][0]}: {pairs[i][1]}" for i in left),
    )


def _to_do(asked: Asked, draw: Draw, state: LabState) -> Asked:
    goal = parse(asked.question.goal)
    return replace(
        asked,
        controls=controls_for(goal.names),
        done=goal.truth({**settings(state), **draw}),
        now=words_for(goal.names, state),
    )


def shuffled(things: Sequence[_T], seed: int, *purpose: str) -> list[_T]:
    """`things` in an order that follows from the seed and the purpose alone."""
    return [thing for _, thing in sorted(enumerate(things), key=lambda one: _hash(seed, *purpose, str(one[0])))]


def _hash(seed: int, *purpose: str) -> int:
    """A number that looks random: from a hash, so that it is the same with every version of Python."""
    return int.from_bytes(hashlib.sha256("\0".join((str(seed), *purpose)).encode()).digest()[:8], "big")


def _combinations(question: Question) -> Iterator[Draw]:
    names = [name for name, _ in question.params]
    choices = [[Fraction(str(value)) for value in values] for _, values in question.params]
    for values in product(*choices):
        yield dict(zip(names, values, strict=True))


def _live_draw(question: Question, state: LabState) -> Draw:
    """The settings that the question speaks of."""
    return {name: value for name, value in settings(state).items() if name in question_names(question)}


def _sound(question: Question, draw: Draw) -> bool:
    return not question.where or parse(question.where).truth(draw)
