"""What tests of whole windows share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, Qt


@pytest.fixture
def as_started(qapp) -> Iterator[None]:
    """Fonts and colors pass through style sheets as in the program, which says so before it is an application."""
    spread = Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles
    before = QCoreApplication.testAttribute(spread)
    QCoreApplication.setAttribute(spread, True)
    yield
    QCoreApplication.setAttribute(spread, before)
