"""The author of a log: it takes what players signed, lets the mode say what is owed, and lets the bots play.

No entry is written that the host's own follower would refuse.
"""

from collections.abc import Callable, Iterable

from engine.events import SlotsShown
from engine.front import ActLike
from engine.slots import TABLE
from engine.task import worked_out
from engine.wants import Act, Choose, Window
from protocol.follow.ending import ABANDONED, DISSOLVED, FINISHED, STOPPED
from protocol.follow.follower import Follower
from protocol.host.asked_bots import asked_bots, bots_in
from protocol.host.bots import BotSeats, bots_own, is_slow, may_tell_of_other_bots, other_bots
from protocol.host.table_log import Now, SignHead, TableLog
from protocol.log import bodies
from protocol.log.faults import Code, Fault, Finding
from protocol.log.records import Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.mode import SERVER, Author, Said
from protocol.wire.codec import encode

Watcher = Callable[[Entry, list[object]], None]


class Host(TableLog):
    """One table that is played: its log, the server's side of its mode, and its bots."""

    def __init__(
        self, setting: Setting, table: bytes, author: Author, sign_head: SignHead, now: Now = lambda: 0
    ) -> None:
        super().__init__(setting, table, sign_head, now)
        self.author = author
        self.watchers: list[Watcher] = []
        own = bots_own(setting)
        self._bots = [BotSeats(setting, self.follower.state, own)] if own else []
        """Those on seats of their own, and then those that play for absent people."""
        self._decided: tuple[int, ActLike | None] | None = None
        """The seat of the bot that is next and what it does, if it has decided already."""
        self._task: tuple[int, bytes] | None = None
        """The seat of the slow bot that is next and what it decides from, until it has decided."""
        self.other_bots = other_bots(setting)
        """The bots that TABLE names in another revision than this program has."""
        self._told_of_bots = not self.other_bots
        """Whether a player's program has signed that they play on in another revision, if they do."""
        self.breaks = False
        """Whether the deal behind a ROUND_OPEN waits until `end_break`."""
        self._break_ended = 0
        """The last round behind which the next may be dealt."""
        if self.follower.agreement.all_revealed:
            author.begin(self.follower)  # a table of bots alone has no seed to wait for

    # writing

    def submit(self, entry: Entry) -> list[object]:
        """What a person signed, at the place that the log has for it."""
        if entry.kind == Kind.REVEAL and self.follower.signed_up_to < self.follower.agreement.last_seal:
            why = "a seed is shown only when all seals stand under the server's signature"
            raise Fault(Finding(Code.STALE, self.next_seq, self.setting.server_key, why))
        return super().submit(entry)

    def take(self, entry: Entry) -> list[object]:
        """Check and append, and keep the mode and the bots in step; the events that followed."""
        self.author.check(entry, self.follower.play.waiting())
        events = super().take(entry)
        self._check_decided(went_on=bool(events))
        self._told_of_bots = self._told_of_bots or may_tell_of_other_bots(entry)
        if entry.kind == Kind.REVEAL and self.follower.agreement.all_revealed:
            self.author.begin(self.follower)
        self.author.follow(entry)
        for bots in self._bots:
            self._tell(bots, events)
        for watch in self.watchers:
            watch(entry, events)
        return events

    def _tell(self, bots: BotSeats, events: list[object]) -> None:
        for event in events:
            if isinstance(event, SlotsShown) and event.seat in bots:
                bots.show(event.seat, [(slot, self.author.face(slot)) for slot in event.slots])
        bots.see(events)

    def act_for_bot(self, seat: int, act: ActLike) -> list[object]:
        """An act of a bot: unsigned, since its signature would be the server's anyway."""
        return self._put(self.author.act(seat, act))

    def _put(self, said: Said) -> list[object]:
        return self.write(said.kind, said.actor, said.body if isinstance(said.body, bytes) else encode(said.body))

    # going on

    def advance(self) -> None:
        """Answer and play for the server until people are waited for, or the log ends."""
        self.settle()
        while self.bot_is_next():
            self.bot_step()
            self.settle()

    def settle(self) -> None:
        """Write everything that is the server's to write now, but for the moves of its bots."""
        while self._step():
            pass

    def _step(self) -> bool:
        follower = self.follower
        if follower.ended:
            return False
        if self._mind_absences():
            return True
        if not follower.agreement.all_revealed:
            return False
        if (follower.ledger.proved or follower.ledger.stuck) and not follower.over:
            self.end(STOPPED)
            return True
        if closed := follower.round_to_open:
            self.say(Kind.ROUND_OPEN, self.author.open_round(closed))
            return True
        in_break = bool(self.in_break)
        if (said := self.author.due(deals=not in_break)) is not None:
            self._put(said)
            return True
        if in_break:
            return False
        if follower.over and not follower.play.owing:
            self.end(FINISHED)
            return True
        if follower.absence.pause_due():
            self.say(Kind.PAUSE, bodies.Pause(on=True))
            return True
        return False

    @property
    def in_break(self) -> int:
        """The round behind which the next deal is held back; 0 if none is, as where the seats deal."""
        round_ = self.follower.between_rounds if self.breaks else 0
        if not round_ or round_ == self._break_ended:
            return 0
        return round_ if all(debt.debtors == (SERVER,) for debt in self.follower.debts) else 0

    def end_break(self) -> None:
        """The next round may be dealt."""
        self._break_ended = self.in_break

    def _mind_absences(self) -> bool:
        """Seats whose players are gone count as away; when all are gone for good, the table waits no longer."""
        absence, missing = self.follower.absence, self.follower.agreement.missing
        if not missing and (seat := absence.due_out()) is not None:
            self.say(Kind.SEAT_OUT, bodies.SeatOut(seat=seat))
            return True
        people = self.setting.people
        if missing and missing <= absence.left:
            self.dissolve()
        elif people and people <= absence.left and not missing:
            self.abandon()
        else:
            return False
        return True

    def bot_is_next(self) -> bool:
        """Whether the table waits for a seat that a bot plays, or a window is over, which ends with the bots."""
        return self._bot_to_move() is not None or self._window_over() is not None

    @property
    def bots_are_held(self) -> bool:
        """Whether a bot is asked that is another than TABLE names, and no player's program has signed that yet.

        It does not play until then: an auditor that has the old one would take its move for a false one.
        """
        if self._told_of_bots:
            return False
        waiting = self.follower.play.waiting()
        if waiting is None or isinstance(waiting, Choose):
            return False
        return any(map(self.follower.absence.is_bots, waiting.seats))

    def _bot_to_move(self) -> int | None:
        follower = self.follower
        waiting = None if follower.ended or follower.absence.paused else follower.play.waiting()
        if not isinstance(waiting, Act):
            return None
        for seat in waiting.seats:
            if follower.absence.is_bots(seat):
                return None if follower.play.owing or self.bots_are_held else seat  # what it owes was said before
        return None

    def think(self) -> None:
        """Let the bot that is next decide now, so that when it acts tells nothing of how hard the choice was."""
        if (task := self.task()) is not None:
            self.decided(task, worked_out(task))
        seat = self._bot_to_move()
        if seat is not None and self._decided is None:
            self._decided = seat, self._chosen(seat)

    @property
    def slow_bot_is_next(self) -> bool:
        """Whether the bot that the table waits for may think long."""
        seat = self._bot_to_move()
        return seat is not None and is_slow(self.setting, seat)

    @property
    def bot_has_decided(self) -> bool:
        """Whether what the bot does that is next is known already."""
        return self._decided is not None

    def task(self) -> bytes | None:
        """What the slow bot that is next decides from, for another process; None if it has decided, or none is next."""
        if self._task is None and self._decided is None and self.slow_bot_is_next:
            seat = self._bot_to_move()
            assert seat is not None
            self._task = seat, self._bots_at(seat).task(seat, self.author.bot_chance(seat))
        return None if self._task is None else self._task[1]

    def decided(self, task: bytes, place: int) -> None:
        """The slow bot that was given this task has decided; if the game has gone on meanwhile, that is forgotten."""
        if self._task is not None and self._task[1] is task:
            (seat, _), self._task = self._task, None
            self._decided = seat, self._bots_at(seat).choice(seat, place)

    def _check_decided(self, *, went_on: bool) -> None:
        """A decision is about the game as it stands, and of a seat that a bot still plays; a task is, too."""
        begun = self._task or self._decided
        if begun is not None and (went_on or not self.follower.absence.is_bots(begun[0])):
            self.author.bot_decides_again(begun[0])
            self._task = self._decided = None

    def bot_step(self) -> None:
        """One act of the bot that the table waits for."""
        self.think()
        if self._decided is not None and self._bot_to_move() is not None:
            (seat, act), self._decided = self._decided, None
            assert act is not None, "only a window can pass"
            self.act_for_bot(seat, act)
        elif (window := self._window_over()) is not None:
            self._close(window)

    def _chosen(self, seat: int) -> ActLike | None:
        """What the bot of a seat decides; it uses one decision of its chance, also if it lets a window pass."""
        return self._bots_at(seat).choose(seat, self.author.bot_chance(seat))

    def _bots_at(self, seat: int) -> BotSeats:
        bots = next((bots for bots in self._bots if seat in bots), None)
        if bots is None:
            bots = self._stand_in(seat)
            self._bots.append(bots)
        return bots

    def _window_over(self) -> Window | None:
        """The window whose time is over."""
        follower = self.follower
        waiting = None if follower.ended or follower.absence.paused else follower.play.waiting()
        if (
            not isinstance(waiting, Window)
            or self.bots_are_held
            or follower.absence.left_ms(TABLE, waiting) > self.elapsed()
        ):
            return None
        return waiting

    def _close(self, window: Window) -> None:
        """The first bot that reacts closes it, else the clock: before this moment no bot is asked."""
        for seat in bots_in(window, self.follower.absence):
            act = self._chosen(seat)
            if act is not None:
                self.act_for_bot(seat, act)
                return
        self.say(Kind.TIMEOUT, bodies.Timeout(seat=TABLE, about=self.follower.asked_at))

    def time_up(self) -> None:
        """The clock answers for the seat that the table has waited for long enough; for none, if it is too early."""
        follower = self.follower
        if not follower.agreement.all_revealed:
            if follower.absence.step_over(self.elapsed()):
                self.dissolve()
            return
        waiting = follower.play.waiting()
        if follower.absence.paused and follower.absence.pause.left_ms() <= self.elapsed():
            self.say(Kind.PAUSE, bodies.Pause(on=False))
            return
        for left, debt, seat in follower.debts_left():
            if left <= self.elapsed():
                self.say(Kind.TIMEOUT, bodies.Timeout(seat=seat, about=debt.about))
                return
        if waiting is None or follower.absence.paused:
            return
        if isinstance(waiting, Window):
            self.bot_step()
            return
        if self.bots_are_held:
            return
        for seat in (waiting.seat,) if isinstance(waiting, Choose) else waiting.seats:
            if follower.absence.left_ms(seat, waiting) <= self.elapsed():
                self.say(Kind.TIMEOUT, bodies.Timeout(seat=seat, about=follower.asked_at))
                return

    def _stand_in(self, seat: int) -> BotSeats:
        """A bot that has seen everything from this seat, from the first entry on."""
        again = Follower(self.setting)
        again.signatures.vouched_up_to = self.follower.chain.last
        bots = BotSeats(self.setting, again.state, [seat])
        for entry in self.entries:
            again.signed_up_to = entry.seq
            self._tell(bots, again.take(entry))
        bots.watch(self.follower.state)
        return bots

    def end(self, reason: str, seats: Iterable[int] = ()) -> None:
        """Open all seeds and end the log."""
        if not self.follower.ending.game_opened:
            self.say(Kind.GAME_OPEN, self.author.open_game())
        self.say(Kind.END, bodies.End(reason=reason, seats=sorted(seats)))

    def dissolve(self) -> None:
        """Not all agreed in time: the table ends before its first card, and names the seats it waited for."""
        self.end(DISSOLVED, self.follower.agreement.missing)

    def abandon(self) -> None:
        """All people have gone."""
        self.end(ABANDONED, self.setting.people)

    # starting again

    def restore(self, entry: Entry) -> None:
        """Take an entry that was written before, and keep the mode in step with it."""
        self._check_decided(went_on=True)
        for seat in asked_bots(self.follower, entry):
            self.author.bot_chance(seat)
        self.take(entry)
        self.author.restored(entry)
