"""A visit: the connection, the lobby, and the tables that are followed."""

from collections import deque
from collections.abc import Callable, Iterable

from client.i18n import _, plural
from client.net.archive import NotHad
from client.net.consent import introduced, knows
from client.net.guest import Guest, Pace
from client.net.hang_up import HungUp
from client.net.heads import Look
from client.net.unfinished import unfinished_lines
from client.visit.news import Listener, News, What
from client.visit.table import VisitedTable
from client.words.archive import finding_line
from client.words.rules import playable_rules
from client.words.safe import called
from protocol.wire import lobby

_MOST_SAID = 200
_MOST_MINE = 16  # tables that this person is believed to sit at, whatever a server says


class Visit:
    """A `client.net.guest.GuestWatcher` that remembers what it saw."""

    def __init__(
        self,
        listeners: list[Listener],
        seconds: Callable[[], float],
        guest: Callable[["Visit"], Guest],
        muted: Callable[[bytes], bool] = lambda key: False,
    ) -> None:
        """``guest`` makes the connection that tells this visit; ``muted``: whether a key's talk is not to be read."""
        self._listeners = listeners
        self._muted = muted
        self._seconds = seconds
        self.guest = guest(self)
        self.connected_now = False
        self.why: HungUp | None = None
        self._retry_at = 0.0
        self.mine: tuple[bytes, ...] = ()  # tables at which this person has a seat, and that are not over
        self.seated: frozenset[bytes] = frozenset()  # the same, with those that are not what the person came for
        self._others: set[bytes] = set()  # tables that are not what the person came for
        self.watchables: tuple[lobby.Watchable, ...] = ()
        self.offers: tuple[lobby.Offer, ...] | None = None
        self.gathering: lobby.Gathering | None = None
        self.seat = 0  # at the gathering
        self.unfinished: list[str] = []
        """In sentences: which games did not finish, here or with the people of the gathering."""
        self._looked_for: object = None
        self._bots: list[str] = []  # kinds that are still to sit down at the gathering of this person
        self._pace: Pace | None = None  # what the host of the gathering to come wants
        self._sat = 0  # how many sat there when the last bot was asked for; it has come when there is one more
        self.missed: list[str] = []
        """In sentences: what is wrong with the server's lists of games."""
        self.announced = ""  # the last that the operator of the server has told all
        self.said: deque[lobby.Said] = deque(maxlen=_MOST_SAID)
        self.tables: dict[bytes, VisitedTable] = {}

    def _heard(self, what: What, code: str = "", table: bytes = b"") -> None:
        for listener in self._listeners:
            listener.heard(News(what, code, table))

    # what the person does

    def gather(
        self, wishes: lobby.Wishes, password: str = "", bots: Iterable[str] = (), pace: Pace | None = None
    ) -> bool:
        """Open a gathering, and let these bots sit down there, one after the other, until it is full."""
        self._bots, self._sat = list(bots), 0
        self._pace = pace
        return self.guest.gather(wishes, password)

    def _seat_bot(self, gathering: lobby.Gathering) -> None:
        sitting = len(gathering.sitters)
        if gathering.host != self.seat or not self._bots:
            return
        if sitting >= gathering.wishes.seats:
            self._bots.clear()
        elif sitting > self._sat:
            self._sat = sitting
            self.guest.say(lobby.SeatBot(gathering=gathering.code, bot=self._bots.pop(0)))

    def _set_pace(self, gathering: lobby.Gathering) -> None:
        """At the gathering that this person has opened, once."""
        pace, self._pace = self._pace, None
        if pace is not None and gathering.host == self.seat:
            self.guest.play_at(gathering.code, pace)

    @property
    def sound(self) -> lobby.Gathering | None:
        """The gathering, if what the server tells of it makes sense."""
        return self.gathering if self.gathering is not None and is_sound(self.gathering, self.seat) else None

    def why_not_ready(self) -> str:
        """Why the person cannot agree yet, which is to know who sits there; empty if nothing is in the way."""
        gathering = self.sound
        if gathering is None:
            return _("Not ready yet: the server shows an impossible table.") if self.gathering else ""
        if free := gathering.wishes.seats - len(gathering.sitters):
            return plural("Not ready yet: {count} seat is free.", "Not ready yet: {count} seats are free.", free)
        bots = [*(sitter.bot for sitter in gathering.sitters), gathering.options.absent]
        if not knows(bot for bot in bots if bot is not None):
            return _("Not ready: this program does not have one of the bots, so its moves could not be checked.")
        people = [sitter for sitter in gathering.sitters if sitter.bot is None]
        silent = [called(sitter.name) for sitter in people if sitter.join is None or sitter.introduction is None]
        false = [called(sitter.name) for sitter in people if self.identity_of(sitter) is None]
        told = {"names": ", ".join(silent or false)}
        if silent:
            return _("Not ready yet: {names} is still being introduced. That takes a moment.", **told)
        if false:
            return _(
                "Not ready: the server shows {names} here, but cannot prove it. Ask the person who runs the server.",
                **told,
            )
        return ""

    def get_ready(self) -> bool:
        """Agree to the gathering as it stands; whether that could be said."""
        if self.gathering is None:
            return False
        if playable_rules(self.gathering.wishes.rules) is None:  # what this program does not know cannot be agreed to
            self.denied("gathering/unknown-rules")
            return False
        return self.guest.get_ready(self.gathering, self.seat)

    def not_ready(self) -> bool:
        return self.gathering is not None and self.guest.take_back(self.gathering.code)

    def identity_of(self, sitter: lobby.Sitter) -> bytes | None:
        """Who sits there, if that is proved."""
        return introduced(sitter, self.guest.server_key)

    def follow(self, tid: bytes) -> VisitedTable:
        self.guest.follow(tid)
        return self.tables[tid]

    def forget(self, tid: bytes, *, over: bool) -> None:
        """Look at it no more; if it is over, also not after a new start."""
        table = self.tables.get(tid)
        if table is not None and over:
            table.seen_out()
            if table.marks is not None:
                table.marks.forget()
        self.put_aside(tid)
        self.mine = tuple(one for one in self.mine if one != tid)

    def put_aside(self, tid: bytes) -> None:
        """Look at it no more for now; it is offered again with the next connection."""
        self.tables.pop(tid, None)
        self.guest.unfollow(tid)

    def only(self, *, alone: bool) -> None:
        """At a server of this computer: the games with bots alone, or those with other people; the rest waits."""
        for tid in self.mine:
            table = self.follow(tid)
            if table.follower is not None and table.with_bots_alone != alone:
                self._others.add(tid)
                self.put_aside(tid)
        self.mine = tuple(tid for tid in self.mine if tid not in self._others)

    def choose(self, tid: bytes = b"") -> bool:
        """Of the unfinished tables this one alone is what the person came for, or none; whether it is there."""
        self._others |= set(self.mine) - {tid}
        for other in self._others:
            self.put_aside(other)
        self.mine = tuple(one for one in self.mine if one == tid)
        return bool(self.mine)

    def seconds_to_retry(self) -> float:
        return max(0.0, self._retry_at - self._seconds())

    # what the network tells

    def connected(self, tables: tuple[bytes, ...]) -> None:
        """Let in, for the first time or again; seats at gatherings are lost with a connection."""
        self.connected_now, self.why = True, None
        self.seated = frozenset(tables)
        self.mine = tuple(tid for tid in tables[:_MOST_MINE] if tid not in self._others)
        for tid, table in list(self.tables.items()):
            if tid not in tables and table.follower is None and table.sitters:
                self.forget(tid, over=True)  # nothing ever came of it
        self.gathering = self._looked_for = None
        self._tell_tables(lost=False)
        self._heard(What.CONNECTED)
        self.guest.look_for_games().addCallback(self._looked).addErrback(lambda failure: failure.trap(NotHad, OSError))

    def _looked(self, look: Look) -> None:
        lines = [finding_line(one, look.drawer.log(one.tid)) for one in look.findings]
        if lines and lines != self.missed:
            self.missed = lines
            self._heard(What.MISSED)

    def disconnected(self, why: HungUp, seconds: float) -> None:
        self.connected_now, self.why = False, why
        self._retry_at = self._seconds() + seconds
        self._tell_tables(lost=True)
        self._heard(What.CUT_OFF, why.code)

    def _tell_tables(self, *, lost: bool) -> None:
        for table in list(self.tables.values()):
            table.connection(lost=lost)

    def gave_up(self, why: HungUp) -> None:
        self.connected_now, self.why = False, why
        self._heard(What.GAVE_UP, why.code)

    def told(self, message: lobby.FromLobby) -> None:
        match message:
            case lobby.Offers(offers=offers):
                self.offers = offers
                self._heard(What.OFFERS)
            case lobby.Watchables(tables=tables):
                self.watchables = tables
                self._heard(What.WATCHABLES)
            case lobby.Gathered(gathering=gathering, seat=seat):
                self.gathering, self.seat = gathering, seat
                self._set_pace(gathering)
                self._seat_bot(gathering)
                self._look_for_unfinished(gathering)
                self._heard(What.GATHERED)
            case lobby.Parted(gathering=code, why=why) if self.gathering is None or self.gathering.code == code:
                self.gathering, self._bots = None, []
                self._heard(What.PARTED, why)
            case lobby.Said() if not self._muted(message.key):
                self.said.append(message)
                self._heard(What.SAID)
            case lobby.Announced(text=text):
                self.announced = text
                self._heard(What.ANNOUNCED)
            case lobby.Started(gathering=code, table=tid) if self.gathering is not None and self.gathering.code == code:
                self._started(self.gathering, tid)

    def _look_for_unfinished(self, gathering: lobby.Gathering) -> None:
        """When the gathering is new, or other people sit there, or a table has ended."""
        people = frozenset(self.identity_of(sitter) for sitter in gathering.sitters)
        now = gathering.code, gathering.predecessor, people
        if now != self._looked_for:
            self._looked_for = now
            self.unfinished = unfinished_lines(self.guest.unfinished(gathering), called)

    def _started(self, gathering: lobby.Gathering, tid: bytes) -> None:
        """A new table; where the person sits already, nothing can begin."""
        if tid in self.mine:
            return
        self.watch(tid).sitters = gathering.sitters
        self.guest.remember(tid, gathering)
        self.gathering = None
        self.mine = (*self.mine, tid)
        self.follow(tid)
        self._heard(What.STARTED, table=tid)

    def denied(self, code: str) -> None:
        self._heard(What.DENIED, code)

    def watch(self, tid: bytes) -> VisitedTable:
        if tid not in self.tables:
            self.tables[tid] = VisitedTable(tid, self._table_changed, self._seconds, self._muted)
        return self.tables[tid]

    def _table_changed(self, table: VisitedTable) -> None:
        self._heard(What.TABLE, table=table.tid)


def is_sound(gathering: lobby.Gathering, own: int) -> bool:
    """Whether host and person sit there, and there are seats for all: a server may tell anything."""
    return max(own, gathering.host) < len(gathering.sitters) <= gathering.wishes.seats
