"""The shipped lesson: complete, linked, short enough, and true to the facts that it quotes."""

from __future__ import annotations

import re
import tomllib
from collections import Counter

import pytest

from attnviz.board.answers import Verdict, read_answer
from attnviz.board.draw import ask, asked_with, can_ask, sound_draws
from attnviz.board.expressions import ExpressionError, parse
from attnviz.board.schema import FRAME_IDS, QUESTION_KINDS
from attnviz.core.heads import attend, hand_built
from attnviz.core.jobs import RULES, Job
from attnviz.core.state import LabState, apply
from attnviz.core.tokens import tokenize


def test_session_goals_and_recall(board):
    assert (board.session, board.title) == ("Session 11", "Scaling and multi-head attention")
    assert [goal.frame for goal in board.goals] == ["why-scale", "multi-head", "four-steps"]
    assert len(board.recall) == 2
    assert [line.partition(":")[0] for line in board.recall] == ["Session 8", "Session 9"]


def test_every_frame_asks_a_question_and_has_notes(board):
    assert tuple(board.frames) == FRAME_IDS
    for frame in board.frames.values():
        assert frame.title.endswith("?")
        assert len(frame.rail) <= 10
        assert 2 <= len(re.findall(r"[.?]( |$)", frame.notes)) <= 4, frame.id
        assert frame.minutes > 0
    assert 40 <= sum(frame.minutes for frame in board.frames.values()) <= 60


def test_the_chain_and_its_cure(board):
    frame = board.frames["why-scale"]
    assert frame.chain == ("wider keys", "larger dot products", "softmax nearly one-hot", "gradients vanish")
    assert "√d_k" in frame.cure
    assert "independent" in frame.small_print
    assert "parameters" in frame.small_print


def test_partly_true_claims_say_so(board):
    for frame_id in ("open", "why-scale", "multi-head", "four-steps"):
        assert board.frames[frame_id].small_print, frame_id
    assert "not by themselves an explanation" in board.frames["multi-head"].small_print
    assert "A job is a list of word pairs" in board.frames["multi-head"].small_print


@pytest.mark.parametrize("fact", ["65 %", "27 %", "86.8 %", "40.0 %", "24.9", "25.8", "25.4"])
def test_quoted_figures(board, fact):
    frame = board.frames["multi-head"]
    assert fact in frame.small_print + frame.deeper


def test_glossary_has_the_terms_each_in_one_plain_line(board):
    names = {term.term for term in board.glossary}
    assert names >= {
        "scaled dot-product attention", "key width", "multi-head attention", "head", "model width", "saturation",
        "softmax", "query, key, value", "score", "causal mask",
    }  # fmt: skip
    for term in board.glossary:
        assert 0 < len(term.text.split()) <= 30, term.id
        assert term.symbol
        assert term.say
        assert term.frames
        assert "\n" not in term.text


def test_every_teaching_frame_uses_a_term(board):
    used = {frame for term in board.glossary for frame in term.frames}
    assert used >= {"open", "why-scale", "multi-head", "four-steps", "check"}


def test_three_prompts_each_with_an_answer_points_and_a_question(board):
    assert len(board.prompts) == 3
    for prompt in board.prompts:
        assert 2 <= len(prompt.criteria) <= 3
        assert prompt.answer
        assert prompt.frame in board.frames
        assert board.question(prompt.question).tag == prompt.tag
    assert LabState().sentence in board.prompts[1].text


def test_the_conflict_lies_within_the_row_of_one_word(board):
    """What the second prompt and the notes of Multi-head say is what hand-built heads do."""
    tokens = tokenize(LabState().sentence)
    it, ate = tokens.index("it"), tokens.index("ate")
    weights = attend(hand_built(tokens, board.jobs, 2, 256, 11)).weights[0, it]
    shares = {token: round(float(weight), 2) for token, weight in zip(tokens, weights, strict=True) if weight > 0.1}
    assert shares == {"A": 0.32, "dog": 0.32, "was": 0.32}
    assert "dog, was and A get 0.32 each" in board.frames["multi-head"].notes
    both = Job("both", (("it", "dog"), ("ate", "food")))  # different words: one head holds both, as the answer says
    held = attend(hand_built(tokens, (both,), 1, 64, 11)).weights[0]
    assert held[it, tokens.index("dog")] == pytest.approx(0.85, abs=0.01)
    assert held[ate, tokens.index("food")] == pytest.approx(0.85, abs=0.01)
    assert "Different words (it → dog, ate → food) have their own rows" in board.prompts[1].answer


def test_the_task_is_not_done_at_the_start_and_can_be_done(board):
    (task,) = board.tasks
    assert not ask(task, 11, LabState()).done
    assert ask(task, 11, apply(LabState(), {"heads": 16}).state).done  # the lock keeps the model width


