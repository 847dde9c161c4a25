"""Gatherings with real JOINs, introductions and signatures, and without a server."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from client.net.consent import terms_of
from client.net.drawer import Drawer
from client.net.open_joins import OpenJoins
from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import from_seed
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining, make_table
from protocol.log.setting import Setting, read_setting
from protocol.modes.dealer.secrets import Secrets
from protocol.wire import lobby
from server.tables.gathering import options_of
from tests.support.world import wishes

SERVER, OTHER_SERVER = Identity(b"s" * 32), Identity(b"t" * 32)
CODE, OTHER = "ABCDEFGH", "HGFEDCBA"
BOT = bodies.BotSeat(bot="random", rev=BOTS["random"].rev)


def joining(name: str, number: int = 0, identity: Identity | None = None) -> Joining:
    """A person by name; each number is another JOIN."""
    nonce = sha256(f"{name} {number}".encode()).digest()
    person = identity or Identity(sha256(name.encode()).digest())
    return Joining(person, nonce, bodies.Name(salt=bytes(16), name=name))


def sitter(person: Joining, server: Identity = SERVER, *, introduced: bool = True) -> lobby.Sitter:
    """A person who sits there and is not ready."""
    return lobby.Sitter(
        name=person.name.name,
        key=person.identity.public,
        bot=None,
        join=person.signed(server.public),
        introduction=person.introduction(server.public) if introduced else None,
        ready=None,
    )


def bot(name: str = "random 1") -> lobby.Sitter:
    """A bot of the server."""
    return lobby.Sitter(name=name, key=None, bot=BOT, join=None, introduction=None, ready=None)


def gathering(*sitters: lobby.Sitter, code: str = CODE, seats: int = 3, **how: Any) -> lobby.Gathering:
    """As a server tells it."""
    wanted = wishes(seats=seats, **{name: how.pop(name) for name in ("rules",) if name in how})
    common: dict[str, Any] = {"locked": False, "host": 0, "predecessor": None, "dissolved": 0}
    return lobby.Gathering(
        code=code, wishes=wanted, options=options_of(wanted, 2), sitters=sitters, **{**common, **how}
    )


def signed(told: lobby.Gathering, people: Iterable[Joining]) -> lobby.Gathering:
    """These people are ready for it."""
    terms = terms_of(told)
    assert terms is not None
    by_key = {person.identity.public: person for person in people}
    sitters = []
    for one in told.sitters:
        person = by_key.get(one.key or b"")
        ready = one.ready
        if person is not None:
            ready = sign(person.identity.seat(person.nonce).signing, Purpose.READY, *terms.parts)
        sitters.append(replace(one, ready=ready))
    return replace(told, sitters=tuple(sitters))


def table(told: lobby.Gathering, server: Identity = SERVER, **how: Any) -> Setting:
    """What a server makes of a gathering, or of something else."""
    rules = parse(how.pop("rules", told.wishes.rules))
    rows = how.pop("seats", [seat for one in told.sitters if (seat := one.bot or one.join) is not None])
    options = how.pop("options", told.options)
    how.setdefault("predecessor", told.predecessor)
    secrets = Secrets.make(from_seed(b"a table"), 3)
    return read_setting(make_table(rules, options, rows, server.public, secrets, **how))


class Own:
    """The JOINs of one program, whose person sits on the first seat."""

    def __init__(self, name: str = "Eva") -> None:
        self.identity = Identity(sha256(name.encode()).digest())
        self.name = name
        self._drawn = 0
        self.joins = OpenJoins(self.identity, name, Drawer(Path("nowhere")), self._randomness)
        self.signed = self.joins.for_gathering(CODE, SERVER.public)

    def _randomness(self, count: int) -> bytes:
        self._drawn += 1
        return sha256(f"{self.name} draws {self._drawn}".encode()).digest()[:count]

    @property
    def nonce(self) -> bytes:
        return next(nonce for nonce, made in self.joins._made.items() if made.signed == self.signed)

    def sitter(self) -> lobby.Sitter:
        made = self.joins.made(self.nonce)
        assert made is not None
        return replace(sitter(made.joining), join=made.signed, introduction=made.joining.introduction(made.server_key))

    def hear(self, told: lobby.Gathering, seat: int = 0) -> list[Any]:
        return list(self.joins.gathered(lobby.Gathered(gathering=told, seat=seat), SERVER.public))

    def agree(self, told: lobby.Gathering, seat: int = 0) -> lobby.Ready | None:
        return self.joins.agree(told, seat, SERVER.public)

    def object_to(self, setting: Setting, seat: int = 0) -> str | None:
        return self.joins.objection(setting, self.nonce, seat)
