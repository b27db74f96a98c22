"""Find the head: which one sends this word to that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from attnviz.ui.theme import Look, look_for
from attnviz.ui.widgets.charts.dots import dot

COLOR = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Ranked:
    """A head in the ranking."""

    head: int
    words: str
    color: int
    layer: int = 0


class TokenBox(QComboBox):
    """A list of tokens to choose from; it leaves the wheel to the page until it has the focus."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def set_tokens(self, tokens: Sequence[str], chosen: int) -> None:
        """Offer `tokens` and show the chosen one, without asking for a change."""
        with QSignalBlocker(self):
            if [self.itemText(i) for i in range(self.count())] != list(tokens):
                self.clear()
                self.addItems(list(tokens))
                for index, token in enumerate(tokens):
                    self.setItemData(index, token, Qt.ItemDataRole.ToolTipRole)
            self.setCurrentIndex(chosen)
        self.setToolTip(self.currentText())

    def shown_words(self) -> str:
        """The chosen token, with an ellipsis where it is cut: Qt cuts in the middle of a letter."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width() - 4
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_words()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class FindHead(QWidget):
    """Two words to choose and the heads in the order of the weight between them."""

    asked = Signal(int, int)  # query and key chosen
    picked = Signal(int, int)  # layer and head chosen in the ranking

    def __init__(self) -> None:
        super().__init__()
        self.look: Look = look_for("light")
        self._ranking: tuple[Ranked, ...] = ()
        self._dots: dict[int, QIcon] = {}
        self._from, self._to = QLabel("who sends"), QLabel("to")
        self.query = TokenBox("Word that asks")
        self.key = TokenBox("Word that is asked")
        self.ranking = QListWidget()
        self.ranking.setAccessibleName("Heads ranked by this weight")
        self.ranking.setFrameShape(QFrame.Shape.NoFrame)
        self.ranking.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.ranking.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.ranking.setUniformItemSizes(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(6)
        for part in (self._from, self.query, self._to, self.key):
            row.addWidget(part)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.ranking, 1)
        column.addStretch(0)
        self.query.activated.connect(self._ask)
        self.key.activated.connect(self._ask)
        self.ranking.itemClicked.connect(self._pick)
        self.ranking.itemActivated.connect(self._pick)

    def set_pair(self, queries: Sequence[str], keys: Sequence[str], query: int, key: int) -> None:
        """Show which words are chosen."""
        self.query.set_tokens(queries, query)
        self.key.set_tokens(keys, key)

    def set_ranking(self, ranking: Sequence[Ranked]) -> None:
        """Show the heads in this order; items are kept and only their words change."""
        if tuple(ranking) == self._ranking:
            return
        self._ranking = tuple(ranking)
        while self.ranking.count() > len(ranking):
            self.ranking.takeItem(self.ranking.count() - 1)
        while self.ranking.count() < len(ranking):
            self.ranking.addItem(QListWidgetItem())
        for index, ranked in enumerate(ranking):
            item = self.ranking.item(index)
            if item.text() != ranked.words:
                item.setText(ranked.words)
                item.setToolTip(ranked.words)
            if item.data(COLOR) != ranked.color:
                item.setData(COLOR, ranked.color)
                item.setIcon(self._dot(ranked.color))

    def set_look(self, look: Look) -> None:
        """Take over colors and sizes."""
        self.look = look
        for part in (self._from, self._to, self.query, self.key, self.ranking):
            part.setFont(look.font("label"))
        side = round(look.label * 0.7)
        self._dots.clear()
        self.ranking.setIconSize(QSize(side, side))
        for index in range(self.ranking.count()):
            item = self.ranking.item(index)
            item.setIcon(self._dot(item.data(COLOR)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show whole lines of the ranking only."""
        super().resizeEvent(event)
        line = self.ranking.sizeHintForRow(0)
        room = self.height() - self.query.sizeHint().height() - 6
        if line > 0:
            self.ranking.setMaximumHeight(max(room // line, 1) * line + 2)

    def _dot(self, color: int) -> QIcon:
        if color not in self._dots:
            self._dots[color] = dot(self.look, color, self.devicePixelRatioF())
        return self._dots[color]

    def _ask(self, _index: int) -> None:
        self.asked.emit(self.query.currentIndex(), self.key.currentIndex())

    def _pick(self, item: QListWidgetItem) -> None:
        ranked = self._ranking[self.ranking.row(item)]
        self.picked.emit(ranked.layer, ranked.head)