def test_the_key_width_question(board):
    question = board.question("key-width")
    assert (question.kind, question.answer) == ("integer", "64")
    wrong = {item.when: item.text for item in question.wrong}
    assert "whole model width" in wrong["given == 512"]
    assert "multiplied" in wrong["given == 4096"]


def test_every_goal_can_be_ticked_and_every_tag_is_asked(board):
    asked = Counter(question.tag for question in board.quiz())
    assert set(asked) == set(board.tags)
    assert min(asked.values()) >= 5
    assert {goal.tag for goal in board.goals} <= set(asked)


def test_the_bank_is_large_and_has_every_kind(board):
    kinds = Counter(question.kind for question in (*board.questions, *board.tasks))
    assert sum(kinds.values()) >= 45
    assert set(kinds) == set(QUESTION_KINDS)
    assert min(kinds.values()) >= 2
    assert kinds["do"] >= 6
    assert sum(question.live for question in board.questions) >= 3
    assert sum(bool(question.params) for question in board.questions) >= 20


def test_every_question_teaches(board):
    """A hint, a worked answer, words to a right answer, and words to at least one mistake."""
    for question in (*board.questions, *board.tasks):
        assert question.right, question.id
        assert question.hint, question.id
        assert question.worked, question.id
        assert question.kind == "do" or question.wrong or any(o.feedback for o in question.options), question.id
        assert not set("\t{}") & set(question.id)


def test_every_draw_takes_its_own_answer_and_knows_its_mistakes(board):
    for question in board.questions:
        draws = [None] if question.live else sound_draws(question)
        for draw in draws:
            asked = ask(question, 11, LabState()) if draw is None else asked_with(question, 11, draw, LabState())
            if question.kind == "do":
                continue
            assert read_answer(asked.answer, asked).verdict is Verdict.RIGHT, question.id
            for number, option in enumerate(asked.options, start=1):
                if question.kind == "choice":
                    verdict = read_answer(str(number), asked).verdict
                    assert verdict is (Verdict.RIGHT if option.right else Verdict.WRONG)


def test_the_words_to_each_numeric_mistake_can_be_heard(board):
    """The mistake that `given == …` names, typed as an answer, gets just these words in some draw."""
    for question in board.questions:
        if question.kind not in ("integer", "number") or not can_ask(question, LabState()):
            continue
        draws = [dict(ask(question, 11, LabState()).names)] if question.live else sound_draws(question)
        for wrong in question.wrong:
            heard = {_said_to(question, draw, wrong.when) for draw in draws}
            start = wrong.text.partition("{")[0]
            assert any(text.startswith(start) for text in heard), (question.id, wrong.when)


def _said_to(question, draw, when):
    expression = re.sub(r"^given == (.*?)( and .*)?$", r"\1", when)
    asked = asked_with(question, 11, draw, LabState())
    try:
        value = parse(expression).number(draw)
    except ExpressionError:
        return ""
    return read_answer(f"{float(value):.12g}", asked).text


def test_no_draw_gives_its_answer_away_in_the_question(board):
    for question in board.questions:
        if question.kind in ("integer", "number") and question.params:
            for draw in sound_draws(question):
                asked = asked_with(question, 11, draw, LabState())
                shown = set(re.findall(r"\d+(?:\.\d+)?", asked.text.partition(" (to ")[0]))
                assert asked.answer not in shown or question.id in ("dot-variance", "head-width", "small-score"), (
                    question.id,
                    draw,
                )


def test_jobs_in_order_and_their_words_in_the_sentence(board):
    assert [job.name for job in board.jobs] == [
        "pronoun", "object", "cause", "previous word", "next word", "same word", "first word",
    ]  # fmt: skip
    assert [job.pairs for job in board.jobs[:3]] == [(("it", "dog"),), (("ate", "food"),), (("because", "hungry"),)]
    assert [job.rule for job in board.jobs[3:]] == list(RULES[1:])
    words = set(tokenize(LabState().sentence))
    assert all({query, key} <= words for job in board.jobs for query, key in job.pairs)


def test_numbers_in_the_lesson_multiply_out(board):
    text = " ".join(_strings(board))
    for left, right, product in re.findall(r"(\d+) × (\d+) = (\d+)", text):
        assert int(left) * int(right) == int(product)
    for root, value in re.findall(r"√(\d+) = (\d+)", text):
        assert int(value) ** 2 == int(root)
    assert re.search(r"\d+ × \d+ = \d+", text)


def test_the_file_uses_literal_strings_for_its_texts(board_path):
    source = board_path.read_text(encoding="utf-8")
    assert tomllib.loads(source)["attnviz_board"] == 1
    for line in source.splitlines():
        if re.match(r"(title|text|answer|lead|notes|deeper|symbol|say) = [\"']", line):
            assert "= '''" in line or re.match(r"answer = \d", line), line


def _strings(value):
    if isinstance(value, str):
        yield value
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _strings(getattr(value, name))
    elif hasattr(value, "values"):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
