import csv
import io
import json
import os
import statistics
import subprocess
import sys

import pytest

from attnviz import cli
from attnviz.assets import resource
from attnviz.board.schema import FRAME_IDS
from attnviz.cli import main, options


def run(capsys, *words):
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize("frame", FRAME_IDS)
def test_numbers_are_json_for_every_frame(capsys, frame):
    code, out, err = run(capsys, "numbers", "--frame", frame)
    assert (code, err) == (0, "")
    assert isinstance(json.loads(out), dict)


@pytest.mark.parametrize("frame", FRAME_IDS)
def test_numbers_are_csv_for_every_frame(capsys, frame):
    code, out, _ = run(capsys, "numbers", "--frame", frame, "--format", "csv")
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert rows[0][0].startswith("# ")
    assert len(rows) > 2


def test_why_scale_numbers_have_the_promised_keys_and_values(capsys):
    _, out, _ = run(capsys, "numbers", "--frame", "why-scale", "--key-width", "256")
    numbers = json.loads(out)
    assert numbers["key_width"] == 256
    assert numbers["divisor"] == 16
    assert numbers["dots_sd"]["raw"] == pytest.approx(16, rel=0.03)
    assert numbers["dots_sd"]["divided"] == pytest.approx(1, rel=0.03)
    assert numbers["max_weight"]["raw"] == pytest.approx(0.932, abs=0.01)
    assert numbers["max_weight"]["divided"] == pytest.approx(0.321, abs=0.01)
    assert {"entropy_bits", "gradient"} <= set(numbers)
    curve = numbers["curve"]
    assert curve["key_width"] == [2**power for power in range(11)]
    assert len(curve["max_weight_raw"]) == len(curve["max_weight_divided"]) == 11


def test_multi_head_numbers_have_the_promised_keys_and_values(capsys):
    _, out, _ = run(capsys, "numbers", "--frame", "multi-head", "--heads", "4", "--key-width", "128")
    numbers = json.loads(out)
    assert (numbers["heads"], numbers["key_width"], numbers["model_width"]) == (4, 128, 512)
    assert numbers["source"] == "hand-built"
    assert len(numbers["tokens"]) == 10
    assert [len(numbers["weights"]), len(numbers["weights"][0]), len(numbers["weights"][0][0])] == [4, 10, 10]
    assert all(sum(row) == pytest.approx(1, abs=1e-6) for head in numbers["weights"] for row in head)
    assert len(numbers["jobs"]) == 4


def test_four_steps_numbers_hold_every_matrix_and_masked_scores_are_null(capsys):
    _, out, _ = run(capsys, "numbers", "--frame", "four-steps", "--causal")
    numbers = json.loads(out)
    names = {
        "x",
        "w_q",
        "w_k",
        "w_v",
        "q",
        "k",
        "v",
        "scores",
        "divided",
        "masked",
        "weights",
        "concat",
        "w_o",
        "output",
    }
    assert names <= set(numbers["steps"])
    masked = numbers["steps"]["masked"][0]
    assert [row.count(None) for row in masked] == [5, 4, 3, 2, 1, 0]


def test_the_components_of_why_scale_are_options(capsys):
    _, out, _ = run(capsys, "numbers", "--frame", "why-scale", "--component-spread", "2", "--correlated")
    numbers = json.loads(out)
    assert numbers["components"] == {"spread": 2, "correlated": True, "shared_variance": 0.25}
    assert numbers["dots_sd"]["raw"] == pytest.approx(numbers["dots_sd_as_drawn"]["raw"], rel=0.05)
    assert numbers["dots_sd_theory"]["raw"] == 8


