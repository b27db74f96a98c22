from attnviz.ui.presenting.talk import (
    ask,
    banner,
    clock_words,
    jump,
    leave,
    new_talk,
    pace,
    pace_words,
    planned,
    set_to_zero,
    start,
    step,
    summary,
    tick,
    toggle_blank,
    toggle_pause,
    turn,
    type_digit,
)

MINUTES = (6, 14, 14, 12, 2, 8)


def test_seconds_count_towards_the_frame_on_show():
    talk = turn(start(new_talk(6), 100.0), 2, 130.0)
    talk = tick(talk, 175.0)
    assert talk.spent == (30.0, 0.0, 45.0, 0.0, 0.0, 0.0)
    assert talk.elapsed == 75.0


def test_leaving_forgets_nothing_and_the_time_away_does_not_count():
    talk = turn(start(new_talk(6), 0.0), 3, 60.0)
    away = leave(talk, 90.0)
    back = tick(start(away, 5000.0), 5010.0)
    assert (back.frame, back.on, back.spent) == (3, True, (60.0, 0, 0, 40.0, 0, 0))


def test_starting_again_while_it_is_on_changes_nothing():
    talk = turn(start(new_talk(6), 0.0), 3, 60.0)
    assert start(talk, 70.0, frame=0) is talk


def test_a_paused_clock_stands_and_stays_so_over_a_break():
    talk = toggle_pause(start(new_talk(2), 0.0), 10.0)
    talk = start(leave(tick(talk, 500.0), 600.0), 700.0)
    assert tick(talk, 900.0).elapsed == 10.0
    assert tick(toggle_pause(talk, 900.0), 903.0).elapsed == 13.0


def test_a_clock_that_goes_back_takes_nothing_away():
    assert tick(start(new_talk(1), 100.0), 40.0).elapsed == 0.0


def test_any_way_out_of_a_blank_screen_stays_on_the_frame():
    talk = toggle_blank(turn(start(new_talk(6), 0.0), 2, 1.0), "black")
    assert step(talk, 1)[1] == 2
    assert step(talk, 1)[0].blank == ""
    assert toggle_blank(talk, "white").blank == ""
    assert step(toggle_blank(talk, "white"), 1)[1] == 3


def test_the_first_and_last_frame_are_the_end_of_the_way():
    assert step(new_talk(6), -1)[1] == 0
    assert step(turn(new_talk(6), 5, 0.0), 1)[1] == 5


def test_the_clock_is_set_to_zero_and_the_place_is_kept():
    talk = set_to_zero(leave(turn(start(new_talk(3), 0.0), 2, 60.0), 90.0))
    again = tick(start(talk, 200.0), 230.0)
    assert (again.frame, again.spent, again.origin) == (2, (0, 0, 30.0), 2)


def test_a_typed_number_is_a_frame_counted_from_one_or_nothing():
    assert jump(type_digit(new_talk(6), "3"))[1] == 2
    assert jump(type_digit(new_talk(6), "0"))[1] is None
    assert jump(type_digit(new_talk(6), "7"))[1] is None
    assert jump(ask(new_talk(6)))[1] is None
    typed = type_digit(type_digit(type_digit(new_talk(20), "9"), "1"), "2")
    done, frame = jump(typed)
    assert (frame, done.typed, done.asked) == (11, "", False)


def at(frame: int, seconds: float):
    return tick(turn(start(new_talk(6), 0.0), frame, 0.0), seconds)


def test_frames_before_the_first_one_presented_are_not_planned_for_until_it_is_gone_back_to():
    talk = tick(start(new_talk(6), 0.0, frame=1), 60.0)
    assert (pace_words(talk, MINUTES), planned(talk, MINUTES)) == ("on time", 50)
    talk = tick(turn(turn(talk, 0, 60.0), 1, 60.0), 120.0)
    assert (pace_words(talk, MINUTES), planned(talk, MINUTES)) == ("4 min ahead", 56)


def test_behind_and_ahead_are_measured_from_the_time_planned_for_the_frame():
    assert pace_words(at(1, 8 * 60), MINUTES) == "on time"
    assert pace_words(at(1, 20 * 60 + 29), MINUTES) == "on time"
    assert pace_words(at(1, 22 * 60), MINUTES) == "2 min behind"
    assert pace_words(at(1, 5 * 60), MINUTES) == "1 min ahead"
    assert pace(at(1, 20 * 60 + 30), MINUTES) == "behind"
    assert pace_words(at(1, 20 * 60 + 30), MINUTES) == "1 min behind"
    assert pace_words(at(1, 3000), (0,) * 6) == ""


def test_the_banner_says_in_words_what_the_audience_is_kept_from():
    talk = toggle_pause(toggle_blank(new_talk(6), "white"), 0.0)
    assert banner(talk) == ("BLANK, white", "TIMER PAUSED")
    assert banner(type_digit(new_talk(6), "4")) == ("GO TO 4 ⏎",)
    assert banner(new_talk(6)) == ()


def test_times_are_written_as_a_clock_does():
    assert [clock_words(s) for s in (0, 59.9, 61, 3600, 7325)] == ["0:00", "0:59", "1:01", "1:00:00", "2:02:05"]


def test_the_summary_has_a_line_for_each_frame_and_one_for_all():
    talk = tick(turn(start(new_talk(2), 0.0), 1, 65.0), 95.0)
    lines = summary(talk, ["Open", "Why"], (6, 14)).splitlines()
    assert lines == ["\tframe\ttaken\tplanned", "1\tOpen\t1:05\t6:00", "2\tWhy\t0:30\t14:00", "\tall\t1:35\t20:00"]
