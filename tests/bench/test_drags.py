"""From the slider to the painted picture, in every frame, at 1920×1080. Budget: p95 at most 16 ms.

The figures go to .benchmarks/drags.json. Nothing is asserted about time: it depends on how busy the machine is.
"""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from attnviz.app import Options, make_window
from attnviz.cli.options import read_board
from attnviz.core.limits import STEP_COUNT
from attnviz.core.state import LabState
from tests.bench.drag import drag, report, settle

BOARD = read_board(None)
SIXTY_FOUR = " ".join(f"word{number}" for number in range(64))
LONG = BOARD.library.recordings[-1].sentence  # 40 tokens
RECORDED: dict[str, object] = {"source": "recorded", "sentence": LONG}

SLIDERS: dict[str, tuple[str, str, dict[str, object]]] = {
    "Why scale, key width": ("why-scale", "key_width", {}),
    "Why scale, key width, α 0.3, entropy": ("why-scale", "key_width", {"scale_exponent": 0.3, "measure": "entropy"}),
    "Why scale, key width, 64 keys": ("why-scale", "key_width", {"keys": 64}),
    "Why scale, exponent": ("why-scale", "scale_exponent", {}),
    "Why scale, keys": ("why-scale", "keys", {}),
    "Multi-head, key width, 8 heads": ("multi-head", "key_width", {}),
    "Multi-head, key width, 8 random heads": ("multi-head", "key_width", {"source": "random"}),
    "Multi-head, key width, 32 heads": ("multi-head", "key_width", {"heads": 32}),
    "Multi-head, key width, 16 heads, 40 words": ("multi-head", "key_width", {"sentence": LONG, "heads": 16}),
    "Multi-head, key width, editing jobs": ("multi-head", "key_width", {"editing": True}),
    "Multi-head, key width, 8 heads, 64 words": ("multi-head", "key_width", {"sentence": SIXTY_FOUR}),
}
FIELDS: dict[str, tuple[str, list[dict[str, object]]]] = {
    "Open, word that asks": ("open", [{"query": query} for query in range(10)]),
    "Multi-head, layer, 12 heads, 42 pieces": ("multi-head", [RECORDED | {"layer": layer} for layer in range(6)]),
    "Multi-head, word, 12 heads, 42 pieces": ("multi-head", [RECORDED | {"query": query} for query in range(40)]),
    "Four steps, timeline": ("four-steps", [{"step": step} for step in range(STEP_COUNT)]),
    "Glossary, key width": ("glossary", [{"key_width": width} for width in range(1, 100)]),
    "Check, key width": ("check", [{"key_width": width} for width in range(1, 100)]),
}


@pytest.fixture
def open_window(qtbot, qapp):
    def opened(frame: str, state: dict[str, object]):
        start = LabState.from_dict({"locked": False} | state)[0]
        window = make_window(Options(BOARD, start, frame=frame, theme="light"))
        qtbot.addWidget(window)
        window.resize(1920, 1080)
        window.show()
        settle(600)
        return window

    return opened


@pytest.mark.parametrize("name", SLIDERS)
def test_slider(open_window, qapp, name):
    frame, field, state = SLIDERS[name]
    window = open_window(frame, state)
    slider = next(control.slider for control in window.stage.frame.controls if control.field == field)
    whole = list(range(slider.minimum(), slider.maximum() + 1))
    there_and_back = whole[1:] + whole[-2::-1]
    slider.setValue(slider.minimum())
    settle(100)
    first = drag(qapp, window, slider.setSliderPosition, there_and_back)
    again = drag(qapp, window, slider.setSliderPosition, there_and_back)  # the second hand finds much of it kept
    figures = report(name, first, again_p95=sorted(again)[int(0.95 * len(again))])
    assert figures["p50"] <= figures["p95"] <= figures["max"]


@pytest.mark.parametrize("name", FIELDS)
def test_field(open_window, qapp, name):
    frame, changes = FIELDS[name]
    window = open_window(frame, {})
    window.store.apply(changes[-1])
    settle(100)
    moves = list(islice(cycle(changes), 200))
    times = drag(qapp, window, lambda number: window.store.apply(moves[number]), range(len(moves)))
    figures = report(name, times)
    assert len(times) == 200
    assert figures["p50"] <= figures["p95"]
