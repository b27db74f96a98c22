"""What the presenter has beside the frame: time, what comes next, what to say, and a button for everything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from attnviz.ui.theme import Look
from attnviz.ui.widgets.flow import FlowLayout
from attnviz.ui.widgets.presenting.keys_hint import with_keys
from attnviz.ui.widgets.presenting.next_picture import NextPicture
from attnviz.ui.widgets.text.prose import Prose

LEAST_NOTES: Final = 24  # pixels: 18 pt, to be read standing
BESIDE: Final = 74  # body heights of a window in which the panel stands beside the frame, else below it


@dataclass(frozen=True, slots=True)
class Deed:
    """A button: the command it stands for, its words, its key, whether it stays pressed."""

    id: str
    words: str
    keys: str
    checkable: bool = False


@dataclass(frozen=True, slots=True)
class Times:
    """The clock's words. `role` colors the pace, which is said in words, too."""

    clock: str
    elapsed: str
    pace: str
    role: str
    frames: str  # how long each frame took
    spoken: str  # all of it, to be read aloud


class PresenterPanel(QWidget):
    """It is told what to show and says which button was pressed."""

    pressed = Signal(str)  # the id of a deed
    paged = Signal(int)  # the audience's pictures: a page forward or back

    def __init__(self, deeds: Sequence[Deed], *, notes: bool) -> None:
        """Without `notes` there are neither notes nor answers."""
        super().__init__()
        self.hide()
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Presenter")
        self._has_notes = notes
        self.banner, self.clock, self.elapsed, self.pace = QLabel(), QLabel(), QLabel(), QLabel()
        self.times, self.next_name, self.picture = QLabel(), QLabel(), NextPicture()
        self.notes, self.answers = _Spoken(), Prose()
        self.page, self.page_buttons = QLabel(), (QPushButton("◀"), QPushButton("▶"))
        self.buttons = {deed.id: self._button(deed) for deed in deeds}
        self._ids = {button: name for name, button in self.buttons.items()}
        self._set_up()
        self._lay_out()

    # ------------------------------------------------------------------ what is shown

    def show_banner(self, states: Sequence[str]) -> None:
        """Say what the audience is kept from, in capitals on the darkest ground."""
        words = " · ".join(states)
        if words != self.banner.text():
            self.banner.setText(words)
            self.banner.setAccessibleName(f"Audience window: {words or 'live'}")
        self.banner.setVisible(bool(words))

    def show_times(self, times: Times) -> None:
        """The time of day, how long it took, how that fits the plan."""
        for label, words in (
            (self.clock, times.clock), (self.elapsed, times.elapsed), (self.pace, times.pace),
            (self.times, times.frames),
        ):  # fmt: skip
            if label.text() != words:
                label.setText(words)
        self.clock.setAccessibleName(times.spoken)
        if self._look is not None:
            self.pace.setStyleSheet(f"color: {self._look.color(times.role).name()}")

    def show_next(self, name: str, image: QImage | None, words: str = "") -> None:
        """The frame that comes next."""
        self.next_name.setText(name)
        self.picture.set_picture(image, f"{name}. {words}")
        self.picture.setVisible(image is not None)
        self._parts.setStretch(1, 2 if image is not None else 0)

    def show_words(self, notes: str, answers: str) -> None:
        """What to say, and the answers of the prompts."""
        if self._has_notes:
            self.notes.set_words(notes or "No notes for this frame.")
            self.answers.set_words(answers)
            self.answers.setVisible(bool(answers))

    def show_pages(self, names: Sequence[str], page: int) -> None:
        """The pages of the audience's pictures; nothing where they have only one."""
        several = len(names) > 1
        if several:
            self.page.setText(f"Audience's page {page + 1} of {len(names)}: {names[page]}")
        for button, number in zip(self.page_buttons, (0, len(names) - 1), strict=True):
            button.setEnabled(page != number)
        for widget in (self.page, *self.page_buttons):
            widget.setVisible(several)

    def show_states(self, on: Mapping[str, bool]) -> None:
        """Which of the buttons that stay pressed are pressed."""
        for name, state in on.items():
            self.buttons[name].setChecked(state)

    # ------------------------------------------------------------------ size

    def beside(self, width: int) -> bool:
        """Whether it stands beside the frame in a window of this width."""
        return self._look is None or width >= BESIDE * self._look.body

    def place(self, width: int, height: int) -> None:
        """A column of about a quarter of the window, or a strip at the bottom with its parts side by side."""
        beside = self.beside(width)
        directions = QBoxLayout.Direction
        self._parts.setDirection(directions.TopToBottom if beside else directions.LeftToRight)
        self._parts.setStretch(0, 0 if beside else 3)
        self.setObjectName("side" if beside else "strip")
        if beside:
            self.setFixedWidth(round(width * 0.27))
            self.setMinimumHeight(0)
            self.setMaximumHeight(16777215)
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(16777215)
            self.setFixedHeight(round(height * 0.42))

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        theme = look.theme
        self.banner.setFont(look.font("body", 700))
        self.banner.setStyleSheet(
            f"background: {theme.ink}; color: {theme.card}; border-radius: 6px; padding: 4px 10px;"
        )
        self.clock.setFont(look.font("body", 600))
        self.elapsed.setFont(look.font("body", 600))
        self.pace.setFont(look.font("body", 700))
        self.times.setFont(look.font("label"))
        self.next_name.setFont(look.font("label", 600))
        self.page.setFont(look.font("label", 600))
        self.notes_name.setFont(look.font("label", 600))
        for button in (*self.buttons.values(), *self.page_buttons):
            button.setFont(look.font("label", 500))

    _look: Look | None = None

    # ------------------------------------------------------------------ inside

    def _button(self, deed: Deed) -> QPushButton:
        button = QPushButton(deed.words)
        button.setAccessibleName(deed.words.strip("◀▶ "))
        button.setToolTip(with_keys(deed.words.strip("◀▶ "), deed.keys))
        button.setCheckable(deed.checkable)
        # A click leaves the focus where it is: Space must go on to the next frame, not press the button again.
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._press)
        return button

    def _press(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.pressed.emit(self._ids[button])

    def _turn(self) -> None:
        self.paged.emit(-1 if self.sender() is self.page_buttons[0] else 1)

    def _set_up(self) -> None:
        self.notes_name = QLabel("Speaker notes")
        for label in (self.banner, self.next_name, self.times, self.page):
            label.setWordWrap(True)
        self.banner.hide()
        self.times.setTextFormat(Qt.TextFormat.RichText)
        self.times.setAccessibleName("Minutes on each frame")
        for button, where in zip(self.page_buttons, ("Previous", "Next"), strict=True):
            button.setAccessibleName(f"{where} page of the audience's pictures")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(self._turn)

    def _lay_out(self) -> None:
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._parts.setContentsMargins(12, 8, 12, 8)
        self._parts.setSpacing(10)
        buttons = FlowLayout(gap=6)
        for button in self.buttons.values():
            buttons.addWidget(button)
        clocks = FlowLayout(gap=14)
        for label in (self.clock, self.elapsed, self.pace):
            clocks.addWidget(label)
        (self._state, first), (self._next, second), (self._said, third) = _part(), _part(), _part()
        first.addWidget(self.banner)
        first.addLayout(clocks)
        first.addWidget(self.times)
        first.addLayout(buttons)
        first.addStretch(0)
        pages = QHBoxLayout()
        pages.setSpacing(6)
        pages.addWidget(self.page, 1)
        for button in self.page_buttons:
            pages.addWidget(button)
        second.addLayout(pages)
        second.addWidget(self.next_name)
        second.addWidget(self.picture, 1)
        self._parts.addWidget(self._state)
        self._parts.addWidget(self._next, 2)
        third.addWidget(self.notes_name)
        third.addWidget(self._area(), 1)
        self._parts.addWidget(self._said, 3)
        self._said.setVisible(self._has_notes)

    def _area(self) -> QScrollArea:
        said = QWidget()
        column = QVBoxLayout(said)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(10)
        column.addWidget(self.notes)
        column.addWidget(self.answers)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        area.setAccessibleName("Speaker notes and answers")
        area.setProperty("stop", True)
        area.setWidget(said)
        return area


class _Spoken(Prose):
    """The notes, large enough to be read while standing."""

    def set_look(self, look: Look) -> None:
        super().set_look(look)
        self.setFont(look.font(str(max(LEAST_NOTES, look.body)), 400))


def _part() -> tuple[QWidget, QVBoxLayout]:
    """A part of the panel, as wide as the others let it be and as high as its words need."""
    part = QWidget()
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    policy.setHeightForWidth(True)
    part.setSizePolicy(policy)
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    return part, column
