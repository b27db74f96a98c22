"""What can be read from the last row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.room import Room, length_words, predicted, room_of, too_small, verdict


@pytest.mark.parametrize(
    ("times", "pixels", "arc_minutes"),
    [(4, 27, 15.0), (6, 40, 14.9), (8, 54, 15.0), (6, 27, 10.0)],
)
def test_sizes_at_1080_for_the_farthest_seat(times, pixels, arc_minutes):
    """The usual figures: 27, 40 and 54 pixels at 4, 6 and 8 times the picture's height."""
    assert Room(1.5, 1.5 * times).arc_minutes(pixels, 1080) == pytest.approx(arc_minutes, abs=0.06)


@given(
    st.floats(0.3, 15), st.floats(0.5, 100), st.floats(5, 200), st.floats(300, 4000),
)  # fmt: skip
def test_pixels_and_distance_take_the_angle_back(screen, last_row, pixels, height):
    room = Room(screen, last_row)
    assert room.pixels(room.arc_minutes(pixels, height), height) == pytest.approx(pixels)
    farthest = room.farthest(pixels, height)
    assert Room(screen, farthest).arc_minutes(pixels, height) == pytest.approx(15)


def test_a_letter_twice_as_far_away_is_half_as_large():
    near, far = Room(1.5, 5).arc_minutes(40, 1080), Room(1.5, 10).arc_minutes(40, 1080)
    assert near / far == pytest.approx(2, rel=1e-4)


@pytest.mark.parametrize(
    ("arc_minutes", "words"),
    [(9.99, "unreadable"), (10, "hard to read"), (14.99, "hard to read"), (15, "")],
)
def test_verdicts(arc_minutes, words):
    assert verdict(arc_minutes) == words


def test_a_picture_without_height_is_refused():
    with pytest.raises(ValueError, match="0 pixels high"):
        Room().arc_minutes(20, 0)


def test_lengths_are_said_in_the_unit_that_was_chosen():
    assert length_words(9, feet=False) == "9 m"
    assert length_words(1.5, feet=True) == "4.9 ft"


def test_a_room_has_lengths_that_rooms_have():
    assert room_of(0, 1e9) == Room(0.3, 100)


def test_a_prediction_takes_the_smaller_of_two_uses_of_one_size():
    desk, projector = (14, 14, 16, 30), (23, 25, 33, 41)
    assert predicted(14, desk, projector) == 23  # the floor, though it may have been a label
    assert predicted(16, desk, projector) == 33
    assert predicted(21, desk, projector) == pytest.approx(21 * 23 / 14)  # of nobody's size: it grows with the least


def test_counting():
    room = Room(1.5, 9)
    least = room.pixels(15, 1080)
    assert too_small([least, least - 0.1, least + 0.1, 5], room, 1080) == 2
