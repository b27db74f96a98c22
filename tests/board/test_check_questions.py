"""Every fault that a draw of a question can have is found when a board is loaded: each alone, and all at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from attnviz.board.check_questions import check_question
from attnviz.board.live import LIVE
from attnviz.board.load import load_board
from attnviz.board.reading import BoardError
from attnviz.board.schema import Option, Question, WrongAnswer
from tests.board.asking import OPTIONS, question

WIDTHS = ("width", (256, 512, 1024))
HEADS = ("heads", (2, 4, 8, 16))
SHARE = question(
    "integer",
    text="{heads} heads, {width}?",
    right="{heads} × {width / heads} = {width}.",
    params=(HEADS, WIDTHS),
    where="width % heads == 0",
    answer="width / heads",
    wrong=(WrongAnswer("All of it.", "given == width"), WrongAnswer("Multiplied.", "given == width * heads")),
)
NUMBER = question("number", answer="1 / width", digits=3, params=(("width", (4, 8)),))
CHOICE = question("choice", options=OPTIONS, params=(HEADS,))
MULTI = question("multi", options=OPTIONS)
TRUTH = question("truefalse", answer="width > 300", params=(WIDTHS,))
TEXT = question("text", answer="one", variants=("two",), wrong=(WrongAnswer("No.", given=("three",)),))
ORDER = question("order", items=("a", "b", "c"), wrong=(WrongAnswer("No.", given=("c", "a")),))
MATCH = question("match", pairs=(("a", "1"), ("b", "2")), wrong=(WrongAnswer("No.", given=("a", "2")),))
FILL = question("fill", formula="2 ▢", answer="√d_k", wrong=(WrongAnswer("No.", given=("d_k",)),))
DO = question("do", goal="key_width == width", params=(("width", (32, 128)),))
LIVE_ONE = question("integer", live=True, answer="heads * key_width", text="{heads} × {key_width}?")
SOUND = (SHARE, NUMBER, CHOICE, MULTI, TRUTH, TEXT, ORDER, MATCH, FILL, DO, LIVE_ONE)


def faults(one: Question) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    check_question(one, lambda key, text: found.append((key, text)))
    return found


@pytest.mark.parametrize("one", SOUND, ids=lambda one: one.kind)
def test_a_sound_question_has_no_faults(one):
    assert faults(one) == []


def options(*texts: str) -> tuple[Option, ...]:
    return tuple(Option(text, right=not number, feedback="No.") for number, text in enumerate(texts))


@pytest.mark.parametrize(
    ("one", "changes", "key", "says"),
    [
        (SHARE, {"where": ""}, None, ""),  # whole all the same
        (
            SHARE,
            {"params": (("heads", (3,)), WIDTHS), "where": ""},
            "answer",
            "is 85.3333, no whole number (for heads = 3",
        ),
        (
            SHARE,
            {"params": (("heads", (1, 2)), WIDTHS)},
            "wrong[1].when",
            "also fits the right answer, 256 (for heads = 1",
        ),
        (SHARE, {"where": "width % heads == 1"}, "where", "refuses every draw"),
        (SHARE, {"where": "width % head == 0"}, "where", 'no parameter called "head"; did you mean "heads"?'),
        (SHARE, {"where": "width % (heads - 2) == 0"}, "where", "divides by zero"),
        (SHARE, {"where": "width"}, "where", "not a comparison"),
        (SHARE, {"where": "width %"}, "where", "cannot be read"),
        (SHARE, {"answer": "width / (heads - 2)"}, "answer", "divides by zero (for heads = 2, width = 256)"),
        (SHARE, {"answer": "width ** 9 / heads"}, "answer", "too large"),
        (SHARE, {"answer": "width > 1"}, "answer", "is true, not a number"),
        (SHARE, {"answer": "given"}, "answer", 'no parameter called "given"'),
        (SHARE, {"answer": "open('x')"}, "answer", "no function"),
        (SHARE, {"text": "{height}?"}, "text", 'no parameter called "height"'),
        (SHARE, {"text": "{heads"}, "text", "a brace that is alone"),
        (SHARE, {"text": "{width / (heads - 4)}"}, "text", "divides by zero (for heads = 4"),
        (SHARE, {"hint": "{width > 1}"}, "hint", "not a number"),
        (SHARE, {"worked": "{1 +}"}, "worked", "cannot be read"),
        (
            SHARE,
            {"params": (("heads", tuple(range(1, 25))), ("width", tuple(range(1, 25))))},
            "params",
            "make 576 draws",
        ),
        (SHARE, {"params": ((HEADS[0], (2,)), ("wi dth", (256,)), WIDTHS)}, "params.wi dth", "is no name"),
        (SHARE, {"params": (HEADS, WIDTHS, ("sqrt", (2,)))}, "params.sqrt", "no name of a function"),
        (SHARE, {"params": (HEADS, ("width", (1e300,)))}, "params.width", "beyond"),
        (SHARE, {"params": (HEADS, ("width", (float("nan"),)))}, "params.width", "beyond"),
        (SHARE, {"wrong": (WrongAnswer("x", "given + 1"),)}, "wrong[1]", "not a comparison"),
        (SHARE, {"wrong": (WrongAnswer("{given:1} {x}", "given == 1"),)}, "wrong[1].text", 'called "x"'),
        (SHARE, {"wrong": (WrongAnswer("any"), WrongAnswer("x", "given == 1"))}, "wrong[1]", "never reached"),
        (NUMBER, {"digits": 0}, "digits", "are too few: 0.25 cannot be told from 0"),
        (
            NUMBER,
            {"wrong": (WrongAnswer("x", "given == 0.1254"),)},
            "wrong[1].when",
            "also fits the right answer, 0.125",
        ),
        (NUMBER, {"wrong": (WrongAnswer("x", "given == 0.126"),)}, "wrong[1].when", "also fits the right answer"),
        (NUMBER, {"wrong": (WrongAnswer("x", "given == 0.127"),)}, None, ""),
        (NUMBER, {"answer": "log(width - 4)"}, "answer", "the log of a number that has none (for width = 4)"),
        (
            CHOICE,
            {"options": options("{heads}", "{heads * 2}", "{16 / heads}")},
            "option",
            'say the same: "4" (for heads = 4',
        ),
        (CHOICE, {"options": options("a", "A ")}, "option", "two options say the same"),
        (CHOICE, {"options": options("a")}, "option", "there are 1; a question of kind choice needs 2 to 8"),
        (CHOICE, {"options": options(*"abcdefghi")}, "option", "there are 9"),
        (CHOICE, {"options": (*OPTIONS, Option("x", right=True))}, "option", "one option must be right, here 2 are"),
        (CHOICE, {"options": OPTIONS[::2]}, "option", "one option must be right, here 0 are"),
        (MULTI, {"options": OPTIONS[::2]}, "option", "at least one option must be right and at least one wrong"),
        (MULTI, {"options": tuple(replace(o, right=True) for o in OPTIONS)}, "option", "at least one wrong"),
        (TRUTH, {"answer": "width"}, "answer", "not a comparison"),
        (TRUTH, {"answer": "given"}, "answer", 'no parameter called "given"'),
        (TEXT, {"answer": "…!"}, "answer", "holds no word"),
        (TEXT, {"variants": ("two", "--")}, "variants[2]", "holds no word"),
        (TEXT, {"wrong": (WrongAnswer("x", given=("T-W O",)),)}, "wrong[1].given", '"T-W O" is a right answer'),
        (ORDER, {"items": ("a", "b", "A")}, "items", 'two items say the same: "'),
        (ORDER, {"items": ("a", "b")}, "items", "there are 2"),
        (ORDER, {"wrong": (WrongAnswer("x", given=("a", "c")),)}, "wrong[1].given", "is the right order"),
        (ORDER, {"wrong": (WrongAnswer("x", given=("c", "d")),)}, "wrong[1].given", '"d" is not among them'),
        (MATCH, {"pairs": (("a", "1"), ("b", "1"))}, "pairs", "two right sides say the same"),
        (MATCH, {"pairs": (("a", "1"), ("a", "2"))}, "pairs", "two left sides say the same"),
        (MATCH, {"pairs": (("a", "1"),)}, "pairs", "there are 1"),
        (MATCH, {"wrong": (WrongAnswer("x", given=("a", "1")),)}, "wrong[1].given", "is a right pair"),
        (MATCH, {"wrong": (WrongAnswer("x", given=("1", "a")),)}, "wrong[1].given", '"1" is not among them'),
        (FILL, {"formula": "2 √d_k"}, "formula", "must hold the gap ▢ once"),
        (FILL, {"formula": "▢ ▢"}, "formula", "must hold the gap ▢ once"),
        (FILL, {"answer": "√("}, "answer", "cannot be read"),
        (FILL, {"variants": ("[",)}, "variants[1]", "cannot be read"),
        (
            FILL,
            {"wrong": (WrongAnswer("x", given=("dk^½",)),)},
            "wrong[1].given",
            "comes to the same as the right answer",
        ),
        (FILL, {"wrong": (WrongAnswer("x", given=("(",)),)}, "wrong[1].given", "cannot be read"),
        (DO, {"goal": "key_width == width * 16"}, "goal", "cannot be reached (key_width goes from 1 to 1024"),
        (DO, {"params": (("width", (32, 64)),)}, "goal", "is how the board stands at the start"),
        (DO, {"goal": "heads == 3"}, "goal", "cannot be reached"),
        (DO, {"goal": "keys > 64"}, "goal", "cannot be reached"),
        (DO, {"goal": "key_width"}, "goal", "not a comparison"),
        (DO, {"goal": "width > 4"}, "goal", "looks at no setting"),
        (DO, {"goal": "key_with == width"}, "goal", 'did you mean "key_width"?'),
        (DO, {"params": (("heads", (4,)),), "goal": "heads == 4"}, "params.heads", "is a setting of the board"),
        (DO, {"params": (("width", ()),)}, "where", "refuses every draw"),
        (LIVE_ONE, {"answer": "key_width / 2"}, "answer", "no whole number (for "),
        (LIVE_ONE, {"answer": "key_width / 2", "where": "key_width % 2 == 0"}, None, ""),
        (LIVE_ONE, {"answer": "heads / scale_exponent"}, "answer", "divides by zero"),
        (LIVE_ONE, {"wrong": (WrongAnswer("x", "given == heads"),)}, "wrong[1].when", "key_width = 1"),
        (LIVE_ONE, {"where": "key_width > 9999"}, "where", "refuses every draw"),
        (
            LIVE_ONE,
            {"hint": "{keys * tokens * scale_exponent}"},
            "params",
            "make 3840 draws; at most 1000 can be checked",
        ),
        (LIVE_ONE, {"live": False}, "answer", 'no parameter called "heads"'),
    ],
)
def test_each_fault_is_found(one, changes, key, says):
    found = faults(replace(one, **changes))
    if key is None:
        assert found == []
        return
    assert key in [place for place, _ in found], found
    assert says in dict(reversed(found))[key], found


def test_a_fault_that_many_draws_have_is_told_once():
    found = faults(replace(SHARE, answer="width / heads + 0.5"))
    assert [key for key, _ in found] == ["answer"]


def test_all_faults_of_a_question_are_told_at_once():
    spoiled = replace(
        SHARE,
        where="width % head == 0",
        text="{heads",
        answer="width //",
        hint="{nobody}",
        wrong=(WrongAnswer("x", "given = 1"), WrongAnswer("{y}")),
    )
    assert sorted(key for key, _ in faults(spoiled)) == [
        "answer", "hint", "text", "where", "wrong[1].when", "wrong[2].text",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "goal",
    [
        "model_width == 512 and heads == 16",
        "model_width == 768 and heads == 8",
        "key_width == 1 and heads == 32",
        "key_width == 777",
        "key_width % 97 == 0 and key_width > 900",
        "scale_exponent == 0.35",
        "causal and keys == 63",
        "tokens == 3",
        "heads * key_width == 1000",
    ],
)
def test_goals_that_can_be_reached_are_let_through(goal):
    assert faults(question("do", goal=goal)) == []


def test_a_goal_that_looks_at_everything_is_told_in_good_time():
    goal = "causal and keys * tokens * scale_exponent * key_width * heads == 7.7777"
    assert [key for key, _ in faults(question("do", goal=goal))] == ["goal"]


def test_every_setting_that_a_goal_may_name_has_a_control():
    assert all(setting.controls for setting in LIVE.values())


BANK = """
[[question]]
id = "first"
kind = "integer"
tag = "scale"
params = { heads = [1, 2], width = [8] }
text = '''How wide?'''
answer = "width / heads"
right = '''Yes.'''

