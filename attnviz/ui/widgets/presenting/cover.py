"""What lies over the audience's picture: a color, or the picture as it was."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

COLORS: Final = {"black": QColor(0, 0, 0), "white": QColor(255, 255, 255)}


class Cover(QWidget):
    """Covers the whole of `home` and keeps mouse and keys from it. A color goes before a picture."""

    def __init__(self, home: QWidget) -> None:
        super().__init__(home)
        self._home = home
        self._picture: QPixmap | None = None
        self._color = ""
        self._focus: QWidget | None = None  # what had it before
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys must not reach what cannot be seen
        self.hide()
        home.installEventFilter(self)

    @property
    def keeps_picture(self) -> bool:
        """Whether it shows a picture, or would but for its color."""
        return self._picture is not None

    def set_color(self, color: str) -> None:
        """Hide everything behind black or white; "" lifts it."""
        self._color = color
        self._show()

    def set_picture(self, picture: QPixmap | None) -> None:
        """Keep this picture on show; None lifts it."""
        self._picture = picture
        self._show()

    def focusNextPrevChild(self, _next: bool) -> bool:
        """The Tab key leads to nothing that cannot be seen."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._color or self._picture is None:
            painter.fillRect(self.rect(), COLORS.get(self._color, COLORS["black"]))
            return
        painter.fillRect(self.rect(), self.palette().window())
        picture = self._picture.deviceIndependentSize().toSize()
        size = picture if picture == self.size() else picture.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(
            (self.width() - size.width()) // 2, (self.height() - size.height()) // 2, size.width(), size.height(),
            self._picture,
        )  # fmt: skip

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as what it covers."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._home.rect())
        return super().eventFilter(watched, event)

    def _show(self) -> None:
        words = f"{self._color} screen" if self._color else "frozen picture"
        self.setAccessibleName(f"The audience sees a {words}")
        self.setCursor(Qt.CursorShape.BlankCursor if self._color else Qt.CursorShape.ArrowCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        if not (self._color or self._picture):
            self._lift()
            return
        self.setGeometry(self._home.rect())
        self.show()
        self.raise_()
        if self._home.window().isActiveWindow() and not self.hasFocus():
            self._focus = QApplication.focusWidget()
            self.setFocus()
        self.update()

    def _lift(self) -> None:
        """The focus goes back to where it was: hiding alone would give it to whatever comes next."""
        before, self._focus = self._focus, None
        if self.hasFocus() and before is not None and isValid(before):
            before.setFocus()
        self.hide()
