"""The lists of heads: what stands there, by whom they are signed, and who sees them when."""

from functools import partial

import pytest

from protocol.keys.identity import Identity
from protocol.log.heads import NO_LIST, ROW, HeadList, head_in, list_id, read_list, rows_hash, rows_of
from protocol.log.records import Chain, Entry, HeadRecord, Kind, RecordType, payload
from protocol.wire.archive import LOG_PART, MOST_LISTS, NO_GAME, GetLists, GetRows, Lists, Rows
from server.store.archive import StoredList
from server.tables.archive import Bounds
from server.tables.heads import chain_of
from tests.server.tables import at_room
from tests.server.tables.test_archive import LATE, Keeper, denied
from tests.server.tables.test_spectators import Watcher
from tests.support.hall import Hall, done

hall, small = at_room.hall, at_room.small  # the fixtures; pytest finds them by these names
DAY = 86_400


@pytest.fixture
def keeper(hall: Hall) -> Keeper:
    return Keeper(hall)


def lists(keeper: Keeper, after: int = 0) -> list[tuple[HeadList, bytes]]:
    """As a guest is shown them, with the bytes that are signed."""
    guest = Watcher(keeper.hall)
    done(keeper.archive.show_lists(guest, GetLists(after=after)))
    (told,) = guest.told
    assert isinstance(told, Lists)
    assert told.after == after
    found = []
    for one in told.lists:
        read = read_list(one.body, one.signature)
        assert read is not None
        found.append((read, one.body))
    return found


