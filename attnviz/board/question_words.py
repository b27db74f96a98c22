"""A question and its answer as plain lines: for the outline of the board, for search and for paper."""

from __future__ import annotations

from attnviz.board.draw import Asked
from attnviz.board.expressions import ExpressionError
from attnviz.board.fill_in import fill_in


def choices_of(asked: Asked) -> tuple[str, ...]:
    """What there is to choose from, to order or to pair, or the formula with the gap."""
    letters = "abcdefghi"
    if asked.question.kind == "match":
        right = " · ".join(asked.right_side)
        return (" · ".join(asked.left), f"To pair with: {right}")
    things = [option.text for option in asked.options] or list(asked.items)
    return (*(f"{letter}) {text}" for letter, text in zip(letters, things, strict=False)), asked.formula)


def answers_of(asked: Asked) -> tuple[str, ...]:
    """The right answer, what is said to it and to the usual mistakes, the hint and the worked answer."""
    question = asked.question
    feedback = [f"{option.text} {option.feedback}" for option in asked.options if not option.right and option.feedback]
    for wrong in question.wrong:
        feedback.append(
            ": ".join(part for part in (_mistake(asked, wrong.when, wrong.given), _filled(asked, wrong.text)) if part)
        )
    extra = (
        f"Done when: {_goal_words(question.goal)}" if question.goal else f"Right: {asked.solution}",
        f"Right as well: {', '.join(_filled(asked, text) for text in question.variants)}" if question.variants else "",
        asked.right,
        *feedback,
        f"Hint: {asked.hint}" if asked.hint else "",
        f"Worked answer: {asked.worked}" if asked.worked else "",
        f"Units that may follow: {', '.join(asked.unit)}" if asked.unit else "",
    )
    return tuple(text for text in extra if text)


def _goal_words(goal: str) -> str:
    signs = {"_": " ", " == ": " = ", " >= ": " ≥ ", " <= ": " ≤ ", " ** 2": "²"}
    for sign, words in signs.items():
        goal = goal.replace(sign, words)
    return goal


def _mistake(asked: Asked, when: str, given: tuple[str, ...]) -> str:
    return when.removeprefix("given == ") if when else " → ".join(_filled(asked, text) for text in given)


def _filled(asked: Asked, text: str) -> str:
    """`text` filled in as far as it can be without an answer."""
    try:
        return fill_in(text, dict(asked.names))
    except ExpressionError:
        return text
