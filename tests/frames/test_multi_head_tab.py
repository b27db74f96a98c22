"""The Tab key goes through Multi-head as the eye does, in every mode, and every stop has a name."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from attnviz.assets import resource
from attnviz.core.library import Library
from attnviz.core.outside import from_arrays
from attnviz.core.recorded import recordings
from tests.frames.test_multi_head import BOARD, Lab
from tests.walk import Stop, out_of_order, put_away, stops_of, unnamed

RECORDINGS = recordings(resource("attention"))
LONG = RECORDINGS[-1].sentence
TWENTY = " ".join(LONG.split()[:20])
MODES: dict[str, dict[str, object]] = {
    "hand-built": {},
    "editing jobs": {"editing": True},
    "editing jobs, 20 words": {"editing": True, "sentence": TWENTY},
    "random": {"source": "random"},
    "recorded": {"source": "recorded"},
    "recorded, 42 pieces": {"source": "recorded", "sentence": LONG},
    "outside": {"source": "outside"},
    "one head against several": {"one_head": True},
}
SIZES = [("light", 1460, 1030), ("light", 850, 700), ("projector", 1400, 1050), ("projector", 840, 700)]


@pytest.fixture
def lab_at(qtbot):
    """Makes a lab to be walked."""
    labs = []

    def made(size, theme="light"):
        labs.append(Lab(qtbot, theme=theme, size=size, board=board_with_outside()))
        return labs[-1]

    yield made
    for lab in labs:
        put_away(lab.frame)


def board_with_outside():
    weights = np.full((3, 4, 5, 5), 0.2)
    return replace(BOARD, library=Library(RECORDINGS, outside=from_arrays(weights, ["a", "b", "c", "d", "e"])))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("theme", "width", "height"), SIZES)
def test_the_tab_key_goes_as_the_eye_does_and_every_stop_has_a_name(lab_at, mode, theme, width, height):
    lab = lab_at((width, height), theme)
    lab.apply(**MODES[mode])
    grid = lab.frame.pictures
    seen = set()
    for page in range(len(grid.pages)):
        grid.show_card(next(grid.cards[i].name for row in grid.pages[page] for i in row))
        stops = stops_of(lab.frame)
        seen |= {stop.name for stop in stops}
        assert unnamed(stops) == []
        assert out_of_order(stops) == []
        assert all(min(stop.rect.width(), stop.rect.height()) >= 10 for stop in stops)
    wanted = "Play: training of all dots" if mode.startswith("one") else "Heads"
    assert wanted in seen


def test_the_words_of_a_job_come_between_its_rule_and_the_heads(lab_at):
    lab = lab_at((1460, 1030))
    lab.apply(editing=True)
    lab.apply(sentence=TWENTY)  # more words: their buttons are made last of all
    lab.frame.pictures.show_card("Heads")
    names = [stop.name for stop in stops_of(lab.frame)]
    first = names.index("What every word asks") + 1
    assert names[first : first + 20] == [chip.text() for chip in lab.frame.editor.chips][:20]
    assert names[names.index("Heads", first) - 1] == lab.frame.editor.chips[-1].text()


def test_the_tabs_of_the_pages_come_after_the_controls(lab_at):
    lab = lab_at((850, 700))
    names = [stop.name for stop in stops_of(lab.frame)]
    assert names.index("edit jobs") < names.index("Pictures of this frame") < names.index("Sentence")


def test_the_walk_sees_what_is_wrong(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    first, second = QPushButton("first"), QPushButton()
    column.addWidget(second)
    column.addWidget(first)
    QWidget.setTabOrder(first, second)
    page.show()
    stops = stops_of(page)
    assert {stop.widget for stop in stops} == {first, second}
    assert len(unnamed(stops)) == 1
    assert len(out_of_order([stop for stop in stops if stop.widget is first] + [s for s in stops if s.name == ""])) == 1
    right, left = Stop(first, "", QRect(500, 0, 90, 30)), Stop(second, "", QRect(10, 0, 90, 300))
    assert out_of_order([right, left])
    assert not out_of_order([left, right])
    put_away(page)
