"""Games that are over: who is told of them, who has their logs, and when."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from twisted.internet.defer import Deferred, succeed

from protocol.audit.audit import audit
from protocol.audit.report import Verdict
from protocol.keys.identity import Purpose, sign
from protocol.log.records import MAGIC, SPOKEN, Entry, Kind, RecordType, records
from protocol.wire.archive import (
    LOG_PART,
    MOST_GAMES,
    NO_GAME,
    NOT_OVER,
    TOO_MUCH,
    EndedGame,
    Games,
    GetLog,
    ListGames,
    LogPart,
    RemoveTexts,
    TextsRemoved,
    removal_parts,
)
from server.store.errors import StoreFailed
from server.store.journal import NoSuchTable
from server.tables.archive import Archive, Bounds
from server.tables.bringing import Denied
from server.tables.heads import Heads
from tests.server.tables import at_room
from tests.server.tables.at_room import errors
from tests.server.tables.test_spectators import Watcher
from tests.support.hall import Hall, done
from tests.support.stores import MemoryArchive
from tests.support.tables_at_play import talk
from tests.support.threats import threat

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names
LATE = 60
AMPLE = Bounds(per_hour=1000)


class Keeper:
    """An archive at a hall."""

    def __init__(self, hall: Hall, bounds: Bounds = AMPLE) -> None:
        self.hall = hall
        self.store = MemoryArchive(hall.journal)
        self.bounds = bounds
        self.ahead = 0.0
        self.open()

    def open(self) -> None:
        """As at a start of the server."""
        hall = self.hall
        around, clock = (self.store, hall.journal, hall.rooms), hall.clock
        heads = Heads(hall.identity, *around, clock, time=self.time)
        self.archive = Archive(*around, heads, clock, time=self.time, bounds=self.bounds)
        done_or_none(self.archive.find_unkept())

    def time(self) -> float:
        """The time of day, as the server's computer has it."""
        return 1e9 + self.hall.clock.seconds() + self.ahead

    def tend(self) -> None:
        done_or_none(self.archive.tend())

    def play(self, *, listed: bool = True, spectators: bool = True, **how: Any) -> bytes:
        """A game to its end."""
        table, secrets = self.hall.table(spectators=spectators, spectator_delay=LATE, **how)
        players = {seat: one.identity for seat, one in enumerate(self.hall.people)}
        done(self.hall.rooms.begin(table, secrets, players, listed=listed))
        self.hall.come()
        self.hall.play()
        assert self.hall.room.host.follower.ended is not None
        return self.hall.tid

    def listed(self, guest: Any, *, mine: bool, after: bytes | None = None) -> Games:
        before = len(guest.told)
        done(self.archive.list(guest, ListGames(mine=mine, after=after)))
        (games,) = guest.told[before:]
        assert isinstance(games, Games)
        assert games.mine == mine
        return games

    def tables(self, guest: Any, *, mine: bool) -> list[bytes]:
        return [game.table for game in self.listed(guest, mine=mine).games]

    def log(self, guest: Any, tid: bytes) -> bytes:
        """The whole log, as a client asks for it."""
        records: list[bytes] = []
        while True:
            done(self.archive.send(guest, GetLog(table=tid, start=len(records))))
            part = guest.told[-1]
            assert isinstance(part, LogPart)
            assert (part.table, part.start) == (tid, len(records))
            records += part.records
            if not part.more:
                return MAGIC + b"".join(records)


def done_or_none(coroutine: Any) -> None:
    """A coroutine that waits for nothing that is not there."""
    with pytest.raises(StopIteration):
        coroutine.send(None)


def denied(ask: Callable[[], Any]) -> str:
    with pytest.raises(Denied) as refused:
        done(ask())
    return refused.value.code


@pytest.fixture
def keeper(hall: Hall) -> Keeper:
    return Keeper(hall)


def test_a_player_finds_the_game_at_once_and_has_its_whole_log(keeper: Keeper) -> None:
    tid = keeper.play(listed=False, spectators=False)
    player = keeper.hall.people[0]
    (game,) = keeper.listed(player, mine=True).games
    now = int(1e9 + keeper.hall.clock.seconds())
    size = keeper.store.kept[tid].size
    assert game == EndedGame(table=tid, rules="base", seats=3, end="finished", ended=now, size=size, public=False)
    log = keeper.log(player, tid)
    assert log == keeper.hall.stored, "what was signed about the end is in it too"
    assert audit(log).verdict == Verdict.VERIFIED


