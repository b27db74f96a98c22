"""What the program is and which keys it has, each in a box of its own."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

import attnviz
from attnviz.ui.commands import EVERYWHERE, key_rows, presenting_rows
from attnviz.ui.theme import Look
from attnviz.ui.widgets.panels.key_sheet import KeySheet

ABOUT: Final = """<h3>attnviz {version}</h3><p>See how attention works, with every number computed.</p>
<p>Session 11 of a course on language models: scaling and multi-head attention. MIT licence. It never uses the network.
</p><p>Built with Qt (PySide6, LGPL-3), pyqtgraph, NumPy and ziamath; set in Inter (OFL-1.1) and DejaVu Sans.</p>"""


def open_about(parent: QWidget) -> None:
    """Open the box; it is gone once it is closed."""
    box = QMessageBox(parent)
    box.setWindowTitle("About attnviz")
    box.setText(ABOUT.format(version=attnviz.__version__))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()


def open_keys(look: Look, parent: QWidget, *, presenting: bool = False) -> None:
    """Open the sheet of all keys; it is gone once it is closed. While presenting it does not hold up the keys."""
    parts = (presenting_rows(), key_rows()) if presenting else (key_rows(), presenting_rows())
    sheet = KeySheet([*parts[0], *parts[1]], EVERYWHERE, look, parent)
    sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if presenting:
        sheet.show()
    else:
        sheet.open()
