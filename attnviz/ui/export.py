"""A window or a frame as a PNG or a vector PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF, QPoint, QSaveFile, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QWidget

POINTS_PER_PIXEL = 0.75  # 96 pixels and 72 points an inch


def save_png(widget: QWidget, path: Path) -> None:
    """Write what `widget` shows, at its screen's pixel ratio. Raises OSError when the file cannot be written."""
    file = QSaveFile(str(path))
    if not file.open(QSaveFile.OpenModeFlag.WriteOnly) or not widget.grab().save(file, "PNG") or not file.commit():
        raise OSError(f"{path}: {file.errorString()}")


def save_pdf(widget: QWidget, path: Path, pages: Sequence[Callable[[], None]] = ()) -> None:
    """Write one page for each of `pages`, which turn the widget to what is to be drawn; text stays text.

    Raises OSError when the file cannot be written.
    """
    file = QSaveFile(str(path))
    if not file.open(QSaveFile.OpenModeFlag.WriteOnly):
        raise OSError(f"{path}: {file.errorString()}")
    writer = QPdfWriter(file)
    writer.setResolution(96)
    size = QSizeF(widget.size()) * POINTS_PER_PIXEL
    page = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(widget.windowTitle())
    painter = QPainter(writer)
    for number, turn in enumerate(pages or (_stay,)):
        if number:
            writer.newPage()
        turn()
        widget.render(painter, QPoint())
    painter.end()
    if not file.commit():
        raise OSError(f"{path}: {file.errorString()}")


def _stay() -> None:
    """Draw the widget as it is."""
