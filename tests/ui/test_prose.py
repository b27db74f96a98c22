from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from attnviz.assets import resource
from attnviz.board.links import Finder
from attnviz.board.load import load_board
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.layout import PictureGrid
from attnviz.ui.widgets.text.prose import Prose, ProseCard, in_one_row, rich
from tests.walk import next_in_chain

WORDS = "one two three four five six seven eight nine ten " * 12


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("√d_k", "√<i>d</i><sub>k</sub>"),
        ("d_model = 512", "<i>d</i><sub>model</sub> = 512"),
        ("times W_O of head_h", "times <i>W</i><sub>O</sub> of head<sub>h</sub>"),
        ("Concat(head_1 … head_h)", "Concat(head<sub>1</sub> … head<sub>h</sub>)"),
        ("÷ 64^0.3 = 3.48", "÷ 64<sup>0.3</sup> = 3.48"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("snake_case", "snake_case"),
    ],
)
def test_symbols_are_set_as_mathematics(text, html):
    assert rich(text) == html


def test_the_spoken_words_stay_plain(qapp):
    prose = Prose("divide by √d_k\n\nnow", bullet=True)
    assert prose.accessibleName() == prose.plain == "divide by √d_k\n\nnow"


def card_of(name: str, *parts: Prose, least_width: float = 12) -> ProseCard:
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(0, 0, 0, 0)
    for part in parts:
        column.addWidget(part)
    return ProseCard(name, content, least_width=least_width)


def grid_of(qtbot, *cards: ProseCard, width: int, height: int) -> PictureGrid:
    grid = PictureGrid()
    qtbot.addWidget(grid)
    grid.add_row(*cards)
    look = look_for("light")
    for card in cards:
        for part in card.findChildren(Prose):
            part.set_look(look)
    grid.set_look(look)
    grid.resize(width, height)
    grid.show()
    return grid


def test_a_narrower_card_asks_for_more_height(qapp, qtbot):
    (card,) = in_one_row(card_of("A", Prose(WORDS)))
    grid = grid_of(qtbot, card, width=800, height=600)
    wide = card.need().height
    grid.resize(300, 600)
    assert card.need().height > 2 * wide


def test_a_card_never_asks_for_more_than_a_page(qapp, qtbot):
    (card,) = in_one_row(card_of("A", Prose(WORDS * 20)))
    grid = grid_of(qtbot, card, width=400, height=300)
    assert card.need().height <= grid.height()


def test_what_may_shrink_shrinks_only_as_long_as_it_must(qapp, qtbot):
    prose = Prose(WORDS)
    card = card_of("A", prose)
    card.may_shrink(prose)
    grid = grid_of(qtbot, card, width=500, height=1000)
    look = look_for("light")
    assert prose.font().pixelSize() == look.body
    for height in range(240, 90, -10):
        grid.resize(500, height)
        if prose.font().pixelSize() == look.label:
            break
    assert prose.font().pixelSize() == look.label
    assert card.height_at(card.width()) <= card.height()
    grid.resize(500, 1000)
    assert prose.font().pixelSize() == look.body


def linked(qtbot, text="A head and a key width.", **how):
    board = load_board(resource("boards", "session11.board.toml"))
    home = QWidget()
    qtbot.addWidget(home)
    column = QVBoxLayout(home)
    prose, after = Prose(text, linked=True, **how), QPushButton("after")
    column.addWidget(prose)
    column.addWidget(after)
    prose.set_look(look_for("light"))
    asked: list[str] = []
    prose.asked.connect(asked.append)
    prose.link_terms(Finder(board.glossary))
    home.resize(300, 200)
    home.show()
    qtbot.waitExposed(home)
    return home, prose, after, asked


def test_terms_are_links_by_tab_in_reading_order_and_enter_or_space_follow_them(qtbot):
    home, prose, after, asked = linked(qtbot)
    home.setFocus()
    stops = []
    widget = home
    for _ in range(6):
        widget = next_in_chain(widget)
        assert widget is not None
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            stops.append(widget)
    assert stops[:3] == [*prose.links, after]
    first, second = prose.links
    assert (first.text(), second.text()) == ("head", "key width")
    assert first.accessibleName() == "head, a term of the glossary"
    qtbot.keyClick(first, Qt.Key.Key_Return)
    qtbot.keyClick(second, Qt.Key.Key_Space)
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton)
    assert asked == ["head", "key-width", "head"]


def test_a_link_that_goes_over_the_end_of_a_line_lies_over_both_parts_and_not_between(qtbot):
    home, prose, *_ = linked(qtbot, "It is scaled dot-product attention of a kind.")
    (link,) = prose.links
    home.resize(260, 200)
    assert link.height() > 1.5 * prose.fontMetrics().lineSpacing()
    assert not link.mask().contains(QPoint(2, 2))  # other words stand before it


def test_links_follow_new_words_and_keep_out_of_live_numbers(qtbot):
    home, prose, *_ = linked(qtbot)
    prose.set_live_words("8 heads and a query", [(0, 7)])
    assert [link.term for link in prose.links] == ["query-key-value"]
    assert "font-weight:600" in prose.text()
    assert home.findChildren(type(prose.links[0]))[-1] is prose.links[0]


def test_prose_that_is_not_linked_has_no_links(qtbot):
    prose = Prose("A head.")
    qtbot.addWidget(prose)
    prose.link_terms(Finder(load_board(resource("boards", "session11.board.toml")).glossary))
    assert prose.links == []
