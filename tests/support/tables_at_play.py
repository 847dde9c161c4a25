"""Tables in the middle of a game: the clock, the dealer, the people and the rules do what a test says."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.bots.player import BotPlayer
from engine.grid.cells import cell
from engine.machine import Question, Stage
from engine.mine import game as mine
from engine.mine.book import Book
from engine.mine.state import State
from engine.records import record
from engine.rules import Rules, parse
from engine.slots import TABLE, Pile, Seat
from engine.waits import SECRETS
from engine.wants import Act, Choose, Window
from protocol.audit.audit import Report, Verdict, audit
from protocol.follow.follower import Follower
from protocol.follow.seat import SeatFollower
from protocol.host.host import Host
from protocol.host.selfplay import OPTIONS, Server, from_seed
from protocol.keys.identity import Identity
from protocol.keys.stream import Stream
from protocol.log import bodies
from protocol.log.faults import Code, Fault
from protocol.log.join import Joining, make_table
from protocol.log.records import (
    NO_SIGNATURE,
    NOBODY,
    TEXTS,
    Chain,
    Entry,
    HeadRecord,
    Kind,
    RecordType,
    head_parts,
    records,
)
from protocol.log.records import record as record_of
from protocol.log.setting import read_setting
from protocol.modes.dealer.author import HoldingDealer
from protocol.wire.codec import Body, encode
from tests.support.dealing import complain, ledger_of, party_of

SERVER = "server"
CROSS, MAP = 11, 111
SECOND = 1000
_BOOK = mine.book


class Clock:
    """Time passes when a test says so."""

    def __init__(self) -> None:
        self._now = 0

    def wait(self, ms: int) -> None:
        """So long nothing is logged."""
        self._now += ms

    def now(self) -> int:
        """Milliseconds."""
        return self._now


class Trying(Host):
    """A host that remembers what it tried to write."""

    tried: Entry

    def take(self, entry: Entry) -> list[object]:
        """Whether or not it may stand there."""
        self.tried = entry
        return super().take(entry)


class AtPlay:
    """A table that goes on entry by entry; the log alone decides what comes next."""

    def __init__(
        self,
        *,
        rules: str = "base",
        seats: int = 3,
        bot: str = "random",
        seed: bytes = b"at play",
        server_bots: int = 0,
        dealer: type[HoldingDealer] = HoldingDealer,
        predecessor: bodies.Predecessor | None = None,
        **options: Any,
    ) -> None:
        fresh = from_seed(seed)
        parsed = parse(rules)
        self.server = Server(fresh, mine.book(parsed, seats).rounds)
        self.joinings = [_person(fresh(f"person {seat}"), seat) for seat in range(seats - server_bots)]
        key = self.server.identity.public
        rows: list[bodies.SignedJoin | bodies.BotSeat] = [joining.signed(key) for joining in self.joinings]
        rows += [bodies.BotSeat(bot=bot, rev=BOTS[bot].rev)] * server_bots
        changed = bodies.Options(**{name: getattr(OPTIONS, name) for name in OPTIONS.__struct_fields__} | options)
        self.table = make_table(parsed, changed, rows, key, self.server.secrets, predecessor=predecessor)
        self.setting = read_setting(self.table)
        self.options = changed
        self.clock = Clock()
        self._dealer, self._bot = dealer, BOTS[bot]
        self.way = 1
        """What people choose in secret."""
        self.sit_down()

    def sit_down(self) -> None:
        """All parties again, as before the first entry."""
        self.host = Trying(
            self.setting,
            self.table,
            self._dealer(self.setting, self.server.secrets),
            self.server.sign_head,
            self.clock.now,
        )
        keys = [joining.identity.seat(joining.nonce) for joining in self.joinings]
        self.people = [SeatFollower(self.setting, seat, key) for seat, key in enumerate(keys)]
        self._players = [BotPlayer(self._bot, person.seat, person.view) for person in self.people]
        self.host.watchers.append(self._deliver)

    def _deliver(self, entry: Entry, events: list[object]) -> None:
        for person, player in zip(self.people, self._players, strict=True):
            person.take(entry)
            player.see(events)

    # going on

    def play(self) -> bytes:
        """To the end; the log file."""
        while self.go_on():
            pass
        return self.file

    def until(self, there: Callable[["AtPlay"], bool]) -> "AtPlay":
        """Go on until something is so, and sign the log up to there."""
        while not there(self):
            assert self.go_on(), "the game was over before"
        self.commit()
        return self

    def go_on(self) -> bool:
        """The next entry; False if everything is said."""
        before = self.host.next_seq
        self.host.settle()
        if self.host.next_seq == before and self.host.bot_is_next():
            self.host.bot_step()
        if self.host.next_seq > before:
            return True
        self.commit()
        entry = self.due()
        if entry is not None:
            self.host.submit(entry)
        elif (window := self.window) is not None:
            self.clock.wait(max(0, self.host.follower.absence.left_ms(TABLE, window) - self.host.elapsed()))
            self.host.time_up()
        return self.host.next_seq > before

    def due(self) -> Entry | None:
        """What a person, or the clock of one who is away, has to say next."""
        return self._before_play() or self._about_the_log() or self._move()

    def _before_play(self) -> Entry | None:
        agreement = self.host.follower.agreement
        for person, joining in zip(self.people, self.joinings, strict=True):
            if person.seat not in agreement.names:
                return person.say(Kind.NAME, joining.name)
        if agreement.all_revealed or self.host.follower.ended:
            return None
        person = self.people[min(agreement.missing)]
        return person.reveal() if agreement.all_sealed else person.seal()

    def _about_the_log(self) -> Entry | None:
        for person in self.people:
            if party_of(person).unread:
                return complain(person)
        ends = [entry.seq for entry in self.host.entries if entry.kind in {Kind.ROUND_OPEN, Kind.END}]
        closes = Counter(entry.actor for entry in self.host.entries if entry.kind == Kind.CLOSE)
        missing = (person for person in self.people if closes[person.seat] < len(ends))
        return next((person.confirm(ends[closes[person.seat]]) for person in missing), None)

    def _move(self) -> Entry | None:
        waiting = self.host.follower.play.waiting()
        if waiting is None or self.host.follower.ended:
            return None
        if isinstance(waiting, Window):
            return self._reaction(waiting)
        seat = waiting.seat if isinstance(waiting, Choose) else waiting.seats[0]
        if seat in self._out or seat >= len(self.people):
            self.clock.wait(self.host.follower.absence.left_ms(seat, waiting))
            return self.said(Kind.TIMEOUT, self.timeout(seat))
        if isinstance(waiting, Choose):
            return self.people[seat].choose(self.way)
        return self.people[seat].act(self.chosen_act(seat))

    def _reaction(self, window: Window) -> Entry | None:
        """Of the first person who wants to react."""
        here = (seat for seat in sorted(window.seats) if seat < len(self.people) and seat not in self._out)
        acts = ((seat, self.chosen_act(seat)) for seat in here)
        return next((self.people[seat].act(act) for seat, act in acts if act is not None), None)

    @property
    def _out(self) -> set[int]:
        return self.host.follower.absence.out

    @property
    def window(self) -> Window | None:
        """The window that stands open, if one does."""
        waiting = None if self.host.follower.ended else self.host.follower.play.waiting()
        return waiting if isinstance(waiting, Window) else None

    def chosen_act(self, seat: int) -> Any:
        """What the person of a seat does at this place of the log."""
        chance = Stream(sha256(b"%d %d" % (seat, self.host.next_seq)).digest())
        return self._players[seat].choose(chance.draw)

    def commit(self) -> None:
        """The server signs what is new."""
        if self.host.follower.chain.last > self.host.follower.signed_up_to:
            self.take_head(self.host.commit())

    def take_head(self, head: HeadRecord) -> None:
        """People see what the server signed."""
        for person in self.people:
            person.signed_up_to = head.seq

    # looking at it

    @property
    def file(self) -> bytes:
        """The log so far."""
        return bytes(self.host.file)

    @property
    def asked(self) -> int:
        """The seat that is waited for."""
        waiting = self.host.follower.play.waiting()
        assert waiting is not None
        return waiting.seat if isinstance(waiting, Choose) else waiting.seats[0]

    def who(self, key: bytes) -> str:
        """Whose key this is."""
        if key == self.setting.server_key:
            return SERVER
        return f"seat {self.setting.seat_keys.index(key)}"

    def places(self, kind: int) -> list[int]:
        """The numbers of all entries of a kind."""
        return [entry.seq for entry in self.host.entries if entry.kind == kind]

    def findings(self, report: Report) -> list[tuple[Code, int, str]]:
        """What an audit found: code, entry, and who is at fault."""
        return [(finding.code, finding.at, self.who(finding.key)) for finding in report.findings]

    # wrong entries

    def said(self, kind: int, body: Body | bytes, *, dt_ms: int = 0, actor: int = NOBODY) -> Entry:
        """An entry without a signature, at the next place."""
        data = body if isinstance(body, bytes) else encode(body)
        return Entry(self.host.next_seq, dt_ms, kind, actor, 0, 0, self.host.follower.state.round, NO_SIGNATURE, data)

    def timeout(self, seat: int) -> bodies.Timeout:
        """The body with which the clock of a seat answers the present question."""
        return bodies.Timeout(seat=seat, about=max(1, self.host.follower.asked_at))

    def forced(self, entry: Entry) -> bytes:
        """The log as a server would have to write it to get the entry into it."""
        chain = Chain(self.setting.tid)
        chain.heads = [*self.host.follower.chain.heads]
        chain.extend(entry)
        signature = self.server.sign_head(*head_parts(chain.tid, chain.last, chain.heads[-1]))
        head = record_of(RecordType.HEAD, HeadRecord(chain.last, signature).to_bytes())
        return self.file + record_of(RecordType.ENTRY, entry.to_bytes()) + head

    def found(self) -> list[tuple[Code, int, str]]:
        """Play until an entry is refused; what an audit says of a log that holds it, which is the same."""
        with pytest.raises(Fault) as caught:
            self.play()
        report = audit(self.forced(self.host.tried))
        assert (report.verdict, report.findings) == (Verdict.REFUTED, [caught.value.finding])
        return self.findings(report)

    def refused(self, entry: Entry) -> tuple[Code, str]:
        """Every follower refuses the entry and stays as it was, and an audit finds the same: code, and whose fault."""
        followers: list[Follower] = [self.host.follower, *self.people]
        before = [inside(follower) for follower in followers]
        with pytest.raises(Fault) as caught:
            self.host.take(entry)
        for person in self.people:
            with pytest.raises(Fault) as by_person:
                person.take(entry)
            assert by_person.value.finding == caught.value.finding
        assert [inside(follower) for follower in followers] == before
        report = audit(self.forced(entry))
        assert (report.verdict, report.findings) == (Verdict.REFUTED, [caught.value.finding])
        assert caught.value.finding.at == entry.seq
        return caught.value.finding.code, self.who(caught.value.finding.key)


def inside(follower: Follower) -> list[object]:
    """Everything that a follower knows, for comparing."""
    parts = (
        follower,
        follower.absence,
        follower.absence.pause,
        follower.agreement,
        follower.ending,
        follower.signatures,
        follower.grievances,
        follower.caps,
        follower.debt_clocks,
    )
    known: list[object] = [_plain(vars(part)) for part in parts]
    play = follower.play
    ledger = ledger_of(follower)
    known += [_plain(vars(play)), _plain(vars(ledger)), _plain(vars(ledger.committed)), _plain(vars(ledger.opened))]
    known += [follower.state.copy(), [*follower.chain.heads]]
    if isinstance(follower, SeatFollower):
        known.append((repr(follower.notebook.shown), repr(follower.notebook.pools), follower.notebook.chosen))
    return known


def _plain(values: dict[str, object]) -> str:
    return repr({name: value for name, value in values.items() if " at 0x" not in repr(value)})


def _person(fresh: bytes, seat: int) -> Joining:
    name = bodies.Name(salt=sha256(fresh).digest()[:16], name=f"Player {seat + 1}")
    return Joining(Identity(fresh), sha256(fresh + b"nonce").digest(), name)


def read_entries(log: bytes) -> list[tuple[Entry, HeadRecord | None]]:
    """The entries of a file, each with the HEAD that stands behind it."""
    found: list[tuple[Entry, HeadRecord | None]] = []
    for kind, payload in records(log):
        if kind == RecordType.ENTRY:
            found.append((Entry.from_bytes(payload), None))
        elif kind == RecordType.HEAD:
            found[-1] = found[-1][0], HeadRecord.from_bytes(payload)
    return found


def without_texts(log: bytes) -> bytes:
    """The log after all talk, names and notes were removed from it."""
    whole = log[: len(log) - sum(5 + len(payload) for _, payload in records(log))]
    for kind, payload in records(log):
        text = kind == RecordType.ENTRY and Entry.from_bytes(payload).kind in TEXTS
        whole += record_of(RecordType.HEADER, payload[:116]) if text else record_of(kind, payload)
    return whole


def talk(text: str = "Glück auf!") -> bodies.Talk:
    """Something said."""
    return bodies.Talk(salt=bytes(16), text=text)


def turn_of(seat: int) -> Callable[[AtPlay], bool]:
    """It is the seat's turn."""

    def there(table: AtPlay) -> bool:
        waiting = table.host.follower.play.waiting()
        return isinstance(waiting, Act) and waiting.seats == (seat,) and waiting.what == "turn"

    return there


