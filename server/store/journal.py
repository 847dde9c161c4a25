"""The journal: the logs of all tables, the very bytes that are sent, audited and replayed.

A record is in the journal before the server sends it.  This is the contract; `server.store.sqlite` keeps it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from twisted.internet.defer import Deferred

from protocol.log.records import RecordType, kind_of, payload
from protocol.log.setting import table_id


class NoSuchTable(LookupError):
    """The journal has no table of this name."""

    def __init__(self, tid: bytes) -> None:
        super().__init__(f"there is no table {tid.hex()}")


class OutOfOrder(Exception):
    """The records were made for another place in the log than the next one; nothing was stored."""

    def __init__(self, tid: bytes, number: int, next_: int) -> None:
        super().__init__(f"table {tid.hex()}: record {number} was to be appended, and the next is {next_}")


@dataclass(frozen=True, slots=True)
class StoredTable:
    """What the journal knows of a table without reading its log."""

    tid: bytes
    next: int
    """The number that the next record will have."""
    ended: bool
    players: dict[int, bytes] = field(default_factory=dict)
    """By seat, the identity that sits there; bots have none.  It does not stand in the log."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the host of a table wants to play.  It does not stand in the log."""

    bot_ms: int = 0
    """How long a bot takes for a turn."""
    break_seconds: int = 0
    """How long the next round waits at most for those who look at the last one."""


NO_PACE = Pace()


class Journal(Protocol):
    """Calls are carried out in order for each table.

    A write fires when it is durable.  It fails with nothing of it stored: by `StoreFailed` when the store cannot write,
    by `StoreRefused` or `ValueError` when the data is wrong.  Reads see every write that has fired.
    """

    def begin(
        self,
        tid: bytes,
        batch: Sequence[bytes],
        players: Mapping[int, bytes],
        pace: Pace = NO_PACE,
        *,
        listed: bool = False,
    ) -> Deferred[int]:
        """Store a new table with its first records, TABLE before all; fires with the number of the next record.

        ``listed``: whether the lobby listed it.  `OutOfOrder` if the table is there already.
        """

    def append(self, tid: bytes, batch: Sequence[bytes], number: int, *, ended: bool = False) -> Deferred[int]:
        """Store more records, the first of which has this number; fires with the number of the next record.

        With ``ended``, the table has ended with them; signatures about the end may still follow.
        `NoSuchTable` or `OutOfOrder` if they do not belong there.
        """

    def read(self, tid: bytes) -> Deferred[list[bytes]]:
        """All records of a table, byte for byte, or `NoSuchTable`.

        What the store has lost is an empty record, and where it has lost more than it can tell, the last one.
        """

    def cut(self, tid: bytes, number: int) -> Deferred[None]:
        """Set the records from this number on aside, since they are damaged: the table goes on there."""

    def players(self, tid: bytes) -> Deferred[dict[int, bytes]]:
        """By seat, the identities of a table, or `NoSuchTable`."""

    def pace(self, tid: bytes) -> Deferred[Pace]:
        """How fast a table is played, or `NoSuchTable`."""

    def stored_tables(self) -> Deferred[list[StoredTable]]:
        """Every table, ended or not."""

    def seated(self, identity: bytes) -> Deferred[list[bytes]]:
        """The running tables at which this identity has a seat."""

    @property
    def writes(self) -> bool:
        """Whether every write came to the disk since the last one that was tried."""

    def try_to_write(self) -> Deferred[None]:
        """Write to the disk what stands there already: other writes may have nothing to change."""

    def close(self) -> Deferred[None]:
        """Fires when everything asked for before is done; later calls fail with `StoreClosed`."""


def check_beginning(tid: bytes, batch: Sequence[bytes]) -> None:
    """For implementations: `ValueError` unless the batch begins with the TABLE that the table is named after."""
    kinds = [kind_of(one) for one in batch]
    if kinds[:1] != [RecordType.TABLE] or None in kinds or table_id(payload(batch[0])) != tid:
        raise ValueError("a table begins with the record that it is named after")


def check_batch(batch: Sequence[bytes]) -> None:
    """For implementations: `ValueError` unless the batch is whole records, and none of them TABLE."""
    kinds = {kind_of(one) for one in batch}
    if not kinds or kinds & {None, RecordType.TABLE}:
        raise ValueError("a batch is made of whole records, and a table has one TABLE")
