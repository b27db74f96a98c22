"""What the first window does not wait for. How long it takes is measured in tests/bench."""

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sys
import attnviz.cli
from attnviz.app import Options, make_application, make_window
from attnviz.cli.options import read_board
from attnviz.core.state import LabState
app = make_application()
window = make_window(Options(read_board(None), LabState(), frame={frame!r}))
window.show()
print(*sorted(name for name in sys.modules if name in {late!r}))
import os
sys.stdout.flush()
os._exit(0)
"""
TRAINING = "attnviz.ui.widgets.training.training"


@pytest.mark.parametrize(
    ("frame", "late"), [("open", ("pyqtgraph", "ziamath", TRAINING)), ("why-scale", ("ziamath", TRAINING))]
)
def test_the_first_window_does_not_wait_for_what_it_does_not_show(frame, late):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(frame=frame, late=late)],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == []
