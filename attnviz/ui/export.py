"""A window or a frame as a PNG or a vector PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPoint, QSaveFile, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QWidget

T = TypeVar("T")
POINTS_PER_PIXEL = 0.75  # 96 pixels and 72 points an inch


def save_png(widget: QWidget, path: Path) -> None:
    """Write what `widget` shows, at its screen's pixel ratio. Raises OSError when the file cannot be written."""
    buffer = _buffer()
    widget.grab().save(buffer, "PNG")
    _write(path, buffer.data())


def save_pdf(widget: QWidget, path: Path, pages: Sequence[Callable[[], None]] = ()) -> None:
    """Write one page for each of `pages`, which turn the widget to what is to be drawn; text stays text.

    Raises OSError when the file cannot be written.
    """
    buffer = _buffer()
    writer = QPdfWriter(buffer)
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
    _write(path, buffer.data())


def save_document(document: QTextDocument, path: Path) -> None:
    """Write a text as PDF pages of the usual size. Raises OSError when the file cannot be written."""
    buffer = _buffer()
    document.print_(QPdfWriter(buffer))
    _write(path, buffer.data())


def save_text(text: str, path: Path) -> None:
    """Write the whole of `text` or nothing. Raises OSError when the file cannot be written."""
    _write(path, QByteArray(text.encode("utf-8")))


def saved(save: Callable[[T, Path], None], what: T, path: Path) -> str:
    """Save `what` by one of the functions above; returns what the viewer is told."""
    try:
        save(what, path)
    except OSError as error:
        return f"Not saved. {error}"
    return f"Saved: {path}"


def _buffer() -> QBuffer:
    """A picture is drawn in memory first: a writer that meets a full disk half-way does not say so."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    return buffer


def _write(path: Path, data: QByteArray) -> None:
    """The whole of `data` or nothing; a file that was there before stays until the new one is complete."""
    file = QSaveFile(str(path))
    done = file.open(QSaveFile.OpenModeFlag.WriteOnly) and file.write(data) == data.size() and file.commit()
    if not done:
        raise OSError(f"{path}: {file.errorString()}")


def _stay() -> None:
    """Draw the widget as it is."""
