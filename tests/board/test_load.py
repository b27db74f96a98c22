"""A board file is read whole, or refused with everything that is wrong with it."""

from __future__ import annotations

import copy
import os
import tomllib
from pathlib import Path

import pytest

from attnviz.board.load import load_board
from attnviz.board.reading import BoardError, fold, suggest
from attnviz.board.schema import Question
from attnviz.core.jobs import Job


def problems(path: Path) -> dict[str, str]:
    with pytest.raises(BoardError) as caught:
        load_board(path)
    return {problem.where: problem.text for problem in caught.value.problems}


def test_a_sound_board_loads(write):
    board = load_board(write())
    assert board.title == "A small board"
    assert list(board.frames) == ["open", "why-scale", "multi-head", "four-steps", "glossary", "check"]
    assert board.jobs == (Job("pronoun", (("it", "dog"),)),)
    assert [question.id for question in board.quiz()] == ["which"]
    assert board.question("width").wrong[0].when == "given == 512"
    narrow = Question("narrow", "do", "scale", "Make the keys 32 wide.", "Narrow.", goal="key_width == 32")
    assert board.tasks == (narrow,)
    assert board.question("narrow") is board.tasks[0]
    with pytest.raises(KeyError):
        board.question("nowhere")


def test_a_board_is_frozen_and_hashable(write):
    board = load_board(write())
    assert hash(board) == hash(load_board(write()))
    with pytest.raises(AttributeError):
        board.title = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.frames["open"] = board.frames["check"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        (
            "title = '''About why",
            "titel = '''About why",
            "frame[2].titel",
            'unknown key "titel"; did you mean "title"?',
        ),
        ("title = '''About why", "titel = '''About why", "frame[2].title", "is missing"),
        ("session = '''Session 1'''", "session = ''''''", "board.session", "is empty"),
        ("session = '''Session 1'''", "session = 11", "board.session", "must be text, not a number"),
        ("story = '''Once.'''", "story = ['''Once.''']", "board.story", "must be text, not a list"),
        ("story = '''Once.'''", "storry = '''Once.'''", "board.storry", 'did you mean "story"?'),
        ("attnviz_board = 1", "", "attnviz_board", "is missing"),
        ("attnviz_board = 1", 'attnviz_board = "1"', "attnviz_board", "must be a whole number, not text"),
        ("attnviz_board = 1", "attnviz_board = 0", "attnviz_board", "is 0; it must be 1 to 1"),
        ("attnviz_board = 1", "attnviz_board = 99", "attnviz_board", "newer program (format 99)"),
        ('id = "why-scale"', 'id = "why-scales"', "frame[2].id", 'unknown id "why-scales"; did you mean "why-scale"?'),
        ('id = "why-scale"', 'id = "why-scales"', "frame", 'there is no frame "why-scale"'),
        ('id = "check"', 'id = "open"', "frame", '"open" is used 2 times'),
        ('frame = "why-scale"', 'frame = "why"', "goal[1].frame", 'unknown frame "why"'),
        ('tag = "scale"', 'tag = "scael"', "goal[1].tag", 'unknown tag "scael"; did you mean "scale"?'),
        ('value = "key-width"', 'value = "key-with"', "glossary[1].value", 'did you mean "key-width"?'),
        ('frames = ["why-scale"]', 'frames = ["nowhere"]', "glossary[1].frames", 'unknown frames "nowhere"'),
        ('frames = ["why-scale"]', 'frames = "why-scale"', "glossary[1].frames", "must be a list of texts"),
        ("Components of a key.", "word " * 31, "glossary[1].text", "has 31 words; at most 30"),
        ('question = "width"', 'question = "with"', "prompt[1].question", 'did you mean "width"?'),
        ("criteria = ['''It says why.''']", "criteria = []", "prompt[1].criteria", "has 0 points"),
        ("answer = 64", 'answer = "sixty"', "question[1].answer", 'no parameter called "sixty"'),
        ("answer = 64", "answer = 64.5", "question[1].answer", "64.5 is 64.5, no whole number"),
        ("answer = 64", "answer = true", "question[1].answer", "True is true, not a number"),
        ("answer = 64", "answer = 512", "question[1].wrong[1].when", "also fits the right answer, 512"),
        ("given = 512", "given = [512]", "question[1].wrong[1].given", "must be a number or an expression, not a list"),
        ('kind = "choice"', 'kind = "chioce"', "question[2].kind", 'did you mean "choice"?'),
        ('kind = "choice"', 'kind = "integer"', "question[2].option", 'unknown key "option"'),
        ("answer = 64", "answer = 64\nanswers = 65", "question[1].answers", 'did you mean "answer"?'),
        ("right = true", "right = false", "question[2].option", "one option must be right, here 0 are"),
        ("right = true", "right = 1", "question[2].option[1].right", "must be true or false"),
        ("feedback = '''No.'''", "", "question[2].option[2].feedback", "is missing"),
        ("'''That one.'''", "'''this one.'''", "question[2].option", "two options say the same"),
        ('id = "which"', 'id = "narrow"', "question", '"narrow" is used 2 times'),
        ('id = "which"', 'id = "width"', "question", '"width" is used 2 times'),
        ('pairs = [["it", "dog"]]', "", "job[1]", "needs pairs of words or a rule"),
        ('pairs = [["it", "dog"]]', 'pairs = ["it", "dog"]', "job[1].pairs", "must be a list of pairs"),
        ('pairs = [["it", "dog"]]', 'pairs = [["it"]]', "job[1].pairs", "must be a list of pairs"),
        ('pairs = [["it", "dog"]]', 'rule = "previus"', "job[1].rule", 'did you mean "previous"?'),
        ("key_width = 32", "key_with = 32", "task[1].when.key_with", 'did you mean "key_width"?'),
        ("key_width = 32", "heads = 3", "task[1].when.heads", "is 3; it must be one of 1, 2, 4, 8, 16, 32"),
        ("key_width = 32", "key_width = 4096", "task[1].when.key_width", "must be 0 to 1024"),
        ("key_width = 32", "key_width = 64", "task[1].when", "is how the board stands at the start"),
        ("when = { key_width = 32 }", "when = {}", "task[1].when", "needs heads, key_width or both"),
        ("when = { key_width = 32 }", "", "task[1].when", "is missing"),
        ("right = '''Narrow.'''", "", "task[1].right", "is missing"),
        ("[[job]]", "[job]", "job", "must be written as [[job]]"),
        ("[[goal]]", "[[gaol]]", "gaol", 'unknown key "gaol"; did you mean "goal"?'),
        ("[tags]\n", "[[tags]]\n", "tags", "must be a table"),
        ("scale = '''Scaling'''", "scale = '''Scaling'''\nsteps = 4", "tags.steps", "must be text, not a number"),
    ],
)
def test_each_mistake_is_named_with_its_place(write, old, new, where, says):
    found = problems(write(old, new))
    assert where in found, found
    assert says in found[where]


