"""Opening a model and attention from elsewhere in the window."""

import gc
import json
import threading
import weakref

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from attnviz.app import Options, make_window
from attnviz.assets import resource
from attnviz.board.load import load_board
from attnviz.core.library import Library
from attnviz.core.state import LabState
from attnviz.ui.shelf import Shelf
from attnviz.ui.widgets.panels.opening_card import OpeningCard
from tests.core.models.checkpoints import CONFIG, random_tensors, write_checkpoint

BOARD = load_board(resource("boards", "session11.board.toml"))


@pytest.fixture
def folder(tmp_path):
    return write_checkpoint(tmp_path / "tiny", CONFIG, random_tensors(CONFIG))


@pytest.fixture
def window(qtbot, qapp):
    window = make_window(Options(BOARD, LabState()))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


class Held(threading.Event):
    """Every model waits for it before it is read, and leaves its name."""

    def __init__(self):
        super().__init__()
        self.begun: list[str] = []


@pytest.fixture
def held(monkeypatch):
    may_go = Held()

    def model_job(folder):
        from attnviz.experiments.elsewhere import model_job as real

        def job(progress, stop):
            progress(0.3, f"Reading {folder.name}")
            may_go.begun.append(folder.name)
            assert may_go.wait(20)
            return real(folder)(progress, stop)

        return job

    monkeypatch.setattr("attnviz.ui.shelf.model_job", model_job)
    return may_go


def choose(monkeypatch, answer):
    """Answer file dialogs."""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(answer))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(answer), ""))


def wait(qtbot, window):
    qtbot.waitUntil(lambda: not window.shelf.loader.busy)


def action(window, name):
    return window.actions_of[name][0]


def seen_tokens(window):
    return window.stage.result.labels


# --- a model ----------------------------------------------------------------------------------------------------------


def test_a_model_is_opened_from_the_menu_and_reads_what_is_typed(window, qtbot, folder, monkeypatch):
    choose(monkeypatch, folder)
    action(window, "open_model").trigger()
    wait(qtbot, window)
    assert window.stage.frame_id == "multi-head"
    assert window.store.state.source == "model"
    assert not window.shelf.card.isVisible()
    assert "tiny is open" in window.toast.text()
    window.store.apply({"sentence": "the dog was hungry"})
    qtbot.waitUntil(lambda: seen_tokens(window) == ("[CLS]", "the", "dog", "was", "hungry", "[SEP]"))


def test_a_closed_dialog_opens_nothing(window, monkeypatch):
    choose(monkeypatch, "")
    action(window, "open_model").trigger()
    action(window, "open_attention").trigger()
    assert not window.shelf.loader.busy
    assert not window.shelf.card.isVisible()


def test_the_card_says_what_is_opened_how_far_it_is_and_how_to_stop_it(window, qtbot, folder, held):
    window.shelf.load_model(folder)
    card = window.shelf.card
    qtbot.waitUntil(lambda: card.bar.value() == 30)
    assert card.isVisible()
    assert card.accessibleName() == card.title.text() == "Opening tiny"
    assert card.words.text() == "Reading tiny · 30%"
    assert card.button.accessibleName() == "Cancel: Opening tiny"
    assert not window.isModal()
    assert window.rect().contains(card.geometry())
    held.set()
    wait(qtbot, window)
    assert window.shelf.holds("model")


@pytest.mark.parametrize("way", ["click", "space", "escape"])
def test_cancelling_leaves_everything_as_it_was(window, qtbot, folder, held, way):
    before = window.store.state
    window.shelf.load_model(folder)
    qtbot.waitUntil(lambda: held.begun == ["tiny"])
    if way == "click":
        qtbot.mouseClick(window.shelf.card.button, Qt.MouseButton.LeftButton)
    elif way == "space":
        window.shelf.card.button.setFocus()
        qtbot.keyClick(window.shelf.card.button, Qt.Key.Key_Space)
    else:
        qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.shelf.card.isVisible()
    held.set()
    window.shelf.loader._worker.submit(int).result(20)
    qtbot.wait(20)
    assert not window.shelf.holds("model")
    assert window.store.state == before


def test_of_two_models_asked_for_the_last_one_is_opened(window, qtbot, folder, tmp_path, held):
    other = write_checkpoint(tmp_path / "other", CONFIG, random_tensors(CONFIG, seed=6))
    window.shelf.load_model(folder)
    window.shelf.load_model(other)
    held.set()
    wait(qtbot, window)
    assert window.shelf.library.model.name == "other"


def test_closing_the_window_while_a_model_is_read_leaves_no_thread(window, qtbot, folder, held):
    window.shelf.load_model(folder)
    qtbot.waitUntil(lambda: held.begun == ["tiny"])
    threading.Timer(0.05, held.set).start()
    window.close()
    assert [thread for thread in threading.enumerate() if thread.name.startswith("attnviz-loader")] == []
    assert not window.shelf.holds("model")


