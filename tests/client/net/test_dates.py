"""When a game ended: kept beside the log, since no log has a date, and with who says so."""

import os
from pathlib import Path

import pytest

from client.net.drawer import DATE, Ended, Source
from client.net.library import Library, games_of
from protocol.keys.secretfile import write_whole
from tests.client.net.test_archive import Reader, played
from tests.client.past.lacking_games import asked
from tests.support.world import Player, World

LATER = 10 * 86_400


@pytest.fixture(autouse=True)
def small_games(small: None) -> None:
    """All games here are over soon."""


def date_of(player: Player, tid: bytes) -> Ended:
    return player.drawer.ended(tid)


def test_a_program_that_is_there_keeps_the_moment_and_a_copy_changes_nothing(world: World) -> None:
    world.ahead = 3 * LATER
    (player, other), tid = played(world)
    ended = date_of(player, tid)
    assert ended == Ended(at=int(world.time()), source=Source.SEEN)
    assert date_of(other, tid) == ended
    os.utime(player.drawer.log(tid), (LATER, LATER))
    assert date_of(player, tid) == ended


def test_a_program_that_was_away_at_the_end_knows_only_by_when_it_was_over(world: World) -> None:
    player, late = world.gather(2, bots_of_server=1)

    def gone() -> None:
        if any(table.ended for table in world.journal.tables.values()) and late.bot is not None:
            late.die()

    world.journal.appended.append(gone)
    world.until(lambda: bool(player.codes))
    world.journal.appended.clear()
    ((tid, _),) = world.journal.tables.items()
    assert date_of(player, tid).source is Source.SEEN
    world.ahead += LATER
    late.come()
    world.until(lambda: bool(late.codes))
    assert date_of(late, tid) == Ended(at=int(world.time()), source=Source.HEARD)


def test_a_log_that_is_fetched_has_the_date_of_the_server(world: World) -> None:
    (player, other), tid = played(world)
    seen = date_of(player, tid)
    for path in (player.drawer.log(tid), player.drawer.log(tid).with_suffix(DATE)):
        path.unlink()
    world.ahead += LATER
    reader = Reader(world, player)
    assert reader.do("fetch") == 0
    fetched = date_of(player, tid)
    assert fetched.source is Source.SERVER
    assert abs(fetched.at - seen.at) <= 1
    other.drawer.log(tid).unlink()
    assert Reader(world, other).do("fetch") == 0
    assert date_of(other, tid) == seen, "what this program saw is not written over"


def test_what_is_here_without_a_date_has_that_of_its_own_server_and_of_no_other(world: World) -> None:
    (player, _), tid = played(world)
    seen = date_of(player, tid)
    path, log = player.drawer.log(tid).with_suffix(DATE), player.drawer.log(tid)
    path.unlink()
    os.utime(log, (LATER, LATER))
    reader = Reader(world, player)
    games = asked(world, games_of(reader.guest.archive))
    for keys, source in ((), Source.FILE), ((bytes(32),), Source.FILE), (reader.guest.server_keys, Source.SERVER):
        Library(player.drawer, reader.library.shelf, player.me.identity, keys).date(games)
        assert date_of(player, tid).source is source
    assert abs(date_of(player, tid).at - seen.at) <= 1
    path.unlink()
    log.write_bytes(log.read_bytes()[: games.mine[0].size // 2])
    reader.library.keys = reader.guest.server_keys
    reader.library.date(games)
    assert date_of(player, tid).source is Source.FILE, "not all of it is here"


def test_what_is_damaged_or_of_another_version_is_the_date_of_the_file(world: World) -> None:
    (player, _), tid = played(world)
    path, log = player.drawer.log(tid).with_suffix(DATE), player.drawer.log(tid)
    os.utime(log, (LATER, LATER))
    whole = path.read_bytes()
    for content in (b"", whole[:-1], whole + b"x", whole.replace(b"seen", b"oath"), b"\xff" * 5000):
        path.write_bytes(content)
        assert date_of(player, tid) == Ended(at=LATER, source=Source.FILE)
    path.unlink()
    assert date_of(player, tid) == Ended(at=LATER, source=Source.FILE)
    log.unlink()
    assert date_of(player, tid) == Ended(at=0, source=Source.FILE)


def test_a_better_date_takes_the_place_of_a_worse_one_and_never_the_other_way(world: World) -> None:
    player = world.player("Eva", None)  # type: ignore[arg-type]
    tid = bytes(32)
    for given, kept in (
        (Source.HEARD, Source.HEARD),
        (Source.SERVER, Source.SERVER),
        (Source.HEARD, Source.SERVER),
        (Source.SEEN, Source.SEEN),
        (Source.SERVER, Source.SEEN),
        (Source.FILE, Source.SEEN),
    ):
        player.drawer.keep_ended(tid, Ended(at=1, source=given))
        assert date_of(player, tid).source is kept


def test_a_full_disk_costs_the_date_and_nothing_else(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        if str(path).endswith(DATE):
            raise OSError(28, "no space left")
        write_whole(path, content)

    monkeypatch.setattr("client.net.drawer.write_whole", full)
    (player, _), tid = played(world)
    assert date_of(player, tid).source is Source.FILE
    assert player.codes == [0]
