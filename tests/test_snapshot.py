import os
import subprocess
import sys

import pytest


def attnviz(*words, cwd):
    env = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run(
        [sys.executable, "-m", "attnviz", *words], capture_output=True, text=True, check=False, cwd=cwd, env=env
    )


def size_of_png(path):
    header = path.read_bytes()[:24]
    assert header[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(header[16:20], "big"), int.from_bytes(header[20:24], "big")


def test_a_picture_of_one_frame_at_scale_2_into_a_folder_with_spaces(tmp_path):
    folder = tmp_path / "my pictures"
    folder.mkdir()
    done = attnviz("snapshot", "why.png", "--frame", "why-scale", "--size", "1024x768", "--scale", "2", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert size_of_png(folder / "why.png") == (2048, 1536)


def test_all_frames_become_six_pictures(tmp_path):
    done = attnviz("snapshot", "out", "--all", "--size", "800x600", "--theme", "dark", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    names = ["1-open", "2-why-scale", "3-multi-head", "4-four-steps", "5-glossary", "6-check"]
    assert sorted(path.stem for path in (tmp_path / "out").iterdir()) == names
    assert done.stdout.split("\n")[:-1] == [os.path.join("out", f"{name}.png") for name in names]


def test_a_pdf_has_a_page_for_each_frame_and_its_text_stays_text(tmp_path):
    done = attnviz("snapshot", "board.pdf", "--all", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    pdf = (tmp_path / "board.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.")
    assert pdf.count(b"/Type /Page\n") == 6
    assert pdf.count(b"/FontFile") >= 1


def test_a_folder_that_does_not_exist_is_named(tmp_path):
    done = attnviz("snapshot", "nowhere/a.png", cwd=tmp_path)
    assert done.returncode == 1
    assert "nowhere" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_every_theme_draws_without_a_word_of_complaint(tmp_path, theme):
    done = attnviz("snapshot", "a.png", "--theme", theme, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "a.png\n", "")


def test_a_picture_that_cannot_be_written_whole_is_not_written(tmp_path, qapp, monkeypatch):
    from PySide6.QtCore import QSaveFile
    from PySide6.QtWidgets import QLabel

    from attnviz.ui.export import save_pdf, save_png

    class FullDisk(QSaveFile):
        def write(self, data):
            return super().write(data[:100])

    monkeypatch.setattr("attnviz.ui.export.QSaveFile", FullDisk)
    label = QLabel("words")
    for save, name in ((save_pdf, "a.pdf"), (save_png, "a.png")):
        path = tmp_path / name
        path.write_bytes(b"what was there before")
        with pytest.raises(OSError, match=name):
            save(label, path)
        assert path.read_bytes() == b"what was there before"
    label.deleteLater()
