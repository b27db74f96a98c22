"""Whether a window can be opened here, found out before Qt is asked.

Qt aborts the whole process when it cannot reach a display or load its window plug-in. So both are tried here first, by
knocking at the display and loading the plug-in with ctypes, and a missing library is named with its Debian package.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from attnviz.assets import resource

_WINDOWLESS: Final = ("offscreen", "minimal", "vnc")  # need neither X11 nor Wayland
_WINDOWED: Final = ("xcb", "wayland", "wayland-egl")
_WITHOUT: Final = "Pictures need no display: attnviz snapshot pictures --all"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: whether it is there, what was seen, and how to get it when it is not."""

    name: str
    ok: bool
    detail: str
    cure: str = ""


def display_problem() -> str | None:
    """Why no window can be opened here, in words for the terminal; None when one can.

    To be asked before QApplication is made. On Windows and macOS there is always a display.
    """
    return next((f"{check.detail}\n{check.cure}" for check in window_checks() if not check.ok), None)


def window_checks() -> tuple[Check, ...]:
    """Check the display and the window plug-in of the first window system that works, else of the first in line."""
    if not sys.platform.startswith(("linux", "freebsd")):
        return (Check("display", True, f"{platform.system()} always has one"),)
    tried = [(_display(kind), _plugin(kind)) for kind in window_systems()]
    works = (pair for pair in tried if all(check.ok for check in pair))
    return next(works, tried[0] if tried else (_no_display(), _plugin("xcb")))


def window_systems() -> tuple[str, ...]:
    """Qt's words for the window systems that it will try, in its order; empty when the environment names none."""
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    if asked:
        return tuple(part.partition(":")[0] for part in asked.split(";"))
    found = [kind for kind, name in (("xcb", "DISPLAY"), ("wayland", "WAYLAND_DISPLAY")) if os.environ.get(name)]
    return tuple(found[::-1] if os.environ.get("XDG_SESSION_TYPE") == "wayland" else found)


def _no_display() -> Check:
    cure = f"Start attnviz in a desktop session (over ssh: ssh -X).\n{_WITHOUT}"
    return Check("display", False, "There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set.", cure)


def _display(kind: str) -> Check:
    if kind in _WINDOWLESS:
        return Check("display", True, f"QT_QPA_PLATFORM={kind}: drawn without a window system")
    if kind not in _WINDOWED:  # Qt would abort: it has no such plug-in, or one for machines without a desktop
        cure = f"Unset QT_QPA_PLATFORM, or choose one of {', '.join(_WINDOWED + _WINDOWLESS)}."
        return Check("display", False, f"QT_QPA_PLATFORM={kind} is no window system that attnviz runs on.", cure)
    wayland = kind.startswith("wayland")
    name = "WAYLAND_DISPLAY" if wayland else "DISPLAY"
    value = os.environ.get(name, "(not set)")
    if _wayland_answers() if wayland else _x11_answers():
        return Check("display", True, f"{name}={value}")
    cure = f"Set {name} to a running display, or start attnviz in a desktop session.\n{_WITHOUT}"
    return Check("display", False, f"The display cannot be reached: nothing answers at {name}={value}.", cure)


def _x11_answers() -> bool:
    """Whether the X server lets us in. Without libxcb nobody can ask: then the plug-in check names that library.

    An X server that loses its only client resets itself and turns away whoever comes in that moment (seen under Xvfb).
    So the connection is kept until the process ends, lest Qt be turned away; and we ask again before we believe a no.
    """
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    for pause in (0.2, 0.4, 0.0):
        connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
        if not xcb.xcb_connection_has_error(connection):
            return True
        xcb.xcb_disconnect(connection)
        time.sleep(pause)
    return False


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY") or "wayland-0"
    return Path(os.environ.get("XDG_RUNTIME_DIR", "/"), name).is_socket()


def system_libraries() -> tuple[tuple[str, str, str], ...]:
    """Every (library, Debian package, use) that Qt takes from a Linux system; use is all, xcb or wayland."""
    lines = resource("system-libraries.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple((library, package, use) for library, package, use in rows)


def _plugin(kind: str) -> Check:
    """Load Qt's window plug-in, as Qt will, and name every library that it lacks."""
    family = "wayland" if kind.startswith("wayland") else kind
    path = _plugin_path(family)
    if path is None:
        return Check("window plug-in", True, f"{kind}: none in PySide6, left to Qt")
    if not (first := _missing_library(str(path))):
        return Check("window plug-in", True, f"{kind}: {path.name} loads with all its libraries")
    listed = [library for library, _, use in system_libraries() if use in {"all", family}]
    missing = tuple(library for library in listed if _missing_library(library)) or (first,)
    detail = f"Qt's {kind} plug-in cannot be loaded without {', '.join(missing)}."
    return Check("window plug-in", False, detail, library_cure(missing))


def library_cure(missing: tuple[str, ...]) -> str:
    """How to get shared libraries: the Debian packages of those that we know, else the names."""
    packages = {library: package for library, package, _ in system_libraries()}
    known = sorted({packages[library] for library in missing if library in packages})
    lines = [f"Debian, Ubuntu: sudo apt-get install {' '.join(known)}"] if known else []
    lines += [f"Install the package that has {library}." for library in missing if library not in packages]
    return "\n".join(lines)


def _plugin_path(family: str) -> Path | None:
    """Where PySide6 keeps the plug-in, found without importing PySide6; None when it is not there."""
    spec = importlib.util.find_spec("PySide6")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(folder, "Qt", "plugins", "platforms", f"libq{family}.so")
        if path.exists():
            return path
    return None


def _missing_library(name: str) -> str:
    """Name of the first library that keeps `name` from loading; "" when it loads."""
    try:
        ctypes.CDLL(name)
    except OSError as error:
        return str(error).partition(":")[0]
    return ""
