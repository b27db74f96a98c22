"""A presentation as a frozen value: where it is, what the audience is kept from, and how long each frame took.

Nothing here knows Qt or a clock. `now` is in seconds from any fixed moment; it is handed in by whoever has one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

BLANKS: Final = ("black", "white")
MOST_DIGITS: Final = 2


@dataclass(frozen=True, slots=True)
class Talk:
    """One presentation. Leaving it and coming back changes nothing but `on`."""

    frames: int  # how many frames there are
    frame: int = 0  # the one on show, or where it was left
    origin: int = -1  # the first frame of those presented; −1 before it has begun
    on: bool = False
    blank: str = ""  # one of BLANKS while the audience sees nothing else
    frozen: bool = False
    laser: bool = False
    paused: bool = False
    since: float | None = None  # the moment up to which `spent` counts; None while the clock stands
    spent: tuple[float, ...] = ()  # seconds on each frame
    asked: bool = False  # whether a number is being typed, to jump there
    typed: str = ""  # its digits

    @property
    def elapsed(self) -> float:
        """Seconds in all, up to the last `tick`."""
        return sum(self.spent)


def new_talk(frames: int) -> Talk:
    """A presentation of so many frames that has not begun."""
    return Talk(frames, spent=(0.0,) * frames)


def start(talk: Talk, now: float, frame: int | None = None) -> Talk:
    """Begin, or go on where it was left, or at `frame`. Nothing changes while it is on."""
    if talk.on:
        return talk
    where = talk.frame if frame is None else frame
    origin = where if talk.origin < 0 else min(talk.origin, where)
    return replace(talk, frame=where, origin=origin, on=True, since=None if talk.paused else now)


def leave(talk: Talk, now: float) -> Talk:
    """Stop for now. What hides the audience's picture is lifted, all else is kept."""
    return replace(tick(talk, now), on=False, since=None, blank="", frozen=False, laser=False, asked=False, typed="")


def set_to_zero(talk: Talk) -> Talk:
    """Forget the times, and nothing else."""
    return replace(talk, spent=(0.0,) * talk.frames, origin=talk.frame if talk.on else -1)


def tick(talk: Talk, now: float) -> Talk:
    """Count the seconds since the last tick towards the present frame."""
    if talk.since is None:
        return talk
    spent = list(talk.spent)
    spent[talk.frame] += max(now - talk.since, 0.0)
    return replace(talk, spent=tuple(spent), since=now)


def turn(talk: Talk, frame: int, now: float) -> Talk:
    """Another frame is on show. One before those presented so far is planned for from now on."""
    return replace(tick(talk, now), frame=frame, origin=min(talk.origin, frame))


def toggle_pause(talk: Talk, now: float) -> Talk:
    """Stop the clock, or let it run."""
    talk = tick(talk, now)
    paused = not talk.paused
    return replace(talk, paused=paused, since=now if talk.on and not paused else None)


def toggle_blank(talk: Talk, color: str) -> Talk:
    """Hide the picture behind a color, or show it again whichever color hides it."""
    return replace(talk, blank="" if talk.blank else color)


def toggle_frozen(talk: Talk) -> Talk:
    """Keep the audience's picture as it is, or let it follow."""
    return replace(talk, frozen=not talk.frozen)


def toggle_laser(talk: Talk) -> Talk:
    """Switch the laser pointer."""
    return replace(talk, laser=not talk.laser)


def step(talk: Talk, by: int) -> tuple[Talk, int]:
    """The frame to go to. A blank screen is lifted first, without going on."""
    talk = replace(talk, asked=False, typed="")
    if talk.blank:
        return replace(talk, blank=""), talk.frame
    return talk, min(max(talk.frame + by, 0), talk.frames - 1)


def ask(talk: Talk) -> Talk:
    """A number is going to be typed."""
    return replace(talk, asked=True)


def type_digit(talk: Talk, digit: str) -> Talk:
    """One more digit of the frame to jump to; the oldest gives way."""
    return replace(talk, asked=True, typed=(talk.typed + digit)[-MOST_DIGITS:])


def jump(talk: Talk) -> tuple[Talk, int | None]:
    """The frame that was typed, counted from 0; None when there is no such frame."""
    number = int(talk.typed or 0)
    done = replace(talk, asked=False, typed="")
    return done, number - 1 if 1 <= number <= talk.frames else None


def clock_words(seconds: float) -> str:
    """Minutes and seconds, hours when there are any."""
    whole = int(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"


def planned(talk: Talk, minutes: Sequence[int]) -> int:
    """The minutes planned for all frames from the first one presented."""
    return sum(minutes[max(talk.origin, 0) :])


def lag(talk: Talk, minutes: Sequence[int]) -> float:
    """Seconds behind the plan, negative when ahead of it, 0 within the time planned for the present frame."""
    first = max(talk.origin, 0)
    begins, ends = 60.0 * sum(minutes[first : talk.frame]), 60.0 * sum(minutes[first : talk.frame + 1])
    return talk.elapsed - min(max(talk.elapsed, begins), ends)


def pace(talk: Talk, minutes: Sequence[int]) -> str:
    """Whether it is "behind", "ahead" or "on time"; "" without a plan. Half a minute is neither."""
    if not planned(talk, minutes):
        return ""
    late = lag(talk, minutes)
    return "behind" if late >= 30 else "ahead" if late <= -30 else "on time"


def pace_words(talk: Talk, minutes: Sequence[int]) -> str:
    """The same with the number of minutes, such as "2 min behind"."""
    which = pace(talk, minutes)
    return which if which in ("", "on time") else f"{max(int(abs(lag(talk, minutes)) / 60 + 0.5), 1)} min {which}"


def banner(talk: Talk) -> tuple[str, ...]:
    """What the speaker must not forget about the audience's window, in words."""
    states = (
        (talk.blank != "", f"BLANK, {talk.blank}"),
        (talk.frozen, "FROZEN"),
        (talk.laser, "LASER"),
        (talk.paused, "TIMER PAUSED"),
        (talk.asked, f"GO TO {talk.typed or '…'} ⏎"),
    )
    return tuple(words for on, words in states if on)


def rows(talk: Talk, names: Sequence[str], minutes: Sequence[int]) -> list[tuple[str, str, str, str]]:
    """Number, name, time taken and planned of every frame, a heading before them and the sums behind."""
    frames = [
        (str(number), name, clock_words(spent), f"{plan}:00")
        for number, (name, spent, plan) in enumerate(zip(names, talk.spent, minutes, strict=True), start=1)
    ]
    whole = ("", "all", clock_words(talk.elapsed), f"{sum(minutes)}:00")
    return [("", "frame", "taken", "planned"), *frames, whole]


def summary(talk: Talk, names: Sequence[str], minutes: Sequence[int]) -> str:
    """Minutes per frame as lines with tabs between the columns, to be pasted into a sheet or a message."""
    return "\n".join("\t".join(row) for row in rows(talk, names, minutes))
