"""Drags a slider the way a hand does and says how long each picture took."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEvent, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

FIGURES = Path(".benchmarks") / "drags.json"


class Paints(QObject):
    """Counts the paints of a widget and of everything in it."""

    def __init__(self, root: QWidget) -> None:
        super().__init__(root)
        self.count = 0
        for widget in [root, *root.findChildren(QWidget)]:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def settle(milliseconds: int = 300) -> None:
    """Let timers fire and formulas be typeset."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def drag(app: QApplication, root: QWidget, move: Callable[[int], None], values: Iterable[int]) -> list[float]:
    """Milliseconds from each move to the last paint that it causes. Every move is to a value of its own."""
    times = []
    paints = Paints(root)
    for value in values:
        before, start = paints.count, perf_counter()
        move(value)
        while paints.count == before:
            app.processEvents()
        while paints.count != before:  # until a turn of the event loop paints nothing more
            before, end = paints.count, perf_counter()
            app.processEvents()
        times.append(1000 * (end - start))
    for widget in [root, *root.findChildren(QWidget)]:
        widget.removeEventFilter(paints)
    return times


def report(name: str, times: list[float], **more: float) -> dict[str, float]:
    """Print the figures and keep them in a file beside pytest-benchmark's own."""
    median, p95, worst = np.percentile(times, [50, 95, 100])
    figures = {
        "p50": round(median, 2),
        "p95": round(p95, 2),
        "max": round(worst, 2),
        **{key: round(value, 2) for key, value in more.items()},
    }
    FIGURES.parent.mkdir(exist_ok=True)
    kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    FIGURES.write_text(json.dumps(kept | {name: figures}, indent=1) + "\n", encoding="utf-8")
    print(f"\n{name:<44} " + "  ".join(f"{key} {value:7.2f}" for key, value in figures.items()), "(milliseconds)")
    return figures
