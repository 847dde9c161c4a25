"""A bot in the place of a person: it sits down, gets ready, plays, and confirms the end.  No terminal, no reactor."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime

from client.bot.table import BotAtTable, Tell, Wait
from client.i18n import _
from client.net.conversation import Timer
from client.net.guest import Guest, GuestWatcher, Pace
from client.net.hang_up import HungUp
from client.net.table.table import FollowedTable
from client.net.unfinished import unfinished_lines
from client.words.codes import sentence
from client.words.rules import known_rules, unknown_rules
from engine.bots.bot import Bot
from engine.slots import Draw
from protocol.follow.ending import FINISHED
from protocol.keys.identity import fingerprint
from protocol.wire import lobby

DONE, WRONG = 0, 1
_CROSSED = frozenset(
    f"gathering/{code}" for code in ("changed", "not-host", "not-introduced", "not-ready", "seats-free", "started")
)  # what is denied when two messages cross; the next news of the gathering say how it stands
_MISSED = frozenset({"gathering/none", "gathering/full", "gathering/started"})  # what is denied when others were faster
LINGER_SECONDS = 3.0  # how long others may take to confirm the end


@dataclass(frozen=True, slots=True)
class Plan:
    bot: Bot
    games: int = 1
    code: str = ""
    """The gathering to sit down at; without one, the bot opens one by ``wishes``, or looks for any if it has none."""
    wishes: lobby.Wishes | None = None
    bots_of_server: int = 0
    pace: Pace | None = None
    """How fast it wants to play, where it is the host."""
    password: str = ""


class BotGuest:
    """The bot at a server, which ``join`` leads to; `done` fires with the exit code."""

    eyes: ClassVar[type[BotAtTable]] = BotAtTable

    def __init__(
        self, plan: Plan, chance: Draw, clock: IReactorTime, tell: Tell, join: Callable[[GuestWatcher], Guest]
    ) -> None:
        self._plan = plan
        self._chance = chance
        self._clock = clock
        self._tell = tell
        self.guest = join(self)
        self.done: Deferred[int] = Deferred()
        self._code = plan.code
        self._games = 0
        self._at: dict[bytes, BotAtTable] = {}
        self._bot_ms = 0  # how long bots take, as the lobby was told last
        self._lingering = Timer(clock)
        self._starting = False  # whether that was said and not answered yet
        self._bots_asked = 0
        self._listed: object = None  # the gathering at which it was told last what did not finish
        self._last: bytes | None = None  # the table by which another game with the same people is asked for
        self._again: bytes | None = None  # the table after which they are gathered already
        self._tried: set[str] = set()  # gatherings of the lobby at which it wanted to sit down
        self._trying = False  # whether it has not heard yet what came of the last of them

    def connected(self, tables: tuple[bytes, ...]) -> None:
        server = fingerprint(self.guest.server_key)
        self._tell("connected", _("connected to the server {server}", server=server), server=server)
        for tid in tables:
            self.guest.follow(tid)
        if not self._at:
            self._sit()

    def disconnected(self, why: HungUp, seconds: float) -> None:
        self._starting = self._trying = False
        self._bots_asked = 0
        self._again = None  # the seat at that gathering is free now
        text = _("{why}  Next try in {seconds:.1f} s.", why=str(why), seconds=seconds)
        self._tell("disconnected", text, code=why.code, seconds=round(seconds, 2))

    def gave_up(self, why: HungUp) -> None:
        self._fail("gave-up", str(why), code=why.code)

    # the lobby

    def _sit(self) -> None:
        plan = self._plan
        if self._last is not None:
            self.guest.again(self._last)
        elif self._code:
            self.guest.sit(self._code, plan.password)
        elif plan.wishes is not None:
            self.guest.gather(plan.wishes, plan.password)
        else:
            self.guest.say(lobby.Browse())

    def _look_round(self, offers: tuple[lobby.Offer, ...]) -> None:
        code = next((offer.code for offer in offers if offer.code not in self._tried and _is_open(offer)), None)
        if code is None:
            text = _(
                "there is no unfinished game, and no listed table with a free seat:"
                " open a table with --open, or name one with --lobby"
            )
            self._fail("nothing", text)
        else:
            self._tried.add(code)
            self._trying = self.guest.sit(code, "")

    def told(self, message: lobby.FromLobby) -> None:
        match message:
            case lobby.Offers(offers=offers):
                self._look_round(offers)
            case lobby.Gathered(gathering=gathering, seat=seat):
                self._trying = False
                self._gathered(gathering, seat)
            case lobby.Pace(bot_ms=bot_ms):
                self._bot_ms = bot_ms
            case lobby.Started(table=tid):
                self._starting = False
                self.guest.follow(tid)
            case lobby.Parted(why=why):
                self._fail("parted", _("sent away from the lobby"), why=why)

    def _gathered(self, gathering: lobby.Gathering, seat: int) -> None:
        before = gathering.predecessor
        if before is not None and (before.reason != FINISHED or self._games + len(self._at) >= self._plan.games):
            return  # a bot does not try again, and has had its games
        if seat == gathering.host and self._plan.pace is not None and gathering.code != self._code:
            self.guest.play_at(gathering.code, self._plan.pace)
        if gathering.code != self._code or self._last is not None or (before and before.tid in self._at):
            self._code, self._last = gathering.code, None
            self._again = before.tid if before is not None else None
            text = _("lobby {code}", code=gathering.code)
            self._tell("gathering", text, code=gathering.code, seats=gathering.wishes.seats)
        self._tell_unfinished(gathering)
        if known_rules(gathering.wishes.rules) is None:
            self._fail("denied", unknown_rules(gathering.wishes.rules), code="gathering/unknown-rules")
            return
        if not gathering.sitters[seat].is_ready:
            self.guest.get_ready(gathering, seat)
        if seat == gathering.host:
            self._lead(gathering)

    def _tell_unfinished(self, gathering: lobby.Gathering) -> None:
        """A bot agrees all the same; its person may want to know."""
        if (gathering.code, gathering.predecessor) != self._listed:
            self._listed = gathering.code, gathering.predecessor
            for line in unfinished_lines(self.guest.unfinished(gathering)):
                self._tell("unfinished", line)

    def _lead(self, gathering: lobby.Gathering) -> None:
        sitters = gathering.sitters
        all_there = len(sitters) == gathering.wishes.seats
        bots = sum(sitter.bot is not None for sitter in sitters)
        if bots < self._plan.bots_of_server and not all_there:
            if bots >= self._bots_asked:
                self._bots_asked = bots + 1
                self.guest.say(lobby.SeatBot(gathering=gathering.code, bot=self._plan.bot.name))
        elif not all_there or not all(sitter.is_ready for sitter in sitters):
            self._starting = False
        elif not self._starting:
            self._starting = self.guest.say(lobby.Start(gathering=gathering.code))

    def denied(self, code: str) -> None:
        """Some things happen when several talk at once; everything else is the end."""
        self._starting = False
        if code == "gathering/none" and self._at:
            return  # the game began while this bot said once more that it is ready
        if self._trying and code in _MISSED:
            self._trying = False
            self._sit()
        elif code == "gathering/none" and not self._plan.code:
            self._code = ""  # all had gone meanwhile: open another, or look for one
            self._sit()
        elif code not in _CROSSED:
            self._fail("denied", sentence(code), code=code)

    # tables

    def watch(self, tid: bytes) -> BotAtTable:
        if tid not in self._at:
            wait = Wait(self._clock, self._bot_ms)
            self._at[tid] = self.eyes(self._plan.bot, self._chance, wait, self._tell, self._over)
        return self._at[tid]

    def _over(self, at: BotAtTable) -> None:
        """Something came to its end: trouble, the game, or what people sign about it."""
        if at.trouble is not None:
            self._clock.callLater(0, self._finish, WRONG)
        elif not self._lingering.running:
            self._lingering.start(0, partial(self._look, at, self._clock.seconds()))

    def _look(self, at: BotAtTable, since: float) -> None:
        table = at.table
        if table is None or table.follower is None or table.ended is None or self.done.called:
            return
        late = self._clock.seconds() - since >= LINGER_SECONDS
        all_have = set(table.follower.ending.closed_by()) >= table.follower.setting.people
        if table.confirmed and (late or all_have):
            self._game_over(table, table.ended.reason)
        else:
            self._lingering.start(0.1, partial(self._look, at, since))

    def _game_over(self, table: FollowedTable, reason: str) -> None:
        path = str(table.file.path)
        table.over()
        self.guest.unfollow(table.tid)
        del self._at[table.tid]
        text = _("the game was {reason}; its log is in {file}", reason=reason, file=path)
        self._tell("ended", text, reason=reason, log=path)
        self._games += 1
        self._last = None if self._again == table.tid else table.tid
        if reason != FINISHED:
            self._finish(WRONG)
        elif self._games >= self._plan.games:
            self._finish(DONE)
        elif self._at:
            self._over(next(iter(self._at.values())))
        elif self._last is not None:
            self._sit()

    def _fail(self, event: str, text: str, **values: object) -> None:
        self._tell(event, text, **values)
        self._finish(WRONG)

    def _finish(self, code: int) -> None:
        self._lingering.stop()
        if not self.done.called:
            self.done.callback(code)

    def stop(self) -> Deferred[None]:
        """Go away; fires when nothing is left open.  `done` stays as it is."""
        self._lingering.stop()
        for at in self._at.values():
            at.stop()
        return self.guest.stop()


def _is_open(offer: lobby.Offer) -> bool:
    return known_rules(offer.rules) is not None and offer.taken < offer.seats and not offer.locked
