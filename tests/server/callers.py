"""Light clients over real sockets: they gather, play by what the log asks, and come back after every cut."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred

from client.net.consent import terms_of
from client.net.conversation import Conversation, Me, Surroundings
from client.net.hang_up import HungUp
from client.net.wire import dialler
from protocol.keys.identity import Identity, Purpose, sign
from protocol.log.bodies import SignedJoin
from protocol.log.join import Joining
from protocol.wire import lobby
from protocol.wire.codec import Message
from protocol.wire.invite import Invite
from protocol.wire.messages import Entries, Fault, FromServer, Refused, Resume, Submit
from tests.support.hall import Mind, person

_AGAIN = 0.02
"""Seconds before a connection that was cut is tried again."""


def wishes(seats: int = 3, **how: Any) -> lobby.Wishes:
    """How to play."""
    common: dict[str, Any] = {
        "rules": "base",
        "listed": False,
        "turn_seconds": 3600,
        "step_seconds": 3600,
        "window_seconds": 8,
        "bank_seconds": 0,
        "absent": None,
        "spectators": True,
    }
    return lobby.Wishes(seats=seats, **{**common, **how})


class Caller:
    """One person's program."""

    def __init__(self, party: "Party", number: int) -> None:
        self._party = party
        self.number = number
        self.identity = Identity(secrets.token_bytes(32))
        self.name = f"caller {number} {secrets.token_hex(4)}"
        self.talk: Conversation | None = None
        """Logged in."""
        self._coming: Conversation | None = None
        self._now: Conversation | None = None
        self.joining: Joining | None = None
        self.mind: Mind | None = None
        self.codes: list[str] = []
        self.announced: list[str] = []
        self.heard = 0
        self.gone: Deferred[None] | None = None
        self._again: Any = None
        self._dialling: Deferred[object] | None = None

    def dial(self) -> None:
        """Connect, however often it takes."""
        party, self._again = self._party, None
        talk = Conversation(Me(self.identity, self.name), self._meet, party.around, self)
        self._coming = talk
        self._dialling = dialler(party.around.clock, party.invite)(talk)
        self._dialling.addErrback(lambda _: self._later())

    def _meet(self, key: bytes, _older: object) -> None:
        """Whatever key it has; from here on there is a connection."""
        self._now = self._coming

    def _later(self) -> None:
        if self.gone is None:
            self._again = self._party.around.clock.callLater(_AGAIN, self.dial)

    def welcomed(self, talk: Conversation, tables: tuple[bytes, ...]) -> None:
        self.talk = talk
        if self.mind is None and tables and self.joining is not None:
            self.mind = Mind(self.joining, tables[0])
        if self.mind is not None:
            self.resume()
        else:
            self._party.came()

    def told(self, talk: Conversation, message: FromServer) -> None:
        self.heard += 1
        self._party.heard()
        match message:
            case Entries(records=records) if self.mind is not None:
                self.mind.take(records)
                self.speak()
                self._party.went_on()
            case Refused(counter=counter, code=code):
                self.codes.append(code)
                assert self.mind is not None
                self.mind.refused(counter)
                self.speak()
            case Fault(code=code):
                self.codes.append(code)
            case lobby.Announced(text=text):
                self.announced.append(text)
            case lobby.Gathered(gathering=gathering):
                self._party.gathered(self, gathering)
            case lobby.Started(table=table):
                assert self.joining is not None
                self.mind = Mind(self.joining, table)
                self.resume()

    def ended(self, talk: Conversation, why: HungUp) -> None:
        self.talk = self._now = None
        if self.gone is not None:
            self.gone.callback(None)
        else:
            self._later()

    def join(self) -> SignedJoin:
        """For the next table."""
        assert self.talk is not None
        self.joining = person(secrets.token_bytes, self.name, self.identity)
        return self.joining.signed(self.talk.server_key)

    def introduce(self, gathering: lobby.Gathering) -> None:
        if self.talk is not None and self.joining is not None:
            introduction = self.joining.introduction(self.talk.server_key)
            self.say(lobby.Introduce(gathering=gathering.code, introduction=introduction))

    def get_ready(self, gathering: lobby.Gathering) -> None:
        terms = terms_of(gathering)
        if terms is not None and self.joining is not None:
            key = self.identity.seat(self.joining.nonce).signing
            self.say(lobby.Ready(gathering=gathering.code, signature=sign(key, Purpose.READY, *terms.parts)))

    def say(self, message: Message) -> None:
        if self.talk is not None:
            self.talk.say(message)

    def resume(self) -> None:
        """From the last entry on that stands under a HEAD; and once more what may have been lost."""
        assert self.mind is not None
        next_, head = self.mind.place
        self.say(Resume(table=self.mind.tid, next=next_, head=head))
        if self.mind.flying is not None:
            self.say(Submit(table=self.mind.tid, entry=self.mind.flying.to_bytes()))

    def speak(self) -> None:
        assert self.mind is not None
        entry = self.mind.say()
        if entry is not None:
            self.say(Submit(table=self.mind.tid, entry=entry.to_bytes()))

    def hang_up(self) -> Deferred[None]:
        """Fires when the connection is gone."""
        self.gone = Deferred()
        if self._again is not None:
            self._again.cancel()
        if self._dialling is not None:
            self._dialling.cancel()
        if self._now is None:
            self.gone.callback(None)
        else:
            self._now.hang_up("connection/bye", abort=True)
        return self.gone


