"""A window for a language that is written from right to left: its layout is mirrored, pictures and formulas are not.

Pictures, charts and formulas say so themselves, where they are made. Here is what follows from the board's language,
and the direction of each text by what stands in it: words of another language keep their own.
"""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from attnviz.core.words import runs_leftward
from attnviz.ui.widgets.text.prose import Prose

LANGUAGES: Final = frozenset(("ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"))
"""Languages that are written from right to left, by their codes."""
_LEFT, _RIGHT = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight


def direction_of(language: str) -> Qt.LayoutDirection:
    """How a window of this language is laid out: "ar", "he-IL" from right to left, "en" from left to right."""
    leftward = re.split("[-_]", language.lower())[0] in LANGUAGES
    return Qt.LayoutDirection.RightToLeft if leftward else Qt.LayoutDirection.LeftToRight


def let_texts_run(root: QWidget) -> None:
    """In a mirrored window, let the text of each label and button run as its own words do: "√64 = 8", "1  Open ✓"."""
    if root.layoutDirection() != Qt.LayoutDirection.RightToLeft:
        return
    for part in root.findChildren(QWidget):
        if not isinstance(part, QLabel | QPushButton) or isinstance(part, Prose):
            continue  # the paragraphs of prose have a direction each
        words = QTextDocumentFragment.fromHtml(part.text()).toPlainText() if "<" in part.text() else part.text()
        if part.layoutDirection() == Qt.LayoutDirection.RightToLeft and words and not runs_leftward(words):
            part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            if isinstance(part, QLabel) and part.alignment() & _LEFT:
                part.setAlignment((part.alignment() & ~_LEFT) | _RIGHT)
