from dataclasses import replace

import pytest
from PySide6.QtCore import QElapsedTimer, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QTimer
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.board.schema import FRAME_IDS
from attnviz.core.state import LabState
from attnviz.experiments import why_scale
from attnviz.ui.widgets.map.map_plan import MOST, Camera, make_plan
from attnviz.ui.widgets.map.map_view import MapView

OPTIONS = Options(load_board(resource("boards", "session11.board.toml")), LabState())
NOTHING = QPoint()
NO_PHASE = Qt.ScrollPhase.NoScrollPhase
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(OPTIONS)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    window.open_frame("why-scale")
    return window


@pytest.fixture
def view(window, qtbot):
    """The map, open, its pictures drawn."""
    qtbot.keyClick(window, Qt.Key.Key_M)
    assert window.map.is_open
    qtbot.waitUntil(lambda: window.map.settled)
    return window.map.view


@pytest.fixture
def canvas(qtbot, qapp):
    """The map by itself, without a window around it and without pictures."""
    view = MapView([text.rail for text in OPTIONS.board.frames.values()])
    qtbot.addWidget(view)
    view.resize(1280, 860)
    with qtbot.waitActive(view):
        view.show()
    view.set_frame_size(QSize(1040, 860))
    view.take_focus()
    return view


def scroll(view, at, angle=NOTHING, pixels=NOTHING, phase=NO_PHASE, keys=Qt.KeyboardModifier.NoModifier):
    event = QWheelEvent(at, view.mapToGlobal(at), pixels, angle, Qt.MouseButton.NoButton, keys, phase, False)
    QApplication.sendEvent(view, event)
    assert event.isAccepted()


def pinch(view, at, by):
    kind, pad = Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice()
    QApplication.sendEvent(view, QNativeGestureEvent(kind, pad, 2, at, at, view.mapToGlobal(at), by, QPointF()))


def key(qtbot, name):
    qtbot.keyClick(QApplication.focusWidget(), getattr(Qt.Key, f"Key_{name}"))


def near(one, other):
    return (one - other).manhattanLength() < 1e-6


def in_view(view):
    return [QRectF(view.rect()).intersects(view.camera.seen(place)) for place in view.plan.places]


def middle(view, number):
    return view.camera.seen(view.plan.places[number]).center()


# --- scenario 22: wheel, two fingers, pinch ---------------------------------------------------------------------------


@pytest.mark.parametrize("at", [QPointF(300, 200), QPointF(800, 500)])
@pytest.mark.parametrize("keys", [Qt.KeyboardModifier.NoModifier, CTRL])
def test_scenario_22_a_mouse_wheel_zooms_at_the_pointer(canvas, at, keys):
    under, zoom = canvas.camera.under(at), canvas.camera.zoom
    for _ in range(3):
        scroll(canvas, at, QPoint(0, 120), keys=keys)
    assert canvas.camera.zoom == pytest.approx(zoom * 1.25**3)
    assert near(canvas.camera.under(at), under)
    scroll(canvas, at, QPoint(0, -120), keys=keys)
    assert canvas.camera.zoom == pytest.approx(zoom * 1.25**2)
    assert near(canvas.camera.under(at), under)


@pytest.mark.parametrize(
    ("given", "moved"),
    [
        ({"angle": QPoint(0, 120), "pixels": QPoint(7, -30)}, QPointF(7, -30)),
        ({"angle": QPoint(0, 80), "phase": Qt.ScrollPhase.ScrollUpdate}, QPointF(0, 40)),
        ({"angle": QPoint(-60, 0)}, QPointF(-30, 0)),
    ],
    ids=["pixels", "phase", "sideways"],
)
def test_scenario_22_two_fingers_pan(canvas, given, moved):
    zoom, before = canvas.camera.zoom, canvas.camera.offset
    scroll(canvas, QPointF(300, 200), **given)
    assert canvas.camera.zoom == zoom
    assert near(canvas.camera.offset - before, moved)


def test_scenario_22_a_pinch_zooms_at_the_fingers(canvas):
    at = QPointF(420, 310)
    under, zoom = canvas.camera.under(at), canvas.camera.zoom
    pinch(canvas, at, 0.5)
    assert canvas.camera.zoom == pytest.approx(1.5 * zoom)
    assert near(canvas.camera.under(at), under)
    pinch(canvas, at, -0.2)
    assert canvas.camera.zoom == pytest.approx(1.2 * zoom)
    assert near(canvas.camera.under(at), under)


