"""The map: pictures of all frames on one canvas that can be dragged and zoomed, and chosen from. Nothing in it is live.

Over each picture lies an empty button of its size. It takes the focus and tells its name and the frame's live words, so
that a screen reader finds the map as a list of buttons; the mouse goes through it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.map.map_paint import Sight, hint_height, paint_map, title_height
from attnviz.ui.widgets.map.map_picture import MapPicture
from attnviz.ui.widgets.map.map_plan import MOST, Camera, Plan, make_plan

RESTS: Final = 150  # milliseconds without a zoom until pictures are drawn anew
NOTCH: Final = 1.25  # zoom of one notch of the wheel, or one press of a key
GAP: Final = 26.0  # least room around frames in the fitted map, for an arrow; pixels

_Key = Qt.Key
PANS: Final = {_Key.Key_Left: (1, 0), _Key.Key_Right: (-1, 0), _Key.Key_Up: (0, 1), _Key.Key_Down: (0, -1)}
ZOOMS: Final = {_Key.Key_Plus: NOTCH, _Key.Key_Equal: NOTCH, _Key.Key_Minus: 1 / NOTCH, _Key.Key_Underscore: 1 / NOTCH}
STEPS: Final = {_Key.Key_PageDown: 1, _Key.Key_PageUp: -1}
FITS: Final = (_Key.Key_0, _Key.Key_Home)
OPENS: Final = (_Key.Key_Return, _Key.Key_Enter)
PLAIN: Final = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier  # of the keys above


class _Place(QAbstractButton):
    """What stands for a frame's picture before keyboard and screen reader."""

    focused = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map paints the picture and its ring."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # all keys are the map's; Space is held while dragging

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class MapView(QWidget):
    """Shows pictures that it is given. A frame is opened only after the flight to it has ended."""

    opened = Signal(int)  # the viewer wants this frame live
    resized = Signal()
    rested = Signal()  # zooming has come to rest: `scale` of some pictures may be another now
    hidden = Signal()

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.look: Look = look_for("light")
        self._names = list(names)
        self.titles = [f"{number}  {name}" for number, name in enumerate(names, start=1)]
        self.pictures = [MapPicture() for _ in names]
        self.here = 0  # the frame that is live
        self.chosen = 0
        self._frame = QSizeF(1000, 800)
        self._pressed: QPointF | None = None
        self._dragged = False
        self._places = [_Place(self) for _ in names]
        for place in self._places:
            place.focused.connect(self._take_focused)
            place.left.connect(self.update)
            place.clicked.connect(self._open_clicked)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(RESTS)
        self._rest.timeout.connect(self._come_to_rest)
        self._flight = QVariantAnimation(self)
        self._flight.setStartValue(0.0)
        self._flight.setEndValue(1.0)
        self._flight.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._flight.valueChanged.connect(self._fly)
        self._flight.finished.connect(self._land)
        self._from = QRectF()
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Map")
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # a picture is not mirrored
        self.setMinimumSize(200, 150)
        self.plan: Plan = self._make_plan()
        self.camera: Camera = self.plan.fit
        self.set_here(0)

    # ------------------------------------------------------------------ what it is given

    def set_frame_size(self, size: QSize) -> None:
        """How large a live frame is; the board is laid out and fitted for that size."""
        self._frame = QSizeF(size)
        self.fit()

    def set_picture(self, number: int, drawn: QImage, words: str) -> None:
        """Show a new picture of frame `number`, and what it says."""
        self.pictures[number].take(drawn)
        if self._places[number].accessibleDescription() != words:
            self._places[number].setAccessibleDescription(words)
        self.update(self.camera.seen(self.plan.places[number]).toAlignedRect())

    def set_here(self, number: int) -> None:
        """Mark the live frame, and choose it."""
        self.here = number
        for other, (place, name) in enumerate(zip(self._places, self._names, strict=True)):
            place.setAccessibleName(f"Frame {other + 1}, {name}" + (", you are here" if other == number else ""))
        self.choose(number)

    def scale(self, number: int) -> float:
        """Device pixels for each pixel of frame `number` that its picture should have now."""
        in_view = self.camera.seen(self.plan.places[number]).intersects(QRectF(self.rect()))
        near = min(max(self.camera.zoom, 1.0), MOST) if in_view else 1.0
        return near * self.devicePixelRatioF()

    def sharp(self, number: int) -> bool:
        """Whether the picture of frame `number` has the pixels that it should have."""
        return self.pictures[number].pixels == round(self._frame.width() * self.scale(number))

    # ------------------------------------------------------------------ what the viewer does

    def choose(self, number: int) -> None:
        """Choose a frame and bring it into view; the focus, if it is here, goes along."""
        changed = number != self.chosen
        self.chosen = min(max(number, 0), len(self.titles) - 1)
        self._describe()
        if QApplication.focusWidget() in self._places:
            self._places[self.chosen].setFocus()
        if changed:
            self._bring_into_view()
        self.update()

    def take_focus(self) -> None:
        """Put the focus on the chosen frame."""
        self._places[self.chosen].setFocus()

    def fit(self) -> None:
        """Show everything."""
        self.plan = self._make_plan()
        self._move_to(self.plan.fit)
        self._rest.start()

    def zoom(self, factor: float, at: QPointF) -> None:
        """Zoom; what is at `at` stays there."""
        self._move_to(self.plan.zoomed(self.camera, factor, at))
        self._rest.start()

    def pan(self, by: QPointF) -> None:
        """Move the board, until its edge comes to the middle."""
        self._move_to(self.plan.kept(self.camera.panned(by)))

    def open(self, number: int) -> None:
        """Fly to a frame; at the end it is asked for."""
        self.choose(number)
        self._from = self.camera.seen(self.plan.places[self.chosen])
        self._flight.setDuration(self.look.duration(240))
        if self._flight.duration():
            self._flight.start()
        else:
            self._land()

    # ------------------------------------------------------------------ Qt

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes. The pictures in the old ones are gone."""
        if look != self.look:
            self.look = look
            self.pictures = [MapPicture() for _ in self.pictures]
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        self.resized.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()
        self._flight.stop()
        self._pressed = None
        for picture in self.pictures:
            picture.rest()
        self.hidden.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        moving = self._rest.isActive() or self._flying
        sight = Sight(
            self.look, self.plan, self.camera, self.titles, self.pictures, self.here, self.chosen, self._gap(), moving,
            self._places[self.chosen].hasFocus(),
        )  # fmt: skip
        painter = QPainter(self)
        paint_map(painter, QRectF(self.rect()), sight)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._does(event):
            event.accept()  # before digits and page keys turn frames
            return True
        if event.type() == QEvent.Type.NativeGesture and isinstance(event, QNativeGestureEvent):
            if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
                return False
            self.zoom(max(1 + event.value(), 0.1), event.position())
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = _Key(event.key())
        if not self._does(event) or self._flying:
            event.ignore()
        elif key in PANS:
            across, down = PANS[key]
            self.pan(QPointF(across * self.width() / 8, down * self.height() / 8))
        elif key in ZOOMS:
            self.zoom(ZOOMS[key], self.plan.view.center())
        elif key in STEPS:
            self.choose(self.chosen + STEPS[key])
        elif key in FITS:
            self.fit()
        elif key in OPENS:
            self.open(self.chosen)
        else:
            self.choose(key - _Key.Key_1)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.accept()
        if self._flying:
            return
        turn, fine = event.angleDelta(), event.pixelDelta()
        pad = not fine.isNull() or event.phase() != Qt.ScrollPhase.NoScrollPhase or turn.x() != 0
        if pad and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan(QPointF(turn.x() / 2, turn.y() / 2) if fine.isNull() else QPointF(fine))
        elif turn.y() or fine.y():
            self.zoom(NOTCH ** ((turn.y() or fine.y() * 2) / 120), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton) and not self._flying:
            self._pressed, self._dragged = event.position(), event.button() == Qt.MouseButton.MiddleButton
            self.take_focus()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        way = event.position() - self._pressed
        if self._dragged or way.manhattanLength() >= QApplication.startDragDistance():
            self._dragged = True
            self._pressed = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.pan(way)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self.plan.at(self.camera.under(event.position()))
        if self._pressed is not None and not self._dragged and number is not None:
            self.choose(number)
        self._pressed = None
        self.unsetCursor()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.plan.at(self.camera.under(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and number is not None and not self._flying:
            self.open(number)

    # ------------------------------------------------------------------ inside

    @property
    def _flying(self) -> bool:
        return self._flight.state() == QVariantAnimation.State.Running

    def _does(self, event: QKeyEvent) -> bool:
        """Whether a key is the map's."""
        if event.modifiers() & ~PLAIN:
            return False
        key = _Key(event.key())
        number = key - _Key.Key_1
        return key in {*PANS, *ZOOMS, *STEPS, *FITS, *OPENS} or 0 <= number < len(self.titles)

    def _gap(self) -> float:
        return max(GAP, self.look.label * 1.4)

    def _make_plan(self) -> Plan:
        view = QRectF(self.rect()).adjusted(0, 0, 0, -hint_height(self.look))
        return make_plan(view, self._frame, len(self.titles), title_height(self.look), self._gap())

    def _move_to(self, camera: Camera) -> None:
        self.camera = camera
        for place, rect in zip(self._places, self.plan.places, strict=True):
            place.setGeometry(camera.seen(rect).toRect())
        self.update()

    def _bring_into_view(self) -> None:
        """Move as little as needed to see the middle of the chosen frame."""
        if not self.plan.view.contains(self.camera.seen(self.plan.places[self.chosen])):
            seen = self.camera.seen(self.plan.places[self.chosen]).center()
            if not self.plan.view.contains(seen):
                self.pan(self.plan.view.center() - seen)

    def _describe(self) -> None:
        words = f"Map: six frames; chosen: {self.titles[self.chosen].replace('  ', ' ')}"
        if self.accessibleDescription() != words:
            self.setAccessibleDescription(words)

    def _take_focused(self) -> None:
        self.choose(self._sender())

    def _open_clicked(self) -> None:
        self.open(self._sender())

    def _sender(self) -> int:
        place = self.sender()
        assert isinstance(place, _Place)
        return self._places.index(place)

    def _come_to_rest(self) -> None:
        self.update()
        self.rested.emit()

    def _fly(self, part: float) -> None:
        """The frame's rectangle grows evenly from where it was to where it is live."""
        start, end = self._from, QRectF(QPointF(), self._frame)
        zoom = (start.width() + (end.width() - start.width()) * part) / self._frame.width()
        corner = start.topLeft() + (end.topLeft() - start.topLeft()) * part
        self._move_to(Camera(zoom, corner - self.plan.places[self.chosen].topLeft() * zoom))

    def _land(self) -> None:
        self._move_to(self.plan.landing(self.chosen))
        self.opened.emit(self.chosen)
