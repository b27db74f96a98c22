"""Controls that say where heads come from: the source, the recording, the layer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QLabel

from attnviz.core.recorded import Recording
from attnviz.core.state import LabState
from attnviz.experiments.multi_head_result import MultiHead
from attnviz.experiments.multi_head_sources import SOURCE_WORDS
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.controls import Choice, Lock
from attnviz.ui.widgets.controls.quiet import NumberBox, QuietSlider
from attnviz.ui.widgets.heads.find_head import TokenBox

NAMES: Final[dict[str | float, str]] = {
    "hand-built": "hand-built", "random": "random", "recorded": "recorded", "model": "model", "outside": "opened",
}  # fmt: skip


class SourceChoice(Choice):
    """Where the heads come from, in words that stay on screen."""

    picked = Signal(str)  # the source that was clicked

    def __init__(self) -> None:
        super().__init__("source", "heads from", NAMES)
        self.note = QLabel()
        self.row.addWidget(self.note)

    def offer(self, sources: Collection[str], result: MultiHead) -> None:
        """Show the sources that are at hand, and in words the one on show."""
        for source, button in zip(NAMES, self.buttons(), strict=True):
            button.setVisible(source in sources or button.isChecked())
        if self.note.text() != result.source_words:
            self.note.setText(result.source_words)
        # Room for what a drag of the key width makes of it, so that nothing moves under the hand.
        changes = result.heads.origin.source == "hand-built"
        self.note.setToolTip(result.source_words)
        widest = f"{SOURCE_WORDS['hand-built']}, 99% left"
        self.note.setMinimumWidth(self.note.fontMetrics().horizontalAdvance(widest) if changes else 0)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.note.setFont(look.font("label"))

    def set_brief(self, brief: bool) -> None:
        """Leave the words to a tool tip where they would cost the pictures a line."""
        self.note.setVisible(not brief)
        self.setToolTip(self.note.text() if brief else "")

    def _clicked(self, number: int) -> None:
        """Recorded heads bring a sentence along, so that the frame has to say what changes."""
        self.picked.emit(list(NAMES)[number])


class WidthLock(Lock):
    """The lock, in fewer words where they would cost the pictures a line."""

    brief = False
    _state: LabState | None = None

    def set_brief(self, brief: bool) -> None:
        """Say less, or all."""
        if brief != self.brief:
            self.brief = brief
            if self._state is not None:
                self.show_state(self._state)

    def show_state(self, state: LabState) -> None:
        super().show_state(state)
        self._state = state
        if self.brief:
            self.box.setText(f"keep {state.model_width}")
        self.box.setToolTip("heads × key width stays as it is: a change of one changes the other")


class RecordingChoice(Control):
    """The recorded sentences, for heads that are recorded."""

    picked = Signal(str)  # id of a recording

    def __init__(self) -> None:
        super().__init__("recording", "recording")
        self.box = TokenBox("Recorded sentence")
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(22)
        self.label.setBuddy(self.box)
        self.row.addWidget(self.box)
        self.box.activated.connect(self._chosen)
        self.hide()

    def show_state(self, state: LabState) -> None:
        """The sentence is known when the recordings are."""

    def offer(self, recordings: Sequence[Recording], result: MultiHead) -> None:
        """Show the recordings and the one on show."""
        recorded = result.heads.origin.source == "recorded"
        self.setVisible(recorded)
        if recorded:
            sentences = [one.sentence for one in recordings]
            self.box.set_tokens(sentences, sentences.index(result.heads.origin.sentence))
            for index, one in enumerate(recordings):
                self.box.setItemData(index, one.id)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.box.setFont(look.font("label"))

    def _chosen(self, index: int) -> None:
        self.picked.emit(self.box.itemData(index))


class LayerControl(Control):
    """The layer of heads that are given, counted from 1."""

    def __init__(self) -> None:
        super().__init__("layer", "layer")
        self.slider, self.box = QuietSlider(1, 2, 1, 1), NumberBox(1, 2)
        self.slider.setAccessibleName("Layer")
        self.box.setAccessibleName("Layer, typed")
        self.label.setBuddy(self.slider)
        self.row.addWidget(self.slider)
        self.row.addWidget(self.box)
        self.slider.valueChanged.connect(self._moved)
        self.box.valueChanged.connect(self._moved)
        self.slider.sliderPressed.connect(self._pressed)
        self.slider.sliderReleased.connect(self._released)
        self.hide()

    def show_state(self, state: LabState) -> None:
        """The layer is known when it is known how many there are."""

    def offer(self, layers: int, layer: int) -> None:
        """Show one of so many layers."""
        self.setVisible(layers > 1)
        with QSignalBlocker(self.slider), QSignalBlocker(self.box):
            for part in (self.slider, self.box):
                part.setRange(1, max(layers, 1))
                part.setValue(layer + 1)
        self.slider.setAccessibleDescription(f"{layer + 1} of {layers}")

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.box.setFont(look.font("body", 600))
        self.box.setFixedWidth(round(look.body * 2.6))
        self.slider.setMinimumWidth(round(look.body * 4.5))
        self.slider.setMinimumHeight(round(look.body * 1.6))

    def _moved(self, layer: int) -> None:
        self.wish.emit({"layer": layer - 1})

    def _pressed(self) -> None:
        self.stroke.emit(True)

    def _released(self) -> None:
        self.stroke.emit(False)
