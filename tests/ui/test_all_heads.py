"""The overview of all heads draws something true, whatever the number of layers and heads."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.heads.all_heads import AllHeads
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.text.texts import text_of

SHAPES = [(24, 16, 12), (48, 96, 6), (1, 1, 8), (1, 12, 8), (12, 1, 8), (6, 12, 42), (1, 96, 8)]
SIZES = [(364, 195), (346, 300), (590, 420), (200, 130)]


def overview(qtbot, weights, size, theme="light"):
    panel = AllHeads()
    qtbot.addWidget(panel)
    panel.set_look(look_for(theme, 1080))
    panel.resize(*size)
    panel.set_heads(weights, 1.0, (0, 0), ())
    panel.show()
    return panel


def picture(panel):
    return panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_a_strong_head_is_seen_where_it_lies(qtbot, shape, size, theme):
    layers, heads, n = shape
    weights = np.zeros((layers, heads, n, n))
    weights[-1, -1] = 1.0
    panel = overview(qtbot, weights, size, theme)
    seen, strong = picture(panel), QColor(int(colormap.weights_lut()[-1])).name()
    last = panel.rect_of(layers - 1, heads - 1)
    at = last.center() - QPointF(0.5, 0.5)
    if last.width() >= 2:
        assert seen.pixelColor(at.toPoint()).name() == strong
    columns, rows = range(int(last.left()) - 1, seen.width()), range(int(last.top()) - 1, seen.height())
    assert any(seen.pixelColor(x, y).name() == strong for x in columns for y in rows)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["light", "projector"])
def test_tiles_and_numbers_stay_inside_and_apart(qtbot, shape, size, theme):
    layers, heads, n = shape
    panel = overview(qtbot, np.full((layers, heads, n, n), 0.5), size, theme)
    last = panel.rect_of(layers - 1, heads - 1)
    assert last.right() <= panel.width()
    assert last.bottom() <= panel.height()
    wide = text_of(panel.look, "0" * len(str(heads)), "floor").width
    every = panel.every(heads, wide + 4)
    assert every * panel.step >= wide or every >= heads
    assert panel.rect_of(0, (heads - 1) // every * every).center().x() + wide / 2 <= panel.width()


def test_every_head_is_found_under_the_pointer(qtbot):
    panel = overview(qtbot, np.full((48, 96, 6, 6), 0.5), (364, 195))
    for place in ((0, 0), (20, 40), (47, 95)):
        assert panel.place_at(panel.rect_of(*place).center()) == place
