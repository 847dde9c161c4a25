"""What a server has of a player's games and this computer lacks: asked for, fetched, refused, and cut short."""

from pathlib import Path

import pytest
from twisted.internet.defer import Deferred

from client.net.archive import NotHad
from client.net.fetched import Became, Kept
from client.net.hang_up import HungUp
from client.past.archives import Archives
from protocol.audit.audit import Verdict, audit
from protocol.log.records import RecordType
from protocol.wire.archive import EndedGame
from protocol.wire.messages import ARCHIVE, FEATURES
from tests.client.past.lacking_games import archives_of, asked, played_out
from tests.support.world import LINK, Player, World

Came = list[tuple[bytes, Kept | Exception]]


@pytest.fixture(autouse=True)
def small_games(small: None) -> None:
    """All games here are over soon."""


@pytest.fixture
def lost(world: World) -> tuple[Player, Archives, dict[bytes, bytes]]:
    """A player whose computer has lost two games, with the logs that it had."""
    player, tids = played_out(world, games=2)
    logs = {tid: player.drawer.log(tid).read_bytes() for tid in tids}
    for tid in tids:
        player.drawer.log(tid).unlink()
    return player, archives_of(world, player), logs


def fetched(world: World, archives: Archives, games: list[EndedGame]) -> Came:
    came: Came = []
    asked(world, archives.fetch(LINK, games, lambda game, what: came.append((game.table, what))))
    return came


def test_what_is_lacking_is_told_and_fetched_byte_for_byte(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]]
) -> None:
    player, archives, logs = lost
    games = asked(world, archives.lacking(LINK))
    assert {game.table for game in games} == set(logs)
    came = fetched(world, archives, games[:1])
    assert [(tid, what.became) for tid, what in came if isinstance(what, Kept)] == [(games[0].table, Became.NEW)]
    assert [game.table for game in asked(world, archives.lacking(LINK))] == [games[1].table]
    fetched(world, archives, games[1:])
    assert {tid: player.drawer.log(tid).read_bytes() for tid in logs} == logs
    assert asked(world, archives.lacking(LINK)) == []
    assert not world.cables, "no connection stays open"


def test_a_log_that_was_cut_short_here_is_lacking_too(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]]
) -> None:
    player, archives, logs = lost
    (whole, data), (cut, _) = logs.items()
    player.drawer.log(whole).write_bytes(data)
    player.drawer.log(cut).write_bytes(logs[cut][: len(logs[cut]) // 2])
    games = asked(world, archives.lacking(LINK))
    assert [game.table for game in games] == [cut]
    fetched(world, archives, games)
    assert player.drawer.log(cut).read_bytes() == logs[cut]


def test_a_server_that_is_away_or_has_no_archive_says_why(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _player, archives, _logs = lost
    games = asked(world, archives.lacking(LINK))
    world.kill_server()
    for what in (archives.lacking(LINK), archives.fetch(LINK, games, lambda *_: None)):
        with pytest.raises(HungUp) as away:
            asked(world, what)
        assert away.value.code == "connection/refused"
    world.start_server()
    monkeypatch.setattr("protocol.wire.messages.FEATURES", tuple(one for one in FEATURES if one != ARCHIVE))
    with pytest.raises(NotHad, match="archive/not-offered"):
        asked(world, archives.lacking(LINK))


def test_a_bad_copy_is_refused_and_what_is_here_stays(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]]
) -> None:
    player, archives, logs = lost
    games = asked(world, archives.lacking(LINK))
    (bad, good) = games
    begun = logs[bad.table][: len(logs[bad.table]) // 2]
    path: Path = player.drawer.log(bad.table)
    path.write_bytes(begun)
    records = world.journal.tables[bad.table].records
    del records[next(at for at, one in enumerate(records) if one[0] == RecordType.ENTRY)]
    first, second = fetched(world, archives, [bad, good])
    assert isinstance(first[1], Kept)
    assert first[1].became is Became.UNSOUND
    assert path.read_bytes() == begun
    assert isinstance(second[1], Kept)
    assert player.drawer.log(good.table).read_bytes() == logs[good.table]


def test_a_connection_that_is_lost_meanwhile_leaves_whole_logs_or_none(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]]
) -> None:
    player, archives, logs = lost
    games = asked(world, archives.lacking(LINK))
    came: Came = []

    def cut(game: EndedGame, what: Kept | Exception) -> None:
        came.append((game.table, what))
        if len(came) == 1:
            world.clock.callLater(0, world.cables[-1].cut)

    asked(world, archives.fetch(LINK, games, cut))
    assert isinstance(came[0][1], Kept)
    assert isinstance(came[1][1], NotHad)
    assert came[1][1].code == "connection/lost"
    assert audit(player.drawer.log(games[0].table).read_bytes()).verdict is Verdict.VERIFIED
    assert not player.drawer.log(games[1].table).exists()
    fetched(world, archives, asked(world, archives.lacking(LINK)))
    assert {tid: player.drawer.log(tid).read_bytes() for tid in logs} == logs


@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_connection_that_is_lost_within_a_log_leaves_no_file(
    world: World, lost: tuple[Player, Archives, dict[bytes, bytes]], part: float
) -> None:
    player, archives, logs = lost
    game = asked(world, archives.lacking(LINK))[0]
    world.step, passed = 512, 0
    came: Came = []
    done: list[object] = []
    fetching = archives.fetch(LINK, [game], lambda one, what: came.append((one.table, what)))
    Deferred.fromCoroutine(fetching).addBoth(done.append)
    while not done:
        for cable in [*world.cables]:
            passed += 512 * cable.carry()
            if passed > part * game.size:
                cable.cut()
        world.cables = [cable for cable in world.cables if not cable.down]
        world.clock.advance(0.01)
    ((_tid, what),) = came
    assert isinstance(what, NotHad)
    assert not player.drawer.log(game.table).exists()
    world.step = 0
    fetched(world, archives, [game])
    assert player.drawer.log(game.table).read_bytes() == logs[game.table]


def test_a_person_who_leaves_hangs_up(world: World, lost: tuple[Player, Archives, dict[bytes, bytes]]) -> None:
    _player, archives, _logs = lost
    came: list[object] = []
    Deferred.fromCoroutine(archives.lacking(LINK)).addBoth(came.append)
    assert world.cables
    archives.stop()
    world.settle()
    assert (world.cables, came) == ([], [])
    archives.stop()
