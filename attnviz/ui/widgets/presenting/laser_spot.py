"""The spot of the laser pointer, and where a point of one copy of a frame lies on the other."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsView, QWidget

from attnviz.ui.theme import Look
from attnviz.ui.widgets.layout import Card

# A dark ring round a light one: whatever lies behind, one of them stands out at 3:1 or more.
DARK: Final = QColor(0, 0, 0)
LIGHT: Final = QColor(255, 255, 255)
CORE: Final = QColor(200, 0, 0)


class LaserSpot(QWidget):
    """A spot over `home` that lets every click through."""

    def __init__(self, home: QWidget) -> None:
        super().__init__(home)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName("Laser pointer")
        self.resize(36, 36)
        self.hide()

    def set_look(self, look: Look) -> None:
        """Take over the size."""
        side = max(28, round(look.body * 1.3))
        self.resize(side, side)

    def show_at(self, point: QPointF | None) -> None:
        """Put the middle of the spot here; None hides it."""
        if point is None:
            self.hide()
            return
        self.move((point - QPointF(self.width() / 2, self.height() / 2)).toPoint())
        if not self.isVisible():
            self.show()
            self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ring = self.width() / 9
        middle = QPointF(self.width() / 2, self.height() / 2)
        radius = self.width() / 2 - ring / 2 - 0.5
        for color, size in ((DARK, radius), (LIGHT, radius - ring)):
            painter.setPen(QPen(color, ring))
            painter.drawEllipse(middle, size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(CORE)
        painter.drawEllipse(middle, ring, ring)


def counterpart(point: QPoint, here: QWidget, there: QWidget) -> QPointF | None:
    """Where `point` of `here` lies on `there`, a copy of it that may be laid out differently.

    It is the same place of the same widget, in a picture the same place between its axes. None where the card that is
    pointed at is not on show there.
    """
    widget: QWidget | None = here.childAt(point)
    while widget is not None and widget is not here:
        twin = _twin(widget, here, there)
        if twin is not None and twin.isVisibleTo(there) and not twin.size().isEmpty():
            return _moved(QPointF(widget.mapFrom(here, point)), widget, twin, there)
        if isinstance(widget, Card) and twin is not None:
            return None
        widget = widget.parentWidget()
    return _moved(QPointF(point), here, there, there)


def _twin(widget: QWidget, here: QWidget, there: QWidget) -> QWidget | None:
    """The widget that is in the same place of the other tree."""
    path: list[int] = []
    while widget is not here and (parent := widget.parentWidget()) is not None:
        path.append(_children(parent).index(widget))
        widget = parent
    twin = there
    for number in reversed(path):
        children = _children(twin)
        if number >= len(children):
            return None
        twin = children[number]
    return twin


def _children(widget: QWidget) -> list[QWidget]:
    return [child for child in widget.children() if isinstance(child, QWidget)]


def _moved(point: QPointF, widget: QWidget, twin: QWidget, there: QWidget) -> QPointF | None:
    if type(widget) is not type(twin):
        return None
    old, new = _box(widget), _box(twin)
    x = new.left() + (point.x() - old.left()) / max(old.width(), 1.0) * new.width()
    y = new.top() + (point.y() - old.top()) / max(old.height(), 1.0) * new.height()
    inside = QPointF(min(max(x, 0.0), float(twin.width())), min(max(y, 0.0), float(twin.height())))
    return QPointF(twin.mapTo(there, inside.toPoint()))


def _box(widget: QWidget) -> QRectF:
    """What a place is measured by: the area between a picture's axes, else the whole widget."""
    # They bring pyqtgraph, for which no window has to wait.
    from attnviz.ui.widgets.charts.plot import Chart
    from attnviz.ui.widgets.matrices.matrix import MatrixView

    view = widget.parentWidget()
    if not isinstance(view, QGraphicsView) or view.viewport() is not widget:
        view = widget if isinstance(widget, QGraphicsView) else None
    if isinstance(view, Chart):
        return view.box()
    if isinstance(view, MatrixView) and view.heatmap.values.size:
        rows, columns = view.heatmap.values.shape
        return view.heatmap.cell_rect(0, 0).united(view.heatmap.cell_rect(rows - 1, columns - 1))
    return QRectF(widget.rect())
