"""The exit ticket in the real window: a minute to say it, the summary kept or printed only when asked for."""

from __future__ import annotations

import csv
import re
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QSaveFile, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtWidgets import QFileDialog, QLineEdit

from attnviz.core.state import LabState
from attnviz.experiments.check import answer, compute, summary
from attnviz.ui.quiz_paper import document, save_page
from attnviz.ui.widgets.quiz.say_timer import SECONDS
from tests.ui.quiz_hands import BOARD, by_mouse, open_window, press, quiz_of, settle, tab_to, turn_to, wrong_for


@pytest.fixture
def window(qtbot, qapp):
    return open_window(qtbot)


def timer_of(window, number=0):
    return window.stage.frame.prompt_cards[number].timer


def clocks(window) -> list[QTimer]:
    """Those of the minutes that run."""
    timers = [card.timer for card in window.stage.frame.prompt_cards]
    return [clock for timer in timers for clock in timer.findChildren(QTimer) if clock.isActive()]


def test_a_minute_is_started_and_paused_by_keys_and_told_in_words(window):
    timer = timer_of(window)
    assert timer.words.text() == "60 seconds"
    assert clocks(window) == []  # nothing runs before it is asked for
    tab_to(timer.button)
    press(Qt.Key.Key_Space)
    assert len(clocks(window)) == 1
    for _ in range(15):
        timer.tick()
    assert timer.words.text() == "45 seconds left"
    assert timer.button.accessibleName() == "Say 1: pause the time, 45 seconds left"
    press(Qt.Key.Key_Space)
    assert clocks(window) == []
    assert timer.button.text() == "Go on"
    for _ in range(44):
        timer.tick()
    assert timer.words.text() == "1 second left"
    timer.toggle()
    timer.tick()
    assert timer.words.text() == "The time is up"
    assert clocks(window) == []
    timer.toggle()
    assert (timer.seconds, timer.running) == (SECONDS, True)


def test_the_end_of_the_minute_is_announced_once_without_interrupting(window, monkeypatch):
    heard: list[tuple[str, object]] = []

    def hear(event):
        if isinstance(event, QAccessibleAnnouncementEvent):
            heard.append((event.message(), event.politeness()))

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    timer = timer_of(window)
    timer.toggle()
    for _ in range(SECONDS - 1):
        timer.tick()
    assert heard == []
    timer.tick()
    assert heard == [("Time. Reveal the answer when you are ready.", QAccessible.AnnouncementPoliteness.Polite)]


def test_the_number_of_seconds_is_larger_than_the_words_around_it(window):
    timer = timer_of(window)
    assert timer.words.font().pixelSize() > 1.5 * timer.button.font().pixelSize()


@pytest.mark.parametrize("leave", ["frame", "page", "reveal", "close"])
def test_the_minute_stops_and_is_whole_again_once_it_is_out_of_sight(window, leave):
    timer = timer_of(window)
    timer.toggle()
    timer.tick()
    frame = window.stage.frame
    if leave == "frame":
        window.open_frame("open")
    elif leave == "page":
        frame.pictures.show_card("Quiz")
    elif leave == "reveal":
        frame.prompt_cards[0].reveal_button.click()
    else:
        window.close()
    settle()
    assert not timer.running
    assert timer.seconds == SECONDS
    assert not any(clock.isActive() for clock in timer.findChildren(QTimer))


def test_under_reduced_motion_there_is_only_the_number(window):
    timer = timer_of(window)
    assert timer.bar.isVisible()
    window.appearance.toggle_motion()
    settle()
    assert not timer.bar.isVisible()
    timer.toggle()
    timer.tick()
    assert timer.words.text() == "59 seconds left"
    assert timer.words.isVisible()


def test_the_audience_sees_the_minute_of_the_presenter_and_can_pause_it(window, qtbot):
    window.presenting.start_here()
    window.presenting.card.buttons[1].click()  # windowed, for screen sharing
    settle()
    here, there = timer_of(window), window.presenting.audience.stage.frame.prompt_cards[0].timer
    here.toggle()
    here.tick()
    assert there.value == (59, True)
    assert [clock.isActive() for clock in there.findChildren(QTimer)] == [False]  # one clock for both
    there.toggle()
    assert here.value == (59, False)
    assert clocks(window) == []


def test_marks_follow_only_after_the_answer_is_revealed_and_lead_to_the_quiz(window):
    card = window.stage.frame.prompt_cards[1]
    assert not card.mark_buttons[2].isVisible()
    large = card.question.font().pixelSize()
    card.reveal_button.click()
    settle()
    assert card.question.font().pixelSize() < large
    card.mark_buttons[2].click()
    settle()
    tag = BOARD.prompts[1].tag
    assert BOARD.question(quiz_of(window).asked[0]).tag == tag


