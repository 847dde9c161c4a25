"""The lists of heads that a server signs day by day: a game that it loses or changes afterwards is missed there.

Each list names the one before, so that none can be taken out of their row.  A list has the tables whose head is another
than in the lists before: a game that is over by the head at its END, any other by its last.  A table stands there as a
hash of its id, and nothing tells how far it is: who does not know the game learns that there is one.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from protocol.keys.hashing import digest
from protocol.keys.identity import Purpose, verify
from protocol.log.bodies import Digest, Key
from protocol.wire.codec import BadFrame, Body, decode

LONGEST_LIST = 512
"""Bytes of the body of a list; its rows stand apart."""
ROW = 64
NO_LIST = bytes(32)
"""The list before the first one."""


class HeadList(Body, frozen=True, kw_only=True):
    """What a server signs of a list."""

    number: Annotated[int, Meta(ge=1, lt=2**32)]
    made: Annotated[int, Meta(ge=0, lt=2**53)]
    """When, in seconds since 1970, by the clock of the server."""
    before: Digest
    """The list before this one."""
    server_key: Key
    """That of the day."""
    rows: Digest
    """The hash of the rows."""
    count: Annotated[int, Meta(ge=0, lt=2**32)]


def list_id(body: bytes) -> bytes:
    """By which the next list names this one."""
    return digest("undermine/1/heads-list", body)


def rows_hash(rows: bytes) -> bytes:
    """What a list says of its rows."""
    return digest("undermine/1/heads-rows", rows)


def table_row(tid: bytes) -> bytes:
    """As what a table stands in a list."""
    return digest("undermine/1/heads-table", tid)


def rows_of(heads: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The rows for these tables and heads, in the order of their hashes."""
    return b"".join(sorted(table_row(tid) + head for tid, head in heads))


def head_in(rows: bytes, tid: bytes) -> bytes | None:
    """The head of a table in these rows, which are in order: a server may send a million of them."""
    wanted, half = table_row(tid), ROW // 2
    at = ROW * bisect_left(range(len(rows) // ROW), wanted, key=lambda row: rows[ROW * row : ROW * row + half])
    return rows[at + half : at + ROW] if rows[at : at + half] == wanted else None


def read_list(body: bytes, signature: bytes) -> HeadList | None:
    """The list, if it can be read and the key that it names has signed it."""
    try:
        found = decode(HeadList, body, LONGEST_LIST)
    except BadFrame:
        return None
    return found if verify(found.server_key, signature, Purpose.HEADS, body) else None
