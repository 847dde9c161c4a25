"""The dealer mode's own sides of a table, for tests that look behind the seam."""

from engine.front import ActLike
from engine.machine import Book
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.host.host import Host
from protocol.log.acts import from_body, to_body
from protocol.log.records import Entry, Kind
from protocol.log.setting import kinds_of
from protocol.modes.dealer import part
from protocol.modes.dealer.author import HoldingDealer
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.ledger import ledger_of, salts_of
from protocol.modes.dealer.part import promised
from protocol.modes.dealer.seat import DealerParty
from protocol.wire.codec import encode

__all__ = ["ledger_of", "promised"]

KINDS = kinds_of("dealer")
"""All kinds of entries at a table where the server deals."""
SIGNED, FREE, AUTOMATIC = KINDS.signed, KINDS.free, KINDS.automatic
KIND_OF: dict[str, Kind | DealerKind] = {**Kind.__members__, **DealerKind.__members__}
"""By name."""
ALL_KINDS = sorted(KIND_OF.values())


def kind_of(entry: Entry) -> Kind | DealerKind:
    """What an entry is, of the core or of the dealer."""
    return KIND_OF[KINDS.name(entry.kind)]


def owed(follower: Follower) -> list[object]:
    """What the dealer has to answer now, boxes that were complained about included."""
    return [debt.want for debt in follower.debts]


def dealer_of(host: Host) -> HoldingDealer:
    """Who deals at a table."""
    assert isinstance(host.author, HoldingDealer)
    return host.author


def party_of(seat: SeatFollower) -> DealerParty:
    """What a seat reads and proves."""
    assert isinstance(seat.party, DealerParty)
    return seat.party


def complain(seat: SeatFollower) -> Entry:
    """About the oldest box that could not be read."""
    party = party_of(seat)
    return seat.write(party.complaint(min(party.unread.values())))


def act_body(book: Book, act: ActLike, salt: bytes | None) -> bytes:
    """The bytes of an act; the salt proves the card that it shows."""
    return to_body(book, act, encode(part.ActPart(salts=[] if salt is None else [salt])))


def read_act(book: Book, seat: int, data: bytes) -> tuple[ActLike, bytes | None]:
    """The act in these bytes, and the salt of the card that it shows."""
    body = from_body(book, seat, data)
    salts = salts_of(body)
    return body.act, salts[0] if salts else None
