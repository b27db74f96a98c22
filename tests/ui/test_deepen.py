import re
from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.deeper import Display
from attnviz.board.load import load_board
from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.ui.export import save_pdf, save_png
from attnviz.ui.widgets.deepen.displayed import Displayed, formula_of
from attnviz.ui.widgets.deepen.sheet import split
from attnviz.ui.widgets.text.prose import Prose

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(), "why-scale", "light"))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def proses(window) -> list[Prose]:
    return [prose for prose in window.deepen.page.reader.sheet.findChildren(Prose) if prose.isVisible()]


def words(window) -> str:
    return " ".join(prose.plain for prose in proses(window))


def link(window, term):
    return next(link for prose in proses(window) for link in prose.links if link.term == term)


def test_f6_opens_the_page_and_closes_it_again(window, qtbot):
    window.centralWidget().setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.stage.currentWidget() is window.deepen.page
    assert window.actions_of["toggle_deepen"][0].isChecked()
    qtbot.keyClick(window, Qt.Key.Key_F6)
    assert window.stage.currentWidget() is window.stage.frame
    assert not window.actions_of["toggle_deepen"][0].isChecked()


def test_the_link_in_the_title_line_opens_it_and_esc_returns_to_that_link(window, qtbot):
    button = window.stage.frame.head.button
    assert button.text() == "Read more"
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert window.deepen.is_open
    assert QApplication.focusWidget() is window.deepen.page.reader
    qtbot.keyClick(window.deepen.page.reader, Qt.Key.Key_Escape)
    assert not window.deepen.is_open
    assert QApplication.focusWidget() is button


def test_the_page_follows_the_frame(window, qtbot):
    window.deepen.toggle_deepen()
    qtbot.keyClick(window.deepen.page.reader, Qt.Key.Key_PageDown)
    assert window.stage.frame_id == "multi-head"
    assert window.deepen.is_open
    assert "What it buys" in words(window)
    assert "square root" not in words(window)
    window.open_frame("multi-head")  # as a click on the chosen line of the rail
    assert not window.deepen.is_open


def test_numbers_on_the_page_follow_the_sliders(window):
    window.deepen.toggle_deepen()
    assert "√64 = 8," in words(window)
    before = window.deepen.page._blocks
    window.store.apply({"key_width": 100})
    QApplication.processEvents()
    assert "√100 = 10," in words(window)
    assert window.deepen.page._blocks is before
    assert "√100 = 10," in window.deepen.page.reader.accessibleDescription()


@pytest.mark.parametrize("frame", FRAME_IDS)
def test_every_page_fits_the_desk_without_scrolling(window, frame):
    window.resize(1440, 900)
    window.open_frame(frame)
    window.deepen.toggle_deepen()
    QApplication.processEvents()
    reader = window.deepen.page.reader
    assert len(reader.sheet.columns) == 2
    assert reader.verticalScrollBar().maximum() == 0
    bottom = max(item.widget.geometry().bottom() for column in reader.sheet.columns for item in column)
    assert bottom < reader.viewport().height()
    for formula in reader.sheet.findChildren(Displayed):
        assert formula.ready
        wide, high = formula_of(formula.display).em
        size = min((formula.width() - 16) / wide, (formula.height() - 12) / high)
        assert size >= 0.85 * window.look.body, formula.display.latex  # pixels an em


def test_a_shorter_page_after_a_longer_one_scrolls_less(window):
    window.resize(1024, 768)
    window.open_frame("multi-head")
    window.deepen.toggle_deepen()
    bar = window.deepen.page.reader.verticalScrollBar()
    longer = bar.maximum()
    window.deepen.leave()
    window.open_frame("open")
    window.deepen.toggle_deepen()
    QApplication.processEvents()
    sheet = window.deepen.page.reader.sheet
    assert bar.maximum() < longer
    assert sheet.height() < sheet.childrenRect().bottom() + 60


