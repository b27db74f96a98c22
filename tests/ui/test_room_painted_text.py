"""What text a widget paints, where and how large."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QLabel, QScrollArea, QWidget

from attnviz.ui.painted_text import painted_texts
from attnviz.ui.theme import look_for
from attnviz.ui.widgets.text.formula import ATTENTION, FormulaView
from tests.ui.texts import overlaps


def font(pixels):
    font = QFont("Inter")
    font.setPixelSize(pixels)
    return font


class Drawn(QWidget):
    """Paints what a test asks for."""

    def __init__(self, draw):
        super().__init__()
        self._draw = draw
        self.resize(300, 200)

    def paintEvent(self, _event):
        painter = QPainter(self)
        painter.setFont(font(20))
        self._draw(painter)
        painter.end()


def shown(qtbot, widget):
    qtbot.addWidget(widget)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def draws(qtbot, draw):
    return painted_texts(shown(qtbot, Drawn(draw)))


def label(words, parent, x, y, pixels=20):
    label = QLabel(words, parent)
    label.setFont(font(pixels))
    label.adjustSize()
    label.move(x, y)
    return label


def test_words_size_and_place(qtbot, qapp):
    (text,) = draws(qtbot, lambda painter: painter.drawText(QPointF(40, 90), "Hill"))
    assert (text.words, text.size, text.index) == ("Hill", 20, 20)
    assert text.box.left() == pytest.approx(41.5, abs=1.5)
    assert text.box.bottom() == pytest.approx(90, abs=1)
    assert text.box.height() == pytest.approx(0.73 * 20, abs=1.5)  # capitals and ascenders, no line spacing
    assert not text.cut
    assert text.seen == text.box


def test_the_transform_counts(qtbot, qapp):
    def draw(painter):
        painter.translate(100, 150)
        painter.rotate(-90)
        painter.scale(0.5, 0.5)
        painter.drawText(QPointF(0, 0), "turned")

    (text,) = draws(qtbot, draw)
    assert text.size == pytest.approx(10)
    assert text.box.height() > 2 * text.box.width()
    assert text.box.bottom() == pytest.approx(150, abs=2)


def test_an_index_belongs_to_its_line_and_tells_its_size(qtbot, qapp):
    home = QWidget()
    label("key width <i>d</i><sub>k</sub> and more", home, 10, 10, 30)
    (text,) = painted_texts(shown(qtbot, home))
    assert (text.words, text.size, text.index) == ("key width dk and more", 30, 20)


def test_text_beyond_an_edge_is_cut(qtbot, qapp):
    def draw(painter):
        painter.drawText(QPointF(270, 50), "over the edge")
        painter.drawText(QPointF(10, 900), "lost")
        painter.setClipRect(QRectF(0, 100, 40, 100))
        painter.drawText(QPointF(10, 150), "clipped")
        painter.setClipping(False)
        painter.drawText(QPointF(10, 190), "whole")

    texts = {text.words: text for text in draws(qtbot, draw)}
    assert {words: text.cut for words, text in texts.items()} == {
        "over the edge": True, "lost": True, "clipped": True, "whole": False,
    }  # fmt: skip
    assert texts["lost"].seen.isEmpty()
    assert texts["clipped"].seen.right() == pytest.approx(40)


def test_what_can_be_scrolled_to_is_not_cut_and_what_cannot_is(qtbot, qapp):
    area = QScrollArea()
    inside = QWidget()
    inside.resize(180, 900)
    label("below", inside, 10, 500)
    label("wider than the window", inside, 120, 10)
    area.setWidget(inside)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.resize(220, 150)
    texts = {text.words: text for text in painted_texts(shown(qtbot, area))}
    assert not texts["below"].cut
    assert texts["below"].seen.isEmpty()
    assert texts["wider than the window"].cut  # its own widget ends at 180


def test_children_that_are_hidden_or_left_out_do_not_count(qtbot, qapp):
    home = QWidget()
    label("shown", home, 10, 10)
    label("hidden", home, 10, 40).hide()
    left_out = label("left out", home, 10, 70)
    assert [text.words for text in painted_texts(shown(qtbot, home), (left_out,))] == ["shown"]


def test_what_lies_under_another_widget_is_covered(qtbot, qapp):
    home = QWidget()
    label("below", home, 10, 10)
    over = label("above", home, 10, 10)
    shown(qtbot, home)
    assert len(overlaps(painted_texts(home))) == 1
    over.setAutoFillBackground(True)
    texts = {text.words: text for text in painted_texts(home)}
    assert texts["below"].covered
    assert not texts["above"].covered
    assert not overlaps(list(texts.values()))


def test_overlaps_are_those_of_the_ink(qtbot, qapp):
    def draw(painter):
        painter.drawText(QPointF(10, 50), "one line")
        painter.drawText(QPointF(10, 68), "the next, tightly set")
        painter.drawText(QPointF(150, 120), "on")
        painter.drawText(QPointF(158, 120), "top")

    pairs = overlaps(draws(qtbot, draw))
    assert [{one.words, other.words} for one, other in pairs] == [{"on", "top"}]


def test_slanted_labels_side_by_side_do_not_overlap(qtbot, qapp):
    def draw(painter):
        for x in (60, 90):
            painter.save()
            painter.translate(x, 150)
            painter.rotate(-45)
            painter.drawText(QPointF(0, 0), "slanted")
            painter.restore()

    one, other = texts = draws(qtbot, draw)
    assert one.box.intersects(other.box)
    assert not overlaps(texts)


def test_a_typeset_formula_counts_by_the_size_of_its_letters(qtbot, qapp):
    view = FormulaView(ATTENTION)
    view.set_look(look_for("light"))
    view.resize(500, 90)
    shown(qtbot, view)
    view.typeset_now()
    (text,) = painted_texts(view)
    assert text.words.startswith("Formula: ")
    assert 16 <= text.size <= 2.4 * 16
    view.resize(1000, 200)
    assert painted_texts(view)[0].size >= text.size


def test_three_hundred_looks_leave_the_interpreter_whole(qtbot, qapp):
    """Bindings are known that lose a reference to None with every call into Python."""
    home = shown(qtbot, Drawn(lambda painter: painter.drawText(QPointF(10, 50), "words")))
    painted_texts(home)
    before = sys.getrefcount(None)
    for _ in range(300):
        painted_texts(home)
    assert sys.getrefcount(None) > before - 100
