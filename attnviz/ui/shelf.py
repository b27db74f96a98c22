"""What the viewer has opened: a model, attention from elsewhere. It is brought in, and put away again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.core.library import Library
from attnviz.experiments.elsewhere import Opened, attention_job, holds, model_job, with_opened, without
from attnviz.ui.loader import Loader
from attnviz.ui.widgets.panels.opening_card import OpeningCard


class Shelf(QObject):
    """Keeps the present `Library`, and a card over `window` while something is being opened."""

    changed = Signal(object)  # the Library
    opened = Signal(object, bool)  # what was opened, after `changed`; whether it was asked for from the menu
    refused = Signal(str)  # why it was not
    rests = Signal()  # nothing is being opened any more

    def __init__(self, library: Library, window: QWidget) -> None:
        super().__init__(window)
        self.library = library
        self.loader = Loader(self)
        self.card = OpeningCard(window)
        self._window = window
        self._from_menu = False
        self.loader.started.connect(self.card.show_start)
        self.loader.progressed.connect(self.card.show_progress)
        self.loader.ended.connect(self.card.put_away)
        self.loader.ended.connect(self.rests)
        self.loader.refused.connect(self.card.show_refusal)
        self.loader.refused.connect(self.refused)
        self.loader.opened.connect(self._take)
        self.card.cancelled.connect(self.loader.cancel)

    # ------------------------------------------------------------------ commands of the menu

    def open_model(self) -> None:
        """Ask for a model's folder and open it."""
        folder = QFileDialog.getExistingDirectory(self._window, "Open model: choose the folder of a checkpoint")
        if folder:
            self.load_model(Path(folder), from_menu=True)

    def open_attention(self) -> None:
        """Ask for attention that another program saved and open it."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Open attention", "", "Attention (*.npz)")
        if path:
            self.load_attention(Path(path), from_menu=True)

    def put_model_away(self) -> None:
        """Let go of the model; its memory is given back."""
        self._keep(without(self.library, "model"))

    def put_attention_away(self) -> None:
        """Let go of the attention from elsewhere."""
        self._keep(without(self.library, "outside"))

    # ------------------------------------------------------------------ what they do

    def load_model(self, folder: Path, *, from_menu: bool = False) -> None:
        """Open the model in a checkpoint folder; until it is open the one before stays."""
        self._from_menu = from_menu
        self.loader.start(folder.name or str(folder), model_job(folder))

    def load_attention(self, path: Path, *, from_menu: bool = False) -> None:
        """Open the attention in an .npz file."""
        self._from_menu = from_menu
        self.loader.start(path.name, attention_job(path))

    def holds(self, source: str) -> bool:
        """Whether heads can be taken from `source`."""
        return holds(self.library, source)

    def close(self) -> None:
        """Leave nothing running."""
        self.loader.close()

    def _take(self, opened: Opened) -> None:
        self._keep(with_opened(self.library, opened))
        self.opened.emit(opened, self._from_menu)

    def _keep(self, library: Library) -> None:
        self.library = library
        self.changed.emit(library)
