"""Where one player keeps what a table needs: logs, which tables were sealed, and what is on its way to the server.

A folder for each identity, so that several can play on one computer.  No secret stands in it that the key file does not
give, but what a person says and plays is private.  A JOIN is sealed once: that is on the disk before the SEAL is
signed, and a program that starts may go on with a table that it finds here, and seals no other.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, unique
from pathlib import Path
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from client.audit.files import ENDING
from client.net.table.log_file import last_head, stored_records
from client.profile.profile import Profile
from protocol.keys.identity import Identity, pin
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole
from protocol.log import bodies
from protocol.log.records import Entry
from protocol.wire.codec import BadFrame, Body, decode, encode

SEAL = ".seal"
DATE = ".ended"
_OLD = (".join", ".people")  # what older versions wrote: JOINs that were open, and whose keys sat at a table
_NAME = 64  # letters of a file's name: the whole id of a table, since a server may name any
_OWNER = 16
_TID = 32
_LONGEST = 1 << 16
_Count = Annotated[int, Meta(ge=0, lt=2**32)]


class Sealed(Body, frozen=True, kw_only=True):
    """One JOIN, by its nonce, and the one table that it was sealed for."""

    nonce: bodies.Nonce
    tid: bodies.Digest
    server_key: bodies.Key
    rules: bodies.RulesText
    name: bodies.Name  # what the person is called there
    people: Annotated[list[bodies.Introduction | None], Meta(max_length=12)]  # by seat; None for a bot
    last: Annotated[int, Meta(ge=0, lt=2**32)]  # the last entry, once the table has ended
    end: Annotated[str, Meta(max_length=32)]  # how it ended; empty as long as it has not

    @property
    def by_seat(self) -> dict[int, bodies.Introduction]:
        return {seat: one for seat, one in enumerate(self.people) if one is not None}


class Place(Body, frozen=True, kw_only=True):
    """Where a table is played, for the way back to it; what a server says of it is shown, and decides nothing."""

    link: Annotated[str, Meta(max_length=512)]  # without the pin; empty for the server of this computer
    way: Annotated[str, Meta(max_length=16)]
    code: Annotated[str, Meta(max_length=8)]  # of its gathering; empty if it began where this program did not see it
    host: Annotated[str, Meta(max_length=64)]  # what the host of the gathering is called; empty likewise
    listed: bool  # whether the gathering was: else the network hears nothing of its table either


class ListsSeen(Body, frozen=True, kw_only=True):
    """The last signed list of heads of a server that was seen."""

    number: _Count
    last: bodies.Digest


class GameSeen(Body, frozen=True, kw_only=True):
    """How far a game was looked for in those lists."""

    since: _Count  # the last list when it was first known here
    over: _Count | None  # the last list when its end was first known here
    stands: bool  # whether it was found


@unique
class Source(Enum):
    """Who says when a table ended; a better one stands further down."""

    FILE = "file"  # none: the log was written then, or copied
    HEARD = "heard"  # this program, which was away and learned of it then
    SERVER = "server"  # the server that gave out the log, by its clock
    SEEN = "seen"  # this program, which was there


class Ended(Body, frozen=True, kw_only=True):
    """When a table ended: no log has a date."""

    at: Annotated[int, Meta(ge=0, lt=2**53)]  # in seconds since 1970
    source: Source


@dataclass(eq=False)
class Drawer:
    folder: Path

    @classmethod
    def of(cls, profile: Profile, identity: Identity) -> "Drawer":
        return cls(profile.data / "tables" / pin(identity.public)[:_OWNER].lower())

    def log(self, tid: bytes) -> Path:
        return self._path(tid, ENDING)

    def mark_open(self, tid: bytes, server_key: bytes) -> None:
        """The seat at this table is still to be played, or its end to be confirmed."""
        self._write(tid, ".open", f"{tid.hex()} {pin(server_key)}\n".encode("ascii"))

    def mark_over(self, tid: bytes) -> None:
        self._path(tid, ".open").unlink(missing_ok=True)
        self._path(tid, ".place").unlink(missing_ok=True)

    def keep_place(self, tid: bytes, place: Place) -> None:
        if place != self.place(tid):
            self._write(tid, ".place", encode(place))

    def place(self, tid: bytes) -> Place | None:
        try:
            return decode(Place, _read(self._path(tid, ".place")), _LONGEST)
        except BadFrame:
            return None

    def played_at(self, tid: bytes) -> float:
        """When the last entry came, in seconds since 1970; 0 if there is none."""
        return _changed_at(self.log(tid)) / 1e9

    def open_tables(self, server_key: bytes) -> list[bytes]:
        return [tid for tid, pinned in self.all_open().items() if pinned == pin(server_key)]

    def all_open(self) -> dict[bytes, str]:
        """By table: the pin of its server."""
        found: dict[bytes, str] = {}
        for path in sorted(self.folder.glob("*.open")):
            with suppress(ValueError):  # not two words, or not of hexadecimal digits
                tid, pinned = _read(path).decode("ascii").split()
                if len(bytes.fromhex(tid)) == _TID:
                    found[bytes.fromhex(tid)] = pinned
        return found

    def seal(self, record: Sealed) -> bool:
        """On the disk before the SEAL is signed; False if the JOIN was sealed for another table."""
        path = self._path(record.nonce, SEAL)
        with sole_writer(self.folder / "drawer"):
            if os.path.lexists(path):
                kept = _read_sealed(path)
                return kept is not None and kept.tid == record.tid
            write_whole(path, encode(record))
        return True

    def sealed(self, nonce: bytes) -> Sealed | None:
        return _read_sealed(self._path(nonce, SEAL))

    def all_sealed(self) -> list[Sealed]:
        paths = sorted(self.folder.glob(f"*{SEAL}"), key=_changed_at, reverse=True)
        return [record for path in paths if (record := _read_sealed(path)) is not None]

    def last_entry(self, tid: bytes) -> int:
        """The last entry of a table that stands under a HEAD in its file; 0 if there is none."""
        try:
            head = last_head(stored_records(self.log(tid).read_bytes()))
        except OSError:
            return 0
        return head.seq if head is not None else 0

    def note_end(self, nonce: bytes, last: int, reason: str) -> None:
        path = self._path(nonce, SEAL)
        with sole_writer(self.folder / "drawer"):
            kept = _read_sealed(path)
            if kept is not None and not kept.end:
                write_whole(path, encode(replace(kept, last=last, end=reason)))

    def lists_seen(self, server_key: bytes) -> ListsSeen | None:
        try:
            return decode(ListsSeen, _read(self._path(server_key, ".lists")), _LONGEST)
        except BadFrame:
            return None

    def keep_lists_seen(self, server_key: bytes, seen: ListsSeen) -> None:
        if seen != self.lists_seen(server_key):
            self._write(server_key, ".lists", encode(seen))

    def game_seen(self, tid: bytes) -> GameSeen | None:
        try:
            return decode(GameSeen, _read(self._path(tid, ".listed")), _LONGEST)
        except BadFrame:
            return None

    def keep_game_seen(self, tid: bytes, seen: GameSeen) -> None:
        if seen != self.game_seen(tid):
            self._write(tid, ".listed", encode(seen))

    def ended(self, tid: bytes) -> Ended:
        """As it was kept; else the time of the log, which a copy changes."""
        with suppress(BadFrame):
            return decode(Ended, _read(self._path(tid, DATE)), _LONGEST)
        return Ended(at=max(0, int(self.played_at(tid))), source=Source.FILE)

    def keep_ended(self, tid: bytes, ended: Ended) -> None:
        """Never in place of a better one; a disk that is full costs the date, and nothing else."""
        sources = list(Source)
        if sources.index(ended.source) > sources.index(self.ended(tid).source):
            with suppress(OSError):
                self._write(tid, DATE, encode(ended))

    def clear(self) -> None:
        """Open JOINs are never kept: those that older versions of this program have written go."""
        for ending in _OLD:
            _remove(self.folder.glob(f"*{ending}"))

    def keep_sent(self, tid: bytes, entry: Entry) -> None:
        """What the seat signs: on the disk before it is sent, so that no second one is signed in its place."""
        self._write(tid, ".sent", entry.to_bytes())

    def sent(self, tid: bytes) -> Entry | None:
        """What was signed last; without a signature if it is not waited for any more."""
        try:
            return Entry.from_bytes(_read(self._path(tid, ".sent")))
        except ValueError:
            return None

    def keep_untold(self, tid: bytes, told: bytes) -> None:
        self._write(tid, ".untold", told)

    def untold(self, tid: bytes) -> bytes:
        return _read(self._path(tid, ".untold"))

    def forget_sent(self, tid: bytes) -> None:
        """Nothing is sent to this table any more, and nothing is left to say."""
        _remove(self._path(tid, ending) for ending in (".sent", ".untold"))

    def _path(self, name: bytes, ending: str) -> Path:
        return self.folder / f"{name.hex()[:_NAME]}{ending}"

    def _write(self, name: bytes, ending: str, content: bytes) -> None:
        with sole_writer(self.folder / "drawer"):
            write_whole(self._path(name, ending), content)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        with suppress(OSError):  # then it lies there, and does no harm
            path.unlink(missing_ok=True)


def _changed_at(path: Path) -> int:
    try:
        return path.lstat().st_mtime_ns
    except OSError:
        return 0


def _read_sealed(path: Path) -> Sealed | None:
    try:
        return decode(Sealed, _read(path), _LONGEST)
    except BadFrame:
        return None


def _read(path: Path) -> bytes:
    """Nothing, if it cannot be used."""
    try:
        return read_secret(path, _LONGEST) or b""
    except (OSError, OpenToOthers):
        return b""