def a_turn_of_round(number: int) -> Callable[[AtPlay], bool]:
    return lambda table: a_turn(table) and table.host.follower.state.round == number


def a_turn(table: AtPlay) -> bool:
    """A seat has the turn, whichever."""
    waiting = table.host.follower.play.waiting()
    return isinstance(waiting, Act) and waiting.what == "turn" and not table.host.follower.state.owed


# rules


Change = Callable[[Book], Book]


@contextmanager
def small_mine(
    deck: tuple[int, ...] = (CROSS,) * 4 + (MAP,) * 4,
    *,
    rounds: int = 2,
    hand_size: int = 1,
    near: bool = False,
    change: Change = lambda book: book,
) -> Iterator[None]:
    """Rules with few cards, so that a game is short; with ``near`` goals the first card laid finds the treasure."""

    cells = ((2, 2), (2, 0), (2, -2)) if near else ((8, 2), (8, 0), (8, -2))

    @cache
    def book(rules: Rules, seats: int) -> Book:
        whole = replace(_BOOK(rules, seats), goal_cells=tuple(cell(*at) for at in cells))
        gold = Pile("gold", 0, (211, 211, 212, 212, 213, 213, 213), "game", once=True)
        goals = Pile("goals", 2, (2, 2, 2) if near else (2, 3, 4), "round")
        piles = (gold, whole.piles[1], goals, Pile("deck", 3, deck, "game"))
        copies = {pile.number: Counter(pile.faces) for pile in piles}
        return change(replace(whole, rounds=rounds, hand_size=hand_size, piles=piles, copies=copies))

    with patch("engine.mine.game.book", book):
        yield