def test_scenario_22_ctrl_with_two_fingers_zooms_at_the_fingers(canvas):
    at = QPointF(420, 310)
    under, zoom = canvas.camera.under(at), canvas.camera.zoom
    scroll(canvas, at, pixels=QPoint(0, 60), phase=Qt.ScrollPhase.ScrollUpdate, keys=CTRL)
    assert canvas.camera.zoom == pytest.approx(1.25 * zoom)
    assert near(canvas.camera.under(at), under)


def test_the_wheel_on_the_map_changes_no_state(window, view):
    state = window.store.state
    for angle in (120, -120, 240):
        scroll(view, QPointF(300, 200), QPoint(0, angle))
    assert window.store.state == state


# --- it opens fitted and is never lost --------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("size", [(800, 560), (1024, 768), (1440, 900), (1920, 1080)])
def test_it_opens_fitted_with_all_frames_and_titles_in_view_in_order(window, qtbot, theme, size):
    window.appearance.use_theme(theme)
    window.resize(*size)
    for _ in range(2):
        window.map.toggle_map()
        QApplication.processEvents()
        view = window.map.view
        seen = [view.camera.seen(place) for place in view.plan.places]
        assert all(view.plan.view.contains(rect.adjusted(0, -view.look.body, 0, 0)) for rect in seen)
        assert [(round(a.y()), a.x()) for a in seen] == sorted((round(a.y()), a.x()) for a in seen)
        assert not any(a.intersects(b) for n, a in enumerate(seen) for b in seen[:n])
        view.zoom(3, QPointF(10, 10))
        view.pan(QPointF(-4000, 300))
        window.map.toggle_map()


def test_it_cannot_be_lost(canvas):
    for corner in (QPointF(0, 0), QPointF(900, 0), QPointF(0, 700), QPointF(900, 700)):
        for factor in (1.0, 1.7, 0.4, 30.0, 1.0, 0.01):
            canvas.zoom(factor, corner)
            assert canvas.plan.fit.zoom <= canvas.camera.zoom <= MOST
            for way in (QPointF(1e5, 0), QPointF(0, -1e5), QPointF(-1e5, 1e5), QPointF(333, -77)):
                canvas.pan(way)
                assert any(in_view(canvas)), (corner, factor, way)


@pytest.mark.parametrize("size", [(300, 240), (640, 480), (843, 690), (1800, 1000)])
@pytest.mark.parametrize("frame", [(560, 400), (843, 640), (1500, 1000)])
def test_a_frame_is_in_view_wherever_the_camera_goes_however_small_the_view(size, frame):
    plan = make_plan(QRectF(0, 0, *size), QSizeF(*frame), 6, 50, 30)
    corner, end = plan.places[0].topLeft(), plan.places[-1].bottomRight()
    for zoom in (plan.fit.zoom, 0.7, 1.3, MOST):
        for across in range(-5, 46):
            for down in range(-5, 46):
                x = corner.x() + (end.x() - corner.x()) * across / 40
                y = corner.y() + (end.y() - corner.y()) * down / 40
                camera = plan.kept(Camera(zoom, plan.view.center() - QPointF(x, y) * zoom))
                assert any(plan.view.intersects(camera.seen(place)) for place in plan.places)


@pytest.mark.parametrize("back", ["0", "Home"])
def test_one_key_shows_everything_again(canvas, qtbot, back):
    canvas.zoom(4, QPointF(100, 100))
    canvas.pan(QPointF(-700, -300))
    assert not all(in_view(canvas))
    key(qtbot, back)
    assert canvas.camera == canvas.plan.fit


def test_zooming_all_the_way_out_shows_everything(canvas):
    canvas.zoom(4, QPointF(100, 100))
    canvas.pan(QPointF(-700, -300))
    canvas.zoom(0.01, QPointF(500, 500))
    assert canvas.camera == canvas.plan.fit


# --- mouse ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton])
def test_a_drag_pans_and_chooses_nothing(canvas, qtbot, button):
    before, chosen = canvas.camera.offset, canvas.chosen
    start = middle(canvas, 5).toPoint()
    qtbot.mousePress(canvas, button, pos=start)
    for part in (0.5, 1.0):
        QTest.mouseMove(canvas, start + QPoint(round(-80 * part), round(-40 * part)))
        QApplication.processEvents()
    qtbot.mouseRelease(canvas, button, pos=start + QPoint(-80, -40))
    assert near(canvas.camera.offset - before, QPointF(-80, -40))
    assert canvas.chosen == chosen


