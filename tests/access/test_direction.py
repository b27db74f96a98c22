"""A window from right to left: the layout is mirrored, matrices, charts and formulas are not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from attnviz.core.state import LabState
from attnviz.core.words import runs_leftward
from attnviz.ui.access.direction import direction_of
from attnviz.ui.settings import Remembered
from attnviz.ui.store import Store
from attnviz.ui.style import style_sheet
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.charts.plot import Chart
from attnviz.ui.widgets.matrices.scene_view import SceneView
from attnviz.ui.widgets.sentence.token_arcs import TokenArcs
from attnviz.ui.widgets.text.formula import FormulaView
from attnviz.ui.widgets.text.prose import Prose
from attnviz.ui.window import Window

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
PICTURES = (Chart, SceneView, TokenArcs, FormulaView)


@pytest.fixture
def both(qtbot, board, tmp_path):
    """The same frame in a window from left to right, and in one for an Arabic board."""

    def make(frame, **state):
        windows = []
        for language in ("en", "ar"):
            window = Window(replace(board, lang=language), Store(LabState(**state)), Remembered(frame=frame))
            qtbot.addWidget(window)
            window.resize(1440, 900)
            window.show()
            windows.append(window)
        qtbot.wait(500)
        return windows

    return make


def left_of(window, widget):
    return widget.mapTo(window, QPoint(0, 0)).x()


def test_rail_and_glossary_change_sides(both):
    usual, mirrored = both("why-scale")
    assert left_of(usual, usual.rail) < left_of(usual, usual.stage) < left_of(usual, usual.glossary)
    assert left_of(mirrored, mirrored.rail) > left_of(mirrored, mirrored.stage) > left_of(mirrored, mirrored.glossary)


@pytest.mark.parametrize("frame", ["open", "why-scale", "multi-head", "four-steps", "glossary", "check"])
def test_cards_lie_as_in_a_mirror(both, frame):
    usual, mirrored = both(frame)
    for one, other in zip(usual.stage.frame.pictures.cards, mirrored.stage.frame.pictures.cards, strict=True):
        if one.isVisible():
            room = usual.stage.frame.pictures.width()
            assert other.geometry().left() == room - one.geometry().right() - 1
            assert other.geometry().top() == one.geometry().top()
    controls = [control for control in mirrored.stage.frame.controls if control.isVisible()]
    if len(controls) > 1 and controls[0].y() == controls[1].y():
        assert controls[0].x() > controls[1].x()


@pytest.mark.parametrize("frame", ["open", "why-scale", "multi-head"])
def test_pictures_are_drawn_the_same_to_the_pixel(both, frame):
    usual, mirrored = both(frame)
    count = 0
    pairs = [zip(usual.findChildren(kind), mirrored.findChildren(kind), strict=True) for kind in PICTURES]
    for one, other in (pair for some in pairs for pair in some):
        if one.isVisible():
            count += 1
            assert other.layoutDirection() == LEFT
            assert one.size() == other.size(), type(one).__name__
            assert one.grab().toImage() == other.grab().toImage(), type(one).__name__
    assert count


def test_a_slider_grows_to_the_left_and_its_keys_go_along(both, qtbot):
    usual, mirrored = both("why-scale", locked=False)
    for window, key in ((usual, Qt.Key.Key_Right), (mirrored, Qt.Key.Key_Left)):
        slider = next(control.slider for control in window.stage.frame.controls if control.field == "key_width")
        qtbot.keyClick(slider, key)
        assert slider.number() == 128
    assert slider.layoutDirection() == RIGHT


def test_formulas_in_labels_keep_their_order(both):
    _, mirrored = both("why-scale")
    assert mirrored.stage.frame.head.equation.layoutDirection() == LEFT
    label = next(c.label for c in mirrored.stage.frame.controls if c.field == "scale_exponent")
    assert label.layoutDirection() == LEFT


def test_each_paragraph_of_prose_has_the_direction_of_its_words(qtbot):
    prose = Prose("√64 = 8 now\n\nשלום √64 = 8")
    qtbot.addWidget(prose)
    assert [part.split("'")[1] for part in prose.text().split("<p ")[1:]] == ["ltr", "rtl"]


def test_a_language_is_known_by_its_code():
    assert [direction_of(code) for code in ("ar", "he-IL", "fa_IR", "AR")] == [RIGHT] * 4
    assert [direction_of(code) for code in ("en", "fr", "", "arn")] == [LEFT] * 4


def test_text_runs_as_its_first_letter_does():
    assert runs_leftward("١ كلب")
    assert runs_leftward("√64: שלום")
    assert not runs_leftward("1  Open ✓")
    assert not runs_leftward("√64 = 8")


def test_the_style_sheet_changes_sides_only_when_it_should():
    from attnviz.assets import resource

    look = look_for("light")
    usual, mirrored = (style_sheet(look, resource("icons"), mirrored=on) for on in (False, True))
    assert "border-left: 4px solid #0072B2" in usual
    assert "border-right: 4px solid #0072B2" in mirrored
    assert QGuiApplication.layoutDirection() == LEFT
