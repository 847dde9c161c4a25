"""The same without a dealer over the real server and real clients, with cuts, crashes and a silent seat."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from protocol.audit.audit import Report, Verdict, audit
from protocol.log.records import NOBODY, Entry, Kind
from protocol.wire.messages import FRAME_OF_CLIENT
from tests.support.tables_at_play import read_entries, small_mine
from tests.support.undealt.entries import Toy
from tests.support.undealt.ledger import ledger_of
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
@pytest.mark.parametrize("kind", [Toy.KEY, Toy.SHUFFLE, Toy.AGREE, Toy.SHARES, Toy.INTENT, Kind.ACT])
def test_a_program_that_dies_behind_an_entry_of_any_kind_goes_on_when_it_is_started_again(
    world: World, kind: int
) -> None:
    players = world.gather(3)
    world.until(lambda: said_by(world, kind, 1))
    players[1].die()
    world.settle()
    players[1].come()
    to_the_end(world, players)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("kind", [Toy.SHUFFLE, Toy.SHARES, Toy.INTENT])
def test_a_server_that_crashes_goes_on_from_its_journal(world: World, kind: int) -> None:
    players = world.gather(2, bots_of_server=1)
    world.until(lambda: said_by(world, kind, 2))
    world.crash()
    to_the_end(world, players)


def said_by(world: World, kind: int, seat: int) -> bool:
    """Whether the journal has such an entry of a seat."""
    for tid in world.journal.tables:
        if any((entry.kind, entry.actor) == (kind, seat) for entry in entries_of(world.journal.export(tid))):
            return True
    return False


@pytest.mark.usefixtures("small")
def test_the_server_pays_for_a_player_who_is_gone_and_the_player_comes_back(world: World) -> None:
    players = world.gather(3, turn_seconds=30)
    world.until(lambda: said_by(world, Kind.ACT, 0))
    players[1].die()
    world.until(lambda: said_by(world, Toy.SHARES, NOBODY), PATIENCE)
    players[1].come()
    report = to_the_end(world, players)
    follower = report.follower
    assert follower is not None
    assert follower.absence.timeouts[1] > 0
    own = players[1].table.seat
    assert own is not None
    shown = {slot for slot, reader in ledger_of(follower).seen if reader == own.seat}
    assert shown <= own.notebook.shown.keys()
