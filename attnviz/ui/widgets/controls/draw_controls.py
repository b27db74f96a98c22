"""What queries and keys are drawn from: two controls that stand above the picture of the dots."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.controls import Choice, Switch

WORDS: Final = ("spread σ", "correlated components")
SHORT_WORDS: Final = ("σ", "correlated")


class DrawControls(QWidget):
    """The spread of the components of q and k, and whether those of one vector share a part."""

    def __init__(self) -> None:
        super().__init__()
        self.spread = Choice("component_spread", WORDS[0], {0.5: "½", 1.0: "1", 2.0: "2"})
        self.spread.setToolTip("Standard deviation of each component of q and k; the paper supposes 1")
        self.correlated = Switch("correlated", WORDS[1])
        self.correlated.setToolTip(
            "Each component = σ × (0.5 × a part that its whole vector shares + 0.87 × a part of its own)"
        )
        self.controls: list[Control] = [self.spread, self.correlated]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addWidget(self.spread)
        row.addWidget(self.correlated)
        row.addStretch(1)

    def event(self, event: QEvent) -> bool:
        """Say as much as there is room for, whenever the room or the type has changed."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            label, box = self.spread.label, self.correlated.box
            advance = box.fontMetrics().horizontalAdvance
            longer = advance("".join(WORDS)) - advance(label.text() + box.text())
            words = WORDS if self.sizeHint().width() + longer <= self.width() else SHORT_WORDS
            label.setText(words[0])
            box.setText(words[1])
        return super().event(event)
