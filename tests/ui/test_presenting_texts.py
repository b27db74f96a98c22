"""What the two windows of presenting write: nothing too small for its window, cut, or on top of something else."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from attnviz.ui.widgets.text.formula import FormulaView
from tests.ui.texts import MODES, faults, opened

FRAMES = ("open", "why scale", "training", "multi-head", "one head", "step 4", "glossary", "check")


def present(window, qtbot):
    window.presenting.start_here()
    window.presenting.card.buttons[1].click()
    qtbot.waitExposed(window.presenting.audience)
    return window.presenting.audience


def settle(window):
    for _ in range(3):
        QApplication.processEvents()
        for formula in window.findChildren(FormulaView):
            if formula.isVisible():
                formula.typeset_now()
    QApplication.processEvents()


@pytest.mark.parametrize("mode", FRAMES)
def test_scenario_21_every_frame_fits_the_audiences_window_on_a_small_projector(qtbot, as_started, mode):
    window = opened(qtbot, "light", (1440, 900))
    audience = present(window, qtbot)
    audience.resize(1024, 768)
    frame, changes = MODES[mode]
    window.store.apply(changes)
    window.open_frame(frame)
    settle(audience)
    assert audience.look.floor == 20
    pictures = audience.stage.frame.pictures
    found = []
    for page in range(max(len(pictures.page_names), 1)):
        pictures.turn(page)
        settle(audience)
        found += [f"page {page}: {fault}" for fault in faults(audience, audience.look)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1024, 768)])
def test_the_presenters_panel_is_whole_in_every_size_and_theme(qtbot, as_started, size, theme):
    window = opened(qtbot, theme, size)
    audience = present(window, qtbot)
    audience.resize(1024, 768)
    presenting = window.presenting
    for command in ("freeze", "laser", "pause", "ask_frame"):
        getattr(presenting, command)()
    window.open_frame("multi-head")
    presenting.side._show_picture()
    settle(window)
    assert window.look is not None
    assert window.look.theme.name == ("light" if theme == "projector" else theme)
    found = faults(presenting.side.panel, window.look)
    assert not found, "\n".join(found)
    presenting.end()
    settle(window)
    assert window.look.theme.name == theme
    found = faults(presenting.card, window.look)
    assert not found, "\n".join(found)