def test_a_drag_with_space_held_pans_and_opens_nothing(window, view, qtbot):
    before = view.camera.offset
    qtbot.keyPress(QApplication.focusWidget(), Qt.Key.Key_Space)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    QTest.mouseMove(view, QPoint(350, 310))
    QApplication.processEvents()
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(350, 310))
    qtbot.keyRelease(QApplication.focusWidget(), Qt.Key.Key_Space)
    assert near(view.camera.offset - before, QPointF(50, 10))
    assert window.map.is_open


def test_a_click_chooses(window, view, qtbot):
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, 4).toPoint())
    assert view.chosen == 4
    assert window.map.is_open
    assert window.stage.frame_id == "why-scale"


def test_a_double_click_opens_that_frame(window, view, qtbot):
    for number, frame_id in enumerate(FRAME_IDS):
        qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=middle(view, number).toPoint())
        qtbot.waitUntil(lambda: not window.map.is_open)
        assert window.stage.frame_id == frame_id
        assert window.stage.frame.isVisible()
        window.map.toggle_map()
        QApplication.processEvents()


def test_a_double_click_beside_the_frames_opens_nothing(window, view, qtbot):
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    qtbot.wait(300)
    assert window.map.is_open


# --- keys -------------------------------------------------------------------------------------------------------------


def test_keys_choose_and_enter_opens(window, view, qtbot):
    assert view.chosen == FRAME_IDS.index("why-scale")
    for name, number in (("4", 3), ("PageDown", 4), ("PageDown", 5), ("PageDown", 5), ("PageUp", 4), ("1", 0)):
        key(qtbot, name)
        assert view.chosen == number, name
        assert window.map.is_open
    for name, number in (("Tab", 1), ("Tab", 2), ("Backtab", 1)):
        key(qtbot, name)
        assert view.chosen == number, name
    key(qtbot, "6")
    key(qtbot, "Return")
    qtbot.waitUntil(lambda: not window.map.is_open)
    assert window.stage.frame_id == "check"
    assert QApplication.focusWidget() is window.stage.frame


def test_arrows_pan_and_plus_and_minus_zoom_in_the_middle(canvas, qtbot):
    for name, sign in (("Left", (1, 0)), ("Down", (0, -1)), ("Right", (-1, 0)), ("Up", (0, 1))):
        before = canvas.camera.offset
        key(qtbot, name)
        way = canvas.camera.offset - before
        assert (way.x() * sign[0], way.y() * sign[1]) == (abs(way.x()), abs(way.y()))
        assert abs(way.x()) + abs(way.y()) > 50
    canvas.fit()
    at = canvas.plan.view.center()
    under, zoom = canvas.camera.under(at), canvas.camera.zoom
    key(qtbot, "Plus")
    key(qtbot, "Plus")
    key(qtbot, "Minus")
    assert canvas.camera.zoom == pytest.approx(1.25 * zoom)
    assert near(canvas.camera.under(at), under)


def test_a_chosen_frame_comes_into_view(canvas, qtbot):
    canvas.zoom(100, middle(canvas, 0))
    for number in (5, 2, 0, 3):
        key(qtbot, str(number + 1))
        assert in_view(canvas)[number]


@pytest.mark.parametrize("name", ["M", "Escape"])
def test_m_and_esc_go_back_to_the_frame(window, view, qtbot, name):
    key(qtbot, "5")
    key(qtbot, name)
    assert not window.map.is_open
    assert window.stage.frame_id == "why-scale"
    assert QApplication.focusWidget() is window.stage.frame


def test_keys_of_the_board_still_work(window, view, qtbot):
    key(qtbot, "C")
    assert window.store.state.causal
    qtbot.waitUntil(window.actions_of["undo"][0].isEnabled)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Z, CTRL)
    assert not window.store.state.causal
    assert window.map.is_open