def test_all_mistakes_are_reported_at_once_with_the_file(write):
    path = write("title = '''About open?'''", "titel = '''About open?'''\nminutes = -3")
    path.write_text(path.read_text().replace('value = "key-width"', 'value = "heatmpa"'))
    with pytest.raises(BoardError) as caught:
        load_board(path)
    lines = str(caught.value).splitlines()
    rows = path.read_text().splitlines()
    for problem, line in zip(caught.value.problems, lines, strict=True):
        assert line == f"{path}:{problem.line}: {problem.where}: {problem.text}"
    told = {problem.where: rows[problem.line - 1] for problem in caught.value.problems}
    assert told["frame[1].title"] == "[[frame]]"  # it is missing
    assert told["frame[1].titel"] == "titel = '''About open?'''"
    assert told["frame[1].minutes"] == "minutes = -3"
    assert told["glossary[1].value"] == 'value = "heatmpa"'
    assert [problem.line for problem in caught.value.problems] == sorted(p.line for p in caught.value.problems)


def test_a_goal_that_nothing_asks_about_is_refused(write):
    path = write("scale = '''Scaling'''", "scale = '''Scaling'''\nsteps = '''Steps'''")
    path.write_text(path.read_text().replace('tag = "scale"', 'tag = "steps"', 1))
    assert problems(path) == {"goal[1].tag": 'no prompt, question or task is about "steps"'}


@pytest.mark.parametrize(("text", "sign"), [(r'"\theta"', "U+0009"), (r'"\frac{1}{2}"', "U+000C")])
def test_a_backslash_that_became_a_control_character_is_flagged(write, text, sign):
    found = problems(write("'''d_k'''", text))
    assert sign in found["glossary[1].symbol"]
    assert "'''" in found["glossary[1].symbol"]


def test_a_control_character_deep_in_a_list_is_found(write):
    assert "U+0009" in problems(write("'''It says why.'''", r'"\to"'))["prompt[1].criteria[1]"]


def test_a_syntax_error_has_line_and_column(write):
    assert "line 5, column" in problems(write("title = '''A small", "title = ''A small"))[""]


