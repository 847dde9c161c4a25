"""A table that has not begun: who sits there, who is ready, and what becomes of it.  No connection, no clock."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import count

from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.front import setup
from engine.rules import Rules, parse
from protocol.host.host import Host
from protocol.keys.identity import Purpose, verify
from protocol.log import bodies
from protocol.log.join import identity_link
from protocol.log.setting import LONGEST_JOIN, PROTO
from protocol.wire import lobby
from protocol.wire.codec import BadFrame, decode
from server.guests import Guest


class Denied(Exception):
    """What was asked for cannot be; the code is why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(slots=True)
class Sitting:
    """One seat that is taken."""

    name: str
    guest: Guest | None
    """None for a bot."""
    bot: bodies.BotSeat | None = None
    join: bodies.SignedJoin | None = None

    @property
    def ready(self) -> bool:
        """Bots always are."""
        return self.guest is None or self.join is not None

    def shown(self) -> lobby.Sitter:
        """As everybody at the gathering sees it."""
        key = None if self.guest is None else self.guest.identity
        return lobby.Sitter(name=self.name, key=key, bot=self.bot, ready=self.ready)


class Gathering:
    """Seats in the order in which people came; the first person is the host."""

    def __init__(self, code: str, wishes: lobby.Wishes, password: str, host: Guest, options: bodies.Options) -> None:
        self.code = code
        self.wishes = wishes
        self.options = options
        self.rules = rules_of(wishes)
        self.password = password
        self.predecessor: bodies.Predecessor | None = None
        self.dissolved = 0
        self.started = False
        self.sittings = [Sitting(host.name, host)]
        self._invited: set[bytes] = set()
        """The identities that have played together here: none of them needs the password again."""
        self._unwelcome: set[bytes] = set()
        """The identities that the host has sent away: they stay away."""

    @property
    def host(self) -> int:
        """The seat of whoever decides."""
        return next(seat for seat, sitting in enumerate(self.sittings) if sitting.guest is not None)

    def guests(self) -> list[tuple[int, Guest]]:
        """The people, with their seats."""
        return [(seat, sitting.guest) for seat, sitting in enumerate(self.sittings) if sitting.guest is not None]

    def has(self, guest: Guest) -> bool:
        """Whether somebody sits here, on whatever connection."""
        return any(other.identity == guest.identity for _, other in self.guests())

    def seat_of(self, guest: Guest) -> int:
        """Where somebody sits."""
        for seat, other in self.guests():
            if other.identity == guest.identity:
                return seat
        raise Denied("gathering/not-there")

    def require_host(self, guest: Guest) -> None:
        """Some things are the host's to say."""
        if self.seat_of(guest) != self.host:
            raise Denied("gathering/not-host")

    def sit(self, guest: Guest, password: str) -> None:
        """Another person; who sits there already has come back with a new connection."""
        if self.has(guest):
            self.sittings[self.seat_of(guest)].guest = guest
            return
        if guest.identity in self._unwelcome:
            raise Denied("gathering/dismissed")
        if password != self.password and guest.identity not in self._invited:
            raise Denied("gathering/password")
        self._require_room()
        self.sittings.append(Sitting(guest.name, guest))

    def seat_bot(self, name: str) -> None:
        """A bot of the server."""
        if name not in BOTS:
            raise Denied("gathering/no-such-bot")
        self._require_room()
        bot = bodies.BotSeat(bot=name, rev=BOTS[name].rev)
        taken = {sitting.name for sitting in self.sittings}
        called = next(called for number in count(1) if (called := f"{name} {number}") not in taken)
        self.sittings.append(Sitting(called, None, bot))

    def _require_room(self) -> None:
        if self.started:
            raise Denied("gathering/started")
        if len(self.sittings) >= self.wishes.seats:
            raise Denied("gathering/full")

    def remove(self, seat: int) -> Guest | None:
        """A seat is free again; who sat there."""
        if self.started:
            raise Denied("gathering/started")
        if seat >= len(self.sittings):
            raise Denied("gathering/no-such-seat")
        return self.sittings.pop(seat).guest

    def dismiss(self, seat: int) -> Guest | None:
        """As above, and for good, until somebody gathers anew."""
        gone = self.remove(seat)
        if gone is not None:
            self._unwelcome.add(gone.identity)
        return gone

    def get_ready(self, guest: Guest, join: bodies.SignedJoin | None, server_key: bytes) -> None:
        """With a JOIN that was made for this server by this person."""
        if self.started:
            raise Denied("gathering/started")
        seat = self.seat_of(guest)
        if join is not None:
            check_join(join, guest.identity, server_key)
        self.sittings[seat].join = join

    def require_ready(self) -> None:
        """Everybody has a seat and every seat is taken."""
        if self.started:
            raise Denied("gathering/started")
        if len(self.sittings) < self.wishes.seats:
            raise Denied("gathering/seats-free")
        if not all(sitting.ready for sitting in self.sittings):
            raise Denied("gathering/not-ready")

    def begin_again(self, tid: bytes, reason: str) -> None:
        """The start came to nothing, or the game is over: everybody is asked anew."""
        self.predecessor = bodies.Predecessor(tid=tid, reason=reason)
        self.dissolved = self.dissolved + 1 if reason == "dissolved" else 0
        self.started = False
        for sitting in self.sittings:
            sitting.join = None
        self._invited |= {guest.identity for _, guest in self.guests()}

    def invite(self, identities: Iterable[bytes]) -> None:
        """They have played together here."""
        self._invited.update(identities)

    def was_here(self, guest: Guest) -> bool:
        """Whether somebody sits here, or has played here before."""
        return guest.identity in self._invited or self.has(guest)

    def keep_only(self, present: Collection[Guest]) -> None:
        """Whoever has gone meanwhile has lost the seat; who came back with another connection is told there."""
        by_identity = {guest.identity: guest for guest in present}
        kept = []
        for sitting in self.sittings:
            if sitting.guest is not None and sitting.guest not in present:
                if sitting.guest.identity not in by_identity:
                    continue
                sitting.guest = by_identity[sitting.guest.identity]
            kept.append(sitting)
        self.sittings = kept

    def shown(self) -> lobby.Gathering:
        """As those who sit there see it."""
        return lobby.Gathering(
            code=self.code,
            wishes=self.wishes,
            options=self.options,
            locked=bool(self.password),
            host=self.host,
            sitters=tuple(sitting.shown() for sitting in self.sittings),
            predecessor=self.predecessor,
            dissolved=self.dissolved,
        )

    def offer(self) -> lobby.Offer:
        """As the lobby shows it."""
        return lobby.Offer(
            code=self.code,
            rules=self.wishes.rules,
            seats=self.wishes.seats,
            taken=len(self.sittings),
            locked=bool(self.password),
            host=self.sittings[self.host].name,
        )


