"""The help sheet: every key, from the table that also makes the menus."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

Row = tuple[str, str, str]  # menu, keys, what they do


class KeySheet(QDialog):
    """A window of keys that Esc closes."""

    def __init__(self, rows: Sequence[Row], everywhere: Sequence[tuple[str, str]], look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.page = QTextBrowser()
        self.page.setAccessibleName("Keys")
        self.page.setFont(look.font("body"))
        self.page.setHtml(_html(rows, everywhere, look))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.page)
        column.addWidget(buttons)
        self.resize(min(look.body * 46, parent.width() - 40), min(look.body * 44, parent.height() - 60))


def _html(rows: Sequence[Row], everywhere: Sequence[tuple[str, str]], look: Look) -> str:
    parts = []
    for menu in dict.fromkeys(menu for menu, _, _ in rows):
        lines = "".join(_line(keys, title) for group, keys, title in rows if group == menu)
        parts.append(f"<h3>{menu}</h3><table>{lines}</table>")
    lines = "".join(_line(keys, title) for keys, title in everywhere)
    parts.append(f"<h3>Wherever you are</h3><table>{lines}</table>")
    parts.append("<p>A single letter or digit is a key only while no text is being typed.</p>")
    return f"<div style='color:{look.theme.ink}'>{''.join(parts)}</div>"


def _line(keys: str, title: str) -> str:
    return f"<tr><td style='padding:3px 22px 3px 0'><b>{keys}</b></td><td style='padding:3px 0'>{title}</td></tr>"