@pytest.mark.parametrize(("key_width", "raw_is_stuck"), [(64, True), (4, False)])
def test_training_gives_the_final_losses_of_both_learners(capsys, key_width, raw_is_stuck):
    words = ["numbers", "--frame", "why-scale", "--train", "--steps", "400", "--seeds", "5", "--key-width"]
    code, out, err = run(capsys, *words, str(key_width))
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert (said["key_width"], said["rate"], said["optimizer"], said["steps"]) == (key_width, 0.5, "plain", 400)
    assert said["seeds"] == [11, 12, 13, 14, 15]
    assert said["divisor"] == {"raw": 1, "divided": key_width**0.5}
    losses = said["final_loss"]
    assert len(losses["raw"]) == len(losses["divided"]) == 5
    assert said["mean"]["raw"] == pytest.approx(statistics.mean(losses["raw"]))
    assert said["spread"]["divided"] == pytest.approx(statistics.stdev(losses["divided"]))
    assert max(losses["divided"]) < 0.01
    assert min(losses["raw"]) > 1 if raw_is_stuck else max(losses["raw"]) < 0.05
    assert "squared error of the looked-up value" in said["note"]


def test_training_takes_its_options_and_gives_csv(capsys):
    words = "numbers --frame why-scale --train --steps 3 --seeds 2 --seed 7 --rate 0.01 --optimizer adam --format csv"
    code, out, _ = run(capsys, *words.split())
    rows = list(csv.reader(io.StringIO(out)))
    assert code == 0
    assert rows[:2] == [["# Final losses"], ["seed", "raw", "divided"]]
    assert [row[0] for row in rows[2:6]] == ["7", "8", "mean", "standard deviation"]
    assert float(rows[4][1]) == pytest.approx((float(rows[2][1]) + float(rows[3][1])) / 2)
    assert {"rate": "0.01", "optimizer": "adam", "steps": "3"}.items() <= dict(row for row in rows[8:] if row).items()


@pytest.mark.parametrize(
    ("options", "best"),
    [("--jobs 2 --heads 1", 0.5), ("--jobs 3 --heads 2", 1 / 3), ("--jobs 4 --heads 4", 0), ("", 0.5)],
)
def test_training_heads_ends_at_the_best_error(capsys, options, best):
    code, out, err = run(capsys, *f"numbers --frame multi-head --train {options} --seeds 2".split())
    said = json.loads(out)
    assert (code, err) == (0, "")
    assert said["line"] == pytest.approx(best)
    assert said["mean"] == pytest.approx(best, abs=0.005)
    assert said["seeds"] == [11, 12]
    assert said["mean"] == pytest.approx(statistics.mean(said["final_error"]))
    assert (said["rate"], said["optimizer"], said["steps"], said["scores_see_values"]) == (0.05, "adam", 600, False)


def test_heads_that_see_values_end_below_the_line(capsys):
    words = "numbers --frame multi-head --train --jobs 2 --heads 1 --scores-see-values --seeds 2"
    said = json.loads(run(capsys, *words.split())[1])
    assert (said["line"], said["counted"]) == (0.5, 0.375)
    assert said["mean"] == pytest.approx(0.38, abs=0.01)


def test_training_heads_takes_its_options_and_gives_csv(capsys):
    words = "numbers --frame multi-head --train --jobs 3 --heads 5 --steps 3 --seeds 1 --seed 7 --rate 0.5 "
    code, out, _ = run(capsys, *f"{words} --optimizer plain --format csv".split())
    rows = [row for row in csv.reader(io.StringIO(out)) if row]
    assert code == 0
    assert rows[:2] == [["# Final errors"], ["seed", "error"]]
    assert [row[0] for row in rows[2:6]] == ["7", "mean", "standard deviation", "line"]
    done = {"jobs": "3", "heads": "5", "rate": "0.5", "optimizer": "plain", "steps": "3", "scores see values": "False"}
    assert done.items() <= dict(row for row in rows[7:]).items()


def test_heads_that_ran_away_are_said_to_have(capsys):
    words = "numbers --frame multi-head --train --jobs 2 --heads 8 --scores-see-values --rate 2 --optimizer plain"
    said = json.loads(run(capsys, *f"{words} --seeds 1".split())[1])
    assert said["final_error"] == [None]
    assert said["mean"] is None
    assert "ran away" in run(capsys, *f"{words} --seeds 1 --format csv".split())[1]


def test_a_training_that_is_given_up_ends_quietly(capsys, monkeypatch):
    from attnviz.experiments import final_losses

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(final_losses, "compute", interrupted)
    assert run(capsys, "numbers", "--frame", "why-scale", "--train") == (130, "", "")


