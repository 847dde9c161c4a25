"""A window for reactions in a room: the clock closes it after its own time, whoever speaks, comes or goes meanwhile."""

from collections.abc import Iterator

import at_room
import pytest
from at_room import begun
from hall import Hall
from tables_at_play import small_mine, talk
from voting import Vote, voting

from engine.wants import Window
from protocol.bodies import Timeout
from protocol.codec import decode
from protocol.log import Entry, Kind

hall = at_room.hall  # the fixture; pytest finds it by this name
WINDOW, BANK = 8, 30


@pytest.fixture(autouse=True)
def _vote() -> Iterator[None]:
    """All seats may react; whoever has, or has let the time pass, leaves a new window to the others."""
    with small_mine((11,) * 4, rounds=1, change=voting(lambda seats: Window(seats, "vote"))):
        yield


@pytest.fixture
def opened(hall: Hall) -> Hall:
    """A table whose window has just opened."""
    begun(hall, turn_seconds=20, step_seconds=20, window_seconds=WINDOW, bank_seconds=BANK)
    hall.play(lambda: isinstance(hall.room.host.follower.play.waiting(), Window))
    assert hall.room.presence().waiting == (0, 1, 2)
    return hall


def since(hall: Hall, last: int) -> list[Entry]:
    """What was logged after an entry."""
    return hall.room.host.entries[last:]


def closes_after(hall: Hall, seconds: float, seat: int) -> None:
    """By the clock, for this seat, and not a moment sooner."""
    last = hall.last()
    hall.clock.advance(seconds - 0.001)
    assert since(hall, last) == []
    hall.clock.advance(0.001)
    entry = since(hall, last)[0]
    assert entry.kind == Kind.TIMEOUT
    assert decode(Timeout, entry.body, len(entry.body)).seat == seat


def react(hall: Hall, seat: int) -> None:
    follower = hall.people[seat].mind.follower
    assert follower is not None
    hall.room.submit(hall.people[seat], follower.act(Vote(seat, 0)))


def test_a_window_that_nobody_uses_is_closed_after_its_time_and_costs_no_extra_time(opened: Hall) -> None:
    for seat in range(3):
        closes_after(opened, WINDOW, seat)
    assert opened.room.host.follower.absence.bank_ms == [1000 * BANK] * 3


@pytest.mark.parametrize("seat", range(3))
def test_whoever_reacts_the_next_window_is_as_long(opened: Hall, seat: int) -> None:
    opened.clock.advance(WINDOW - 1)
    react(opened, seat)
    others = [other for other in range(3) if other != seat]
    assert opened.room.presence().waiting == tuple(others)
    for other in others:
        closes_after(opened, WINDOW, other)


def test_what_is_said_meanwhile_and_who_comes_or_goes_changes_nothing(opened: Hall) -> None:
    opened.clock.advance(2)
    follower = opened.people[1].mind.follower
    assert follower is not None
    opened.room.submit(opened.people[1], follower.say(Kind.TALK, talk()))
    opened.clock.advance(2)
    opened.go(opened.people[2])
    opened.clock.advance(2)
    opened.come(opened.people[2])
    closes_after(opened, WINDOW - 6, 0)


def test_a_reaction_that_comes_too_late_is_refused(opened: Hall) -> None:
    follower = opened.people[0].mind.follower
    assert follower is not None
    late = follower.act(Vote(0, 1))
    closes_after(opened, WINDOW, 0)
    last = opened.last()
    opened.room.submit(opened.people[0], late)
    assert since(opened, last) == []
    assert len(opened.people[0].codes()) == 1
