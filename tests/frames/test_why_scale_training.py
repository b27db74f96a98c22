"""Why scale, train it: two copies side by side, in the window."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QApplication

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.labs.lookup import LookupSetup, train
from attnviz.core.state import LabState
from attnviz.experiments import why_scale
from attnviz.experiments.output import as_json
from attnviz.experiments.training import STEPS
from attnviz.frames.why_scale import TRAIN, WhyScaleFrame
from attnviz.ui.theme import THEMES

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(locked=False, key_width=4, training=True), frame="why-scale"))
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    turn()
    return window


def turn():
    """One turn of the event loop, with everything that it paints."""
    QApplication.processEvents()


def run(window, steps):
    """Take `steps` steps by the button."""
    for _ in range(steps):
        window.stage.frame.training.player.step_button.click()


def sweep(window, rates):
    """Let the sweep come so far that `rates` rates are finished, and stop it."""
    sweeper = window.stage.frame.training.sweeper
    while sweeper.progress[0] < rates * STEPS:
        sweeper.step()


def shown(window):
    """Everything on screen that a run changes."""
    training = window.stage.frame.training
    return {
        "words": window.stage.frame.words.accessibleName(),
        "errors": [curve.errors.tolist() for curve in training.errors.lines],
        "rates": [curve.errors.tolist() for curve in training.rates.lines],
        "weights": [view.heatmap.values.tolist() for view in training.weights.views],
        "figures": [[cell.text() for cell in row] for row in training.figures.cells],
        "progress": training.player.progress,
    }


def test_after_some_steps_every_picture_shows_the_learners_numbers(window):
    run(window, 12)
    steps = list(train(LookupSetup(key_width=4, steps=12)))
    training, now = window.stage.frame.training, steps[-1]
    raw, divided = training.errors.lines
    assert (raw.label, raw.dashed, divided.label, divided.dashed) == ("raw", True, "divided", False)
    assert raw.errors.tolist() == [step.raw.loss for step in steps]
    assert divided.errors.tolist() == [step.divided.loss for step in steps]
    assert raw.xs.tolist() == list(range(13))
    assert np.array_equal(training.weights.views[0].heatmap.values, now.raw.weights)
    assert np.array_equal(training.weights.views[1].heatmap.values, now.divided.weights)
    figures = shown(window)["figures"]
    assert figures[0] == ["", "raw", "divided"]
    assert figures[1] == ["error", f"{now.raw.loss:.2f}", f"{now.divided.loss:.2f}"]
    assert figures[3] == ["stuck rows", f"{16 * now.raw.stuck:.0f} of 16", f"{16 * now.divided.stuck:.0f} of 16"]
    words = window.stage.frame.words.accessibleName()
    assert words.startswith(f"Step 12 of 400: error raw {now.raw.loss:.2f}, divided {now.divided.loss:.2f};")
    assert window.stage.words == words


def test_it_plays_by_itself_and_a_second_press_holds_it(window, qtbot):
    player = window.stage.frame.training.player
    player.play_button.click()
    qtbot.waitUntil(lambda: player.progress[0] >= 5)
    player.play_button.click()
    done = player.progress[0]
    qtbot.wait(60)
    assert player.progress[0] == done
    assert len(window.stage.frame.training.errors.lines[0].xs) == done + 1


@pytest.mark.parametrize("change", [{"key_width": 8}, {"rate": 0.1}, {"optimizer": "adam"}, {"seed": 12}])
def test_a_change_of_what_is_trained_begins_anew_and_undo_does_too(window, change):
    start = shown(window)
    run(window, 3)
    window.store.apply(change)
    turn()
    assert shown(window)["progress"] == (0, 400)
    assert shown(window)["words"].startswith("Start: ")
    assert shown(window) != start
    run(window, 3)
    window.store.undo()
    turn()
    assert shown(window) == start


def test_a_change_of_something_else_disturbs_nothing(window):
    run(window, 3)
    before = shown(window)
    window.store.apply({"scale_exponent": 0.2})
    window.store.apply({"query": 3})
    turn()
    assert shown(window) == before


def test_a_stopped_sweep_keeps_its_points_and_goes_on_from_there(window, qtbot):
    training = window.stage.frame.training
    training.sweeper.play_button.click()
    qtbot.waitUntil(lambda: len(training.lab.tried.points) >= 1)
    training.sweeper.play_button.click()  # it says "Stop" now
    assert not training.sweeper.playing
    kept = training.lab.tried.points
    assert training.rates.lines[0].errors.tolist() == [point.raw for point in kept]
    assert training.rates.lines[1].errors.tolist() == [point.divided for point in kept]
    assert np.allclose(10.0 ** training.rates.lines[0].xs, [point.rate for point in kept])
    assert f"{len(kept)} of 11 rates tried" in window.stage.frame.words.accessibleName()
    assert training.sweeper.play_button.text() == "Go on"
    sweep(window, len(kept) + 1)
    assert training.lab.tried.points[: len(kept)] == kept
    assert len(training.rates.lines[0].xs) == len(kept) + 1


def test_a_sweep_outlives_a_change_of_the_rate_and_no_other(window):
    sweep(window, 1)
    window.store.apply({"rate": 0.1})
    turn()
    assert len(window.stage.frame.training.rates.lines[0].xs) == 1
    window.store.apply({"key_width": 8})
    turn()
    assert len(window.stage.frame.training.rates.lines[0].xs) == 0


def test_only_one_of_run_and_sweep_plays(window, qtbot):
    training = window.stage.frame.training
    training.player.play()
    qtbot.waitUntil(lambda: training.player.progress[0] > 1)
    training.sweeper.play()
    assert training.sweeper.playing
    assert not training.player.playing
    training.player.play()
    assert training.player.playing
    assert not training.sweeper.playing


def test_it_rests_while_another_frame_is_on_show_and_is_found_as_it_was_left(window, qtbot):
    training = window.stage.frame.training
    training.player.play()
    qtbot.waitUntil(lambda: training.player.progress[0] > 2)
    window.open_frame("glossary")
    assert not training.player.playing
    done = training.player.progress
    qtbot.wait(60)
    assert training.player.progress == done
    window.open_frame("why-scale")
    turn()
    assert training.player.progress == done
    assert len(training.errors.lines[0].xs) == done[0] + 1


def test_it_rests_while_the_window_is_put_away(window, qtbot):
    player = window.stage.frame.training.player
    player.play()
    qtbot.waitUntil(lambda: player.progress[0] > 2)
    window.showMinimized()
    turn()
    assert not player.playing


def test_measure_and_train_it_share_the_frame_and_undo_brings_either_back(window):
    frame = window.stage.frame
    run(window, 3)
    trained = shown(window)
    next(button for button in frame.controls[0].buttons() if button.text() == "measure").click()
    turn()
    assert not window.store.state.training
    assert frame.sharpness.isVisible()
    assert not frame.training.errors.isVisible()
    assert not frame.training.player.isVisible()
    result = why_scale.compute(window.store.state, BOARD)
    assert frame.words.accessibleName() == why_scale.spoken(window.store.state, result)
    assert window.stage.tables == why_scale.tables(window.store.state, result)
    window.store.undo()
    turn()
    assert frame.training.errors.isVisible()
    assert not frame.sharpness.isVisible()
    assert shown(window) == trained


def test_the_lab_is_not_made_while_measuring(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(locked=False), frame="why-scale"))
    qtbot.addWidget(window)
    window.show()
    for key_width in (8, 9, 10):
        window.store.apply({"key_width": key_width})
        turn()
    frame = window.stage.frame
    assert isinstance(frame, WhyScaleFrame)
    assert frame.training.lab.now is None
    assert frame.laboratory() is None


def test_the_numbers_panel_and_the_saved_numbers_follow_the_run(window):
    window.toggle_numbers()
    run(window, 10)
    table = window.numbers._models[0].table
    assert table.rows[1][0] == 10
    assert table.rows[1][1] == window.stage.frame.training.lab.now.raw.loss
    assert table.rows[2][1] == ""
    assert json.loads(as_json(window.stage.numbers()))["steps_taken"] == 10


def test_the_tour_by_keyboard_alone(window, qtbot):
    """Tab to every control of the laboratory, and use it."""
    frame, seen = window.stage.frame, []
    window.activateWindow()
    frame.setFocus()
    for _ in range(60):
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget in seen:
            break
        seen.append(widget)
    training = frame.training
    wanted = [
        *frame.controls[0].buttons(), training.player.play_button, training.player.step_button,
        training.sweeper.play_button, *training.weights.views,
        *(c.slider for c in frame.controls if hasattr(c, "slider") and c.isVisible()),
    ]  # fmt: skip
    reached = set(map(id, seen))
    # In a row of buttons of which one is down the arrow keys do the rest.
    missing = [w for w in wanted if id(w) not in reached and not (isinstance(w, QAbstractButton) and w.isCheckable())]
    assert not missing, [w.accessibleName() for w in missing]
    training.player.step_button.setFocus()
    qtbot.keyClick(training.player.step_button, Qt.Key.Key_Space)
    assert training.player.progress == (1, 400)
    training.sweeper.play_button.setFocus()
    qtbot.keyClick(training.sweeper.play_button, Qt.Key.Key_Space)
    assert training.sweeper.playing
    qtbot.keyClick(training.sweeper.play_button, Qt.Key.Key_Space)
    assert not training.sweeper.playing


def test_everything_that_can_be_used_or_seen_has_a_name(window):
    for kind in (QAbstractButton, QAbstractSlider, QAbstractSpinBox):
        for widget in window.stage.frame.findChildren(kind):
            if widget.isVisible():
                assert widget.accessibleName() or widget.text(), widget
    training = window.stage.frame.training
    for picture in (training.errors, training.rates, *training.weights.views, training.player.bar):
        assert picture.accessibleName()
    assert training.errors.accessibleDescription().startswith("Step 0: error raw ")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_nothing_is_cut_at_any_size(window, theme, size):
    window.appearance.use_theme(theme)
    window.resize(*size)
    turn()
    frame = window.stage.frame
    training, label = frame.training, window.look.label
    assert frame.pictures.shown_set == TRAIN
    assert sorted(n for page in frame.pictures.pages for row in page for n in row) == list(range(5))
    assert frame.head.title.fontMetrics().horizontalAdvance(frame.head.title.text()) <= frame.head.title.width()
    for widget in (training.player.play_button, training.player.step_button, training.player.reset_button):
        assert widget.isVisible()
        assert widget.width() >= widget.sizeHint().width()
    frame.pictures.show_card("Error")
    turn()
    assert training.errors.box().height() >= 3.5 * label
    assert training.errors.box().width() >= 6 * label
    frame.pictures.show_card("Now")
    turn()
    for row in training.figures.cells:
        for cell in row:
            assert cell.width() >= cell.sizeHint().width()
            assert cell.height() >= cell.fontMetrics().height()
    frame.pictures.show_card("Weights")
    turn()
    for view in training.weights.views:
        assert view.heatmap.cell >= 5
        assert view.rect().contains(view.heatmap.cells.toAlignedRect())
    frame.pictures.show_card("Rates")
    turn()
    assert training.rates.box().height() >= 2.5 * label
    assert training.sweeper.play_button.width() >= training.sweeper.play_button.sizeHint().width()
    assert not training.sweeper.play_button.geometry().intersects(training.sweeper.bar.geometry())
    frame.pictures.show_card("Small print")
    turn()
    for prose in (training.words.task, training.words.small_print):
        assert prose.isVisible()
        assert prose.height() >= prose.heightForWidth(prose.width())


def test_the_small_print_says_what_it_does_not_show(window):
    said = window.stage.frame.training.words.small_print.plain
    assert "squared distance" in said
    assert "cross-entropy" in said
    assert "gradient of the parameters can start larger when raw" in said


def test_the_learners_are_made_when_they_are_asked_for_and_no_sooner(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(), frame="why-scale"))
    qtbot.addWidget(window)
    window.show()
    frame: Any = window.stage.frame
    assert frame._training is None
    window.store.apply({"training": True, "rate": 0.1})
    qapp.processEvents()
    rate = next(control for control in frame.controls if control.field == "rate")
    assert rate.isVisible()
    assert all(card.name in window.stage.labels()["why-scale"] for row in frame.training.rows for card in row)


def test_the_search_knows_the_learners_before_they_were_on_show(qtbot, qapp):
    window = make_window(Options(BOARD, LabState(), frame="why-scale"))
    qtbot.addWidget(window)
    assert "Error" in window.stage.labels()["why-scale"]
