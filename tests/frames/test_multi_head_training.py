"""Multi-head, train it: one head against several, in the window."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QApplication

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.labs.jobs_lab import JobsSetup, theory, train
from attnviz.core.state import LabState
from attnviz.experiments import multi_head
from attnviz.experiments.one_head import DOTS, PAPER_NOTE, STEPS
from attnviz.experiments.output import as_json
from attnviz.frames import why_scale
from attnviz.frames.multi_head import TRAIN, MultiHeadFrame
from attnviz.ui.theme import THEMES
from attnviz.ui.widgets.training import runner
from attnviz.ui.widgets.training.lab_player import LabPlayer
from attnviz.ui.widgets.training.rate import RateControl
from attnviz.ui.window import Window

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.fixture
def window(qtbot, qapp) -> Window:
    window = make_window(Options(BOARD, LabState(one_head=True), frame="multi-head"))
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    turn()
    return window


def turn() -> None:
    """One turn of the event loop, with everything that it paints."""
    QApplication.processEvents()


def frame_of(window: Window) -> MultiHeadFrame:
    """The frame on show."""
    frame = window.stage.frame
    assert isinstance(frame, MultiHeadFrame)
    return frame


def run(window: Window, steps: int) -> None:
    """Take `steps` steps by the button."""
    for _ in range(steps):
        frame_of(window).one_head.player.step_button.click()


def shown(window: Window) -> dict[str, object]:
    """Everything on screen that a run changes."""
    one_head = frame_of(window).one_head
    return {
        "words": window.stage.frame.words.accessibleName(),
        "errors": [series.errors.tolist() for series in one_head.errors.series],
        "progress": one_head.player.progress,
    }


def words(window: Window) -> str:
    return window.stage.frame.words.accessibleName()


def test_one_press_of_step_moves_all_dots_by_one_step(window):
    run(window, 5)
    one_head = window.stage.frame.one_head
    assert one_head.player.progress == (5 * DOTS, STEPS * DOTS)
    assert one_head.player.bar.accessibleDescription() == "5 of 600"
    for index, jobs in enumerate((2, 3, 4)):
        series = one_head.errors.series[index]
        assert series.label == f"{jobs} jobs"
        for heads in (1, 4, 8):
            steps = list(train(JobsSetup(jobs=jobs, heads=heads, steps=5)))
            assert series.errors[heads - 1] == steps[-1].error
            assert series.line[heads - 1] == theory(jobs, heads)
    assert words(window).startswith("Step 5 of 600: one head leaves ")
    assert window.stage.words == words(window)


def test_dots_land_on_the_line_as_training_proceeds(window):
    errors = window.stage.frame.one_head.errors
    apart = [max(np.abs(series.errors - series.line).max() for series in errors.series)]
    for _ in range(3):
        run(window, 40)
        apart.append(max(np.abs(series.errors - series.line).max() for series in errors.series))
    assert apart == sorted(apart, reverse=True)
    assert apart[0] > 0.9
    assert apart[-1] < 0.01
    assert "All 24 dots are within 0.01 of their line." in words(window)


def test_the_switch_takes_dots_below_the_line_and_the_frame_says_why(window):
    frame = window.stage.frame
    assert "Scores see roles only" in frame.one_head.words.small_print.plain
    switch = next(c for c in frame.controls if c.field == "scores_see_values")
    switch.box.click()
    turn()
    assert window.store.state.scores_see_values
    assert frame.one_head.player.progress[0] == 0
    run(window, 60)
    two_jobs = frame.one_head.errors.series[0]
    assert two_jobs.errors[0] < 0.45 < two_jobs.line[0] == 0.5
    assert two_jobs.lower is not None
    assert two_jobs.lower[0] == 0.375
    assert "The split is off: keys and heads see whole tokens." in frame.one_head.words.small_print.plain
    assert "split off" in words(window)
    assert "dotted" in frame.one_head.error_card.hint
    window.store.undo()
    turn()
    assert frame.one_head.errors.series[0].lower is None
    assert "Scores see roles only" in frame.one_head.words.small_print.plain


def test_it_plays_by_itself_in_slices_and_a_second_press_holds_it(window, qtbot, monkeypatch):
    player = window.stage.frame.one_head.player
    moves: list[int] = []
    player.moved.connect(lambda: moves.append(player.progress[0]))
    clock = itertools.count(0.0, 0.0005)
    monkeypatch.setattr(runner, "perf_counter", lambda: next(clock))
    player.play_button.click()
    qtbot.waitUntil(lambda: len(moves) >= 4)
    player.play_button.click()
    taken = np.diff([0, *moves[:4]])
    assert (taken >= 1).all()
    assert (taken <= 4).all()  # a step costs half a millisecond of this clock, and reading it another half
    done = player.progress[0]
    qtbot.wait(60)
    assert player.progress[0] == done


@pytest.mark.parametrize(
    "change", [{"one_head_rate": 0.1}, {"one_head_optimizer": "plain"}, {"seed": 12}, {"scores_see_values": True}]
)
def test_a_change_of_what_is_trained_begins_anew_and_undo_does_too(window, change):
    start = shown(window)
    run(window, 3)
    window.store.apply(change)
    turn()
    assert shown(window)["progress"] == (0, STEPS * DOTS)
    assert words(window).startswith("Start: ")
    run(window, 2)
    window.store.undo()
    turn()
    assert shown(window) == start


def test_a_change_of_something_else_disturbs_nothing(window):
    run(window, 3)
    before = shown(window)
    for change in ({"rate": 0.01}, {"optimizer": "adam"}, {"query": 3}, {"heads": 4}, {"sentence": "It rains."}):
        window.store.apply(change)
    turn()
    assert shown(window) == before


def test_todays_heads_are_marked_in_the_papers_chart(window):
    paper = window.stage.frame.one_head.paper
    assert (paper.today, paper.marked) == (8, True)
    assert "Today's 8 heads" in paper.accessibleDescription()
    window.store.apply({"heads": 2})
    turn()
    assert (paper.today, paper.marked) == (2, False)
    assert "Today's" not in paper.accessibleDescription()
    assert window.stage.frame.one_head.source.plain == " ".join(PAPER_NOTE.split())


def test_it_rests_while_another_frame_is_on_show_and_is_found_as_it_was_left(window, qtbot):
    player = window.stage.frame.one_head.player
    player.play()
    qtbot.waitUntil(lambda: player.progress[0] > 2)
    window.open_frame("glossary")
    assert not player.playing
    done = player.progress
    qtbot.wait(60)
    assert player.progress == done
    window.open_frame("multi-head")
    turn()
    assert player.progress == done


def test_it_rests_while_the_window_is_put_away_or_the_heads_are_looked_at(window, qtbot):
    player = window.stage.frame.one_head.player
    player.play()
    window.store.apply({"one_head": False})
    turn()
    assert not player.playing
    window.store.undo()
    turn()
    player.play()
    window.showMinimized()
    turn()
    assert not player.playing


def test_look_and_train_it_share_the_frame_and_undo_brings_either_back(window):
    frame = window.stage.frame
    run(window, 3)
    trained = shown(window)
    next(button for button in frame.controls[0].buttons() if button.text() == "look").click()
    turn()
    assert not window.store.state.one_head
    assert frame.grid.isVisible()
    assert not frame.one_head.errors.isVisible()
    assert not frame.one_head.player.isVisible()
    assert all(control.isVisible() for control in (*frame.sliders, frame.source, *frame.lasting))
    result = multi_head.compute(window.store.state, BOARD)
    assert words(window) == multi_head.spoken(window.store.state, result)
    assert window.stage.tables == multi_head.tables(window.store.state, result)
    window.store.undo()
    turn()
    assert frame.one_head.errors.isVisible()
    assert not frame.grid.isVisible()
    assert not any(control.isVisible() for control in frame.looking)
    assert shown(window) == trained


@pytest.mark.parametrize("source", ["recorded", "random"])
def test_any_source_of_heads_can_be_left_for_the_laboratory_and_found_again(qtbot, qapp, source):
    window = make_window(Options(BOARD, LabState(source=source), frame="multi-head"))
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    turn()
    frame = frame_of(window)
    assert frame.one_head.lab.now is None
    before = {id(control) for control in frame.controls if control.isVisible()}
    window.store.apply({"one_head": True})
    turn()
    assert frame.laboratory() is frame.one_head.lab
    assert not any(control.isVisible() for control in frame.looking)
    window.store.undo()
    turn()
    assert {id(control) for control in frame.controls if control.isVisible()} == before


def test_the_two_laboratories_have_switches_of_their_own_and_the_same_controls(window):
    run(window, 3)
    window.open_frame("why-scale")
    turn()
    assert window.stage.frame.pictures.shown_set == ""
    window.store.apply({"training": True, "one_head": False})
    turn()
    assert window.stage.frame.pictures.shown_set == why_scale.TRAIN
    other = window.stage.frame
    window.open_frame("multi-head")
    turn()
    mine = window.stage.frame
    assert mine.pictures.shown_set == ""
    for frame in (mine, other):
        assert len(frame.findChildren(LabPlayer)) >= 1
        assert len(frame.findChildren(RateControl)) == 1
    assert {c.field for c in mine.controls} >= {"one_head_rate", "one_head_optimizer", "scores_see_values", "seed"}


def test_the_numbers_panel_and_the_saved_numbers_follow_the_run(window):
    window.toggle_numbers()
    run(window, 2)
    table = window.numbers._models[0].table
    assert table.rows[0][2] == window.stage.frame.one_head.errors.series[0].errors[0]
    said = json.loads(as_json(window.stage.numbers()))
    assert said["steps_taken"] == 2
    assert said["paper"]["source"] == "Vaswani et al. 2017, Table 3 row (A)"


def test_the_tour_by_keyboard_alone(window, qtbot):
    """Tab to every control of the laboratory, and use it."""
    frame = window.stage.frame
    seen: list[object] = []
    window.activateWindow()
    frame.setFocus()
    for _ in range(60):
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget in seen:
            break
        seen.append(widget)
    player = frame.one_head.player
    rate = next(c for c in frame.controls if c.field == "one_head_rate")
    switch = next(c for c in frame.controls if c.field == "scores_see_values")
    reached = set(map(id, seen))
    for wanted in (player.play_button, player.step_button, rate.slider, switch.box):
        assert id(wanted) in reached, wanted.accessibleName()
    player.step_button.setFocus()
    qtbot.keyClick(player.step_button, Qt.Key.Key_Space)
    assert player.progress == (DOTS, STEPS * DOTS)
    rate.slider.setFocus()
    qtbot.keyClick(rate.slider, Qt.Key.Key_Right)
    turn()
    assert window.store.state.one_head_rate == 0.1
    assert player.progress[0] == 0
    switch.box.setFocus()
    qtbot.keyClick(switch.box, Qt.Key.Key_Space)
    turn()
    assert window.store.state.scores_see_values


def test_everything_that_can_be_used_or_seen_has_a_name(window):
    for kind in (QAbstractButton, QAbstractSlider, QAbstractSpinBox):
        for widget in window.stage.frame.findChildren(kind):
            if widget.isVisible():
                assert widget.accessibleName() or widget.text(), widget
    one_head = window.stage.frame.one_head
    for picture in (one_head.errors, one_head.paper, one_head.player.bar):
        assert picture.accessibleName()
    run(window, 1)
    assert one_head.errors.accessibleDescription().startswith("Step 1, error for 1 to 8 heads. 2 jobs: ")


@pytest.mark.parametrize("sees", [False, True])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_nothing_is_cut_at_any_size(window, theme, size, sees):
    window.store.apply({"scores_see_values": sees})
    window.appearance.use_theme(theme)
    window.resize(*size)
    turn()
    frame, label = window.stage.frame, window.look.label
    one_head = frame.one_head
    assert frame.pictures.shown_set == TRAIN
    assert sorted(n for page in frame.pictures.pages for row in page for n in row) == [0, 1, 2]
    assert frame.head.title.fontMetrics().horizontalAdvance(frame.head.title.text()) <= frame.head.title.width()
    for widget in (one_head.player.play_button, one_head.player.step_button, one_head.player.reset_button):
        assert widget.isVisible()
        assert widget.width() >= widget.sizeHint().width()
    frame.pictures.show_card("Error against heads")
    turn()
    assert one_head.errors.box().height() >= 4 * label
    assert one_head.errors.box().width() >= 22 * label
    frame.pictures.show_card("The paper")
    turn()
    assert one_head.paper.box().height() >= 3 * label
    assert one_head.paper.box().width() >= 10 * label
    for prose in (one_head.source,):
        assert prose.height() >= prose.heightForWidth(prose.width())
    frame.pictures.show_card("Small print")
    turn()
    for prose in (one_head.words.task, one_head.words.small_print):
        assert prose.isVisible()
        assert prose.height() >= prose.heightForWidth(prose.width())
