from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.steps.timeline import PERIOD, Mark, Timeline

PARTS = ("Project", "Score", "Mask", "Mix")
MARKS = (
    Mark(0, "project"), Mark(1, "dots"), Mark(1, "divide"), Mark(2, "mask"), Mark(3, "exponentials"),
    Mark(3, "normalize"), Mark(3, "weigh"), Mark(3, "concatenate"), Mark(3, "final mix"),
)  # fmt: skip


class Following(Timeline):
    """A timeline that gets what it asks for, as it does in the program."""

    def __init__(self) -> None:
        super().__init__("step", PARTS, MARKS)
        self.asked: list[int] = []
        self.strokes: list[bool] = []
        self.wish.connect(self._follow)
        self.stroke.connect(self.strokes.append)

    def _follow(self, changes: dict[str, int]) -> None:
        self.asked.append(changes["step"])
        self.show_value(changes["step"])


@pytest.fixture
def timeline(qapp, qtbot) -> Following:
    timeline = Following()
    qtbot.addWidget(timeline)
    timeline.set_look(look_for("light"))
    timeline.resize(1000, 70)
    timeline.show()
    timeline.show_value(0)
    return timeline


def test_showing_a_stop_asks_for_nothing(timeline):
    timeline.show_value(5)
    assert timeline.asked == []
    assert timeline.track.spoken() == "step 4, Mix: normalize"


def test_arrows_home_and_end_move_by_smaller_stops(timeline, qtbot):
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Home):
        qtbot.keyClick(timeline.track, key)
    assert timeline.asked == [1, 2, 1, 8, 0]


def test_a_click_goes_to_the_nearest_stop(timeline, qtbot):
    for stop, x in enumerate(timeline.track.centers()):
        if stop:
            qtbot.mouseClick(timeline.track, Qt.MouseButton.LeftButton, pos=QPoint(round(x) + 4, 20))
    assert timeline.asked == list(range(1, 9))


def test_a_drag_is_one_stroke(timeline, qtbot):
    places = [QPoint(round(x), 20) for x in timeline.track.centers()]
    qtbot.mousePress(timeline.track, Qt.MouseButton.LeftButton, pos=places[2])
    qtbot.mouseMove(timeline.track, places[3])
    qtbot.mouseMove(timeline.track, places[4])
    qtbot.mouseRelease(timeline.track, Qt.MouseButton.LeftButton, pos=places[4])
    assert timeline.asked == [2, 3, 4]
    assert timeline.strokes == [True, False]


def test_stops_stand_inside_their_parts_in_order(timeline):
    spans, centers = timeline.track.spans(), timeline.track.centers()
    assert centers == sorted(centers)
    for mark, x in zip(MARKS, centers, strict=True):
        assert spans[mark.part][0] < x < spans[mark.part][1]
    assert spans[-1][1] <= timeline.track.width()


def test_step_buttons_end_at_the_ends(timeline, qtbot):
    assert not timeline.back.isEnabled()
    qtbot.mouseClick(timeline.on, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(timeline.back, Qt.MouseButton.LeftButton)
    assert timeline.asked == [1, 0]
    timeline.show_value(8)
    assert not timeline.on.isEnabled()


def test_playing_is_slow_and_ends_at_the_last_stop(timeline):
    assert PERIOD >= 500
    timeline.show_value(6)
    timeline.toggle()
    assert timeline.playing
    assert timeline.play.accessibleName() == "Pause the steps"
    timeline._timer.timeout.emit()
    assert timeline.asked == [7]
    assert timeline.playing
    timeline._timer.timeout.emit()
    assert timeline.asked == [7, 8]
    assert not timeline.playing


def test_playing_at_the_end_starts_over(timeline):
    timeline.show_value(8)
    timeline.toggle()
    assert timeline.asked == [0]
    assert timeline.playing
    timeline.pause()


def test_stepping_dragging_and_hiding_pause(timeline, qtbot):
    timeline.toggle()
    qtbot.mouseClick(timeline.on, Qt.MouseButton.LeftButton)
    assert not timeline.playing
    timeline.toggle()
    qtbot.mousePress(timeline.track, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    assert not timeline.playing
    qtbot.mouseRelease(timeline.track, Qt.MouseButton.LeftButton, pos=QPoint(300, 20))
    timeline.toggle()
    timeline.hide()
    assert not timeline.playing


def test_the_wheel_turns_it_only_with_the_focus(timeline):
    timeline.back.setFocus()
    wheel = QWheelEvent(
        QPointF(20, 20), QPointF(20, 20), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(timeline.track, wheel)
    assert timeline.asked == []


def test_names_of_smaller_stops_are_drawn_only_where_all_fit(timeline):
    timeline.resize(1400, 70)
    assert timeline.track.named
    timeline.resize(640, 70)
    assert not timeline.track.named
