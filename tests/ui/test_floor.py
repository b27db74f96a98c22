"""No text on screen is smaller than the floor, cut, or on top of another."""

from __future__ import annotations

import pytest

from tests.ui.texts import MODES, faults, look_of, opened, pages, settle, turn

PROJECTORS = [(1024, 768), (1280, 800), (1920, 1080)]


def all_faults(window):
    found = []
    for mode in MODES:
        turn(window, mode)
        for page in pages(window):
            found += [f"{mode}, page {page}: {fault}" for fault in faults(window.centralWidget(), look_of(window))]
    return found


@pytest.mark.parametrize("size", PROJECTORS)
def test_scenario_21_nothing_is_clipped_and_nothing_under_the_floor_in_the_projector_theme(qtbot, as_started, size):
    window = opened(qtbot, "projector", size)
    assert look_of(window).floor == -(-size[1] // 40)
    found = all_faults(window)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_clipped_and_nothing_under_ten_points_at_the_desk(qtbot, as_started, theme):
    window = opened(qtbot, theme, (1440, 900))
    assert look_of(window).floor >= 13.3  # ten points at 96 dots an inch
    found = all_faults(window)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "projector"])
@pytest.mark.parametrize("size", PROJECTORS)
def test_panels_messages_and_menus_keep_to_the_floor_too(qtbot, as_started, theme, size):
    window = opened(qtbot, theme, size)
    window.menuBar().show()
    turn(window, "why scale")
    window.finding.toggle_notes()
    window.toggle_numbers()
    window.finding.find()
    window.finding.panel.box.setText("softmax")
    window.finding.show_contents()
    settle(window)
    window.toast.say("The board contents are copied.")
    look = look_of(window)
    assert window.finding.sheet is not None
    found = {
        name: faults(part, look)
        for name, part in {
            "search": window.finding.panel, "notes": window.finding.notes, "numbers": window.numbers,
            "contents": window.finding.sheet, "message": window.toast, "menus": window.menuBar(),
        }.items()
    }  # fmt: skip
    assert not any(found.values()), found


def test_a_text_that_is_made_too_small_is_found(qtbot, as_started):
    """The tests above could pass because nothing is seen at all."""
    window = opened(qtbot, "projector", (1024, 768))
    turn(window, "open")
    head = window.stage.frame.head
    assert not faults(window.centralWidget(), look_of(window))
    head.title.setFont(look_of(window).font("12"))
    head.equation.setText("as wide as anything " * 9)
    head.equation.setFixedWidth(100)
    head.equation.show()
    found = "\n".join(faults(window.centralWidget(), look_of(window)))
    assert "is 12.0 pixels" in found
    assert "is cut at" in found
