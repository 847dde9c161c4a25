"""The kinds of entries of the toy mode, and what stands in them."""

from enum import IntEnum, unique
from typing import Annotated, TypeVar

from msgspec import Meta

from protocol.log.bodies import Digest, Round, Seat, Seq, Slot
from protocol.log.kinds import KindRow
from protocol.wire.codec import Body, decode

NAME, REV = "toy", 1
LONGEST = 48 << 10
Element = Annotated[bytes, Meta(min_length=8, max_length=8)]
Proof = Annotated[bytes, Meta(min_length=16, max_length=16)]
ALL, COIN = 255, 254
"""Who a share is for, where it is for no seat."""
_T = TypeVar("_T", bound=Body)


@unique
class Toy(IntEnum):
    """Numbers that TABLE's mode gives their meaning."""

    KEY = 64
    SHUFFLE = 65
    AGREE = 66
    MASK = 67
    SHARES = 68
    RENEW = 69
    ANSWER = 70
    INTENT = 71
    BLAME = 72


class Key(Body, frozen=True, kw_only=True):
    """A seat's key with the proof that the seat has it, and the secret, sealed to the server."""

    key: Element
    proof: Proof
    ephemeral: Element
    box: Element


class Shuffle(Body, frozen=True, kw_only=True):
    """The cards of a round, pile after pile, in a new order."""

    seat: Seat
    round: Round
    cards: Annotated[bytes, Meta(max_length=4096)]
    proof: Annotated[bytes, Meta(max_length=LONGEST)]


class Agree(Body, frozen=True, kw_only=True):
    """These are the cards that I have seen shuffled."""

    seat: Seat
    round: Round
    hash: Digest


class Mask(Body, frozen=True, kw_only=True):
    """Another ciphertext of a card that was shown to a seat before."""

    seat: Seat
    slot: Slot
    card: Annotated[bytes, Meta(min_length=16, max_length=16)]
    proof: Proof


class Share(Body, frozen=True, kw_only=True):
    """What one seat has to take off a card for a reader, or its part of a coin; the slot is then the coin's number."""

    slot: Slot
    reader: Annotated[int, Meta(ge=0, le=255)]
    share: Element
    proof: Proof


class Shares(Body, frozen=True, kw_only=True):
    """Some of them; the server may say them for a seat that is silent."""

    seat: Seat
    shares: Annotated[list[Share], Meta(min_length=1, max_length=64)]


class Renew(Body, frozen=True, kw_only=True):
    """The cards of a zone in a new order."""

    seat: Seat
    cards: Annotated[bytes, Meta(max_length=4096)]
    proof: Annotated[bytes, Meta(max_length=LONGEST)]


class Answer(Body, frozen=True, kw_only=True):
    """Yes or no, by the seat that was asked."""

    seat: Seat
    yes: bool


class Intent(Body, frozen=True, kw_only=True):
    """The hash of an act that comes next, and the act for its author alone."""

    hash: Digest
    box: Annotated[bytes, Meta(max_length=2048)]


class Blame(Body, frozen=True, kw_only=True):
    """What opens the sealed secret of that entry to all."""

    seq: Seq
    share: Element
    proof: Proof


class TablePart(Body, frozen=True, kw_only=True):
    """The key that secrets are sealed to, and no seed."""

    escrow: Element


class JoinPart(Body, frozen=True, kw_only=True):
    """Nothing: keys are made for the table, when all have agreed to it."""


class ActPart(Body, frozen=True, kw_only=True):
    """What opens the cards that an act shows."""

    shares: Annotated[list[Share], Meta(max_length=4)]


class EndPart(Body, frozen=True, kw_only=True):
    """What proves the answers that a seat has given, and in GAME_OPEN those of bots; and the bots' secrets."""

    shares: Annotated[list[Share], Meta(max_length=64)]
    bots: Annotated[list[tuple[Seat, Element]], Meta(max_length=12)]


def _seats(
    name: str, body: type[Body], *, server: bool = False, longest: int = 8_000, answers: bool = False
) -> KindRow:
    return KindRow(
        name, body, by_seat=True, by_bot=True, by_server=server, automatic=not answers, answers=answers, longest=longest
    )


KINDS: dict[int, KindRow] = {
    Toy.KEY: _seats("KEY", Key),
    Toy.SHUFFLE: _seats("SHUFFLE", Shuffle, server=True, longest=LONGEST),
    Toy.AGREE: _seats("AGREE", Agree, server=True),
    Toy.MASK: _seats("MASK", Mask, server=True),
    Toy.SHARES: _seats("SHARES", Shares, server=True),
    Toy.RENEW: _seats("RENEW", Renew, server=True, longest=LONGEST),
    Toy.ANSWER: _seats("ANSWER", Answer, server=True),
    Toy.INTENT: _seats("INTENT", Intent, answers=True),
    Toy.BLAME: KindRow("BLAME", Blame, by_server=True),
}


def read(kind: type[_T], data: bytes) -> _T:
    """A part in its schema."""
    return decode(kind, data, 1 << 14)
