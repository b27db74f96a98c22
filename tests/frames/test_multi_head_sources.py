"""Multi-head with heads that come as they are: the scenarios of the lesson, and what each source brings along."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt

from attnviz.assets import resource
from attnviz.core.library import Library
from attnviz.core.outside import from_arrays
from attnviz.core.recorded import recordings
from attnviz.core.words import weight_words
from attnviz.experiments import multi_head
from tests.frames.test_multi_head import ASYMMETRIC, BOARD, LONG, SIZES, Lab, control, leave, lut_color, pixels, press
from tests.toy_model import ToyModel

RECORDINGS = recordings(resource("attention"))
CAT = ["the", "cat", "sat", "on", "the", "mat"]


def outside(weights, tokens, key_tokens=None):
    return from_arrays(np.asarray(weights, float), tokens, key_tokens, source="mine.npz")


def board(model=None, weights=None, tokens=CAT, key_tokens=None):
    weights = np.random.default_rng(3).dirichlet(np.ones(6), (2, 4, 6)) if weights is None else weights
    library = Library(RECORDINGS, model or ToyModel(), outside(weights, tokens, key_tokens))
    return replace(BOARD, library=library)


def lab(qtbot, source, size=(1450, 980), theme="light", on=None, **changes):
    return Lab(qtbot, theme, size, board=on or board(), source=source, **changes)


given = pytest.mark.parametrize("source", ["recorded", "model", "outside"])


@given
def test_scenario_01_rows_ask_and_pointing_along_a_row_lights_its_token(qtbot, source):
    shown = lab(qtbot, source)
    qtbot.mouseMove(shown.grid.viewport(), QPoint(1, 1))
    heatmap, weights, result = shown.heatmap(1), shown.result.weights[1], shown.result
    picture = shown.picture()
    for query, key in ((2, 0), (0, 2)):
        words = weight_words(float(weights[query, key]))
        assert heatmap.tip_at(shown.middle(1, query, key)) == f"{result.labels[query]} → {result.keys[key]}: {words}"
        assert shown.color_in(picture, 1, query, key) == lut_color(weights[query, key])
    for key in range(3):
        qtbot.mouseMove(shown.grid.viewport(), shown.middle(1, 2, key).toPoint())
        shown.settle()
        assert shown.frame.arcs.lit == (2, key)
    qtbot.mouseMove(shown.grid.viewport(), QPoint(1, 1))
    shown.settle()
    assert shown.frame.arcs.lit == (-1, -1)


def test_scenario_01_asymmetric_weights_from_elsewhere(qtbot):
    shown = lab(qtbot, "outside", on=board(weights=ASYMMETRIC, tokens=["one", "two", "three"]))
    assert shown.heatmap(0).value_words(2, 0) == "0.20"
    assert shown.heatmap(0).axes.titles


@given
def test_scenario_02_one_color_scale_stretched_on_request_only(qtbot, source):
    shown = lab(qtbot, source)
    assert shown.grid.bar.words() == "weight 0…1"
    shown.apply(stretch=True)
    largest = float(shown.result.heads.layers.max())
    assert shown.result.limit == pytest.approx(largest)
    picture = shown.picture()
    for head in (0, 1):
        wanted = lut_color(shown.result.weights[head, 1, 2], largest)
        assert shown.color_in(picture, head, 1, 2) == wanted


@given
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_scenario_03_hiding_a_head_changes_no_pixel_of_another(qtbot, source, theme):
    shown = lab(qtbot, source, theme=theme)
    before, thumbnails = shown.picture(), shown.frame.all_heads.grab().toImage()
    last = len(shown.result.labels) - 1
    qtbot.mouseClick(shown.grid.viewport(), Qt.MouseButton.LeftButton, pos=shown.middle(2, last, last).toPoint())
    shown.settle()
    assert shown.store.state.hidden == {2}
    leave(shown)
    after = shown.picture()
    for head, pane in enumerate(shown.grid.panes):
        assert (pixels(before, pane.rect.toRect()) == pixels(after, pane.rect.toRect())) == (head != 2)
    assert shown.frame.all_heads.grab().toImage() == thumbnails


@given
def test_scenario_05_nothing_is_masked_that_is_only_0(qtbot, source):
    causal = np.tril(np.full((1, 2, 6, 6), 1.0)) / np.arange(1, 7)[:, None]
    shown = lab(qtbot, source, on=board(weights=causal), causal=True)
    assert shown.result.hidden_future is None
    assert not shown.heatmap(0).masked.any()
    if source == "outside":
        assert shown.heatmap(0).value_words(0, 5) == "0"


def test_scenario_06_repeated_words_are_told_apart(qtbot):
    for shown in (
        lab(qtbot, "outside"), lab(qtbot, "model", sentence=" ".join(CAT), special=False),
    ):  # fmt: skip
        assert shown.heatmap(0).rows == ("the", "cat", "sat", "on", "the₂", "mat")
        assert shown.frame.arcs.tokens == shown.heatmap(0).rows
    recorded = lab(qtbot, "recorded", sentence=RECORDINGS[3].sentence)
    assert {"fish", "fish₂", "fish₃"} <= set(recorded.heatmap(0).rows)


def test_scenario_07_one_head_alone(qtbot):
    shown = lab(qtbot, "outside", on=board(weights=ASYMMETRIC, tokens=["one", "two", "three"]), mean_head=True)
    assert [pane.note.name for pane in shown.grid.panes] == ["head 1", "mean of 1 head"]
    assert not shown.frame.all_heads.isVisible()
    assert shown.frame.words.accessibleName()


@given
def test_scenario_08_the_mean_is_the_mean_of_weights(qtbot, source):
    shown = lab(qtbot, source, mean_head=True)
    count = len(shown.result.weights)
    assert shown.grid.panes[count].note.name == f"mean of {count} heads"
    assert np.allclose(shown.heatmap(count).values, shown.result.weights.mean(axis=0))
    assert np.allclose(shown.result.mean.sum(axis=1), 1, atol=1e-6)
    for head in range(1, count):
        press(shown, Qt.Key.Key_BracketRight)
        assert shown.store.state.head == shown.result.picked == head


@given
def test_scenario_09_sliders_that_do_not_make_these_heads_are_put_away(qtbot, source):
    shown = lab(qtbot, source)
    for field in ("heads", "key_width", "locked", "causal"):
        assert control(shown, field).isHidden()
    shown.apply(source="hand-built")
    assert not control(shown, "heads").isHidden()


def test_scenario_10_numbers_follow_the_words(qtbot):
    live = lab(qtbot, "model")
    row = live.result.weights[0, 7].copy()
    live.apply(sentence="A cat ate the food because it was hungry.")
    assert live.store.state.source == "model"
    assert not np.allclose(live.result.weights[0], lab(qtbot, "model").result.weights[0])
    assert row.shape == live.result.weights[0, 7].shape
    hungry, delicious = (lab(qtbot, "recorded", sentence=one.sentence, layer=5) for one in RECORDINGS[:2])
    assert not np.allclose(hungry.result.weights[11, 7], delicious.result.weights[11, 7])


@given
def test_scenario_11_a_small_weight_is_never_called_0(qtbot, source):
    tiny = np.array([[0.9996, 0.0004, 0], [0.5, 0.5, 0], [1, 0, 0]])
    shown = lab(qtbot, source, on=board(weights=tiny, tokens=["one", "two", "three"]))
    for head, weights in enumerate(shown.result.weights):
        for cell in np.ndindex(weights.shape):
            assert (shown.heatmap(head).value_words(*cell) == "0") == (weights[cell] == 0)


@pytest.mark.parametrize("source", ["model", "outside"])
@pytest.mark.parametrize(("theme", "width", "height"), SIZES)
def test_scenario_13_a_long_word_is_elided_and_cells_stay_square(qtbot, source, theme, width, height):
    on = board(weights=np.full((2, 4, 4, 4), 0.25), tokens=["A", LONG, "ate", "it"])
    shown = lab(qtbot, source, (width, height), theme, on, sentence=f"A {LONG} ate it", query=1)
    shown.frame.pictures.show_card("Heads")
    rect = shown.heatmap(0).cell_rect(1, 2)
    assert rect.width() == rect.height() > 4
    assert all(label.text.words != LONG for label in shown.heatmap(0).placed_labels())
    where = shown.heatmap(0).rows.index(LONG)
    at = QPointF(shown.heatmap(0).cells.left() - 5, shown.heatmap(0).cell_rect(where, 0).center().y())
    assert shown.heatmap(0).tip_at(at) == LONG


def test_scenario_14_and_15_live_on_odd_sentences(qtbot):
    shown = lab(qtbot, "model", special=False)
    shown.apply(sentence="it  was\t\nhungry")
    assert shown.heatmap(0).rows == ("it", "was", "hungry")
    shown.apply(sentence="   ")
    assert shown.notes == ["The sentence is empty: type at least one word."]
    shown.apply(sentence=".")
    assert shown.heatmap(0).values.tolist() == [[1.0]]
    assert "is alone" in shown.frame.words.accessibleName()


# --- what each source brings along ------------------------------------------------------------------------------------


@given
@pytest.mark.parametrize(("theme", "width", "height"), [*SIZES, ("projector", 830, 560)])
def test_every_size_draws_speaks_and_fits(qtbot, source, theme, width, height):
    shown = lab(qtbot, source, (width, height), theme)
    shown.frame.pictures.show_card("Heads")
    view = shown.grid.viewport().rect().adjusted(-1, -1, 1, 1)
    assert all(view.contains(pane.rect.toRect()) for pane in shown.grid.panes)
    panel = shown.frame.all_heads
    layers, heads = panel.shape
    assert panel.tile >= 6
    assert panel.rect().contains(panel.rect_of(layers - 1, heads - 1).toRect())
    assert shown.frame.words.accessibleName()
    foot, small_print = shown.frame.foot.origin.text(), shown.frame.text.small_print
    assert foot
    assert [words.count("not why the model decided") for words in (foot, small_print)] == [0, 1]  # said once


def test_choosing_recorded_brings_a_sentence_and_typing_leaves_it(qtbot):
    shown = lab(qtbot, "hand-built", sentence="It rains.", query=0, key=0)
    source = control(shown, "source")
    assert [not button.isHidden() for button in source.buttons()] == [True] * 5
    source.buttons()[2].click()
    shown.settle()
    assert (shown.store.state.source, shown.store.state.sentence) == ("recorded", RECORDINGS[0].sentence)
    assert "all-MiniLM-L6-v2, recorded" in source.note.text()
    box = control(shown, "recording").box
    box.setCurrentIndex(4)
    box.activated.emit(4)
    shown.settle()
    assert shown.store.state.sentence == RECORDINGS[4].sentence
    shown.apply(sentence="It rains.")
    assert shown.store.state.source == "hand-built"
    assert "built by hand" in shown.notes[-1]


def test_sources_that_are_not_there_are_not_offered(qtbot):
    shown = Lab(qtbot, board=BOARD)
    buttons = control(shown, "source").buttons()
    assert [not button.isHidden() for button in buttons] == [True, True, False, False, False]


def test_a_source_that_cannot_be_had_says_why(qtbot):
    shown = lab(qtbot, "model", sentence="please refuse this", query=0, key=0)
    assert shown.result.heads.origin.source == "hand-built"
    assert control(shown, "source").note.text().startswith("toy finds nothing to read")
    assert not shown.result.is_given


def test_all_heads_open_by_click_and_by_keys(qtbot):
    shown = lab(qtbot, "recorded", hidden=frozenset({11}))
    panel = shown.frame.all_heads
    assert panel.isVisible()
    assert panel.shape == (6, 12)
    assert panel.tip((5, 11)) == "layer 6 head 12: it → dog 0.62"
    qtbot.mouseClick(panel, Qt.MouseButton.LeftButton, pos=panel.rect_of(5, 11).center().toPoint())
    shown.settle()
    assert (shown.store.state.layer, shown.store.state.head, shown.store.state.hidden) == (5, 11, frozenset())
    assert shown.frame.picked.panes[0].note.name == "layer 6 head 12"
    assert np.array_equal(shown.frame.picked.panes[0].heatmap.values, shown.result.weights[11])
    qtbot.keyClick(panel, Qt.Key.Key_Up)
    qtbot.keyClick(panel, Qt.Key.Key_Left)
    assert shown.store.state.layer == 5
    assert panel.accessibleDescription().startswith("layer 5 head 11")
    qtbot.keyClick(panel, Qt.Key.Key_Return)
    shown.settle()
    assert (shown.store.state.layer, shown.store.state.head) == (4, 10)


def test_thumbnails_share_one_color_scale(qtbot):
    shown = lab(qtbot, "outside")
    panel = shown.frame.all_heads
    picture = panel.grab().toImage()
    for layer, head, query, key in ((0, 0, 1, 2), (1, 3, 4, 0), (0, 2, 5, 5)):
        rect = panel.rect_of(layer, head)
        side = rect.width() / 6
        at = QPointF(rect.left() + (key + 0.5) * side, rect.top() + (query + 0.5) * side).toPoint()
        assert picture.pixelColor(at).name() == lut_color(shown.result.heads.layers[layer, head, query, key])


def test_the_ranking_names_layer_and_head_and_opens_it(qtbot):
    shown = lab(qtbot, "recorded")
    ranking = shown.frame.finder.ranking
    assert ranking.count() == 72
    assert ranking.item(0).text() == "0.62 ★  layer 6 head 12"
    ranking.itemClicked.emit(ranking.item(1))
    shown.settle()
    assert (shown.store.state.layer, shown.store.state.head) == (3, 1)


def test_special_tokens_can_be_picked_and_hidden(qtbot):
    shown = lab(qtbot, "recorded", layer=5, head=11)
    chip = shown.frame.arcs.chips[0]
    qtbot.mouseClick(shown.frame.arcs, Qt.MouseButton.LeftButton, pos=chip.box.center().toPoint())
    shown.settle()
    assert shown.result.labels[shown.result.query] == "[CLS]"
    assert shown.store.state.query == 6
    before = shown.result.weights[11, 7]
    shown.apply(special=False)
    assert shown.result.labels[shown.result.query] == "it"
    assert shown.heatmap(0).rows[0] == "A"
    kept = before[1:-1] / before[1:-1].sum()
    np.testing.assert_allclose(shown.result.weights[11, 6], kept, atol=1e-5)
    press(shown, Qt.Key.Key_Left)
    assert shown.store.state.key == 0


def test_cross_attention_stands_in_one_line(qtbot):
    weights = np.random.default_rng(1).dirichlet(np.ones(6), (2, 3, 4))
    on = board(weights=weights, tokens=["le", "chat", "noir", "."], key_tokens=["the", "black", "cat", ".", "!", "?"])
    shown = lab(qtbot, "outside", on=on)
    assert shown.frame.arcs.tokens[:5] == ("le", "chat", "noir", ".", "the")
    assert all(arc.key >= 4 for arc in shown.frame.arcs.arcs)
    chip = shown.frame.arcs.chips[6]
    qtbot.mouseClick(shown.frame.arcs, Qt.MouseButton.LeftButton, pos=chip.box.center().toPoint())
    shown.settle()
    assert shown.result.keys[shown.result.key] == "cat"
    qtbot.mouseMove(shown.grid.viewport(), shown.middle(1, 3, 5).toPoint())
    shown.settle()
    assert shown.frame.arcs.lit == (3, 9)
    table = multi_head.tables(shown.store.state, shown.result)[1]
    assert (len(table.rows), len(table.columns)) == (4, 7)


def test_the_layer_is_chosen_by_slider_and_box(qtbot):
    shown = lab(qtbot, "recorded")
    layer = control(shown, "layer")
    assert (layer.slider.minimum(), layer.slider.maximum()) == (1, 6)
    layer.slider.setValue(4)
    shown.settle()
    assert shown.store.state.layer == 3
    assert np.array_equal(shown.heatmap(2).values, shown.result.heads.layers[3, 2])
    layer.box.setValue(2)
    shown.settle()
    assert shown.store.state.layer == 1
    assert layer.slider.accessibleDescription() == "2 of 6"
    shown.apply(source="outside")
    assert layer.slider.maximum() == 2
    shown.apply(source="random")
    assert layer.isHidden()


def test_the_picked_head_is_pointed_at_like_the_others(qtbot):
    shown = lab(qtbot, "recorded", head=11, layer=5)
    large = shown.frame.picked
    qtbot.keyClick(large, Qt.Key.Key_Down)
    shown.settle()
    assert (shown.store.state.query, shown.store.state.head) == (7, 11)
    cell = large.panes[0].heatmap.cell_rect(3, 2).center().toPoint()
    qtbot.mouseMove(large.viewport(), QPoint(1, 1))
    shown.settle()
    qtbot.mouseMove(large.viewport(), cell)
    shown.settle()
    assert shown.frame.arcs.lit == (3, 2)
    assert shown.frame.sentence.hint.text().startswith("layer 6 head 12: ate → dog ")


def test_given_heads_come_from_somewhere_and_have_no_recipe(qtbot):
    shown = lab(qtbot, "recorded", size=(1000, 700))
    tabs = shown.frame.pictures._tabs
    assert tabs.tabText(tabs.count() - 1) == "Where from + Small print"
    shown.apply(source="hand-built")
    assert tabs.tabText(tabs.count() - 1) == "Recipe + Small print"
    shown.apply(source="outside")
    assert tabs.tabText(tabs.count() - 1) == "Where from + Small print"


def test_a_long_sentence_is_cut_with_an_ellipsis_in_its_box(qtbot):
    shown = lab(qtbot, "recorded")
    box = shown.frame.recording.box
    box.setCurrentIndex(box.count() - 1)
    assert box.shown_words().endswith("…")
    assert box.fontMetrics().horizontalAdvance(box.shown_words()) < box.width()
