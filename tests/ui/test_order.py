from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from attnviz.ui.access.order import put_in_order
from tests.walk import next_in_chain


class Part(QWidget):
    pass


def test_a_widget_asked_for_the_next_one_takes_nothing_along_when_it_is_deleted(qtbot):
    root = QWidget()
    qtbot.addWidget(root)
    button, part = QPushButton(root), Part(root)
    column = QVBoxLayout(part)
    column.addWidget(QLabel())
    item = column.itemAt(0)
    assert next_in_chain(button) is part
    button.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(button)
    assert isValid(item)


def test_tab_goes_through_the_parts_in_their_order(qtbot):
    root = QWidget()
    qtbot.addWidget(root)
    late, early = QWidget(root), QWidget(root)
    buttons = [QPushButton(early), QPushButton(late), QPushButton(early)]
    put_in_order([early, late])
    chain = []
    widget = next_in_chain(buttons[0])
    while widget is not None and widget is not buttons[0]:
        chain.append(widget)
        widget = next_in_chain(widget)
    assert [widget for widget in chain if widget in buttons] == [buttons[2], buttons[1]]
