"""The player: any generator, a few milliseconds at a time, at rest when it cannot be seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.ui.theme import look_for
from attnviz.ui.widgets.training import runner
from attnviz.ui.widgets.training.lab_player import LabPlayer, PlayerWords


class Work:
    """Counts to `total`; a clock of its own says that each step takes `cost` seconds."""

    def __init__(self, total=10, cost=0.0):
        self.total, self.cost, self.now, self.taken, self.begun = total, cost, 0.0, 0, 0

    def begin(self):
        self.begun += 1
        self.taken = 0
        yield 0, self.total
        for number in range(1, self.total + 1):
            self.now += self.cost
            self.taken = number
            yield number, self.total

    def clock(self):
        return self.now


@pytest.fixture
def make(qtbot, monkeypatch):
    def made(work, **options):
        monkeypatch.setattr(runner, "perf_counter", work.clock)
        player = LabPlayer("the work", work.begin, **options)
        qtbot.addWidget(player)
        player.set_look(look_for("light"))
        player.show()
        player.reset()
        return player

    return made


def ticks(player, count=1):
    """Slices as the timer would run them."""
    for _ in range(count):
        player._runner._timer.timeout.emit()


def test_a_slice_ends_before_the_step_that_would_take_it_over_its_time(make):
    work = Work(total=100, cost=0.0015)
    player = make(work)
    player.play()
    ticks(player)
    assert player.progress == (2, 100)  # a third step would end after 4.5 ms
    assert work.now <= runner.SLICE


def test_one_long_step_is_taken_alone(make):
    work = Work(total=100, cost=0.05)
    player = make(work)
    player.play()
    ticks(player)
    assert player.progress == (1, 100)


def test_the_pace_limits_the_steps_of_a_slice(make):
    player = make(Work(), pace=3)
    player.play()
    ticks(player, 2)
    assert player.progress == (6, 10)


def test_it_plays_to_the_end_and_stops_there(make, qtbot):
    player = make(Work(), pace=4)
    player.play()
    qtbot.waitUntil(lambda: player.progress == (10, 10))
    assert not player.playing
    assert not player.step_button.isEnabled()
    player.step()
    assert player.progress == (10, 10)


def test_play_at_the_end_starts_anew(make):
    work = Work()
    player = make(work)
    player.play()
    ticks(player)
    assert player.progress == (10, 10)
    player.play_button.click()
    assert player.progress == (0, 10)
    assert player.playing
    assert work.begun == 2


def test_step_pauses_and_takes_one_step(make, qtbot):
    player = make(Work(), pace=1)
    player.play()
    with qtbot.waitSignal(player.moved):
        player.step_button.click()
    assert not player.playing
    done = player.progress[0]
    player.step_button.click()
    assert player.progress == (done + 1, 10)


def test_reset_goes_back_to_the_start_and_stays(make):
    work = Work()
    player = make(work, pace=3)
    player.play()
    ticks(player)
    player.reset_button.click()
    assert player.progress == (0, 10)
    assert not player.playing
    assert work.taken == 0
    assert not player.reset_button.isEnabled()


def test_it_rests_when_hidden_and_does_not_play_unseen(make):
    player = make(Work(), pace=1)
    player.play()
    player.hide()
    assert not player.playing
    player.play()
    assert not player.playing
    player.show()
    assert not player.playing  # it waits to be asked
    player.play()
    assert player.playing


def test_it_rests_when_its_window_is_put_away(make, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    player = make(Work(), pace=1)
    player.setParent(window)
    window.show()
    player.show()
    player.play()
    window.showMinimized()
    QApplication.processEvents()
    assert not player.playing


def test_it_leaves_no_timer_behind(qtbot, qapp):
    work = Work()
    player = LabPlayer("the work", work.begin)
    player.show()
    player.play()
    timer = player.findChild(QTimer)
    assert timer is not None
    gone: list[bool] = []
    timer.destroyed.connect(lambda: gone.append(True))
    player.close()
    player.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert gone


def test_an_error_stops_it(make):
    def fails():
        yield 0, 5
        raise ZeroDivisionError

    player = make(Work())
    player._runner._begin = fails
    player.reset()
    player.play()
    with pytest.raises(ZeroDivisionError):
        player._runner._run_slice()
    assert not player.playing


def test_its_words_and_progress_can_be_read_aloud(make):
    player = make(Work(), words=PlayerWords("Try all", "Stop", "Go on"), pace=2, steps=False)
    assert player.play_button.text() == "Try all"
    assert not player.step_button.isVisible()
    player.play()
    assert player.play_button.accessibleName() == "Stop: the work"
    ticks(player)
    player.pause()
    assert player.play_button.text() == "Go on"
    assert player.bar.accessibleName() == "Progress: the work"
    assert player.bar.accessibleDescription() == "2 of 10"
    assert player.bar.value() == 2


def test_the_button_keeps_its_width_whatever_is_written_on_it(make):
    player = make(Work(), pace=1)
    widths = {player.play_button.sizeHint().expandedTo(player.play_button.minimumSize()).width()}
    player.play()
    widths.add(player.play_button.sizeHint().expandedTo(player.play_button.minimumSize()).width())
    assert len(widths) == 1


def test_one_press_of_step_takes_all_small_steps_up_to_the_next_stride(make):
    player = make(Work(total=12), stride=4)
    player.step_button.click()
    assert player.progress == (4, 12)
    player.play()
    player._runner._take()
    player.step_button.click()
    assert player.progress == (8, 12)
    assert player.bar.accessibleDescription() == "2 of 3"
    player.step_button.click()
    assert player.progress == (12, 12)
    assert not player.step_button.isEnabled()


def test_two_players_share_what_they_run_and_either_moves_it(make, qtbot):
    work = Work(total=10)
    one, other = make(work, pace=2), make(Work(), pace=2)
    other.share(one)
    assert other.progress == (0, 10)
    other.step_button.click()
    assert (one.progress, one.bar.value(), other.bar.value()) == ((1, 10), 1, 1)
    one.play()
    assert other.play_button.text() == one.play_button.text() == PlayerWords().stop
    ticks(other)
    other.pause()
    assert (one.playing, one.progress, work.begun) == (False, (3, 10), 1)


def test_what_is_shared_rests_when_neither_player_is_seen(make):
    one, other = make(Work(), pace=2), make(Work())
    other.share(one)
    one.play()
    one.hide()
    assert one.playing
    other.hide()
    assert not one.playing


def test_a_player_out_of_sight_tells_of_the_moves_when_it_is_seen_again(make):
    one, other = make(Work(), pace=2), make(Work())
    other.share(one)
    moves: list[int] = []
    one.moved.connect(lambda: moves.append(one.progress[0]))
    one.hide()
    other.step()
    other.step()
    assert moves == []
    one.show()
    assert moves == [2]
    one.catch_up()
    assert moves == [2]
