from PySide6.QtWidgets import QWidget

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.panels import toast
from attnviz.ui.widgets.panels.toast import Toast


def shown(qtbot, monkeypatch, least):
    monkeypatch.setattr(toast, "LEAST", least)
    home = QWidget()
    qtbot.addWidget(home)
    home.resize(900, 600)
    message = Toast(home)
    message.set_look(look_for("light"))
    home.show()
    message.say("The model-width lock is open.")
    return home, message


def test_a_message_that_was_overtaken_goes_as_soon_as_it_can_have_been_read(qtbot, monkeypatch):
    _home, message = shown(qtbot, monkeypatch, least=0)
    assert message.isVisible()
    message.overtaken()
    qtbot.waitUntil(lambda: not message.isVisible(), timeout=1000)


def test_a_message_is_not_snatched_away(qtbot, monkeypatch):
    _home, message = shown(qtbot, monkeypatch, least=2000)
    message.overtaken()
    qtbot.wait(50)
    assert message.isVisible()
    message.hide()


def test_a_message_lies_over_the_title_and_inside_the_window(qtbot, monkeypatch):
    home, message = shown(qtbot, monkeypatch, least=0)
    assert home.rect().contains(message.geometry())
    assert message.geometry().bottom() < home.height() // 4
    message.hide()
