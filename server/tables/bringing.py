"""What a person brings to a gathering: a JOIN, an introduction, and a signature that says “ready”.

What a client would refuse to seal, or could not, is refused here, where its maker can be told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.rules import Rules
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.join import (
    BadJoin,
    JoinFault,
    are_distinct,
    is_introduced,
    name_of,
    read_join,
    ready_parts,
    seat_row,
)
from server.tables.guests import Guest

_CODES = {
    JoinFault.MALFORMED: "join/malformed",
    JoinFault.PROTOCOL: "join/other-protocol",
    JoinFault.SERVER: "join/not-yours",
    JoinFault.KEYS: "join/bad-keys",
    JoinFault.SIGNATURE: "join/signature",
}


class Denied(Exception):
    """The request is refused; the code tells why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Terms(Protocol):
    """What people agree to beside the seats."""

    rules: Rules
    options: bodies.Options
    predecessor: bodies.Predecessor | None


@dataclass(frozen=True, slots=True)
class Brought:
    """A JOIN that was read and checked."""

    signed: bodies.SignedJoin
    join: bodies.Join


def read_brought(signed: bodies.SignedJoin, server_key: bytes) -> Brought:
    """A JOIN that a TABLE of this server can have."""
    try:
        return Brought(signed, read_join(signed, server_key))
    except BadJoin as bad:
        raise Denied(_CODES[bad.fault]) from bad


def require_distinct(brought: Sequence[Brought]) -> None:
    """No two people share a key."""
    if not are_distinct([one.join for one in brought], brought[-1].join.server_key):
        raise Denied("join/bad-keys")


def check_introduction(brought: Brought | None, introduction: bodies.Introduction, guest: Guest) -> None:
    """Made by the person who is logged in, for the JOIN that this person has brought."""
    if (introduction.identity, name_of(introduction)) != (guest.identity, guest.name):
        raise Denied("introduction/not-yours")
    if brought is None or not is_introduced(brought.join, introduction):
        raise Denied("introduction/not-yours")


def is_ready(brought: Brought, signature: bytes, rows: Sequence[bodies.SeatRow], terms: Terms) -> bool:
    """Whether the person has signed these rows and terms."""
    parts = ready_parts(rows, terms.rules.in_full(), terms.options, terms.predecessor)
    return verify(brought.join.seat_key, signature, Purpose.READY, *parts)


def row_of(seat: bodies.SignedJoin | bodies.BotSeat | None) -> bodies.SeatRow | None:
    """A seat as TABLE has it; None if there is nothing for it yet."""
    return None if seat is None else seat_row(seat)
