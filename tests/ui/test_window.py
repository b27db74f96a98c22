import sys

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.ui.settings import Settings

OPTIONS = Options(load_board(resource("boards", "session11.board.toml")), LabState())


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(OPTIONS)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def shown(window):
    return window.stage.frame_id


def test_digits_and_page_keys_turn_frames(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_3)
    assert shown(window) == "multi-head"
    qtbot.keyClick(window, Qt.Key.Key_PageDown)
    assert shown(window) == "four-steps"
    qtbot.keyClick(window, Qt.Key.Key_PageUp)
    qtbot.keyClick(window, Qt.Key.Key_PageUp)
    assert shown(window) == "why-scale"


def test_the_rail_ends_where_it_ends(window, qtbot):
    window.previous_frame()
    assert shown(window) == "open"
    window.open_frame("check")
    window.next_frame()
    assert shown(window) == "check"


def test_history_goes_back_and_forward_as_in_a_browser(window, qtbot):
    for frame in ("why-scale", "check"):
        window.open_frame(frame)
    window.back()
    window.back()
    assert shown(window) == "open"
    window.forward()
    assert shown(window) == "why-scale"
    window.open_frame("glossary")
    window.forward()
    assert shown(window) == "glossary"


def test_single_letters_are_keys_but_never_while_text_is_typed(window, qtbot):
    window.open_frame("multi-head")
    qtbot.keyClick(window, Qt.Key.Key_C)
    assert window.store.state.causal
    qtbot.keyClick(window, Qt.Key.Key_S)
    assert window.store.state.scale_exponent == 0
    qtbot.keyClick(window, Qt.Key.Key_R)
    assert window.store.state.seed == 12
    box = next(control.box for control in window.stage.frame.controls if control.field == "sentence")
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.clear()
    qtbot.keyClicks(box, "scr 2")
    assert box.text() == "scr 2"
    assert window.store.state.causal
    assert window.store.state.seed == 12
    assert shown(window) == "multi-head"


@pytest.mark.parametrize("frame", FRAME_IDS)
def test_page_down_turns_the_frame_whatever_has_the_focus(window, qtbot, frame):
    if frame == FRAME_IDS[-1]:
        return
    window.open_frame(frame)
    for widget in window.stage.frame.findChildren(object):
        if not (
            hasattr(widget, "focusPolicy") and widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ):
            continue
        before = window.store.state
        widget.setFocus()
        QApplication.processEvents()
        qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_PageDown)
        assert shown(window) == FRAME_IDS[FRAME_IDS.index(frame) + 1], widget
        QApplication.processEvents()
        assert window.store.state == before
        window.open_frame(frame)


def test_the_glossary_is_put_away_by_f8_and_stays_away_over_frames(window, qtbot):
    assert window.glossary.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    window.next_frame()
    assert not window.glossary.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    assert window.glossary.isVisible()


def test_a_row_of_the_glossary_leads_to_its_term(window, qtbot):
    window.glossary.asked.emit("saturation")
    assert shown(window) == "glossary"
    chosen = [card.id for card in window.stage.frame.cards if card.chosen]
    assert chosen == ["saturation"]


def test_making_frames_opens_no_window_of_its_own_and_keeps_the_focus_in_the_frame(window, qtbot):
    window.activateWindow()
    for frame in FRAME_IDS:
        window.stage.frame.setFocus()
        window.open_frame(frame)
        QApplication.processEvents()
        assert QApplication.focusWidget() is window.stage.frame


@pytest.mark.parametrize("width", [1440, 1200, 1920])
def test_the_glossary_takes_at_most_30_percent_of_the_width(window, qtbot, width):
    window.resize(width, 900)
    QApplication.processEvents()
    assert 0 < window.glossary.width() <= 0.3 * width


