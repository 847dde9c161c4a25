"""What client and server say about games that are over: which there are, and their logs.

All of this is the feature `archive`.  A game is named by its table; what is not to be had is not told apart from what
never was.
"""

from typing import Annotated

from msgspec import Meta

from protocol.keys.hashing import u8
from protocol.log.bodies import Digest, Seat, Signature, Word
from protocol.log.heads import LONGEST_LIST
from protocol.wire.codec import LONGEST_LIST as MOST_RECORDS
from protocol.wire.codec import Body, Message
from protocol.wire.lobby import MOST_OFFERS, Count, Seats, ShortRules

MOST_GAMES = MOST_OFFERS
MOST_LISTS = 64
LOG_PART = 48 << 10
"""Bytes of records in one part of a log; a longer record has a part to itself."""
NO_GAME = "archive/none"
"""The code for a game that is not over, not public, too young for strangers, or not there at all."""
NOT_OVER = "archive/not-over"
"""The code for texts that are to be removed too early."""
TOO_MUCH = "archive/too-much"
"""The code for more than a network may fetch."""

Time = Annotated[int, Meta(ge=0, lt=2**53)]
StoredRecord = Annotated[bytes, Meta(min_length=1, max_length=(64 << 10) - 128)]


class EndedGame(Body, frozen=True, kw_only=True):
    """A game that is over, as it ended."""

    table: Digest
    rules: ShortRules
    seats: Seats
    end: Word
    """How it ended, as its END says."""
    ended: Time
    """When, in seconds since 1970, by the clock of the server."""
    size: Count
    """Bytes of its log when it ended."""
    public: bool
    """Whether strangers are told of it, too."""


# What a client says


class ListGames(Message, frozen=True, kw_only=True, tag="list-games"):
    """Client: which games are over, the newest first?"""

    mine: bool
    """Those at which this player sat; else those that are public."""
    after: Digest | None
    """The last game of the page before."""


class GetLog(Message, frozen=True, kw_only=True, tag="get-log"):
    """Client: the log of a game that is over, from this record on."""

    table: Digest
    start: Count


class RemoveTexts(Message, frozen=True, kw_only=True, tag="remove-texts"):
    """Client: the person of this seat wants what they said there removed."""

    table: Digest
    seat: Seat
    signature: Signature
    """Of the seat key, over the table and the seat."""


class GetLists(Message, frozen=True, kw_only=True, tag="get-lists"):
    """Client: the signed lists of heads behind this number."""

    after: Count


class GetRows(Message, frozen=True, kw_only=True, tag="get-rows"):
    """Client: the rows of a list from this one on."""

    number: Count
    start: Count


# What a server says


class SignedList(Body, frozen=True, kw_only=True):
    """A list of heads without its rows."""

    body: Annotated[bytes, Meta(min_length=1, max_length=LONGEST_LIST)]
    signature: Signature


class Lists(Message, frozen=True, kw_only=True, tag="lists"):
    """Server: the next lists of heads, in order."""

    after: Count
    lists: Annotated[tuple[SignedList, ...], Meta(max_length=MOST_LISTS)]
    more: bool


class Rows(Message, frozen=True, kw_only=True, tag="rows"):
    """Server: rows of a list of heads, 64 bytes each."""

    number: Count
    start: Count
    rows: Annotated[bytes, Meta(max_length=LOG_PART)]
    more: bool


class Games(Message, frozen=True, kw_only=True, tag="games"):
    """Server: a page of games that are over."""

    mine: bool
    games: Annotated[tuple[EndedGame, ...], Meta(max_length=MOST_GAMES)]
    more: bool
    """Whether there is another page."""


class LogPart(Message, frozen=True, kw_only=True, tag="log-part"):
    """Server: records of that log, byte for byte."""

    table: Digest
    start: Count
    records: Annotated[tuple[StoredRecord, ...], Meta(max_length=MOST_RECORDS)]
    more: bool
    """Whether there are records behind them."""


class TextsRemoved(Message, frozen=True, kw_only=True, tag="texts-removed"):
    """Server: what that seat said is in this server's log no more."""

    table: Digest
    seat: Seat
    count: Count


FromReader = ListGames | GetLog | RemoveTexts | GetLists | GetRows
FromArchive = Games | LogPart | TextsRemoved | Lists | Rows


def removal_parts(tid: bytes, seat: int) -> tuple[bytes, ...]:
    """What a person signs to have texts removed."""
    return tid, u8(seat)
