"""The arithmetic of a cell in the room that the matrices leave: shorter at need, its result never lost."""

from __future__ import annotations

import html
import re
from itertools import product

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.limits import STEP_COUNT, STEP_HEADS
from attnviz.core.state import LabState, apply
from attnviz.experiments.four_steps import compute
from attnviz.experiments.four_steps_arithmetic import explain, shortened
from attnviz.experiments.four_steps_picture import DIVIDE, DOTS, NORMALIZE, WEIGH, View
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.steps.steps_places import Spot
from attnviz.ui.widgets.steps.steps_view import StepsView

BOARD = load_board(resource("boards", "session11.board.toml"))
LONG = "internationalization counterrevolutionary electroencephalogram incomprehensibility mischaracterization it"
EDGES = [
    {"seed": 7, "edits": (("x", 0, 0, 0, 99.0),)},
    {"sentence": LONG},
    {"sentence": LONG, "edits": (("x", 0, 1, 0, -99.0), ("w_q", 0, 0, 0, 99.0))},
]


@pytest.fixture
def view(qapp, qtbot) -> StepsView:
    """The matrices as large as in a window of 1024×768 on a projector."""
    view = StepsView()
    qtbot.addWidget(view)
    view.set_look(look_for("projector", 768))
    view.words.bars.set_look(look_for("projector", 768))
    view.resize(824, 394)
    view.show()
    return view


def plain(label: QLabel) -> str:
    return html.unescape(re.sub("<[^>]*>", "", label.text())).replace("\u2060", "")


def is_whole(label: QLabel) -> bool:
    page = QTextDocument()
    page.setDefaultFont(label.font())
    page.setDocumentMargin(0)
    page.setHtml(label.text())
    page.setTextWidth(label.width())
    return label.heightForWidth(label.width()) <= label.height() and page.size().width() <= label.width() + 1


def check(view: StepsView, **changes: object) -> int:
    """Go over the last row of every matrix; how many cells left terms out."""
    state = apply(LabState(query=5, key=1), changes).state
    result = compute(state, BOARD)
    view.show_result(result)
    label, short = view.words.text, 0
    assert view.rect().contains(label.geometry())
    for part in result.picture.views:
        rows, columns = result.values(part).shape
        for column in range(columns):
            view.put_cursor(Spot(part, rows - 1, column))
            spot = view.cursor_spot
            assert spot is not None
            whole = explain(result, part, spot.row, spot.column)
            value = next(words for words, role in reversed(whole.runs) if role == "result")
            where = (changes, part, spot.row, spot.column, label.text())
            assert is_whole(label), where
            assert value in re.sub(r"\^\((.*?)\)", r"\1", plain(label)) or "^" in value, where
            assert label.font().pixelSize() >= look_for("projector", 768).floor
            assert label.accessibleName() == whole.text
            short += view.words.shortened
    return short


@pytest.mark.parametrize("heads", STEP_HEADS)
def test_the_arithmetic_is_never_cut(view, heads):
    for seed, step, causal in product(range(1, 21), range(STEP_COUNT), (False, True)):
        check(view, seed=seed, step_heads=heads, step=step, causal=causal)


@pytest.mark.parametrize("edge", EDGES)
def test_the_arithmetic_is_never_cut_with_long_numbers_and_words(view, edge):
    for heads, step, causal in product(STEP_HEADS, range(STEP_COUNT), (False, True)):
        check(view, **edge, step_heads=heads, step=step, causal=causal)


def test_what_is_left_out_is_told_where_the_pointer_rests(view):
    result = compute(LabState(step=WEIGH, step_heads=1, query=5), BOARD)
    view.show_result(result)
    view.words.text.resize(260, 66)
    view.put_cursor(Spot(View("heads"), 5, 1))
    assert view.words.shortened
    assert "…" in plain(view.words.text)
    tip = view.tip_at(QPointF(view.words.text.geometry().center()))
    assert html.escape(explain(result, View("heads"), 5, 1).text) in tip


@pytest.mark.parametrize(
    ("step", "part"), [(DOTS, "scores"), (DIVIDE, "divided"), (WEIGH, "heads"), (NORMALIZE, "weights")]
)
def test_a_shortened_sum_keeps_its_first_and_last_terms_and_all_that_follows(step, part):
    whole = explain(compute(LabState(step=step, step_heads=1), BOARD), View(part), 4, 2)
    name, value = whole.runs[0][0], whole.runs[-1][0]
    first, *_, last = re.split(" [+−] ", whole.equation)
    for terms in (4, 3, 2):
        short = shortened(whole, terms).equation
        assert len(re.split(" [+−] ", short.replace(" + …", ""))) == terms
        assert short.startswith(first)
        assert short.endswith(last)
    assert shortened(whole, 1).equation == f"{name}… = {value}"
    assert shortened(whole, 0).equation == f"= {value}"
    assert shortened(whole, 9).equation == whole.equation


def test_what_is_not_computed_has_a_name_and_a_value_only():
    whole = explain(compute(LabState(), BOARD), View("x"), 1, 0)
    assert [shortened(whole, terms).equation for terms in (2, 1)] == [whole.equation] * 2
    assert shortened(whole, 2).remark == ""
