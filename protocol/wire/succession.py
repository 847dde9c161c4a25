"""How a server hands over to a new key: by a statement for each step, signed with the key before.

All of this is the feature `succession`.  A client that knows one of the keys before takes the new one for the same
server.  A statement proves that the key before agreed; of a key that was stolen that says nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from protocol.keys.identity import Identity, Purpose, sign, verify
from protocol.log.bodies import Key, Signature
from protocol.wire.codec import Body, Message

MOST_STATEMENTS = 16


class Statement(Body, frozen=True, kw_only=True):
    """The holder of one key says that another one takes its place."""

    before: Key
    after: Key
    signature: Signature
    """By the key before."""


class Succession(Message, frozen=True, kw_only=True, tag="succession"):
    """Server: the statements that lead to its key, the oldest first; it comes right behind `server-hello`."""

    statements: Annotated[tuple[Statement, ...], Meta(min_length=1, max_length=MOST_STATEMENTS)]


def state(before: Identity, after: bytes) -> Statement:
    """Hand over to a key."""
    signature = sign(before.key, Purpose.SUCCESSION, before.public, after)
    return Statement(before=before.public, after=after, signature=signature)


def line_to(identity: Identity, older: Sequence[Identity]) -> tuple[Statement, ...]:
    """The statements that lead from the keys before, the oldest first, to this one."""
    line = [*older, identity]
    made = [state(one, next_.public) for one, next_ in pairwise(line)]
    return tuple(made[-MOST_STATEMENTS:])


def keys_before(key: bytes, statements: Iterable[Statement]) -> tuple[bytes, ...]:
    """The keys that have handed over to this one, the newest first, as far as the statements hold."""
    found = [key]
    for one in reversed(tuple(statements)):
        if one.after != found[-1] or one.before in found or not _holds(one):
            break
        found.append(one.before)
    return tuple(found[1:])


def _holds(one: Statement) -> bool:
    return verify(one.before, one.signature, Purpose.SUCCESSION, one.before, one.after)