def rows(keeper: Keeper, number: int) -> bytes:
    guest, found = Watcher(keeper.hall), b""
    while True:
        done(keeper.archive.show_rows(guest, GetRows(number=number, start=len(found) // ROW)))
        told = guest.told[-1]
        assert isinstance(told, Rows)
        found += told.rows
        if not told.more:
            return found


def at_end(keeper: Keeper) -> bytes:
    """The head that every client has signed as that of END."""
    host = keeper.hall.room.host
    (end,) = [entry.seq for entry in host.entries if entry.kind == Kind.END]
    head: bytes = host.follower.chain.heads[end]
    return head


def test_a_game_that_is_over_stands_in_one_list_with_the_head_at_its_end(keeper: Keeper) -> None:
    tid, head = keeper.play(), at_end(keeper)
    keeper.tend()
    keeper.hall.clock.advance(DAY)
    keeper.tend()
    (one, first), (two, _second) = lists(keeper)
    assert (one.number, one.before, one.count, one.server_key) == (1, NO_LIST, 1, keeper.hall.identity.public)
    assert (two.number, two.before, two.count) == (2, list_id(first), 0)
    assert one.rows == rows_hash(rows(keeper, 1))
    assert head_in(rows(keeper, 1), tid) == head
    assert tid not in rows(keeper, 1), "who does not know the table does not learn its id"
    assert rows(keeper, 2) == b""


def test_a_game_that_is_played_stands_there_with_its_last_head_when_that_has_changed(keeper: Keeper) -> None:
    hall = keeper.hall
    hall.begin(spectators=True, spectator_delay=0)
    hall.come()
    hall.play(lambda: hall.room.host.follower.play.waiting() is not None)
    heads = []
    for _ in range(3):  # in memory, twice, and put away
        heads.append(hall.room.host.follower.chain.heads[-1])
        if len(heads) == 3:
            hall.go()
            hall.clock.advance(700)
            hall.rooms.park()
            assert hall.rooms.loaded(hall.tid) is None
        keeper.ahead += DAY
        keeper.tend()
        if len(heads) < 3:
            assert hall.step()
    keeper.ahead += DAY
    keeper.tend()
    assert len(set(heads)) == 3
    assert [head_in(rows(keeper, number), hall.tid) for number in (1, 2, 3, 4)] == [*heads, None]
    assert hall.rooms.loaded(hall.tid) is None


def test_no_list_is_shown_before_the_longest_delay_in_it_is_over(keeper: Keeper) -> None:
    keeper.play()
    keeper.tend()
    keeper.hall.clock.advance(LATE - 1)
    assert lists(keeper) == []
    assert denied(lambda: keeper.archive.show_rows(Watcher(keeper.hall), GetRows(number=1, start=0))) == NO_GAME
    keeper.hall.clock.advance(1)
    assert len(lists(keeper)) == 1
    keeper.hall.restart()
    keeper.open()
    assert lists(keeper) == [], "how long the server was away it does not know"
    keeper.hall.clock.advance(LATE)
    assert len(lists(keeper)) == 1


def test_a_list_is_made_once_a_day_also_when_the_time_was_wrong(keeper: Keeper) -> None:
    keeper.tend()
    keeper.hall.clock.advance(DAY - 1)
    keeper.tend()
    assert len(lists(keeper)) == 1
    keeper.ahead = 400 * DAY
    keeper.tend()
    keeper.tend()
    assert len(lists(keeper)) == 2
    keeper.ahead = 0
    keeper.tend()
    keeper.tend()
    assert [one.number for one, _ in lists(keeper)] == [1, 2, 3]


def test_heads_outlast_the_logs_and_no_log_goes_before_its_head_stands_in_a_list(hall: Hall) -> None:
    keeper = Keeper(hall, Bounds(days=1, per_hour=1000))
    tid, head = keeper.play(), at_end(keeper)
    hall.go()
    hall.clock.advance(2 * DAY)
    hall.rooms.park()
    keeper.tend()
    assert tid not in hall.journal.tables
    hall.clock.advance(LATE)
    assert head_in(rows(keeper, 1), tid) == head


def test_a_new_key_signs_on_in_the_same_row(keeper: Keeper) -> None:
    keeper.tend()
    old = keeper.hall.identity
    keeper.hall.identity = Identity(bytes(range(32)))
    keeper.open()
    keeper.hall.clock.advance(DAY)
    keeper.tend()
    (one, first), (two, _body) = lists(keeper)
    assert (one.server_key, two.server_key) == (old.public, keeper.hall.identity.public)
    assert two.before == list_id(first)


def test_lists_and_rows_come_in_pages(keeper: Keeper) -> None:
    body = b"not read here"
    for number in range(1, MOST_LISTS + 2):
        made = StoredList(number, number, 0, body, bytes(64))
        done(keeper.store.put_list(made, [], b"r" * ROW * (LOG_PART // ROW + 1)))
    guest = Watcher(keeper.hall)
    done(keeper.archive.show_lists(guest, GetLists(after=0)))
    done(keeper.archive.show_lists(guest, GetLists(after=MOST_LISTS)))
    assert [(len(one.lists), one.more) for one in guest.of(Lists)] == [(MOST_LISTS, True), (1, False)]
    assert len(rows(keeper, 1)) == LOG_PART + ROW
    for number in (0, MOST_LISTS + 2):
        assert denied(partial(keeper.archive.show_rows, guest, GetRows(number=number, start=0))) == NO_GAME


def test_behind_a_list_that_is_not_shown_yet_none_is_shown(keeper: Keeper) -> None:
    """A list of a day with a late table, then one without, and a start of the server: both age from there."""
    for number, delay in ((1, 0), (2, 600), (3, 60)):
        made = StoredList(number, number, delay, b"not read here", bytes(64))
        done(keeper.store.put_list(made, [], b""))
    guest = Watcher(keeper.hall)
    for seconds, shown in ((0, 1), (60, 1), (539, 1), (1, 3)):
        keeper.hall.clock.advance(seconds)
        done(keeper.archive.show_lists(guest, GetLists(after=0)))
        last = guest.of(Lists)[-1]
        assert (len(last.lists), last.more) == (shown, False)


def test_a_list_whose_signature_or_body_is_another_is_none(keeper: Keeper) -> None:
    keeper.tend()
    (made, _rows) = keeper.store.made[0]
    assert read_list(made.body, made.signature) is not None
    assert read_list(made.body, bytes(64)) is None
    assert read_list(made.body[:-1] + b"x", made.signature) is None
    assert read_list(b"", made.signature) is None


def test_rows_are_in_order_and_found_by_their_table() -> None:
    tables = [bytes([number]) * 32 for number in range(9)]
    made = rows_of((tid, bytes([100 + tid[0]]) * 32) for tid in tables)
    assert made == rows_of((tid, bytes([100 + tid[0]]) * 32) for tid in reversed(tables))
    assert [head_in(made, tid) for tid in tables] == [bytes([100 + tid[0]]) * 32 for tid in tables]
    assert head_in(made, b"x" * 32) is None


def test_the_chain_of_a_log_is_that_of_its_entries_up_to_what_is_damaged(keeper: Keeper) -> None:
    tid = keeper.play()
    stored = keeper.hall.journal.tables[tid].records
    chain = Chain(tid)
    for one in stored:
        if one[0] == RecordType.ENTRY:
            chain.extend(Entry.from_bytes(payload(one)))
    assert chain_of(tid, stored) == (chain.heads, chain.last)
    at = [at for at, one in enumerate(stored) if one[0] == RecordType.HEAD][3]
    heads, signed = chain_of(tid, [*stored[: at + 1], b"", *stored[at + 1 :]])
    assert signed == HeadRecord.from_bytes(payload(stored[at])).seq == len(heads) - 1
