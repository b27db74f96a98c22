"""What every frame is: a title line, controls, pictures and one line of live words."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QTabBar, QVBoxLayout, QWidget

from attnviz.board.links import finder_of
from attnviz.board.schema import Board, FrameText
from attnviz.core.state import LabState
from attnviz.experiments import Table
from attnviz.ui.theme import Look, palette, spread_look
from attnviz.ui.widgets.controls.control import Control
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.layout import PictureGrid, ScrollPage
from attnviz.ui.widgets.text.live_words import LiveWords
from attnviz.ui.widgets.text.prose import link_terms
from attnviz.ui.widgets.text.title_line import TitleLine

LOW: Final = 21  # body heights; in a lower frame the live words scroll with the page


class Laboratory(Protocol):
    """Something with a past, which no state can tell: it speaks for itself."""

    def spoken(self) -> str:
        """What its pictures say now."""

    def tables(self) -> tuple[Table, ...]:
        """The numbers behind its pictures."""

    def numbers(self) -> dict[str, object]:
        """The numbers behind its pictures, ready for JSON."""


class Frame(QWidget):
    """A pane of the board. It is shown a state and what follows from it; it asks for changes and keeps none.

    A frame is registered by being a file in this folder whose class carries an `id`. Its widgets are made on first
    show, by `build_controls` and `build_pictures`.
    """

    wish = Signal(dict)  # changes of LabState fields that the viewer asked for
    stroke = Signal(bool)  # a drag has begun (True) or ended (False): one undo step
    go = Signal(str)  # another frame asked for, by its id
    more = Signal()  # the page that says more about it was asked for
    term = Signal(str)  # a term of the glossary asked for, by its id
    command = Signal(str)  # a command of the window asked for, by its id
    moved = Signal()  # its laboratory has gone on

    id: ClassVar[str] = ""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # the focus rests here after a turn, outside every text box
        self.board = board
        self.text: FrameText = board.frames[self.id]
        self.setAccessibleName(self.text.title)
        self.look: Look | None = None
        self.controls: list[Control] = []
        self.built = False
        self.head = TitleLine(self.text.title)
        if self.text.deeper:
            self.head.set_more("Read more", "More", "Read more about this frame")
            self.head.more.connect(self.more)
        self.control_row = FlowLayout()
        self.pictures = PictureGrid()
        self.words = LiveWords()
        self._lay_out()

    def build_controls(self) -> None:
        """Make the controls, each through `add_control`."""

    def build_pictures(self) -> None:
        """Make the pictures and put them into `self.pictures`."""

    def show_result(self, state: LabState, result: Any) -> None:
        """Draw `result`, which the frame's experiment computed from `state`. Only sets data on kept items."""

    def laboratory(self) -> Laboratory | None:
        """The laboratory whose pictures are on show, None while they are those of the experiment."""
        return None

    def share(self, other: Frame) -> None:
        """Show the laboratories of `other`, the same frame in another window: both show one past, either moves it."""

    @property
    def playing(self) -> str:
        """The field of the state that goes on by itself now; "" for none."""
        return ""

    def show_term(self, term: str) -> None:
        """Bring a glossary term into view, in the frame that has them."""

    def build(self) -> None:
        """Make the widgets once, before the first show."""
        if self.built:
            return
        self.built = True
        self.build_controls()
        self._put_tabs_after_controls()
        self.build_pictures()
        self.link_terms()
        if self.look is not None:
            self.set_look(self.look)
            spread_look(self, self.look)

    def finish(self) -> None:
        """Make what is not seen at first and was left out of the building."""

    def link_terms(self) -> None:
        """Make links of the terms in all prose made so far."""
        link_terms(self, finder_of(self.board.glossary), self.term)

    def _put_tabs_after_controls(self) -> None:
        """Let the keys come to the pages after the controls: a new parent puts a widget last in the chain."""
        tabs = self.pictures.findChild(QTabBar)
        if isinstance(tabs, QTabBar):
            tabs.setParent(None)
            tabs.setParent(self.pictures)

    def show_all(self, state: LabState, result: Any, words: str) -> None:
        """Show the controls' values, the pictures and the live words of one state."""
        for control in self.controls:
            control.show_state(state)
        heads = "1 head" if state.heads == 1 else f"{state.heads} heads"
        power = "" if state.scale_exponent == 0.5 else f", α = {state.scale_exponent:g}"
        self.head.set_equation(f"{heads} × {state.key_width} = {state.model_width}{power}")
        self.show_result(state, result)
        self.settle()
        laboratory = self.laboratory()
        self.words.say(words if laboratory is None else laboratory.spoken())

    def settle(self) -> None:
        """Let the pictures find their room anew, where what they show has come to need more or less of it."""
        self.pictures.settle()

    def add_control(self, control: Control) -> Control:
        """Add a control to the row and pass its wishes on."""
        self.controls.append(control)
        self.control_row.addWidget(control)
        control.wish.connect(self.wish)
        control.stroke.connect(self.stroke)
        if self.look is not None:
            control.set_look(self.look)
        return control

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes; the widgets inside are told by whoever spreads the look."""
        self.look = look
        self.setPalette(palette(look))
        self.head.set_look(look)
        self.words.set_look(look)
        edge = 10 if look.projector else 20
        self._column.setContentsMargins(edge, 8, edge, 4)
        self._edge = edge
        self._place_words()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find the words their place in the new height."""
        super().resizeEvent(event)
        self._place_words()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down scroll a page that is higher than the frame."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.page.verticalScrollBar().maximum():
            QApplication.sendEvent(self.page.verticalScrollBar(), event)
        else:
            super().keyPressEvent(event)

    def _place_words(self) -> None:
        """The live words stay in view below the page; in a very low frame they go with it."""
        low = self.look is not None and self.height() < LOW * self.look.body
        target, other = (self._column, self._foot) if low else (self._foot, self._column)
        if other.indexOf(self.words) >= 0:
            other.removeWidget(self.words)
            target.addWidget(self.words)
            self._whole.activate()
        bottom = 0 if low else 6
        self._foot.setContentsMargins(self._edge, 0 if low else 4, self._edge, bottom)

    def _lay_out(self) -> None:
        """The page scrolls, where large text in a low window leaves no other way."""
        body = QWidget()
        self._column = column = QVBoxLayout(body)
        column.setSpacing(8)
        column.addWidget(self.head)
        column.addLayout(self.control_row)
        column.addWidget(self.pictures, 1)
        self.page = ScrollPage(body)
        self.page.setAccessibleName(self.text.title)
        self._edge = 20
        self._foot = QVBoxLayout()
        self._foot.addWidget(self.words)
        self._whole = whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.page, 1)
        whole.addLayout(self._foot)