@threat("archive-early", NO_GAME)
def test_strangers_are_told_of_a_public_game_when_its_delay_is_over(keeper: Keeper) -> None:
    tid, stranger = keeper.play(), Watcher(keeper.hall)
    keeper.hall.clock.advance(LATE - 1)
    assert keeper.tables(stranger, mine=False) == []
    assert denied(lambda: keeper.archive.send(stranger, GetLog(table=tid, start=0))) == NO_GAME
    keeper.hall.clock.advance(1)
    assert keeper.tables(stranger, mine=False) == [tid]
    assert keeper.tables(stranger, mine=True) == []
    assert audit(keeper.log(stranger, tid)).verdict == Verdict.VERIFIED


def test_after_a_restart_strangers_wait_for_the_delay_once_more(keeper: Keeper) -> None:
    tid, stranger = keeper.play(), Watcher(keeper.hall)
    keeper.hall.clock.advance(LATE)
    keeper.hall.restart()
    keeper.open()
    assert keeper.tables(keeper.hall.people[0], mine=True) == [tid], "players do not"
    assert keeper.tables(stranger, mine=False) == []
    assert denied(lambda: keeper.archive.send(stranger, GetLog(table=tid, start=0))) == NO_GAME
    keeper.hall.clock.advance(LATE)
    assert keeper.tables(stranger, mine=False) == [tid]


def test_what_is_signed_about_the_end_reaches_strangers_as_late_as_all_else(keeper: Keeper) -> None:
    hall = keeper.hall
    table, secrets = hall.table(spectators=True, spectator_delay=LATE)
    done(hall.rooms.begin(table, secrets, {at: one.identity for at, one in enumerate(hall.people)}, listed=True))
    hall.come()
    late = hall.people[0]
    hall.play(lambda: hall.room.host.follower.ended is not None)
    while hall.people[1].mind.due() or hall.people[2].mind.due():
        for one in hall.people[1:]:
            if (entry := one.mind.say()) is not None:
                hall.room.submit(one, entry)
    hall.clock.advance(LATE)
    stranger, before = Watcher(hall), hall.stored
    entry = late.mind.say()
    assert entry is not None
    hall.room.submit(late, entry)
    assert hall.stored != before
    assert keeper.log(stranger, hall.tid) == before
    assert keeper.log(late, hall.tid) == hall.stored
    hall.clock.advance(LATE)
    assert keeper.log(stranger, hall.tid) == hall.stored


@pytest.mark.parametrize("how", [{"listed": False, "spectators": False}, {"spectators": False}])
def test_a_game_that_could_not_be_watched_is_only_for_its_players(keeper: Keeper, how: dict[str, bool]) -> None:
    tid, stranger = keeper.play(**how), Watcher(keeper.hall)
    keeper.hall.clock.advance(LATE)
    assert keeper.tables(stranger, mine=False) == []
    assert denied(lambda: keeper.archive.send(stranger, GetLog(table=tid, start=0))) == NO_GAME


def test_who_knows_a_game_that_was_not_listed_has_its_log_as_it_could_be_watched(keeper: Keeper) -> None:
    tid, stranger = keeper.play(listed=False), Watcher(keeper.hall)
    keeper.hall.clock.advance(LATE)
    assert keeper.tables(stranger, mine=False) == []
    assert keeper.log(stranger, tid) == keeper.hall.stored


def test_a_game_that_is_not_over_is_as_if_it_were_not_there(keeper: Keeper) -> None:
    hall = keeper.hall
    hall.begin(spectators=True, spectator_delay=0)
    hall.come()
    for guest in (hall.people[0], Watcher(hall)):
        assert keeper.listed(guest, mine=True).games == keeper.listed(guest, mine=False).games == ()
        for tid in (hall.tid, bytes(32)):
            assert denied(partial(keeper.archive.send, guest, GetLog(table=tid, start=0))) == NO_GAME


def test_what_a_crash_kept_from_the_archive_is_found_at_the_next_start(keeper: Keeper) -> None:
    tid = keeper.play()
    kept = keeper.store.kept.pop(tid)
    keeper.open()
    assert keeper.store.kept == {tid: replace(kept, size=len(keeper.hall.stored) - len(MAGIC))}


