"""Secret choices: a seat commits to one of a few ways, and only the dealer reads it before the round is over.

The nonce and both boxes follow from the seat's own secret, so that the key file and the log give the choice back on any
computer.  What the boxes say has one length, whatever was chosen.
"""

import hmac

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from engine.records import record
from protocol.keys.hashing import digest, frame, u8, u16, u32
from protocol.keys.identity import SeatKeys
from protocol.modes.dealer import sealing
from protocol.modes.dealer.part import ChoicePart

TO_DEALER, TO_SEAT = 0, 1


@record
class Where:
    """Which choice of a table is meant; the counter is that of the entry."""

    tid: bytes
    round: int
    seat: int
    counter: int

    def commitment(self, choice: int, nonce: bytes) -> bytes:
        """What is published of the choice."""
        parts = self.tid, u16(self.round), u8(self.seat), u32(self.counter), u8(choice), nonce
        return digest("undermine/1/choice", *parts)

    def place(self, commitment: bytes, reader: int) -> sealing.Place:
        """Where one of the two boxes stands."""
        header = frame("undermine/1/choice-box", commitment, u8(reader))
        return sealing.Place(self.tid, self.counter, self.seat, header)


def make(keys: SeatKeys, where: Where, choice: int, dealer: bytes) -> ChoicePart:
    """The body that commits to a choice; ``dealer`` is the dealer's X25519 key."""
    nonce = hmac.digest(keys.choosing, frame("undermine/1/choice-nonce", where.tid, u32(where.counter)), "sha256")
    committed = where.commitment(choice, nonce)
    plain = u8(choice) + nonce
    readers = ((TO_DEALER, dealer), (TO_SEAT, keys.reading_public))
    to_dealer, to_seat = (
        sealing.seal(keys.choosing, where.place(committed, reader), key, plain) for reader, key in readers
    )
    return ChoicePart(commitment=committed, to_dealer=to_dealer, to_seat=to_seat)


def read(reading: X25519PrivateKey, where: Where, body: ChoicePart, reader: int) -> tuple[int, bytes]:
    """The choice and its nonce, out of the box for that reader; `sealing.Unreadable` if it is not the one committed."""
    box = body.to_dealer if reader == TO_DEALER else body.to_seat
    plain = sealing.unseal(reading, where.place(body.commitment, reader), box)
    choice, nonce = plain[0], plain[1:]
    if where.commitment(choice, nonce) != body.commitment:
        raise sealing.Unreadable("the box says something else than the commitment")
    return choice, nonce
