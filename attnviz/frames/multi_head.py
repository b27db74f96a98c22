"""Multi-head: a sentence with its arcs, the heads side by side, and the recipe that joins them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.kept import WHOLE, percent
from attnviz.core.state import LabState
from attnviz.core.words import arrow, number, weight_words
from attnviz.experiments.multi_head_choice import change_of_source, record, sources_at_hand
from attnviz.experiments.multi_head_jobs import (
    Jobs,
    add_job,
    pair_job,
    recolor_job,
    remove_job,
    rename_job,
    rule_job,
)
from attnviz.experiments.multi_head_result import Gaze, MultiHead
from attnviz.experiments.multi_head_sources import JobNow, jobs_of
from attnviz.experiments.one_head import Lab
from attnviz.frames.base import Frame
from attnviz.ui.widgets.controls import controls, sliders
from attnviz.ui.widgets.heads.find_head import FindHead, Ranked
from attnviz.ui.widgets.heads.head_pane import MEAN, HeadNote, HeadPane
from attnviz.ui.widgets.heads.heads_parts import (
    HINT,
    MANY,
    Foot,
    FootCard,
    HeadsCard,
    HeadsPanel,
    SentenceCard,
    SentencePanel,
    SmallPrint,
)
from attnviz.ui.widgets.heads.heads_sources import LayerControl, RecordingChoice, SourceChoice, WidthLock
from attnviz.ui.widgets.heads.jobs_editor import JobRow
from attnviz.ui.widgets.layout import Card
from attnviz.ui.widgets.sentence.arc_paths import Arc
from attnviz.ui.widgets.training.one_head import OneHead
from attnviz.ui.widgets.training.rate import RateControl

NOBODY: Final = -1
TRAIN: Final = "train"  # the set of pictures that shows one head against several
STAR: Final = "★"
WIDE: Final = 64  # label heights of a frame that has room for the longer words of its controls


class MultiHeadFrame(Frame):
    """Pick a word and see what each head makes it look at; take heads away until two jobs must share one."""

    id = "multi-head"

    def build_controls(self) -> None:
        show = controls.Choice("one_head", "", {False: "look", True: "train it"})
        show.wish.connect(self.wish)
        self.controls.append(show)
        self.head.set_beside(show)
        self.sliders = [sliders.heads(), sliders.key_width(), WidthLock(), controls.causal()]
        self.source, self.recording, self.layer = SourceChoice(), RecordingChoice(), LayerControl()
        self.special = controls.Switch("special", "special tokens")
        self.editing = controls.Switch("editing", "edit jobs")
        stretch, mean = controls.Switch("stretch", "stretch colors"), controls.Switch("mean_head", "mean of heads")
        # In an order that takes the fewest lines in a narrow window.
        for control in (
            *self.sliders, stretch, mean, self.source, self.recording, self.layer, self.editing, self.special,
        ):  # fmt: skip
            self.add_control(control)
        # The other controls come and go with the source of the heads.
        self.lasting = [self.source, stretch, mean]
        stretch.setToolTip("The largest weight on show gets the last color, for weak patterns")
        self._build_laboratory()
        self.source.picked.connect(self._choose_source)
        self.recording.picked.connect(self._choose_recording)

    def _build_laboratory(self) -> None:
        self.looking: list[QWidget] = [*self.controls[1:]]
        self.one_head = OneHead(self)
        self.one_head.moved.connect(self._tell)
        self.learning: list[QWidget] = [
            self.add_control(RateControl("one_head_rate")),
            self.add_control(controls.optimizer("one_head_optimizer")),
            self.add_control(controls.Switch("scores_see_values", "scores see the values")),
            self.add_control(controls.SeedControl()),
            self.one_head.player,
        ]
        self.control_row.addWidget(self.one_head.player)

    def build_pictures(self) -> None:
        self._state = LabState()
        self._result: MultiHead | None = None
        self.sentence = SentencePanel()
        self.arcs = self.sentence.arcs
        self.finder = FindHead()
        self.heads = HeadsPanel()
        self.grid, self.all_heads, self.editor = self.heads.grid, self.heads.all_heads, self.heads.editor
        self.picked = self.heads.picked
        self.foot = Foot()
        self.recipe = self.foot.recipe
        self.sentence.editor.wish.connect(self.wish)
        self.controls.append(self.sentence.editor)
        self._connect()
        self.arcs_card = SentenceCard(self.sentence)
        self.finder_card = Card(
            "Find the head", f"{STAR} largest in its row", self.finder, least=(19, 10), stretch=(1, 1)
        )
        self.heads_card = HeadsCard(self.heads)
        self.small_print = SmallPrint(self.text.small_print)
        self.foot_card = FootCard(self.foot, self.small_print)
        self.pictures.add_row(self.arcs_card, self.finder_card)
        self.pictures.add_row(self.heads_card)
        self.pictures.add_row(self.foot_card)
        self.pictures.add_row(self.small_print)
        for row in self.one_head.rows:
            self.pictures.add_row(*row, to=TRAIN)

    def laboratory(self) -> Lab | None:
        return self.one_head.lab if self.pictures.shown_set == TRAIN else None

    def share(self, other: Frame) -> None:
        assert isinstance(other, MultiHeadFrame)
        self.one_head.share(other.one_head)

    def _connect(self) -> None:
        self.arcs.chosen.connect(self._choose_chip)
        self.finder.asked.connect(self._choose_pair)
        self.finder.picked.connect(self._open_head)
        self.all_heads.opened.connect(self._open_head)
        self.grid.pointed.connect(self._choose_cell)
        self.grid.hovered.connect(self._light_cell)
        self.picked.pointed.connect(self._choose_picked_cell)
        self.picked.hovered.connect(self._light_picked_cell)
        self.grid.toggled.connect(self._toggle)
        self.grid.soloed.connect(self._solo)
        self.grid.all_wanted.connect(self._show_all)
        for signal, slot in (
            (self.editor.added, self._add_job), (self.editor.removed, self._remove_job),
            (self.editor.renamed, self._rename_job), (self.editor.recolored, self._recolor_job),
            (self.editor.ruled, self._rule_job), (self.editor.paired, self._pair_job),
            (self.editor.restored, self._restore_jobs),
        ):  # fmt: skip
            signal.connect(slot)

    def show_result(self, state: LabState, result: MultiHead) -> None:
        self._state, self._result = state, result
        self._show_set(TRAIN if state.one_head else "")
        if state.one_head:
            self.one_head.show_state(state)
            return
        self._show_controls(state, result)
        shown = len(result.weights) - len(state.hidden)
        arcs = [
            Arc(link.query, link.key, link.weight, link.head, color=result.heads.colors[link.head])
            for link in result.links
        ]
        self.arcs.set_arcs(
            result.chips,
            result.query,
            arcs,
            several=shown > 1,
            picked=result.picked if result.picked not in state.hidden else NOBODY,
        )
        self.heads.set_words(max(len(result.labels), len(result.keys)))
        self._show_heads(state, result)
        self._show_side(state, result)
        self.finder.set_pair(result.labels, result.keys, result.query, result.key)
        self.finder.set_ranking([_ranked(result, place) for place in range(len(result.ranking))])
        if self.foot.show_result(result):
            self.pictures.arrange()
        if self.foot_card.take_name():
            self.pictures.name_tabs()

    def _show_set(self, name: str) -> None:
        """Show the heads of the sentence, or one head against several, and what each is set with."""
        self.pictures.show_set(name)
        for widget in self.learning:
            widget.setVisible(name == TRAIN)
        for widget in self.looking if name == TRAIN else self.lasting:
            widget.setVisible(name != TRAIN)

    def _tell(self) -> None:
        if self.laboratory() is not None:
            self.words.say(self.one_head.lab.spoken())
            self.moved.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow frame the controls say less, whichever way it has become narrow."""
        super().resizeEvent(event)
        if self.built:
            self._be_brief()

    def _be_brief(self) -> None:
        brief = self.look is not None and self.width() < WIDE * self.look.label
        self.source.set_brief(brief)
        lock = self.sliders[2]
        if isinstance(lock, WidthLock):
            lock.set_brief(brief)

    def _show_controls(self, state: LabState, result: MultiHead) -> None:
        given = result.is_given
        self._be_brief()
        for control in self.sliders:
            control.setVisible(not given)
        self.source.offer(sources_at_hand(self.board), result)
        self.recording.offer(self.board.library.recordings, result)
        self.layer.offer(result.n_layers, result.heads.layer)
        self.special.setVisible(result.heads.has_special)
        self.editing.setVisible(result.heads.origin.source == "hand-built")
        self.sentence.show_origin(result)
        if given:
            self.head.set_equation(result.equation)

    def _show_heads(self, state: LabState, result: MultiHead) -> None:
        count = len(result.weights)
        panes, notes = result.weights, [_note(result, head) for head in range(count)]
        if state.mean_head:
            panes = np.concatenate([panes, result.mean[None]])  # (h + 1, n_q, n_k)
            pair, value = _gaze_words(result, result.mean_gaze)
            notes.append(
                HeadNote(f"mean of {count} {'head' if count == 1 else 'heads'}", "", pair, value, MEAN, "mean")
            )
        self.grid.set_heads(
            panes, result.labels, notes, columns=result.keys, masked=result.hidden_future, hidden=state.hidden,
            limit=result.limit,
        )  # fmt: skip
        self.grid.set_selection(result.picked, result.query, result.key)

    def _show_side(self, state: LabState, result: MultiHead) -> None:
        """All heads of a model beside the heads of one layer; or the editor of the jobs."""
        layers = result.heads.layers
        if layers is not None:
            words = [""] * (len(layers) * len(result.weights))
            pair = arrow(result.labels[result.query], result.keys[result.key])
            for one in result.ranking:
                place = result.place(one.head, one.layer)
                words[one.layer * len(result.weights) + one.head] = f"{place}: {pair} {weight_words(one.weight)}"
            self._show_picked(result)
            self.all_heads.set_heads(layers, result.limit, (result.heads.layer, result.picked), tuple(words))
        elif _edits(state, result):
            rows = [_job_row(result, now) for now in result.heads.now]
            self.editor.set_jobs(rows, result.labels, own=state.jobs is not None)
        # After the heads: how much room they take depends on how many there are.
        overview = layers is not None and (len(layers) > 1 or layers.shape[1] > MANY)
        self.heads.show_side(all_heads=overview, editor=_edits(state, result))

    def _show_picked(self, result: MultiHead) -> None:
        """The picked head once more, larger."""
        note = _note(result, result.picked)
        self.picked.set_heads(
            result.weights[result.picked, None], result.labels, [replace(note, name=result.place(result.picked))],
            columns=result.keys, limit=result.limit,
        )  # fmt: skip
        self.picked.set_selection(0, result.query, result.key)

    # what the viewer asks for

    def _choose_source(self, source: str) -> None:
        self.wish.emit(change_of_source(self._state, self.board, source))

    def _choose_recording(self, name: str) -> None:
        self.wish.emit(record(self.board, name))

    def _choose_chip(self, chip: int) -> None:
        if self._result is not None:
            self.wish.emit(self._result.chip_choice(chip))

    def _choose_pair(self, query: int, key: int) -> None:
        if self._result is not None:
            self.wish.emit(self._result.choice(query, key))

    def _choose_cell(self, head: int, query: int, key: int) -> None:
        if self._result is not None:
            self.wish.emit({"head": head, **self._result.choice(query, key)})

    def _choose_picked_cell(self, _pane: int, query: int, key: int) -> None:
        self._choose_pair(query, key)

    def _open_head(self, layer: int, head: int) -> None:
        shown = {"hidden": self._state.hidden - {head}} if head in self._state.hidden else {}
        self.wish.emit({"layer": layer, "head": head, **shown})

    def _toggle(self, head: int) -> None:
        self.wish.emit({"hidden": self._state.hidden ^ {head}})

    def _solo(self, head: int) -> None:
        """Leave one head on show; once more, and all are back."""
        others = frozenset(range(sum(pane.note.color != MEAN for pane in self.grid.panes))) - {head}
        alone = others <= self._state.hidden
        self.wish.emit({"head": head, "hidden": frozenset() if alone else others})

    def _show_all(self) -> None:
        self.wish.emit({"hidden": frozenset()})

    def _light_cell(self, head: int, query: int, key: int) -> None:
        """Light the words of the cell under the mouse, and say what it holds."""
        self._light(query, key)
        self.sentence.say(self._cell_words(self.grid.panes[head], query, key) if head != NOBODY else HINT)

    def _light_picked_cell(self, pane: int, query: int, key: int) -> None:
        self._light(query, key)
        self.sentence.say(self._cell_words(self.picked.panes[0], query, key) if pane != NOBODY else HINT)

    def _light(self, query: int, key: int) -> None:
        crosses = self._result is not None and self._result.heads.crosses
        after = len(self._result.labels) if self._result is not None and crosses and key != NOBODY else 0
        self.arcs.set_pointed(query, key + after)

    @staticmethod
    def _cell_words(pane: HeadPane, query: int, key: int) -> str:
        return f"{pane.note.name}: {pane.note.pair} {pane.heatmap.value_words(query, key)}"

    # the editor of jobs

    @property
    def _jobs(self) -> Jobs:
        return jobs_of(self._state, self.board)

    def _add_job(self) -> None:
        self.wish.emit({"jobs": add_job(self._jobs)})

    def _remove_job(self, job: int) -> None:
        self.wish.emit({"jobs": remove_job(self._jobs, job)})

    def _rename_job(self, job: int, name: str) -> None:
        self.wish.emit({"jobs": rename_job(self._jobs, job, name)})

    def _recolor_job(self, job: int) -> None:
        self.wish.emit({"jobs": recolor_job(self._jobs, job, self._state.heads)})

    def _rule_job(self, job: int, rule: str) -> None:
        self.wish.emit({"jobs": rule_job(self._jobs, job, rule)})

    def _pair_job(self, job: int, query: int, key: int) -> None:
        self.wish.emit({"jobs": pair_job(self._jobs, job, self._state.sentence, query, key)})

    def _restore_jobs(self) -> None:
        self.wish.emit({"jobs": None})


