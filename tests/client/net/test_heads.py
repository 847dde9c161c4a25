"""Whether a player's program misses a game that its server has lost, changed or left out of its lists."""

from typing import Any

import pytest
from twisted.internet.defer import Deferred

from client.net.archive import NotHad
from client.net.drawer import GameSeen, ListsSeen
from client.net.guest import Guest, Server
from client.net.heads import PATIENCE, Finding, Look, Wrong
from client.visit.news import News, What
from client.visit.visit import Visit
from client.words.archive import finding_line
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log.heads import HeadList, list_id, read_list, rows_hash, rows_of
from protocol.wire.codec import encode
from server.store.archive import StoredList
from tests.client.net.test_archive import Reader, played
from tests.support.threats import threat
from tests.support.world import LINK, Player, World

DAY = 86_400


@pytest.fixture(autouse=True)
def small_games(small: None) -> None:
    """All games here are over soon."""


def tend(world: World, days: int = 1) -> None:
    """So many lists are made; the clock of the world stands still, and only the time of day goes on."""
    for _ in range(days):
        world.ahead += DAY
        Deferred.fromCoroutine(world.heads.tend())


def old_enough(world: World) -> None:
    due = world.clock.seconds() + world.settings.spectator_delay_seconds
    world.until(lambda: world.clock.seconds() >= due)


def look(reader: Reader) -> Look:
    """As with each visit."""
    found: list[Any] = []
    looking = Look(reader.guest.archive, reader.library.drawer, reader.guest.server_keys)
    Deferred.fromCoroutine(looking.look()).addBoth(found.append)
    reader.world.until(lambda: bool(found))
    if found[0] is not None:
        found[0].raiseException()
    return looking


def wrong(looking: Look) -> list[tuple[Wrong, bytes]]:
    return [(one.wrong, one.tid) for one in looking.findings]


@pytest.fixture
def game(world: World) -> tuple[Player, bytes]:
    """A game that is over, one of its players, and a first list with it that is shown by now."""
    (player, _), tid = played(world)
    tend(world)
    old_enough(world)
    return player, tid


def test_a_game_that_stands_in_a_list_is_found_once_and_for_all(world: World, game: tuple[Player, bytes]) -> None:
    player, tid = game
    reader = Reader(world, player)
    assert (look(reader).stands, look(reader).findings) == (1, [])
    assert player.drawer.game_seen(tid) == GameSeen(since=0, over=1, stands=True)
    seen = player.drawer.lists_seen(world.identity.public)
    assert seen is not None
    assert seen.number == 1
    world.archive.made[0] = (world.archive.made[0][0], b"")  # it need not be looked for any more
    assert look(reader).stands == 1
    assert reader.do("check") == 0
    assert reader.said == ["1 finished game of yours stands in this server's signed lists."]


@threat("game-lost")
def test_a_game_that_a_server_leaves_out_is_missed_after_some_lists(world: World) -> None:
    (player, _), tid = played(world)
    del world.archive.kept[tid], world.journal.tables[tid]
    tend(world)
    reader = Reader(world, player)
    for count in range(1, PATIENCE + 1):
        looking = look(reader)
        assert (looking.waits, looking.findings) == (1, []), count
        tend(world)
    assert wrong(look(reader)) == [(Wrong.MISSING, tid)]
    assert reader.do("check") == 1
    assert reader.said[0].startswith(f"Your game {tid.hex()[:8]} is over, and none of the lists")
    assert str(player.drawer.log(tid)) in reader.said[0]
    assert reader.do("check", as_json=True) == 1
    assert reader.errand.told["findings"] == [{"wrong": "missing", "game": tid.hex()}]


@threat("game-rewritten")
def test_another_head_than_any_of_the_log_is_told_at_once(world: World) -> None:
    (player, _), tid = played(world)
    put(world, [(tid, b"x" * 32)])
    reader = Reader(world, player)
    assert wrong(look(reader)) == [(Wrong.DIFFERS, tid)]
    assert reader.do("check") == 1
    assert "has signed another log of your game" in reader.said[0]


