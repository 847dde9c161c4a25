"""A server that is killed at any moment loses nothing that anybody saw, and repeats nothing.

A death counts if a person sat at a table that was begun and not over: at any other time there is nothing to lose.
"""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pytest_twisted import ensureDeferred

from protocol.log.records import Kind
from protocol.modes.dealer.kinds import DealerKind
from tests.server.servers import Games, Servers, judge, logs
from tests.support.tables_at_play import small_mine

Moment = dict[str, Any]
"""For `server_child`, which dies by itself then; or after how many ``messages`` to the players it is killed."""
HAPPENS = tuple(
    kind.name
    for kind in (
        Kind.NAME,
        Kind.SEAL,
        Kind.REVEAL,
        DealerKind.DECK_COMMIT,
        DealerKind.SHOW,
        Kind.ACT,
        DealerKind.OPEN,
        Kind.ROUND_OPEN,
        Kind.GAME_OPEN,
        Kind.END,
        Kind.CLOSE,
    )
)
WHEN = ("before", "after")
TABLES = 4
"""That are played at once, so that their entries are stored together."""


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path, forked=True)
    with small_mine():
        yield made
    made.close()


@pytest.fixture
def plain_servers(tmp_path: Path) -> Iterator[Servers]:
    made = Servers(tmp_path, forked=False)
    yield made
    made.close()


def moments(chance: Random) -> Iterator[Moment]:
    """When servers die: each kind of entry, before its commit or after it, and anything between."""
    for kind in ("DECK_COMMIT", "GAME_OPEN"):  # a round begins, a game is over: the dealer's secrets come into play
        yield from ({"kind": kind, "when": when} for when in WHEN)
    while True:
        for kind in chance.sample(HAPPENS, len(HAPPENS)):
            yield {"kind": kind, "when": chance.choice(WHEN)}
            if chance.random() < 0.3:
                yield {"commit": chance.randrange(1, 16), "when": chance.choice(WHEN)}
            if chance.random() < 0.3:
                yield {"messages": chance.randrange(1, 60)}


def commits_of_groups() -> Iterator[Moment]:
    """While entries of several tables are stored together."""
    yield from cycle({"tables": tables, "when": when} for tables in (2, 3) for when in WHEN)


async def killed(servers: Servers, games: Games, dying: Iterator[Moment], kills: int) -> list[Moment]:
    """Games until so many servers have died that had something to lose; then whatever is open is finished."""
    died: list[Moment] = []
    while len(died) < kills:
        how = next(dying)
        invite = await servers.start(how if "when" in how else None)
        if invite is not None:
            games.begin(invite)
            if "messages" in how:
                games.after(how["messages"], servers.kill)
            await servers.dead()
        if games.at_play:
            died.append(how)
    await servers.start()
    await games.finish()
    servers.kill()
    await servers.dead()
    judge(games.parties, await logs(servers.folder))
    assert not servers.messages.read_text()
    return died


@ensureDeferred
async def test_killed_at_every_kind_of_entry_and_anywhere_between(servers: Servers) -> None:
    died = await killed(servers, Games(), moments(Random(1)), 20)
    assert {how["kind"] for how in died if "kind" in how} == set(HAPPENS)
    assert any("commit" in how for how in died)
    assert any("messages" in how for how in died)


@pytest.mark.long
@ensureDeferred
async def test_killed_while_entries_of_several_tables_are_committed_together(servers: Servers) -> None:
    await killed(servers, Games(TABLES), commits_of_groups(), 4)


@ensureDeferred
@pytest.mark.long
async def test_the_program_as_it_is_started_by_hand_is_killed(plain_servers: Servers) -> None:
    await killed(plain_servers, Games(), ({"messages": count} for count in (40, 120, 180)), 3)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(10, 15))
@ensureDeferred
async def test_killed_a_hundred_times(servers: Servers, seed: int) -> None:
    await killed(servers, Games(), moments(Random(seed)), 100)


@pytest.mark.long
@pytest.mark.timeout(1800)
@ensureDeferred
async def test_killed_fifty_times_while_entries_are_committed_together(servers: Servers) -> None:
    await killed(servers, Games(TABLES), commits_of_groups(), 50)
