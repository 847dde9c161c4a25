"""For the tests of a room: a hall with small games, how a table gets under way at it, and what to look at."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from twisted.logger import ILogObserver, LogEvent, globalLogPublisher
from zope.interface import implementer

from protocol.log import bodies
from protocol.log.records import Entry, Kind, RecordType, records
from tests.support.dealing import kind_of
from tests.support.hall import Hall, Person
from tests.support.tables_at_play import small_mine

HEADS = (RecordType.ENTRY, RecordType.HEADER)


@pytest.fixture(autouse=True)
def small() -> Iterator[None]:
    """Games that are over soon."""
    with small_mine():
        yield


@pytest.fixture
def hall() -> Iterator[Hall]:
    made = Hall()
    yield made
    made.rooms.stop()
    assert made.clock.getDelayedCalls() == [], "a timer was left behind"


def begun(hall: Hall, **how: Any) -> Hall:
    """A table at which all have come."""
    hall.begin(**how)
    hall.come()
    return hall


def at_play(hall: Hall, **how: Any) -> Hall:
    """A table at which a seat has a turn."""
    begun(hall, **how)
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    return hall


def ask_pause(hall: Hall, *people: Person, on: bool = True) -> None:
    """They sign that they want the clocks to stand still, or to run again."""
    for one in people:
        assert one.mind.follower is not None
        hall.room.submit(one, one.mind.follower.say(Kind.ASK_PAUSE, bodies.AskPause(on=on)))


def kinds(log: bytes) -> list[int]:
    return [kind_of(Entry.from_bytes(payload)) for kind, payload in records(log) if kind == RecordType.ENTRY]


def asked(hall: Hall) -> Person:
    """Who has to act."""
    (seat, *_) = hall.room._asked()
    return hall.people[seat]


def followed(state: Any) -> list[object]:
    """Everything that a host knows, for comparing."""
    follower = state.follower
    return [
        follower.chain.heads,
        follower.state.copy(),
        follower.signed_up_to,
        repr(vars(follower.absence) | {"pause": vars(follower.absence.pause)}),
        repr(follower.agreement.seeds),
        follower.ending.confirmations(),
        state.records,
    ]


@contextmanager
def errors(*levels: str) -> Iterator[list[str]]:
    """What the server says that went wrong; or of these levels."""
    found: list[str] = []

    @implementer(ILogObserver)
    def look(event: LogEvent) -> None:
        if event["log_level"].name in (levels or ("error", "critical")):
            found.append(str(event.get("log_format")))

    globalLogPublisher.addObserver(look)
    try:
        yield found
    finally:
        globalLogPublisher.removeObserver(look)


def positions(stored: list[bytes]) -> list[int]:
    """By entry: the index of its record."""
    return [at for at, one in enumerate(stored) if one[0] in HEADS]