def test_the_summary_is_kept_where_the_viewer_says_and_holds_no_answer(window, tmp_path, monkeypatch):
    asked = turn_to(window, "integer")
    by_mouse(window, asked, wrong_for(asked)[0])
    by_mouse(window, asked, asked.answer)
    path = tmp_path / "class.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.stage.frame.pictures.show_card("Summary")
    settle()
    window.stage.frame.summary.save_button.click()
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    seed = window.store.state.quiz_seed
    assert rows[0] == [f"# Exit ticket by concept, seed {seed}"]
    assert rows[1] == ["concept", "standing", "own mark", "questions", "answered", "right", "wrong tries"]
    place = list(BOARD.tags).index(asked.question.tag)
    assert len(rows) == 2 + len(BOARD.tags)
    assert rows[2 + place][4:] == ["1", "1", "1"]
    assert str(path) in window.toast.text()


def test_nothing_is_written_until_it_is_asked_for_nor_when_the_dialog_is_left(window, tmp_path, monkeypatch):
    asked_for: list[str] = []

    def leave(_parent: object, _title: str, name: str, _kinds: str) -> tuple[str, str]:
        asked_for.append(name)
        return "", ""

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", leave)
    for question in quiz_of(window).asked:
        window.store.apply(answer(window.store.state, BOARD, question, "1"))
        settle()
    assert asked_for == []
    window.paper.save_summary()
    assert asked_for == [f"exit-ticket-{window.store.state.seed}.csv"]
    assert list(Path(tmp_path).iterdir()) == []
    assert not window.toast.isVisible()


def test_a_file_that_cannot_be_written_is_said(window, tmp_path, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "none" / "a.csv"), ""))
    window.paper.save_summary()
    assert window.toast.text().startswith("Not saved. ")


def test_the_summary_is_printed_with_every_concept(window, tmp_path, monkeypatch):
    path = tmp_path / "printed.pdf"

    def choose(printer: QPrinter) -> bool:
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(path))
        return True

    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", lambda: ["Room 3"])
    monkeypatch.setattr(window.paper, "choose", choose)
    window.stage.frame.summary.print_button.click()
    assert path.read_bytes().startswith(b"%PDF")
    assert window.toast.text() == f"Sent to the printer: {path}"
    words = document(window.paper.table()).toPlainText()
    state = window.store.state
    for row in summary(state, compute(state, BOARD)).rows:
        assert str(row[0]) in words


def test_without_a_printer_a_page_is_offered(window, tmp_path, monkeypatch):
    path = tmp_path / "page.pdf"
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    window.actions_of["print_summary"][0].trigger()
    assert path.read_bytes().startswith(b"%PDF")
    assert window.toast.text() == f"Saved: {path}"


def test_the_page_is_one_and_its_words_stay_text(window, tmp_path):
    path = tmp_path / "page.pdf"
    save_page(window.paper.table(), path)
    data = path.read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    streams = [zlib.decompress(part) for part in re.findall(rb"stream\r?\n(x.*?)endstream", data, re.DOTALL)]
    glyphs = [re.findall(rb"<([0-9A-Fa-f]+)> Tj", stream) for stream in streams]
    written = sum(len(run) // 4 for stream in glyphs for run in stream)
    words = document(window.paper.table()).toPlainText()
    assert b"/FontFile" in data
    assert written > 0.8 * len("".join(words.split()))


def test_a_file_that_was_there_stays_when_the_new_one_cannot_be_completed(window, tmp_path, monkeypatch):
    path = tmp_path / "class.csv"
    path.write_text("last week", encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    monkeypatch.setattr(QSaveFile, "commit", lambda _file: False)
    window.paper.save_summary()
    assert path.read_text(encoding="utf-8") == "last week"
    assert window.toast.text().startswith(f"Not saved. {path}")


def test_a_page_that_cannot_be_written_raises(tmp_path, qapp):
    state = LabState()
    with pytest.raises(OSError, match="none"):
        save_page(summary(state, compute(state, BOARD)), tmp_path / "none" / "a.pdf")


def test_nobody_is_asked_for_a_name(window):
    names = [box.accessibleName() for box in window.stage.frame.findChildren(QLineEdit) if box.isVisibleTo(window)]
    assert not [name for name in names if "name" in name.casefold()]


def test_students_find_no_worked_answer_before_they_ask_for_it(qtbot, qapp):
    window = open_window(qtbot, student=True)
    asked = turn_to(window, "choice")
    by_mouse(window, asked, wrong_for(asked)[0])
    panel = quiz_of(window).panel
    assert not panel.worked.isVisible()
    assert asked.worked not in panel.help.plain
    assert asked.right not in panel.verdict.plain
