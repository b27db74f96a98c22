"""`--model` and `--attention` at the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from attnviz import cli
from tests.core.models.checkpoints import CONFIG, random_tensors, write_checkpoint
from tests.core.test_outside import Tensor

TOOLS = [("numbers", "--frame", "multi-head"), ("contents",), ("snapshot", "out.png")]


@pytest.fixture
def folder(tmp_path):
    return write_checkpoint(tmp_path / "tiny", CONFIG, random_tensors(CONFIG))


@pytest.fixture
def crossing(tmp_path):
    """A file of cross attention: two French words ask three English ones."""
    path = tmp_path / "cross.npz"
    np.savez(
        path,
        attention=np.array([[0.5, 0.25, 0.25], [0.1, 0.2, 0.7]]),
        tokens=["chien", "noir"],
        key_tokens=["a", "black", "dog"],
    )
    return path


@pytest.fixture
def launched(monkeypatch):
    """The options that a window would be opened with."""
    asked = []

    def launch(options):
        asked.append(options)
        return 0

    monkeypatch.setattr("attnviz.app.launch", launch)
    monkeypatch.setattr("attnviz.doctor.display_problem", lambda: None)
    return asked


def run(capsys, *words):
    code = cli.main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def numbers(capsys, *words):
    code, out, err = run(capsys, "numbers", "--frame", "multi-head", *words)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_numbers_run_the_model_on_the_sentence(capsys, folder):
    made = numbers(capsys, "--model", str(folder), "--sentence", "the dog was hungry")
    assert made["source"] == "model"
    assert made["tokens"] == ["[CLS]", "the", "dog", "was", "hungry", "[SEP]"]
    assert (made["layers"], made["heads"]) == (2, 3)
    assert np.sum(made["weights"], axis=-1) == pytest.approx(1, abs=1e-6)


def test_numbers_hold_cross_attention_as_it_was_saved(capsys, crossing):
    made = numbers(capsys, "--attention", str(crossing))
    assert (made["source"], made["tokens"], made["key_tokens"]) == ("outside", ["chien", "noir"], ["a", "black", "dog"])
    assert made["weights"][0][1] == pytest.approx([0.1, 0.2, 0.7])


def test_the_live_words_are_those_of_the_model(capsys, folder):
    code, out, err = run(capsys, "contents", "--model", str(folder), "--sentence", "the dog was hungry")
    assert (code, err) == (0, "")
    assert "layer 1 head 1" in out


def test_a_source_that_is_named_is_kept(capsys, folder, crossing):
    both = ("--model", str(folder), "--attention", str(crossing))
    assert numbers(capsys, *both)["source"] == "model"
    assert numbers(capsys, *both, "--source", "outside")["source"] == "outside"
    assert numbers(capsys, *both, "--source", "random")["source"] == "random"


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--model", "nowhere"), "--model: nowhere: there is no such folder"),
        (("--attention", "nowhere.npz"), "--attention: nowhere.npz: there is no such file"),
        (("--source", "model"), "--source model: say where from with --model DIR"),
        (("--source", "outside"), "--source outside: say where from with --attention FILE"),
    ],
)
def test_what_cannot_be_opened_ends_a_tool_with_2_and_its_reason(capsys, tmp_path, monkeypatch, tool, words, said):
    monkeypatch.chdir(tmp_path)
    assert run(capsys, *tool, *words) == (2, "", f"attnviz {tool[0]}: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_the_missing_extra_is_named_with_the_command_that_brings_it(capsys, folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "safetensors", None)  # as if it were not installed
    code, _, err = run(capsys, "numbers", "--frame", "multi-head", "--model", str(folder))
    assert code == 2
    assert "needs the package safetensors: python -m pip install 'attnviz[models]'" in err


def test_numbers_of_a_model_need_no_qt(folder):
    script = (
        "import sys, attnviz.cli; code = attnviz.cli.main(sys.argv[1:]); "
        "sys.exit(code or any(name.startswith(('PySide6', 'pyqtgraph')) for name in sys.modules))"
    )
    words = ["numbers", "--frame", "multi-head", "--model", str(folder)]
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_window_opens_the_model_by_itself_and_has_the_attention_at_once(capsys, folder, crossing, launched):
    assert run(capsys, "--model", str(folder)) == (0, "", "")
    assert run(capsys, "--attention", str(crossing)) == (0, "", "")
    assert run(capsys, "--attention", str(crossing), "--frame", "open", "--source", "random") == (0, "", "")
    with_model, with_attention, elsewhere = launched
    assert (with_model.model, with_model.state.source, with_model.frame) == (folder, "model", "multi-head")
    assert (with_attention.state.source, with_attention.frame) == ("outside", "multi-head")
    assert with_attention.board.library.outside.given.crosses
    assert (elsewhere.state.source, elsewhere.frame) == ("random", "open")


def test_the_window_opens_all_the_same_when_attention_cannot_be_read(capsys, tmp_path, launched):
    path = tmp_path / "bad.npz"
    np.savez(path, attention=np.full((2, 2), 0.7), tokens=["a", "b"])
    code, _, err = run(capsys, "--attention", str(path))
    assert code == 0
    assert err == f"attnviz: {launched[0].problems[0]}\n"
    assert "must sum to 1, not 1.4" in err
    assert launched[0].state.source == "hand-built"
    assert launched[0].frame is None


def test_the_window_says_what_a_source_needs(capsys, launched):
    code, _, err = run(capsys, "--source", "model")
    assert code == 0
    assert err == "attnviz: --source model: say where from with --model DIR\n"
    assert launched[0].state.source == "hand-built"


def test_the_three_lines_of_the_readme_save_what_a_hugging_face_model_returns(capsys, tmp_path, monkeypatch):
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    lines = next(block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "np.savez" in block)
    assert len(lines.splitlines()) == 3
    layers = tuple(Tensor(np.full((1, 4, 2, 2), 0.5, np.float16)) for _ in range(3))
    tokenizer = SimpleNamespace(convert_ids_to_tokens={(7, 8): ["hello", "world"]}.__getitem__)
    monkeypatch.chdir(tmp_path)
    exec(lines, {
        "np": np, "tokenizer": tokenizer, "inputs": {"input_ids": [(7, 8)]},
        "outputs": SimpleNamespace(attentions=layers),
    })  # fmt: skip
    made = numbers(capsys, "--attention", "mine.npz")
    assert (made["layers"], made["heads"], made["tokens"]) == (3, 4, ["hello", "world"])


CLOSE_SOON = """
import sys
from PySide6.QtCore import QTimer
import attnviz.app, attnviz.cli

