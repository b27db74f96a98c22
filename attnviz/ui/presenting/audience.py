"""The audience's window: the same board in frames of its own, without menus, notes or else of the presenter's."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from attnviz.assets import resource
from attnviz.board.schema import Board
from attnviz.core.state import LabState
from attnviz.ui.deepen import Deepen
from attnviz.ui.presenting.mirror import Mirror
from attnviz.ui.stage import Stage
from attnviz.ui.style import style_sheet
from attnviz.ui.theme import Look, look_for, palette, spread_look
from attnviz.ui.widgets.panels.glossary_panel import GlossaryPanel
from attnviz.ui.widgets.panels.toast import Toast
from attnviz.ui.widgets.presenting.cover import Cover
from attnviz.ui.widgets.presenting.laser_spot import LaserSpot


class AudienceWindow(QWidget):
    """A second view of the board that can be worked with as the first can. It keeps nothing of its own."""

    closed = Signal()  # by the viewer
    turned = Signal()  # another page of pictures is on show, or there are other pages

    def __init__(self, board: Board, twin: Stage) -> None:
        """`twin` is the presenter's stage, whose laboratories and results are shared."""
        super().__init__()
        self.setWindowTitle("attnviz · audience")
        self.setLayoutDirection(twin.layoutDirection())
        self._twin = twin
        self._theme, self._reduced = "projector", False
        self.look: Look | None = None
        self.stage = Stage(board, twin)
        self.glossary = GlossaryPanel(board)
        self._inside = QWidget()  # what is frozen and hidden: all of it
        for widget in (self, self._inside):
            column = QVBoxLayout(widget)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(0)
            column.addWidget(self._inside if widget is self else self.stage)
        inside = self._inside.layout()
        assert inside is not None
        inside.addWidget(self.glossary)
        self.deepen = Deepen(self.stage, self.glossary)
        self.spot = LaserSpot(self.stage)
        self.cover = Cover(self)
        self.toast = Toast(self)
        self._mirrors: dict[str, Mirror] = {}
        twin.destroyed.connect(self._follow_to_the_end)
        self.stage.shown.connect(self._show_glossary)
        self.setMinimumSize(480, 320)

    @property
    def mirror(self) -> Mirror | None:
        """What keeps the frame on show in step with the presenter's; None before the first."""
        return self._mirrors.get(self.stage.frame_id)

    def set_theme(self, theme: str, *, reduced_motion: bool) -> None:
        """The colors; sizes follow from the window's height whatever they are."""
        self._theme, self._reduced = theme, reduced_motion
        self._take_look()

    def follow(self, frame_id: str, state: LabState) -> None:
        """Show a frame in a state."""
        if self.stage.board is not self._twin.board:
            self.stage.set_board(self._twin.board)
        self._follow_frame(frame_id, state)
        self.deepen.show_state(state)

    def _follow_frame(self, frame_id: str, state: LabState) -> None:
        if frame_id == self.stage.frame_id:
            self.stage.refresh(state)
            return
        inside = self.stage.isAncestorOf(QApplication.focusWidget() or self)
        before = self.mirror
        if before is not None:
            before.on = False
        self.stage.open(frame_id, state)
        if inside:
            self.stage.frame.setFocus()
        if frame_id not in self._mirrors:
            self._mirrors[frame_id] = Mirror(self._twin.frame, self.stage.frame, self)
            self.stage.frame.pictures.turned.connect(self.turned)
            self.stage.frame.pictures.paged.connect(self.turned)
        self._mirrors[frame_id].bring_together()

    @property
    def frozen(self) -> bool:
        """Whether its picture is kept whatever happens to the board."""
        return self.cover.keeps_picture

    def freeze(self, on: bool) -> None:
        """Keep the present picture, whatever happens to the board; or let it go."""
        if on:
            self.spot.show_at(None)  # or it would be kept in the picture
        self.cover.set_picture(self._inside.grab() if on else None)
        if self.mirror is not None:
            self.mirror.on = False
            if not on:
                self.mirror.bring_together()

    def show_glossary(self, on: bool) -> None:
        """Put the glossary under the frame, or away."""
        self.glossary.setVisible(on)
        self._show_glossary()

    def warm_up(self) -> None:
        """Make the other frames in the background."""
        self.stage.warm_up()

    def rest(self) -> None:
        """Leave nothing running."""
        self.stage.rest()
        self.toast.hide()
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new size."""
        super().resizeEvent(event)
        self._take_look()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing this window ends presenting, which hides it: it may be needed again."""
        event.ignore()
        self.closed.emit()

    def _follow_to_the_end(self) -> None:
        """The presenter's window was let go without being closed."""
        self.rest()
        self.deleteLater()

    def _show_glossary(self) -> None:
        if self.glossary.isVisibleTo(self) and self.stage.frame_id:
            self.glossary.show_frame(self.stage.state, self.stage.frame_id)

    def _take_look(self) -> None:
        look = audience_look(self._theme, self.height(), reduced_motion=self._reduced)
        if look != self.look:
            self.look = look
            self.setPalette(palette(look))
            self.setFont(look.font())
            self.setStyleSheet(style_sheet(look, resource("icons"), mirrored=self.isRightToLeft()))
            self.stage.set_look(look)
            self.deepen.set_look(look)
            spread_look(self, look)
            if self.stage.frame_id:
                self.stage.refresh(self.stage.state)
        self.glossary.set_narrow(True, self.width())  # a column would cost the pictures a third


def audience_look(theme: str, height: int, *, reduced_motion: bool = False) -> Look:
    """The projector's sizes in the colors of any theme: the last row must read it by light and by dark."""
    if theme == "projector":
        return look_for(theme, height, reduced_motion=reduced_motion)
    return look_for(theme, height, max(1.0, height / 27 / 16), reduced_motion=reduced_motion)
