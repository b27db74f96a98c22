"""Run as a program of its own, for Qt reads its displays once: presents on two of them and prints what it saw as JSON.

The second display, at ratio 2, lies to the left of the first. Offscreen nothing can be unplugged: the signals that Qt
sends then are sent by hand.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={Path(__file__).with_name('screens.json')}"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from PySide6.QtCore import QEvent, QEventLoop, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from attnviz.app import Options, make_application, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.state import LabState
from attnviz.ui.settings import Settings
from attnviz.ui.window import Window

Facts = dict[str, object]
BOARD = load_board(resource("boards", "session11.board.toml"))


def settle(milliseconds: int = 100) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def where(window: QWidget | None) -> list[object]:
    """Display, whether it fills it, whether it is on show."""
    assert window is not None
    return [window.screen().name(), window.isFullScreen(), window.isVisible()]


def wholly_on(window: QWidget, name: str) -> bool:
    screen = next(screen for screen in QGuiApplication.screens() if screen.name() == name)
    return screen.availableGeometry().contains(window.geometry())


def new_window(ini: Path) -> Window:
    window = make_window(Options(BOARD, LabState()), Settings(ini))
    window.resize(1200, 800)
    window.move(60, 40)
    window.show()
    settle()
    return window


def put_away(window: Window) -> None:
    window.close()
    window.deleteLater()
    settle(20)


def swapping(window: Window) -> Facts:
    """Start with F5, swap with S, twice."""
    facts: Facts = {}
    QTest.keyClick(window, Qt.Key.Key_F5)
    settle()
    audience = window.presenting.audience
    assert audience is not None
    facts["asked"] = window.presenting.card.isVisible()
    facts["start"] = [where(audience), where(window)]
    facts["ratio"] = [audience.screen().devicePixelRatio(), window.screen().devicePixelRatio()]
    facts["covers"] = audience.geometry().size() == audience.screen().geometry().size()
    facts["body"] = audience.look.body if audience.look is not None else 0
    QTest.keyClick(window, Qt.Key.Key_S)
    settle()
    facts["swapped"] = [where(audience), where(window)]
    QTest.keyClick(window, Qt.Key.Key_S)
    settle()
    facts["back"] = [where(audience), where(window)]
    return facts


def unplugging(window: Window) -> Facts:
    """Pull the plug in mid-talk, and put it in again."""
    facts: Facts = {}
    presenting = window.presenting
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    projector = next(screen for screen in app.screens() if screen.name() == "projector")
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    window.store.apply({"key_width": 100, "locked": False})
    settle()
    before = [presenting.talk.frame, window.store.state.key_width, presenting.talk.spent[0] > 0]
    app.screenRemoved.emit(projector)
    settle()
    facts["before"] = before
    facts["without"] = [presenting.talk.frame, window.store.state.key_width, presenting.talk.spent[0] > 0]
    facts["on"] = presenting.on
    facts["audience without"] = where(presenting.audience)[2]
    facts["banner"] = presenting.side.panel.banner.text()
    facts["panel"] = presenting.side.panel.isVisible()
    facts["in view"] = wholly_on(window, "laptop")
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    settle()
    app.screenAdded.emit(projector)
    settle()
    facts["question"] = presenting.card.title.text()
    facts["question on show"] = presenting.card.isVisible()
    QTest.keyClick(window, Qt.Key.Key_S)
    settle()
    audience = presenting.audience
    assert audience is not None
    facts["again"] = [where(audience), where(window)]
    facts["same frame"] = [window.stage.frame_id, audience.stage.frame_id]
    facts["card gone"] = not presenting.card.isVisible()
    facts["banner after"] = presenting.side.panel.banner.text()
    app.screenRemoved.emit(projector)
    app.screenAdded.emit(projector)
    settle()
    QTest.keyClick(presenting.card.buttons[0], Qt.Key.Key_Return)
    settle()
    facts["by Enter"] = where(audience)
    return facts


def losing_the_own(window: Window) -> Facts:
    """The presenter's window is on the display that goes."""
    facts: Facts = {}
    app = QGuiApplication.instance()
    assert isinstance(app, QGuiApplication)
    projector = next(screen for screen in app.screens() if screen.name() == "projector")
    QTest.keyClick(window, Qt.Key.Key_S)
    settle()
    facts["before"] = [where(window.presenting.audience), where(window)]
    app.screenRemoved.emit(projector)
    settle()
    facts["in view"] = wholly_on(window, "laptop")
    facts["audience"] = where(window.presenting.audience)[2]
    app.screenAdded.emit(projector)
    QTest.keyClick(window, Qt.Key.Key_S)
    settle()
    facts["again"] = [where(window.presenting.audience), where(window)]
    QTest.keyClick(window, Qt.Key.Key_Escape)
    settle()
    facts["left"] = not window.presenting.on
    return facts


def landing_elsewhere(window: Window) -> Facts:
    """The window system puts the audience's window onto the other display."""
    QTest.keyClick(window, Qt.Key.Key_F5)
    audience = window.presenting.audience
    assert audience is not None
    laptop = next(screen for screen in QGuiApplication.screens() if screen.name() == "laptop")
    audience.windowHandle().setScreen(laptop)
    settle(500)
    return {"said": window.toast.text(), "on show": window.toast.isVisible()}


def remembering(ini: Path) -> Facts:
    """Another launch: the display is known by what it is; so is one asked for by name, and one that is not there."""
    facts: Facts = {}
    window = new_window(ini)
    facts["remembered"] = window.remembered.audience
    window.move(-1800, 40)  # onto the projector
    settle()
    window.presenting.begin_with(None, "check", present=True)
    settle()
    facts["start"] = [where(window.presenting.audience), where(window)]
    facts["frame"] = window.stage.frame_id
    put_away(window)
    window = new_window(ini)
    window.presenting.begin_with("LAPTOP", None, present=True)
    settle()
    facts["by name"] = where(window.presenting.audience)
    put_away(window)
    window = new_window(ini)
    said: list[str] = []
    window.presenting.refused.connect(said.append)
    window.presenting.begin_with("beamer", None, present=True)
    settle()
    facts["bad name"] = [said, window.toast.text(), window.presenting.on]
    put_away(window)
    return facts


def main(folder: Path) -> None:
    app = make_application()
    ini = folder / "attnviz.ini"
    facts: Facts = {"displays": [screen.name() for screen in app.screens()]}
    window = new_window(ini)
    facts["swapping"] = swapping(window)
    facts["unplugging"] = unplugging(window)
    facts["losing the own"] = losing_the_own(window)
    facts["elsewhere"] = landing_elsewhere(window)
    put_away(window)
    facts["remembering"] = remembering(ini)
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    facts["left over"] = [type(widget).__name__ for widget in app.topLevelWidgets()]
    print(json.dumps(facts))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
