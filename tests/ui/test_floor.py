"""No text on screen is smaller than the floor, cut, or on top of another."""

from __future__ import annotations

import pytest

from tests.ui.texts import MODES, faults, opened, pages, turn

PROJECTORS = [(1024, 768), (1280, 800), (1920, 1080)]


def all_faults(window):
    found = []
    for mode in MODES:
        turn(window, mode)
        for page in pages(window):
            found += [f"{mode}, page {page}: {fault}" for fault in faults(window.centralWidget(), window.look)]
    return found


@pytest.mark.parametrize("size", PROJECTORS)
def test_scenario_21_nothing_is_clipped_and_nothing_under_the_floor_in_the_projector_theme(qtbot, as_started, size):
    window = opened(qtbot, "projector", size)
    assert window.look.floor == -(-size[1] // 40)
    found = all_faults(window)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_clipped_and_nothing_under_ten_points_at_the_desk(qtbot, as_started, theme):
    window = opened(qtbot, theme, (1440, 900))
    assert window.look.floor >= 13.3  # ten points at 96 dots an inch
    found = all_faults(window)
    assert not found, "\n".join(found)
