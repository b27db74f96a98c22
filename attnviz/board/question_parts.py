"""What a question is made of: its texts and its expressions, each with its place in the board file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from attnviz.board.expressions import ExpressionError, parse
from attnviz.board.fill_in import expressions_in
from attnviz.board.schema import Question


def texts_of(question: Question) -> Iterator[tuple[str, str]]:
    """Every text that is filled in before it is shown, with its key such as `option[2].text`."""
    for key in ("text", "right", "hint", "worked", "formula"):
        yield key, getattr(question, key)
    if question.kind in ("text", "fill"):
        yield "answer", question.answer
        yield from ((f"variants[{number}]", text) for number, text in enumerate(question.variants, start=1))
    for number, option in enumerate(question.options, start=1):
        yield f"option[{number}].text", option.text
        yield f"option[{number}].feedback", option.feedback
    yield from ((f"items[{number}]", item) for number, item in enumerate(question.items, start=1))
    for number, pair in enumerate(question.pairs, start=1):
        yield from ((f"pairs[{number}]", side) for side in pair)
    for number, wrong in enumerate(question.wrong, start=1):
        yield f"wrong[{number}].text", wrong.text
        yield from ((f"wrong[{number}].given", given) for given in wrong.given)


def expressions_of(question: Question) -> Iterator[tuple[str, str]]:
    """Every expression that stands by itself, with its key such as `wrong[1].when`."""
    if question.where:
        yield "where", question.where
    if question.kind in ("integer", "number", "truefalse"):
        yield "answer", question.answer
    if question.kind == "do":
        yield "goal", question.goal
    for number, wrong in enumerate(question.wrong, start=1):
        if wrong.when:
            yield f"wrong[{number}].when", wrong.when


@lru_cache(maxsize=256)
def question_names(question: Question) -> frozenset[str]:
    """The names that a question asks for anywhere; what cannot be read is left out."""
    names: set[str] = set()
    for _, text in texts_of(question):
        try:
            names.update(name for expression in expressions_in(text) for name in expression.names)
        except ExpressionError:
            continue
    for _, text in expressions_of(question):
        try:
            names |= parse(text).names
        except ExpressionError:
            continue
    return frozenset(names)
