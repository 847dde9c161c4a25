"""The tables that a player has sealed, each in a small file that stays: no JOIN is sealed twice.

The file is on the disk before the SEAL is signed.  A program that starts may go on with a table that it finds here, and
seals no other.
"""

from typing import Annotated

from msgspec import Meta

from protocol.log import bodies
from protocol.wire.codec import Body


class Sealed(Body, frozen=True, kw_only=True):
    """One JOIN, by its nonce, and the one table that it was sealed for."""

    nonce: bodies.Nonce
    tid: bodies.Digest
    server_key: bodies.Key
    rules: bodies.RulesText
    name: bodies.Name
    """What the person is called there."""
    people: Annotated[list[bodies.Introduction | None], Meta(max_length=12)]
    """By seat: who was introduced; nothing for a bot."""
    last: Annotated[int, Meta(ge=0, lt=2**32)]
    """The last entry, once the table has ended."""
    end: Annotated[str, Meta(max_length=32)]
    """How it ended; empty as long as it has not."""


def people_by_seat(record: Sealed) -> dict[int, bodies.Introduction]:
    """Who was introduced."""
    return {seat: one for seat, one in enumerate(record.people) if one is not None}
