"""How a picture looks in stray light, without color, and to eyes that lack one kind of cone."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.color_vision import MATRICES, STRAY_LIGHT, seen

RED, GREEN, BLUE, YELLOW = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 0)


def look(color, kind="", **given):
    return tuple(int(level) for level in seen(np.array(color, dtype=np.uint8), kind, **given))


def linear(level):
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


@pytest.mark.parametrize("kind", MATRICES)
def test_greys_stay_what_they_are(kind):
    greys = np.arange(256, dtype=np.uint8)[:, None].repeat(3, axis=1)
    assert np.array_equal(seen(greys, kind), greys)


def test_greyscale_keeps_the_luminance():
    assert [look(color, "greyscale") for color in (RED, GREEN, BLUE)] == [(127,) * 3, (220,) * 3, (76,) * 3]


def test_missing_cones_against_values_worked_out_by_hand():
    # Red for a protanope: 0.152286 and 0.114503 of full light, encoded; the third is below zero and is cut to it.
    assert look(RED, "protanopia") == (109, 95, 0)
    assert look(RED, "deuteranopia") == (163, 144, 0)
    assert look(BLUE, "deuteranopia")[2] == 251  # 0.968881 of full light


@pytest.mark.parametrize("kind", ["protanopia", "deuteranopia"])
def test_red_and_green_come_nearer_to_each_other_and_blue_and_yellow_stay_apart(kind):
    def hue(color):  # how much more red than green
        red, green, _ = look(color, kind)
        return red - green

    assert abs(hue(RED) - hue(GREEN)) < 0.1 * 510
    assert look(BLUE, kind)[2] - look(YELLOW, kind)[2] > 150


def test_stray_light_turns_the_contrast_of_black_on_white_from_21_to_6():
    black, white = look((0, 0, 0), washed=True), look((255, 255, 255), washed=True)
    assert white == (255, 255, 255)
    assert linear(black[0]) == pytest.approx(STRAY_LIGHT / (1 + STRAY_LIGHT), abs=0.002)
    # What 21:1 and 4.5:1 become when 0.15 is added to both luminances: about 6:1 and 3.1:1.
    assert (linear(white[0]) * 1.15 + 0.05) / (linear(black[0]) * 1.15 + 0.05) == pytest.approx(6.0, abs=0.1)


def test_stray_light_comes_before_the_eye():
    washed_red = look(RED, washed=True)
    assert look(RED, "greyscale", washed=True) == pytest.approx(look(washed_red, "greyscale"), abs=1)


def test_the_picture_itself_is_left_alone_and_the_shape_is_kept():
    picture = np.random.default_rng(1).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    before = picture.copy()
    assert seen(picture, "deuteranopia", washed=True).shape == (5, 7, 3)
    assert np.array_equal(picture, before)
    assert np.array_equal(seen(picture), picture)


def test_an_unknown_kind_is_refused():
    with pytest.raises(KeyError, match="tritan"):
        look(RED, "tritan")