def recalled(code: str, host: Host, guest: Guest, played: Iterable[bytes]) -> Gathering:
    """The gathering of a table that has ended, as its log has it; who sees it in the lobby does not stand there."""
    table = host.setting.table
    options = table.options
    wishes = lobby.Wishes(
        rules=str(host.setting.rules),
        seats=host.setting.seats,
        listed=False,
        turn_seconds=options.turn_seconds,
        step_seconds=options.step_seconds,
        window_seconds=options.window_seconds,
        bank_seconds=options.bank_seconds,
        absent=options.absent,
        spectators=options.spectators,
    )
    gathering = Gathering(code, wishes, "", guest, options)
    for seat in table.seats:
        if seat.bot is not None:
            gathering.seat_bot(seat.bot.bot)
    assert host.follower.ended is not None
    gathering.begin_again(host.setting.tid, host.follower.ended.reason)
    gathering.invite(played)
    return gathering


def rules_of(wishes: lobby.Wishes) -> Rules:
    """What does not fit together is refused before anybody sits down."""
    try:
        rules = parse(wishes.rules)
        setup(rules, wishes.seats)
    except UnfitRules as error:
        raise Denied("gathering/unfit-rules") from error
    if wishes.absent is not None and (
        wishes.absent.bot not in BOTS or BOTS[wishes.absent.bot].rev != wishes.absent.rev
    ):
        raise Denied("gathering/no-such-bot")
    return rules


def options_of(
    wishes: lobby.Wishes, absent_after: int, *, pause_most: int = 3600, host_plays: bool = False
) -> bodies.Options:
    """What TABLE will say; it is shown to everybody before they get ready, so that they know what they seal."""
    return bodies.Options(
        turn_seconds=wishes.turn_seconds,
        step_seconds=wishes.step_seconds,
        window_seconds=wishes.window_seconds,
        bank_seconds=wishes.bank_seconds,
        pause_most=pause_most,
        resume_seconds=60,
        absent_after=absent_after,
        absent=wishes.absent,
        spectators=wishes.spectators,
        spectator_delay=0,  # whoever watches sees every entry when the players do
        host_plays=host_plays,
        relay="fixed",
        most_entries=20_000,
        most_bytes=4 << 20,
        kept_entries=6_000,
        kept_bytes=1 << 20,
        most_talks=200,
    )


def check_join(signed: bodies.SignedJoin, identity: bytes, server_key: bytes) -> None:
    """A JOIN that TABLE would be refused for is refused here, where its maker can be told."""
    try:
        join = decode(bodies.Join, signed.join, LONGEST_JOIN)
    except BadFrame as error:
        raise Denied("join/malformed") from error
    if not join.proto_min <= PROTO <= join.proto_max:
        raise Denied("join/other-protocol")
    if join.server_key != server_key or join.identity_link != identity_link(identity, join.nonce):
        raise Denied("join/not-yours")
    if not verify(join.seat_key, signed.signature, Purpose.JOIN, signed.join):
        raise Denied("join/signature")
