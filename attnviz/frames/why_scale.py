"""Why divide the scores: four linked pictures over one key width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnviz.board.schema import FrameText
from attnviz.core.arrays import FloatArray
from attnviz.core.state import LabState
from attnviz.core.words import number, weight_words
from attnviz.experiments.why_scale import (
    MEASURE_NAMES,
    REACH,
    ROOT,
    Division,
    WhyScale,
    gradient_words,
    plain,
    spread_words,
)
from attnviz.frames.base import Frame
from attnviz.ui.theme import Look, spread_look
from attnviz.ui.widgets.charts.bars import Bars, LotteryBars
from attnviz.ui.widgets.charts.curve import Curve, CurvePlot
from attnviz.ui.widgets.charts.distribution import Hill, SpreadPlot
from attnviz.ui.widgets.controls import controls, sliders
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.controls.draw_controls import DrawControls
from attnviz.ui.widgets.layout import Card, Need
from attnviz.ui.widgets.text.formula import FormulaView
from attnviz.ui.widgets.text.formulas import ANY_POWER, ATTENTION
from attnviz.ui.widgets.text.inline_math import InlineFormula
from attnviz.ui.widgets.text.prose import Prose

if TYPE_CHECKING:
    from attnviz.experiments.training import Lab
    from attnviz.ui.widgets.training.training import Training

LEAST = (18.5, 12.5)  # of a chart's card, in label heights
CHAIN_BESIDE, WORDS_BESIDE = 16, 36  # label heights that they need beside the formula
TRAIN = "train"  # the set of pictures that shows the learners
WIDEST_LABEL = "÷ d_k^{0.88}"
GRADIENT_TICKS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)  # the Frobenius norm of diag(p) − p pᵀ is never above ½


class WhyScaleFrame(Frame):
    """Dots, lottery, sharpness and gradient: dragging the key width moves all four at once."""

    id = "why-scale"
    _formula_alone = False  # on the first page

    def build_controls(self) -> None:
        show = controls.Choice("training", "", {False: "measure", True: "train it"})
        show.wish.connect(self.wish)
        self.controls.append(show)
        self.head.set_beside(show)
        self.add_control(sliders.key_width())
        self.measuring = [self.add_control(sliders.exponent()), self.add_control(sliders.keys())]
        self._training: Training | None = None
        self._shared: WhyScaleFrame | None = None  # the same frame in another window, whose learners are shown
        self.learning: list[QWidget] = []
        self.add_control(controls.SeedControl())

    def build_pictures(self) -> None:
        self.formula_card = FormulaCard(Words(self.text))
        self.dots = SpreadPlot("Dots: how far q·k spreads", "q·k", "height, as a share of each peak", REACH)
        self.lottery = LotteryBars("Lottery: softmax weights of one query, raw beside divided")
        self.sharpness = CurvePlot("Sharpness against key width", "")
        self.gradient = CurvePlot("What is left of the gradient, against key width", "mean size of ∂softmax ∕ ∂scores")
        self.gradient.set_y_axis((0.0, 0.5), [(tick, f"{tick:g}") for tick in GRADIENT_TICKS])
        self.measure = controls.Choice(
            "measure", "", {"largest": "largest weight", "entropy": "entropy", "keys": "keys"}
        )
        self.measure.wish.connect(self.wish)
        self.controls.append(self.measure)
        self.sharpness.set_header(self.measure)
        self.draw = DrawControls()
        self.controls += self.draw.controls
        for control in self.draw.controls:
            control.wish.connect(self.wish)
        self.dots.set_header(self.draw)
        for plot in (self.sharpness, self.gradient):
            plot.set_widest_label(WIDEST_LABEL)
            plot.dragged.connect(self._widen)
            plot.drag_began.connect(self._begin)
            plot.drag_ended.connect(self._end)
        self.dots_card = Card("Dots", "", self.dots, least=LEAST)
        self.lottery_card = Card("Lottery", "", self.lottery, least=LEAST)
        self.sharpness_card = Card("Sharpness", "", self.sharpness, least=LEAST)
        self.gradient_card = Card("Gradient", "", self.gradient, least=LEAST)
        self.pictures.add_row(self.formula_card)
        self.pictures.add_row(self.dots_card, self.lottery_card)
        self.pictures.add_row(self.sharpness_card, self.gradient_card)
        self.words_card = WordsCard(self.formula_card, Words(self.text))
        self.pictures.add_row(self.words_card)
        self.pictures.paged.connect(self._skip_formula)

    @property
    def training(self) -> Training:
        """The learners, their pictures and controls: made when first asked for, since the frame opens without them."""
        if self._training is None:
            self._training = self._make_training()
        return self._training

    def finish(self) -> None:
        """Make the learners."""
        assert self.training

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take over the new pages."""
        super().resizeEvent(event)
        self._skip_formula()

    def laboratory(self) -> Lab | None:
        return self.training.lab if self.pictures.shown_set == TRAIN else None

    def share(self, other: Frame) -> None:
        assert isinstance(other, WhyScaleFrame)
        self._shared = other
        if self._training is not None:
            self._training.share(other.training)

    def show_result(self, state: LabState, result: WhyScale) -> None:
        if state.training and self._training is None:
            for control in self._make_learning():
                control.show_state(state)
        self._show_set(TRAIN if state.training else "")
        if state.training:
            self.training.show_state(state)
            return
        self.formula_card.show_result(result)
        self._show_dots(result)
        self._show_lottery(result)
        self._show_curves(result)

    def _make_learning(self) -> list[Control]:
        before = len(self.controls)
        self.finish()
        return self.controls[before:]

    def _make_training(self) -> Training:
        from attnviz.ui.widgets.training.rate import RateControl
        from attnviz.ui.widgets.training.training import Training

        training = Training(self)
        training.moved.connect(self._tell)
        self.learning = [self.add_control(RateControl()), self.add_control(controls.optimizer()), training.player]
        self.control_row.addWidget(training.player)
        for row in training.rows:
            self.pictures.add_row(*row, to=TRAIN)
        for learning in self.learning:
            learning.setVisible(self.pictures.shown_set == TRAIN)
        self.link_terms()
        if self.look is not None:
            spread_look(self, self.look)
        if self._shared is not None:
            training.share(self._shared.training)
        return training

    def _show_set(self, name: str) -> None:
        """Show the pictures of the measurement, or those of the training, and what each is set with."""
        self.pictures.show_set(name)
        self._skip_formula()
        for measuring in self.measuring:
            measuring.setVisible(name != TRAIN)
        for learning in self.learning:
            learning.setVisible(name == TRAIN)

    def _skip_formula(self) -> None:
        """Where the formula fills a page of its own, start with the pictures."""
        if self.pictures.shown_set == TRAIN:
            return
        alone = self.pictures.pages[:1] == [[[0]]]
        if alone != self._formula_alone:
            self._formula_alone = alone
            self.pictures.show_card("Dots")

    def _show_dots(self, result: WhyScale) -> None:
        sides = (result.raw, result.chosen) if result.chosen is not result.raw else (result.raw,)
        self.dots.set_hills([_hill(side, result) for side in sides])
        said = "; ".join(
            f"{side_id(side)} spread {number(side.dots.sd)}, theory {number(side.dots.theory_sd)}" for side in sides
        )
        self.dots.describe(said)
        self.dots_card.set_hint(spread_words(result))
        self.gradient_card.set_hint(gradient_words(result))

    def _show_lottery(self, result: WhyScale) -> None:
        sides = (result.raw, result.chosen) if result.chosen is not result.raw else (result.raw,)
        rows = [
            Bars(
                side_id(side), side_id(side), label(side), side.weights, weight_words(side.weights[result.winner]),
                hatched=side is result.raw,
            )
            for side in sides
        ]  # fmt: skip
        self.lottery.set_bars(rows)
        won = " and ".join(f"{row.share} {row.id}" for row in rows)
        self.lottery.describe(f"Key {result.winner + 1} of {result.keys} wins with {won}")
        self.lottery_card.set_hint(f"one query, {result.keys} keys: key {result.winner + 1} wins")

    def _show_curves(self, result: WhyScale) -> None:
        ticks = result.axis
        self.sharpness.set_y_axis((ticks[0], ticks[-1]), [(tick, f"{tick:g}") for tick in ticks])
        sides = result.divisions()
        self.sharpness.set_curves([_sharpness_curve(side, result) for side in sides], result.key_width)
        self.gradient.set_curves([_gradient_curve(side) for side in sides], result.key_width)
        measure = MEASURE_NAMES[result.measure]
        self.sharpness_card.set_hint(f"{measure}; band: 8 draws of 10")
        for plot, what in ((self.sharpness, measure), (self.gradient, "gradient size")):
            plot.describe(f"Key width {result.key_width}: {what} {plot.values_in_words()}")

    def _widen(self, key_width: float) -> None:
        self.wish.emit({"key_width": round(key_width)})

    def _tell(self) -> None:
        if self.laboratory() is not None:
            self.words.say(self.training.lab.spoken())
            self.moved.emit()

    def _begin(self) -> None:
        self.stroke.emit(True)

    def _end(self) -> None:
        self.stroke.emit(False)


