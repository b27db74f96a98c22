"""What every test gets: Qt without a screen, the bundled fonts, settings in a temporary folder, and no leftovers."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import subprocess
import threading
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import attnviz

# Before anything imports Qt: draw offscreen at one scale, whatever the machine of the tester is set to.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program starts
for _name in ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_STYLE_OVERRIDE", "QT_FONT_DPI", "QT_QPA_PLATFORMTHEME"):
    os.environ.pop(_name, None)

# --- a skip that nobody allowed is a failure -------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and item.get_closest_marker("may_skip") is None:
        report.outcome = "failed"
        report.longrepr = f"skipped without the may_skip mark: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if report.skipped:
        report.outcome = "failed"
        report.longrepr = f"whole file skipped: {report.longrepr}"
    return report


# --- Qt ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def qapp(qapp):  # the application of pytest-qt, with our fonts in it
    from PySide6.QtCore import QStandardPaths
    from PySide6.QtGui import QFont, QFontDatabase

    from attnviz.assets import font_files

    QStandardPaths.setTestModeEnabled(True)
    for path in font_files():
        assert QFontDatabase.addApplicationFont(str(path)) >= 0, f"Qt cannot read {path}"
    font = QFont()
    font.setFamilies(["Inter", "DejaVu Sans"])
    qapp.setFont(font)
    for module in pkgutil.walk_packages(attnviz.__path__, "attnviz."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    gc.collect()
    gc.freeze()  # what is alive before the first test is nobody's leftover: looking through it would cost 0.1 s a test
    return qapp


@pytest.fixture
def x_server(tmp_path: Path) -> Iterator[str]:
    """A real X server with a screen of 1024×768 and nobody else on it: the value of DISPLAY.

    The test needs the marks may_skip and skipif: Xvfb is a system package.
    """
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    log = (tmp_path / "Xvfb.log").open("w")
    with log, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().strip()}"
        server.terminate()


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The checkpoint of all-MiniLM-L6-v2. Where it cannot be had the test skips, but not in CI."""
    usual = Path(__file__).parents[1] / ".venv" / "models" / "all-MiniLM-L6-v2"
    found = Path(os.environ.get("ATTNVIZ_TEST_MODEL", usual))
    if not (found / "model.safetensors").is_file():
        why = f"{found} has no model: run scripts/fetch_test_model.sh (about 90 MB), or set ATTNVIZ_TEST_MODEL"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return found


@pytest.fixture
def ini_path(tmp_path: Path) -> Path:
    """Where a test keeps its settings: never the tester's own."""
    return tmp_path / "attnviz.ini"


@pytest.fixture(autouse=True)
def no_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that used Qt and leaves a top-level widget, a running timer or a thread behind."""
    if "qapp" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("qapp")
    before = _alive()
    yield
    _settle()
    left = [name for key, name in _alive().items() if key not in before]
    assert not left, f"left behind: {', '.join(sorted(left))}"


def _settle() -> None:
    """Carry out what was put off: deleteLater, and cycles that only the collector frees."""
    from PySide6.QtCore import QCoreApplication, QEvent

    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()


def _alive() -> dict[int, str]:
    """Everything that outlives a test when it is not put away, by identity, with a name for the message."""
    from PySide6.QtCore import QThread, QTimer
    from PySide6.QtWidgets import QApplication
    from shiboken6 import isValid

    alive = {id(widget): f"top-level {widget!r}" for widget in QApplication.topLevelWidgets()}
    alive |= {id(thread): f"{thread!r}" for thread in threading.enumerate()}
    for thing in gc.get_objects():
        kind = type(thing)
        if issubclass(kind, QTimer) and isValid(thing) and thing.isActive():
            alive[id(thing)] = f"running {thing!r} of {thing.parent()!r}"
        elif issubclass(kind, QThread) and isValid(thing) and thing.isRunning():
            alive[id(thing)] = f"running {thing!r}"
    return alive
