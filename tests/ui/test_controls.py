import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from attnviz.core.limits import HEADS
from attnviz.core.state import LabState
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.controls import controls, quiet, sliders


@pytest.fixture
def key_width(qtbot):
    control = sliders.key_width()
    qtbot.addWidget(control)
    control.show_state(LabState())
    return control


@pytest.fixture
def asked(key_width):
    asked: list[dict[str, int]] = []
    key_width.wish.connect(asked.append)
    return asked


def test_showing_a_state_asks_for_nothing(key_width, asked):
    key_width.show_state(LabState(key_width=96))
    assert asked == []
    assert key_width.box.value() == 96


@pytest.mark.parametrize("width", [1, 2, 3, 63, 64, 96, 511, 1000, 1024])
def test_any_whole_key_width_is_shown_as_it_is(key_width, asked, width):
    key_width.show_state(LabState(key_width=width))
    assert key_width.box.value() == width
    assert asked == []


def test_an_arrow_key_doubles_or_halves(key_width, asked, qtbot):
    qtbot.keyClick(key_width.slider, Qt.Key.Key_Right)
    qtbot.keyClick(key_width.slider, Qt.Key.Key_Left)
    qtbot.keyClick(key_width.slider, Qt.Key.Key_Left)
    assert [wish["key_width"] for wish in asked] == [128, 64, 32]


@pytest.mark.parametrize(
    ("typed", "key", "next_width"), [(100, "Right", 128), (100, "Left", 64), (127, "Right", 128), (3, "Left", 2)]
)
def test_an_arrow_key_leads_from_any_width_to_a_power_of_two(key_width, asked, qtbot, typed, key, next_width):
    key_width.show_state(LabState(key_width=typed))
    qtbot.keyClick(key_width.slider, getattr(Qt.Key, f"Key_{key}"))
    assert asked[-1] == {"key_width": next_width}


def test_a_tick_marks_the_papers_64(key_width, qtbot):
    key_width.set_look(look_for("light"))
    key_width.resize(600, 40)
    key_width.show()
    slider = key_width.slider
    picture, color = slider.grab().toImage(), look_for("light").theme.ink.lower()
    ink = [x for x in range(slider.width()) if picture.pixelColor(x, slider.height() - 3).name() == color]
    assert ink
    share = (sum(ink) / len(ink) - 15) / (slider.width() - 30)
    assert abs(share - 0.6) < 0.03


def test_every_power_of_two_has_a_place_of_its_own_on_the_slider():
    scale = sliders.WIDTH_SCALE
    for power in range(11):
        assert scale.to_value(scale.to_position(2**power)) == 2**power


def test_the_slider_position_is_not_pulled_about_by_its_own_value(key_width):
    for position in range(key_width.slider.maximum() + 1):
        key_width.slider.setValue(position)
        key_width.show_state(LabState(key_width=int(sliders.WIDTH_SCALE.to_value(position))))
        assert key_width.slider.value() == position


def wheel(widget):
    event = QWheelEvent(
        QPointF(5, 5), QPointF(widget.mapToGlobal(QPoint(5, 5))), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


@pytest.mark.parametrize("make", [sliders.key_width, sliders.heads, sliders.exponent, sliders.keys])
def test_the_wheel_over_a_control_without_focus_changes_nothing(qtbot, make):
    control = make()
    qtbot.addWidget(control)
    control.show_state(LabState())
    control.show()
    for widget in (control.slider, control.box):
        widget.clearFocus()
        before = widget.value()
        wheel(widget)
        assert widget.value() == before


def test_the_wheel_turns_a_slider_that_has_the_focus(qtbot):
    control = sliders.keys()
    qtbot.addWidget(control)
    control.show_state(LabState())
    control.show()
    control.slider.setFocus()
    qtbot.waitUntil(control.slider.hasFocus)
    wheel(control.slider)
    assert control.slider.value() < 10


def test_the_exponent_snaps_to_the_papers_half(qtbot):
    control = sliders.exponent()
    qtbot.addWidget(control)
    asked: list[dict[str, object]] = []
    control.wish.connect(asked.append)
    control.slider.setValue(52)
    control.slider.setValue(60)
    control.slider.setValue(99)
    assert [wish["scale_exponent"] for wish in asked] == [0.5, 0.6, 1.0]


def test_the_exponent_is_typed_and_shown_as_people_write_it(qtbot):
    box = quiet.ExponentBox()
    qtbot.addWidget(box)
    box.setValue(0.5)
    assert box.text() == "½"
    assert box.valueFromText("1/2") == box.valueFromText("½") == box.valueFromText("0,5") == 0.5
    assert box.valueFromText("1/4") == 0.25
    box.setValue(0.37)
    assert box.text() == "0.37"


def test_the_heads_box_steps_through_the_head_counts(qtbot):
    box = quiet.HeadsBox()
    qtbot.addWidget(box)
    box.setValue(8)
    box.stepBy(1)
    assert box.value() == 16
    box.stepBy(9)
    assert box.value() == HEADS[-1]


def test_a_sentence_being_typed_is_left_alone(qtbot):
    edit = controls.SentenceEdit()
    qtbot.addWidget(edit)
    edit.show()
    edit.box.setFocus()
    qtbot.waitUntil(edit.box.hasFocus)
    edit.show_state(LabState())
    qtbot.keyClicks(edit.box, "x")
    edit.show_state(LabState())
    assert "x" in edit.box.text()
    asked: list[dict[str, object]] = []
    edit.wish.connect(asked.append)
    qtbot.keyClick(edit.box, Qt.Key.Key_Return)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("make", "typed", "odd"),
    [
        (sliders.key_width, "1025", 1025), (sliders.key_width, "9999", 9999), (sliders.key_width, "1.5", 1.5),
        (sliders.key_width, "-5", -5), (sliders.key_width, "wide", "wide"), (sliders.keys, "65", 65),
        (sliders.exponent, "1.5", 1.5), (sliders.exponent, ".", "."), (controls.SeedControl, "2147483648", 2147483648),
    ],
)  # fmt: skip
def test_what_is_typed_is_never_cut_to_another_number_but_told_as_it_is(qtbot, make, typed, odd):
    control = make()
    qtbot.addWidget(control)
    control.show_state(LabState())
    control.show()
    asked: list[dict[str, object]] = []
    control.wish.connect(asked.append)
    control.box.selectAll()
    qtbot.keyClicks(control.box, typed)
    qtbot.keyClick(control.box, Qt.Key.Key_Return)
    assert asked == [{control.field: odd}]
    before = control.box.value()
    assert before == getattr(LabState(), control.field)


@pytest.mark.parametrize(("typed", "width"), [("1e3", 1000), ("٦٤", 64), (" 128 ", 128)])
def test_a_number_is_read_however_it_is_written(qtbot, typed, width):
    control = sliders.key_width()
    qtbot.addWidget(control)
    control.show_state(LabState(key_width=2))
    asked: list[dict[str, object]] = []
    control.wish.connect(asked.append)
    control.box.lineEdit().setText(typed)  # a test keyboard has no Arabic digits
    qtbot.keyClick(control.box, Qt.Key.Key_Return)
    assert asked == [{"key_width": width}]


def test_a_drag_ends_when_the_slider_goes_out_of_sight(key_width, qtbot):
    strokes: list[bool] = []
    key_width.stroke.connect(strokes.append)
    key_width.show()
    key_width.slider.setSliderDown(True)
    key_width.hide()
    assert strokes[-1] is False
