"""The window for scripts and notebooks: `attnviz.show`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from attnviz.cli.options import read_board
from attnviz.cli.sources import with_heads
from attnviz.core.outside import from_arrays
from attnviz.core.state import LabState
from attnviz.display import display_problem
from attnviz.experiments.elsewhere import words_on


def show_attention(
    attentions: object,
    tokens: Sequence[str],
    key_tokens: Sequence[str] | None = None,
    axes: Sequence[str] | None = None,
) -> None:
    """Open the window on Multi-head with these weights; see `attnviz.show`."""
    outside = from_arrays(attentions, tokens, key_tokens, axes=axes, source="a script")
    board = with_heads(read_board(None), outside)
    problem = None if _has_application() else display_problem()
    if problem is not None:
        raise RuntimeError(f"attnviz cannot open a window: {problem}")
    from attnviz.app import Options, show

    show(Options(board, LabState(source="outside"), "multi-head", problems=(words_on(outside),)))


def _has_application() -> bool:
    """Whether somebody has made a QApplication. Raises RuntimeError for an application without windows."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    core = sys.modules.get("PySide6.QtCore")
    application = core.QCoreApplication.instance() if core is not None else None
    if application is not None and (widgets is None or not isinstance(application, widgets.QApplication)):
        raise RuntimeError("attnviz cannot open a window: there is a QCoreApplication already; make it a QApplication")
    return application is not None