class FormulaCard(Card):
    """The formula and its numbers of today; beside it, where there is room, the chain and the small print."""

    def __init__(self, words: Words) -> None:
        body = QWidget()
        super().__init__("Formula", "", body, least=(18.5, 5), stretch=(1, 0))
        self._header.hide()  # the name is for the tab of its page
        self.formula = FormulaView(ATTENTION, interactive=False, others=(ANY_POWER,))
        self.today = InlineFormula()
        self.words = words
        row = QHBoxLayout(body)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addWidget(self.formula)
        row.addWidget(self.today)
        row.addWidget(self.words, 1, Qt.AlignmentFlag.AlignVCenter)

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, before anyone asks how much room is needed."""
        super().set_look(look)
        for part in (self.formula, self.today, self.words):
            part.set_look(look)
        # A projector has no room for a large formula above the charts; its letters are large enough as they are.
        self.formula.setFixedSize(self.formula.minimumSizeHint() if look.projector else self.formula.sizeHint())

    def need(self) -> Need:
        """As high as formula and words are at the width of the page."""
        least = super().need()
        room = self._room()
        self.words.show_parts(self.says_chain(), self.says_all())
        return Need(least.width, max(self.formula.height(), self.words.high_at(room)) + 16, 1, 0)

    def says_chain(self) -> bool:
        """Whether there is room for the chain beside the formula."""
        return self._look is not None and self._room() >= CHAIN_BESIDE * self._look.label

    def says_all(self) -> bool:
        """Whether there is room for the small print, too."""
        return self._look is not None and self._room() >= WORDS_BESIDE * self._look.label

    def _room(self) -> int:
        return page_width(self) - self.formula.width() - self.today.sizeHint().width() - 2 * 24 - 24

    def show_result(self, result: WhyScale) -> None:
        """Today's divisor."""
        exponent, by, width = result.chosen.exponent, plain(result.chosen.divisor), result.key_width
        if exponent == ROOT:
            self.today.set_text(f"√{{d_k}} = √{{{width}}} = {by}", room_for="√{d_k} = √{1000} = 31.62")
        else:
            power = f"^{{{plain(exponent)}}}"
            widest = "d_k^{0.88} = 1000^{0.88} = 888.88"
            self.today.set_text(f"d_k{power} = {width}{power} = {by}", room_for=widest)
        self.formula.set_formula(ATTENTION if exponent == ROOT else ANY_POWER)


