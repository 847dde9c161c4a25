"""A server that comes back with another revision of its bots: it says so, players sign that, and the game goes on."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from client.bot.table import BotAtTable
from client.words.codes import sentence
from engine.bots import BOTS
from engine.front import choices
from protocol.audit.audit import Verdict, Why, audit
from protocol.follow.follower import text_of
from protocol.log.bodies import OTHER_BOTS
from protocol.log.records import Entry, Kind
from protocol.wire.messages import BOTS_CHANGED
from tests.client.net.table.test_duties import entries_of
from tests.client.net.test_games_in_memory import play
from tests.server.tables.at_room import errors
from tests.support.tables_at_play import small_mine
from tests.support.world import World

OLDER = BOTS["random"]
NEWER = replace(OLDER, rev=OLDER.rev + 1, choose=lambda memory, view, chance: choices(view)[-1])


@pytest.fixture(autouse=True)
def _rules() -> Iterator[None]:
    with small_mine():
        yield


def void(_: object) -> None:
    """As a function that has nothing to say."""


def acts_of_bots(log: bytes) -> list[int]:
    """Where they stand."""
    return [entry.seq for entry in entries_of(log) if entry.kind == Kind.ACT and not any(entry.signature)]


@pytest.mark.parametrize("people", [1, 2])
def test_a_table_goes_on_with_the_bots_of_a_newer_server(
    world: World, monkeypatch: pytest.MonkeyPatch, people: int
) -> None:
    before: list[int] = []

    def update() -> None:
        """When a bot has played, and once."""
        ((tid, _),) = world.journal.tables.items()
        if not before and (acts := acts_of_bots(world.journal.export(tid))):
            before.append(acts[-1])
            monkeypatch.setitem(BOTS, "random", NEWER)
            world.crash()

    told: list[str] = []
    monkeypatch.setattr(BotAtTable, "denied", lambda _, code: told.append(code))
    world.journal.appended.append(lambda: void(world.clock.callLater(0, update)))
    with errors("warn") as warned:
        players = world.gather(people, bots_of_server=2)
        play(world, players)
    log = players[0].log
    assert any("goes on in revision" in text for text in warned)
    assert "its bots play on" in sentence(BOTS_CHANGED)
    assert told == [BOTS_CHANGED] * people
    said = notes(log)
    assert 1 <= len({entry.actor for entry in said}) == len(said), "each player once, unless the game was over before"
    assert said[0].seq < min(seq for seq in acts_of_bots(log) if seq > before[0])
    report = audit(log)
    assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, False)
    monkeypatch.setitem(BOTS, "random", OLDER)
    report = audit(log)
    assert (report.verdict, report.why, report.findings) == (Verdict.UNPROVEN, Why.BOTS, [])


def notes(log: bytes) -> list[Entry]:
    """What players signed of it."""
    entries = [entry for entry in entries_of(log) if entry.kind == Kind.NOTE]
    assert {text_of(entry).what for entry in entries} == {OTHER_BOTS}
    return entries
