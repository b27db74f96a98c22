"""Cards, a grid of cards that turns into pages when it does not fit, and a row that wraps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QStyle, QTabBar, QVBoxLayout, QWidget

from attnviz.ui.theme import Look

GAP = 10
RADIUS = 8.0
LEAST = 80  # pixels of height that pictures keep


@dataclass(frozen=True, slots=True)
class Need:
    """The least room a card needs, in pixels, and its share of what is left over."""

    width: int
    height: int
    stretch_x: int = 1
    stretch_y: int = 1


def arrange(rows: Sequence[Sequence[Need]], width: int, height: int, gap: int = GAP) -> list[list[list[int]]]:
    """Pages of rows of card numbers, counted through `rows` in reading order.

    A row too wide for `width` is stacked; rows too high for one page go on to the next.
    """
    numbered: list[list[tuple[int, Need]]] = []
    count = 0
    for row in rows:
        cards = list(enumerate(row, start=count))
        count += len(cards)
        fits = sum(need.width for need in row) + gap * (len(row) - 1) <= width
        numbered += [cards] if fits else [[card] for card in cards]
    pages: list[list[list[int]]] = [[]]
    room = height
    for cards in numbered:
        needed = max(need.height for _, need in cards)
        if pages[-1] and needed > room:
            pages.append([])
            room = height
        pages[-1].append([number for number, _ in cards])
        room -= needed + gap
    return pages


def shares(needs: Sequence[int], stretches: Sequence[int], total: int, gap: int = GAP) -> list[int]:
    """Division of `total` pixels: each its need, the rest by stretch; where there is too little, all shrink alike."""
    room = max(total - gap * (len(needs) - 1), 0)
    if room < sum(needs):
        return [need * room // sum(needs) for need in needs]
    spare = room - sum(needs)
    weight = sum(stretches)
    if not weight:
        return list(needs)
    sizes = [need + spare * stretch // weight for need, stretch in zip(needs, stretches, strict=True)]
    last = max(i for i, stretch in enumerate(stretches) if stretch)
    sizes[last] += room - sum(sizes)
    return sizes


def draw_ground(painter: QPainter, widget: QWidget, look: Look) -> None:
    """The rounded ground that a card lies on."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(look.color("border"), 1))
    painter.setBrush(look.color("card"))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)