def make_and_close_soon(*arguments, make=attnviz.app.make_window):
    window = make(*arguments)
    def look():
        if not window.shelf.loader.busy:
            card, state = window.shelf.card, window.store.state
            print(window.stage.frame_id, state.source, card.accessibleDescription() if card.isVisible() else "")
            window.close()
    timer = QTimer(window, interval=100)
    timer.timeout.connect(look)
    timer.start()
    return window

attnviz.app.make_window = make_and_close_soon
sys.exit(attnviz.cli.main(sys.argv[1:]))
"""


def launch(tmp_path, *words):
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "APPDATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", CLOSE_SOON, *words],
        env=os.environ | home, capture_output=True, text=True, timeout=50, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_model_named_at_the_command_line_is_open_soon_after_the_window(tmp_path, folder):
    assert launch(tmp_path, "--model", str(folder)) == (0, "multi-head model \n", "")
    assert launch(tmp_path, "--model", str(folder), "--frame", "open") == (0, "open model \n", "")


def test_the_window_opens_all_the_same_when_the_model_cannot_be_opened(tmp_path, folder):
    (folder / "config.json").unlink()
    words = f"{folder / 'config.json'} is missing: choose the folder of a checkpoint"
    assert launch(tmp_path, "--model", str(folder)) == (0, f"multi-head hand-built {words}\n", f"attnviz: {words}\n")


def test_a_snapshot_shows_what_the_model_reads(tmp_path, folder):
    words = ("--frame", "multi-head", "--sentence", "the dog was hungry", "--size", "800x600")
    pictures = []
    for name, source in (("model", ("--model", str(folder))), ("built", ())):
        path = tmp_path / f"{name}.png"
        command = [sys.executable, "-m", "attnviz", "snapshot", str(path), *words, *source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (0, f"{path}\n", "")
        pictures.append(path.read_bytes())
    assert pictures[0] != pictures[1]
