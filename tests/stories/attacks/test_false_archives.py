"""Servers whose archive lies: games without end, games of others, times that are none, words that are about others."""

from typing import Any

import pytest

import client.net.archive as asked
from client.net.archive import NotHad
from client.net.fetched import Became
from client.net.library import Games
from client.visit.news import What
from client.words.archive import game_line
from protocol.log.heads import ROW, head_in, rows_of
from protocol.log.records import MAGIC
from protocol.wire import archive, messages
from protocol.wire.archive import EndedGame, LogPart, SignedList
from tests.client.net.test_archive import TID, Reader, Wire, game, played
from tests.support.hall import done
from tests.support.visitors import Visitor
from tests.support.world import World

pytestmark = pytest.mark.usefixtures("small")


def refused(deferred: Any) -> str:
    with pytest.raises(NotHad) as no:
        done(deferred)
    return no.value.code


# answers without end


def test_the_same_page_again_is_no_answer() -> None:
    wire = Wire()
    games = wire.archive.games(mine=True)
    page = archive.Games(mine=True, games=(game(1), game(2)), more=True)
    wire.archive.told(page)
    wire.archive.told(page)
    assert refused(games) == "archive/no-sense"


def test_a_list_of_ever_other_games_comes_to_an_end() -> None:
    wire = Wire()
    games, number = wire.archive.games(mine=False), 0
    for number in range(1, 1000):
        tables = (bytes([at]) + number.to_bytes(31, "little") for at in range(archive.MOST_GAMES))
        told = tuple(replaced(game(1), tid) for tid in tables)
        wire.archive.told(archive.Games(mine=False, games=told, more=True))
        if len(wire.asked) == number:
            break
    assert len(done(games)) == asked._MOST_GAMES


def replaced(one: EndedGame, tid: bytes) -> EndedGame:
    return EndedGame(**{name: getattr(one, name) for name in one.__struct_fields__} | {"table": tid})


def test_a_log_of_ever_more_records_of_one_byte_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes fifty times as much in memory as on the way here."""
    monkeypatch.setattr(asked, "_MOST_RECORDS", 5000)
    wire = Wire()
    log = wire.archive.log(TID)
    for start in range(0, 6000, 1000):
        wire.archive.told(LogPart(table=TID, start=start, records=(b"x",) * 1000, more=True))
    assert refused(log) == "archive/no-sense"


def test_lists_without_end_come_to_one() -> None:
    wire = Wire()
    lists, page = wire.archive.lists(0), (SignedList(body=b"x", signature=bytes(64)),) * archive.MOST_LISTS
    asks = 0
    while len(wire.asked) > asks:
        wire.archive.told(archive.Lists(after=asks * archive.MOST_LISTS, lists=page, more=True))
        asks += 1
    assert len(done(lists)) < asked._MOST_LISTS + archive.MOST_LISTS


def test_rows_that_are_out_of_order_hold_nothing() -> None:
    """They are as long as a server likes, so that only their order makes it quick to look for a game."""
    tables = [bytes([number]) * 32 for number in range(64)]
    rows = rows_of((tid, tid) for tid in tables)
    assert [head_in(rows, tid) for tid in tables] == tables
    backwards = b"".join(rows[at : at + ROW] for at in range(len(rows) - ROW, -1, -ROW))
    assert sum(head_in(backwards, tid) is not None for tid in tables) < len(tables)
    assert head_in(b"", tables[0]) is None


@pytest.mark.parametrize("ended", [0, 2**31, 2**40, 2**53 - 1])
def test_a_game_of_any_time_has_a_line(ended: int) -> None:
    """It ended the list with a traceback, and on the screen it never came."""
    one = EndedGame(table=TID, rules="base", seats=3, end="finished", ended=ended, size=2**32 - 1, public=True)
    assert "base, 3 seats, finished" in game_line(one, 1.7e9, here=False)


# logs that are others


@pytest.fixture
def reader(world: World) -> tuple[Reader, EndedGame, list[bytes]]:
    """A stranger, a game that was played, and its log."""
    _players, tid = played(world)
    reader = Reader(world)
    one = replaced(game(1), tid)
    return reader, one, list(world.journal.tables[tid].records)


class Liar:
    """An archive that gives this log for any game."""

    def __init__(self, records: list[bytes]) -> None:
        self._records = records

    async def log(self, tid: bytes) -> list[bytes]:
        return self._records


async def fetched(reader: Reader, liar: Any, one: EndedGame, games: Games) -> Any:
    return await reader.library.fetch(liar, one, games)


def outcome(coroutine: Any) -> Any:
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")


def test_a_game_of_others_is_not_put_among_ones_own(reader: tuple[Reader, EndedGame, list[bytes]]) -> None:
    one, records = reader[1], reader[2]
    with pytest.raises(NotHad, match="archive/no-sense"):
        outcome(fetched(reader[0], Liar(records), one, Games([one], [])))
    assert not reader[0].library.drawer.log(one.table).exists()
    kept = outcome(fetched(reader[0], Liar(records), one, Games([], [one])))
    assert kept.became is Became.NEW
    assert kept.path.read_bytes() == MAGIC + b"".join(records)


def test_the_log_of_another_game_is_kept_nowhere(reader: tuple[Reader, EndedGame, list[bytes]]) -> None:
    other = replaced(reader[1], bytes(32))
    kept = outcome(fetched(reader[0], Liar(reader[2]), other, Games([], [other])))
    assert kept.became is Became.UNSOUND
    assert not list(reader[0].library.shelf.folder.glob("*.umlog"))


# words about something else


def test_what_the_lobby_refuses_is_told_while_the_archive_is_asked() -> None:
    wire = Wire()
    games = wire.archive.games(mine=True)
    for code in ("lobby/full", "talk/too-fast", "gathering/password", "table/none"):
        assert not wire.denied(code)
    assert not games.called
    assert not wire.denied("server/not-stored"), "that may be about both"
    assert refused(games) == "server/not-stored"


def test_a_person_hears_that_the_lobby_is_full_while_lists_are_looked_for(world: World) -> None:
    """The program looks for finished games with each visit, and a refusal was never told then."""
    eva = Visitor(world, "Eva")
    asking = eva.guest.archive.lists(0)
    eva.guest.told(messages.Fault(table=None, code="lobby/full", remedy=messages.Remedy.WAIT))
    assert [news.code for news in eva.heard_of(What.DENIED)] == ["lobby/full"]
    world.settle()
    assert done(asking) == []
