"""The charts of Why scale, tested by facts: where a bar ends, which color a pixel has, what a key press asks for."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from attnviz.core.sharpness import CURVE_WIDTHS
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.charts.bars import Bars, LotteryBars
from attnviz.ui.widgets.charts.curve import Curve, CurvePlot
from attnviz.ui.widgets.charts.distribution import Hill, SpreadPlot
from attnviz.ui.widgets.charts.plot import apart

LOOK = look_for("light")


def show(qtbot, chart, size=(480, 300), look=LOOK):
    qtbot.addWidget(chart)
    chart.set_look(look)
    chart.resize(*size)
    chart.show()
    qtbot.waitExposed(chart)
    return chart


def shot(chart, ratio=1.0):
    image = QImage(chart.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    QWidget.render(chart, image)
    return image


def press(chart, at, button=Qt.MouseButton.LeftButton):
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        where = QPointF(at)
        event = QMouseEvent(kind, where, where, button, button, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(chart.viewport(), event)


def curve(id="raw", role="raw", values=None, now=0.5, **more):
    values = np.linspace(0.2, 0.9, 11) if values is None else np.asarray(values)
    return Curve(id, role, id, np.array(CURVE_WIDTHS, float), values, now, f"{now:.2f}", **more)


@pytest.fixture
def curves(qtbot, qapp):
    chart = show(qtbot, CurvePlot("Sharpness", "largest weight"))
    chart.set_widest_label("divided")
    chart.set_curves([curve(dashed=True), curve("divided", "divided", np.full(11, 0.3), 0.3, symbol="s")], 64)
    return chart


@pytest.fixture
def bars(qtbot, qapp):
    chart = show(qtbot, LotteryBars("Lottery"))
    raw, divided = np.array([0.05, 0.8, 0.1, 0.05]), np.array([0.2, 0.4, 0.2, 0.2])
    chart.set_bars(
        [Bars("raw", "raw", "raw", raw, "0.80", hatched=True), Bars("divided", "divided", "÷ √{d_k}", divided, "0.40")]
    )
    return chart


def hill(id, sd, role):
    edges = np.linspace(-4 * sd, 4 * sd, 41)
    middles = (edges[1:] + edges[:-1]) / 2
    heights = np.exp(-((middles / sd) ** 2) / 2)
    return Hill(id, role, id, edges, heights, heights)


def test_key_widths_are_ticked_as_plain_numbers_with_fixed_ranges(curves):
    assert curves.ticks("bottom") == [(0, "1"), (2, "4"), (4, "16"), (6, "64"), (8, "256"), (10, "1024")]
    assert curves.ranges() == ((0, 10), (0, 1))
    curves.set_curves([curve(values=np.linspace(0.5, 0.6, 11))], 2)
    assert curves.ranges() == ((0, 10), (0, 1))


def test_a_right_click_brings_no_menu_and_other_buttons_move_nothing(curves):
    heard: list[float] = []
    curves.dragged.connect(heard.append)
    for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
        press(curves, curves.viewport().rect().center(), button)
    assert [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QMenu)] == []
    assert curves.ranges() == ((0, 10), (0, 1))
    assert heard == []


def test_small_numbers_get_no_prefix(qtbot, qapp):
    chart = show(qtbot, CurvePlot("Gradient", "size"))
    chart.set_y_axis((0, 0.0005), [(0, "0"), (0.0005, "0.0005")])
    assert chart.ticks("left") == [(0, "0"), (0.0005, "0.0005")]
    assert not any("x0.001" in text.toPlainText() for text in chart.items() if hasattr(text, "toPlainText"))


def test_the_wheel_is_left_to_the_page(curves):
    middle = QPointF(curves.rect().center())
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(curves.viewport(), event)
    assert not event.isAccepted()
    assert curves.ranges() == ((0, 10), (0, 1))


def test_the_marker_stands_at_the_key_width_with_a_value_on_each_curve(curves):
    x = curves.x_of(6.0)
    assert curves.box().left() + 0.6 * curves.box().width() == pytest.approx(float(x))
    image = shot(curves)
    assert image.pixelColor(round(float(x)), round(float(curves.y_of(0.3)))) == QColor(LOOK.theme.card)  # hollow
    assert curves.values_in_words() == "raw 0.50, divided 0.30"


def test_the_marker_is_dragged_and_the_drag_is_one_stroke(curves, qtbot):
    heard: list[object] = []
    curves.drag_began.connect(lambda: heard.append("began"))
    curves.dragged.connect(heard.append)
    curves.drag_ended.connect(lambda: heard.append("ended"))
    box, view = curves.box(), curves.viewport()
    at = [QPoint(round(box.left() + share * box.width()), round(box.center().y())) for share in (0.6, 0.8, 1.4)]
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=at[0])
    qtbot.mouseMove(view, at[1])
    qtbot.mouseMove(view, at[2])
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=at[2])
    assert heard[0] == "began"
    assert heard[-1] == "ended"
    widths = [value for value in heard if isinstance(value, float)]
    assert widths[0] == pytest.approx(64, rel=0.02)
    assert widths[-2] == pytest.approx(256, rel=0.03)
    assert widths[-1] == 1024  # beyond the end is the end


def test_a_press_outside_the_axes_takes_nothing(curves):
    heard: list[float] = []
    curves.dragged.connect(heard.append)
    press(curves, QPoint(curves.width() - 2, 2))
    assert heard == []


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [(64, "Right", 128), (64, "Left", 32), (100, "Left", 64), (100, "Right", 128), (64, "Home", 1), (64, "End", 1024),
     (1, "Left", 1), (1024, "Right", 1024)],
)  # fmt: skip
def test_arrow_keys_go_by_powers_of_two(curves, qtbot, start, key, end):
    curves.set_curves([curve()], start)
    heard: list[float] = []
    curves.dragged.connect(heard.append)
    qtbot.keyClick(curves, getattr(Qt.Key, f"Key_{key}"))
    assert heard == [end]


def test_what_stays_is_drawn_once_in_a_drag(curves, monkeypatch):
    shot(curves)
    drawn = []
    monkeypatch.setattr(curves, "draw_still", lambda *_: drawn.append(1))
    kept = curves._curves
    curves.set_curves(kept, 128)
    shot(curves)
    assert drawn == []
    curves.set_curves([curve(values=np.linspace(0.1, 0.2, 11))], 128)
    shot(curves)
    assert drawn == [1]


def test_lines_are_as_wide_at_twice_the_pixels(curves):
    def thickness(ratio):
        image = shot(curves, ratio)
        x = round(float(curves.x_of(0.5)) * ratio)  # between two markers
        ys = range(round(float(curves.y_of(0.4)) * ratio), round(float(curves.y_of(0.2)) * ratio))
        return sum(255 - image.pixelColor(x, y).red() for y in ys) / 255 / ratio  # the line has no red, the card all

    assert thickness(1) == pytest.approx(LOOK.line, abs=0.3)
    assert thickness(2) == pytest.approx(LOOK.line, abs=0.3)
    assert thickness(3) == pytest.approx(LOOK.line, abs=0.3)


def test_labels_are_pushed_apart_and_kept_inside():
    placed = apart([50.0, 52.0, 51.0, 200.0], 15, 0, 200)
    assert sorted(placed) != placed  # order of the curves is kept, not of the labels
    gaps = np.diff(sorted(placed))
    assert gaps.min() >= 15 - 1e-9
    assert max(placed) <= 200 - 7.5
    assert min(placed) >= 7.5
    assert apart([], 15, 0, 100) == []
    crowded = apart([195.0, 196.0, 197.0], 15, 0, 200)
    assert np.diff(sorted(crowded)).min() >= 15 - 1e-9
    assert max(crowded) <= 192.5 + 1e-9


def test_a_bar_is_as_high_as_its_weight(bars):
    whole = bars.bar(0, 1).height() / 0.8
    assert bars.bar(1, 1).height() == pytest.approx(0.4 * whole)
    assert bars.bar(1, 1).left() == pytest.approx(bars.bar(0, 1).right())
    assert bars.bar(0, 2).left() > bars.bar(1, 1).right()
    image = shot(bars)
    assert image.pixelColor(bars.bar(1, 0).center().toPoint()) == QColor(LOOK.theme.divided)


def test_the_winners_bars_are_outlined(bars):
    image = shot(bars)
    for row in (0, 1):
        top = bars.bar(row, 1)
        edge = [image.pixelColor(round(top.center().x()), round(top.top()) + dy).lightness() for dy in (-2, -1, 0)]
        assert min(edge) < 60


@pytest.mark.parametrize("keys", [2, 10, 12, 13, 33, 64])
def test_key_numbers_leave_each_other_room(qtbot, qapp, keys):
    chart = show(qtbot, LotteryBars("Lottery"))
    weights = np.full(keys, 1 / keys)
    chart.set_bars([Bars("raw", "raw", "raw", weights, "0.1")])
    ticks = chart.ticks("bottom")
    assert ticks[0] == (1, "1")
    assert 2 <= len(ticks) <= 12
    assert all(1 <= number <= keys for number, _ in ticks)
    assert len(chart.bars(0)) == keys


@pytest.mark.parametrize("winner", [0, 31, 63])
def test_the_shares_never_run_together(qtbot, qapp, winner, monkeypatch):
    from attnviz.ui.widgets.charts import bars as module

    chart = show(qtbot, LotteryBars("Lottery"))
    places = []
    monkeypatch.setattr(module, "draw_label", lambda painter, box, *_, **__: places.append(box))
    for high in (0.02, 0.5, 1.0):
        raw = np.full(64, 0.0)
        raw[winner] = high
        chart.set_bars([Bars("raw", "raw", "raw", raw, "0.50"), Bars("divided", "divided", "÷ √{d_k}", raw, "0.50")])
        places.clear()
        shot(chart)
        one, two = places[-2:]
        assert not one.intersects(two)
        for place in (one, two):
            assert place.top() >= 0
            assert chart.box().left() <= place.left()
            assert place.right() <= chart.box().right() + 1


def test_a_wide_hill_does_not_flatten_a_narrow_one(qtbot, qapp):
    chart = show(qtbot, SpreadPlot("Dots", "q·k", "height", 40.0))
    chart.set_hills([hill("raw", 32.0, "raw"), hill("divided", 1.0, "divided")])
    assert chart.ranges() == ((-40, 40), (0, 1.3))
    image = shot(chart)
    far, middle = (image.pixelColor(round(float(chart.x_of(x))), round(float(chart.y_of(0.3)))) for x in (20.0, 0.0))
    assert far != QColor(LOOK.theme.card)  # the wide hill reaches here
    assert middle != far  # and the narrow one stands in it
    outside = image.pixelColor(round(chart.box().right()) + 4, round(float(chart.y_of(0.3))))
    assert outside == QColor(LOOK.theme.card)


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_a_theme_changes_every_color(qtbot, qapp, theme):
    look = look_for(theme)
    chart = show(qtbot, SpreadPlot("Dots", "q·k", "height", 40.0), look=look)
    image = shot(chart)
    assert image.pixelColor(image.width() - 3, image.height() // 2) == look.color("card")


def test_a_focused_chart_shows_its_ring(curves, qtbot):
    curves.setFocus()
    qtbot.waitUntil(curves.hasFocus)
    assert shot(curves).pixelColor(curves.width() // 2, 1) == QColor(LOOK.theme.focus)


def test_a_chart_on_paper_is_drawn_as_lines(curves, tmp_path):
    from PySide6.QtGui import QPdfWriter

    path = tmp_path / "chart.pdf"
    writer = QPdfWriter(str(path))
    writer.setResolution(96)
    painter = QPainter(writer)
    QWidget.render(curves, painter, QPoint())
    painter.end()
    assert b"/Subtype /Image" not in path.read_bytes()


def test_charts_have_names_and_say_what_they_show(curves):
    assert curves.accessibleName() == "Sharpness"
    curves.describe("raw 0.50")
    assert curves.accessibleDescription() == "raw 0.50"
