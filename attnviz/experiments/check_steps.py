"""What to do next on the exit ticket, and how each of its parts has come out, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Final

from attnviz.board.plain import plain
from attnviz.core.limits import MARKS
from attnviz.experiments.check_parts import Check, PromptNow, QuestionNow, Step, TaskNow

HOW: Final = {
    "choice": "choose one",
    "multi": "choose all that are right",
    "truefalse": "choose true or false",
    "integer": "type a number",
    "number": "type a number",
    "text": "type a word or two",
    "order": "put them in order",
    "match": "pair them",
    "fill": "fill the gap",
    "do": "use the controls",
}
"""Kind of a question -> how it is answered."""


def steps_of(check: Check) -> tuple[Step, ...]:
    """Every step of the exit ticket, in the order of SECTIONS."""
    beside = tuple(now.question for now in check.prompts if now.question)
    return (*_say(check.prompts), *_answer(beside), *_do(check.tasks), *_quiz(check.quiz))


def summaries_of(check: Check, weakest_title: str) -> tuple[tuple[str, str], ...]:
    """How a section has come out once all its steps are done."""
    beside = sum(now.question is not None for now in check.prompts)
    return (("say", _marks_words(check.prompts, weakest_title)), ("answer", f"{_all(beside, 'answer')} right."))


def said(result: Check, here: Collection[tuple[str, int]] | None = None) -> str:
    """What to do next among the steps `here`, given by section and number; None means all.

    When nothing is left to do here, how these steps have come out, and where to go on.
    """
    steps = [step for step in result.steps if here is None or (step.section, step.number) in here]
    for step in steps:
        if not step.done:
            return step.words
    whole = {section: words for section, words in result.summaries if _all_done(result, section)}
    outcome = dict.fromkeys(whole.get(step.section, step.words) for step in steps)
    elsewhere = next((f"Next: {step.place}." for step in result.steps if not step.done), "")
    return " ".join(part for part in (*outcome, elsewhere) if part)


def asked_words(quiz: tuple[QuestionNow, ...], number: int) -> str:
    """How question `number` of the quiz stands, from 0; what is said to its answer."""
    now, place = quiz[number], f"Question {number + 1} of {len(quiz)}"
    if now.question.kind == "do":
        return f"{place}: {plain(now.reading.text)}"
    if not now.tried:
        return f"{place}: {HOW[now.question.kind]}."
    if now.right:
        return f"{place} is right."
    return f"{place}: {_told(now)}"


def question_words(now: QuestionNow) -> str:
    """What has become of an answer, with the help that there is by now."""
    parts = [now.reading.text]
    if now.hint_shown:
        parts.append(f"Hint: {now.asked.hint}")
    if now.worked_shown:
        parts.append(now.worked)
    return " ".join(plain(part) for part in parts if part)


def _told(now: QuestionNow) -> str:
    """What is said to an answer; hint and worked answer stand beside it, and are only named."""
    helps = "The worked answer is shown." if now.worked_shown else "A hint is shown." if now.hint_shown else ""
    return " ".join(part for part in (plain(now.reading.text), helps) if part)


def _all_done(result: Check, section: str) -> bool:
    return all(step.done for step in result.steps if step.section == section)


def _say(prompts: tuple[PromptNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(prompts):
        place = f"prompt {number + 1} of {len(prompts)}"
        if now.mark:
            words = f"is marked: {now.mark}."
        elif now.revealed:
            words = "compare your answer with the points and mark yourself."
        else:
            words = "say your answer aloud, then reveal the model answer."
        words = f"{place.capitalize()}{' ' if now.mark else ': '}{words}"
        steps.append(Step("say", number, place, words, bool(now.mark)))
    return steps


def _marks_words(prompts: tuple[PromptNow, ...], weakest_title: str) -> str:
    marks = Counter(now.mark for now in prompts)
    summary = ", ".join(f"{marks[mark]} {mark}" for mark in MARKS if marks[mark])
    advice = f"Look again at “{weakest_title}”" if weakest_title else "Well done."
    return f"{_all(len(prompts), 'prompt')} marked: {summary}. {advice}"


def _answer(beside: tuple[QuestionNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(beside):
        place = f"answer {number + 1} of {len(beside)}"
        if now.right:
            words = f"{place.capitalize()} is right."
        elif not now.tried:
            words = f"{place.capitalize()}: {HOW[now.question.kind]}, and the program checks it."
        else:
            words = f"{place.capitalize()}: {_told(now)} Try again."
        steps.append(Step("answer", number, place, words, now.right))
    return steps


def _do(tasks: tuple[TaskNow, ...]) -> list[Step]:
    steps = []
    for number, now in enumerate(tasks):
        words = f"Done: {plain(now.words)}" if now.done else f"{plain(now.task.text)} {plain(now.words)}"
        steps.append(Step("do", number, "the task with the sliders", words, now.done))
    return steps


def _quiz(quiz: tuple[QuestionNow, ...]) -> list[Step]:
    right, count = sum(now.right for now in quiz), len(quiz)
    tried = sum(now.tried for now in quiz)
    if right == count:
        words = f"Quiz: {_all(count, 'question').lower()} right."
    elif not tried:
        asked = "1 question" if count == 1 else f"{count} questions, the weakest concept first"
        words = f"Quiz: {asked}. The program checks every answer, and you can always try again."
    else:
        again = f", {tried - right} to try again" if tried > right else ""
        left = f", {count - tried} still to answer" if count > tried else ""
        words = f"Quiz: {right} of {count} right{again}{left}."
    return [Step("quiz", 0, "the quiz", words, right == count)] if quiz else []


def _all(count: int, thing: str) -> str:
    return f"The {thing} is" if count == 1 else f"All {count} {thing}s are"
