import re
import shutil
import sys
import tomllib
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from attnviz import display, doctor
from attnviz.assets import font_files

ROOT = Path(__file__).resolve().parents[1]

linux = sys.platform.startswith("linux")
only_linux = pytest.mark.skipif(not linux, reason="X11 and Wayland are Linux matters")
pytestmark = [] if linux else [pytest.mark.may_skip("other systems always have a display")]


@pytest.fixture
def environment(monkeypatch):
    """Set the variables that name a window system; those not given are unset."""

    def set_to(**values):
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_SESSION_TYPE", "XDG_RUNTIME_DIR"):
            monkeypatch.delenv(name, raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return set_to


def by_name():
    return {check.name: check for check in doctor.checks()}


@only_linux
def test_no_display_is_said_with_a_way_out(environment):
    environment()
    problem = doctor.display_problem()
    assert problem is not None
    assert "neither DISPLAY nor WAYLAND_DISPLAY is set" in problem
    assert "attnviz snapshot" in problem


@only_linux
@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"DISPLAY": ":7654"}, "DISPLAY=:7654"),
        ({"WAYLAND_DISPLAY": "wayland-7654", "XDG_RUNTIME_DIR": "/nowhere"}, "WAYLAND_DISPLAY=wayland-7654"),
        ({"QT_QPA_PLATFORM": "xcb"}, "DISPLAY=(not set)"),
    ],
)
def test_a_display_that_nobody_answers_at_is_named(environment, values, named):
    environment(**values)
    problem = doctor.display_problem()
    assert problem is not None
    assert f"nothing answers at {named}." in problem


@only_linux
def test_qt_platforms_without_windows_are_no_problem(environment):
    environment(QT_QPA_PLATFORM="offscreen:configfile=screens.json")
    assert doctor.display_problem() is None


@only_linux
@pytest.mark.parametrize(
    ("values", "order"),
    [
        ({}, ()),
        ({"DISPLAY": ":0"}, ("xcb",)),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, ("xcb", "wayland")),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w", "XDG_SESSION_TYPE": "wayland"}, ("wayland", "xcb")),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "wayland;xcb:x=1"}, ("wayland", "xcb")),
    ],
)
def test_window_systems_are_tried_in_the_order_of_qt(environment, values, order):
    environment(**values)
    assert display.window_systems() == order


@only_linux
def test_one_window_system_that_works_is_enough(environment, monkeypatch):
    environment(DISPLAY=":0", WAYLAND_DISPLAY="w")
    monkeypatch.setattr(display, "_x11_answers", lambda: False)
    monkeypatch.setattr(display, "_wayland_answers", lambda: True)
    monkeypatch.setattr(display, "_missing_library", lambda name: "")
    assert doctor.display_problem() is None
    assert display.window_checks()[0].detail == "WAYLAND_DISPLAY=w"


@only_linux
def test_missing_libraries_are_named_with_their_packages(environment, monkeypatch):
    environment(DISPLAY=":0")
    absent = {"libxcb-cursor.so.0", "libxcb-icccm.so.4"}
    monkeypatch.setattr(display, "_x11_answers", lambda: True)
    monkeypatch.setattr(
        display,
        "_missing_library",
        lambda name: name if name in absent else "libxcb-icccm.so.4" * name.endswith("xcb.so"),
    )
    problem = doctor.display_problem()
    assert problem is not None
    assert "without libxcb-cursor.so.0, libxcb-icccm.so.4." in problem
    assert "apt-get install libxcb-cursor0 libxcb-icccm4" in problem


@only_linux
def test_a_library_that_the_loader_cannot_find_is_read_from_its_message():
    assert display._missing_library("libnowhere-7.so.3") == "libnowhere-7.so.3"
    assert display._missing_library("libc.so.6") == ""


def test_a_library_of_no_known_package_is_still_named():
    assert display.library_cure(("libnew.so.9",)) == "Install the package that has libnew.so.9."


def test_other_systems_always_have_a_display(environment, monkeypatch):
    environment()
    for name in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", name)
        assert display.display_problem() is None


@only_linux
def test_the_listed_libraries_are_those_that_the_plug_ins_ask_for():
    """Whatever Qt's window plug-ins need beyond the C library is listed, so that set-up and doctor can name it."""
    import PySide6

    everywhere = ("libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux", "libpthread.", "libdl.", "librt.")
    qt = Path(PySide6.__file__).parent / "Qt"
    files = [qt / "plugins/platforms" / f"libq{name}.so" for name in ("xcb", "wayland", "offscreen")]
    files += [qt / "lib" / f"libQt6{name}.so.6" for name in ("Gui", "Widgets", "DBus", "XcbQpa", "WaylandClient")]
    wanted = {name for file in files for name in needed(file)}
    wanted = {name for name in wanted if not name.startswith(everywhere) and not (qt / "lib" / name).exists()}
    listed = {library for library, _, _ in display.system_libraries()}
    assert wanted - listed <= {"libz.so.1"}  # a package that no Debian lacks
    assert {"libxcb-cursor.so.0", "libEGL.so.1"} <= wanted


