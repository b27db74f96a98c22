import pytest

from attnviz.ui.theme import HEADS_ON_DARK, HEADS_ON_LIGHT, THEMES, contrast, look_for, palette

ALL = sorted(THEMES)


def test_contrast_is_the_ratio_of_wcag():
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("ground", ["ground", "card", "chosen"])
def test_every_text_color_meets_its_themes_ratio_on_every_ground(name, ground):
    theme = THEMES[name]
    least = 9.0 if name == "projector" else 4.5
    assert theme.text_ratio == least
    roles = [r for r in theme.__slots__ if r.endswith("_text")] + ["ink", "muted"]
    poor = {role: contrast(getattr(theme, role), getattr(theme, ground)) for role in roles}
    assert {role: ratio for role, ratio in poor.items() if ratio < least} == {}


@pytest.mark.parametrize("name", ALL)
def test_every_line_and_fill_color_is_three_to_one(name):
    theme = THEMES[name]
    heads = HEADS_ON_DARK if theme.dark else HEADS_ON_LIGHT
    roles = ("edge", "query", "key", "value", "raw", "divided", "other", "focus")
    colors = {role: getattr(theme, role) for role in roles} | {f"head {i + 1}": c for i, c in enumerate(heads)}
    grounds = (theme.ground, theme.card)
    poor = {role: color for role, color in colors.items() if min(contrast(color, g) for g in grounds) < 3}
    assert poor == {}


@pytest.mark.parametrize("height", [768, 800, 900, 1080, 2160])
def test_projector_sizes_are_shares_of_the_window_height(height):
    look = look_for("projector", height)
    assert look.body == round(height / 27)
    assert look.label == max(round(height / 36), look.floor)
    assert look.floor >= height / 40
    assert look.line >= 3
    assert look.marker >= 10


def test_small_text_scale_never_goes_below_the_projector_floor():
    look = look_for("projector", 1080, font_scale=0.8)
    assert min(look.body, look.label) >= 27


def test_desk_sizes_meet_the_floor_in_points():
    look = look_for("light")
    assert look.body * 0.75 >= 12
    assert look.label * 0.75 >= 10


def test_no_motion_lasts_longer_than_a_quarter_second_and_none_when_reduced():
    assert look_for("light").duration(400) == 250
    assert look_for("light", reduced_motion=True).duration(400) == 0


@pytest.mark.parametrize("name", ALL)
def test_the_palette_has_the_themes_ground_and_ink(qapp, name):
    colors = palette(look_for(name))
    assert colors.window().color().name().upper() == THEMES[name].ground
    assert colors.windowText().color().name().upper() == THEMES[name].ink