class Card(QWidget):
    """A picture with its name and one line of explanation, on a rounded ground."""

    def __init__(
        self,
        name: str,
        hint: str,
        content: QWidget,
        *,
        least: tuple[float, float] = (22, 14),
        stretch: tuple[int, int] = (1, 1),
    ) -> None:
        """`least` is the least size in label heights (ems), `stretch` the card's share of spare width and height."""
        super().__init__()
        self.name, self.least, self.stretch, self.content = name, least, stretch, content
        self._header = QLabel()
        self._header.setTextFormat(Qt.TextFormat.RichText)
        self._header.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        if not name:  # never show what has no parent yet: it would be a window of its own and take the focus
            self._header.hide()
        self._hint = hint
        self._look: Look | None = None
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        column.addWidget(self._header)
        column.addWidget(content, 1)

    gives = 1.0  # the share of its least room that will do before everything scrolls
    fills = False  # whether it takes the room on a page where nothing else wants it

    @property
    def hint(self) -> str:
        """The line of explanation beside the name."""
        return self._hint

    def set_hint(self, hint: str) -> None:
        """Change the line of explanation beside the name."""
        if hint != self._hint:
            self._hint = hint
            self._write_header()

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self._look = look
        self._header.setFont(look.font("label"))
        self._write_header()
        self.update()

    def need(self) -> Need:
        """The least room in pixels under the present look."""
        em = self._look.label if self._look else 14
        width, height = round(self.least[0] * em), round(self.least[1] * em)
        inside = self.content.layout()
        if inside is not None:  # what it is made of may need more than was foreseen
            size = self._column.minimumSize()
            width, height = max(width, size.width()), max(height, size.height())
        return Need(width, height, *self.stretch)

    def will_do(self, need: Need) -> int:
        """The height in pixels below which everything scrolls; a card of which a part can be shown asks for less."""
        return round(need.height * self.gives)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the hint only where it can be read whole."""
        super().resizeEvent(event)
        self._write_header()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        if self._look is None:
            return
        painter = QPainter(self)
        draw_ground(painter, self, self._look)

    def _write_header(self) -> None:
        if self._look is None or not self.name:
            return
        metrics = self._header.fontMetrics()
        whole = metrics.horizontalAdvance(f"{self.name}  {self._hint}") * 1.06
        fits = whole <= self.width() - 24
        hint = f"&nbsp; <span style='color:{self._look.theme.muted}'>{self._hint}</span>" if self._hint and fits else ""
        self._header.setText(f"<b>{self.name}</b>{hint}")
        self._header.setToolTip("" if fits else self._hint)


class ScrollPage(QScrollArea):
    """Scrolls what is higher, or wider, than the room there is; Tab brings what it reaches into view."""

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(body)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel is about the size of the text, and not this widget's."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)


class PictureGrid(QWidget):
    """Rows of cards that share the room; what does not fit at a readable size goes on to further pages.

    A grid can hold several sets of rows, of which one is shown.
    """

    paged = Signal()  # the cards are on other pages than before
    turned = Signal()  # another page is on show

    def __init__(self) -> None:
        super().__init__()
        self._set = ""
        self._sets: dict[str, list[list[Card]]] = {self._set: []}
        self._turned: dict[str, int] = {}  # the page that each set was left at
        self._titles: dict[tuple[Card, ...], str] = {}  # what a whole row is called on its tab
        self._needs: list[list[Need]] = []
        self._pages: list[list[list[int]]] = []
        self._look: Look | None = None
        self._tabs = QTabBar(self)
        self._tabs.setAccessibleName("Pictures of this frame")
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.currentChanged.connect(self.arrange)
        self._tabs.currentChanged.connect(self.turned)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(LEAST)

    @property
    def cards(self) -> list[Card]:
        """All cards of the set on show, in reading order."""
        return [card for row in self._sets[self._set] for card in row]

    @property
    def pages(self) -> list[list[list[int]]]:
        """The present pages: rows of card numbers."""
        return self._pages

    @property
    def page(self) -> int:
        """The page on show, from 0."""
        return max(self._tabs.currentIndex(), 0)

    @property
    def page_names(self) -> list[str]:
        """What the pages are called."""
        return [self._tabs.tabText(page) for page in range(self._tabs.count())]

    @property
    def first(self) -> int:
        """The number of the first card on show, among the cards of the set."""
        return next((number for row in self._pages[self.page : self.page + 1] for cards in row for number in cards), 0)

    @property
    def shown_set(self) -> str:
        """The name of the set on show; "" for the first."""
        return self._set

    def add_row(self, *cards: Card, to: str = "", title: str = "") -> None:
        """Add a row of cards below the others of the set called `to`; `title` names the row on a tab of its own."""
        if not cards:
            return
        self._sets.setdefault(to, []).append(list(cards))
        self._titles[cards] = title
        for card in cards:
            card.setParent(self)
            card.setVisible(to == self._set)

    def show_set(self, name: str) -> None:
        """Show another set of rows, at the page where it was left. Raises KeyError for an unknown one."""
        if name == self._set:
            return
        rows = self._sets[name]
        self._turned[self._set] = self._tabs.currentIndex()
        for card in self.cards:
            card.hide()
        self._set, self._pages = name, []
        for card in (card for row in rows for card in row):
            card.show()
        self.arrange()
        self._tabs.setCurrentIndex(self._turned.get(name, 0))

    def set_look(self, look: Look) -> None:
        """Take over sizes, and arrange anew."""
        self._look = look
        self._tabs.setFont(look.font("label"))
        for rows in self._sets.values():
            for card in (card for row in rows for card in row):
                card.set_look(look)  # their needs come first, whatever the order in which the tree is told
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange for the new size."""
        super().resizeEvent(event)
        self.arrange()

    def showEvent(self, event: QShowEvent) -> None:
        """Arrange anew: a grab of the window lays hidden frames out before their words are known."""
        super().showEvent(event)
        self.arrange()

    def settle(self) -> None:
        """Arrange anew if a card has come to need more room, or less."""
        if self._needs != [[card.need() for card in row] for row in self._sets[self._set]]:
            self.arrange()

    def show_card(self, name: str) -> None:
        """Turn to the page that holds the card called `name`."""
        for page, rows in enumerate(self._pages):
            if any(self.cards[i].name == name for row in rows for i in row):
                self._tabs.setCurrentIndex(page)

    def show_number(self, number: int) -> None:
        """Turn to the page that holds the card with this number."""
        for page, rows in enumerate(self._pages):
            if any(number in row for row in rows):
                self._tabs.setCurrentIndex(page)

    def turn(self, page: int) -> None:
        """Turn to a page, if there is one of this number."""
        self._tabs.setCurrentIndex(page)

    def arrange(self) -> None:
        """Decide the pages and place the cards of the present one."""
        rows = self._sets[self._set]
        if self._look is None or not rows:
            return
        self._needs = [[card.need() for card in row] for row in rows]
        self._page()
        self._place()
        # A card that is shown for the first time is polished now, and may need more than it said.
        needs = [[card.need() for card in row] for row in rows]
        if needs != self._needs:
            self._needs = needs
            self._page()
            self._place()

    def _page(self) -> None:
        pages = arrange(self._needs, self.width(), self.height())
        if len(pages) > 1:
            pages = arrange(self._needs, self.width(), self.height() - self._tabs.sizeHint().height() - GAP)
        if pages != self._pages:
            looked_at = self.first
            self._pages = pages
            self.name_tabs()
            with QSignalBlocker(self._tabs):  # the viewer stays where they were, whichever page it is now
                self.show_number(looked_at)
            self.paged.emit()
        self._claim()

    def _claim(self) -> None:
        """Ask for the room of the largest row and its tabs: where there is less, whatever holds the grid scrolls."""
        rows = self._stacked()
        needs = [need for row in self._needs for need in row]
        heights = [max(self.cards[i].will_do(needs[i]) for i in row) for row in rows]
        alone = [round(needs[row[0]].width * self.cards[row[0]].gives) for row in rows if len(row) == 1]
        self.setMinimumWidth(max(alone, default=0))
        tabs = self._tabs.sizeHint().height() + GAP if len(self._pages) > 1 else 0
        self.setMinimumHeight(max(LEAST, *heights) + tabs)

    def _stacked(self) -> list[list[int]]:
        """The rows of all pages, those stacked that are too wide."""
        return [row for rows in self._pages for row in rows]

    def name_tabs(self) -> None:
        """Write the names of the cards on the tabs of their pages."""
        current = self._tabs.currentIndex()
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        for rows in self._pages:
            names = [self._name_of(tuple(self.cards[i] for i in row)) for row in rows]
            self._tabs.addTab(" + ".join(name for name in names if name) or "Picture")
        self._tabs.setCurrentIndex(min(max(current, 0), len(self._pages) - 1))
        self._tabs.blockSignals(False)

    def _name_of(self, row: tuple[Card, ...]) -> str:
        return self._titles.get(row, "") or " + ".join(card.name for card in row if card.name)

    def _place(self) -> None:
        if not self._pages:
            return
        paged = len(self._pages) > 1
        self._tabs.setVisible(paged)
        top = self._tabs.sizeHint().height() + GAP if paged else 0
        if paged:
            self._tabs.setGeometry(0, 0, self.width(), self._tabs.sizeHint().height())
        shown = self._pages[max(self._tabs.currentIndex(), 0)] if paged else self._pages[0]
        visible = {i for row in shown for i in row}
        cards, needs = self.cards, [need for row in self._needs for need in row]
        for i, card in enumerate(cards):
            card.setVisible(i in visible)
        stretches = [max(needs[i].stretch_y for i in row) for row in shown]
        heights = shares(
            [max(needs[i].height for i in row) for row in shown],
            stretches if any(stretches) else [int(any(cards[i].fills for i in row)) for row in shown],
            self.height() - top,
        )
        for row, height in zip(shown, heights, strict=True):
            widths = shares([needs[i].width for i in row], [needs[i].stretch_x for i in row], self.width())
            left = 0
            for i, width in zip(row, widths, strict=True):
                place = QRect(left, top, width, height)
                cards[i].setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), place))
                left += width + GAP
            top += height + GAP