class Party:
    """Some people who want to play one game, whatever happens to the server."""

    def __init__(
        self, reactor: Any, invite: Invite, seats: int = 3, password: str = "", bots: Sequence[str] = (), **how: Any
    ) -> None:
        """``seats``: those of people; ``bots`` sit behind them."""
        self.around = Surroundings(reactor, secrets.token_bytes)
        self.invite = invite
        self._wishes = wishes(seats + len(bots), **how)
        self._bots = bots
        self._password = password
        self.callers = [Caller(self, number) for number in range(seats)]
        self.done: Deferred[None] = Deferred()
        """Fires when all have confirmed the end."""
        self.watch: Callable[[int], None] = lambda count: None
        """Told how many messages have come to anybody."""
        self._count = 0
        self._code = ""

    def start(self) -> None:
        for caller in self.callers:
            caller.dial()

    async def stop(self) -> None:
        for caller in self.callers:
            await caller.hang_up()

    def heard(self) -> None:
        self._count += 1
        self.watch(self._count)

    def came(self) -> None:
        """When all are there and nothing has begun, one opens a gathering; after a cut, another one."""
        if all(caller.talk is not None and caller.mind is None for caller in self.callers):
            self._code = ""
            self.callers[0].say(lobby.Gather(wishes=self._wishes, password=self._password, join=self.callers[0].join()))

    def gathered(self, caller: Caller, gathering: lobby.Gathering) -> None:
        """All sit down, then all are ready, then it begins."""
        if caller is not self.callers[0]:
            return
        seats, sitters = len(self.callers), gathering.sitters
        if gathering.code != self._code:
            self._code = gathering.code
            for other in self.callers[1:]:
                other.say(lobby.Sit(gathering=gathering.code, password=self._password, join=other.join()))
        elif len(sitters) < seats:
            return
        elif left := self._bots[len(sitters) - seats :]:
            caller.say(lobby.SeatBot(gathering=gathering.code, bot=left[0]))
        elif not any(sitter.introduction for sitter in sitters[:seats]):
            for other in self.callers:
                other.introduce(gathering)
        elif all(sitter.is_ready for sitter in gathering.sitters):
            caller.say(lobby.Start(gathering=gathering.code))
        elif all(sitter.introduction for sitter in sitters[:seats]) and not any(one.ready for one in sitters):
            for other in self.callers:
                other.get_ready(gathering)

    def went_on(self) -> None:
        minds = [caller.mind for caller in self.callers]
        if self.done.called or any(mind is None or mind.follower is None for mind in minds):
            return
        people = frozenset(range(len(minds)))
        for mind in minds:
            assert mind is not None
            assert mind.follower is not None
            if mind.follower.ended is None or mind.follower.ending.unconfirmed(people):
                return
        self.done.callback(None)

    @property
    def logs(self) -> list[bytes]:
        """What all have, and had each time they were cut off."""
        minds = [caller.mind for caller in self.callers if caller.mind is not None]
        return [log for mind in minds for log in (*mind.ever, mind.log)]
