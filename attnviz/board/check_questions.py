"""Goes through every draw of a question when a board is loaded, so that none can go wrong in front of a class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from attnviz.board.answers import fold_words
from attnviz.board.draw import MOST_DRAWS, Asked, Draw, asked_with, count_draws, sound_draws
from attnviz.board.expressions import FUNCTIONS, ExpressionError, Number, Value, parse, size
from attnviz.board.fill_in import expressions_in, fill_in
from attnviz.board.formula_answers import read_formula, right_formulas, same_formula
from attnviz.board.live import LIVE, STANDS
from attnviz.board.number_answers import fits, same_number, tolerance
from attnviz.board.question_parts import expressions_of, question_names, texts_of
from attnviz.board.reachable import is_reachable, settings_of
from attnviz.board.reading import suggest
from attnviz.board.schema import GAP, Question
from attnviz.core.limits import HEADS, RANGES
from attnviz.core.state import LabState

Note = Callable[[str, str], None]

GIVEN: Final = "given"
MOST_LIVE: Final = 1000  # stands of the settings that a live question speaks of
LARGEST: Final = 10**12
MOST_OPTIONS: Final = 8
MOST_ITEMS: Final = 7
_COUNTS: Final = {"choice": ("option", 2, MOST_OPTIONS), "multi": ("option", 2, MOST_OPTIONS),
                  "order": ("items", 3, MOST_ITEMS), "match": ("pairs", 2, MOST_ITEMS)}  # fmt: skip


def check_question(question: Question, note: Note) -> None:
    """Note everything that is wrong with a question, whatever is drawn: `note(key, what)`, each fault once."""
    for key, text in _all_faults(question):
        note(key, text)


@lru_cache(maxsize=512)
def _all_faults(question: Question) -> tuple[tuple[str, str], ...]:
    """Kept, so that a board that is read again is checked only where it has changed."""
    unreadable = list(_unreadable(question))
    faults = [*unreadable, *_shape(question)]
    if not unreadable and _is_complete(question):
        faults += _draw_faults(question)
    return tuple(dict.fromkeys(faults))


# --------------------------------------------------------------------------------------- what needs no draw to be seen


def _unreadable(question: Question) -> Iterator[tuple[str, str]]:
    """Expressions that cannot be read, and names that nothing gives a value."""
    yield from _bad_parameters(question)
    for key, text in expressions_of(question):
        if text:
            try:
                yield from _unknown(question, key, parse(text).names)
            except ExpressionError as error:
                yield key, f"{text[:40]} {error}"
    for key, text in texts_of(question):
        try:
            for expression in expressions_in(text):
                yield from _unknown(question, key, expression.names)
        except ExpressionError as error:
            yield key, str(error)


def _bad_parameters(question: Question) -> Iterator[tuple[str, str]]:
    for name, values in question.params:
        if not name.isidentifier() or name in FUNCTIONS or name in (GIVEN, "and", "or", "not"):
            yield f"params.{name}", "is no name for a number: use letters, digits and _, and no name of a function"
        elif question.kind == "do" and name in LIVE:
            yield f"params.{name}", "is a setting of the board: a goal compares the settings with the parameters"
        if any(not abs(value) <= LARGEST for value in values):
            yield f"params.{name}", f"holds a number beyond {LARGEST}"


def _unknown(question: Question, key: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    known = [name for name, _ in question.params]
    if question.live or key == "goal":
        known += LIVE
    if key.startswith("wrong[") and question.kind in ("integer", "number"):
        known.append(GIVEN)
    for name in sorted(set(names) - set(known)):
        yield key, f'there is no parameter called "{name}"' + suggest(name, known)


def _shape(question: Question) -> Iterator[tuple[str, str]]:
    """Too few or too many things to choose from, and what stands for any mistake before others can."""
    if question.kind in _COUNTS:
        key, low, high = _COUNTS[question.kind]
        count = len(question.options or question.items or question.pairs)
        if not low <= count <= high:
            yield key, f"there are {count}; a question of kind {question.kind} needs {low} to {high}"
    right = sum(option.right for option in question.options)
    if question.kind == "choice" and question.options and right != 1:
        yield "option", f"one option must be right, here {right} are"
    if question.kind == "multi" and question.options and not 0 < right < len(question.options):
        yield "option", "at least one option must be right and at least one wrong"
    if question.formula and question.formula.count(GAP) != 1:
        yield "formula", f"must hold the gap {GAP} once"
    for number, wrong in enumerate(question.wrong[:-1], start=1):
        if not wrong.when and not wrong.given:
            yield f"wrong[{number}]", "stands for any mistake: those after it are never reached"


def _is_complete(question: Question) -> bool:
    """Whether there is something to draw; what is missing has been noted where it was read."""
    needed = {
        "choice": question.options, "multi": question.options, "order": question.items, "match": question.pairs,
        "fill": question.formula and question.answer, "do": question.goal,
    }  # fmt: skip
    return bool(needed.get(question.kind, question.answer))


# ----------------------------------------------------------------------------------------------------------- each draw


def _draw_faults(question: Question) -> Iterator[tuple[str, str]]:
    """What goes wrong in some draw; of faults that differ by the draw only the first is told."""
    count, most = (len(_live_stands(question)), MOST_LIVE) if question.live else (count_draws(question), MOST_DRAWS)
    if count > most:
        yield "params", f"make {count} draws; at most {most} can be checked"
        return
    draws = _draws(question)
    if isinstance(draws, str):
        yield "where", draws
        return
    if not draws:
        yield "where", "refuses every draw, so there is nothing to ask"
    told: set[str] = set()
    for draw in draws:
        for key, text in _faults(question, draw):
            if key not in told:
                told.add(key)
                yield key, text + _for(draw)


def _draws(question: Question) -> list[Draw] | str:
    """Every draw that may be asked, the corners of the settings for a live question; or why that cannot be told."""
    try:
        if not question.live:
            return list(sound_draws(question))
        draws = _live_draws(question)
        where = parse(question.where) if question.where else None
        return [draw for draw in draws if where is None or where.truth(draw)]
    except ExpressionError as error:
        return f"{question.where} {error}"


def _live_draws(question: Question) -> Iterator[Draw]:
    names = question_names(question)
    for stand in _live_stands(question):
        yield {name: value for name, value in settings_of(stand).items() if name in names}


def _live_stands(question: Question) -> list[dict[str, Value]]:
    """Where the settings that a live question speaks of may stand."""
    names = question_names(question)
    free = [n for n in STANDS if n in names or ("model_width" in names and n in ("heads", "key_width"))]
    return [dict(zip(free, values, strict=True)) for values in product(*(STANDS[name] for name in free))]


def _for(draw: Draw) -> str:
    shown = ", ".join(f"{name} = {value}" for name, value in draw.items())
    return f" (for {shown})" if shown else ""


def _faults(question: Question, draw: Draw) -> Iterator[tuple[str, str]]:
    for key, text in texts_of(question):
        if key.startswith("wrong["):
            continue  # may hold what was typed
        try:
            fill_in(text, draw)
        except ExpressionError as error:
            yield key, str(error)
    if question.kind == "do":
        yield from _goal_faults(question, draw)
        return
    try:
        asked = asked_with(question, 0, draw, LabState())
    except ExpressionError as error:
        yield "answer", f"{question.answer} {error}"
        return
    yield from _CHECKS.get(question.kind, _nothing)(asked, draw)


def _nothing(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    yield from ()


def _number_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    question, value = asked.question, asked.value
    assert value is not None
    if question.kind == "integer" and value != int(value):
        yield "answer", f"{question.answer} is {float(value):g}, no whole number"
        return
    if question.kind == "number" and value and size(value) <= tolerance(value, question.digits):
        yield "digits", f"are too few: {float(value):g} cannot be told from 0"
    for number, wrong in enumerate(question.wrong, start=1):
        if not wrong.when:
            continue
        for right in _right_values(asked, value):
            yield from _wrong_faults(f"wrong[{number}]", wrong.when, wrong.text, asked, {**draw, GIVEN: right})


def _right_values(asked: Asked, value: Number) -> list[Number]:
    """The right number, and those at the edge of what is taken for it."""
    if asked.question.kind == "integer":
        return [value]
    off = tolerance(value, asked.question.digits)
    return [number for number in (value, value - off, value + off) if fits(number, asked)]


def _wrong_faults(where: str, when: str, text: str, asked: Asked, names: dict[str, Value]) -> Iterator[tuple[str, str]]:
    try:
        if parse(when).truth(names, same_number(asked)):
            yield f"{where}.when", f"{when} also fits the right answer, {asked.solution}"
        fill_in(text, names)
    except ExpressionError as error:
        if "has no value" in str(error) or "true or false" in str(error) or "number" in str(error):
            yield where, f"{when} {error}"


def _option_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    yield from _doubles("option", "options", [option.text for option in asked.options])


def _item_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    yield from _doubles("items", "items", asked.items)
    yield from _pairs_known(asked, draw, asked.items, asked.items)
    order = [asked.items[int(n) - 1] for n in asked.answer.split(",")]
    for number, wrong in enumerate(asked.question.wrong, start=1):
        pair = [fill_in(text, draw) for text in wrong.given]
        if len(pair) == 2 and set(pair) <= set(order) and order.index(pair[0]) < order.index(pair[1]):
            yield f"wrong[{number}].given", "is the right order, it cannot be a wrong one as well"


def _match_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    yield from _doubles("pairs", "left sides", asked.left)
    yield from _doubles("pairs", "right sides", asked.right_side)
    yield from _pairs_known(asked, draw, asked.left, asked.right_side)
    right = {
        (asked.left[int(a) - 1], asked.right_side[int(b) - 1])
        for a, b in (pair.split("=") for pair in asked.answer.split(","))
    }
    for number, wrong in enumerate(asked.question.wrong, start=1):
        if tuple(fill_in(text, draw) for text in wrong.given) in right:
            yield f"wrong[{number}].given", "is a right pair, it cannot be a wrong one as well"


def _pairs_known(asked: Asked, draw: Draw, first: Iterable[str], second: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, wrong in enumerate(asked.question.wrong, start=1):
        for text, known in zip(
            (fill_in(text, draw) for text in wrong.given), (list(first), list(second)), strict=False
        ):
            if text not in known:
                yield f"wrong[{number}].given", f'"{text}" is not among them' + suggest(text, known)


def _text_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    variants = [asked.answer, *(fill_in(text, draw) for text in asked.question.variants)]
    for number, text in enumerate(variants):
        if not fold_words(text):
            yield f"variants[{number}]" if number else "answer", "holds no word"
    right = {fold_words(text) for text in variants}
    for number, wrong in enumerate(asked.question.wrong, start=1):
        for text in (fill_in(text, draw) for text in wrong.given):
            if fold_words(text) in right:
                yield f"wrong[{number}].given", f'"{text}" is a right answer, it cannot be a wrong one as well'


def _formula_faults(asked: Asked, draw: Draw) -> Iterator[tuple[str, str]]:
    for number, formula in enumerate(right_formulas(asked)):
        key = f"variants[{number}]" if number else "answer"
        try:
            same_formula(formula, formula)
        except ExpressionError as error:
            yield key, f"{formula} {error}"
            return
    for number, wrong in enumerate(asked.question.wrong, start=1):
        for formula in (fill_in(text, draw) for text in wrong.given):
            try:
                read_formula(formula)
                if any(same_formula(formula, right) for right in right_formulas(asked)):
                    yield f"wrong[{number}].given", f"{formula} comes to the same as the right answer"
            except ExpressionError as error:
                yield f"wrong[{number}].given", f"{formula} {error}"


def _goal_faults(question: Question, draw: Draw) -> Iterator[tuple[str, str]]:
    goal = parse(question.goal)
    if not goal.names & set(LIVE):
        yield "goal", "looks at no setting of the board" + suggest("", LIVE)
        return
    try:
        if goal.truth({**settings_of({}), **draw}):
            yield "goal", "is how the board stands at the start, so there is nothing to do"
        elif not is_reachable(goal, draw):
            low, high = RANGES["key_width"]
            heads = ", ".join(map(str, HEADS))
            yield "goal", f"cannot be reached (key_width goes from {low} to {high}, heads are among {heads})"
    except ExpressionError as error:
        yield "goal", f"{question.goal} {error}"


def _doubles(key: str, things: str, texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    seen: dict[str, str] = {}
    for text in texts:
        folded = " ".join(text.split()).casefold()
        if folded in seen:
            yield key, f'two {things} say the same: "{text}"'
        seen[folded] = text


_CHECKS: Final = {
    "choice": _option_faults, "multi": _option_faults, "integer": _number_faults, "number": _number_faults,
    "order": _item_faults, "match": _match_faults, "text": _text_faults, "fill": _formula_faults,
}  # fmt: skip
