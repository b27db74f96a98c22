from __future__ import annotations

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.layout import PictureGrid
from attnviz.ui.widgets.text.prose import Prose, ProseCard, in_one_row, rich

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
