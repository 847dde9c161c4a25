"""Games that are over, as the journal has them: which there are, and their logs part by part.

This is the contract; `server.store.sqlite` keeps it, in the journal's own database: a log is stored once.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from twisted.internet.defer import Deferred


@dataclass(frozen=True, slots=True)
class KeptGame:
    """What is known of a game without reading its log."""

    tid: bytes
    ended: int
    """When, in seconds since 1970: it must outlast the process."""
    end: str
    """How, as its END says."""
    rules: str
    seats: int
    head: bytes
    """At its END."""
    delay: int | None
    """By how many seconds spectators were late; None: only its players may have the log."""
    listed: bool = False
    """Whether the lobby had listed it; kept since it began."""
    size: int = 0
    """Bytes of its log when it was kept."""
    records: int = 0
    """How many its log has now."""

    @property
    def public(self) -> bool:
        """Whether strangers are told of it."""
        return self.listed and self.delay is not None


@dataclass(frozen=True, slots=True)
class StoredList:
    """A list of heads, as it was signed; its rows stand apart."""

    number: int
    made: int
    delay: int
    """The longest delay of its tables, in seconds: so long it is shown to no one."""
    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Row:
    """A table that is to stand in the next list."""

    tid: bytes
    records: int
    """How many its log had then."""
    head: bytes | None
    """None: to be found out, as the game is not over."""
    delay: int | None = None


class ArchiveStore(Protocol):
    """Failures are those of the journal."""

    def keep(self, game: KeptGame) -> Deferred[None]:
        """A game has ended; one that is kept already stays as it is.  what has a default is the journal's."""

    def unkept(self) -> Deferred[list[bytes]]:
        """The tables that have ended and are not kept yet, as after a crash."""

    def game(self, tid: bytes) -> Deferred[KeptGame | None]:
        """None if there is none, or it is not over."""

    def games_of(self, identity: bytes, after: bytes | None, most: int) -> Deferred[list[KeptGame]]:
        """Those at which this identity sat, the newest first; with ``after``, those behind that one."""

    def public_games(
        self, after: bytes | None, most: int, *, delay: int, hidden: Collection[bytes]
    ) -> Deferred[list[KeptGame]]:
        """The public ones, in the same way: none with a longer delay, and none of those that are hidden still."""

    def expire(
        self, before: int, most_bytes: int | None, *, most: int, spare: Collection[bytes]
    ) -> Deferred[Sequence[bytes]]:
        """Remove the oldest games, so many at once; fires with their tables, of which nothing is left.

        Those that ended before a time, and more while all have more than so many bytes; none of those that are spared,
        and none that stands in no list of heads yet.
        """

    def remove_texts(self, tid: bytes, seat: int) -> Deferred[int | None]:
        """What this seat has said becomes bare headers; fires with how many, or None where the game is not over."""

    def part(self, tid: bytes, start: int, end: int | None, size: int) -> Deferred[Sequence[bytes]]:
        """Records from ``start`` on, before ``end``, about so many bytes; one at least, if there is one.

        Also of a table that is not over.
        """

    # the lists of heads

    def unlisted(self) -> Deferred[list[Row]]:
        """The tables whose head is to stand in the next list: changed since the last one, or over since then."""

    def put_list(self, made: StoredList, heads: Sequence[Row], rows: bytes) -> Deferred[None]:
        """The list with its rows; from now on these tables stand there."""

    def lists(self, after: int, most: int) -> Deferred[list[StoredList]]:
        """In order, behind a number."""

    def last_list(self) -> Deferred[StoredList | None]:
        """None if there is none yet."""

    def rows(self, number: int, start: int, size: int) -> Deferred[bytes]:
        """Of the rows of a list so many bytes from there on."""
