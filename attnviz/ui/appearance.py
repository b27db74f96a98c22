"""What the window looks like by the viewer's choice: theme, text size, motion."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from attnviz.ui.access.motion import reduced, still
from attnviz.ui.settings import SCALES, Remembered
from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.panels.toast import Toast


class Appearance(QObject):
    """Keeps the choices in `remembered`, and makes the look that follows from them."""

    changed = Signal()

    def __init__(self, remembered: Remembered, toast: Toast) -> None:
        super().__init__(toast)
        self._remembered, self._toast = remembered, toast

    def look(self, height: int, *, at_desk: bool = False) -> Look:
        """The look in a window `height` pixels high. `at_desk` nobody in the last row has to read it."""
        chosen, less = self._remembered, reduced(self._remembered.motion)
        still(less)
        theme = "light" if at_desk and chosen.theme == "projector" else chosen.theme
        return look_for(theme, height, chosen.font_scale, reduced_motion=less)

    def use_theme(self, name: str) -> None:
        """Change the theme."""
        self._remembered.theme = name
        self.changed.emit()

    def toggle_motion(self) -> None:
        """Let pictures move from one state to the next, or show the end at once."""
        self._remembered.motion = "full" if reduced(self._remembered.motion) else "reduced"
        self.changed.emit()

    def larger(self) -> None:
        """Larger text; the frame is laid out again, never magnified."""
        self._scale_text(self._remembered.font_scale + 0.1)

    def smaller(self) -> None:
        """Smaller text."""
        self._scale_text(self._remembered.font_scale - 0.1)

    def step_size(self, by: int) -> None:
        """Text `by` steps larger, or smaller."""
        self._scale_text(self._remembered.font_scale + 0.1 * by)

    def normal_size(self) -> None:
        """Text at the theme's own size."""
        self._scale_text(1.0)

    def _scale_text(self, scale: float) -> None:
        scale = round(min(max(scale, SCALES[0]), SCALES[1]), 2)
        self._remembered.font_scale = scale
        self.changed.emit()
        self._toast.say(f"Text size {scale:.0%}")