def put(world: World, heads: list[tuple[bytes, bytes]], identity: Identity | None = None, **other: Any) -> None:
    """A list as a server could make it."""
    identity, made = identity or world.identity, [one for one, _ in world.archive.made]
    rows = rows_of(heads)
    fields: dict[str, Any] = {
        "number": len(made) + 1,
        "made": 0,
        "before": list_id(made[-1].body) if made else bytes(32),
        "server_key": identity.public,
        "rows": rows_hash(rows),
        "count": len(heads),
    } | other
    body = encode(HeadList(**fields))
    signature = sign(identity.key, Purpose.HEADS, body)
    assert read_list(body, signature) is not None
    world.archive.made.append((StoredList(len(made) + 1, 0, 0, body, signature), rows))


def test_a_head_of_before_the_end_is_right_and_not_enough(world: World) -> None:
    (player, _), tid = played(world)
    reader = Reader(world, player)
    first = world.rooms.loaded(tid).host.follower.chain.heads[5]  # type: ignore[union-attr]
    put(world, [(tid, first)])
    looking = look(reader)
    assert (looking.stands, looking.waits, looking.findings) == (0, 1, [])


@threat("lists-anew")
def test_a_row_of_lists_that_begins_anew_is_noticed(world: World, game: tuple[Player, bytes]) -> None:
    player, tid = game
    reader = Reader(world, player)
    tend(world)
    look(reader)
    old = list(world.archive.made)
    world.archive.made.clear()
    for _ in old:
        put(world, [])
    assert reader.do("check") == 1
    assert reader.said[0].startswith("The lists of games that this server signs are not those")
    assert (look(reader).waits, look(reader).findings) == (1, []), "it is told once, and the game looked for anew"
    for _ in range(PATIENCE):
        put(world, [])
    assert wrong(look(reader)) == [(Wrong.MISSING, tid)]


@pytest.mark.parametrize(
    "how", [{"number": 3}, {"before": bytes(32)}, {"before": b"x" * 32}, {"identity": Identity(bytes(32))}], ids=str
)
def test_a_list_that_is_not_next_or_not_the_servers_is_noticed(
    world: World, game: tuple[Player, bytes], how: dict[str, Any]
) -> None:
    put(world, [], **how)
    assert wrong(look(Reader(world, game[0]))) == [(Wrong.OTHER_LISTS, b"")]


def test_rows_that_are_not_those_of_their_list_count_for_nothing(world: World, game: tuple[Player, bytes]) -> None:
    player, _tid = game
    made, rows = world.archive.made[0]
    world.archive.made[0] = made, rows[:-1] + b"x"
    with pytest.raises(NotHad, match="archive/no-sense"):
        look(Reader(world, player))
    assert player.drawer.lists_seen(world.identity.public) is None
    world.archive.made[0] = made, rows
    assert look(Reader(world, player)).stands == 1


def test_a_player_without_a_game_asks_for_nothing(world: World) -> None:
    reader = Reader(world)
    looking = look(reader)
    assert (looking.stands, looking.waits, looking.findings) == (0, 0, [])
    assert reader.do("check") == 0


def test_lists_of_before_a_game_was_known_are_not_looked_through(world: World, game: tuple[Player, bytes]) -> None:
    player, tid = game
    player.drawer.keep_game_seen(tid, GameSeen(since=1, over=None, stands=False))
    player.drawer.keep_lists_seen(
        world.identity.public, ListsSeen(number=1, last=list_id(world.archive.made[0][0].body))
    )
    looking = look(Reader(world, player))
    assert (looking.stands, looking.waits) == (0, 1)


class Listening:
    """Hears what a visit tells."""

    def __init__(self) -> None:
        self.heard_of: list[What] = []

    def heard(self, news: News) -> None:
        self.heard_of.append(news.what)


def test_a_visit_tells_by_itself_what_is_missed_and_tells_it_once(world: World) -> None:
    (player, _), tid = played(world)
    put(world, [(tid, b"x" * 32)])
    server = Server(LINK, world.dial, player.known)
    listening = Listening()
    visit = Visit(
        [listening], world.clock.seconds, lambda visit: Guest(player.me, server, player.drawer, world.around, visit)
    )
    visit.guest.start()
    world.until(lambda: What.MISSED in listening.heard_of)
    assert visit.missed == [finding_line(Finding(Wrong.DIFFERS, tid), player.drawer.log(tid))]
    world.cables[-1].cut()
    world.until(lambda: listening.heard_of.count(What.CONNECTED) == 2)
    world.settle()
    assert listening.heard_of.count(What.MISSED) == 1
    visit.guest.stop()
    world.settle()