def spoil_config(folder):
    (folder / "config.json").write_text(json.dumps(CONFIG | {"model_type": "gpt2"}), "utf-8")


def spoil_weights(folder):
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])


def offer_a_pickle(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def take_the_tokenizer(folder):
    (folder / "tokenizer.json").unlink()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (spoil_config, "model_type is 'gpt2'"),
        (spoil_weights, "model.safetensors is cut short or damaged"),
        (offer_a_pickle, "pytorch_model.bin is a pickle"),
        (take_the_tokenizer, "tokenizer.json is missing"),
    ],
)
def test_a_wrong_folder_is_refused_in_the_window_until_it_is_put_away(window, qtbot, folder, spoil, words):
    spoil(folder)
    before = window.store.state
    window.shelf.load_model(folder)
    wait(qtbot, window)
    card = window.shelf.card
    assert card.isVisible()
    assert words in card.words.text().replace("\u200b", "")
    assert words in card.accessibleDescription()
    assert str(folder) in card.accessibleDescription()
    assert window.store.state == before
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not card.isVisible()


def test_a_model_named_on_the_command_line_is_shown_where_the_viewer_is_and_given_up_when_refused(
    qtbot, qapp, folder, capsys
):
    for name, source, frame in ((folder, "model", "open"), (folder / "nowhere", "hand-built", "open")):
        window = make_window(Options(BOARD, LabState(source="model"), "open"))
        qtbot.addWidget(window)
        window.shelf.load_model(name)
        wait(qtbot, window)
        assert (window.store.state.source, window.stage.frame_id) == (source, frame)


def test_a_model_put_away_gives_its_memory_back(window, qtbot, folder):
    window.shelf.load_model(folder)
    wait(qtbot, window)
    window.open_frame("multi-head")
    qtbot.wait(20)
    model = window.shelf.library.model
    alive = [weakref.ref(model), weakref.ref(model._weights.words)]
    del model
    action(window, "put_model_away").trigger()
    qtbot.wait(20)
    gc.collect()
    assert [one() for one in alive] == [None, None]
    assert window.store.state.source == "hand-built"


def test_only_what_is_there_can_be_put_away(window, qtbot, folder):
    assert not action(window, "put_model_away").isEnabled()
    assert not action(window, "put_attention_away").isEnabled()
    window.shelf.load_model(folder)
    wait(qtbot, window)
    assert action(window, "put_model_away").isEnabled()
    action(window, "put_model_away").trigger()
    assert not action(window, "put_model_away").isEnabled()


@pytest.mark.parametrize("way", ["undo", "redo", "wish"])
def test_no_way_leads_back_to_a_model_that_was_put_away(window, qtbot, folder, way):
    window.shelf.load_model(folder)
    wait(qtbot, window)
    window.store.apply({"seed": 5})
    if way == "redo":
        window.store.undo()
        window.store.undo()
        assert window.store.state.source == "hand-built"
    action(window, "put_model_away").trigger()
    assert window.store.state.source == "hand-built"
    window.toast.hide()
    {"undo": window.store.undo, "redo": window.store.redo, "wish": lambda: window.store.apply({"source": "model"})}[
        way
    ]()
    assert window.store.state.source == "hand-built"
    assert window.toast.text() == "No model is open: heads are built by hand."
    assert window.toast.isVisible()
    qtbot.wait(20)
    assert window.toast.isVisible()
    window.store.undo()  # and it is no trap: the steps before can be taken back
    assert not window.store.can_undo or window.store.state.seed == 11


def test_a_smaller_model_has_only_its_own_layers_and_heads(window, qtbot, folder, tmp_path):
    window.shelf.load_model(folder)
    wait(qtbot, window)
    window.store.apply({"layer": 1, "head": 2, "hidden": frozenset({0, 2})})
    config = CONFIG | {"num_hidden_layers": 1, "num_attention_heads": 2}
    window.shelf.load_model(write_checkpoint(tmp_path / "small", config, random_tensors(config)))
    wait(qtbot, window)
    state = window.store.state
    assert (state.layer, state.head, state.hidden) == (0, 1, {0})


@pytest.mark.parametrize("source", ["model", "outside", "recorded"])
def test_a_window_that_is_asked_for_what_is_not_there_builds_by_hand_and_says_so(qtbot, qapp, source):
    window = make_window(Options(BOARD, LabState(source=source), "multi-head"))
    qtbot.addWidget(window)
    assert window.store.state.source == "hand-built"
    assert "heads are built by hand" in window.toast.text()


