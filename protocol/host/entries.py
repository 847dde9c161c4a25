"""The entries of a table, read from its records when they are asked for: a log stands in memory once."""

from array import array
from collections.abc import Sequence
from typing import overload

from protocol.log.records import Entry, RecordType, payload, record


class Entries(Sequence[Entry]):
    """A view of the records; entry 1 stands at 0."""

    def __init__(self, records: list[bytes]) -> None:
        self._records = records
        self._places = array("L")
        """By entry: where its record stands."""

    def append(self, entry: Entry) -> None:
        """Make its record the last one."""
        self._places.append(len(self._records))
        kind = RecordType.HEADER if entry.removed else RecordType.ENTRY
        self._records.append(record(kind, entry.to_bytes()))

    def place(self, seq: int) -> int:
        """Where the record of the entry with this number stands, or will stand."""
        return self._places[seq - 1] if seq <= len(self._places) else len(self._records)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> list[Entry]: ...
    def __getitem__(self, at: int | slice) -> Entry | list[Entry]:
        if isinstance(at, slice):
            return [self._read(place) for place in self._places[at]]
        return self._read(self._places[at])

    def _read(self, place: int) -> Entry:
        one = self._records[place]
        read = Entry.from_bytes if one[0] == RecordType.ENTRY else Entry.without_body
        return read(payload(one))
