"""A table that has not begun: its seats, its players and whether they are ready.  No connection, no clock."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import count

from engine.bots import BOTS
from engine.errors import UnfitRules
from engine.front import setup
from engine.rules import Rules, parse
from protocol.host.table_log import TableLog
from protocol.log import bodies
from protocol.wire import lobby
from server.store.journal import NO_PACE, Pace
from server.tables.bringing import Brought, Denied, check_introduction, is_ready, require_distinct, row_of
from server.tables.guests import Guest


@dataclass(slots=True)
class Sitting:
    """One seat that is taken."""

    name: str
    guest: Guest | None
    """None for a bot."""
    bot: bodies.BotSeat | None = None
    brought: Brought | None = None
    """What the person has brought; None for a bot, and after a start until the person brings something new."""
    introduction: bodies.Introduction | None = None
    ready: bytes | None = None

    def bring(self, brought: Brought | None) -> None:
        """A new JOIN, or none any more: what was said with the last one is void."""
        self.brought, self.introduction, self.ready = brought, None, None

    @property
    def row(self) -> bodies.SeatRow | None:
        """As TABLE will have it."""
        return row_of(self.brought.signed if self.brought is not None else self.bot)

    def shown(self, *, full: bool) -> lobby.Sitter:
        """As the people of the gathering see it; they are introduced when all seats are taken."""
        return lobby.Sitter(
            name=self.name,
            key=None if self.guest is None else self.guest.identity,
            bot=self.bot,
            join=None if self.brought is None else self.brought.signed,
            introduction=self.introduction if full else None,
            ready=self.ready,
        )


class Gathering:
    """Seats in the order in which people came; the first person is the host."""

    def __init__(
        self, code: str, wishes: lobby.Wishes, options: bodies.Options, host: Guest, brought: Brought, *, password: str
    ) -> None:
        self.code = code
        self.network = host.network
        """From where it was opened."""
        self.wishes = wishes
        self.options = options
        self.rules = rules_of(wishes)
        self.password = password
        self.predecessor: bodies.Predecessor | None = None
        self.dissolved = 0
        self.started = False
        self.pace = NO_PACE
        self.sittings = [Sitting(host.name, host, brought=brought)]
        self._invited: set[bytes] = set()
        """The identities that have played together here: none of them needs the password again."""
        self._unwelcome: set[bytes] = set()
        """The identities that the host has sent away: they stay away."""

    @property
    def host(self) -> int:
        """The seat of the host: the first person."""
        return next(seat for seat, sitting in enumerate(self.sittings) if sitting.guest is not None)

    def guests(self) -> list[tuple[int, Guest]]:
        """The people, with their seats."""
        return [(seat, sitting.guest) for seat, sitting in enumerate(self.sittings) if sitting.guest is not None]

    def has(self, guest: Guest) -> bool:
        """Whether this player sits here, also on another connection."""
        return any(other.identity == guest.identity for _, other in self.guests())

    def seat_of(self, guest: Guest) -> int:
        """The player's seat, or `Denied`."""
        for seat, other in self.guests():
            if other.identity == guest.identity:
                return seat
        raise Denied("gathering/not-there")

    def require_host(self, guest: Guest) -> None:
        """`Denied` unless this player is the host."""
        if self.seat_of(guest) != self.host:
            raise Denied("gathering/not-host")

    def come_back(self, guest: Guest, signed: bodies.SignedJoin) -> bool:
        """Whether a person sits there already with this very JOIN; then only the connection is another."""
        if not self.has(guest):
            return False
        sitting = self._own(guest)
        if sitting.brought is None or sitting.brought.signed != signed:
            return False
        sitting.guest = guest
        return True

    def sit(self, guest: Guest, brought: Brought, password: str) -> None:
        """Seat a player; one who sits here already comes back with a new JOIN."""
        if self.has(guest):
            self.bring(guest, brought)
            self._own(guest).guest = guest
            return
        if guest.identity in self._unwelcome:
            raise Denied("gathering/dismissed")
        if password != self.password and guest.identity not in self._invited:
            raise Denied("gathering/password")
        self._require_room()
        self._require_distinct(brought)
        self.sittings.append(Sitting(guest.name, guest, brought=brought))
        self._changed()

    def _own(self, guest: Guest) -> Sitting:
        return self.sittings[self.seat_of(guest)]

    def _require_distinct(self, brought: Brought, *, instead: Sitting | None = None) -> None:
        others = [one.brought for one in self.sittings if one.brought is not None and one is not instead]
        require_distinct([*others, brought])

    def _changed(self) -> None:
        """Another row: no person has agreed to that yet.  The JOINs stay."""
        for sitting in self.sittings:
            sitting.ready = None

    def play_at(self, guest: Guest, pace: Pace) -> None:
        """How fast the host wants to play; who is ready has agreed to nothing that it changes."""
        self._require_open()
        self.require_host(guest)
        self.pace = pace

    def bring(self, guest: Guest, brought: Brought) -> None:
        """A person has a new JOIN; the last one is dead."""
        self._require_open()
        sitting = self._own(guest)
        self._require_distinct(brought, instead=sitting)
        sitting.bring(brought)
        self._changed()

    def seat_bot(self, name: str) -> None:
        """A bot of the server."""
        if name not in BOTS:
            raise Denied("gathering/no-such-bot")
        self._require_room()
        bot = bodies.BotSeat(bot=name, rev=BOTS[name].rev)
        taken = {sitting.name for sitting in self.sittings}
        called = next(called for number in count(1) if (called := f"{name} {number}") not in taken)
        self.sittings.append(Sitting(called, None, bot))
        self._changed()

    def _require_open(self) -> None:
        if self.started:
            raise Denied("gathering/started")

    def _require_room(self) -> None:
        self._require_open()
        if len(self.sittings) >= self.wishes.seats:
            raise Denied("gathering/full")

    def remove(self, seat: int) -> Guest | None:
        """Free a seat; returns the player who sat there."""
        self._require_open()
        if seat >= len(self.sittings):
            raise Denied("gathering/no-such-seat")
        self._changed()
        return self.sittings.pop(seat).guest

    def dismiss(self, seat: int) -> Guest | None:
        """Remove a player, who may not sit here again."""
        gone = self.remove(seat)
        if gone is not None:
            self._unwelcome.add(gone.identity)
        return gone

    @property
    def is_full(self) -> bool:
        """Whether all seats are taken."""
        return len(self.sittings) == self.wishes.seats

    def introduce(self, guest: Guest, introduction: bodies.Introduction) -> bool:
        """Store the introduction of a player; returns whether it is new."""
        self._require_open()
        sitting = self._own(guest)
        check_introduction(sitting.brought, introduction, guest)
        if sitting.introduction == introduction:
            return False
        sitting.introduction = introduction
        return True

    def get_ready(self, guest: Guest, signature: bytes) -> None:
        """A person agrees to the gathering as it stands."""
        self._require_open()
        sitting = self._own(guest)
        if not self.is_full:
            raise Denied("gathering/seats-free")
        if any(one.guest is not None and one.introduction is None for one in self.sittings):
            raise Denied("gathering/not-introduced")
        rows = self.rows()
        if rows is None or sitting.brought is None or not is_ready(sitting.brought, signature, rows, self):
            raise Denied("gathering/changed")
        sitting.ready = signature

    def rows(self) -> list[bodies.SeatRow] | None:
        """As TABLE will have them; None if a person has no JOIN yet."""
        rows = [row for sitting in self.sittings if (row := sitting.row) is not None]
        return rows if len(rows) == len(self.sittings) else None

    def require_ready(self) -> None:
        """`Denied` unless all seats are taken and all players are ready."""
        self._require_open()
        if not self.is_full:
            raise Denied("gathering/seats-free")
        if any(sitting.guest is not None and sitting.ready is None for sitting in self.sittings):
            raise Denied("gathering/not-ready")

    def use_up(self) -> None:
        """These JOINs have stood in a TABLE, or were to: each person has to bring a new one."""
        for sitting in self.sittings:
            sitting.bring(None)

    def begin_again(self, tid: bytes, reason: str) -> None:
        """The start came to nothing, or the game is over: all players are asked again."""
        self.predecessor = bodies.Predecessor(tid=tid, reason=reason)
        self.dissolved = self.dissolved + 1 if reason == "dissolved" else 0
        self.started = False
        self.use_up()
        self._invited |= {guest.identity for _, guest in self.guests()}

    def invite(self, identities: Iterable[bytes]) -> None:
        """Let these identities in without the password: they have played together here."""
        self._invited.update(identities)

    def was_here(self, guest: Guest) -> bool:
        """Whether this player sits here, or has played here before."""
        return guest.identity in self._invited or self.has(guest)

    def keep_only(self, present: Collection[Guest]) -> None:
        """Free the seats of players who have gone; one who is back on a new connection keeps the seat."""
        by_identity = {guest.identity: guest for guest in present}
        kept = []
        for sitting in self.sittings:
            if sitting.guest is not None and sitting.guest not in present:
                if sitting.guest.identity not in by_identity:
                    continue
                sitting.guest = by_identity[sitting.guest.identity]
            kept.append(sitting)
        if len(kept) != len(self.sittings):
            self._changed()
        self.sittings = kept

    def shown(self) -> lobby.Gathering:
        """As its players see it."""
        return lobby.Gathering(
            code=self.code,
            wishes=self.wishes,
            options=self.options,
            locked=bool(self.password),
            host=self.host,
            sitters=tuple(sitting.shown(full=self.is_full) for sitting in self.sittings),
            predecessor=self.predecessor,
            dissolved=self.dissolved,
        )

    def shown_pace(self) -> lobby.Pace:
        """As its players see it."""
        return lobby.Pace(gathering=self.code, bot_ms=self.pace.bot_ms, break_seconds=self.pace.break_seconds)

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


def recalled(code: str, host: TableLog, guest: Guest, brought: Brought, played: Iterable[bytes]) -> Gathering:
    """The gathering of an ended table, from its log; it is not listed, since the log does not tell."""
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
    gathering = Gathering(code, wishes, options, guest, brought, password="")
    for seat in table.seats:
        if seat.bot is not None:
            gathering.seat_bot(seat.bot.bot)
    assert host.follower.ended is not None
    gathering.begin_again(host.setting.tid, host.follower.ended.reason)
    gathering.invite(played)
    return gathering


def rules_of(wishes: lobby.Wishes) -> Rules:
    """The rules, or `Denied` if they do not fit the seats or the bot is unknown."""
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
    wishes: lobby.Wishes,
    absent_after: int,
    *,
    pause_most: int = 3600,
    host_plays: bool = False,
    spectator_delay: int = 0,
) -> bodies.Options:
    """The options of TABLE; players see them before they get ready, so that they know what they seal."""
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
        spectator_delay=spectator_delay if wishes.spectators else 0,
        host_plays=host_plays,
        relay="fixed",
        most_entries=20_000,
        most_bytes=4 << 20,
        kept_entries=6_000,
        kept_bytes=1 << 20,
        most_talks=200,
    )
