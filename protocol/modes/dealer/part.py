"""What the dealer mode adds to bodies: the schemas of their ``part``."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, TypeVar

from msgspec import Meta

from protocol.log.bodies import Digest, Key, Nonce, Seed, Seq
from protocol.log.setting import Setting
from protocol.modes.dealer.bodies import Salt
from protocol.modes.dealer.seeds import homes
from protocol.wire.codec import Body, decode

NAME, REV = "dealer", 1
_LONGEST = 1 << 14
ChoiceBox = Annotated[bytes, Meta(min_length=81, max_length=81)]

_Part = TypeVar("_Part", bound=Body)


class JoinPart(Body, frozen=True, kw_only=True):
    """The key that private openings are sealed to."""

    x25519: Key


class TablePart(Body, frozen=True, kw_only=True):
    """The key that secret choices are sealed to, and the server's seeds, committed."""

    x25519: Key
    commitments: Annotated[list[Digest], Meta(min_length=3, max_length=199)]
    """Round 0 has class G alone; every other class R, then class G."""


class ActPart(Body, frozen=True, kw_only=True):
    """What proves the cards that an act shows, in their order."""

    salts: Annotated[list[Salt], Meta(max_length=64)]


class ChoicePart(Body, frozen=True, kw_only=True):
    """A secret choice: its commitment, and boxes for the dealer and for the seat itself."""

    commitment: Digest
    to_dealer: ChoiceBox
    to_seat: ChoiceBox


class ChoiceOpening(Body, frozen=True, kw_only=True):
    """What the choice of that entry was."""

    seq: Seq
    choice: Annotated[int, Meta(ge=0, le=255)]
    nonce: Nonce


class RoundPart(Body, frozen=True, kw_only=True):
    """The server's seed of class R for the round that ends, and the secret choices that were made in it."""

    seed: Seed
    choices: Annotated[list[ChoiceOpening], Meta(max_length=64)]


class GamePart(Body, frozen=True, kw_only=True):
    """All other seeds of the server: class G by round from 0, class R and secret choices of what has not ended."""

    seeds: Annotated[list[Seed], Meta(min_length=1, max_length=100)]
    round_seeds: Annotated[list[Seed], Meta(max_length=99)]
    choices: Annotated[list[ChoiceOpening], Meta(max_length=64)]


def read(kind: type[_Part], data: bytes) -> _Part:
    """A part in its schema; `BadFrame` if it is not one."""
    return decode(kind, data, _LONGEST)


@dataclass(frozen=True)
class DealerParts:
    """What TABLE and its JOINs say in this mode."""

    table: TablePart
    joins: list[JoinPart | None]

    @property
    def keys(self) -> list[bytes]:
        """The dealer's key, and those of the people."""
        return [self.table.x25519, *(one.x25519 for one in self.joins if one is not None)]

    @cached_property
    def box_keys(self) -> list[bytes]:
        """By seat: the key that private openings are sealed to; a bot's is empty."""
        return [b"" if one is None else one.x25519 for one in self.joins]

    @cached_property
    def commitments(self) -> dict[tuple[int, int], bytes]:
        """By round and class: what the server promised about a seed."""
        rounds = len(self.table.commitments) // 2
        return dict(zip(homes(rounds), self.table.commitments, strict=False))


def promised(setting: Setting) -> DealerParts:
    """The parts of a table that is played in this mode."""
    assert isinstance(setting.parts, DealerParts)
    return setting.parts
