"""The only person at a table has nothing to react with: the program says so, and the bots are not kept waiting."""

from collections.abc import Iterator
from typing import Any

import pytest

from client.net.conversation import Conversation
from protocol.audit.audit import Verdict, audit
from protocol.log.records import Entry, Kind
from protocol.modes.dealer.kinds import DealerKind
from protocol.wire.messages import Submit
from tests.client.net.table.test_duties import entries_of
from tests.client.net.test_games_in_memory import play, verified
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import MAP, small_mine
from tests.support.world import World

SECONDS = 8
"""For a window: a person who is asked in one has this long."""


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine((STOP,) + (MAP,) * 11, rounds=1, hand_size=2, change=reacting()):
        yield


def passes(log: bytes) -> list[Entry]:
    return [entry for entry in entries_of(log) if entry.kind == Kind.LET_PASS]


def test_it_is_said_in_every_window_in_which_nothing_could_be_played(world: World) -> None:
    begun = world.clock.seconds()
    players = world.gather(1, bots_of_server=2, window_seconds=SECONDS)
    play(world, players)
    log = verified(world, players)
    assert audit(log, bots=True).verdict is Verdict.VERIFIED
    found = audit(log).follower
    assert found is not None
    said = passes(log)
    assert said
    assert len({entry.seen for entry in said}) == len(said), "once in a window"
    assert all(found.absence.took[entry.seq + 1].ms < 1000 for entry in said)
    assert world.clock.seconds() - begun < SECONDS * len(said) + 60


def test_two_people_never_say_it(world: World) -> None:
    players = world.gather(2, bots_of_server=1, window_seconds=1)
    play(world, players)
    assert passes(verified(world, players)) == []


def test_a_window_that_had_just_closed_refuses_it_in_silence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    say = Conversation.say
    late: list[Entry] = []

    def slow(talk: Conversation, message: Any) -> None:
        """The first one comes to the server when the window is over."""
        if isinstance(message, Submit) and not late:
            entry = Entry.from_bytes(message.entry)
            if entry.kind == Kind.LET_PASS:
                late.append(entry)
                world.clock.callLater(SECONDS, say, talk, message)
                return
        say(talk, message)

    monkeypatch.setattr(Conversation, "say", slow)
    players = world.gather(1, bots_of_server=2, window_seconds=SECONDS)
    play(world, players)
    log = verified(world, players)
    assert late[0].counter not in {entry.counter for entry in passes(log)}
    assert passes(log), "those of later windows came in time"
    assert [entry for entry in entries_of(log) if entry.kind in {Kind.PROTEST, DealerKind.COMPLAINT, Kind.ACK}] == []
    found = audit(log).follower
    assert found is not None
    assert not list(found.grievances.withheld)
