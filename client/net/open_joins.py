"""The JOINs that this program has made: each for one gathering, in memory alone, until its one table is sealed.

A JOIN is dead as soon as its person takes “ready” back, goes, or a start has failed; then another one takes its place.
What a person agrees to is kept with the JOIN until its table is sealed, and then on the disk: a seat may seal if its
person has agreed to that table, and its JOIN was sealed for no other.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from client.net.consent import Consent, knows_bots, people_of, terms_of
from client.net.drawer import Drawer, Sealed
from engine.errors import UnfitRules
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log import bodies
from protocol.log.join import Joining
from protocol.log.setting import Setting
from protocol.wire import lobby

_NONCE, _SALT = 32, 16


@dataclass(slots=True)
class OpenJoin:
    joining: Joining
    signed: bodies.SignedJoin
    server_key: bytes
    gathering: str = ""  # the code of the gathering that it is for; empty as long as the server has not told it
    after: bytes = b""  # the table whose people are asked for another game with it, if that is what it is for
    sent: bool = False  # whether it is on its way: the server has not shown it at the gathering yet
    introduced: bool = False  # whether the introduction was sent on this connection
    table: bytes = b""  # the table that its gathering has become, as the server says: it is good for no other
    consent: Consent | None = None
    dead: bool = False

    def introduce(self, own: lobby.Sitter, gathering: lobby.Gathering) -> list[lobby.Rejoin | lobby.Introduce]:
        if self.introduced or own.introduction is not None or len(gathering.sitters) < gathering.wishes.seats:
            return []
        self.introduced = True
        return [lobby.Introduce(gathering=gathering.code, introduction=self.joining.introduction(self.server_key))]

    def compare(self, gathering: lobby.Gathering) -> None:
        """What has changed since the person agreed was not agreed to; else more people may be ready."""
        if self.consent is None:
            return
        terms = None
        with suppress(UnfitRules):
            terms = terms_of(gathering)
        if terms != self.consent.terms:
            self.consent = None
        else:
            self.consent.hear(gathering)


class OpenJoins:
    """A person's JOINs; ``drawer`` has those that were sealed."""

    def __init__(self, identity: Identity, name: str, drawer: Drawer, randomness: Callable[[int], bytes]) -> None:
        self.identity = identity
        self._name = name
        self.drawer = drawer
        self._randomness = randomness
        self._made: dict[bytes, OpenJoin] = {}  # by nonce
        self._at: dict[str, OpenJoin] = {}  # by gathering: the one that counts there
        self._starting: dict[str, OpenJoin] = {}  # by gathering: the one whose table may still have to be sealed
        self._left: set[str] = set()  # gatherings that the person has gone from
        self._new: OpenJoin | None = None  # the one that was sent where the code of the gathering is not known yet

    # what is sent

    def _make(self, server_key: bytes, gathering: str) -> OpenJoin:
        name = bodies.Name(salt=self._randomness(_SALT), name=self._name)
        joining = Joining(self.identity, self._randomness(_NONCE), name)
        made = self._made[joining.nonce] = OpenJoin(joining, joining.signed(server_key), server_key, gathering)
        made.sent = True
        return made

    def for_new(self, server_key: bytes, *, after: bytes = b"") -> bodies.SignedJoin:
        """For a gathering whose code the server will tell: a new one, or that of the people of a table."""
        if self._new is not None:
            self._new.dead = True
        self._new = self._make(server_key, "")
        self._new.after = after
        return self._new.signed

    def for_gathering(self, code: str, server_key: bytes) -> bodies.SignedJoin:
        """The one that is open for this gathering; a new connection brings the same."""
        self._left.discard(code)
        made = self._at.get(code)
        if made is None or made.server_key != server_key:
            made = self._at[code] = self._make(server_key, code)
        made.sent = True
        return made.signed

    def withdraw(self, code: str) -> None:
        for made in (self._at.pop(code, None), self._starting.pop(code, None)):
            if made is not None:
                made.dead = True

    def leave(self, code: str) -> None:
        """The person does not sit there any more; what still comes from there is not answered."""
        self.withdraw(code)
        self._left.add(code)

    def lost_connection(self) -> None:
        """What was sent may not have arrived."""
        self._new = None
        for made in self._at.values():
            made.sent = made.introduced = False

    def denied(self, code: str) -> None:
        """The server does not take something: one of those that are on their way, perhaps."""
        for made in list(self._at.values()):
            if made.sent and code == "join/reused":
                self.withdraw(made.gathering)
            made.sent = False
        if self._new is not None:
            self._new.sent = False

    # what the server tells

    def gathered(self, message: lobby.Gathered, server_key: bytes) -> list[lobby.Rejoin | lobby.Introduce]:
        gathering, seat, code = message.gathering, message.seat, message.gathering.code
        if seat >= len(gathering.sitters) or gathering.sitters[seat].key != self.identity.public:
            return []
        own = gathering.sitters[seat]
        if code in self._starting:  # the people gather once more: that start has failed, or is over
            self._starting.pop(code).dead = True
        self._bind(code, own.join)
        made = self._at.get(code)
        if code in self._left or self._is_coming(gathering):
            return []
        if own.join is None:
            self.withdraw(code)
        elif made is not None and own.join == made.signed:
            made.compare(gathering)
            return made.introduce(own, gathering)
        elif all(own.join != one.signed for one in self._made.values()):
            return []  # this person sits there from another place
        return [lobby.Rejoin(gathering=code, join=self.for_gathering(code, server_key))]

    def _is_coming(self, gathering: lobby.Gathering) -> bool:
        before, new, made = gathering.predecessor, self._new, self._at.get(gathering.code)
        asked = new is not None and new.sent and before is not None and new.after == before.tid
        return asked or (made is not None and made.sent)

    def _bind(self, code: str, shown: bodies.SignedJoin | None) -> None:
        """The server has a JOIN.  One for a new gathering belongs to the first at which it is shown."""
        if self._new is not None and shown == self._new.signed:
            if code in self._at:
                self._at[code].dead = True
            self._new.gathering = code
            self._left.discard(code)
            self._at[code], self._new = self._new, None
        made = self._at.get(code)
        if made is not None and shown == made.signed:
            made.sent = False

    # what the person agrees to

    def agree(self, gathering: lobby.Gathering, seat: int, server_key: bytes) -> lobby.Ready | None:
        """Ready for the gathering as it stands; None if it cannot be agreed to yet.

        `UnfitRules` if this program does not know the rules.
        """
        made, terms = self._at.get(gathering.code), terms_of(gathering)
        if made is None or terms is None or seat >= len(terms.rows) or terms.rows[seat].person != made.signed:
            return None
        people = people_of(gathering, server_key)
        unproved = any(sitter.bot is None and at not in people for at, sitter in enumerate(gathering.sitters))
        if unproved or not knows_bots(terms):
            return None
        made.consent = Consent(server_key, terms, people)
        made.consent.hear(gathering)
        keys = self.identity.seat(made.joining.nonce)
        return lobby.Ready(gathering=gathering.code, signature=sign(keys.signing, Purpose.READY, *terms.parts))

    def started(self, code: str, table: bytes) -> None:
        """The gathering became this table: its JOIN is good for that one, and what comes after it needs another."""
        if code in self._at:
            made = self._starting[code] = self._at.pop(code)
            made.table = table

    # the table

    def made(self, nonce: bytes) -> OpenJoin | None:
        made = self._made.get(nonce)
        return None if made is None or made.dead else made

    def follower_of(self, setting: Setting) -> Follower:
        seat = own_seat(setting, self.identity)
        if seat is None:
            return Follower(setting)
        return SeatFollower(setting, seat, self.identity.seat(nonce_of(setting, seat)))

    def agreed(self, nonce: bytes) -> tuple[bodies.Name | None, Mapping[int, bodies.Introduction]]:
        """What the person is called, and by seat who sits there, as far as it was agreed to on this computer."""
        made, kept = self.made(nonce), self.drawer.sealed(nonce)
        if kept is not None:
            return made.joining.name if made else kept.name, kept.by_seat
        if made is None:
            return None, {}
        return made.joining.name, made.consent.people if made.consent else {}

    def objection(self, setting: Setting, nonce: bytes, seat: int) -> str | None:
        """Why a TABLE must not be sealed with the JOIN of this nonce, as a code.

        A JOIN that has come in a TABLE with an objection is dead: the server does not get a second try with it.
        """
        made = self._made.get(nonce)
        if made is None:
            return "consent/none"
        if made.dead:
            return "consent/withdrawn"
        if made.table not in (b"", setting.tid):
            code: str | None = "consent/other-table"
        else:
            code = made.consent.objection(made.signed, setting, seat) if made.consent else "consent/not-agreed"
        made.dead = code is not None
        return code

    def seal(self, setting: Setting, seat: int, server_key: bytes) -> str | None:
        """Why the seat must not seal, as a code.  If it may, that is on the disk before anything is signed.

        `OSError` if it cannot be written.
        """
        if setting.server_key != server_key:
            return "consent/server"
        nonce = nonce_of(setting, seat)
        kept = self.drawer.sealed(nonce)
        if kept is not None:
            return None if kept.tid == setting.tid else "join/reused"
        code = self.objection(setting, nonce, seat)
        if code is not None:
            return code
        made = self._made[nonce]
        if not self.drawer.seal(_record(setting, made)):
            return "join/reused"
        if self._at.get(made.gathering) is made:
            del self._at[made.gathering]  # it is used up, whatever becomes of the table
        return None


def _record(setting: Setting, made: OpenJoin) -> Sealed:
    assert made.consent is not None
    return Sealed(
        nonce=made.joining.nonce,
        tid=setting.tid,
        server_key=setting.server_key,
        rules=str(setting.rules),
        name=made.joining.name,
        people=[made.consent.people.get(seat) for seat in range(setting.seats)],
        last=0,
        end="",
    )


def nonce_of(setting: Setting, seat: int) -> bytes:
    """Of the JOIN with which a person has come to this seat."""
    join = setting.joins[seat]
    assert join is not None
    return join.nonce


def own_seat(setting: Setting, identity: Identity) -> int | None:
    """Where a person sits: the row whose seat key the person's secret gives.

    Every row is tried.  The link in a JOIN says nothing here: it can be copied to another row.
    """
    joins = ((seat, join) for seat, join in enumerate(setting.joins) if join is not None)
    return next((seat for seat, join in joins if identity.seat(join.nonce).public == join.seat_key), None)
