"""`attnviz.show` from a script: each test runs one in a process of its own, where a timer closes the window."""

import os
import subprocess
import sys

import numpy as np
import pytest

import attnviz
from tests.core.test_outside import Tensor

PRELUDE = """
import numpy as np
import attnviz, attnviz.app
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtWidgets import QApplication

def make_and_close_soon(*arguments, make=attnviz.app.make_window):
    window = make(*arguments)
    def close():
        result = window.stage.result
        print(window.stage.frame_id, window.store.state.source, *result.labels, "/", *result.keys)
        window.close()
    QTimer.singleShot(150, window, close)
    return window

attnviz.app.make_window = make_and_close_soon
"""


@pytest.fixture
def script(tmp_path):
    def run(text, **environment):
        known = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "APPDATA": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", text],
            env=known | home | environment, capture_output=True, text=True, timeout=50, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout.splitlines()

    return run


def test_it_waits_until_the_window_is_closed_and_can_be_called_again(script):
    said = script(
        PRELUDE
        + """
attnviz.show(np.full((2, 3, 2, 2), 0.5), ["hello", "world"])
print("closed")
attnviz.show(np.full((2, 3), 1 / 3), ["chien", "noir"], ["a", "black", "dog"])
print("closed")
"""
    )
    assert said == [
        "multi-head outside hello world / hello world", "closed",
        "multi-head outside chien noir / a black dog", "closed",
    ]  # fmt: skip


def test_an_application_that_is_there_already_is_used_and_outlives_the_window(script):
    said = script(
        PRELUDE
        + """
from PySide6.QtWidgets import QLabel
app = QApplication([])
label = QLabel("mine")
label.show()
attnviz.show([[1.0]], ["alone"])
print(QApplication.instance() is app, label.isVisible())
"""
    )
    assert said == ["multi-head outside alone / alone", "True True"]


def test_where_an_event_loop_runs_it_returns_at_once_and_keeps_its_window(script):
    said = script(
        PRELUDE
        + """
import gc
app = QApplication([])
app.setQuitOnLastWindowClosed(False)

def inside():
    attnviz.show([[1.0]], ["alone"])
    gc.collect()
    print("back", len(attnviz.app._held))
    QTimer.singleShot(600, later)

def later():
    print("held", len(attnviz.app._held))
    app.quit()

QTimer.singleShot(0, inside)
app.exec()
"""
    )
    assert said == ["back 1", "multi-head outside alone / alone", "held 0"]


def test_a_machine_without_a_display_is_told_so(script):
    said = script(
        "import attnviz\ntry:\n    attnviz.show([[1.0]], ['a'])\nexcept RuntimeError as error:\n    print(error)",
        QT_QPA_PLATFORM="xcb",
    )
    assert said[0].startswith("attnviz cannot open a window: The display cannot be reached")


def test_an_application_without_windows_is_told_so(script):
    said = script(
        PRELUDE
        + """
app = QCoreApplication([])
try:
    attnviz.show([[1.0]], ["a"])
except RuntimeError as error:
    print(error)
"""
    )
    assert said == ["attnviz cannot open a window: there is a QCoreApplication already; make it a QApplication"]


def test_importing_attnviz_needs_no_qt(script):
    assert script("import sys, attnviz; print('PySide6' in sys.modules, callable(attnviz.show))") == ["False True"]


# --- what is refused, before anything is opened -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attentions", "tokens", "words"),
    [
        (np.full((2, 2), 0.5), ["a"], "do not label weights of 2 queries by 2 keys"),
        (np.full((2, 2), np.nan), ["a", "b"], "is NaN"),
        (np.full((2, 2), 0.7), ["a", "b"], "must sum to 1"),
        ((Tensor(np.full((2, 1, 2, 2), 0.5)),), ["a", "b"], "a batch of 2"),
        (np.array([[{}]]), ["a"], "attention must be numbers"),
        (None, ["a"], "output_attentions=True"),
    ],
)
def test_what_is_no_attention_is_refused_with_its_reason(attentions, tokens, words):
    with pytest.raises(ValueError, match=words):
        attnviz.show(attentions, tokens)
