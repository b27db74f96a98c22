"""Dots on their lines, and the paper's scores above an axis that does not begin at 0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from attnviz.experiments.one_head import PAPER, PAPER_AXIS, PAPER_WIDTH
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.charts.heads_error_plot import COLORS, TOP, HeadsErrorPlot, Series
from attnviz.ui.widgets.charts.paper_plot import PaperPlot
from attnviz.ui.widgets.charts.plot import Chart

HEADS = range(1, 9)
LINE = np.maximum(0.0, 1 - np.arange(1, 9) / 4)


@pytest.fixture
def show(qtbot) -> Callable[[Chart], QImage]:
    def shown(chart: Chart) -> QImage:
        qtbot.addWidget(chart)
        chart.resize(600, 400)
        chart.set_look(look_for("light"))
        chart.show()
        image: QImage = chart.grab().toImage()
        return image

    return shown


def color_at(image: QImage, place: QPointF) -> QColor:
    return image.pixelColor(round(place.x()), round(place.y()))


def made(errors: list[float], lower: bool = False) -> HeadsErrorPlot:
    plot = HeadsErrorPlot("Errors", HEADS)
    low = LINE / 2 if lower else None
    plot.set_series([Series(name, np.array(errors), LINE, low) for name in ("2 jobs", "3 jobs", "4 jobs")])
    return plot


def test_dots_are_where_the_axis_says_in_the_color_of_their_jobs(show):
    plot = made([0.9, 0.75, 0.6, 0.5, 0.3, 0.2, 0.1, 0.0])
    image, look = show(plot), look_for("light")
    for index, color in enumerate(COLORS):
        for heads in range(8):
            assert color_at(image, plot.place_of(index, heads)).rgb() == look.head_color(color).rgb()
    xs = [plot.place_of(index, 3).x() for index in range(3)]
    assert xs == sorted(xs)
    assert xs[1] == pytest.approx(float(plot.x_of(4.0)))
    assert plot.place_of(0, 1).y() == pytest.approx(float(plot.y_of(0.75)))


def test_a_dot_on_its_line_covers_it_and_a_line_is_there_without_it(show):
    plot = made([TOP + 1] * 8)
    image = show(plot)
    middle = float(plot.x_of(1.5))
    y = float(plot.y_of(np.interp(1.5, HEADS, LINE)))
    card = look_for("light").color("card").rgb()
    near = [image.pixel(round(middle) + dx, round(y)) for dx in range(-12, 13)]
    assert any(pixel != card for pixel in near)


def test_a_dot_beyond_the_axis_is_hollow_at_its_edge_and_one_that_ran_away_is_a_cross(show):
    plot = made([3.0, np.nan, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    image, look = show(plot), look_for("light")
    assert plot.place_of(1, 0).y() == pytest.approx(float(plot.y_of(TOP)))
    assert color_at(image, plot.place_of(1, 0)).rgb() == look.color("card").rgb()
    assert color_at(image, plot.place_of(1, 1)).rgb() == look.head_color(COLORS[1]).rgb()


def test_training_moves_dots_and_neither_axes_nor_lines(show):
    plot = made([1.0] * 8)
    show(plot)
    before, still = plot.ranges(), plot._still
    plot.set_series([Series(one.label, one.errors / 2, one.line) for one in plot.series])
    assert plot.ranges() == before
    assert plot._still is still
    plot.set_series([Series(one.label, one.errors, one.line, LINE / 2) for one in plot.series])
    assert plot._still is not still


@pytest.mark.parametrize("size", [(420, 260), (900, 500)])
def test_names_stand_between_the_axis_and_their_dots(show, size):
    plot = made([0.75, 0.5, 0.25, 0, 0, 0, 0, 0], lower=True)
    show(plot)
    plot.resize(*size)
    plot.grab()
    assert plot.box().left() + 60 < plot.place_of(0, 0).x() < plot.box().left() + 160


def paper() -> PaperPlot:
    return PaperPlot("The paper", [(row.heads, row.bleu) for row in PAPER], PAPER_AXIS, PAPER_WIDTH)


def test_the_papers_scores_are_where_the_axis_says(show):
    plot = paper()
    plot.set_today(2)
    image, ink = show(plot), look_for("light").color("ink").rgb()
    for row in PAPER:
        place = plot.place_of(row.heads, row.bleu)
        assert color_at(image, place).rgb() == ink
        assert place.y() == pytest.approx(float(plot.y_of(row.bleu)))
    doubled = [plot.place_of(heads, 25).x() for heads in (4, 8, 16, 32)]
    assert np.allclose(np.diff(doubled), doubled[1] - doubled[0])


def test_the_axis_is_fixed_and_broken_below_its_first_tick(show):
    plot = paper()
    show(plot)
    ticks = plot.ticks("left")
    assert (ticks[0], ticks[-1]) == ((24.0, "24.0"), (26.5, "26.5"))
    assert [text for _, text in plot.ticks("bottom")] == ["1", "4", "8", "16", "32"]
    foot = plot.ranges()[1][0]
    assert foot < 24
    image, card = plot.grab().toImage(), look_for("light").color("card").rgb()
    x, y = plot.box().left(), float(plot.y_of((24 + foot) / 2))
    zigzag = [dx for dx in range(-8, 9) for dy in range(-4, 5) if image.pixel(round(x) + dx, round(y) + dy) != card]
    assert min(zigzag) < -1
    assert max(zigzag) > 1


@pytest.mark.parametrize(("heads", "marked"), [(1, True), (2, False), (8, True), (32, True)])
def test_todays_heads_are_marked_if_they_are_among_the_scores(show, heads, marked):
    plot = paper()
    plot.set_today(heads)
    image, focus = show(plot), look_for("light").color("focus").rgb()
    assert plot.marked == marked
    found = any(image.pixel(x, y) == focus for x in range(image.width()) for y in range(image.height()))
    assert found == marked
