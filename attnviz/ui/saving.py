"""Takes what a window shows out of it: as a picture, as numbers, as words."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.experiments.output import as_csv, as_json
from attnviz.ui.export import save_pdf, save_png, save_text, saved
from attnviz.ui.map import Map
from attnviz.ui.stage import Stage
from attnviz.ui.widgets.panels.toast import Toast


class Saving(QObject):
    """The commands that save and copy; each says in the toast how it went."""

    def __init__(self, window: QWidget, stage: Stage, board_map: Map, toast: Toast) -> None:
        """`window` is what the file dialogs belong to."""
        super().__init__(window)
        self._window, self._stage, self._map, self._toast = window, stage, board_map, toast

    def save_picture(self) -> None:
        """Save the frame, or the map, as PNG or vector PDF."""
        name = "map" if self._map.is_open else self._stage.frame_id
        path = self._ask_path("Save this picture", f"{name}.png", "Picture (*.png);;Page (*.pdf)")
        if path is not None:
            save = save_pdf if path.suffix.lower() == ".pdf" else save_png
            self._toast.say(saved(save, self._stage.currentWidget(), path))

    def save_numbers(self) -> None:
        """Save the numbers behind the frame's pictures as JSON or CSV."""
        path = self._ask_path("Save the numbers", f"{self._stage.frame_id}.json", "JSON (*.json);;CSV (*.csv)")
        if path is not None:
            as_table = path.suffix.lower() == ".csv"
            text = as_csv(self._stage.tables) if as_table else as_json(self._stage.numbers())
            self._toast.say(saved(save_text, text, path))

    def copy_words(self) -> None:
        """Copy the live words."""
        QGuiApplication.clipboard().setText(self._stage.words)
        self._toast.say("The live words are copied.")

    def _ask_path(self, title: str, name: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(self._window, title, name, kinds)
        return Path(path) if path else None