def _edits(state: LabState, result: MultiHead) -> bool:
    return state.editing and result.heads.origin.source == "hand-built"


def _note(result: MultiHead, head: int) -> HeadNote:
    pair, value = _gaze_words(result, result.gazes[head])
    left = result.left[head]
    lost = f", {percent(left)} left" if left is not None and left < WHOLE else ""
    title, jobs = result.titles[head], " + ".join(result.jobs[head])
    return HeadNote(
        f"head {head + 1}",
        f"{title}{lost}",
        pair,
        value,
        result.heads.colors[head],
        str(head + 1),
        f"{jobs or title}{lost}",
        f"{title} {percent(left)}" if lost else title,
    )


def _gaze_words(result: MultiHead, gaze: Gaze) -> tuple[str, str]:
    """What the chosen word looks at, and how much of its weight it gives."""
    if gaze.even and len(gaze.keys) > 1:
        return arrow(result.labels[result.query], "each"), weight_words(gaze.weight)
    more = f" +{number(len(gaze.keys) - 1)}" if len(gaze.keys) > 1 else ""
    return arrow(result.labels[result.query], result.keys[gaze.key]) + more, weight_words(gaze.weight)


def _ranked(result: MultiHead, place: int) -> Ranked:
    layer, head, weight, is_largest = result.ranking[place]
    star = f" {STAR}" if is_largest else ""
    title = f" · {result.titles[head]}" if result.titles[head] else ""
    masked = result.hidden_future is not None and result.hidden_future[result.query, result.key]
    words = f"{'masked' if masked else weight_words(weight)}{star}  {result.place(head, layer)}{title}"
    return Ranked(head, words, result.heads.colors[head], layer)


def _job_row(result: MultiHead, now: JobNow) -> JobRow:
    shares = len(result.jobs[now.head]) > 1
    head = f"head {now.head + 1}{', shared' if shares else ''}"
    left = "not in this sentence" if now.kept.share is None else f"{percent(now.kept.share)} left"
    if now.kept.share is not None and now.kept.share < WHOLE:
        left += f", needs {result.needs(now)}"
    color = result.heads.colors[now.head] if now.job.color is None else now.job.color
    return JobRow(now.job.name, f"{head}, {left}; {now.asks or 'asks nothing yet'}", now.job.rule, color, *now.pairs)
