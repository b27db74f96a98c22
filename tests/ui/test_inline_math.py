import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.text import inline_math
from attnviz.ui.widgets.text.inline_math import InlineFormula, pieces

FONT = look_for("light").font("label")


def runs(text):
    return [(piece.text, piece.rise > 0, piece.rise < 0) for piece in pieces(text, 20)[0]]


def test_indices_are_small_and_off_the_line(qapp):
    assert runs("d_k^{0.5}") == [("d", False, False), ("k", False, True), ("0.5", True, False)]
    base, low, high = pieces("d_k^{0.5}", 20)[0]
    assert low.size == high.size < base.size
    assert base.x < low.x < high.x


def test_a_root_covers_what_stands_under_it(qapp):
    (inner, root, after), whole = pieces("√{64} = 8", 20)
    assert root.root
    assert root.x < inner.x
    assert root.x + root.width >= inner.x + inner.width
    assert after.x >= root.x + root.width - 1
    assert whole == pytest.approx(after.x + after.width)


def test_an_index_may_stand_under_a_root(qapp):
    assert [piece.text for piece in pieces("÷ √{d_k}", 20)[0]] == ["÷ ", "d", "k", "√"]


def test_unfinished_notation_is_drawn_as_it_is(qapp):
    assert "".join(piece.text for piece in pieces("a_", 20)[0]) == "a_"


def test_the_bar_of_the_root_is_inked(qapp):
    image = QImage(200, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    inline_math.draw(painter, QPointF(10, 30), "√{1024}", FONT, QColor("black"))
    painter.end()
    (*_, root), _ = pieces("√{1024}", FONT.pixelSize(), "|".join(FONT.families()), 400)
    middle = round(10 + root.x + root.width * 0.7)
    column = [image.pixelColor(middle, y).lightness() for y in range(12, 22)]
    assert min(column) < 128


def test_it_is_read_aloud_without_braces(qapp):
    assert inline_math.plain("d_k^{0.3} = 64^{0.3} = 3.48") == "d_k to the power 0.3 = 64 to the power 0.3 = 3.48"
    assert inline_math.plain("√{64} = 8") == "√64 = 8"


def test_room_is_kept_for_the_widest_so_that_a_drag_never_moves_the_page(qtbot, qapp):
    formula = InlineFormula()
    qtbot.addWidget(formula)
    formula.set_look(look_for("light"))
    formula.set_text("√{1024} = 32", room_for="√{1000} = 31.62")
    wide = formula.sizeHint().width()
    formula.set_text("√{1} = 1", room_for="√{1000} = 31.62")
    assert formula.sizeHint().width() == wide
    formula.set_text("√{1} = 1")
    assert formula.sizeHint().width() < wide
    assert formula.accessibleName() == "√1 = 1"
