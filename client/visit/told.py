"""The story of a table as it is shown: sentences, talk and notices, in the order of the log."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto, unique

from client.games.game import Reveal, Story, View
from client.games.registry import game_of
from client.i18n import _
from client.net.table.stopwatch import Mistimed
from client.words.people import LONGEST_NAME, NO_SEAT, People, bot_names
from client.words.safe import called, cut, quoted
from client.words.sayings import heard
from engine.events import TimeRanOut
from engine.records import record
from engine.slots import TABLE
from protocol.follow.follower import Follower, text_of
from protocol.log import bodies
from protocol.log.bodies import LONGEST_BODY
from protocol.log.records import Entry, Kind
from protocol.modes.mode import SERVER
from protocol.wire.codec import decode
from protocol.wire.messages import Presence

LONGEST_TALK = 300
_MOST_LOSSES = 2  # of one seat that are told before the game goes on: a bad line does not drive the game away


@unique
class ToldKind(Enum):
    """What a line is, so that it can be drawn apart, or left out."""

    STORY = auto()
    SECRET = auto()  # only this seat knows it
    TALK = auto()
    AGAINST = auto()  # what another seat did to this one
    NOTICE = auto()  # who comes and goes, and what the clock does
    HINT = auto()  # who is connected, as this computer or the server says: it stands in no log


@record
class Told:
    kind: ToldKind
    text: str
    seat: int | None = None


class Chronicle:
    """Turns what a follower has taken into lines; it changes nothing at the table."""

    def __init__(self) -> None:
        self.lines: list[Told] = []
        self.people = People([], NO_SEAT)
        self._view: View | None = None
        self.muted: set[int] = set()  # seats whose talk is not shown
        self.wishes = 0  # how often another seat was told to want a pause
        self._wished: set[int] = set()
        """The seats that were, since the game went on last: one that asks again and again is told of once."""
        self._losses: Counter[int] = Counter()
        self._lost: set[int] = set()
        """The seats of which the loss was told: only their return is told too."""
        self.told_before = 0  # how many lines were told before the last `Reveal`
        self.story: Story | None = None  # None before there is a table

    @property
    def revealed(self) -> Reveal | None:
        """What the end of a round has turned up last; each time another object."""
        return self.story.revealed if self.story is not None else None

    def begin(self, follower: Follower, view: View) -> None:
        """TABLE was read, perhaps for a second time: everything is told from the beginning."""
        self.lines.clear()
        self.story = None
        self._view = view
        self._name_seats(follower)

    def _name_seats(self, follower: Follower) -> None:
        own = self._view.seat if self._view is not None and self._view.seat is not None else NO_SEAT
        self.people = People(seat_names(follower), own)
        if self.story is not None:
            self.story.people = self.people
        elif self._view is not None:
            self.story = game_of(follower.state.book.rules).story(self._view, self.people)

    def go_on(self, entry: Entry, events: list[object], follower: Follower, wanted: tuple[int, ...]) -> None:
        """One more entry; ``wanted``: the seats that want a pause now."""
        self.hear(entry, follower)
        if entry.kind == Kind.ASK_PAUSE and entry.actor in wanted:
            self.tell_wish(entry.actor)
        for text in self._notices(entry, follower):
            self.notice(text)
        if events:
            self._wished.clear()
            self._losses.clear()
        for event in events:
            if not (isinstance(event, TimeRanOut) and follower.absence.is_bots(event.seat)):
                self.tell(event)  # the clock answers for a bot at once, and no time of it has run out

    def tell(self, event: object) -> None:
        before, told = self.revealed, len(self.lines)
        for line in self.story.tell(event) if self.story is not None else ():
            kind = ToldKind.SECRET if line.secret else ToldKind.AGAINST if line.against else ToldKind.STORY
            self.lines.append(Told(kind, line.text))
        if self.revealed is not before:
            self.told_before = told

    def hear(self, entry: Entry, follower: Follower) -> None:
        """A name or talk; perhaps later than its entry, if its text was missing there."""
        if entry.kind == Kind.NAME:
            self._name_seats(follower)
        elif entry.kind == Kind.TALK and entry.actor not in self.muted:
            said: bodies.Talk | None = text_of(entry)
            text = _("(text withheld)") if said is None else quoted(heard(said.text), LONGEST_TALK)
            who = self.people.who(entry.actor)
            self.lines.append(Told(ToldKind.TALK, _("{who} [say|says]: {text}", who=who, text=text), entry.actor))

    def tell_wish(self, seat: int) -> None:
        if seat not in self._wished | {self.people.own}:
            self.wishes += 1
            self._wished.add(seat)
            self.notice(_("{who} asks for a pause.", who=self.people.name(seat)))

    def tell_presence(self, before: Presence | None, now: Presence) -> None:
        """Who was cut off or is connected again; leaving and coming back for good are in the log."""
        for seat, change in enumerate(zip(before.seats, now.seats, strict=False) if before is not None else ()):
            if seat == self.people.own or seat >= len(self.people):
                continue
            who = self.people.name(seat)
            if change == ("here", "lost"):
                self._tell_loss(seat, _("{who} has lost the connection.", who=who))
            elif change == ("lost", "here"):
                self._tell_return(seat, _("{who} is connected again.", who=who))

    def tell_connection(self, *, lost: bool, kept: str = "") -> None:
        """Of this computer; ``kept`` says what becomes of the seat meanwhile."""
        own = self.people.own
        if lost:
            self._tell_loss(own, _("Connection lost: {kept}.", kept=kept))
        else:
            self._tell_return(own, _("You are connected again."))

    def _tell_loss(self, seat: int, text: str) -> None:
        self._losses[seat] += 1
        if self._losses[seat] <= _MOST_LOSSES and seat not in self._lost:
            self._lost.add(seat)
            self.lines.append(Told(ToldKind.HINT, text, seat))

    def _tell_return(self, seat: int, text: str) -> None:
        if seat in self._lost:
            self._lost.remove(seat)
            self.lines.append(Told(ToldKind.HINT, text, seat))

    def notice(self, text: str) -> None:
        self.lines.append(Told(ToldKind.NOTICE, text))

    def _notices(self, entry: Entry, follower: Follower) -> Iterator[str]:
        """What an entry tells that is no event of the game: people who come and go, quarrels, pauses."""
        who = self.people.who(entry.actor) if entry.actor < len(self.people) else ""
        if follower.ledger.complaints and follower.ledger.complaints[-1][0] == entry.seq:
            yield _("{who} cannot read a card, and [ask|asks] to see it again.", who=who)
        match entry.kind:
            case Kind.LEAVE if len(follower.setting.people) > 1:
                yield _("{who} [have|has] left the table: {what}.", who=who, what=substitute(follower, who))
            case Kind.LEAVE:
                yield _("{who} [have|has] left the table.", who=who)
            case Kind.BACK:
                yield _("{who} [are|is] back.", who=who)
            case Kind.PROTEST if decode(bodies.Protest, entry.body, LONGEST_BODY).unlogged:
                yield _("{who} [say|says] that the server did not record a move that was sent in time.", who=who)
            case Kind.PROTEST:
                yield _("{who} [say|says] that a question took another time than the log says.", who=who)
            case Kind.SEAT_OUT:
                seat = decode(bodies.SeatOut, entry.body, LONGEST_BODY).seat
                who = self.people.who(seat)
                yield _("{who} [were away|does not answer]: {what}.", who=who, what=substitute(follower, who))
        more = follower.setting.table.options.resume_seconds
        if follower.absence.pause.just_ended and more:
            yield _("The pause is over: {seconds} s more for this question.", seconds=more)
        elif follower.absence.pause.just_ended:
            yield _("The pause is over.")
        elif entry.kind == Kind.PAUSE:
            yield _("Paused.")

    def mistimed(self, question: Mistimed) -> str:
        """By this computer's clock a question took another time than the log says."""
        others = {TABLE: _("a reaction"), SERVER: _("the server")}
        text = _(
            "By this computer's clock {whose} had {own:.0f} s until entry {entry}; the log says {log:.0f} s.",
            whose=others.get(question.took.seat) or self.people.name(question.took.seat),
            own=question.own_ms / 1000,
            log=question.took.ms / 1000,
            entry=question.seq,
        )
        self.notice(text)
        return text


def substitute(follower: Follower, who: str) -> str:
    """What becomes of the turns of a player who is not there."""
    if follower.setting.table.options.absent is not None:
        return _("a bot plays [for you|on for them]", who=who)
    return _("[you discard|they discard] a random card each turn", who=who)


def seat_names(follower: Follower) -> list[str]:
    """People by the names that they gave, bots by names from a list that is the same at every seat."""
    said = follower.agreement.names
    people = {seat: _short(said.get(seat), seat) for seat, key in enumerate(follower.setting.seat_keys) if key}
    names: list[str] = []
    bots = bot_names(people.values())
    for seat in range(follower.setting.seats):
        if seat in people:
            names.append(_single(people[seat], names, seat))
        else:
            names.append(next(bots))
    return names


def _short(name: str | None, seat: int) -> str:
    return called(name or "", LONGEST_NAME).replace(" ", "_") or _("seat-{number}", number=seat + 1)


def _single(name: str, before: list[str], seat: int) -> str:
    """The server lets no two people have one name; a log may all the same."""
    taken = set(map(str.casefold, before))
    others = (f"{cut(name, LONGEST_NAME - 3)}-{number}" for number in range(seat + 1, 100))
    return next(one for one in (name, *others) if one.casefold() not in taken)
