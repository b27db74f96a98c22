"""What this machine has of what attnviz needs: display, plug-in libraries, screens, fonts, versions."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Final

import attnviz
from attnviz.assets import font_files, resource
from attnviz.display import Check, display_problem, library_cure, window_checks

__all__ = ["FONTS", "PINS", "Check", "checks", "display_problem", "report"]

PINS: Final[dict[str, tuple[tuple[int, ...], tuple[int, ...] | None]]] = {
    "PySide6-Essentials": ((6, 10, 1), (6, 11)),
    "pyqtgraph": ((0, 14), (0, 15)),
    "numpy": ((2,), None),
    "ziamath": ((0, 13), (0, 13, 1)),
}
"""Package -> (first version that works, first version above it that may not). pyproject.toml says why."""

FONTS: Final = (
    "DejaVuSans.ttf",
    "Inter-Bold.otf",
    "Inter-Italic.otf",
    "Inter-Medium.otf",
    "Inter-Regular.otf",
    "Inter-SemiBold.otf",
)

_LIST_SCREENS: Final = """
from PySide6.QtGui import QGuiApplication
app = QGuiApplication(["attnviz"])
for s in app.screens():
    print(f"{s.name() or 'screen'} {s.size().width()}×{s.size().height()} at {s.devicePixelRatio():g}×")
"""


def checks() -> tuple[Check, ...]:
    """Everything worth knowing about this machine; screens only where a window system answers."""
    window = window_checks()
    screens = (_screens(),) if all(check.ok for check in window) else ()
    return (*window, *screens, _fonts(), *_versions())


def report() -> int:
    """Print one line a check, with the cure under what is missing; 0 when all is well, else 1."""
    found = checks()
    for check in found:
        print(f"{'ok' if check.ok else 'missing':8} {check.name:19} {check.detail}")
        if not check.ok:
            print("\n".join(f"{'':28} → {line}" for line in check.cure.splitlines()))
    missing = [check.name for check in found if not check.ok]
    print(f"\nMissing: {', '.join(missing)}." if missing else "\nEverything that attnviz needs is here.")
    return 1 if missing else 0


def _screens() -> Check:
    """Ask Qt for the screens in a process of its own, so that an abort there is only a finding here."""
    command = [sys.executable, "-X", "utf8", "-c", _LIST_SCREENS]
    try:
        run = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", timeout=30, check=False)
    except subprocess.TimeoutExpired:
        return Check("screens", False, "Qt did not answer within 30 seconds.", "Restart the desktop session.")
    lines = run.stdout.strip().splitlines()
    if run.returncode == 0 and lines:
        return Check("screens", True, ", ".join(lines))
    last = (run.stderr.strip().splitlines() or [f"exit status {run.returncode}"])[-1]
    return Check("screens", False, f"Qt cannot list the screens: {last}", "See display, window plug-in and versions.")


def _fonts() -> Check:
    try:
        found = {path.name for path in font_files()}
    except FileNotFoundError:
        found = set()
    missing = [name for name in FONTS if name not in found]
    if missing:
        return Check("fonts", False, f"not there: {', '.join(missing)}", "Install attnviz again.")
    return Check("fonts", True, f"Inter and DejaVu Sans, {len(found)} files in {resource('fonts')}")


def _versions() -> Iterator[Check]:
    yield Check("attnviz", True, attnviz.__version__)
    yield Check("Python", sys.version_info >= (3, 11), platform.python_version(), "Install Python 3.11 or newer.")
    for package, (least, below) in PINS.items():
        yield _package(package, least, below)
    yield _qt()


def _package(package: str, least: tuple[int, ...], below: tuple[int, ...] | None) -> Check:
    bounds = f">={_dotted(least)}" + (f",<{_dotted(below)}" if below else "")
    cure = f'pip install "{package}{bounds}"'
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return Check(package, False, "not installed", cure)
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:3])
    if package == "PySide6-Essentials" and numbers == (6, 12, 0) and sys.version_info[:2] == (3, 11):
        return Check(package, False, f"{version} aborts on Python 3.11 after some hundred repaints", cure)
    fits = numbers >= least and (below is None or numbers < below)
    return Check(package, fits, version if fits else f"{version}, but attnviz is made for {bounds}", cure)


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def _qt() -> Check:
    """Import QtWidgets: its libraries must load even where nobody wants a window."""
    try:
        from PySide6.QtCore import qVersion
        from PySide6.QtWidgets import QApplication  # noqa: F401
    except ImportError as error:
        library = str(error).partition(":")[0]
        return Check("Qt", False, f"Qt cannot be loaded: {error}.", library_cure((library,)))
    return Check("Qt", True, qVersion())
