"""Opening what takes a while in a worker thread, so that the window stays alive.

There is one generation number. Starting, cancelling and closing raise it; a job asks whether its number is still the
present one, and what an old job reports is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal

Progress = Callable[[float, str], None]  # fraction done from 0 to 1, what is being done
Stop = Callable[[], bool]
Job = Callable[[Progress, Stop], object]

REFUSALS: Final = (ValueError, OSError, MemoryError)  # raised by a job with words for the viewer


@dataclass(frozen=True, slots=True)
class _Refusal:
    """Why a job did not end well. An exception in its place would keep hold of everything that the job had made."""

    words: str


class Loader(QObject):
    """Runs one job at a time in one thread. All signals come in the thread that the loader lives in."""

    started = Signal(str)  # the name of what is being opened
    progressed = Signal(float, str)
    opened = Signal(object)  # what the job returned
    refused = Signal(str)  # why it returned nothing
    ended = Signal()  # nothing is being opened any more, for whatever reason

    _said = Signal(int, float, str)  # from the worker: generation, fraction, words
    _done = Signal(int)  # from the worker: generation

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.busy = False
        self._generation = 0
        self._outcomes: dict[int, object] = {}  # by generation, on their way from the worker
        self._worker: ThreadPoolExecutor | None = None
        self._said.connect(self._hear_progress, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._hear_end, Qt.ConnectionType.QueuedConnection)

    def start(self, name: str, job: Job) -> None:
        """Open something. What was being opened is dropped, and `job` runs as soon as that has noticed."""
        self._generation += 1
        if self._worker is None:
            self._worker = ThreadPoolExecutor(1, "attnviz-loader")
        self.busy = True
        self.started.emit(name)
        self._worker.submit(self._run, self._generation, job)

    def cancel(self) -> None:
        """Give up what is being opened."""
        self._generation += 1
        self._end()

    def close(self) -> None:
        """Give up, and wait until the thread has ended."""
        self.cancel()
        if self._worker is not None:
            self._worker.shutdown(wait=True, cancel_futures=True)
            self._worker = None
        self._outcomes.clear()

    # ------------------------------------------------------------------ in the worker

    def _run(self, generation: int, job: Job) -> None:
        if self._is_old(generation):
            return
        outcome: object
        try:
            outcome = job(partial(self._said.emit, generation), partial(self._is_old, generation))
        except REFUSALS as error:
            outcome = _Refusal(str(error) or "there is not enough memory to open it")
        except Exception as error:  # not foreseen: raised again where it is reported
            outcome = error
        if not self._is_old(generation):
            self._outcomes[generation] = outcome
            self._done.emit(generation)

    def _is_old(self, generation: int) -> bool:
        return generation != self._generation

    # ------------------------------------------------------------------ in the loader's own thread

    def _hear_progress(self, generation: int, fraction: float, words: str) -> None:
        if not self._is_old(generation):
            self.progressed.emit(fraction, words)

    def _hear_end(self, generation: int) -> None:
        outcome = self._outcomes.pop(generation, None)
        if self._is_old(generation):
            return
        if isinstance(outcome, _Refusal):
            self.refused.emit(outcome.words)
        elif not isinstance(outcome, Exception):
            self.opened.emit(outcome)
        if not self._is_old(generation):  # who heard of it may have started the next
            self._end()
        if isinstance(outcome, Exception):
            raise outcome

    def _end(self) -> None:
        if self.busy:
            self.busy = False
            self.ended.emit()