@pytest.mark.parametrize(
    ("key", "field", "words"),
    [
        (Qt.Key.Key_C, "causal", "hiding the future"), (Qt.Key.Key_S, "scale_exponent", "the division by √key width"),
        (Qt.Key.Key_L, "locked", "the lock of the model width"), (Qt.Key.Key_R, "seed", "the seed"),
    ],
)  # fmt: skip
def test_a_key_that_given_heads_cannot_follow_says_so(window, qtbot, folder, key, field, words):
    window.shelf.load_model(folder)
    wait(qtbot, window)
    window.open_frame("multi-head")
    qtbot.wait(20)
    before, said = getattr(window.store.state, field), window.stage.words
    weights = window.stage.result.weights
    window.activateWindow()
    qtbot.keyClick(window, key)
    qtbot.wait(20)
    assert getattr(window.store.state, field) != before  # the other frames use it
    assert window.toast.text().startswith(f"These heads are given as they are: {words} is for heads that are made here")
    assert window.toast.isVisible()
    assert window.stage.words == said
    assert np.array_equal(window.stage.result.weights, weights)
    assert window.stage.numbers()["causal"] is False
    for change, frame in (({"source": "hand-built"}, "multi-head"), ({"source": "model"}, "four-steps")):
        window.store.apply(change)
        window.open_frame(frame)
        qtbot.wait(20)
        window.toast.hide()
        qtbot.keyClick(window, key)
        qtbot.wait(20)
        assert not window.toast.isVisible()


@pytest.mark.may_skip("the model is fetched, about 90 MB")
def test_a_real_model_is_read_while_the_window_goes_on(window, qtbot, minilm_folder):
    fractions = []
    window.shelf.loader.progressed.connect(lambda fraction, _words: fractions.append(fraction))
    window.shelf.load_model(minilm_folder)
    wait(qtbot, window)
    assert len(fractions) > 50
    assert fractions == sorted(fractions)
    window.open_frame("multi-head")
    window.store.apply({"query": 6, "key": 1, "layer": 5, "head": 11})
    qtbot.waitUntil(lambda: window.stage.result.heads.layer == 5)
    assert window.stage.numbers()["ranking"][0]["weight"] == pytest.approx(0.621, abs=0.001)


# --- attention from elsewhere -----------------------------------------------------------------------------------------


def test_attention_is_opened_from_the_menu_with_what_was_corrected(window, qtbot, tmp_path, monkeypatch):
    path = tmp_path / "saved.npz"
    np.savez(path, attention=np.full((2, 3, 2, 4), 0.251), tokens=["chien", "noir"], key_tokens=list("abcd"))
    choose(monkeypatch, path)
    action(window, "open_attention").trigger()
    wait(qtbot, window)
    assert (window.stage.frame_id, window.store.state.source) == ("multi-head", "outside")
    assert window.toast.text().startswith("saved.npz, read as 2 layers × 3 heads. Rows summed to 1.0040")
    qtbot.waitUntil(lambda: seen_tokens(window) == ("chien", "noir"))
    assert window.stage.result.keys == ("a", "b", "c", "d")
    action(window, "put_attention_away").trigger()
    assert window.store.state.source == "hand-built"
    assert not window.shelf.holds("outside")


def test_attention_that_cannot_be_shown_is_refused_in_the_window(window, qtbot, tmp_path):
    path = tmp_path / "scores.npz"
    np.savez(path, attention=np.full((2, 2), -1.0), tokens=["a", "b"])
    window.shelf.load_attention(path)
    wait(qtbot, window)
    assert window.shelf.card.isVisible()
    assert "scores.npz: a weight is negative" in window.shelf.card.accessibleDescription()


# --- the card by itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "scale"), [(1440, 1.0), (800, 2.0)])
def test_a_long_refusal_is_shown_whole(qtbot, qapp, width, scale):
    window = make_window(Options(BOARD, LabState(), font_scale=scale))
    qtbot.addWidget(window)
    window.resize(width, 600)
    window.show()
    words = "/home/somebody" + "/a/rather/long/path/to/the/folder/of/the/model" * 4 + " is cut short or damaged"
    card = window.shelf.card
    card.show_refusal(words)
    assert window.rect().contains(card.geometry())
    for label in (card.title, card.words):
        assert label.height() >= label.heightForWidth(label.width())
        parts = label.text().replace("\u200b", " ").split()
        assert max(label.fontMetrics().horizontalAdvance(part) for part in parts) <= label.width()
    assert card.button.geometry().bottom() <= card.height()


def test_a_shelf_can_be_used_without_a_board(qtbot, qapp):
    from PySide6.QtWidgets import QWidget

    widget = QWidget()
    qtbot.addWidget(widget)
    shelf = Shelf(Library(), widget)
    assert isinstance(shelf.card, OpeningCard)
    assert not shelf.holds("model")
    assert shelf.holds("hand-built")
    shelf.close()
