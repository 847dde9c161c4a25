"""The lists of heads: made once a day of what has changed, signed, and shown when no spectator is late any more."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from twisted.internet.interfaces import IReactorTime

from protocol.keys.identity import Identity, Purpose, sign
from protocol.log.heads import NO_LIST, ROW, HeadList, list_id, rows_hash, rows_of
from protocol.log.records import Chain, Entry, HeadRecord, RecordType, kind_of, payload
from protocol.log.setting import read_table
from protocol.wire.archive import LOG_PART, MOST_LISTS, NO_GAME, GetLists, GetRows, Lists, Rows, SignedList
from protocol.wire.codec import encode
from server.store.archive import ArchiveStore, Row, StoredList
from server.store.journal import Journal
from server.tables.bringing import Denied
from server.tables.guests import Guest
from server.tables.rooms import Rooms as Tables

_DAY = 86_400
_HEADER = 116


class Heads:
    """``clock`` is never set; ``time`` gives seconds since 1970."""

    def __init__(
        self,
        identity: Identity,
        store: ArchiveStore,
        journal: Journal,
        rooms: Tables,
        clock: IReactorTime,
        *,
        time: Callable[[], float],
    ) -> None:
        self._identity = identity
        self._store = store
        self._journal = journal
        self._rooms = rooms
        self._clock = clock
        self._time = time
        self._begun = clock.seconds()
        self._made: dict[int, float] = {}
        """Those of this process, by number: when."""

    # once a day

    async def tend(self) -> None:
        """Make a list, if the last one is a day old; or if it is of tomorrow, as the time was put right."""
        now, last = int(self._time()), await self._store.last_list()
        if last is not None and abs(now - last.made) < _DAY:
            return
        heads = [row for one in await self._store.unlisted() if (row := await self._found(one)).head is not None]
        rows = rows_of((one.tid, one.head) for one in heads if one.head is not None)
        await self._put(now, last, heads, rows)

    async def _put(self, now: int, last: StoredList | None, heads: Sequence[Row], rows: bytes) -> None:
        number = 1 if last is None else last.number + 1
        body = encode(
            HeadList(
                number=number,
                made=now,
                before=NO_LIST if last is None else list_id(last.body),
                server_key=self._identity.public,
                rows=rows_hash(rows),
                count=len(rows) // ROW,
            )
        )
        signature = sign(self._identity.key, Purpose.HEADS, body)
        delay = max((one.delay or 0 for one in heads), default=0)
        self._made[number] = self._clock.seconds()
        await self._store.put_list(StoredList(number, now, delay, body, signature), heads, rows)

    async def _found(self, row: Row) -> Row:
        """With the last head that is on the disk, if the game is not over."""
        if row.head is not None:
            return row
        room = self._rooms.loaded(row.tid)
        if room is None:
            return _read(row, await self._journal.read(row.tid))
        written, options = room.written, room.host.setting.table.options
        head = room.host.follower.chain.heads[written.entry] if written.entry else None
        return replace(row, records=written.records, head=head, delay=options.spectator_delay)

    # who wants to look

    async def send_lists(self, guest: Guest, message: GetLists) -> None:
        """The next lists."""
        found = await self._store.lists(message.after, MOST_LISTS + 1)
        shown = list(takewhile(self._is_old, found))  # a gap would look like a list that was taken out of the row
        lists = tuple(SignedList(body=one.body, signature=one.signature) for one in shown[:MOST_LISTS])
        guest.tell(Lists(after=message.after, lists=lists, more=len(shown) > MOST_LISTS))

    async def send_rows(self, guest: Guest, message: GetRows) -> None:
        """Rows of a list; `Denied` if there is none."""
        found = await self._store.lists(message.number - 1, 1) if message.number else []
        if not found or found[0].number != message.number or not self._is_old(found[0]):
            raise Denied(NO_GAME)
        rows = await self._store.rows(message.number, message.start * ROW, LOG_PART + 1)
        told = rows[:LOG_PART]
        guest.tell(Rows(number=message.number, start=message.start, rows=told, more=len(rows) > LOG_PART))

    def _is_old(self, one: StoredList) -> bool:
        """Whether it tells nothing that a spectator of one of its tables does not know yet."""
        return self._clock.seconds() - self._made.get(one.number, self._begun) >= one.delay


def _read(row: Row, stored: Sequence[bytes]) -> Row:
    """A table that is not in memory; without a head, if nothing of it was signed."""
    heads, seq = chain_of(row.tid, stored)
    try:
        delay = read_table(payload(stored[0])).options.spectator_delay
    except ValueError:  # of another version
        delay = _DAY
    return replace(row, head=heads[seq] if seq else None, delay=delay)


def chain_of(tid: bytes, stored: Sequence[bytes]) -> tuple[list[bytes], int]:
    """The heads of a log as far as it can be read, and the last entry that was signed."""
    chain, signed = Chain(tid), 0
    for one in stored:
        match kind_of(one):
            case RecordType.ENTRY | RecordType.HEADER:
                chain.extend(Entry.without_body(payload(one)[:_HEADER]))
            case RecordType.HEAD:
                signed = min(HeadRecord.from_bytes(payload(one)).seq, chain.last)
            case None:  # damaged from here on
                return chain.heads, signed
    return chain.heads, signed