def test_a_missing_file_a_folder_and_other_bytes_are_refused(tmp_path):
    assert "cannot be read" in problems(tmp_path / "none.board.toml")[""]
    assert "cannot be read" in problems(tmp_path)[""]
    latin = tmp_path / "latin.board.toml"
    latin.write_bytes(b"attnviz_board = 1 # \xe9")
    assert "not UTF-8" in problems(latin)[""]


def test_a_message_shows_the_whole_path(tmp_path):
    path = tmp_path / "deep" / "none.board.toml"
    with pytest.raises(BoardError, match="cannot be read") as caught:
        load_board(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_what_is_no_regular_file_is_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe.board.toml"
    os.mkfifo(pipe)  # reading it would wait for ever
    for path in (pipe, Path("/dev/zero"), tmp_path):
        assert problems(path) == {"": "cannot be read: it is not a regular file"}


def test_a_byte_order_mark_is_no_part_of_the_board(write):
    path = write()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert load_board(path).title == "A small board"


@pytest.mark.parametrize("text", ["x = " + "[" * 50_000, "x = " + "[" * 400 + "]" * 400, "[" + "a." * 400 + "a]"])
def test_deep_nesting_is_refused(write, text):
    found = problems(write(text=f"attnviz_board = 1\n{text}\n"))
    assert "is nested too deeply" in found.values()
    assert max(map(len, found)) < 200


@pytest.mark.parametrize("number", ["9" * 5000, "0x" + "f" * 5000])
def test_a_number_with_thousands_of_digits_is_refused(write, number):
    for old in ("attnviz_board = 1", "answer = 64"):
        found = problems(write(old, f"{old.partition('=')[0]}= {number}"))
        assert any("too large" in text or "too many digits" in text for text in found.values())


@pytest.mark.parametrize(
    ("old", "letters", "where", "most"),
    [
        ("'''A small board'''", 160, "board.title", 60),
        ("'''Session 1'''", 15, "board.session", 14),
        ("'''About open?'''", 160, "frame[1].title", 60),
        ("'''open'''", 15, "frame[1].rail", 14),
        ("'''Scaling'''", 41, "tags.scale", 40),
        ("'''key width'''", 41, "glossary[1].term", 40),
        ("'''pronoun'''", 41, "job[1].name", 40),
    ],
)
def test_a_name_that_fits_nowhere_is_refused(write, old, letters, where, most):
    assert problems(write(old, f"'{'M' * letters}'")) == {where: f"has {letters} letters; at most {most} fit"}
    load_board(write(old, f"'{'M' * most}'"))


def test_more_prompts_than_a_page_holds_are_refused(write):
    text = write().read_text()
    start = text.index("[[prompt]]")
    prompt = text[start : text.index("[[question]]")]
    more = "".join(prompt.replace('"why"', f'"why{i}"') for i in range(29))
    assert problems(write("[[prompt]]", more + "[[prompt]]")) == {"prompt": "there are 30; at most 12 fit"}
    more = "".join(prompt.replace('"why"', f'"why{i}"') for i in range(11))
    assert len(load_board(write("[[prompt]]", more + "[[prompt]]")).prompts) == 12


def test_a_huge_file_is_refused(tmp_path):
    path = tmp_path / "huge.board.toml"
    path.write_text("#" * 2_000_001)
    assert "larger than 2 MB" in problems(path)[""]


def test_an_empty_file_says_what_a_board_needs(write):
    found = problems(write(text="attnviz_board = 1\n"))
    assert found["board"] == "is missing"
    assert found["frame"].startswith("there is no frame")


def spoiled(value, path=()):
    """Every path into nested tables and lists."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from spoiled(item, (*path, key))


@pytest.mark.parametrize("junk", [7, -1, 1.5, True, "x", "", [], [1], [[]], [{}], {}, {"x": 1}, None], ids=repr)
def test_any_value_of_any_key_may_be_wrong_and_only_a_board_error_comes(write, monkeypatch, junk):
    path = write()
    sound = tomllib.loads(path.read_text())
    refused = []
    for place in spoiled(sound):
        values = copy.deepcopy(sound)
        inside = values
        for key in place[:-1]:
            inside = inside[key]
        if junk is None:
            del inside[place[-1]]
        else:
            inside[place[-1]] = junk
        monkeypatch.setattr(tomllib, "loads", lambda _, values=values: values)
        try:
            load_board(path)
        except BoardError as error:
            refused.append(len(error.problems))
    assert len(refused) > 20
    assert min(refused) > 0


def test_texts_are_folded_but_keep_their_paragraphs():
    assert fold("\none\ntwo  three\n \n\nfour\n") == "one two three\n\nfour"


def test_a_far_word_gets_the_known_ones():
    assert suggest("zzz", ["a", "b"]) == " (there is a, b)"
    assert suggest("zzz", []) == ""
