from PySide6.QtCore import QByteArray

from attnviz.ui.settings import Remembered, Settings

FRAMES = ("open", "check")


def test_what_is_saved_comes_back(ini_path, qapp):
    kept = Remembered("dark", 1.2, "check", "reduced", False, QByteArray(b"abc"))
    Settings(ini_path).save(kept)
    loaded, problems = Settings(ini_path).load(FRAMES)
    assert problems == []
    assert loaded == kept


def test_a_missing_file_gives_the_defaults_in_silence(ini_path, qapp):
    assert Settings(ini_path).load(FRAMES) == (Remembered(), [])


def test_wrong_values_are_named_with_their_file_and_the_rest_is_kept(ini_path, qapp):
    ini_path.write_text("[General]\ntheme=drak\nfont_scale=nine\nframe=check\nglossary=false\n")
    loaded, problems = Settings(ini_path).load(FRAMES)
    assert loaded == Remembered(frame="check", glossary=False)
    assert len(problems) == 2
    assert all(str(ini_path) in problem for problem in problems)
    assert "'drak'" in problems[0]
    assert "light, dark, projector" in problems[0]
    assert "'nine'" in problems[1]


def test_a_number_out_of_range_or_not_a_number_is_refused(ini_path, qapp):
    for text in ("0.1", "9", "nan"):
        ini_path.write_text(f"[General]\nfont_scale={text}\n")
        loaded, problems = Settings(ini_path).load(FRAMES)
        assert loaded.font_scale == 1.0
        assert len(problems) == 1


def test_a_file_of_noise_does_no_harm(ini_path, qapp):
    ini_path.write_bytes(bytes(range(256)) * 20)
    loaded, _ = Settings(ini_path).load(FRAMES)
    assert loaded == Remembered()


def test_other_entries_of_the_file_survive_a_save(ini_path, qapp):
    ini_path.write_text("[General]\nsomebody_elses=7\n")
    Settings(ini_path).save(Remembered())
    assert "somebody_elses=7" in ini_path.read_text()
