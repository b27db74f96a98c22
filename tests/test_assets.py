import re
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QImage, QPainter, QRawFont
from PySide6.QtSvg import QSvgRenderer

from attnviz import assets
from attnviz.assets import font_files, resource

SIGNS = "QKᵀ⊕√ₖ½∂∞−α×·→₀₁₂₃∈≤≥≈∑Σ‖…⋯✓✕▶◀●○∝ℝ²³¼“”’–"


def test_a_resource_is_a_path_that_exists():
    assert resource("icons", "attnviz.svg").read_text(encoding="utf-8").startswith("<svg")
    assert resource("fonts").is_dir()


def test_a_missing_resource_is_named_with_the_places_looked_in():
    with pytest.raises(FileNotFoundError, match=re.escape("resources/boards/nowhere.toml")) as caught:
        resource("boards", "nowhere.toml")
    assert str(Path(assets.__file__).parent / "resources") in str(caught.value)


def test_the_copy_inside_the_package_wins(tmp_path, monkeypatch):
    inside, beside = tmp_path / "in a wheel", tmp_path / "in a checkout"
    for place in (inside, beside):
        place.mkdir()
        (place / "x.txt").write_text(place.name)
    (beside / "y.txt").write_text("only here")
    monkeypatch.setattr(assets, "_PLACES", (inside, beside))
    assert resource("x.txt").read_text() == "in a wheel"
    assert resource("y.txt").read_text() == "only here"


def test_every_font_comes_with_its_license():
    names = {path.name for path in resource("fonts").iterdir()}
    assert {"LICENSE-Inter.txt", "LICENSE-DejaVu.txt"} <= names
    assert {path.name.split("-")[0].removesuffix(".ttf") for path in font_files()} == {"Inter", "DejaVuSans"}


def test_the_fonts_are_small_enough_to_ship():
    assert sum(path.stat().st_size for path in font_files()) < 2_500_000


def test_inter_has_the_weights_that_the_type_scale_uses(qapp):
    assert {"Regular", "Medium", "Semi Bold", "Bold", "Italic"} <= set(QFontDatabase.styles("Inter"))


def test_every_sign_has_a_glyph_in_one_of_the_two_families(qapp):
    fonts = [QRawFont(str(resource("fonts", name)), 20) for name in ("Inter-Regular.otf", "DejaVuSans.ttf")]
    assert all(font.isValid() for font in fonts)
    assert [sign for sign in SIGNS if not any(font.supportsCharacter(ord(sign)) for font in fonts)] == []


def test_the_icon_has_ink_and_its_png_is_of_the_same_picture(qapp):
    png = QImage(str(resource("icons", "attnviz.png"))).convertToFormat(QImage.Format.Format_ARGB32)
    svg = QImage(png.size(), QImage.Format.Format_ARGB32)
    svg.fill(0)
    painter = QPainter(svg)
    QSvgRenderer(str(resource("icons", "attnviz.svg"))).render(painter)
    painter.end()
    for x, y, color in ((60, 188, "#1d2733"), (128, 54, "#0072b2"), (128, 240, "#fbfaf7")):
        assert png.pixelColor(x, y).name() == svg.pixelColor(x, y).name() == color