@pytest.mark.parametrize(
    "tool",
    [
        "numbers --frame why-scale",
        "numbers --frame why-scale --train --steps 2 --seeds 1",
        "numbers --frame multi-head --train --steps 2 --seeds 1",
        "contents",
        "numbers --frame multi-head",
    ],
)
def test_the_tools_of_numbers_and_words_import_no_qt(tool):
    code = (
        f"import sys; from attnviz.cli import main; main({tool.split()!r}); "
        "bad = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'shiboken6', 'pyqtgraph', 'ziamath')]; "
        "sys.exit(f'imported {bad}' if bad else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("numbers --frame nowhere", "--frame nowhere: choose open, why-scale"),
        ("numbers --frame open --heads 3", "--heads 3: 512 does not divide by 3; choose 1, 2, 4, 8, 16 or 32"),
        ("numbers --frame open --heads 6", "512 does not divide by 6"),
        ("numbers --frame open --heads 7", "512 does not divide by 7"),
        ("numbers --frame open --heads 12", "512 does not divide by 12"),
        ("numbers --frame open --heads 0", "choose 1, 2, 4, 8, 16 or 32"),
        ("numbers --frame open --key-width 5000", "--key-width 5000: choose 1 to 1024"),
        ("numbers --frame open --key-width 6.5", "--key-width 6.5: type a whole number; choose 1 to 1024"),
        ("numbers --frame open --keys 1", "--keys 1: choose 2 to 64"),
        ("numbers --frame open --scale-exponent nan", "--scale-exponent nan: choose 0 to 1"),
        ("numbers --frame open --scale-exponent 2", "--scale-exponent 2.0: choose 0 to 1"),
        ("numbers --frame open --seed -1", "--seed -1: choose 0 to 2147483647"),
        ("numbers --frame open --source made-up", "--source made-up: choose hand-built or random"),
        ("numbers --frame open --component-spread 3", "--component-spread 3.0: choose 0.5, 1 or 2"),
        ("numbers --frame open --component-spread wide", "--component-spread wide: type a number; choose 0.5, 1 or 2"),
        ("numbers --frame open --train", "--train: choose --frame why-scale or multi-head; open trains nothing"),
        ("numbers --frame why-scale --seeds 3", "--seeds: goes with --train"),
        ("numbers --frame why-scale --rate 1", "--rate: goes with --train"),
        ("numbers --frame multi-head --jobs 2", "--jobs: goes with --train"),
        ("numbers --frame multi-head --scores-see-values", "--scores-see-values: goes with --train"),
        ("numbers --frame why-scale --train --jobs 2", "--jobs: goes with --frame multi-head"),
        ("numbers --frame why-scale --train --scores-see-values", "--scores-see-values: goes with --frame multi-head"),
        ("numbers --frame why-scale --train --heads 3", "--heads 3: 512 does not divide by 3; choose 1, 2, 4"),
        ("numbers --frame multi-head --heads 3", "--heads 3: 512 does not divide by 3; choose 1, 2, 4"),
        ("numbers --frame multi-head --train --jobs 5", "--jobs 5: choose 2 to 4"),
        ("numbers --frame multi-head --train --heads 9", "--heads 9: choose 1 to 8"),
        ("numbers --frame multi-head --train --heads one", "--heads one: type a whole number; choose 1 to 8"),
        ("numbers --frame multi-head --train --rate 3", "--rate 3: choose 0.001 to 2"),
        ("numbers --frame multi-head --train --optimizer sgd", "--optimizer sgd: choose plain, adam"),
        ("numbers --frame why-scale --train --steps 0", "--steps 0: choose 1 to 100000"),
        ("numbers --frame why-scale --train --steps 1.5", "--steps 1.5: type a whole number; choose 1 to 100000"),
        ("numbers --frame why-scale --train --seeds 101", "--seeds 101: choose 1 to 100"),
        ("numbers --frame why-scale --train --rate 3", "--rate 3.0: choose 0.001 to 2"),
        ("numbers --frame why-scale --train --rate inf", "--rate inf: choose 0.001 to 2"),
        ("numbers --frame why-scale --train --optimizer sgd", "--optimizer sgd: choose plain or adam"),
        ("numbers --frame open --format xml", "--format xml: choose json or csv"),
        ("snapshot a.png --theme pink", "--theme pink: choose light, dark, projector"),
        ("snapshot a.png --size 5", "--size 5: write WxH, such as 1440x900"),
        ("snapshot a.png --size 1x1", "--size 1x1: write WxH"),
        ("snapshot a.png --scale 9", "--scale 9: choose 1 to 4"),
        ("snapshot a.png --font-scale 0", "--font-scale 0: choose 0.8 to 2"),
        ("snapshot a.gif", "a.gif: end the file's name in .png or .pdf"),
        ("contents --format md", "--format md: choose text or json"),
    ],
)
def test_a_wrong_value_is_named_with_what_is_allowed_and_exits_2(capsys, words, said):
    code, out, err = run(capsys, *words.split())
    assert code == 2
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("sentence", "said"), [("", "The sentence is empty"), ("   ", "The sentence is empty"), ("word " * 65, "65 tokens")]
)
def test_a_sentence_that_does_not_fit_is_refused(capsys, sentence, said):
    code, _, err = run(capsys, "numbers", "--frame", "open", "--sentence", sentence)
    assert code == 2
    assert said in err


