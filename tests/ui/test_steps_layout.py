from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.limits import STEP_COUNT
from attnviz.core.state import LabState
from attnviz.experiments.four_steps import FourSteps, compute
from attnviz.experiments.four_steps_picture import PROJECT
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.steps.steps_layout import AIR, FIGURE, TIGHT, WAYS, pages
from attnviz.ui.widgets.steps.steps_page import Page, Placed

BOARD = load_board(resource("boards", "session11.board.toml"))
ROOMS = [
    ("projector", 768, (816, 394)),
    ("light", 900, (1230, 560)),
    ("projector", 1080, (1700, 640)),
    ("dark", 768, (560, 340)),
]
LONG = "Donaudampfschifffahrtsgesellschaftskapitän saw https://example.org/a/very/long/address/indeed twice , didn't he"


def results() -> list[FourSteps]:
    states = [
        LabState(step=step, step_heads=heads, sentence=sentence)
        for step, heads, sentence in product(range(STEP_COUNT), (1, 2, 4), (LabState().sentence, "Why?", LONG))
    ]
    return [compute(state, BOARD) for state in states]


def ways_of(result: FourSteps) -> tuple[str, ...]:
    return ("beside", "below") if result.picture.kind == "beside" else (result.picture.kind,)


def cells(part: Placed) -> QRectF:
    return QRectF(part.x, part.y, part.width, part.height)


@pytest.fixture(scope="module")
def laid_out(qapp) -> list[tuple[FourSteps, str, tuple[int, int], int, tuple[Page, ...], int]]:
    found = []
    for theme, height, room in ROOMS:
        look = look_for(theme, height)
        for result in results():
            for way in ways_of(result):
                found.append((result, way, room, look.floor, *pages(result, look, way, room)))
    return found


def test_every_cell_of_every_result_is_on_exactly_one_page(laid_out):
    for result, _, _, _, found, _ in laid_out:
        for view in result.picture.results:
            times = np.zeros(result.values(view).shape, int)
            for part in (part for page in found for part in page.placed if part.view == view):
                times[np.ix_(part.rows, part.columns)] += 1
            assert (times == 1).all()


def test_inputs_of_a_cell_are_on_its_page(laid_out):
    for result, way, _, _, found, _ in laid_out:
        if way != "product":
            continue
        for page in found:
            left = page.placed[0]
            for top, below in zip(page.placed[1::2], page.placed[2::2], strict=True):
                assert left.rows == below.rows
                assert top.columns == below.columns
                assert len(left.columns) == len(top.rows) == result.values(left.view).shape[1]


def test_a_product_has_each_cell_where_its_row_and_column_meet(laid_out):
    for _, way, _, _, found, _ in laid_out:
        for page in found if way == "product" else ():
            left = page.placed[0]
            for top, below in zip(page.placed[1::2], page.placed[2::2], strict=True):
                assert (below.x, below.cell_width) == (top.x, top.cell_width)
                assert (below.y, below.cell_height) == (left.y, left.cell_height)


def test_matrices_never_overlap(laid_out):
    for _, _, _, _, found, _ in laid_out:
        for page in found:
            for one, other in combinations(page.placed, 2):
                assert not cells(one).adjusted(1, 1, -1, -1).intersects(cells(other).adjusted(1, 1, -1, -1))


def test_pages_fit_the_room_and_digits_never_go_below_the_floor(laid_out):
    for _, _, room, floor, found, pixels in laid_out:
        assert pixels >= floor
        for page in found:
            assert page.width <= room[0] + 0.5
            assert page.height <= room[1] + 0.5


def test_a_number_fits_its_cell(laid_out):
    from attnviz.ui.widgets.text.texts import text_of

    for _, _, _, _, found, pixels in laid_out:
        widest = text_of(look_for("light"), "−0.00", str(pixels)).width
        for part in (part for page in found for part in page.placed):
            assert part.cell_height >= pixels * TIGHT[-1]
            if part.view.key not in ("weights", "exponentials"):
                assert part.cell_width >= widest + AIR * pixels  # numbers beside each other do not touch


def test_a_frame_fits_between_the_figures_of_neighbors(laid_out):
    for _, _, _, _, found, pixels in laid_out:
        for part in (part for page in found for part in page.placed):
            assert AIR * pixels <= part.free <= part.cell_height - FIGURE * pixels


def test_all_ways_are_used(laid_out):
    assert {way for _, way, _, _, _, _ in laid_out} == set(WAYS)


def test_room_to_spare_means_one_page(laid_out):
    for result, way, room, _, found, _ in laid_out:
        if room[0] == 1230 and way != "below" and (result.heads > 1 or result.step != PROJECT):
            assert len(found) == 1
