"""Words from right to left, and long ones, inside the words of every frame."""

from __future__ import annotations

import re
from itertools import product

import pytest

from attnviz.board.contents import outline, to_text
from attnviz.core.limits import STEP_COUNT
from attnviz.core.state import LabState, apply
from attnviz.core.tokens import MAX_LETTERS
from attnviz.core.words import END_ISOLATE, ISOLATE
from attnviz.experiments import FRAME_IDS, experiment, four_steps, live_words, opening
from attnviz.experiments.four_steps_arithmetic import cell_name, explain

LEFTWARD = re.compile("[֐-\u07ff]")
ISOLATED = re.compile(f"{ISOLATE}[^{ISOLATE}{END_ISOLATE}]*{END_ISOLATE}")
SENTENCES = ("שלום עולם זה כלב", "شغل الكلب الطعام لأن الكلب جائع")
CHOICES: tuple[dict[str, object], ...] = (
    {},
    {"causal": True},
    {"source": "random"},
    {"heads": 2},
    {"mean_head": True},
    {"key_width": 2, "locked": False},
    {"predict": True},
)


def loose(text: str) -> bool:
    """Whether signs written from right to left stand outside all isolates."""
    return LEFTWARD.search(ISOLATED.sub("", text)) is not None


def state_of(sentence: str, **changes: object) -> LabState:
    applied = apply(LabState(), {"sentence": sentence, "query": 3, "key": 1, **changes})
    assert not applied.notes
    return applied.state


def every_text(state: LabState, board) -> list[str]:
    """All that the frames say about a state."""
    said = list(live_words(state, board).values())
    said += [part.words for part in opening.compute(state, board).parts]
    said += [table.title for frame in FRAME_IDS for table in tables(frame, state, board)]
    return [*said, to_text(outline(board, state, live_words(state, board), answers=True))]


def tables(frame: str, state: LabState, board):
    module = experiment(frame)
    return module.tables(state, module.compute(state, board))


@pytest.mark.parametrize(("sentence", "changes"), [*product(SENTENCES, CHOICES)])
def test_a_word_from_right_to_left_turns_nothing_beside_it(board, sentence, changes):
    for text in every_text(state_of(sentence, **changes), board):
        assert not loose(text), text


@pytest.mark.parametrize("causal", [False, True])
def test_arithmetic_keeps_its_order_beside_words_from_right_to_left(board, causal):
    for step in range(STEP_COUNT):
        state = state_of(SENTENCES[0], step=step, causal=causal)
        result = four_steps.compute(state, board)
        assert ISOLATE in four_steps.spoken(state, result) or step in (3, 7)
        for view in result.picture.views:
            rows, columns = result.values(view).shape
            for row, column in product(range(rows), range(columns)):
                said = explain(result, view, row, column).text
                assert not loose(said), said
                assert not loose(cell_name(result, view, row, column))


def test_equation_with_words_from_right_to_left(board):
    result = four_steps.compute(state_of(SENTENCES[0], step=5), board)
    equation = explain(result, result.picture.results[0], 3, 1).equation
    assert equation.startswith(f"weight[{ISOLATE}כלב{END_ISOLATE}, {ISOLATE}עולם{END_ISOLATE}] = ")


def test_numbers_and_cells_of_tables_keep_bare_words(board):
    state = state_of(SENTENCES[0])
    for frame in ("open", "multi-head", "four-steps"):
        module = experiment(frame)
        result = module.compute(state, board)
        assert module.numbers(state, result)["tokens"] == SENTENCES[0].split()
        cells = [cell for table in module.tables(state, result) for row in table.rows for cell in row]
        assert "כלב" in cells or frame == "four-steps"


@pytest.mark.parametrize("step", range(STEP_COUNT))
def test_a_word_of_the_largest_length_fits_into_words(board, step):
    state = state_of(f"{'a' * MAX_LETTERS} it was {'b' * MAX_LETTERS}", step=step, query=0, key=3)
    for text in every_text(state, board):
        assert not re.search(r"[ab]{25}", text), text
    result = four_steps.compute(state, board)
    for view in result.picture.views:
        assert not re.search(r"[ab]{13}", explain(result, view, 0, 0).text)
