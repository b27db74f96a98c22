import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.ui.theme import THEMES, look_for
from attnviz.ui.widgets.text.formula import ANY_POWER, ATTENTION, FormulaView, painted, places, typeset

LOOK = look_for("light")
INSIDE = {"softmax": {"scaled", "dots", "query", "key", "scale", "width"}, "dots": {"query", "key"}, "scale": {"width"}}


@pytest.fixture
def view(qtbot, qapp):
    view = FormulaView(ATTENTION, others=(ANY_POWER,))
    qtbot.addWidget(view)
    view.set_look(LOOK)
    view.resize(420, 150)
    return view


def ink(view, ratio=1.0):
    """Colors of the fully inked pixels, and how many pixels have each."""
    image = QImage(view.size() * ratio, QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    view.render(painter, QPoint(), renderFlags=view.RenderFlag(0))
    painter.end()
    pixels = np.frombuffer(bytes(image.constBits()), np.uint32)
    colors, counts = np.unique(pixels[pixels >> 24 == 255] & 0xFFFFFF, return_counts=True)
    return {f"#{color:06x}": int(count) for color, count in zip(colors, counts, strict=True)}


@pytest.mark.parametrize("formula", [ATTENTION, ANY_POWER])
def test_formulas_have_ink_in_every_part(qapp, formula):
    svg, marks = typeset(formula.marked()), formula.marks()
    for part in formula.parts:
        assert not part.colored or marks[part.id] in svg
        box = places(formula)[part.id]
        assert box.width() > 0.02
        assert box.height() > 0.1


@pytest.mark.parametrize("formula", [ATTENTION, ANY_POWER])
def test_no_color_stands_inside_more_than_one_other(formula):
    """Each level doubles what ziamath takes: three levels of color took 350 ms where two take 40."""
    opened: list[str] = []
    deepest = 0
    for sign in re.findall(r"\\textcolor\{#\w+\}\{|[{}]", formula.marked()):
        if sign == "}":
            opened.pop()
        else:
            opened.append(sign)
        deepest = max(deepest, sum(len(sign) > 1 for sign in opened))
    assert deepest == 2


def test_plain_text_stands_in_until_the_program_is_idle(view, qtbot):
    assert not view.ready
    assert ink(view)
    view.show()
    qtbot.waitUntil(lambda: view.ready)
    colors = ink(view)
    assert {LOOK.theme.query.lower(), LOOK.theme.key.lower(), LOOK.theme.value.lower()} <= set(colors)


@pytest.mark.parametrize("theme", THEMES)
def test_a_theme_recolors_without_typesetting(view, theme):
    view.typeset_now()
    before = typeset.cache_info().misses
    view.set_look(look_for(theme))
    assert {THEMES[theme].query.lower(), THEMES[theme].ink.lower()} <= set(ink(view))
    assert typeset.cache_info().misses == before


def test_every_part_lies_inside_its_parent_and_apart_from_its_neighbors(view):
    view.typeset_now()
    for outer, inners in INSIDE.items():
        for inner in inners:
            assert view.place(outer).adjusted(-1, -1, 1, 1).contains(view.place(inner)), (outer, inner)
    for one, other in (("query", "key"), ("dots", "scale"), ("softmax", "value")):
        assert not view.place(one).adjusted(1, 1, -1, -1).intersects(view.place(other))


def test_the_picture_is_never_stretched(view):
    view.typeset_now()
    narrow = view.place("query").width() / view.place("query").height()
    view.resize(1200, 160)
    assert view.place("query").width() / view.place("query").height() == pytest.approx(narrow)
    assert view.rect().toRectF().contains(view.place("softmax"))


def test_twice_the_pixels_are_twice_as_sharp(view):
    view.typeset_now()
    once, twice = sum(ink(view).values()), sum(ink(view, 2.0).values())
    assert twice > 3.5 * once


def test_a_lit_part_keeps_its_color_and_the_rest_fades(view):
    view.typeset_now()
    view.light("query")
    colors = set(ink(view))
    assert LOOK.theme.query.lower() in colors
    assert LOOK.theme.key.lower() not in colors
    assert LOOK.theme.chosen.lower() in colors
    view.light("dots")  # holds query and key
    assert {LOOK.theme.query.lower(), LOOK.theme.key.lower()} <= set(ink(view))
    view.light("nonsense")
    assert view.lit == ""


def test_the_mouse_points_at_the_innermost_part(view, qtbot):
    view.typeset_now()
    view.show()
    pointed: list[str] = []
    view.pointed.connect(pointed.append)
    for part in ("query", "width", "value"):
        qtbot.mouseMove(view, view.place(part).center().toPoint())
        qtbot.waitUntil(lambda part=part: pointed[-1:] == [part])
    assert view.part_at(QPointF(view.place("softmax").left() + 3, view.place("softmax").center().y())) == "softmax"
    qtbot.mouseMove(view, QPoint(view.width() - 2, 2))
    qtbot.waitUntil(lambda: pointed[-1] == "")
    assert view.lit == ""


def test_arrow_keys_go_through_all_parts_and_escape_leaves(view, qtbot):
    view.typeset_now()
    view.show()
    pointed: list[str] = []
    view.pointed.connect(pointed.append)
    for _ in ATTENTION.parts:
        qtbot.keyClick(view, Qt.Key.Key_Right)
    assert pointed == [part.id for part in ATTENTION.parts]
    assert view.accessibleDescription() == ATTENTION.parts[-1].says
    qtbot.keyClick(view, Qt.Key.Key_Left)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert pointed[-2:] == [ATTENTION.parts[-2].id, ""]


def test_another_known_formula_is_shown_at_once(view):
    view.typeset_now()
    before = typeset.cache_info().misses
    view.set_formula(ANY_POWER)
    assert view.ready
    assert typeset.cache_info().misses == before
    assert "power alpha" in view.accessibleName()


def test_colors_replace_marks_only(qapp):
    renderer = painted(typeset(ATTENTION.marked()), {ATTENTION.marks()["value"]: QColor("lime").name()})
    assert renderer.isValid()
