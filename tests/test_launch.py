"""The program on a real X server, from the command line to a window and back to the shell."""

import os
import shutil
import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.may_skip("Xvfb is a system package, which set-up may not have been allowed to install"),
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no Xvfb here"),
]

CLOSE_SOON = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
import attnviz.app, attnviz.cli
make_window = attnviz.app.make_window

def make_window_and_close_it_soon(*arguments):
    window = make_window(*arguments)
    def close():
        print(QGuiApplication.platformName(), window.isVisible(), window.stage.frame_id)
        window.close()
    QTimer.singleShot(1500, window, close)
    return window

attnviz.app.make_window = make_window_and_close_it_soon
sys.exit(attnviz.cli.main(sys.argv[1:]))
"""


def test_the_window_opens_and_closes_without_a_word(x_server, tmp_path):
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "WAYLAND", "XDG_"))}
    environment |= {"DISPLAY": x_server, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        [sys.executable, "-c", CLOSE_SOON, "--frame", "glossary"],
        env=environment, capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "xcb True glossary\n", "")
