import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel, QWidget

from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.layout import GAP, Card, Need, PictureGrid, arrange, shares

FOUR = [[Need(300, 200), Need(300, 200)], [Need(300, 200), Need(300, 200)]]


def test_what_fits_stays_on_one_page():
    assert arrange(FOUR, 700, 500) == [[[0, 1], [2, 3]]]


def test_rows_that_do_not_fit_go_on_to_the_next_page():
    assert arrange(FOUR, 700, 300) == [[[0, 1]], [[2, 3]]]


def test_a_row_too_wide_is_stacked():
    assert arrange(FOUR, 400, 900) == [[[0], [1], [2], [3]]]
    assert arrange(FOUR, 400, 250) == [[[0]], [[1]], [[2]], [[3]]]


@given(st.integers(1, 2000), st.integers(1, 2000))
def test_every_card_is_on_exactly_one_page_whatever_the_size(width, height):
    numbers = [n for page in arrange(FOUR, width, height) for row in page for n in row]
    assert numbers == [0, 1, 2, 3]


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 3)), min_size=1, max_size=5), st.integers(300, 3000))
def test_shares_fill_the_room_and_go_below_a_need_only_when_there_is_too_little(parts, total):
    needs, stretches = [n for n, _ in parts], [s for _, s in parts]
    assert sum(shares(needs, stretches, 20)) <= 20
    sizes = shares(needs, stretches, total)
    assert all(size >= need for size, need in zip(sizes, needs, strict=True))
    if any(stretches):
        assert sum(sizes) + GAP * (len(sizes) - 1) == total


def grid_of_four(qtbot):
    grid = PictureGrid()
    qtbot.addWidget(grid)
    cards = [Card(f"Picture {i}", "what it shows", QLabel(str(i))) for i in range(4)]
    grid.add_row(*cards[:2])
    grid.add_row(*cards[2:])
    look = look_for("light")
    grid.set_look(look)
    spread_look(grid, look)
    return grid, cards


def test_cards_never_overlap_and_stay_inside(qtbot):
    grid, cards = grid_of_four(qtbot)
    for size in ((1200, 700), (640, 300), (330, 200)):
        grid.resize(*size)
        grid.show()
        shown = [card.geometry() for card in cards if card.isVisible()]
        assert shown
        assert all(grid.rect().contains(rect) for rect in shown)
        assert not any(a.intersects(b) for i, a in enumerate(shown) for b in shown[:i])


def test_a_card_on_another_page_can_be_asked_for(qtbot):
    grid, cards = grid_of_four(qtbot)
    grid.resize(330, 260)
    grid.show()
    assert not cards[3].isVisible()
    grid.show_card("Picture 3")
    assert cards[3].isVisible()
    assert not cards[0].isVisible()


def test_a_flow_wraps_and_says_its_height(qtbot):
    home = QWidget()
    qtbot.addWidget(home)
    flow = FlowLayout(home, gap=10, line_gap=5)
    for _ in range(3):
        part = QLabel()
        part.setFixedSize(100, 20)
        flow.addWidget(part)
    assert flow.heightForWidth(400) == 20
    assert flow.heightForWidth(250) == 45
    assert flow.heightForWidth(120) == 70


def test_a_row_with_a_title_gives_its_name_to_its_tab(qtbot):
    grid = PictureGrid()
    qtbot.addWidget(grid)
    grid.add_row(Card("One", "", QLabel()), Card("Two", "", QLabel()), title="A pair")
    grid.add_row(Card("Three", "", QLabel()))
    grid.set_look(look_for("light"))
    grid.resize(700, 260)
    grid.show()
    assert [grid._tabs.tabText(i) for i in range(grid._tabs.count())] == ["A pair", "Three"]


def test_a_card_that_comes_to_need_more_room_gets_it(qtbot):
    grid, cards = grid_of_four(qtbot)
    grid.resize(700, 420)
    grid.show()
    assert len(grid.pages) == 1
    cards[0].least = (22, 25)
    grid.settle()
    assert len(grid.pages) == 2
    assert cards[0].height() >= cards[0].need().height


def test_a_grid_shows_one_set_of_rows_at_a_time(qtbot):
    grid, cards = grid_of_four(qtbot)
    others = [Card(f"Other {i}", "", QLabel(str(i))) for i in range(2)]
    grid.add_row(*others, to="other")
    grid.set_look(look_for("light"))
    grid.resize(1200, 700)
    grid.show()
    assert [card.isVisible() for card in cards + others] == [True] * 4 + [False] * 2
    grid.show_set("other")
    assert grid.shown_set == "other"
    assert grid.cards == others
    assert [card.isVisible() for card in cards + others] == [False] * 4 + [True] * 2
    assert all(grid.rect().contains(card.geometry()) for card in others)
    grid.show_set("")
    assert [card.isVisible() for card in cards + others] == [True] * 4 + [False] * 2


def test_each_set_is_left_and_found_at_its_own_page(qtbot):
    grid, cards = grid_of_four(qtbot)
    others = [Card(f"Other {i}", "", QLabel(str(i))) for i in range(2)]
    for card in others:
        grid.add_row(card, to="other")
    grid.set_look(look_for("light"))
    grid.resize(700, 260)
    grid.show()
    grid.show_card("Picture 3")
    grid.show_set("other")
    assert others[0].isVisible()
    grid.show_card("Other 1")
    grid.show_set("")
    assert cards[3].isVisible()
    assert not cards[0].isVisible()
    grid.show_set("other")
    assert others[1].isVisible()


def test_an_unknown_set_is_refused_and_changes_nothing(qtbot):
    grid, cards = grid_of_four(qtbot)
    with pytest.raises(KeyError):
        grid.show_set("nowhere")
    assert grid.cards == cards
