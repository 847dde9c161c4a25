"""What the person came for, when the program was started."""

from dataclasses import dataclass, field

from client.net.way import Way
from client.visit.setup import Order, Setup
from protocol.wire.invite import Invite


@dataclass(frozen=True, slots=True)
class Alone:
    """A game with bots, on a server of this computer that no other computer reaches."""

    order: Order = field(default_factory=Order)


@dataclass(frozen=True, slots=True)
class WithFriends:
    """A table for people on the same network, on a server of this computer."""

    setup: Setup = field(default_factory=Setup)


@dataclass(frozen=True, slots=True)
class At:
    """A server somewhere; with the code of a gathering, right to a seat there."""

    invite: Invite
    code: str = ""
    way: Way = Way.DIRECT


@dataclass(frozen=True, slots=True)
class Looking:
    """What is there on the same network?"""


@dataclass(frozen=True, slots=True)
class Undecided:
    """The start menu."""


Errand = Alone | WithFriends | At | Looking | Undecided
