"""A window for reactions in a room: the table's clock closes it after its own time, whatever people do."""

from collections.abc import Iterator

import pytest

from engine.front import choices
from engine.mine.state import mine_state
from engine.slots import TABLE
from engine.wants import Window
from protocol.audit.audit import Verdict, audit
from protocol.log import bodies
from protocol.log.bodies import Timeout
from protocol.log.records import Entry, Kind
from protocol.wire.codec import Body, decode
from tests.server.tables import at_room
from tests.server.tables.at_room import begun
from tests.support.hall import Hall
from tests.support.reacting import STOP, StopDraw, reacting
from tests.support.tables_at_play import MAP, small_mine, talk

hall = at_room.hall  # the fixture; pytest finds it by this name
WINDOW, BANK = 8, 30


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    """After each card that is used, the others may react."""
    with small_mine((STOP,) * 10 + (MAP,) * 2, rounds=1, hand_size=2, change=reacting()):
        yield


def open_window(hall: Hall) -> Window | None:
    follower = hall.room.host.follower
    waiting = None if follower.ended else follower.play.waiting()
    return waiting if isinstance(waiting, Window) else None


def at_window(hall: Hall, **how: int) -> Hall:
    """A table whose first window has just opened."""
    begun(hall, turn_seconds=20, step_seconds=20, **({"window_seconds": WINDOW, "bank_seconds": BANK} | how))
    hall.play(lambda: open_window(hall) is not None)
    return hall


@pytest.fixture
def opened(hall: Hall) -> Hall:
    """All others are asked."""
    at_window(hall)
    active = mine_state(hall.room.host.follower.state).active
    assert hall.room.presence().waiting == tuple(seat for seat in range(3) if seat != active)
    return hall


def since(hall: Hall, last: int) -> list[Entry]:
    """What was logged after an entry."""
    return hall.room.host.entries[last:]


def closes_after(hall: Hall, seconds: float) -> None:
    """By the table's clock, and not a moment sooner."""
    last = hall.last()
    if seconds:
        hall.clock.advance(seconds - 0.001)
        assert since(hall, last) == []
    hall.clock.advance(0.001 if seconds else 0)
    entry = since(hall, last)[0]
    assert entry.kind == Kind.TIMEOUT
    assert decode(Timeout, entry.body, len(entry.body)).seat == TABLE


def reaction(hall: Hall, seat: int) -> Entry:
    follower = hall.people[seat].mind.follower
    assert follower is not None
    [act, *_] = choices(follower.view)
    assert isinstance(act, StopDraw)
    return follower.act(act)


def say(hall: Hall, seat: int, kind: int, body: Body) -> None:
    follower = hall.people[seat].mind.follower
    assert follower is not None
    hall.room.submit(hall.people[seat], follower.say(kind, body))


def test_a_window_in_which_all_are_silent_is_closed_after_its_time_and_costs_nothing(opened: Hall) -> None:
    closes_after(opened, WINDOW)
    absence = opened.room.host.follower.absence
    assert (absence.bank_ms, absence.timeouts) == ([1000 * BANK] * 3, [0, 0, 0])


def test_a_window_of_no_time_is_closed_at_once(hall: Hall) -> None:
    closes_after(at_window(hall, window_seconds=0), 0)


def test_what_is_said_meanwhile_and_who_comes_or_goes_changes_nothing(opened: Hall) -> None:
    opened.clock.advance(2)
    say(opened, 1, Kind.TALK, talk())
    opened.clock.advance(2)
    opened.go(opened.people[2])
    opened.clock.advance(1)
    say(opened, 1, Kind.LEAVE, bodies.Nothing())
    opened.clock.advance(1)
    opened.come(opened.people[2])
    closes_after(opened, WINDOW - 6)


def test_the_first_reaction_closes_it_and_the_other_is_refused_without_a_word_to_others(opened: Hall) -> None:
    window = open_window(opened)
    assert window is not None
    [faster, slower] = window.seats
    first, second = reaction(opened, faster), reaction(opened, slower)
    opened.clock.advance(WINDOW - 0.001)
    opened.room.submit(opened.people[faster], first)
    assert open_window(opened) is None
    heard = [len(one.frames) for one in opened.people]
    last = opened.last()
    opened.room.submit(opened.people[slower], second)
    assert since(opened, last) == []
    assert opened.people[slower].codes() == ["entry/stale"]
    assert [len(one.frames) for one in opened.people] == [heard[seat] + (seat == slower) for seat in range(3)]
    assert opened.room.host.follower.absence.bank_ms == [1000 * BANK] * 3


def test_a_reaction_that_comes_too_late_is_refused(opened: Hall) -> None:
    [seat, *_] = opened.room.presence().waiting
    late = reaction(opened, seat)
    closes_after(opened, WINDOW)
    last = opened.last()
    opened.room.submit(opened.people[seat], late)
    assert since(opened, last) == []
    assert opened.people[seat].codes() == ["entry/stale"]


def test_bots_wait_for_the_end_like_people(hall: Hall) -> None:
    at_window(hall, bots=1)
    while mine_state(hall.room.host.follower.state).active == 2:  # then no bot is asked
        hall.clock.advance(WINDOW)
        hall.play(lambda: open_window(hall) is not None)
    last = hall.last()
    hall.clock.advance(WINDOW - 0.001)
    assert since(hall, last) == []
    hall.clock.advance(0.001)
    entry = since(hall, last)[0]
    assert entry.dt_ms == 1000 * WINDOW
    assert (entry.kind, entry.actor) in {(Kind.ACT, 2), (Kind.TIMEOUT, TABLE)}


def test_a_window_that_only_bots_could_use_is_over_at_once(hall: Hall) -> None:
    begun(hall, bots=2, window_seconds=WINDOW)
    to_the_end(hall)
    entries = hall.room.host.entries
    acts = [at for at, entry in enumerate(entries) if entry.kind == Kind.ACT and entry.actor == 0]
    turns = [at for at in acts if b"stop-draw" not in entries[at].body]
    closing = [next(entry for entry in entries[at + 1 :] if entry.kind in {Kind.ACT, Kind.TIMEOUT}) for at in turns]
    assert closing
    assert {entry.dt_ms for entry in closing} == {0}


def to_the_end(hall: Hall, restart_after: int = 1000) -> None:
    """When all have said what they want to, the time of a window passes; now and then the server starts again."""
    steps = 0
    while hall.room.host.follower.ended is None:
        if not hall.step():
            hall.clock.advance(WINDOW)
        steps += 1
        assert steps < 500
        if steps % restart_after == 0:
            hall.restart()
            hall.come()
    hall.play()


@pytest.mark.parametrize("bots", [0, 1, 2])
def test_whole_games_with_windows_are_verified_also_over_restarts(hall: Hall, bots: int) -> None:
    begun(hall, bots=bots, window_seconds=WINDOW)
    to_the_end(hall, restart_after=7)
    assert any(b"stop-draw" in entry.body for entry in hall.room.host.entries)
    report = audit(hall.stored, bots=True)
    assert (report.verdict, report.findings) == (Verdict.VERIFIED, [])