def test_an_unknown_option_exits_2_in_one_line(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["numbers", "--colour", "red"])
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_scale_is_exponent_zero(capsys):
    _, out, _ = run(capsys, "numbers", "--frame", "why-scale", "--no-scale")
    assert json.loads(out)["divisor"] == 1


def test_the_same_seed_gives_the_same_numbers_in_another_process():
    words = [sys.executable, "-m", "attnviz", "numbers", "--frame", "multi-head", "--source", "random", "--seed", "3"]
    outs = {
        subprocess.run(
            words, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": salt}
        ).stdout
        for salt in ("1", "2")
    }
    assert len(outs) == 1


def test_contents_holds_every_frame_and_its_live_words(capsys):
    _, out, _ = run(capsys, "contents")
    for word in ("Session 11", "Why scale", "Multi-head", "Four steps", "Glossary", "Check", "√d_k"):
        assert word in out
    _, as_json, _ = run(capsys, "contents", "--format", "json")
    assert json.loads(as_json)


@pytest.mark.parametrize("as_what", ["text", "json"])
def test_contents_for_students_hold_no_notes_and_no_answers(capsys, as_what):
    _, all_of_it, _ = run(capsys, "contents", "--format", as_what)
    _, theirs, _ = run(capsys, "contents", "--student", "--format", as_what)
    for word in ("Speaker notes", "Points: ", "Right: ", "Hint: ", "Read the sentence aloud"):
        assert word in all_of_it
        assert word not in theirs
    assert "how wide is each key, and why?" in theirs