def needed(file: Path) -> set[str]:
    """Every shared-library name in the strings of an ELF file: a superset of NEEDED, good enough without readelf."""
    return {match.decode() for match in re.findall(rb"(?<=\0)lib[A-Za-z0-9_+-]+\.so\.\d+(?=\0)", file.read_bytes())}


def test_all_is_well_where_the_tests_run():
    wrong = [check for check in doctor.checks() if not check.ok]
    assert wrong == []
    assert by_name()["screens"].detail == "screen 800×800 at 1×"


def test_the_report_shows_the_cure_of_what_is_missing(environment, monkeypatch, capsys):
    monkeypatch.setattr(
        doctor, "window_checks", lambda: (doctor.Check("display", False, "None here.", "Get one.\nOr two."),)
    )
    assert doctor.report() == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["missing", "display", "None", "here."]
    assert [line.strip() for line in lines[1:3]] == ["→ Get one.", "→ Or two."]
    assert lines[-1] == "Missing: display."


def test_the_report_is_0_when_nothing_is_missing(capsys):
    assert doctor.report() == 0
    assert capsys.readouterr().out.endswith("Everything that attnviz needs is here.\n")


def test_screens_survive_an_abort_of_qt(monkeypatch):
    monkeypatch.setattr(
        doctor, "_LIST_SCREENS", "import os, sys; print('boom', file=sys.stderr, flush=True); os.abort()"
    )
    check = doctor._screens()
    assert not check.ok
    assert check.detail == "Qt cannot list the screens: boom"


@pytest.mark.parametrize(
    ("package", "version", "ok"),
    [
        ("PySide6-Essentials", "6.10.1", True),
        ("PySide6-Essentials", "6.10.0", False),
        ("PySide6-Essentials", "6.11.0", False),
        ("PySide6-Essentials", "6.12.0", False),
        ("pyqtgraph", "0.13.7", False),
        ("pyqtgraph", "0.14.3", True),
        ("numpy", "1.26.4", False),
        ("numpy", "3.0.0", True),
        ("ziamath", "0.13", True),
        ("ziamath", "0.14", False),
    ],
)
def test_versions_are_held_against_the_pins(monkeypatch, package, version, ok):
    monkeypatch.setattr("importlib.metadata.version", lambda name: version)
    check = doctor._package(package, *doctor.PINS[package])
    assert check.ok is ok
    assert version in check.detail


def test_the_version_that_aborts_on_python_3_11_is_called_by_its_fault(monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: "6.12.0")
    monkeypatch.setattr(sys, "version_info", (3, 11, 7))
    assert "aborts on Python 3.11" in doctor._package("PySide6-Essentials", *doctor.PINS["PySide6-Essentials"]).detail


def test_a_missing_package_is_said_with_the_pip_command():
    check = doctor._package("attnviz-no-such-package", (1, 2), (2,))
    assert (check.ok, check.cure) == (False, 'pip install "attnviz-no-such-package>=1.2,<2"')


def test_the_pins_are_those_of_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == [
        "PySide6-Essentials>=6.10.1,<6.11",
        "pyqtgraph==0.14.*",
        "numpy>=2",
        "ziamath==0.13",
    ]
    assert doctor.PINS == {
        "PySide6-Essentials": ((6, 10, 1), (6, 11)),
        "pyqtgraph": ((0, 14), (0, 15)),
        "numpy": ((2,), None),
        "ziamath": ((0, 13), (0, 13, 1)),
    }


def test_the_bundled_fonts_are_those_that_doctor_looks_for():
    assert {path.name for path in font_files()} == set(doctor.FONTS)


def test_a_lost_font_is_named(monkeypatch):
    monkeypatch.setattr(doctor, "font_files", lambda: tuple(path for path in font_files() if "Italic" not in path.name))
    check = doctor._fonts()
    assert not check.ok
    assert "Inter-Italic.otf" in check.detail


@only_linux
def test_a_server_that_was_just_resetting_is_asked_again(monkeypatch):
    xcb = MagicMock()
    xcb.xcb_connect.return_value = 1
    xcb.xcb_connection_has_error.side_effect = [1, 0]
    monkeypatch.setattr("ctypes.CDLL", lambda name: xcb)
    assert display._x11_answers()
    assert xcb.xcb_connect.call_count == 2
    assert xcb.xcb_disconnect.call_count == 1  # the refused one; the other is kept, so that the server stays up


@pytest.mark.may_skip("Xvfb is a system package, which set-up may not have been allowed to install")
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="no Xvfb here")
def test_on_a_real_x_server_the_screens_are_found(environment, x_server):
    environment(DISPLAY=x_server)
    assert doctor.display_problem() is None
    assert by_name()["screens"].detail == "screen 1024×768 at 1×"