def test_the_rail_opens_the_map_and_leaves_it(window, qtbot):
    qtbot.mouseClick(window.rail.map_button, Qt.MouseButton.LeftButton)
    assert window.map.is_open
    assert window.rail.map_button.isChecked()
    assert window.actions_of["toggle_map"][0].isChecked()
    window.rail.chosen.emit("four-steps")
    assert not window.map.is_open
    assert window.stage.frame_id == "four-steps"
    assert not window.rail.map_button.isChecked()
    window.map.toggle_map()
    window.rail.chosen.emit("four-steps")
    assert not window.map.is_open


def test_back_goes_to_where_the_viewer_was_before_the_map(window, view, qtbot):
    key(qtbot, "6")
    key(qtbot, "Return")
    qtbot.waitUntil(lambda: not window.map.is_open)
    window.back()
    assert window.stage.frame_id == "why-scale"


def test_the_glossary_makes_room_for_the_map_and_comes_back(window, qtbot):
    assert window.glossary.isVisible()
    live = window.stage.size()
    window.map.toggle_map()
    qtbot.waitUntil(lambda: window.map.settled)
    assert not window.glossary.isVisible()
    assert window.stage.width() > live.width()
    assert window.map.view.plan.places[0].size() == live.toSizeF()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    assert window.glossary.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    window.map.toggle_map()
    assert not window.glossary.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    window.map.toggle_map()
    window.map.toggle_map()
    assert window.glossary.isVisible()


# --- the flight -------------------------------------------------------------------------------------------------------


def test_the_flight_ends_where_the_live_frame_lies_with_and_without_motion(window, view, qtbot):
    ends: list[int] = []
    view.opened.connect(ends.append)
    for reduced in (False, True):
        view.set_look(replace(view.look, reduced_motion=reduced))
        if not window.map.is_open:
            window.map.toggle_map()
        view.open(2)
        assert bool(ends) == reduced or len(ends) == 1
        qtbot.waitUntil(lambda: not window.map.is_open)
        assert view.camera.seen(view.plan.places[2]).topLeft() == QPointF()
        assert view.camera.zoom == 1
        assert window.stage.frame_id == "multi-head"
        assert window.stage.frame.pos() == QPoint()
        assert window.stage.frame.isVisible()
        assert window.stage.frame.hasFocus()
    assert ends == [2, 2]


def test_the_flight_takes_at_most_250_ms_and_none_under_reduced_motion(canvas):
    canvas.open(3)
    assert 0 < canvas._flight.duration() <= 250
    canvas._flight.stop()
    canvas.set_look(replace(canvas.look, reduced_motion=True))
    canvas.open(3)
    assert canvas._flight.duration() == 0


def test_esc_ends_a_flight_in_the_old_frame(window, view, qtbot):
    view.open(5)
    key(qtbot, "Escape")
    qtbot.wait(350)
    assert window.stage.frame_id == "why-scale"
    assert not window.map.is_open


# --- pictures ---------------------------------------------------------------------------------------------------------


def pixels(view, number):
    rect = view.camera.seen(view.plan.places[number]).toAlignedRect()
    return view.grab(rect).toImage()


def test_pictures_follow_a_changed_state(window, view, qtbot):
    before = [pixels(view, number) for number in range(6)]
    window.store.apply({"key_width": 256})
    qtbot.waitUntil(lambda: not window.map.settled)
    qtbot.waitUntil(lambda: window.map.settled)
    after = [pixels(view, number) for number in range(6)]
    for number in (1, 2, 4):  # those whose pictures depend on the key width
        assert after[number] != before[number], FRAME_IDS[number]
    assert "256" in view._places[1].accessibleDescription()


def test_a_picture_at_the_frames_own_size_is_the_frame(window, view, qtbot):
    view._move_to(view.plan.landing(1))
    view._rest.start()
    qtbot.waitUntil(lambda: not view._rest.isActive() and window.map.settled)
    picture = view.pictures[1]._drawn
    window.map.toggle_map()
    QApplication.processEvents()
    live = window.stage.frame.grab().toImage().convertToFormat(picture.format())
    assert live.size() == picture.size()
    different = sum(
        live.pixel(x, y) != picture.pixel(x, y) for x in range(0, live.width(), 5) for y in range(0, live.height(), 5)
    )
    assert different < 0.002 * live.width() * live.height() / 25