[[question.wrong]]
when = "given == width"
text = '''No.'''

[[question]]
id = "second"
kind = "fill"
tag = "scale"
text = '''What?'''
formula = '''no gap'''
answer = '''√('''
right = '''{nobody}'''

[[question]]
id = "third"
kind = "do"
tag = "scale"
text = '''Do.'''
goal = "key_width == 2000"
right = '''Yes.'''
"""


def test_faults_of_several_questions_come_at_once_with_file_and_line(write):
    path = write("[[job]]", f"{BANK}\n[[job]]")
    with pytest.raises(BoardError) as refused:
        load_board(path)
    rows = path.read_text().split("\n")
    told = {}
    for line in str(refused.value).splitlines():
        name, number, where, text = line.split(":", 3)
        assert name == str(path)
        told[where.strip()] = (rows[int(number) - 1], text)
    assert {where: row for where, (row, _) in told.items()} == {
        "question[3].wrong[1].when": 'when = "given == width"',
        "question[4].formula": "formula = '''no gap'''",
        "question[4].right": "right = '''{nobody}'''",
        "question[5].goal": 'goal = "key_width == 2000"',
    }
    assert "(for heads = 1, width = 8)" in told["question[3].wrong[1].when"][1]


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("params = { heads = [1, 2]", "params = { heads = []", "question[3].params.heads", "has 0 values; 1 to 24"),
        (
            "params = { heads = [1, 2]",
            'params = { heads = ["x"]',
            "question[3].params.heads",
            "must be a list of numbers",
        ),
        (
            "params = { heads = [1, 2]",
            "params = { heads = [true]",
            "question[3].params.heads",
            "must be a list of numbers",
        ),
        (
            "params = { heads = [1, 2], width = [8] }",
            'params = "life"',
            "question[3].params",
            "must be a table of lists such",
        ),
        (
            'answer = "width / heads"',
            "answer = [1]",
            "question[3].answer",
            "must be a number or an expression, not a list",
        ),
        ('answer = "width / heads"', "", "question[3].answer", "is missing"),
        ("formula = '''no gap'''", "", "question[4].formula", "is missing"),
        ('goal = "key_width == 2000"', "", "question[5].goal", "is missing"),
        ('kind = "do"', 'kind = "order"', "question[5].items", "is missing"),
        ('kind = "do"', 'kind = "match"', "question[5].pairs", "is missing"),
        ('kind = "do"', 'kind = "number"', "question[5].digits", "is missing"),
        ('kind = "do"', 'kind = "nothing"', "question[5].kind", 'unknown kind "nothing"'),
    ],
)
def test_faults_in_the_shape_of_a_question_have_their_place(write, old, new, where, says):
    path = write("[[job]]", f"{BANK}\n[[job]]")
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(BoardError) as refused:
        load_board(path)
    assert any(problem.where == where and says in problem.text for problem in refused.value.problems)