@record
class Asked:
    """The seat is asked in secret how the cards should lie."""

    seat: Seat


@record
class Laid:
    """The cards are laid again, as the seat has chosen."""

    seat: Seat


@record
class Wondered:
    """Is the treasure the first of the cards?"""

    seat: Seat


TREASURE_FIRST = Question(250, lambda subject, faces: faces[0] == 2)


def asking(zone: Callable[[State], list[int]], below: int, seat: Seat = 0, *, own: bool = False) -> Change:
    """Before the first turn of each round ``seat`` chooses in secret in which order the cards of a zone lie.

    If they are not its own, it and the next seat see the first of them before.  Then all are told whether the treasure
    is the first of them.
    """

    def asked(state: State, event: Asked) -> None:
        if not own:
            state.owed += [(event.seat, (zone(state)[0],)), ((event.seat + 1) % 3, (zone(state)[0],))]
        state.ask_secretly(event.seat, below, "order", then="lay-anew")

    def laid(state: State, event: Laid) -> None:
        state.renew(zone(state), then="wonder", show_to=event.seat if own else None, by=event.seat)

    def wondered(state: State, event: Wondered) -> None:
        state.ask("treasure-first", event.seat, zone(state), then="begin-play")

    def change(book: Book) -> Book:
        stages = {
            "begin-play": book.stages["begin-round"],
            "begin-round": Stage(follow=lambda state: (Asked(seat),)),
            "lay-anew": Stage(follow=lambda state: (Laid(seat),)),
            "wonder": Stage(follow=lambda state: (Wondered(seat),)),
        }
        return replace(
            book,
            decide={**book.decide, **SECRETS.inputs},
            evolve={**book.evolve, **SECRETS.events, Asked: asked, Laid: laid, Wondered: wondered},
            stages={**book.stages, **SECRETS.stages, **stages},
            chances={**book.chances, **SECRETS.chances},
            questions={**book.questions, "treasure-first": TREASURE_FIRST},
        )

    return change


def goal_slots(state: State) -> list[int]:
    """The goals, in slot order."""
    return sorted(state.goals.values())