class Words(QWidget):
    """The chain of consequences and the small print."""

    def __init__(self, text: FrameText) -> None:
        super().__init__()
        self.chain = Prose(f"{' → '.join(text.chain)}. The cure: {text.cure}.", size="label", weight=600)
        self.small_print = Prose(text.small_print, size="label", role="muted", scale=0.9, linked=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.chain)
        column.addWidget(self.small_print)
        self._said = [self.chain, self.small_print]
        self._high: dict[tuple[Prose, int], int] = {}  # asked for at every step of a drag, while the words stay

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._high.clear()
        self.chain.set_look(look)
        self.small_print.set_look(look)

    def show_parts(self, chain: bool, small_print: bool) -> None:
        """Say only some of the words."""
        self._said = [part for part, on in ((self.chain, chain), (self.small_print, small_print)) if on]
        self.chain.setVisible(chain)
        self.small_print.setVisible(small_print)

    def high_at(self, width: int) -> int:
        """How high the words are at `width` pixels."""
        for part in self._said:
            if (part, width) not in self._high:
                self._high[part, width] = part.heightForWidth(width)
        return sum(self._high[part, width] for part in self._said) + 4 * max(len(self._said) - 1, 0)


class WordsCard(Card):
    """The words for which there is no room beside the formula, below the pictures."""

    def __init__(self, formula: FormulaCard, words: Words) -> None:
        super().__init__("Small print", "", words, least=(18.5, 0), stretch=(1, 0))
        self._header.hide()  # the name is for the tab of its page
        self.formula, self.words = formula, words

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes, before anyone asks how much room is needed."""
        self.words.set_look(look)
        super().set_look(look)

    def need(self) -> Need:
        """As high as its words are, or nothing where all stand beside the formula."""
        everything = self.formula.says_all()
        self.words.show_parts(not self.formula.says_chain(), not everything)
        high = 0 if everything else self.words.high_at(page_width(self) - 24) + 16
        return Need(super().need().width, high, 1, 0)


def page_width(card: Card) -> int:
    """Width of the page that a card stands on."""
    page = card.parentWidget()
    return page.width() if page is not None else 0


def side_id(side: Division) -> str:
    """Which of the three: raw, divided (by the root) or other. It is the color token, too."""
    return {0.0: "raw", ROOT: "divided"}.get(side.exponent, "other")


def name(side: Division, result: WhyScale) -> str:
    """Raw, or divided."""
    return "raw" if side is result.raw else "divided"


def label(side: Division) -> str:
    """A division in signs."""
    return {0.0: "raw", ROOT: "÷ √{d_k}"}.get(side.exponent) or f"÷ d_k^{{{plain(side.exponent)}}}"


def _hill(side: Division, result: WhyScale) -> Hill:
    title = f"{name(side, result)}: spread {number(side.dots.sd)}"
    raw = side is result.raw
    return Hill(side_id(side), side_id(side), title, side.dots.edges, side.measured, side.theory, dashed=raw)


def _sharpness_curve(side: Division, result: WhyScale) -> Curve:
    """The chosen measure; a third band would hide the other two."""
    if side is result.raw or side is result.chosen:
        return _curve(side, side.values, side.value, side.band.low, side.band.high)
    return _curve(side, side.values, side.value)


def _gradient_curve(side: Division) -> Curve:
    return _curve(side, side.curve.gradient, side.now.gradient)


def _curve(
    side: Division, values: FloatArray, now: float, low: FloatArray | None = None, high: FloatArray | None = None
) -> Curve:
    symbols = {"raw": "o", "divided": "s", "other": "d"}
    widths = side.curve.key_width.astype(float)
    return Curve(
        side_id(side), side_id(side), label(side), widths, values, now, number(now), low, high,
        dashed=side.exponent == 0, symbol=symbols[side_id(side)],
    )  # fmt: skip
