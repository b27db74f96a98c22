"""Four steps: one block of attention from the tokens to its output, every number of it worked out."""

from __future__ import annotations

from attnviz.core.limits import STEP_HEADS
from attnviz.core.state import LabState
from attnviz.experiments.four_steps import FourSteps
from attnviz.experiments.four_steps_arithmetic import spoken_with
from attnviz.experiments.four_steps_picture import MODEL_WIDTH, PARTS, STOPS
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look
from attnviz.ui.widgets.controls import controls
from attnviz.ui.widgets.layout import Card
from attnviz.ui.widgets.steps.step_controls import HeadOnShow, PredictSwitch, TokenChooser
from attnviz.ui.widgets.steps.steps_canvas import StepsCanvas
from attnviz.ui.widgets.steps.timeline import Mark, Timeline


class FourStepsFrame(Frame):
    """A timeline over the matrices of a block that is small enough to read."""

    id = "four-steps"
    _said = ""  # the live words of the sub-stop

    def build_controls(self) -> None:
        self.add_control(controls.Choice("step_heads", "heads", {count: str(count) for count in STEP_HEADS}))
        self.add_control(HeadOnShow())
        self.add_control(TokenChooser())
        self.add_control(controls.causal())
        self.add_control(controls.SeedControl())
        self.add_control(PredictSwitch())

    def build_pictures(self) -> None:
        self.timeline = Timeline("step", PARTS, [Mark(stop.part, stop.name) for stop in STOPS])
        self.timeline.wish.connect(self.wish)
        self.timeline.stroke.connect(self.stroke)
        self._column.insertWidget(self._column.indexOf(self.pictures), self.timeline)
        self.canvas = StepsCanvas()
        self.canvas.picked.connect(self.wish)
        self.canvas.pointed.connect(self._tell)
        self.canvas.refused.connect(self.words.say)
        self.canvas.editing.connect(self.timeline.pause)
        self.card = Card("", "", self.canvas, least=(36, 15))
        self.pictures.add_row(self.card)

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        inside = self.card.layout() if self.built else None
        if inside is not None:
            edge = 2 if look.projector else 10
            inside.setContentsMargins(edge, edge, edge, edge)

    def show_all(self, state: LabState, result: FourSteps, words: str) -> None:
        super().show_all(state, result, words)
        self._said = words
        self._tell()

    @property
    def playing(self) -> str:
        return "step" if self.timeline.by_itself else ""

    def show_result(self, state: LabState, result: FourSteps) -> None:
        heads = "1 head" if result.heads == 1 else f"{result.heads} heads"
        self.head.set_equation(f"{heads} × {result.key_width} = {MODEL_WIDTH}")
        self.timeline.show_value(result.step)
        if result.asking and self.timeline.playing:
            self.timeline.pause()  # a question waits for its answer
        self.canvas.show_result(result)

    def _tell(self) -> None:
        """Say the sub-stop's words, and the cell that is pointed at or reached."""
        spot, result = self.canvas.told, self.canvas.result
        if spot is None or result is None:
            self.words.say(self._said)
        else:
            self.words.say(spoken_with(result, self._said, spot.view, spot.row, spot.column))