def test_keys_move_a_page_that_is_longer_than_the_window(window, qtbot):
    window.resize(1024, 768)
    window.deepen.toggle_deepen()
    reader = window.deepen.page.reader
    bar = reader.verticalScrollBar()
    assert bar.maximum() > 0
    qtbot.keyClick(reader, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(reader, Qt.Key.Key_Home)
    assert bar.value() == 0
    qtbot.keyClick(reader, Qt.Key.Key_Space)
    assert bar.value() > 0
    qtbot.keyClick(reader, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert bar.value() == 0
    qtbot.keyClick(reader, Qt.Key.Key_Down)
    assert bar.value() > 0


def test_each_term_is_a_link_once_on_a_page(window):
    window.deepen.toggle_deepen()
    terms = [link.term for prose in proses(window) for link in prose.links]
    assert len(terms) == len(set(terms)) >= 4


def test_a_link_shows_the_term_in_the_glossary_beside_the_page(window, qtbot):
    window.resize(1440, 900)
    window.store.apply({"key_width": 32})
    QApplication.processEvents()
    window.open_frame("multi-head")
    window.deepen.toggle_deepen()
    target = link(window, "model-width")
    target.setFocus()
    qtbot.keyClick(target, Qt.Key.Key_Return)
    row = window.glossary.list._rows["model-width"]
    assert QApplication.focusWidget() is row
    assert window.deepen.is_open
    assert row is not None
    assert "16 × 32 = 512 now" in row.accessibleName()


def test_a_term_of_elsewhere_shows_its_line_in_the_dock(window):
    row = window.glossary.list._rows["causal-mask"]
    assert not any("Hides the future" in block.text for block in row._blocks)
    window.deepen.explain("causal-mask")
    assert any("Hides the future" in block.text for block in row._blocks)


@pytest.mark.parametrize(("width", "beside"), [(1440, False), (1024, True)])
def test_without_the_dock_or_with_a_strip_a_link_leads_to_the_frame(window, qtbot, width, beside):
    window.resize(width, 900)
    if not beside:
        window.toggle_glossary()
    window.deepen.toggle_deepen()
    target = link(window, "softmax")
    qtbot.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.mask().boundingRect().center())
    assert window.stage.frame_id == "glossary"
    assert not window.deepen.is_open
    assert [card.id for card in window.stage.frame.cards if card.chosen] == ["softmax"]


def test_search_leads_to_the_frame_and_not_to_the_page(window):
    window.deepen.toggle_deepen()
    window.finding.go.emit("check")
    assert window.stage.frame_id == "check"
    assert not window.deepen.is_open


def test_the_page_is_saved_as_a_picture_and_a_pdf(window, tmp_path):
    window.deepen.toggle_deepen()
    page = window.stage.currentWidget()
    save_png(page, tmp_path / "page.png")
    save_pdf(page, tmp_path / "page.pdf")
    assert (tmp_path / "page.png").stat().st_size > 20_000
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


def test_a_frame_without_a_page_has_no_link_and_opens_none(window):
    board = window.stage.board
    frames = {**board.frames, "why-scale": replace(board.frames["why-scale"], deeper="")}
    window.stage.set_board(replace(board, frames=MappingProxyType(frames)))
    window.deepen.toggle_deepen()
    assert not window.deepen.is_open


def test_known_letters_of_a_formula_are_colored(qapp):
    formula = formula_of(Display(r"\mathrm{Var}(q \cdot k) = d_k \sum_{k} v_k W_K", "x"))
    assert {part.latex: part.role for part in formula.parts} == {
        "q": "query", "k": "key", "d_k": "other", "v_k": "value",
    }  # fmt: skip
    assert r"\mathrm{Var}" in formula.latex
    assert r"\sum_{k}" in formula.latex
    assert "W_K" in formula.latex
    assert formula.em[0] > 5


def test_columns_are_even_and_keep_headings_with_their_words():
    assert split([10, 10, 10, 10], ["words"] * 4) == 2
    assert split([10, 10, 10, 10], ["words", "heading", "words", "words"]) == 1
    assert split([30, 10, 5, 5], ["words", "heading", "source", "source"]) == 1
    assert split([10], ["words"]) == 1


def test_the_page_is_read_out_formulas_and_all(window):
    window.deepen.toggle_deepen()
    said = window.deepen.page.reader.accessibleDescription()
    assert "Formula: the variance of q dot k is" in said
    assert "Sources: Vaswani" in said
    assert not re.search(r"[$\\{}]", said)
    assert window.deepen.page.reader.accessibleName() == "Read more: Why divide the scores?"


def test_the_ring_of_a_link_lies_over_its_words(window):
    """The link is where the paragraph draws its underline: that line is ink on the card."""
    window.deepen.toggle_deepen()
    target = link(window, "softmax")
    box = target.geometry()
    prose = target.parentWidget()
    QApplication.processEvents()
    image = prose.grab().toImage()
    ratio = image.devicePixelRatio()
    rows = [
        sum(
            image.pixelColor(QPoint(round(x * ratio), round(y * ratio))).lightness() < 140
            for x in range(box.left() + 3, box.right() - 3)
        )
        for y in range(box.top(), box.bottom() + 1)
    ]
    assert max(rows) >= 0.95 * (box.width() - 6)  # a line of ink from end to end


def test_a_link_is_read_as_a_link_and_can_be_followed_by_a_screen_reader(window):
    window.deepen.toggle_deepen()
    heard = QAccessible.queryAccessibleInterface(link(window, "softmax"))
    assert heard.role() == QAccessible.Role.Link
    assert heard.text(QAccessible.Text.Name) == "softmax, a term of the glossary"
    heard.actionInterface().doAction("Press")
    assert QApplication.focusWidget() is window.glossary.list._rows["softmax"]
