"""The JOINs that this program has made and not used up: each for one gathering, in memory and nowhere else.

A JOIN is dead as soon as its person takes “ready” back, goes, or a start has failed; then another one takes its place.
What a person agrees to is kept with the JOIN until its table is sealed.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from client.net.consent import Consent, knows_bots, objection, people_of, terms_of
from engine.errors import UnfitRules
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

    def ready(self) -> bytes:
        assert self.consent is not None
        keys = self.joining.identity.seat(self.joining.nonce)
        return sign(keys.signing, Purpose.READY, *self.consent.terms.parts)

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
    def __init__(self, identity: Identity, name: str, randomness: Callable[[int], bytes]) -> None:
        self._identity = identity
        self._name = name
        self._randomness = randomness
        self._made: dict[bytes, OpenJoin] = {}  # by nonce: those that may still come in a TABLE
        self._dead: set[bytes] = set()
        self._own: set[bodies.SignedJoin] = set()  # all that were ever made
        self._at: dict[str, OpenJoin] = {}  # by gathering: the one that counts there
        self._starting: dict[str, OpenJoin] = {}  # by gathering: the one whose table may still have to be sealed
        self._left: set[str] = set()  # gatherings that the person has gone from
        self._new: OpenJoin | None = None  # the one that was sent where the code of the gathering is not known yet

    # what is sent

    def _make(self, server_key: bytes, gathering: str) -> OpenJoin:
        name = bodies.Name(salt=self._randomness(_SALT), name=self._name)
        joining = Joining(self._identity, self._randomness(_NONCE), name)
        made = self._made[joining.nonce] = OpenJoin(joining, joining.signed(server_key), server_key, gathering)
        self._own.add(made.signed)
        return made

    def for_new(self, server_key: bytes, *, after: bytes = b"") -> bodies.SignedJoin:
        """For a gathering whose code the server will tell: a new one, or that of the people of a table."""
        if self._new is not None:
            self._kill(self._new)
        made = self._new = self._make(server_key, "")
        made.after, made.sent = after, True
        return made.signed

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
                self._kill(made)

    def leave(self, code: str) -> None:
        """The person does not sit there any more; what still comes from there is not answered."""
        self.withdraw(code)
        self._left.add(code)

    def _kill(self, made: OpenJoin) -> None:
        self._made.pop(made.joining.nonce, None)
        self._dead.add(made.joining.nonce)

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
        if seat >= len(gathering.sitters) or gathering.sitters[seat].key != self._identity.public:
            return []
        own = gathering.sitters[seat]
        if code in self._starting:  # the people gather once more: that start has failed, or is over
            self._kill(self._starting.pop(code))
        self._bind(code, own.join)
        made = self._at.get(code)
        if code in self._left or self._is_coming(gathering):
            return []
        if own.join is None:
            self.withdraw(code)
        elif made is not None and own.join == made.signed:
            made.compare(gathering)
            return made.introduce(own, gathering)
        elif own.join not in self._own:
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
                self._kill(self._at[code])
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
        return lobby.Ready(gathering=gathering.code, signature=made.ready())

    def started(self, code: str, table: bytes) -> None:
        """The gathering became this table: its JOIN is good for that one, and what comes after it needs another."""
        if code in self._at:
            made = self._starting[code] = self._at.pop(code)
            made.table = table

    # what may be sealed

    def made(self, nonce: bytes) -> OpenJoin | None:
        return self._made.get(nonce)

    def objection(self, setting: Setting, nonce: bytes, seat: int) -> str | None:
        """Why a TABLE must not be sealed with the JOIN of this nonce, as a code.

        A JOIN that has come in a TABLE with an objection is dead: the server does not get a second try with it.
        """
        made = self._made.get(nonce)
        if made is None:
            return "consent/withdrawn" if nonce in self._dead else "consent/none"
        if made.table not in (b"", setting.tid):
            code: str | None = "consent/other-table"
        else:
            code = objection(made.consent, made.signed, setting, seat) if made.consent else "consent/not-agreed"
        if code is not None:
            self._kill(made)
        return code

    def sealed(self, nonce: bytes) -> None:
        """It is used up, whatever becomes of the table."""
        made = self._made.get(nonce)
        if made is not None and self._at.get(made.gathering) is made:
            del self._at[made.gathering]