def test_no_display_exits_2_and_says_what_to_do_instead(capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    code, _, err = run(capsys)
    assert code == 2
    assert "no display" in err
    assert "snapshot" in err


def test_a_bad_option_opens_the_window_with_the_default_and_tells(monkeypatch, capsys):
    from attnviz import app, doctor

    asked: list[app.Options] = []

    def launch(options: app.Options) -> int:
        asked.append(options)
        return 0

    monkeypatch.setattr(doctor, "display_problem", lambda: None)
    monkeypatch.setattr(app, "launch", launch)
    code, _, err = run(capsys, "--heads", "7", "--key-width", "32", "--theme", "pink", "--frame", "check")
    assert code == 0
    (options,) = asked
    assert (options.state.heads, options.state.key_width) == (8, 32)
    assert (options.theme, options.frame) == (None, "check")
    assert len(options.problems) == 2
    assert "--heads 7" in err
    assert "--theme pink" in err


@pytest.mark.parametrize("tool", ["", *cli.TOOLS])
def test_help_names_every_option(capsys, tool):
    with pytest.raises(SystemExit) as stop:
        main([*tool.split(), "--help"])
    assert stop.value.code == 0
    assert "usage: attnviz" in capsys.readouterr().out


def test_themes_of_the_command_line_are_those_of_the_window():
    from attnviz.ui.theme import THEMES

    assert set(options.THEMES) == set(THEMES)


def test_a_board_of_ones_own_is_read_and_its_words_are_shown(capsys, tmp_path):
    text = resource("boards", "session11.board.toml").read_text(encoding="utf-8")
    own = tmp_path / "my own.board.toml"
    own.write_text(text.replace("Session 11", "Lektion 7"), encoding="utf-8")
    code, out, _ = run(capsys, "contents", "--board", str(own))
    assert code == 0
    assert "Lektion 7" in out
    code, out, _ = run(capsys, "check", str(own))
    assert code == 0
    assert "no problems" in out


@pytest.mark.parametrize(
    ("good", "bad"), [("attnviz_board = 1", "attnviz_board = 99"), ("[board]", "[baord]"), ('id = "open"', "")]
)
def test_a_broken_board_is_named_with_what_is_wrong(capsys, tmp_path, good, bad):
    text = resource("boards", "session11.board.toml").read_text(encoding="utf-8")
    own = tmp_path / "broken.board.toml"
    own.write_text(text.replace(good, bad, 1), encoding="utf-8")
    code, out, _ = run(capsys, "check", str(own))
    assert code == 1
    assert "broken.board.toml" in out
    code, _, err = run(capsys, "numbers", "--frame", "open", "--board", str(own))
    assert code == 2
    assert "broken.board.toml" in err


def test_what_is_wrong_with_questions_is_told_with_its_line(capsys, tmp_path):
    text = resource("boards", "session11.board.toml").read_text(encoding="utf-8")
    own = tmp_path / "mine.board.toml"
    text = text.replace("given == width / 2", "given == sqrt(width)", 1).replace("by ** 2'''", "by ** 9'''", 1)
    own.write_text(text, encoding="utf-8")
    code, out, _ = run(capsys, "check", str(own))
    assert code == 1
    wrong, goal = (text[: text.index(part)].count("\n") + 1 for part in ("given == sqrt(width)", "by ** 9"))
    assert f"{own}:{wrong}: question[4].wrong[2].when: given == sqrt(width) also fits the right answer, 4" in out
    assert f"{own}:{goal}: question[12].goal: cannot be reached" in out


def test_a_class_shares_its_quiz_by_a_seed(capsys):
    def asked(*words):
        code, out, _ = run(capsys, "numbers", "--frame", "check", *words)
        assert code == 0
        found = json.loads(out)
        return found["seed"], found["quiz"]

    assert asked("--quiz-seed", "7") == asked("--quiz-seed", "7", "--seed", "3") == asked("--seed", "7")
    assert asked("--quiz-seed", "8")[1] != asked("--quiz-seed", "7")[1]
    code, _, err = run(capsys, "numbers", "--frame", "check", "--quiz-seed", "x")
    assert code == 2
    assert "--quiz-seed x" in err


def test_a_missing_board_file_is_named(capsys):
    code, out, _ = run(capsys, "check", "nowhere.toml")
    assert code == 1
    assert "nowhere.toml" in out


def test_an_argument_that_is_no_text_is_refused_in_words():
    done = subprocess.run(
        [sys.executable, "-m", "attnviz", "numbers", "--frame", b"\xff"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "--frame" in done.stderr


def test_an_empty_name_is_no_board(capsys):
    code, out, _ = run(capsys, "check", "")
    assert code == 1
    assert "no problems" not in out


def test_a_full_disk_behind_the_output_is_said(capfd, monkeypatch):
    class FullDisk(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            return 1

    monkeypatch.setattr(sys, "stdout", FullDisk())
    monkeypatch.setattr(os, "dup2", lambda *_: 0)
    assert main(["numbers", "--frame", "open"]) == 1
    assert "No space left on device" in capfd.readouterr().err


def test_the_lesson_is_copied_to_be_made_ones_own_and_nothing_is_overwritten(capsys, tmp_path):
    path = tmp_path / "my own.board.toml"
    code, out, _ = run(capsys, "board", str(path))
    assert code == 0
    assert str(path) in out
    assert path.read_bytes() == resource("boards", "session11.board.toml").read_bytes()
    path.write_text("mine")
    code, _, err = run(capsys, "board", str(path))
    assert code == 2
    assert "is there already" in err
    assert path.read_text() == "mine"
    code, _, err = run(capsys, "board", str(tmp_path / "nowhere" / "a.toml"))
    assert code == 2
    assert "nowhere" in err