def test_a_game_that_could_not_be_kept_is_told_to_the_operator(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    from twisted.internet.defer import fail

    monkeypatch.setattr(keeper.store, "keep", lambda game: fail(StoreFailed("the disk is full")))
    with errors() as found:
        keeper.play()
    assert [line[:36] for line in found] == ["table {table}: its game is listed on"]


def test_a_page_has_so_many_games_and_the_next_goes_on_behind_it(keeper: Keeper) -> None:
    tid, player = keeper.play(), keeper.hall.people[0]
    (stored, kept), journal = (keeper.hall.journal.tables[tid], keeper.store.kept[tid]), keeper.hall.journal
    for number in range(MOST_GAMES):
        other = bytes([number]) * 32
        journal.tables[other] = stored
        keeper.store.kept[other] = replace(kept, tid=other, ended=number)
    page = keeper.listed(player, mine=True)
    assert (len(page.games), page.more) == (MOST_GAMES, True)
    rest = keeper.listed(player, mine=True, after=page.games[-1].table)
    assert (len(rest.games), rest.more) == (1, False)


def test_an_address_may_fetch_only_so_much_in_an_hour(hall: Hall) -> None:
    keeper = Keeper(hall, Bounds(per_hour=1))
    tid, player = keeper.play(), hall.people[0]
    most = (1 << 20) // LOG_PART
    for _ in range(most):
        done(keeper.archive.send(player, GetLog(table=tid, start=0)))
    assert denied(lambda: keeper.archive.send(player, GetLog(table=tid, start=0))) == TOO_MUCH
    assert denied(lambda: keeper.archive.list(player, ListGames(mine=True, after=None))) == TOO_MUCH
    hall.clock.advance(3600)
    done(keeper.archive.send(player, GetLog(table=tid, start=0)))


def test_a_record_that_the_disk_has_lost_is_told_and_not_made_up(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tid = keeper.play()
    monkeypatch.setattr(keeper.store, "part", lambda *_: succeed([]))
    with errors() as found:
        code = denied(lambda: keeper.archive.send(keeper.hall.people[0], GetLog(table=tid, start=3)))
    assert code == "table/damaged"
    assert found == ["table {table}: record {at} is lost"]


def test_a_game_that_goes_while_it_is_asked_for_is_one_that_never_was(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tid = keeper.play()

    def gone(*_what: Any) -> Any:
        keeper.store.kept.pop(tid)
        del keeper.hall.journal.tables[tid]
        return succeed([])

    monkeypatch.setattr(keeper.store, "part", gone)
    with errors() as found, pytest.raises(NoSuchTable):
        done(keeper.archive.send(keeper.hall.people[0], GetLog(table=tid, start=0)))
    assert found == [], "nothing is lost that was to be kept"


def removal(keeper: Keeper, seat: int, signer: int | None = None, tid: bytes = b"") -> RemoveTexts:
    """What a person asks for, signed by the key of that seat or another."""
    mind = keeper.hall.people[seat if signer is None else signer].mind
    keys = mind.joining.identity.seat(mind.joining.nonce)
    signature = sign(keys.signing, Purpose.REMOVE_TEXTS, *removal_parts(tid or keeper.hall.tid, seat))
    return RemoveTexts(table=keeper.hall.tid, seat=seat, signature=signature)


def texts(log: bytes) -> dict[int, int]:
    """By seat: how many of its names and lines the log has."""
    entries = [Entry.from_bytes(held) for kind, held in records(log) if kind == RecordType.ENTRY]
    found = [entry.actor for entry in entries if entry.kind in SPOKEN]
    return {seat: found.count(seat) for seat in sorted(set(found))}


@pytest.mark.parametrize("parked", [False, True])
def test_what_a_person_said_goes_when_that_person_asks_and_the_log_stays_verified(keeper: Keeper, parked: bool) -> None:
    hall = keeper.hall
    hall.begin(spectators=True, spectator_delay=0)
    hall.come()
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    for one in hall.people:
        assert one.mind.follower is not None
        hall.room.submit(one, one.mind.follower.say(Kind.TALK, talk()))
    hall.play()
    whole, people = hall.stored, list(hall.people)
    assert texts(whole) == {0: 2, 1: 2, 2: 2}
    if parked:
        hall.go()
        hall.clock.advance(700)
        hall.rooms.park()
    done(keeper.archive.remove(people[1], removal(keeper, 1)))
    assert people[1].told[-1] == TextsRemoved(table=hall.tid, seat=1, count=2)
    left = hall.stored
    assert texts(left) == {0: 2, 2: 2}
    report = audit(left)
    assert (report.verdict, [entry.actor for entry in report.removed]) == (Verdict.VERIFIED, [1, 1])
    assert MAGIC + b"".join(hall.room.host.records) == left, "what is in memory, too"
    seqs = [entry.seq for entry in hall.room.host.entries if entry.removed]
    assert [hall.room.text(seq, people[0]) for seq in seqs] == [b"", b""]
    assert people[0].mind.log == whole, "what others have stays"
    done(keeper.archive.remove(people[1], removal(keeper, 1)))
    assert people[1].told[-1] == TextsRemoved(table=hall.tid, seat=1, count=0)


@threat("texts-early", NOT_OVER)
def test_no_text_goes_before_the_end(keeper: Keeper) -> None:
    hall = keeper.hall
    hall.begin(spectators=True, spectator_delay=0)
    hall.come()
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    before = hall.stored
    assert denied(lambda: keeper.archive.remove(hall.people[0], removal(keeper, 0))) == NOT_OVER
    assert hall.stored == before


@threat("texts-of-others", NO_GAME)
def test_no_other_can_ask_for_it(keeper: Keeper) -> None:
    keeper.play()
    before, people = keeper.hall.stored, keeper.hall.people
    right = removal(keeper, 1)
    for wrong in (
        removal(keeper, 1, signer=0),
        removal(keeper, 1, tid=bytes(32)),
        RemoveTexts(table=right.table, seat=0, signature=right.signature),
        RemoveTexts(table=right.table, seat=9, signature=right.signature),
        RemoveTexts(table=bytes(32), seat=1, signature=right.signature),
        RemoveTexts(table=right.table, seat=1, signature=bytes(64)),
    ):
        assert denied(partial(keeper.archive.remove, people[0], wrong)) == NO_GAME
    assert keeper.hall.stored == before


def test_texts_of_a_table_that_is_just_being_read_go_too(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, tid = keeper.hall, keeper.play()
    hall.go()
    hall.clock.advance(700)
    hall.rooms.park()
    read, late = hall.journal.read, Deferred[list[bytes]]()
    old = done(read(tid))
    monkeypatch.setattr(hall.journal, "read", lambda _tid: late)
    coming = hall.rooms.room(tid)
    done(keeper.archive.remove(hall.people[0], removal(keeper, 0)))
    late.callback(old)
    assert MAGIC + b"".join(done(coming).host.records) == hall.stored
    assert texts(hall.stored) == {1: 1, 2: 1}


def test_what_is_too_old_goes_and_nothing_is_left_of_it(hall: Hall) -> None:
    keeper = Keeper(hall, Bounds(days=2, per_hour=1000))
    tid, player = keeper.play(), hall.people[0]
    hall.go()
    hall.clock.advance(700)
    hall.rooms.park()
    hall.clock.advance(2 * 86_400 - 700)
    keeper.tend()
    assert keeper.tables(player, mine=True) == [tid]
    hall.clock.advance(1)
    keeper.tend()
    assert keeper.tables(player, mine=True) == []
    assert tid not in hall.journal.tables


def test_a_game_in_memory_is_not_removed_under_the_eyes_of_its_players(hall: Hall) -> None:
    keeper = Keeper(hall, Bounds(days=1))
    tid = keeper.play()
    hall.clock.advance(3 * 86_400)
    keeper.tend()
    assert tid in hall.journal.tables


def test_without_a_bound_nothing_goes(hall: Hall) -> None:
    keeper = Keeper(hall)
    tid = keeper.play()
    hall.go()
    hall.clock.advance(100 * 365 * 86_400)
    hall.rooms.park()
    keeper.tend()
    assert hall.rooms.loaded(tid) is None
    assert tid in hall.journal.tables


def test_a_part_behind_the_end_is_empty(keeper: Keeper) -> None:
    tid, player = keeper.play(), keeper.hall.people[0]
    done(keeper.archive.send(player, GetLog(table=tid, start=10_000)))
    assert player.told[-1] == LogPart(table=tid, start=10_000, records=(), more=False)


def test_the_room_need_not_be_in_memory(keeper: Keeper) -> None:
    tid = keeper.play()
    keeper.hall.go()
    keeper.hall.clock.advance(700)
    keeper.hall.rooms.park()
    assert keeper.hall.rooms.loaded(tid) is None
    assert keeper.log(Watcher(keeper.hall), tid) == keeper.hall.stored
    assert keeper.hall.rooms.loaded(tid) is None