def test_in_a_narrow_window_the_glossary_is_a_strip_below(window, qtbot):
    window.resize(1024, 768)
    QApplication.processEvents()
    assert window.glossary.height() < 60
    assert window.glossary.y() > window.stage.y()


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
@pytest.mark.parametrize("size", [(1024, 768), (1440, 900), (1920, 1080)])
def test_the_rail_takes_at_most_180_pixels_or_an_eighth_and_its_names_are_whole(window, theme, size):
    window.appearance.use_theme(theme)
    window.resize(*size)
    QApplication.processEvents()
    assert window.rail.width() <= max(180, size[0] // 8)
    for button in window.rail.findChildren(QPushButton):
        assert button.fontMetrics().horizontalAdvance(button.text()) + 20 <= window.rail.width()


def test_the_numbers_table_keeps_in_step(window, qtbot):
    window.open_frame("why-scale")
    qtbot.keyClick(window, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert window.numbers.isVisible()
    model = window.numbers.tabs.currentWidget().model()
    before = [model.index(r, c).data() for r in range(model.rowCount()) for c in range(model.columnCount())]
    window.store.apply({"key_width": 300})
    qtbot.waitUntil(lambda: "300" in window.stage.words)
    model = window.numbers.tabs.currentWidget().model()
    after = [model.index(r, c).data() for r in range(model.rowCount()) for c in range(model.columnCount())]
    assert before != after
    window.toast.hide()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.numbers.isVisible()


def test_the_numbers_keep_their_tab_while_they_change(window, qtbot):
    window.open_frame("multi-head")
    window.toggle_numbers()
    window.numbers.tabs.setCurrentIndex(1)
    view = window.numbers.tabs.currentWidget()
    for query in range(4):
        window.store.apply({"query": query})
        QApplication.processEvents()
    assert window.numbers.tabs.currentWidget() is view


def test_a_weight_that_is_not_zero_is_never_written_as_zero():
    from attnviz.experiments.table import Table
    from attnviz.ui.widgets.panels.numbers_panel import TableModel

    model = TableModel()
    model.show(Table("", ("a", "b", "c"), ((5.8e-20, 0.0, 0.25),)))
    assert [model.index(0, column).data() for column in range(3)] == ["5.8e−20", "0.0000", "0.2500"]


def test_a_drag_cut_short_by_another_window_is_one_step_and_what_follows_are_steps_again(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.store.stroke(True)
    window.store.apply({"key_width": 512})
    window.show_keys()
    qtbot.waitUntil(lambda: not window.isActiveWindow())
    for seed in (1, 2, 3):
        window.store.apply({"seed": seed})
    window.store.undo()
    assert window.store.state.seed == 2


def test_closing_before_the_warm_up_begins_makes_no_more_frames(window, qtbot):
    window.warm_up()
    window.close()
    qtbot.wait(500)
    assert len(window.stage.findChildren(type(window.stage.frame).__mro__[1])) == 1


def test_undo_brings_back_the_picture(window, qtbot):
    window.open_frame("why-scale")
    words = window.stage.words
    window.store.apply({"key_width": 300})
    qtbot.waitUntil(lambda: window.stage.words != words)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.stage.words == words)


def test_only_the_visible_frame_is_computed(window, qtbot, monkeypatch):
    from attnviz.experiments import multi_head

    window.open_frame("multi-head")
    window.open_frame("why-scale")

    def fail(*_):
        raise AssertionError("computed a hidden frame")

    monkeypatch.setattr(multi_head, "compute", fail)
    with qtbot.waitSignal(window.stage.shown):
        window.store.apply({"key_width": 16})


def test_a_note_is_shown_and_esc_puts_it_away(window, qtbot):
    window.store.apply({"key_width": 65})
    assert window.toast.isVisible()
    assert "lock is open" in window.toast.text()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.toast.isVisible()


@pytest.mark.parametrize("scale", [1.3, 1.6, 2.0])
def test_the_names_in_the_rail_are_whole_at_any_text_size(window, scale):
    window.remembered.font_scale = scale
    window.resize(1024, 768)
    window.appearance.use_theme("dark")
    QApplication.processEvents()
    for button in window.rail.findChildren(QPushButton):
        assert button.fontMetrics().horizontalAdvance(button.text()) + 20 <= window.rail.width()


def test_text_size_is_laid_out_again_and_kept_within_limits(window, qtbot):
    small = window.look.body
    for _ in range(20):
        qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.look.body == 2 * small
    for _ in range(30):
        window.appearance.smaller()
    assert window.look.body == round(0.8 * small)
    window.appearance.normal_size()
    assert window.look.body == small


def test_the_window_is_remembered(qtbot, qapp, ini_path):
    first = make_window(OPTIONS, Settings(ini_path))
    first.appearance.use_theme("dark")
    first.open_frame("four-steps")
    first.toggle_glossary()
    first.close()
    first.deleteLater()
    second = make_window(OPTIONS, Settings(ini_path))
    qtbot.addWidget(second)
    assert shown(second) == "four-steps"
    assert second.look is not None
    assert second.look.theme.name == "dark"
    assert not second.glossary.isVisibleTo(second)


def test_a_window_remembered_outside_every_screen_is_brought_back(qtbot, qapp, ini_path):
    first = make_window(OPTIONS, Settings(ini_path))
    first.move(9000, 9000)
    first.close()
    first.deleteLater()
    second = make_window(OPTIONS, Settings(ini_path))
    qtbot.addWidget(second)
    second.show()
    assert any(screen.geometry().intersects(second.geometry()) for screen in qapp.screens())


def test_saving_to_a_place_that_does_not_exist_says_so(window, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(window.saving, "_ask_path", lambda *_: tmp_path / "nowhere" / "a.png")
    window.saving.save_picture()
    assert "Not saved" in window.toast.text()
    assert "nowhere" in window.toast.text()
    window.saving.save_numbers()
    assert "Not saved" in window.toast.text()


@pytest.mark.parametrize("name", ["a.png", "a.pdf"])
def test_every_frame_is_exported(window, qtbot, tmp_path, monkeypatch, name):
    monkeypatch.setattr(window.saving, "_ask_path", lambda *_: tmp_path / name)
    for frame in FRAME_IDS:
        window.open_frame(frame)
        window.saving.save_picture()
        assert (tmp_path / name).stat().st_size > 5000
        (tmp_path / name).unlink()


def test_a_tour_through_everything_leaves_nothing_running(window, qtbot):
    """No Qt warning either: the log level is part of the test configuration."""
    window.warm_up()
    for theme in ("dark", "projector", "light"):
        window.appearance.use_theme(theme)
        for frame in FRAME_IDS:
            window.open_frame(frame)
            for changes in (
                {"key_width": 7},
                {"heads": 4},
                {"causal": True},
                {"step": 5},
                {"sentence": "it rains"},
                {"seed": 5},
            ):
                window.store.apply(changes)
                QApplication.processEvents()
            window.store.reset()
    window.show_keys()
    window.show_about()
    QApplication.processEvents()


def test_repaints_do_not_eat_references(window, qtbot):
    for frame in ("why-scale", "multi-head"):
        window.open_frame(frame)
        QApplication.processEvents()
        before = sys.getrefcount(None)
        for number in range(150):
            window.store.apply({"key_width": 1 + number})
            QApplication.processEvents()
            window.stage.frame.repaint()
        assert sys.getrefcount(None) >= before - 5
