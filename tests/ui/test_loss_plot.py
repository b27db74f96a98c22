"""Errors on a logarithmic axis, weights side by side, and the slider of the rate."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from attnviz.core.labs.lookup import RATES
from attnviz.core.state import LabState
from attnviz.experiments.training import decades, rate_ticks
from attnviz.ui.theme import look_for, spread_look
from attnviz.ui.widgets.charts.loss_plot import LossLine, LossPlot
from attnviz.ui.widgets.matrices.weight_rows import WeightRows
from attnviz.ui.widgets.training.rate import RateControl, position_of, rate_at


def make_plot(qtbot, size=(500, 300)):
    plot = LossPlot("Errors", "rate", "error", (-3.1, 0.4), (1e-6, 3.0), rate_ticks, decades)
    qtbot.addWidget(plot)
    plot.resize(*size)
    plot.set_look(look_for("light"))
    plot.show()
    return plot


def curves(errors):
    xs = np.linspace(-3, 0, len(errors))
    return [LossLine("raw", "raw", xs, np.array(errors), dashed=True, symbol="o")]


def test_a_factor_of_ten_is_the_same_height_everywhere(qtbot):
    plot = make_plot(qtbot)
    ys = plot.y_of(np.log10([1.0, 0.1, 0.01, 0.001]))
    assert np.allclose(np.diff(ys), ys[1] - ys[0])
    assert plot.ranges()[1] == pytest.approx((-6.0, np.log10(3.0)))


def test_what_is_drawn_is_where_the_axis_says(qtbot):
    plot = make_plot(qtbot)
    plot.set_lines(curves([1.0, 0.5, 0.01]))
    image = plot.grab().toImage()
    raw = plot.look().color("raw").rgb()
    for x, error in ((-3.0, 1.0), (-1.5, 0.5), (0.0, 0.01)):
        assert image.pixel(round(float(plot.x_of(x))), round(float(plot.y_of(np.log10(error))))) == raw


def test_a_curve_without_points_draws_nothing_and_breaks_nothing(qtbot):
    plot = make_plot(qtbot)
    right = plot.box().right()
    plot.set_lines([LossLine("a long name", "raw", np.array([]), np.array([]))])
    QApplication.processEvents()
    raw = plot.look().color("raw").rgb()
    image = plot.grab().toImage()
    assert all(image.pixel(x, y) != raw for x in range(image.width()) for y in range(0, image.height(), 3))
    assert plot.box().right() < right  # its name has a place to come to


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("size", [(500, 400), (300, 190), (220, 150)])
def test_ticks_never_touch(qtbot, theme, size):
    plot = make_plot(qtbot, size)
    plot.set_look(look_for(theme, 768))
    plot.resize(size[0] + 1, size[1])
    metrics = plot.fontMetrics()
    ys = sorted(float(plot.y_of(value)) for value, _ in plot.ticks("left"))
    assert len(ys) >= 2
    assert min(np.diff(ys)) >= 0.8 * plot.look().label or len(ys) == 2
    xs = [float(plot.x_of(value)) for value, _ in plot.ticks("bottom")]
    assert min(np.diff(xs)) >= metrics.horizontalAdvance("0.001") * 0.8


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
@pytest.mark.parametrize("size", [(520, 260), (700, 420), (640, 200)])
def test_both_matrices_are_the_same_size_and_whole(qtbot, theme, size):
    rows = WeightRows(("raw", "divided"), 16)
    qtbot.addWidget(rows)
    rows.resize(*size)
    rows.set_weights([np.eye(16), np.full((16, 16), 1 / 16)])
    look = look_for(theme)
    rows.set_look(look)
    rows.show()
    raw, divided = (view.heatmap.cells for view in rows.views)
    assert raw.size() == divided.size()
    assert raw.width() == raw.height() > 0
    for view in rows.views:
        assert rows.rect().contains(view.geometry())
        assert view.rect().contains(view.heatmap.cells.toAlignedRect())
    assert not rows.views[0].geometry().intersects(rows.views[1].geometry())
    assert rows.views[0].bar is None
    assert rows.views[1].bar is not None


def test_cells_are_walked_by_keys_and_read_aloud(qtbot):
    rows = WeightRows(("raw", "divided"), 16)
    qtbot.addWidget(rows)
    rows.set_weights([np.eye(16), np.eye(16)])
    rows.set_look(look_for("light"))
    rows.show()
    view = rows.views[1]
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.heatmap.selection == (1, 1)
    assert view.accessibleName() == "Weights, divided"
    assert view.accessibleDescription() == "2 → 2: 1.00"


def test_arrow_keys_rest_at_the_rates_of_the_sweep(qtbot):
    control = RateControl()
    qtbot.addWidget(control)
    spread_look(control, look_for("light"))
    control.show_state(LabState(rate=0.001))
    asked: list[dict[str, float]] = []
    control.wish.connect(asked.append)
    for _ in range(12):
        qtbot.keyClick(control.slider, Qt.Key.Key_Right)
    assert [0.001, *(change["rate"] for change in asked)] == list(RATES)
    control.show_state(LabState(rate=2.0))
    asked.clear()
    for _ in range(12):
        qtbot.keyClick(control.slider, Qt.Key.Key_Left)
    assert [2.0, *(change["rate"] for change in asked)] == list(reversed(RATES))


def test_an_arrow_leads_from_any_rate_to_the_next_of_the_sweep(qtbot):
    control = RateControl()
    qtbot.addWidget(control)
    asked: list[dict[str, float]] = []
    control.wish.connect(asked.append)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        control.show_state(LabState(rate=0.3))
        qtbot.keyClick(control.slider, key)
    assert [change["rate"] for change in asked] == [0.2, 0.5]


def test_slider_positions_are_rates_within_the_limits_and_never_fall():
    rates = [rate_at(position) for position in range(101)]
    assert rates[0] == 0.001
    assert rates[-1] == 2.0
    assert rates == sorted(rates)
    assert all(rate_at(position_of(rate)) == rate for rate in RATES)


def test_a_typed_rate_is_asked_for_as_typed(qtbot):
    control = RateControl()
    qtbot.addWidget(control)
    control.show_state(LabState())
    assert control.box.text() == "0.5"
    with qtbot.waitSignal(control.wish) as asked:
        control.box.selectAll()
        qtbot.keyClicks(control.box, "0.037")
        qtbot.keyClick(control.box, Qt.Key.Key_Return)
    assert asked.args == [{"rate": 0.037}]
    control.show_state(LabState(rate=0.037))
    assert control.box.text() == "0.037"
