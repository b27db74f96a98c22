from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.experiments import glossary
from attnviz.frames.glossary import GlossaryFrame
from attnviz.ui.theme import look_for, spread_look

BOARD = load_board(resource("boards", "session11.board.toml"))


def show(frame: GlossaryFrame, **changes: object) -> None:
    state = LabState(**changes)  # type: ignore[arg-type]
    result = glossary.compute(state, BOARD)
    frame.show_all(state, result, glossary.spoken(state, result))


@pytest.fixture
def frame(qapp, qtbot) -> GlossaryFrame:
    frame = GlossaryFrame(BOARD)
    qtbot.addWidget(frame)
    look = look_for("light")
    frame.set_look(look)
    frame.build()
    spread_look(frame, look)
    frame.resize(1000, 700)
    frame.show()
    show(frame)
    qtbot.waitExposed(frame)
    return frame


def visible(frame: GlossaryFrame) -> list[str]:
    return [card.id for card in frame.cards if card.isVisible()]


def test_every_term_has_a_card_with_all_its_words(frame):
    assert visible(frame) == [term.id for term in BOARD.glossary]
    for card, term in zip(frame.cards, BOARD.glossary, strict=True):
        assert card.text.plain == term.text
        assert term.symbol in card.symbol.plain
        assert "_" not in re.sub("<.*?>", "", card.symbol.text())
        assert term.say in card.symbol.plain
        assert [link.text() for link in card.links] == [BOARD.frames[frame_id].rail for frame_id in term.frames]


def test_values_follow_the_state(frame):
    values = {card.id: card.value for card in frame.cards}
    assert "64" in values["key-width"].plain
    show(frame, key_width=100, heads=4)
    assert values["key-width"].plain == "100 now"
    assert values["model-width"].plain == "4 × 100 = 400 now"


def test_a_link_asks_for_its_frame(frame, qtbot):
    card = next(card for card in frame.cards if card.id == "saturation")
    with qtbot.waitSignal(frame.go) as asked:
        card.links[0].click()
    assert asked.args == ["why-scale"]


def test_the_box_leaves_only_the_terms_that_hold_its_words(frame, qtbot):
    qtbot.keyClicks(frame.finder, "one-hot")
    assert visible(frame) == ["saturation"]
    assert frame.count.text() == f"1 of {len(BOARD.glossary)} terms"
    frame.finder.setText("  SOFTMAX   weights ")
    assert set(visible(frame)) == {
        term.id
        for term in BOARD.glossary
        if all(word in f"{term.term} {term.symbol} {term.say} {term.text}".lower() for word in ("softmax", "weights"))
    }
    frame.finder.setText("zzz")
    assert visible(frame) == []
    assert "zzz" in frame.count.text()
    frame.finder.clear()
    assert len(visible(frame)) == len(BOARD.glossary)


def test_the_live_words_follow_the_search(frame, qtbot):
    before = frame.words.accessibleName()
    qtbot.keyClicks(frame.finder, "soft")
    words = frame.words.accessibleName()
    assert words.startswith(frame.count.text())
    assert "“soft”" in words
    assert "saturation" in words
    show(frame, key_width=100)
    assert frame.words.accessibleName() == words
    frame.finder.setText("zzz")
    assert frame.words.accessibleName() == "No term holds “zzz”."
    frame.finder.clear()
    assert frame.words.accessibleName() == before.replace("64 now", "100 now").replace("512", "800").replace(
        "÷ 8 now", "÷ 10 now"
    )


def test_escape_clears_the_box_and_then_leaves_it(frame, qtbot):
    backed_out: list[bool] = []
    shortcut = QShortcut(Qt.Key.Key_Escape, frame)
    shortcut.activated.connect(_append_to(backed_out))
    frame.activateWindow()
    frame.finder.setFocus()
    qtbot.waitUntil(frame.finder.hasFocus)
    qtbot.keyClicks(frame.finder, "head")
    qtbot.keyClick(frame.finder, Qt.Key.Key_Escape)
    assert frame.finder.text() == ""
    assert frame.finder.hasFocus()
    assert len(visible(frame)) == len(BOARD.glossary)
    qtbot.keyClick(frame.finder, Qt.Key.Key_Escape)
    assert not frame.finder.hasFocus()
    assert frame.hasFocus()
    assert backed_out == []


def _append_to(heard: list[bool]):
    def note() -> None:
        heard.append(True)

    return note


def test_a_term_asked_for_stands_out_and_comes_into_view(frame, qtbot):
    frame.finder.setText("head")
    frame.show_term("causal-mask")
    card = next(card for card in frame.cards if card.id == "causal-mask")
    assert card.chosen
    assert frame.finder.text() == ""
    qtbot.waitUntil(_in_view(frame, card))
    frame.show_term("key-width")
    assert not card.chosen


def _in_view(frame: GlossaryFrame, card: QWidget):
    def whole() -> bool:
        top = card.mapTo(frame.area.viewport(), card.rect().topLeft()).y()
        return top >= 0 and top + card.height() <= frame.area.viewport().height()

    return whole


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("width", [620, 844, 1400])
def test_no_card_cuts_its_words_or_leaves_the_sheet(frame, theme, width):
    look = look_for(theme, 768)
    frame.set_look(look)
    spread_look(frame, look)
    frame.resize(width, 640)
    for card in frame.cards:
        assert card.height() >= card.layout().totalHeightForWidth(card.width())
        assert card.geometry().right() <= frame.sheet.width()
    boxes = [card.geometry() for card in frame.cards]
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert frame.sheet.minimumHeight() >= max(box.bottom() for box in boxes)


def test_what_can_be_focused_has_a_name(frame):
    for widget in frame.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
            assert widget.accessibleName(), widget
