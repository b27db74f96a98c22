"""Takes the summary by concept out of the program: to a file or to paper, when it is asked for and never else."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QFileDialog, QWidget

from attnviz.experiments.check import compute, summary
from attnviz.experiments.output import as_csv
from attnviz.experiments.table import Table
from attnviz.ui.export import save_document, save_text, saved
from attnviz.ui.stage import Stage
from attnviz.ui.store import Store
from attnviz.ui.theme import FAMILIES
from attnviz.ui.widgets.panels.toast import Toast

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

FILES = "CSV (*.csv);;Page (*.pdf)"
PAGE = "Page (*.pdf)"


class QuizPaper(QObject):
    """The commands that save and print the summary; each says in the toast how it went, and where it lies."""

    def __init__(self, window: QWidget, stage: Stage, store: Store, toast: Toast) -> None:
        """`window` is what the dialogs belong to."""
        super().__init__(window)
        self._window, self._stage, self._store, self._toast = window, stage, store, toast

    def carry_out(self, command: str) -> None:
        """Save or print, whichever a frame has asked for."""
        {"save_summary": self.save_summary, "print_summary": self.print_summary}[command]()

    def table(self) -> Table:
        """The summary as it stands."""
        state = self._store.state
        return summary(state, compute(state, self._stage.board))

    def save_summary(self) -> None:
        """Save the summary as CSV or as a page."""
        self._save(f"exit-ticket-{self._store.state.quiz_seed or self._store.state.seed}.csv", FILES)

    def print_summary(self) -> None:
        """Print the summary; where there is no printer, offer a page as a file."""
        from PySide6.QtPrintSupport import QPrinter, QPrinterInfo  # only here: the program's start need not wait

        if not QPrinterInfo.availablePrinterNames():
            self._toast.say("No printer is set up here. The summary can be saved as a page.")
            self._save("exit-ticket.pdf", PAGE)
            return
        printer = QPrinter()
        if self.choose(printer):
            document(self.table()).print_(printer)
            self._toast.say(f"Sent to the printer: {printer.outputFileName() or printer.printerName()}")

    def choose(self, printer: QPrinter) -> bool:
        """Let the viewer choose a printer; whether they did."""
        from PySide6.QtPrintSupport import QPrintDialog

        dialog = QPrintDialog(printer, self._window)
        dialog.setWindowTitle("Print the summary by concept")
        return bool(dialog.exec())

    def _save(self, name: str, kinds: str) -> None:
        path, _ = QFileDialog.getSaveFileName(self._window, "Save the summary by concept", name, kinds)
        if not path:
            return
        if Path(path).suffix.lower() == ".pdf":
            self._toast.say(saved(save_page, self.table(), Path(path)))
        else:
            self._toast.say(saved(save_text, as_csv((self.table(),)), Path(path)))


def document(table: Table) -> QTextDocument:
    """A table as a page to print: its title, and a row for each of its rows."""

    def row(cells: tuple[object, ...], tag: str) -> str:
        return "".join(f"<{tag} align='left'>{html.escape(str(cell))}</{tag}>" for cell in cells)

    rows = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in table.rows)
    page = QTextDocument()
    page.setDefaultFont(QFont(FAMILIES, 11))
    page.setHtml(
        f"<body style='color:#000000'><h2>{html.escape(table.title)}</h2>"
        f"<table cellpadding='5' cellspacing='0' border='1' style='border-collapse:collapse'>"
        f"<tr>{row(table.columns, 'th')}</tr>{rows}</table></body>"
    )
    return page


def save_page(table: Table, path: Path) -> None:
    """Write a table as a PDF page. Raises OSError when the file cannot be written."""
    save_document(document(table), path)
