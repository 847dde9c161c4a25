"""Small logs to put into a journal."""

from typing import Any

import pytest
from twisted.internet.defer import Deferred

from protocol.log.records import RecordType, record
from protocol.log.setting import table_id

EVA, BEN = b"\1" * 32, b"\2" * 32
CARDS = record(RecordType.CARDS, b"the cards" * 100)


def table(name: str) -> tuple[bytes, list[bytes]]:
    """The id of a table and its first records."""
    return table_id(name.encode()), [record(RecordType.TABLE, name.encode()), CARDS]


def entries(*texts: str) -> list[bytes]:
    """A batch, as the journal is given it: entries and the head over them."""
    return [*(record(RecordType.ENTRY, text.encode()) for text in texts), record(RecordType.HEAD, b"signed")]


async def failure(deferred: Deferred[Any], kind: type[Exception], match: str | None = None) -> None:
    """That the Deferred fails so."""
    with pytest.raises(kind, match=match):
        await deferred
