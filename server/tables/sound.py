"""What is sound of a log that comes from the disk: all up to the last HEAD before which nothing has changed.

SQLite sees damage to its own pages and none to what stands in them.  What is left out here stands in the files of the
players, under signatures of this server, and they teach it back.
"""

from collections.abc import Sequence

from protocol.host.table_log import SignHead
from protocol.keys.identity import Purpose, verify
from protocol.log.records import Chain, Entry, HeadRecord, RecordType, head_parts, is_later, kind_of, payload
from protocol.log.setting import Setting, table_id

_BEFORE = 2
"""TABLE and the cards stand before the first entry; the cards are made from the rules, whatever the disk says."""


class TableDamaged(Exception):
    """Nothing can be made of this log: its TABLE has changed on the disk, which no player teaches."""


class OtherVersion(Exception):
    """Only another version of this program can go on with the table; it stays in the journal as it is."""


def table_in(tid: bytes, stored: Sequence[bytes]) -> bytes:
    """The TABLE that the log is named after, or `TableDamaged`."""
    if not stored or kind_of(stored[0]) != RecordType.TABLE or table_id(payload(stored[0])) != tid:
        raise TableDamaged("its TABLE is damaged in the journal")
    return payload(stored[0])


def sound_part(setting: Setting, stored: Sequence[bytes], sign_head: SignHead | None) -> list[Entry | HeadRecord]:
    """The entries and heads in order; with TABLE and the cards as many as can stay in the journal.

    ``sign_head`` signs with the key of this table, if the server still has it: a HEAD that is made again is the same to
    the byte, and that takes half as long as to verify it.
    `OtherVersion` if a record among them is one that only a later version knows.
    """
    chain = Chain(setting.tid)
    found: list[Entry | HeadRecord] = []
    proved = 0
    for one in stored[_BEFORE:]:
        if one and is_later(one):
            raise OtherVersion("its journal was written by a later version of this program")
        try:
            read = _read(one)
        except ValueError:
            break
        found.append(read)
        if isinstance(read, Entry):
            chain.extend(read)
        elif _holds(setting, chain, read, sign_head):
            proved = len(found)
        else:
            break
    return found[:proved]


def kept(sound: Sequence[Entry | HeadRecord]) -> int:
    """How many records of the journal they are, with those before the first entry."""
    return _BEFORE + len(sound)


def _read(one: bytes) -> Entry | HeadRecord:
    match kind_of(one):
        case RecordType.ENTRY:
            return Entry.from_bytes(payload(one))
        case RecordType.HEADER:
            return Entry.without_body(payload(one))
        case RecordType.HEAD:
            return HeadRecord.from_bytes(payload(one))
    raise ValueError("a record that has no place behind the cards")


def _holds(setting: Setting, chain: Chain, head: HeadRecord, sign_head: SignHead | None) -> bool:
    if head.seq != chain.last:
        return False
    parts = head_parts(setting.tid, head.seq, chain.heads[-1])
    if sign_head is not None and sign_head(*parts) == head.signature:
        return True
    return verify(setting.relay_key(head.seq), head.signature, Purpose.HEAD, *parts)
