import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attnviz.ui.widgets.matrices import colormap


def test_weights_are_cividis_with_even_steps_of_luminance():
    lut = colormap.weights_lut()
    assert lut.shape == (256,)
    assert lut.dtype == np.uint32
    assert (lut >> 24 == 0xFF).all()
    assert lut[0] & 0xFFFFFF == 0x00204D
    assert (np.diff(colormap.luminances(lut)) > -1e-3).all()


def test_scores_are_white_at_zero_blue_below_and_orange_above():
    lut = colormap.scores_lut()
    middle = colormap.levels(np.array([0.0]), 3.0, True)[0]
    red, blue = (lut >> 16) & 0xFF, lut & 0xFF
    assert (lut[middle] & 0xFFFFFF) in (0xFFFFFF, 0xFEFFFF, 0xFFFEFE, 0xFFFEFD)
    assert blue[0] > red[0]
    assert red[-1] > blue[-1]


def test_ink_is_readable_on_every_color():
    for signed in (False, True):
        light = colormap.luminances(colormap.scores_lut() if signed else colormap.weights_lut())
        dark = colormap.dark_ink(signed)
        ratio = np.where(dark, (light + 0.05) / 0.05, 1.05 / (light + 0.05))
        assert ratio.min() >= 4.5


@given(st.floats(allow_nan=True, allow_infinity=True), st.booleans())
def test_every_value_has_a_place_in_the_table(value, signed):
    place = colormap.levels(np.array([value]), 1.0, signed)[0]
    assert 0 <= place < 256


def test_ends_of_the_scale():
    assert colormap.levels(np.array([0.0, 1.0, 2.0]), 1.0, False).tolist() == [0, 255, 255]
    assert colormap.levels(np.array([-5.0, 5.0, -9.0]), 5.0, True).tolist() == [0, 255, 0]
