"""Draws the matrices of a sub-stop: colors, numbers, labels, and outlines of the cells that belong together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen

from attnviz.core.words import MINUS, number
from attnviz.experiments.four_steps import FourSteps
from attnviz.experiments.four_steps_arithmetic import Region
from attnviz.experiments.four_steps_picture import SHARES
from attnviz.ui.theme import Look
from attnviz.ui.widgets.matrices import colormap
from attnviz.ui.widgets.matrices.cell_values import score_texts, weight_texts
from attnviz.ui.widgets.matrices.heatmap import MASKED
from attnviz.ui.widgets.steps.steps_layout import SLANT
from attnviz.ui.widgets.steps.steps_page import Placed
from attnviz.ui.widgets.text import inline_math
from attnviz.ui.widgets.text.texts import Text, elided, first_fit, text_of

DESCENT: Final = 0.22  # of letters such as g, in font sizes
INPUT_ROLES: Final = {"q": "query", "w_q": "query", "k": "key", "w_k": "key", "v": "value", "w_v": "value"}
SYMBOL_ROLES: Final = {key: f"{role}_text" for key, role in INPUT_ROLES.items()}


def draw_matrix(
    painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int, at: tuple[int, int]
) -> None:
    """One matrix with its title and labels; the labels of cell `at` (row, column; −1 for none) are bold."""
    rect = QRectF(placed.x, placed.y, placed.width, placed.height)
    _draw_cells(painter, look, result, placed, pixels)
    _draw_marks(painter, result, placed)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_square(look.color("ink" if placed.result else "edge"), 2.0 if placed.result else 1.0))
    painter.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5))
    _draw_title(painter, look, result, placed, pixels)
    rows, columns = result.names(placed.view)
    if placed.row_labels:
        _draw_rows(painter, look, result, placed, pixels, rows, at[0])
    if placed.column_labels:
        _draw_columns(painter, look, result, placed, pixels, columns, at[1])
    if placed.note:
        _draw_sums(painter, look, result, placed, pixels)


def draw_region(painter: QPainter, look: Look, placed: Placed, region: Region) -> None:
    """Outline the part of a matrix from which a number is computed."""
    row, column = (region.column, region.row) if placed.view.turned else (region.row, region.column)
    rows = placed.rows if row is None else range(row, row + 1)
    columns = placed.columns if column is None else range(column, column + 1)
    _frame(painter, look, placed, (rows, columns), INPUT_ROLES.get(placed.view.key, "ink"))


def draw_cursor(painter: QPainter, look: Look, placed: Placed, row: int, column: int) -> None:
    """Outline the cell that is worked out."""
    _frame(painter, look, placed, (range(row, row + 1), range(column, column + 1)), "ink", extra=2.0)


def draw_sign(painter: QPainter, look: Look, words: Sequence[str], middle: QPointF, pixels: int, way: str) -> None:
    """What stands between two matrices; with an arrow where one turns into the other."""
    arrow = way == "beside"
    if way == "below":
        words = (f"{' '.join(words)}  ↓",)
    font = look.font(str(pixels), 600)
    line = pixels * 1.25
    y = middle.y() - line * len(words) / 2 - (pixels * 0.5 if arrow else 0)
    for word in words:
        width = inline_math.width(word, font, look)
        box = QRectF(middle.x() - width / 2, y, width, line)
        inline_math.draw_label(painter, box, word, font, look, "ink")
        y += line
    if arrow:
        _draw_arrow(painter, look, QPointF(middle.x(), y + pixels * 0.35), pixels)


def _draw_arrow(painter: QPainter, look: Look, middle: QPointF, pixels: int) -> None:
    half, head = pixels * 0.85, pixels * 0.3
    tip = middle + QPointF(half, 0)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(look.pen("ink", max(2.0, pixels / 9)))
    painter.drawLine(middle - QPointF(half, 0), tip)
    painter.drawPolyline([tip + QPointF(-head, -head), tip, tip + QPointF(-head, head)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _draw_cells(painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int) -> None:
    at = np.ix_(placed.rows, placed.columns)
    values, hidden = result.values(placed.view)[at], result.hidden(placed.view)[at]
    covered = result.covered(placed.view)[at] & ~hidden
    share = placed.view.key in SHARES
    levels = colormap.levels(np.where(hidden | covered, 0.0, values), result.limit(placed.view), not share)
    lut = colormap.weights_lut() if share else colormap.scores_lut()
    buffer = np.ascontiguousarray(lut[levels])
    image = QImage(buffer.data, buffer.shape[1], buffer.shape[0], 4 * buffer.shape[1], QImage.Format.Format_RGB32)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(QRectF(placed.x, placed.y, placed.width, placed.height), image)
    _draw_hatching(painter, look, placed, hidden)
    _draw_cover(painter, look, placed, covered, pixels)
    _draw_rules(painter, look, placed)
    dark = colormap.dark_ink(not share)[levels] | hidden
    for ink, color in ((True, QColor("black")), (False, QColor("white"))):
        painter.setPen(color)
        for row, column in np.argwhere((dark == ink) & ~covered):
            x = placed.x + (column + 0.5) * placed.cell_width
            y = placed.y + (row + 0.5) * placed.cell_height
            if hidden[row, column]:
                _draw_masked(painter, look, "0" if share else MASKED, QPointF(x, y), pixels)
                painter.setPen(color)
                continue
            _number(look, float(values[row, column]), share, placed.cell_width, pixels).draw_mid(painter, x, y)


@lru_cache(maxsize=8192)
def _number(look: Look, value: float, share: bool, width: float, pixels: int) -> Text:
    """A number as it is written in a cell, kept: the same ones are drawn again at every move of the cursor."""
    words = weight_texts(value) if share else _cell_texts(value)
    return first_fit(look, words, width, str(pixels)) or text_of(look, words[-1], str(look.floor))


def _cell_texts(value: float) -> tuple[str, ...]:
    """Ways to write a number in a cell, the fullest first; a large one in powers of ten, as "−3e8"."""
    powered = f"{value:.0e}".replace("e+0", "e").replace("e+", "e").replace("-", MINUS)
    return (*score_texts(value), number(value, 0), powered) if abs(value) >= 10 else score_texts(value)


def _draw_cover(painter: QPainter, look: Look, placed: Placed, covered: np.ndarray, pixels: int) -> None:
    """Cells that wait for a guess."""
    mark = text_of(look, "?", str(pixels), 600)
    for row, column in np.argwhere(covered):
        rect = _rect(placed, placed.rows[row], placed.columns[column])
        painter.fillRect(rect, look.color("chosen"))
        painter.setPen(look.color("ink"))
        mark.draw_mid(painter, rect.center().x(), rect.center().y())


def _draw_marks(painter: QPainter, result: FourSteps, placed: Placed) -> None:
    """A filled corner on every edited cell."""
    for row, column in np.argwhere(result.edited(placed.view)):
        if row in placed.rows and column in placed.columns:
            _draw_corner(painter, _rect(placed, int(row), int(column)))


def draw_verdicts(painter: QPainter, result: FourSteps, placed: Placed) -> None:
    """A check mark or a cross on the corner of every guessed cell, beside its number."""
    for row, column, right in result.guessed_cells(placed.view):
        if row in placed.rows and column in placed.columns:
            _draw_verdict(painter, _rect(placed, row, column), right)


def _draw_corner(painter: QPainter, rect: QRectF) -> None:
    size = max(7.0, rect.height() * 0.3)
    tip = rect.topRight()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawPolygon([tip, tip - QPointF(size, 0), tip + QPointF(0, size)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _draw_verdict(painter: QPainter, rect: QRectF, right: bool) -> None:
    size = min(max(12.0, rect.height() * 0.36), 22.0)
    box = QRectF(0, 0, size, size)
    box.moveCenter(rect.topLeft())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor("white"), 1.5))
    painter.setBrush(QColor("black"))
    painter.drawEllipse(box)
    painter.setPen(QPen(QColor("white"), max(2.0, size / 8)))
    left, top, end = box.left() + size * 0.28, box.top() + size * 0.28, size * 0.44
    if right:
        painter.drawPolyline(
            [QPointF(left, top + end * 0.55), QPointF(left + end * 0.38, top + end * 0.9), QPointF(left + end, top)]
        )
    else:
        painter.drawLine(QPointF(left, top), QPointF(left + end, top + end))
        painter.drawLine(QPointF(left + end, top), QPointF(left, top + end))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _rect(placed: Placed, row: int, column: int) -> QRectF:
    return QRectF(*placed.cell(row, column), placed.cell_width, placed.cell_height)


def _draw_hatching(painter: QPainter, look: Look, placed: Placed, hidden: np.ndarray) -> None:
    rects = [_rect(placed, placed.rows[row], placed.columns[column]) for row, column in np.argwhere(hidden)]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color("card"))
    painter.drawRects(rects)
    painter.setBrush(QBrush(look.color("edge"), Qt.BrushStyle.BDiagPattern))
    painter.drawRects(rects)


def _draw_masked(painter: QPainter, look: Look, words: str, middle: QPointF, pixels: int) -> None:
    text = text_of(look, words, str(pixels), 600)
    patch = QRectF(0, 0, text.width + 6, text.height - 2)
    patch.moveCenter(middle)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color("card"))
    painter.drawRect(patch)
    painter.setPen(look.color("ink"))
    text.draw_mid(painter, middle.x(), middle.y())


def _draw_rules(painter: QPainter, look: Look, placed: Placed) -> None:
    """Thin lines between cells, so that close numbers do not run together."""
    painter.setPen(QPen(look.color("card"), 1))
    right, bottom = placed.x + placed.width, placed.y + placed.height
    for i in range(1, len(placed.columns)):
        x = placed.x + i * placed.cell_width
        painter.drawLine(QPointF(x, placed.y), QPointF(x, bottom))
    for i in range(1, len(placed.rows)):
        y = placed.y + i * placed.cell_height
        painter.drawLine(QPointF(placed.x, y), QPointF(right, y))


def _draw_title(painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int) -> None:
    title = result.title(placed.view)
    line = math.ceil(pixels * 1.22)
    font = look.font(str(pixels), 700 if placed.result else 600)
    width = inline_math.width(title, font, look)
    mark = _edited_mark(look, result, placed, pixels)
    whole = width + (mark.width + 5 if mark is not None else 0)
    left = placed.x + max((placed.width - whole) / 2, 0)
    box = QRectF(left, placed.y - placed.column_labels - line - 1, width, line)
    role = SYMBOL_ROLES.get(placed.view.key, "ink")
    inline_math.draw_label(painter, box, title, font, look, role)
    if mark is not None:
        painter.setPen(look.color("ink"))
        mark.draw(painter, left + width + 5, box.center().y() - mark.height / 2)


def _edited_mark(look: Look, result: FourSteps, placed: Placed, pixels: int) -> Text | None:
    """The word beside the title of a matrix of which a cell was typed over."""
    return text_of(look, "edited", str(min(pixels, look.label)), 600) if result.edited(placed.view).any() else None


def _axis_role(result: FourSteps, placed: Placed, side: int) -> str:
    axis = result.tokens_of(placed.view)[side]
    return f"{axis}_text" if axis else "ink"


def _draw_rows(
    painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int, names: Sequence[str], chosen: int
) -> None:
    for row in placed.rows:
        bold = row == chosen
        text = elided(look, names[row], placed.longest, str(pixels), 700 if bold else 400)
        painter.setPen(look.color(_axis_role(result, placed, 0) if bold else "ink"))
        y = placed.cell(row, placed.columns.start)[1] + placed.cell_height / 2
        text.draw(painter, placed.x - 5 - text.width, y - text.height / 2)


def _draw_columns(
    painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int, names: Sequence[str], chosen: int
) -> None:
    slanted = placed.column_labels > math.ceil(pixels * 1.22)
    room = placed.longest if slanted else placed.cell_width - 3
    for column in placed.columns:
        bold = column == chosen
        text = elided(look, names[column], room, str(pixels), 700 if bold else 400)
        painter.setPen(look.color(_axis_role(result, placed, 1) if bold else "ink"))
        middle = placed.cell(placed.rows.start, column)[0] + placed.cell_width / 2
        if slanted:
            lift = 2 + pixels * 0.42 * math.cos(SLANT)
            text.draw_turned(painter, middle - placed.cell_width * 0.15, placed.y - lift, -math.degrees(SLANT))
        else:
            lowest = placed.y - 3 - DESCENT * pixels  # the base line: nothing reaches into a frame below
            text.draw(painter, middle - text.width / 2, lowest - text.ascent)


def _draw_sums(painter: QPainter, look: Look, result: FourSteps, placed: Placed, pixels: int) -> None:
    """The sum of each row, at its right."""
    painter.setPen(look.color("ink"))
    sums, covered = result.values(placed.view).sum(axis=1), result.covered(placed.view)
    for row in placed.rows:
        if covered[row].any():
            continue
        text = text_of(look, f"= {number(float(sums[row]))}", str(pixels), 600)
        y = placed.cell(row, placed.columns.start)[1] + placed.cell_height / 2
        text.draw(painter, placed.x + placed.width + 8, y - text.height / 2)
    head = text_of(look, "Σ row", str(pixels), 600)
    head.draw(painter, placed.x + placed.width + 8, placed.y - head.height - 2)


def _frame(
    painter: QPainter, look: Look, placed: Placed, part: tuple[range, range], role: str, extra: float = 0.0
) -> None:
    """A colored frame on a light one, so that it is seen on every cell color; no wider than lies between figures."""
    rows, columns = part
    rows = range(max(rows.start, placed.rows.start), min(rows.stop, placed.rows.stop))
    columns = range(max(columns.start, placed.columns.start), min(columns.stop, placed.columns.stop))
    if not rows or not columns:
        return
    left, top = placed.cell(rows.start, columns.start)
    rect = QRectF(left, top, len(columns) * placed.cell_width, len(rows) * placed.cell_height)
    halo = 2.0
    line = min(max(2.5, look.line) + extra, max(placed.free - halo, 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_square(QColor("white"), line + halo))
    painter.drawRect(rect)
    painter.setPen(_square(look.color(role) if role != "ink" else QColor("black"), line))
    painter.drawRect(rect)


def _square(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
