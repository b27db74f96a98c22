"""The search, the contents and the speaker's notes in the window, by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.contents import to_text
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.ui.theme import Look

BOARD = load_board(resource("boards", "session11.board.toml"))
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def opened(qtbot, frame="open", theme="light", size=(1440, 900), **options):
    window = make_window(Options(BOARD, LabState(), frame, theme, **options))
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.stage.frame.setFocus()
    return window


@pytest.fixture
def window(qtbot, qapp):
    return opened(qtbot)


@pytest.fixture
def announced(monkeypatch):
    """What is said to assistive technology by the search."""
    said = []

    def hear(event):
        if isinstance(event.object(), QLabel):  # the window tells of turns of the frame
            said.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return said


def find(qtbot, window, words):
    qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
    qtbot.keyClicks(window.finding.panel.box, words)
    return window.finding.panel


def rows(panel):
    model = panel.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_a_tour_by_keyboard_from_the_box_to_a_place_and_back(window, qtbot, announced):
    panel = find(qtbot, window, "saturation")
    assert QApplication.focusWidget() is panel.box
    assert rows(panel)[:2] == ["5 · Glossary", rows(panel)[1]]
    assert "saturation" in rows(panel)[1]
    qtbot.waitUntil(
        lambda: announced == [f"{len(panel.hits)} found in {len({h.passage.frame for h in panel.hits})} frames"]
    )
    qtbot.keyClick(panel.box, Qt.Key.Key_Return)
    assert window.stage.frame_id == "glossary"
    assert announced[-1] == f"1 of {len(panel.hits)}, Glossary"
    assert not panel.list.isVisible()  # it makes way for the frame
    qtbot.waitUntil(lambda: [card.id for card in window.stage.frame.cards if card.chosen] == ["saturation"])
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert announced[-1].startswith("2 of ")
    qtbot.keyClick(window, Qt.Key.Key_F3, SHIFT)
    assert announced[-1].startswith("1 of ")
    qtbot.keyClick(window, Qt.Key.Key_F3, SHIFT)
    assert announced[-1].startswith(f"{len(panel.hits)} of {len(panel.hits)}, ")  # round the end
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    QApplication.processEvents()
    assert QApplication.focusWidget() is window.stage.frame


def test_escape_returns_the_focus_to_where_it_was(window, qtbot):
    window.open_frame("multi-head")
    box = next(control.box for control in window.stage.frame.controls if control.field == "sentence")
    box.setFocus()
    panel = find(qtbot, window, "dog")
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is box
    assert window.stage.frame_id == "multi-head"


def test_arrows_choose_and_pass_over_headings(window, qtbot, announced):
    panel = find(qtbot, window, "dk")
    chosen = []
    for _ in range(len(panel.hits)):
        chosen.append(panel.list.currentIndex().row())
        assert panel.list.currentIndex().flags() & Qt.ItemFlag.ItemIsSelectable
        qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    assert chosen == sorted(set(chosen))
    assert panel.list.currentIndex().row() == chosen[0]
    qtbot.keyClick(panel.box, Qt.Key.Key_Up)
    assert panel.list.currentIndex().row() == chosen[-1]
    assert announced[-1] == panel.place_words()


def test_letters_in_the_box_are_no_keys_of_the_board(window, qtbot):
    panel = find(qtbot, window, "scr 2")
    assert panel.box.text() == "scr 2"
    assert window.store.state == LabState()
    assert window.stage.frame_id == "open"
    assert panel.count.text() == "Nothing found for “scr 2”"
    assert not panel.list.isVisible()


def test_opening_again_selects_the_words_so_that_typing_replaces_them(window, qtbot):
    panel = find(qtbot, window, "mask")
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    qtbot.keyClick(window, Qt.Key.Key_F, CTRL)
    assert panel.box.selectedText() == "mask"
    assert panel.hits
    qtbot.keyClicks(panel.box, "dog")
    assert panel.box.text() == "dog"


def test_the_search_goes_on_after_it_was_put_away(window, qtbot):
    panel = find(qtbot, window, "gradient")
    qtbot.keyClick(panel.box, Qt.Key.Key_Escape)
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert window.toast.text() == panel.place_words()
    assert window.stage.frame_id == panel.hits[panel.at].passage.frame


def test_next_without_a_search_opens_one(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert QApplication.focusWidget() is window.finding.panel.box


def test_the_places_follow_the_state(window, qtbot):
    panel = find(qtbot, window, "96 now")
    assert panel.hits == []
    window.store.apply({"key_width": 96})
    qtbot.waitUntil(lambda: bool(panel.hits))
    assert any("96 now" in row for row in rows(panel))


def test_a_page_of_pictures_is_turned_to(qtbot, qapp):
    window = opened(qtbot, "why-scale", "projector", (1024, 768))
    panel = find(qtbot, window, "lottery")
    while panel.hits[panel.at].passage.id != "Lottery":
        qtbot.keyClick(panel.box, Qt.Key.Key_Down)
    window.stage.frame.pictures.show_card("Gradient")
    qtbot.keyClick(panel.box, Qt.Key.Key_Return)
    card = next(card for card in window.stage.frame.pictures.cards if card.name == "Lottery")
    qtbot.waitUntil(card.isVisible)


def test_a_question_of_the_exit_ticket_is_turned_to(qtbot, qapp):
    window = opened(qtbot, "open", "projector", (1024, 768))
    panel = find(qtbot, window, "How wide is each key?")
    assert [hit.passage.id for hit in panel.hits] == ["key-width"]
    qtbot.keyClick(panel.box, Qt.Key.Key_Return)
    assert window.stage.frame_id == "check"
    card = next(card for card in window.stage.frame.question_cards if card.question_id == "key-width")
    qtbot.waitUntil(card.isVisible)


@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", (1440, 900)), ("dark", (800, 560)), ("projector", (1024, 768)), ("projector", (1920, 1080))],
)
def test_the_search_lies_in_the_window_and_its_words_keep_the_floor(qtbot, qapp, theme, size):
    window = opened(qtbot, "open", theme, size)
    panel = find(qtbot, window, "softmax")
    home = window.centralWidget()
    assert home.rect().contains(panel.geometry())
    assert panel.rect().contains(panel.list.geometry())
    assert panel.list.height() > 4 * window.look.label
    look: Look = window.look
    for part in (panel.box, panel.count, panel.list):
        assert part.font().pixelSize() >= look.floor


def test_what_is_on_the_panels_has_a_name(window, qtbot):
    panel = find(qtbot, window, "softmax")
    window.finding.show_contents()
    for root in (panel, window.finding.sheet):
        for widget in root.findChildren(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
                assert QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name), widget


# ---------------------------------------------------------------------------------------------------------- contents


def test_the_contents_are_those_of_the_command_and_keep_step(window, qtbot):
    window.open_frame("why-scale")
    qtbot.keyClick(window, Qt.Key.Key_D, CTRL | SHIFT)
    tree = window.finding.sheet.tree
    assert tree.texts()[0] == "Session 11: Scaling and multi-head attention"
    assert f"Now: {window.stage.words}" in tree.texts()
    assert "64 now" in tree.texts()
    index = tree.currentIndex()
    assert index.data() == "2 · Why scale: Why divide the scores?"
    assert tree.isExpanded(index)
    window.store.apply({"key_width": 300})
    qtbot.waitUntil(lambda: f"Now: {window.stage.words}" in tree.texts())
    qtbot.waitUntil(lambda: "300 now" in tree.texts())
    assert "64 now" not in tree.texts()
    assert tree.isExpanded(index)  # rows stay as they were
    whole = to_text(window.finding.contents())
    assert len(tree.texts()) == len([block for block in whole.split("\n\n") if block])


def test_the_contents_take_the_colors_of_the_theme(qtbot, qapp):
    window = opened(qtbot, theme="dark")
    window.finding.show_contents()
    for label in window.finding.sheet.findChildren(QLabel):
        assert label.palette().windowText().color().name().upper() == window.look.theme.ink


def test_enter_in_the_contents_goes_to_the_frame(window, qtbot):
    window.finding.show_contents()
    qtbot.waitUntil(window.finding.sheet.isActiveWindow)
    tree = window.finding.sheet.tree
    while "Four steps" not in tree.currentIndex().data():
        qtbot.keyClick(tree, Qt.Key.Key_Down)
    qtbot.keyClick(tree, Qt.Key.Key_Return)
    assert window.stage.frame_id == "four-steps"
    qtbot.keyClick(tree, Qt.Key.Key_Escape)
    assert not window.finding.sheet.isVisible()


def test_the_contents_are_copied_and_saved_as_markdown(window, qtbot, tmp_path, monkeypatch):
    window.finding.show_contents()
    sheet = window.finding.sheet
    sheet.buttons[0].click()
    whole = to_text(window.finding.contents())
    assert QGuiApplication.clipboard().text() == whole
    for path in (tmp_path / "a.md", tmp_path / "nowhere" / "a.md"):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        sheet.buttons[1].click()
    assert Path(tmp_path / "a.md").read_text(encoding="utf-8") == whole + "\n"
    assert "Not saved" in window.toast.text()


def test_the_rows_of_the_contents_are_high_enough_for_their_words(window, qtbot):
    window.finding.show_contents()
    tree = window.finding.sheet.tree
    tree.expandAll()
    story = tree.model().index(0, 0, tree.model().index(0, 0))
    QApplication.processEvents()
    wide = tree.visualRect(story).height()
    window.finding.sheet.resize(420, 600)
    QApplication.processEvents()
    assert tree.visualRect(story).height() > 1.5 * wide


# ------------------------------------------------------------------------------------------------------------- notes


def test_the_notes_are_those_of_the_present_frame_until_escape(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_F9)
    notes = window.finding.notes
    assert notes.isVisible()
    assert window.actions_of["toggle_notes"][0].isChecked()
    assert notes.title.text() == "Speaker notes · Open · 6 minutes"
    window.open_frame("check")
    assert notes.title.text() == "Speaker notes · Check · 8 minutes"
    assert notes.notes.plain == BOARD.frames["check"].notes
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not notes.isVisible()
    assert not window.actions_of["toggle_notes"][0].isChecked()


# ----------------------------------------------------------------------------------------------------------- students


def test_scenario_25_a_students_window_holds_no_note_and_finds_no_answer(qtbot, qapp):
    window = opened(qtbot, "check", student=True)
    answers = tuple((question.id, "3") for question in BOARD.questions)
    window.store.apply({"revealed": frozenset({"several-heads"}), "answers": answers})
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert not window.finding.notes.isVisible()
    assert not window.actions_of["toggle_notes"][0].isVisible()
    panel = find(qtbot, window, "")
    for words in (
        "Read the sentence aloud and ask the room",
        BOARD.prompts[1].answer[:120],
        BOARD.prompts[1].criteria[0],
    ):
        panel.box.setText(words)
        assert panel.hits == [], words
    panel.box.setText("several heads")
    assert panel.hits
    window.finding.show_contents()
    whole = "\n".join(window.finding.sheet.tree.texts()) + to_text(window.finding.contents())
    assert BOARD.prompts[1].answer not in whole
    assert BOARD.frames["open"].notes not in whole
    assert "Speaker notes" not in whole


def test_students_still_get_the_model_answer_when_they_reveal_it(qtbot, qapp):
    window = opened(qtbot, "check", student=True)
    window.store.apply({"revealed": frozenset({BOARD.prompts[0].id})})
    qtbot.waitUntil(lambda: bool(window.stage.tables[0].rows[0][3]))


# ---------------------------------------------------------------------------------------------------- nothing is left


def test_closing_the_window_with_everything_open_leaves_nothing_running(window, qtbot):
    window.finding.toggle_notes()
    window.finding.show_contents()
    find(qtbot, window, "softmax")
    for theme in ("dark", "projector", "light"):
        window.appearance.use_theme(theme)
        window.store.apply({"key_width": window.store.state.key_width + 1})
        QApplication.processEvents()
    window.close()
    assert not any(timer.isActive() for timer in window.finding.findChildren(QTimer))
    assert not any(timer.isActive() for timer in window.finding.panel.findChildren(QTimer))
    assert not window.finding.sheet.isVisible()


def test_shut_panels_compute_nothing_when_the_state_changes(window, qtbot, monkeypatch):
    find(qtbot, window, "softmax")
    window.finding.show_contents()
    window.finding.sheet.reject()
    window.finding.close_search()
    qtbot.wait(300)

    def fail():
        raise AssertionError("made the contents for nobody")

    monkeypatch.setattr(window.finding, "contents", fail)
    window.store.apply({"key_width": 16})
    qtbot.wait(300)