def test_pictures_are_taken_at_most_five_times_a_second(window, view, qtbot, monkeypatch):
    drawn = []
    picture = window.stage.picture

    def draw(frame_id, scale):
        drawn.append(frame_id)
        return picture(frame_id, scale)

    monkeypatch.setattr(window.stage, "picture", draw)
    clock = QElapsedTimer()
    clock.start()
    for width in range(1, 60):
        window.store.apply({"key_width": width})
        qtbot.wait(20)
    seconds = clock.elapsed() / 1000
    for frame in FRAME_IDS:
        assert 2 <= drawn.count(frame) <= 5 * seconds + 1


def test_each_frame_is_computed_once_and_a_drag_computes_nothing(window, qtbot, monkeypatch):
    calls = []
    compute = why_scale.compute

    def count(state, board):
        calls.append(state)
        return compute(state, board)

    monkeypatch.setattr(why_scale, "compute", count)
    window.open_frame("check")
    window.map.toggle_map()
    qtbot.waitUntil(lambda: window.map.settled)
    assert len(calls) <= 1  # none if its frame shows this state already
    drawn = []
    monkeypatch.setattr(window.stage, "picture", lambda *_: drawn.append(1))
    for _ in range(30):  # a drag
        window.map.view.pan(QPointF(3, 2))
        QApplication.processEvents()
    assert not drawn
    assert len(calls) <= 1


def test_a_closed_map_takes_no_pictures_and_leaves_no_timer(window, view, qtbot, monkeypatch):
    view.zoom(2, QPointF(200, 200))
    window.store.apply({"seed": 4})
    QApplication.processEvents()
    window.map.toggle_map()
    assert window.map.settled
    timers = [*window.map.findChildren(QTimer), *view.findChildren(QTimer)]
    assert len(timers) == 3
    assert not any(timer.isActive() for timer in timers)
    monkeypatch.setattr(window.stage, "picture", None)
    window.store.apply({"seed": 5})
    qtbot.wait(300)


def test_pictures_are_sharp_again_once_zooming_rests(window, view, qtbot):
    view.zoom(100, middle(view, 1))
    assert not view.sharp(1)
    qtbot.waitUntil(lambda: view.sharp(1))
    assert view.pictures[1].pixels == round(MOST * view.plan.places[1].width() * view.devicePixelRatioF())
    view.fit()
    qtbot.waitUntil(lambda: all(view.sharp(number) for number in range(6)))


def test_nothing_live_is_on_the_map(window, view):
    """Only the empty buttons that stand for the pictures, and the mouse goes through them."""
    inside = view.findChildren(QAbstractButton)
    assert len(inside) == 6
    assert all(button.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents) for button in inside)
    assert not any(window.stage._frames[frame].isVisible() for frame in FRAME_IDS)


# --- for a screen reader ----------------------------------------------------------------------------------------------


def test_the_map_has_a_name_and_says_what_is_chosen(view, qtbot):
    assert view.accessibleName() == "Map"
    assert view.accessibleDescription() == "Map: six frames; chosen: 2 Why scale"
    key(qtbot, "3")
    assert view.accessibleDescription() == "Map: six frames; chosen: 3 Multi-head"


def test_each_choice_is_announced_by_the_focus_with_name_and_live_words(window, view, qtbot):
    for number, frame_id in enumerate(FRAME_IDS):
        key(qtbot, str(number + 1))
        place = view._places[view.chosen]
        assert place.hasFocus()
        assert view.chosen == number
        name = OPTIONS.board.frames[frame_id].rail
        assert place.accessibleName().startswith(f"Frame {number + 1}, {name}")
        assert place.accessibleDescription() == window.stage.words_of(frame_id) != ""
        assert place.geometry() == view.camera.seen(view.plan.places[number]).toRect()
    assert "you are here" in view._places[1].accessibleName()
    assert "you are here" not in view._places[2].accessibleName()


def test_a_screen_readers_press_opens_the_frame(window, view, qtbot):
    view._places[3].click()
    qtbot.waitUntil(lambda: not window.map.is_open)
    assert window.stage.frame_id == "four-steps"


def test_the_map_is_saved_as_a_picture(window, view, tmp_path, monkeypatch):
    asked = []

    def ask(title, name, kinds):
        asked.append(name)
        return tmp_path / "map.png"

    monkeypatch.setattr(window.saving, "_ask_path", ask)
    window.saving.save_picture()
    assert asked == ["map.png"]
    assert (tmp_path / "map.png").stat().st_size > 20_000
