"""What the archive of a server gives to a client, and what becomes of the file that is there already."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from client.commands.audit import main as audited
from client.commands.parser import build
from client.lines.archive import ArchiveErrand
from client.net.archive import Archive, NotHad
from client.net.conversation import Me
from client.net.fetched import Became, keep
from client.net.guest import Guest, Server
from client.net.library import Library
from client.net.shelf import NoJoins, Shelf
from client.net.table.log_file import InUse, LogFile, stored_records
from client.profile.known_servers import KnownServers
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import Identity
from protocol.log.records import MAGIC, TEXTS, Entry, Kind, RecordType, payload, record
from protocol.wire.archive import EndedGame, Games, GetLog, ListGames, LogPart
from protocol.wire.codec import Message
from protocol.wire.messages import ARCHIVE, FEATURES, Fault, Remedy
from tests.support.hall import done
from tests.support.threats import threat
from tests.support.world import LINK, Player, World

TID = bytes(range(32))


class Reader:
    """A program that looks at the archive, of a player or of a stranger."""

    def __init__(self, world: World, player: Player | None = None) -> None:
        self.world = world
        world.players.append(self)  # type: ignore[arg-type]
        me = player.me if player is not None else Me(Identity(world.randomness(32)), "stranger")
        folder = world.folder / f"reader {len(list(world.folder.iterdir()))}"
        folder.mkdir()
        shelf = Shelf(folder / "watched")
        drawer = player.drawer if player is not None else Shelf(folder / "tables")
        self.library = Library(drawer, shelf, me.identity)
        server = Server(LINK, world.dial, KnownServers(folder / "known-servers"))
        self.said: list[str] = []
        self.guest: Guest = partial(Guest, me, server, shelf, world.around, joins=NoJoins)(self)
        self.guest.start()
        world.settle()

    def connected(self, tables: tuple[bytes, ...]) -> None:
        """Here a test does what a program would."""

    disconnected = gave_up = told = denied = lambda *_: None

    def watch(self, tid: bytes) -> Any:
        raise AssertionError

    def do(self, action: str, *games: str, as_json: bool = False) -> int:
        self.said = []
        self.library.keys = self.guest.server_keys
        errand = self.errand = ArchiveErrand(action, games, as_json=as_json)
        codes: list[Any] = []
        from twisted.internet.defer import Deferred

        running = errand.run(self.guest.archive, self.library, self.said.append)
        Deferred.fromCoroutine(running).addBoth(codes.append)
        self.world.until(lambda: bool(codes))
        code: int = codes[0]
        errand.finish(code, self.said.append)
        return code

    def go(self) -> None:
        self.guest.stop()


def played(world: World, **how: Any) -> tuple[list[Player], bytes]:
    """A game to its end, whose players have left."""
    players = world.gather(2, bots_of_server=1, **how)
    world.until(lambda: all(player.codes for player in players), seconds=3600)
    ((tid, _),) = world.journal.tables.items()
    return players, tid


@pytest.mark.usefixtures("small")
def test_a_player_whose_file_is_gone_fetches_the_whole_log(world: World) -> None:
    (player, _), tid = played(world)
    path = player.drawer.log(tid)
    before = path.read_bytes()
    path.unlink()
    reader = Reader(world, player)
    assert reader.do("list") == 0
    assert reader.said[0] == "Your games:"
    assert reader.said[1].startswith(f"  {tid.hex()[:8]}  ")
    assert reader.said[1].endswith("base, 3 seats, finished")
    assert reader.do("fetch") == 0
    assert reader.said == [f"{tid.hex()[:8]}: fetched to {path}", *reader.said[1:]]
    assert "VERIFIED" in reader.said[1]
    assert path.read_bytes() == before == world.journal.export(tid)
    assert reader.do("fetch") == 0
    assert reader.said == ["This computer has all of your games that the server has."]
    assert reader.do("list") == 0
    assert reader.said[1].endswith(", on this computer")


@pytest.mark.usefixtures("small")
def test_a_log_that_was_cut_is_made_whole_and_texts_that_are_there_stay(world: World) -> None:
    (player, _), tid = played(world)
    path = player.drawer.log(tid)
    whole = stored_records(path.read_bytes())
    heads = [at for at, one in enumerate(whole, 1) if one[0] == RecordType.HEAD]
    cut = whole[: heads[len(heads) // 2]]
    path.write_bytes(MAGIC + b"".join(cut) + whole[len(cut)][:-1])
    world.journal.tables[tid].records = without_texts(whole)
    reader = Reader(world, player)
    assert reader.do("fetch") == 0
    assert reader.said[0] == f"{tid.hex()[:8]}: {path} lacked a part and is whole now"
    assert path.read_bytes() == MAGIC + b"".join([*cut, *without_texts(whole)[len(cut) :]])
    assert audit(path.read_bytes()).verdict is Verdict.VERIFIED


def without_texts(records: list[bytes]) -> list[bytes]:
    """As a server has them that was asked to remove them."""
    entries = [(one, Entry.from_bytes(payload(one)) if one[0] == RecordType.ENTRY else None) for one in records]
    return [
        record(RecordType.HEADER, entry.header()) if entry is not None and entry.kind in TEXTS else one
        for one, entry in entries
    ]


@pytest.mark.usefixtures("small")
def test_strangers_fetch_public_games_and_no_others(world: World) -> None:
    _players, tid = played(world, listed=True, spectators=True)
    reader = Reader(world)
    assert reader.do("list") == 0
    assert reader.said == ["There is no finished game here that you can have."]
    assert reader.do("fetch", tid.hex()[:8]) == 1
    old_enough = world.clock.seconds() + world.settings.spectator_delay_seconds
    world.until(lambda: world.clock.seconds() >= old_enough)
    assert reader.do("list") == 0
    assert reader.said[0] == "Public games:"
    assert reader.do("fetch", tid.hex()[:8]) == 0
    assert reader.library.shelf.log(tid).read_bytes() == world.journal.export(tid)
    assert reader.do("list", as_json=True) == 0
    assert reader.errand.told["mine"] == []
    (game,) = reader.errand.told["public"]
    assert (game["game"], game["here"], game["public"]) == (tid.hex(), True, True)
    assert reader.do("fetch", "ffff") == 1


@pytest.mark.usefixtures("small")
def test_a_server_without_archive_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.wire.messages.FEATURES", tuple(one for one in FEATURES if one != ARCHIVE))
    reader = Reader(world)
    with pytest.raises(NotHad, match="archive/not-offered"):
        done(reader.guest.archive.games(mine=True))


@pytest.mark.usefixtures("small")
def test_a_person_has_what_they_said_removed_from_the_server_and_from_nowhere_else(world: World) -> None:
    (player, other), tid = played(world)
    mine, theirs = player.drawer.log(tid).read_bytes(), other.drawer.log(tid).read_bytes()
    reader = Reader(world, player)
    assert reader.do("remove-texts", tid.hex()) == 0
    assert reader.said[0].startswith(f"{tid.hex()[:8]}: the server has removed 1 text of yours.")
    left = world.journal.export(tid)
    assert left != mine == theirs
    assert (player.drawer.log(tid).read_bytes(), other.drawer.log(tid).read_bytes()) == (mine, theirs)
    report = audit(left, bots=True)
    assert report.verdict is Verdict.VERIFIED
    assert [(entry.kind, entry.actor) for entry in report.removed] == [(Kind.NAME, 0)]
    assert reader.do("fetch", tid.hex()) == 0
    assert player.drawer.log(tid).read_bytes() == mine
    stranger = Reader(world)
    assert stranger.do("remove-texts", tid.hex()) == 1
    player.drawer.log(tid).unlink()
    assert reader.do("remove-texts", tid.hex()) == 0, "the log that is needed comes from the server"


@pytest.mark.usefixtures("small")
def test_the_audit_of_two_files_says_what_one_of_them_lacks(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (player, _), tid = played(world)
    Reader(world, player).do("remove-texts", tid.hex())
    (tmp_path / "server.umlog").write_bytes(world.journal.export(tid))
    (tmp_path / "mine.umlog").write_bytes(player.drawer.log(tid).read_bytes())
    typed = ["audit", str(tmp_path / "mine.umlog"), str(tmp_path / "server.umlog")]
    assert audited(build().parse_args(typed)) == 0
    out = capsys.readouterr().out
    assert "mine.umlog has the text of 1 entry that was removed from" in out
    assert "1 text was removed" in out


# the file


@pytest.fixture
def log(world: World, small: None) -> tuple[bytes, list[bytes]]:
    _players, tid = played(world)
    return tid, list(world.journal.tables[tid].records)


def test_what_the_file_has_is_kept_as_it_is(log: tuple[bytes, list[bytes]], tmp_path: Path) -> None:
    tid, records = log
    path = tmp_path / "one.umlog"
    assert keep(path, tid, records).became is Became.NEW
    assert keep(path, tid, without_texts(records)).became is Became.SAME
    assert path.read_bytes() == MAGIC + b"".join(records)
    last = [at for at, one in enumerate(records, 1) if one[0] == RecordType.HEAD][-2]
    assert keep(path, tid, records[:last]).became is Became.SHORTER
    assert path.read_bytes() == MAGIC + b"".join(records)


@pytest.mark.parametrize("front", [0, 1, 2])
def test_a_file_that_has_only_begun_goes_on(log: tuple[bytes, list[bytes]], tmp_path: Path, front: int) -> None:
    tid, records = log
    path = tmp_path / "one.umlog"
    path.write_bytes(MAGIC + b"".join(records[:front]))
    assert keep(path, tid, records).became is Became.NEW
    assert path.read_bytes() == MAGIC + b"".join(records)


def test_another_log_under_the_same_signatures_is_put_beside_the_file(
    log: tuple[bytes, list[bytes]], tmp_path: Path
) -> None:
    tid, records = log
    path = tmp_path / "one.umlog"
    at = next(at for at, one in enumerate(records) if one[0] == RecordType.ENTRY)
    entry = Entry.from_bytes(payload(records[at]))
    other = [*records[:at], record(RecordType.ENTRY, replace(entry, dt_ms=entry.dt_ms + 1).to_bytes())]
    path.write_bytes(MAGIC + b"".join([*other, *records[at + 1 :]]))
    before = path.read_bytes()
    kept = keep(path, tid, records)
    assert kept.became is Became.DIFFERS
    assert kept.path != path
    assert kept.path.read_bytes() == MAGIC + b"".join(records)
    assert path.read_bytes() == before


@threat("log-made-up")
def test_what_the_server_has_not_signed_reaches_no_file(log: tuple[bytes, list[bytes]], tmp_path: Path) -> None:
    tid, records = log
    path = tmp_path / "one.umlog"
    unsigned = records[: [at for at, one in enumerate(records) if one[0] == RecordType.HEAD][-1]]
    for fetched in (unsigned, [*records, b"junk"], records[1:], [], records[:2]):
        assert keep(path, tid, fetched).became is Became.UNSOUND
    assert keep(path, bytes(32), records).became is Became.UNSOUND
    assert not path.exists()


def test_a_table_that_is_being_played_is_left_alone(log: tuple[bytes, list[bytes]], tmp_path: Path) -> None:
    tid, records = log
    file = LogFile(tmp_path / "one.umlog")
    with pytest.raises(InUse):
        keep(tmp_path / "one.umlog", tid, records)
    file.close()


# what a server may tell


def game(number: int) -> EndedGame:
    return EndedGame(table=bytes([number]) * 32, rules="base", seats=3, end="finished", ended=0, size=0, public=False)


class Wire:
    """The other end of an archive: what was asked."""

    def __init__(self) -> None:
        self.asked: list[Message] = []
        self.archive = Archive()
        self.archive.connected(self.asked.append)

    def denied(self, code: str, table: bytes | None = None) -> bool:
        return self.archive.denied(Fault(table=table, code=code, remedy=Remedy.WAIT))


def test_pages_are_asked_for_one_behind_the_other() -> None:
    wire = Wire()
    games, log = wire.archive.games(mine=True), wire.archive.log(TID)
    assert wire.asked == [ListGames(mine=True, after=None)]
    wire.archive.told(Games(mine=True, games=(game(1), game(2)), more=True))
    wire.archive.told(Games(mine=True, games=(game(3),), more=False))
    assert [one.table[0] for one in done(games)] == [1, 2, 3]
    assert wire.asked[1:] == [ListGames(mine=True, after=bytes([2]) * 32), GetLog(table=TID, start=0)]
    wire.archive.told(LogPart(table=TID, start=0, records=(b"a", b"b"), more=True))
    assert wire.asked[3:] == [GetLog(table=TID, start=2)]
    wire.archive.told(LogPart(table=TID, start=2, records=(b"c",), more=False))
    assert done(log) == [b"a", b"b", b"c"]


@pytest.mark.parametrize(
    "answer",
    [
        Games(mine=True, games=(), more=False),
        LogPart(table=bytes(32), start=0, records=(b"a",), more=False),
        LogPart(table=TID, start=1, records=(b"a",), more=False),
        LogPart(table=TID, start=0, records=(), more=True),
    ],
)
def test_an_answer_to_something_else_is_no_answer(answer: Any) -> None:
    wire = Wire()
    log, games = wire.archive.log(TID), wire.archive.games(mine=False)
    wire.archive.told(answer)
    with pytest.raises(NotHad, match="archive/no-sense"):
        done(log)
    wire.archive.told(Games(mine=False, games=(), more=True))
    assert done(games) == [], "a page without games is the last"


def test_a_log_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.net.archive.LARGEST", 3)
    wire = Wire()
    log = wire.archive.log(TID)
    wire.archive.told(LogPart(table=TID, start=0, records=(b"abcd",), more=True))
    with pytest.raises(NotHad, match="archive/no-sense"):
        done(log)


def test_a_refusal_is_taken_for_what_was_asked_alone() -> None:
    wire = Wire()
    assert not wire.denied("archive/none")
    log, games = wire.archive.log(TID), wire.archive.games(mine=True)
    assert not wire.denied("table/none")
    assert not wire.denied("table/none", bytes(32))
    assert wire.denied("archive/none", TID)
    with pytest.raises(NotHad, match="archive/none"):
        done(log)
    assert wire.denied("archive/too-much")
    with pytest.raises(NotHad, match="archive/too-much"):
        done(games)


def test_a_cut_ends_what_was_asked_for() -> None:
    wire = Wire()
    asked: list[Any] = [wire.archive.log(TID), wire.archive.games(mine=True)]
    wire.archive.disconnected()
    for one in asked:
        with pytest.raises(NotHad, match="connection/lost"):
            done(one)
    wire.archive.told(Games(mine=True, games=(), more=False))
