"""A bot that looks at one table through the eyes of a seat, and plays it."""

from collections.abc import Callable
from functools import partial
from typing import Protocol, runtime_checkable

from twisted.internet.interfaces import IReactorTime

from client.i18n import _
from client.net.conversation import Timer
from client.net.table.stopwatch import Mistimed
from client.net.table.table import FollowedTable
from client.net.trouble import Trouble
from client.words.codes import sentence
from engine.bots.bot import Bot
from engine.bots.player import BotPlayer
from engine.events import RoundDealt
from engine.front import ActLike
from engine.slots import Draw
from engine.wants import Act, Choose, Window
from protocol.follow.seat import SeatFollower
from protocol.host.bots import bot_wait_ms
from protocol.log.bodies import Options
from protocol.log.records import Entry, Kind
from protocol.wire.messages import BetweenRounds, Presence

Tell = Callable[..., None]  # (event, sentence, **values): what a person, or a program, may want to know


class Wait:
    """How long the bot takes for its acts, as the bots of a server do."""

    def __init__(self, clock: IReactorTime, bot_ms: int) -> None:
        self._timer = Timer(clock)
        self._bot_ms = bot_ms

    @property
    def running(self) -> bool:
        return self._timer.running

    def start(self, asked: Act, options: Options, act: Callable[[], None]) -> None:
        if whole := bot_wait_ms(asked, options, self._bot_ms):
            self._timer.start(whole / 1000, act)
        else:
            act()

    def stop(self) -> None:
        self._timer.stop()


@runtime_checkable
class Scored(Protocol):
    """The event that ends a game, whichever game it is."""

    scores: tuple[int, ...]


class BotAtTable:
    def __init__(self, bot: Bot, chance: Draw, wait: Wait, tell: Tell, over: Callable[["BotAtTable"], None]) -> None:
        self._bot = bot
        self._wait = wait
        self._chance = chance
        self._tell = tell
        self._over = over
        self.table: FollowedTable | None = None
        self._player: BotPlayer | None = None
        self.trouble: Trouble | None = None
        self._phrase: tuple[str, ...] = ()
        self._considered = 0  # the entry that opened the window which the bot was asked about last
        self._wished = self._agreed = 0  # the last wish of another seat for a pause, and the last agreed to

    def opened(self, table: FollowedTable) -> None:
        self.table, seat = table, table.seat
        self._player = None if seat is None else BotPlayer(self._bot, seat.seat, seat.view)
        own = None if seat is None else seat.seat
        where = _("table {table}", table=table.tid.hex()[:16])
        where = where if own is None else _("{table}, seat {seat}", table=where, seat=own)
        self._tell("table", where, table=table.tid.hex(), seat=own)

    def went_on(self, entry: Entry, events: list[object]) -> None:
        if self._player is not None:
            self._player.see(events)
        assert self.table is not None
        if not self._phrase and (words := self.table.phrase):
            self._phrase = words
            self._tell("phrase", _("phrase {words}", words=" ".join(words)), phrase=" ".join(words))
        for event in events:
            if isinstance(event, RoundDealt):
                self._tell("round", _("round {number}", number=event.round), round=event.round)
            if isinstance(event, Scored):
                scores = ", ".join(map(str, event.scores))
                self._tell("scores", _("scores by seat: {scores}", scores=scores), scores=list(event.scores))
        if entry.kind == Kind.ASK_PAUSE and self.table.seat is not None and entry.actor != self.table.seat.seat:
            self._wished = entry.seq
        if entry.kind in {Kind.END, Kind.CLOSE}:
            self._over(self)

    def fetched(self, entry: Entry) -> None: ...  # a bot does not read what people say
    def told(self, presence: Presence) -> None: ...  # it is in no hurry

    def rests(self, between: BetweenRounds) -> None:
        """A bot has nothing to look at."""
        assert self.table is not None
        self.table.go_on()

    def denied(self, code: str) -> None: ...  # it asks for nothing that could be; the server's own trouble passes

    def may_act(self) -> None:
        """Come back, agree to a pause, or answer, if the table waits for this seat and has shown it everything."""
        assert self.table is not None
        seat = self.table.seat
        if seat is None or self._player is None or self._is_beside_the_game(self.table, seat):
            return
        if seat.blind:
            return
        self._answer(self.table, seat, self._player)

    def _is_beside_the_game(self, table: FollowedTable, seat: SeatFollower) -> bool:
        """A bot is its own person: it comes back, and waits in a pause, which an act of its would end."""
        absence = seat.absence
        if seat.seat in absence.out:
            table.come_back()
            return True
        asked = absence.pause.asked
        if asked and seat.seat not in asked and self._agreed < self._wished and not absence.paused:
            self._agreed = self._wished
            table.ask_pause(on=True)
            return True
        return absence.paused

    def _answer(self, table: FollowedTable, seat: SeatFollower, player: BotPlayer) -> None:
        waiting = seat.play.waiting()
        if isinstance(waiting, Choose) and waiting.seat == seat.seat:
            table.choose(self._chance(waiting.below))
        elif isinstance(waiting, Act) and seat.seat in waiting.seats:
            if not self._wait.running:  # it has decided already
                act = player.choose(self._chance)
                self._wait.start(waiting, seat.setting.table.options, partial(self._act, table, act, seat.anchor))
        elif isinstance(waiting, Window) and seat.seat in waiting.seats and self._considered != seat.asked_at:
            self._considered = seat.asked_at
            reaction = player.choose(self._chance)
            if reaction is not None:
                table.act(reaction)

    def _act(self, table: FollowedTable, act: ActLike | None, anchor: int) -> None:
        """What was decided, unless something has come in between: then the bot is asked again."""
        seat = table.seat
        if seat is not None and table.live and seat.anchor == anchor and not seat.absence.paused:
            table.act(act)
        elif table.live and table.flying is None:
            self.may_act()

    def refused(self, entry: Entry, code: str) -> None:
        assert self.table is not None
        assert self.table.follower is not None
        kind = self.table.follower.kinds.name(entry.kind)
        self._tell("refused", _("{kind} was refused: {why}", kind=kind, why=sentence(code)), kind=kind, code=code)

    def mistimed(self, question: Mistimed) -> None:
        entry, own, log = question.seq, question.own_ms, question.took.ms
        seconds = {"own": own / 1000, "log": log / 1000}
        text = _("entry {entry}: {own:.1f} s by this clock, {log:.1f} s by the log", entry=entry, **seconds)
        self._tell("mistimed", text, entry=entry, own_ms=own, log_ms=log)

    def stop(self) -> None:
        """The program ends."""
        self._wait.stop()

    def objected(self, code: str) -> None:
        self.stopped(Trouble(code))

    def stopped(self, trouble: Trouble) -> None:
        self.trouble = trouble
        self._wait.stop()
        evidence = trouble.evidence and str(trouble.evidence)
        self._tell("trouble", str(trouble), code=trouble.code, evidence=evidence, proved=trouble.proved is not None)
        self._over(self)
