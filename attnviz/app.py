"""The composition root: the only place that puts board, store, window and Qt together."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final

os.environ.setdefault("PYQTGRAPH_QT_LIB", "PySide6")  # pyqtgraph would try PyQt6 first

from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QThread, QTimer
from PySide6.QtGui import QFontDatabase, QIcon
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from attnviz.assets import font_files, resource
from attnviz.board.schema import FRAME_IDS, Board
from attnviz.core.draw import prepare
from attnviz.core.state import LabState
from attnviz.ui.export import save_pdf, save_png
from attnviz.ui.settings import Remembered, Settings, settings_path
from attnviz.ui.store import Store
from attnviz.ui.window import Window

_held: Final[list[Window]] = []  # windows for which nobody waits: they live as long as somebody holds them


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks of a window; None leaves it as remembered."""

    board: Board
    state: LabState
    frame: str | None = None
    theme: str | None = None
    font_scale: float | None = None
    problems: tuple[str, ...] = ()
    student: bool = False  # without speaker notes, and answers only where they are asked for
    model: Path | None = None  # a checkpoint folder to open once the window is on screen
    motion: str | None = None  # "auto", "full" or "reduced"
    mirrored: bool = False  # laid out from right to left, whatever the board's language
    present: bool = False  # start presenting at once
    screen: str | None = None  # the display of the audience's window, by its name


def make_application() -> QApplication:
    """The one QApplication, its fonts registered."""
    # A widget inherits its window's palette although the window has a style sheet.
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    app = QApplication.instance() or QApplication(["attnviz"])
    assert isinstance(app, QApplication)
    app.setApplicationName("attnviz")
    app.setStyle("Fusion")  # the same on every system, and it follows the palette
    for path in font_files():
        QFontDatabase.addApplicationFont(str(path))
    app.setWindowIcon(QIcon(str(resource("icons", "attnviz.svg"))))
    return app


def make_window(options: Options, settings: Settings | None = None) -> Window:
    """The window as asked for, on top of what is remembered."""
    remembered, problems = settings.load(FRAME_IDS) if settings else (Remembered(), [])
    remembered.frame = options.frame or remembered.frame
    remembered.theme = options.theme or remembered.theme
    remembered.font_scale = options.font_scale or remembered.font_scale
    remembered.motion = options.motion or remembered.motion
    window = Window(
        options.board,
        Store(options.state),
        remembered,
        settings,
        student=options.student,
        mirrored=options.mirrored,
    )
    if options.model is None:  # else it is known when that has been opened, or refused
        window.store.set_library(options.board.library)
    if problems or options.problems:
        window.toast.say("\n".join([*options.problems, *problems]))
    return window


def launch(options: Options) -> int:
    """Open the window and stay until it is closed."""
    prepare(options.state.seed)
    app = make_application()
    window = make_window(options, Settings(settings_path()))
    app.setLayoutDirection(window.layoutDirection())  # of dialogs, too, and of the audience's window
    reporter = _Reporter(window)
    sys.excepthook = reporter.report
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl+C in the terminal ends it: Python is asleep inside Qt
    window.show()
    window.warm_up()
    window.presenting.refused.connect(reporter.print_refusal)
    window.presenting.begin_with(options.screen, options.frame, present=options.present)
    if options.model is not None:
        window.shelf.refused.connect(reporter.print_refusal)
        window.shelf.load_model(options.model)
    code = app.exec()
    sys.excepthook = sys.__excepthook__
    window.deleteLater()
    app.processEvents()
    return code


def show(options: Options) -> None:
    """Open the window and stay until it is closed, in an application that may be somebody else's.

    Returns at once where somebody else runs Qt's event loop.
    """
    prepare(options.state.seed)
    app = make_application()
    window = make_window(options, Settings(settings_path()))
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.show()
    window.warm_up()
    if QThread.currentThread().loopLevel() or _console_runs_qt():
        _held.append(window)
        window.destroyed.connect(_let_go)
        return
    window.destroyed.connect(_stop_waiting)
    app.exec()


def _stop_waiting() -> None:
    """End the event loop without closing windows of others, as `QApplication.quit` would."""
    QCoreApplication.exit(0)


def _let_go() -> None:
    """Let go of windows that were closed."""
    _held[:] = [window for window in _held if isValid(window)]


def _console_runs_qt() -> bool:
    """Whether IPython or a notebook runs Qt's event loop between its commands, as it does after `%gui qt`."""
    console = sys.modules.get("IPython")
    shell = console.get_ipython() if console is not None else None
    loops = (getattr(shell, "active_eventloop", None), getattr(getattr(shell, "kernel", None), "eventloop", None))
    return any("qt" in str(getattr(loop, "__name__", loop)).lower() for loop in loops)


def snapshot(options: Options, out: Path, frames: Sequence[str], size: tuple[int, int]) -> list[Path]:
    """Draw `frames` as they would be on screen: a PNG each, or the pages of one PDF. Needs no display.

    `out` is a file for one frame or a PDF, a folder for several PNGs. Raises OSError when it cannot be written.
    """
    app = make_application()
    window = make_window(options)
    window.menuBar().hide()
    window.resize(*size)
    window.show()
    try:
        return _draw(window, out, frames)
    finally:
        window.close()
        window.deleteLater()
        app.processEvents()


def _draw(window: Window, out: Path, frames: Sequence[str]) -> list[Path]:
    turns = {frame_id: _Turn(window, frame_id) for frame_id in frames}
    if out.suffix.lower() == ".pdf":
        save_pdf(window, out, list(turns.values()))
        return [out]
    if len(frames) > 1:
        out.mkdir(parents=True, exist_ok=True)
    written = []
    for frame_id, turn in turns.items():
        turn()
        path = out if len(frames) == 1 else out / f"{FRAME_IDS.index(frame_id) + 1}-{frame_id}.png"
        save_png(window, path)
        written.append(path)
    return written


@dataclass(frozen=True, slots=True)
class _Turn:
    """Turns the window to a frame and waits until it has settled."""

    window: Window
    frame: str

    def __call__(self) -> None:
        self.window.open_frame(self.frame)
        loop = QEventLoop()
        QTimer.singleShot(400, loop.quit)  # formulas are typeset when the window is idle
        loop.exec()


class _Reporter:
    """Says an unforeseen error in the window as well as on the terminal; the program goes on."""

    def __init__(self, window: Window) -> None:
        self._window = window

    def print_refusal(self, words: str) -> None:
        """Say on the terminal, too, why something could not be opened."""
        print(f"attnviz: {words}", file=sys.stderr)

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Take the place of `sys.excepthook`."""
        sys.__excepthook__(kind, error, trace)
        self._window.toast.say(
            f"Something went wrong: {error}. Your settings are kept; Ctrl+Z takes back the last step."
        )
