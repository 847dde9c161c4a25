"""The same without a dealer over the real server and real clients, with cuts, crashes and a silent seat."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.net.guest import Pace
from protocol.audit.audit import Report, Verdict, audit
from protocol.log.records import NOBODY, Entry, Kind, RecordType, payload
from protocol.wire.messages import FRAME_OF_CLIENT
from tests.support.tables_at_play import read_entries, small_mine
from tests.support.undealt.entries import Toy
from tests.support.world import Player, World

PATIENCE = 4000.0


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture
def small() -> Iterator[None]:
    with small_mine():
        yield


def entries_of(log: bytes) -> list[Entry]:
    return [entry for entry, _ in read_entries(log)]


def to_the_end(world: World, players: list[Player]) -> Report:
    """All programs end with success, and the log of each is VERIFIED."""
    world.until(lambda: all(player.codes for player in players), PATIENCE)
    assert [player.codes[-1] for player in players] == [0] * len(players), [one.told("trouble") for one in players]
    reports = [audit(player.log) for player in players]
    assert [(report.verdict, report.findings) for report in reports] == [(Verdict.VERIFIED, [])] * len(players)
    return reports[0]


def test_a_whole_base_game_with_bodies_longer_than_a_frame_of_other_tables(world: World) -> None:
    players = world.gather(2, bots_of_server=1)
    report = to_the_end(world, players)
    entries = entries_of(players[0].log)
    assert max(len(entry.body) for entry in entries if entry.actor == 0) > 5 * FRAME_OF_CLIENT
    assert report.bots_checked
    assert report.follower is not None
    assert report.follower.absence.timeouts == [0, 0, 0]
    assert [one for player in players for one in player.told("refused")] == []


@pytest.mark.usefixtures("small")
def test_where_the_seats_deal_bots_take_their_time_and_no_deal_is_held_back(world: World) -> None:
    report = to_the_end(world, world.gather(2, bots_of_server=1, pace=Pace(400, 20)))
    assert report.bots_checked
    assert report.follower is not None
    assert report.follower.absence.timeouts == [0, 0, 0]


def behind(world: World, kind: int, actor: int, then: Callable[[], None]) -> None:
    """As soon as the journal has such an entry, once."""

    def look() -> None:
        for stored in world.journal.tables.values():
            for one in reversed(stored.records[-8:]):
                entry = Entry.from_bytes(payload(one)) if one[0] == RecordType.ENTRY else None
                if entry and (entry.kind, entry.actor) == (kind, actor) and world.journal.appended:
                    world.journal.appended.clear()
                    world.clock.callLater(0, then)

    world.journal.appended.append(look)


def ended(world: World) -> bool:
    """Whether the table is over."""
    return any(stored.ended for stored in world.journal.tables.values())


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", [Toy.KEY, Toy.SHUFFLE, Toy.AGREE, Toy.SHARES, Toy.INTENT, Kind.ACT])
def test_a_program_that_dies_behind_an_entry_of_any_kind_goes_on_when_it_is_started_again(
    world: World, kind: int
) -> None:
    died: list[bool] = []

    def die() -> None:
        died.append(ended(world))
        players[1].die()
        world.clock.callLater(5.0, players[1].come)

    behind(world, kind, 1, die)
    players = world.gather(3)
    to_the_end(world, players)
    assert died == [False]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", [Toy.KEY, Toy.SHUFFLE, Toy.SHARES, Toy.INTENT])
def test_a_server_that_crashes_goes_on_from_its_journal(world: World, kind: int) -> None:
    """Seat 2 is a bot of the server: what it has announced it does after the crash."""
    crashed: list[bool] = []

    def crash() -> None:
        crashed.append(ended(world))
        world.crash()

    behind(world, kind, 2, crash)
    players = world.gather(2, bots_of_server=1)
    to_the_end(world, players)
    assert crashed == [False]


@pytest.mark.usefixtures("small")
def test_the_server_pays_for_a_player_who_is_gone_and_the_player_comes_back(world: World) -> None:
    def come() -> None:
        players[1].come()

    def die() -> None:
        players[1].die()
        behind(world, Toy.SHARES, NOBODY, come)

    behind(world, Kind.ACT, 0, die)
    players = world.gather(3)
    follower = to_the_end(world, players).follower
    assert follower is not None
    assert follower.absence.timeouts[1] > 0
    paid = [entry for entry in entries_of(players[0].log) if entry.actor == NOBODY and entry.kind >= Toy.KEY]
    assert {entry.kind for entry in paid} >= {Toy.SHARES}
