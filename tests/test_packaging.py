"""A wheel, built and installed without a network into a folder with spaces, works from any other folder."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import attnviz
from attnviz.doctor import FONTS

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"


def run(*command: str | Path, cwd: Path, status: int = 0, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a stranger would: no display, no Python path, nothing of the checkout in sight."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHON", "VIRTUAL_ENV", "QT_", "PYQTGRAPH")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    done = subprocess.run(
        command, cwd=cwd, env=environment | {"PYTHONIOENCODING": "utf-8"} | variables, stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == status, f"{command} gave {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist of the checkout, and the wheel that is built from that sdist (and so from nothing else)."""
    out = tmp_path_factory.mktemp("built from")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", out, cwd=ROOT)
    (sdist,) = out.glob("*.tar.gz")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", out, sdist, cwd=out)
    (wheel,) = out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment in a path with spaces, with the wheel in it; what attnviz needs is lent by our own."""
    folder = tmp_path_factory.mktemp("a place with spaces") / "the environment"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=ROOT)
    python = folder / SCRIPTS / "python"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", built[1], cwd=folder)
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", code, cwd=folder).stdout.strip())
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder


def attnviz_in(
    environment: Path, *arguments: str | Path, cwd: Path, status: int = 0
) -> subprocess.CompletedProcess[str]:
    return run(environment / SCRIPTS / "attnviz", *arguments, cwd=cwd, status=status)


def test_the_version_has_one_source():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project
    assert re.fullmatch(r"\d+\.\d+\.\d+", attnviz.__version__)


def test_the_changelog_tells_of_this_version():
    assert f"## [{attnviz.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_wheel_has_every_module_and_resource(built):
    with zipfile.ZipFile(built[1]) as wheel:
        names = set(wheel.namelist())
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "attnviz").rglob("*.py")}
    resources = {
        f"attnviz/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "resources").rglob("*") if path.is_file()
    }
    assert modules | resources == {name for name in names if name.startswith("attnviz/")}
    assert {f"attnviz/resources/fonts/{name}" for name in FONTS} <= names
    assert f"attnviz-{attnviz.__version__}.dist-info/licenses/resources/fonts/LICENSE-Inter.txt" in names


def test_the_sdist_can_be_tested_where_it_is_unpacked(built):
    with tarfile.open(built[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"pyproject.toml", "Makefile", "scripts/setup.sh", "tests/conftest.py", "LICENSE", "README.md"} <= names
    assert not any(name.startswith((".venv", "pictures", ".git/")) for name in names)


def test_resources_come_from_the_wheel(installed, tmp_path):
    code = "from attnviz.assets import resource; print(resource('fonts', 'Inter-Regular.otf'))"
    path = Path(run(installed / SCRIPTS / "python", "-c", code, cwd=tmp_path).stdout.strip())
    assert path.is_relative_to(installed.resolve())
    assert path.parts[-4:-1] == ("attnviz", "resources", "fonts")


def test_the_words_of_the_board_are_printed_from_any_folder(installed, tmp_path):
    text = attnviz_in(installed, "contents", cwd=tmp_path).stdout
    assert "Scaling and multi-head attention" in text
    assert "saturation" in text.lower()


def test_the_numbers_are_printed_from_any_folder(installed, tmp_path):
    out = attnviz_in(installed, "numbers", "--frame", "why-scale", "--key-width", "256", cwd=tmp_path).stdout
    numbers = json.loads(out)
    assert numbers["key_width"] == 256
    assert numbers["divisor"] == 16.0
    assert numbers["max_weight"]["raw"] > 0.9 > 0.4 > numbers["max_weight"]["divided"]


def test_a_picture_is_drawn_without_a_display(installed, tmp_path):
    picture = tmp_path / "a folder" / "check.png"
    picture.parent.mkdir()
    attnviz_in(installed, "snapshot", picture, "--frame", "check", cwd=tmp_path)
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.stat().st_size > 10_000


@pytest.mark.may_skip("other systems always have a display")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is always a display here")
def test_without_a_display_the_window_is_refused_in_words(installed, tmp_path):
    said = attnviz_in(installed, cwd=tmp_path, status=2).stderr
    assert "There is no display" in said
    assert "Traceback" not in said


def test_python_m_attnviz_is_the_same_program(installed, tmp_path):
    said = run(installed / SCRIPTS / "python", "-m", "attnviz", "--version", cwd=tmp_path).stdout
    assert said.strip() == f"attnviz {attnviz.__version__}"
