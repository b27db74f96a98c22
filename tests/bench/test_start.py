"""From the start of Python to the first paint, beside a bare PySide6 and pyqtgraph window. Budget: twice that."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median

from tests.bench.drag import report

RUNS = 5

BARE = """
import pyqtgraph as pg
app = pg.mkQApp()
window = pg.PlotWidget()
window.plot([1, 2, 3])
window.resize(1440, 900)
"""
OURS = """
import attnviz.cli  # as the program starts
from attnviz.app import Options, make_application, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.draw import prepare
from attnviz.core.state import LabState
prepare(LabState().seed)
app = make_application()
window = make_window(Options(load_board(resource("boards", "session11.board.toml")), LabState(), frame={frame!r}))
"""
SHOWN = """
import time
from PySide6.QtCore import QEvent, QObject
class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            app.quit()
        return False
first = FirstPaint()
window.installEventFilter(first)
for child in window.findChildren(QObject):
    child.installEventFilter(first)
window.show()
app.exec()
print(time.clock_gettime(time.CLOCK_MONOTONIC))
import os
os._exit(0)
"""


def start(script: str) -> float:
    """Milliseconds from starting Python to the first paint."""
    import time

    before = time.clock_gettime(time.CLOCK_MONOTONIC)
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYQTGRAPH_QT_LIB": "PySide6"}
    done = subprocess.run(
        [sys.executable, "-c", script + SHOWN], env=environment, capture_output=True, text=True, check=True
    )
    return 1000 * (float(done.stdout.split()[-1]) - before)


def test_a_window_is_there_nearly_as_soon_as_a_bare_one():
    scripts = {"bare": BARE, "open": OURS.format(frame="open"), "why-scale": OURS.format(frame="why-scale")}
    times: dict[str, list[float]] = {name: [] for name in scripts}
    for _ in range(RUNS):  # in turns, so that a busy minute hits all alike
        for name, script in scripts.items():
            times[name].append(start(script))
    bare = median(times["bare"])
    for name, measured in times.items():
        report(f"Start, {name}", measured, times_bare=round(median(measured) / bare, 2))
    assert bare > 0
