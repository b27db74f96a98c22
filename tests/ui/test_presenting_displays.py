"""Presenting on two displays, one at ratio 2 and to the left of the other; see `two_displays.py`, which is run once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from attnviz.ui.presenting.displays import fitted

SCRIPT = Path(__file__).with_name("two_displays.py")
ON_PROJECTOR = ["projector", True, True]
ON_LAPTOP = ["laptop", False, True]


@pytest.fixture(scope="module")
def facts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("displays")
    done = subprocess.run([sys.executable, str(SCRIPT), str(folder)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return json.loads(done.stdout)


def test_scenario_19_the_audience_is_on_the_projector_left_of_the_laptop_and_one_key_swaps(facts):
    seen = facts["swapping"]
    assert facts["displays"] == ["laptop", "projector"]
    assert not seen["asked"]
    assert seen["start"] == [ON_PROJECTOR, ON_LAPTOP]
    assert seen["ratio"] == [2.0, 1.0]
    assert seen["covers"]
    assert seen["body"] == 40
    assert seen["swapped"] == [["laptop", True, True], ["projector", False, True]]
    assert seen["back"] == seen["start"]


def test_scenario_20_nothing_is_reset_without_the_projector_and_one_key_brings_it_back(facts):
    seen = facts["unplugging"]
    assert seen["before"] == seen["without"] == [1, 100, True]
    assert seen["on"]
    assert not seen["audience without"]
    assert seen["banner"] == "NO AUDIENCE DISPLAY"
    assert seen["panel"]
    assert seen["in view"]
    assert seen["question"] == "Send to projector?"
    assert seen["question on show"]
    assert seen["again"] == [ON_PROJECTOR, ON_LAPTOP]
    assert seen["same frame"] == ["multi-head", "multi-head"]
    assert seen["card gone"]
    assert seen["banner after"] == ""
    assert seen["by Enter"] == ON_PROJECTOR


def test_scenario_20_the_presenters_window_comes_wholly_into_view_when_its_own_display_goes(facts):
    seen = facts["losing the own"]
    assert seen["before"] == [["laptop", True, True], ["projector", False, True]]
    assert seen["in view"]
    assert not seen["audience"]
    assert seen["again"] == [ON_PROJECTOR, ON_LAPTOP]
    assert seen["left"]


def test_a_window_that_came_up_elsewhere_is_said(facts):
    assert facts["elsewhere"]["said"].startswith("The audience's window did not come up on projector.")
    assert facts["elsewhere"]["on show"]


def test_a_display_is_remembered_by_what_it_is_and_the_presenter_makes_room(facts):
    seen = facts["remembering"]
    assert seen["remembered"] == "|||projector"
    assert seen["start"] == [ON_PROJECTOR, ON_LAPTOP]
    assert seen["frame"] == "check"
    assert seen["by name"] == ["laptop", True, True]


def test_a_display_that_is_not_there_is_said_with_those_that_are_and_presenting_begins(facts):
    said = "--screen beamer: choose laptop, projector"
    assert facts["remembering"]["bad name"] == [[said], said, True]


def test_nothing_is_left_over(facts):
    assert facts["left over"] == []


@pytest.mark.parametrize(
    ("window", "wanted"),
    [
        (QRect(-5000, 9000, 800, 600), QRect(320, 150, 800, 600)),
        (QRect(0, 0, 4000, 3000), QRect(0, 0, 1440, 900)),
        (QRect(0, 0, 1440, 3000), QRect(0, 0, 1440, 900)),
    ],
)
def test_a_window_is_brought_wholly_onto_a_display(window, wanted):
    assert fitted(window, QRect(0, 0, 1440, 900)) == wanted


def test_the_command_line_passes_presenting_on(monkeypatch):
    from attnviz import app, doctor
    from attnviz.cli import main

    asked: list[app.Options] = []

    def launch(options: app.Options) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr(doctor, "display_problem", lambda: None)
    monkeypatch.setattr(app, "launch", launch)
    assert main(["--present", "--screen", "projector", "--frame", "check"]) == 0
    assert main([]) == 0
    assert [(options.present, options.screen, options.frame) for options in asked] == [
        (True, "projector", "check"),
        (False, None, None),
    ]
