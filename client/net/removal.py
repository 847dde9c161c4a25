"""The wish that a server removes what a person said at a game, signed by the key of the seat."""

from collections.abc import Sequence

from client.net.archive import NotHad
from protocol.audit.story import story_of
from protocol.keys.identity import Identity, Purpose, SeatKeys, sign
from protocol.log.records import MAGIC
from protocol.wire.archive import NO_GAME, removal_parts


def own_seat(identity: Identity, tid: bytes, log: Sequence[bytes]) -> tuple[int, SeatKeys] | None:
    """The seat of this person in that log, and its keys; None if there is none.

    The keys follow from the person's own and the log, so that they are there on a second device, too.
    """
    story = story_of(MAGIC + b"".join(log[:1]))  # its TABLE
    if story is not None and story.tid == tid:
        for seat, join in story.joins():
            keys = identity.seat(join.nonce)
            if keys.public == join.seat_key:
                return seat, keys
    return None


def signed_removal(identity: Identity, tid: bytes, log: Sequence[bytes]) -> tuple[int, bytes]:
    """The seat and its signature; `NotHad` if this person does not sit in that log."""
    found = own_seat(identity, tid, log)
    if found is None:
        raise NotHad(NO_GAME)
    seat, keys = found
    return seat, sign(keys.signing, Purpose.REMOVE_TEXTS, *removal_parts(tid, seat))
