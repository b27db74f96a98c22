from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.experiments import glossary
from attnviz.experiments.glossary import TermNow
from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.text.glossary_list import GlossaryList

BOARD = load_board(resource("boards", "session11.board.toml"))


def terms(frame: str, **changes: object) -> tuple[TermNow, ...]:
    return glossary.compute(LabState(**changes), BOARD, frame).terms  # type: ignore[arg-type]


@pytest.fixture
def list_(qapp, qtbot) -> GlossaryList:
    widget = GlossaryList()
    qtbot.addWidget(widget)
    widget.show_terms(terms("why-scale"))
    look = look_for("light")
    widget.set_look(look)
    spread_look(widget, look)
    widget.resize(260, 700)
    widget.show()
    return widget


def test_terms_of_the_present_frame_come_first_with_their_plain_line(list_):
    here = [term.id for term in BOARD.glossary if "why-scale" in term.frames]
    assert [row.id for row in list_.rows][: len(here)] == here
    for row in list_.rows:
        text = next(term.text for term in BOARD.glossary if term.id == row.id)
        assert (text in [block.text for block in row.blocks]) == (row.id in here)


def test_another_frame_brings_its_own_terms_up_and_makes_no_new_rows(list_):
    before = {row.id: row for row in list_.rows}
    list_.show_terms(terms("check"))
    assert list_.rows[0].id == "model-width"
    assert {row.id: row for row in list_.rows} == before
    tops = [row.y() for row in list_.rows]
    list_.layout().activate()
    assert len(set(tops)) == len(tops)


def test_values_are_live_and_read_out(list_):
    list_.show_terms(terms("why-scale", key_width=100))
    row = next(row for row in list_.rows if row.id == "key-width")
    assert "100 now" in [block.text for block in row.blocks]
    assert "100 now" in row.accessibleName()


def test_pressing_a_row_asks_for_its_term(list_, qtbot):
    heard: list[str] = []
    list_.go.connect(heard.append)
    list_.asked.connect(heard.append)
    qtbot.keyClick(list_.rows[1], Qt.Key.Key_Space)
    assert heard == ["glossary", list_.rows[1].id]


def test_a_term_asked_for_takes_the_focus(list_):
    list_.show_term("causal-mask")
    assert next(row for row in list_.rows if row.id == "causal-mask").hasFocus()
    list_.show_term("no such term")


def test_rows_are_as_high_as_their_words(list_):
    for row in list_.rows:
        assert row.height() >= row.heightForWidth(row.width())


def test_the_strip_says_whole_terms_only_and_opens_the_glossary(list_, qtbot):
    list_.set_compact("strip")
    list_.resize(700, 40)
    assert list_.strip.isVisible()
    assert list_.maximumHeight() < 60
    assert "key width: 64 now" in list_.strip.accessibleName()
    with qtbot.waitSignal(list_.go) as asked:
        qtbot.keyClick(list_.strip, Qt.Key.Key_Space)
    assert asked.args == ["glossary"]
    list_.strip.clearFocus()  # no ring
    image = list_.strip.grab().toImage()
    assert _ink(image, 8, image.width() - 10)
    assert not _ink(image, 0, 8)
    assert not _ink(image, image.width() - 10, image.width())


def test_the_list_comes_back_from_the_strip(list_):
    list_.set_compact("strip")
    list_.set_compact("list")
    list_.resize(260, 700)
    assert list_.rows[0].isVisible()
    assert not list_.strip.isVisible()
    with pytest.raises(ValueError, match="expected list or strip"):
        list_.set_compact("cloud")


def test_a_focused_row_wears_a_ring_of_two_pixels(list_):
    row = list_.rows[0]
    list_.activateWindow()
    row.setFocus()
    if not row.hasFocus():
        pytest.fail("the row did not take the focus")
    image = row.grab().toImage()
    ring = QColor(look_for("light").theme.focus)
    middle = image.height() // 2
    assert sum(image.pixelColor(x, middle) == ring for x in range(5)) >= 1
    assert sum(image.pixelColor(x, middle).blue() > image.pixelColor(x, middle).red() + 20 for x in range(6)) >= 2


def _ink(image: QImage, left: int, right: int) -> bool:
    ground = image.pixelColor(0, 0)
    return any(image.pixelColor(x, y) != ground for x in range(left, right) for y in range(image.height()))
