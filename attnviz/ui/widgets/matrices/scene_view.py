"""A view of drawn items that behaves like any other widget: no scroll bars, no menu, the wheel left to the page."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QPainter, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QToolTip, QWidget

from attnviz.ui.theme import Look, look_for

RING = 2.0


class SceneView(QGraphicsView):
    """Base of the matrix pictures: the scene is the viewport, one unit a logical pixel."""

    # What a pyqtgraph item expects of its view. They are never sent: here the scene is always the viewport.
    sigDeviceRangeChanged = Signal(object, object)
    sigDeviceTransformChanged = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look: Look = look_for("light")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored
        self._board = QGraphicsScene(self)
        # A handful of items that all move together: an index of the scene costs more than it finds.
        self._board.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._board)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setStyleSheet("background: transparent")
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)

    def describe(self, name: str, description: str = "") -> None:
        """What a screen reader calls this picture, and what it says now."""
        if self.accessibleName() != name:
            self.setAccessibleName(name)
        if self.accessibleDescription() != description:
            self.setAccessibleDescription(description)

    def place_items(self) -> None:
        """Lay the items out for the present size; called on every change of size or look."""

    def tip_at(self, point: QPointF) -> str:
        """What a pointer resting at a point of the scene is told; empty for nothing."""
        return ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._board.setSceneRect(QRectF(self.viewport().rect()))
        self.place_items()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        """The focus ring, for whoever moves by keys."""
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.look.color("focus"), RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1), 6, 6)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(self.mapToScene(event.pos())), self)
            return True
        return super().viewportEvent(event)


def square_pen(color: QColor, width: float) -> QPen:
    """A pen whose lines meet in sharp corners."""
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen
