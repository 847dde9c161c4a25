"""The finished games of a server: which there are, page by page, and their logs, part by part.

One thing is asked for at a time.  A server may tell anything: pages and parts have to go on, and to come to an end.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from twisted.internet.defer import Deferred

from client.net.table.log_file import LARGEST
from protocol.log.heads import ROW
from protocol.wire.archive import (
    EndedGame,
    FromArchive,
    Games,
    GetLists,
    GetLog,
    GetRows,
    ListGames,
    Lists,
    LogPart,
    RemoveTexts,
    Rows,
    SignedList,
    TextsRemoved,
)
from protocol.wire.codec import Message
from protocol.wire.messages import Fault

_MOST_GAMES, _MOST_LISTS, _MOST_RECORDS = 10_000, 10_000, 500_000
"""What is taken of a server that does not come to an end; lists are made once a day, and a log has 200,000 entries."""
_SERVERS_OWN = frozenset({"server/not-stored", "table/damaged"})
"""Codes that may be about what was asked for here, and about something else."""
NOT_OFFERED = "archive/not-offered"
_LOST = "connection/lost"


class NotHad(Exception):
    """What was asked for does not come; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class _Pages:
    """A list of games that is being asked for."""

    mine: bool
    done: Deferred[list[EndedGame]] = field(default_factory=Deferred)
    found: list[EndedGame] = field(default_factory=list)
    tid: None = None

    @property
    def asks(self) -> Message:
        return ListGames(mine=self.mine, after=self.found[-1].table if self.found else None)

    def take(self, message: FromArchive) -> bool:
        """Whether that was all of it; `ValueError` if it is no answer."""
        if not isinstance(message, Games) or message.mine != self.mine:
            raise ValueError
        self.found += message.games
        if len({game.table for game in self.found}) < len(self.found):
            raise ValueError
        if not message.more or not message.games or len(self.found) >= _MOST_GAMES:
            self.done.callback(self.found)
            return True
        return False


@dataclass(slots=True)
class _Parts:
    """A log that is being asked for."""

    tid: bytes
    done: Deferred[list[bytes]] = field(default_factory=Deferred)
    found: list[bytes] = field(default_factory=list)
    size: int = 0

    @property
    def asks(self) -> Message:
        return GetLog(table=self.tid, start=len(self.found))

    def take(self, message: FromArchive) -> bool:
        if not isinstance(message, LogPart) or (message.table, message.start) != (self.tid, len(self.found)):
            raise ValueError
        self.found += message.records
        self.size += sum(map(len, message.records))
        if self.size > LARGEST or len(self.found) > _MOST_RECORDS or (message.more and not message.records):
            raise ValueError
        if not message.more:
            self.done.callback(self.found)
        return not message.more


@dataclass(slots=True)
class _Removal:
    """Words that are to go."""

    asks: RemoveTexts
    done: Deferred[int] = field(default_factory=Deferred)

    @property
    def tid(self) -> bytes:
        return self.asks.table

    def take(self, message: FromArchive) -> bool:
        if not isinstance(message, TextsRemoved) or (message.table, message.seat) != (self.asks.table, self.asks.seat):
            raise ValueError
        self.done.callback(message.count)
        return True


@dataclass(slots=True)
class _Lists:
    """Lists of heads that are being asked for."""

    after: int
    done: Deferred[list[SignedList]] = field(default_factory=Deferred)
    found: list[SignedList] = field(default_factory=list)
    tid: None = None

    @property
    def asks(self) -> Message:
        return GetLists(after=self.after + len(self.found))

    def take(self, message: FromArchive) -> bool:
        if not isinstance(message, Lists) or message.after != self.after + len(self.found):
            raise ValueError
        self.found += message.lists
        if message.more and message.lists and len(self.found) < _MOST_LISTS:
            return False
        self.done.callback(self.found)
        return True


@dataclass(slots=True)
class _Rows:
    """The rows of a list that are being asked for."""

    number: int
    done: Deferred[bytes] = field(default_factory=Deferred)
    found: bytearray = field(default_factory=bytearray)
    tid: None = None

    @property
    def asks(self) -> Message:
        return GetRows(number=self.number, start=len(self.found) // ROW)

    def take(self, message: FromArchive) -> bool:
        if not isinstance(message, Rows) or (message.number, message.start) != (self.number, len(self.found) // ROW):
            raise ValueError
        self.found += message.rows
        if len(self.found) % ROW or len(self.found) > LARGEST or (message.more and not message.rows):
            raise ValueError
        if not message.more:
            self.done.callback(bytes(self.found))
        return not message.more


_Asked = _Pages | _Parts | _Removal | _Lists | _Rows


class Archive:
    """Asks over one connection after the other; what was not answered before one was lost has failed."""

    def __init__(self) -> None:
        self._say: Callable[[Message], None] | None = None
        self._silent = NOT_OFFERED
        """Why nothing can be asked for."""
        self._asked: deque[_Asked] = deque()

    def connected(self, say: Callable[[Message], None] | None) -> None:
        """None: this server knows of no such thing."""
        self._say, self._silent = say, NOT_OFFERED

    def disconnected(self) -> None:
        self._say, self._silent = None, _LOST
        asked, self._asked = self._asked, deque()
        for one in asked:
            one.done.errback(NotHad(_LOST))

    def games(self, *, mine: bool) -> Deferred[list[EndedGame]]:
        """Those at which this player sat, or those that are public; `NotHad` if it cannot be told."""
        pages = _Pages(mine)
        self._ask(pages)
        return pages.done

    def log(self, tid: bytes) -> Deferred[list[bytes]]:
        """The records of the log of a game, as the server has it."""
        parts = _Parts(tid)
        self._ask(parts)
        return parts.done

    def remove_texts(self, tid: bytes, seat: int, signature: bytes) -> Deferred[int]:
        """Let what this seat has said be removed from the server's log; fires with how many texts that were."""
        removal = _Removal(RemoveTexts(table=tid, seat=seat, signature=signature))
        self._ask(removal)
        return removal.done

    def lists(self, after: int) -> Deferred[list[SignedList]]:
        """The lists of heads behind a number, as they were signed."""
        lists = _Lists(after)
        self._ask(lists)
        return lists.done

    def rows(self, number: int) -> Deferred[bytes]:
        """The rows of a list of heads."""
        rows = _Rows(number)
        self._ask(rows)
        return rows.done

    def _ask(self, one: _Asked) -> None:
        if self._say is None:
            one.done.errback(NotHad(self._silent))
            return
        self._asked.append(one)
        if len(self._asked) == 1:
            self._say(one.asks)

    def told(self, message: FromArchive) -> None:
        if not self._asked or self._say is None:
            return
        asked = self._asked[0]
        try:
            if not asked.take(message):
                self._say(asked.asks)
                return
        except ValueError:
            asked.done.errback(NotHad("archive/no-sense"))
        self._next()

    def denied(self, fault: Fault) -> bool:
        """Whether it is about what was asked for here, and about nothing else: the lobby refuses things meanwhile."""
        alone = fault.code.startswith("archive/")
        may_be = alone or fault.code in _SERVERS_OWN or fault.code.startswith("error/")
        if not self._asked or fault.table != self._asked[0].tid or not may_be:
            return False
        self._asked[0].done.errback(NotHad(fault.code))
        self._next()
        return alone

    def _next(self) -> None:
        self._asked.popleft()
        if self._asked and self._say is not None:
            self._say(self._asked[0].asks)
