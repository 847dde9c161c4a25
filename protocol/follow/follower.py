"""What a client runs over the log: it takes entries one by one and refuses the first that breaks a rule or a promise.

The follower keeps the public state, and for its own seat a notebook.  What belongs to the way cards are dealt it asks
the mode of the table, whose ledger it folds beside the state.
"""

from collections.abc import Callable, Sequence
from typing import Any
from weakref import proxy

from engine.events import RoundClosed
from engine.front import is_over, setup
from engine.slots import Seat
from engine.wants import Act, Deal, Want, Window
from protocol.follow.absence import Absence
from protocol.follow.agreement import Agreement
from protocol.follow.caps import Caps
from protocol.follow.debts import DebtClocks
from protocol.follow.ending import DISSOLVED, FINISHED, Ending, check_seen
from protocol.follow.grievances import Grievances
from protocol.follow.play import Play
from protocol.follow.signatures import Signatures
from protocol.log import bodies
from protocol.log.acts import from_body
from protocol.log.bodies import LONGEST_BODY
from protocol.log.faults import Code, Fault, Finding, Wrong
from protocol.log.records import TEXTS, Chain, Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.mode import SERVER, Debt, Waiting
from protocol.wire.codec import BadFrame, decode

_BY_PLAYER = frozenset({Code.ILLEGAL, Code.OPENING, Code.SEAL, Code.SEED, Code.MALFORMED, Code.CHAIN, Code.DEAD_SLOT})
"""What a player answers for whose signature holds."""


class Follower:
    """The state of a table, worked out from its log and from nothing else."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.kinds = setting.kinds
        self.chain = Chain(setting.tid)
        self.absence = Absence(setting)
        self.agreement = Agreement(setting)
        self.anchor = 0
        """The last entry that changed the game: a player who acts must have seen it."""
        self.state = setup(setting.rules, setting.seats)
        self.ledger = setting.mode.ledger(proxy(self))  # no circle: a table that is put away is gone at once
        """What the mode of the table folds out of the log."""
        self.debt_clocks = DebtClocks()
        self.ending = Ending()
        self.signatures = Signatures(setting, self.absence)
        self.caps = Caps(setting)
        self.signed_up_to = 0
        """The last entry that stands under a HEAD."""
        self.grievances = Grievances(setting, self.absence, self.signatures)
        self.asked_at = 0
        """The entry that opened the present question."""
        self._closed_round = 0
        self._opened_round = 0
        self.play = Play(setting, self.state, self.absence, self.ledger)
        self._proved = frozenset({Kind.ACT, *self.kinds.rows})
        """What the mode has a say in."""

    def take(self, entry: Entry) -> list[object]:
        """Check one entry and apply it; the events that follow, or `Fault` and nothing changed."""
        verified = False
        try:
            self._check_header(entry)
            verified = self.signatures.check(entry, self.chain)
            waiting = self.play.waiting()
            self._check_anchor(entry, waiting)
            body = self._body(entry)
            prepared = self.ledger.prepare(entry, body) if entry.kind in self._proved else None
            self._check_place(entry)
            events = self._carry_out(entry, body, prepared)
        except BadFrame as error:
            raise self._fault(entry, Wrong(Code.MALFORMED, str(error)), verified=verified) from error
        except Wrong as wrong:
            raise self._fault(entry, wrong, verified=verified) from wrong
        self.chain.extend(entry)
        self.caps.follow(entry)
        self.absence.follow(entry, events, waiting)
        if verified:
            self.signatures.follow(entry)
        if events:
            self._note(entry, events)
        if events or entry.kind not in TEXTS:
            self.play.settle(went_on=bool(events))
        self.debt_clocks.follow(entry, self.play.debts, paused=self.absence.pause.on)
        self._ask(entry, events, waiting)
        return events

    def _carry_out(self, entry: Entry, body: Any, prepared: object) -> list[object]:
        if entry.kind in self._proved:
            return self._carry_out_with_mode(entry, body, prepared)
        return _TAKERS[entry.kind](self, entry, body)

    def _note(self, entry: Entry, events: list[object]) -> None:
        if self.ledger.moves(entry, events):
            self.anchor = entry.seq
        for event in events:
            if isinstance(event, RoundClosed):
                self._closed_round = event.round

    def _ask(self, entry: Entry, events: list[object], before: Waiting | None) -> None:
        """A question may open with this entry; what happens in a window closes it, and a pause opens it anew."""
        now = self.play.waiting()
        anew = self.absence.pause.just_ended or (events and isinstance(now, Window))
        if _goes_on(before, now) and not anew:
            return
        self.asked_at = entry.seq
        self.absence.open_question(now)

    def _fault(self, entry: Entry, wrong: Wrong, *, verified: bool) -> Fault:
        """A fault in the entry at hand.

        A player is named only for what the player's own signature covers; for everything else the server is, which
        has put the entry into the log.  Who answers together with others may not have seen how the game went on.
        """
        unaware = entry.kind in self.kinds.answers and entry.seen < self.anchor
        answers_for = wrong.code in _BY_PLAYER or wrong.by_author
        by_player = verified and answers_for and not wrong.by_server and not unaware
        key = self.setting.seat_keys[entry.actor] if by_player else None
        return Fault(Finding(wrong.code, entry.seq, key or self.setting.server_key, wrong.evidence))

    @property
    def seeds(self) -> list[bytes]:
        """By seat: what people have shown; empty for a bot, or if it is still hidden."""
        return [seed or b"" for seed in self.agreement.seeds]

    @property
    def round_to_open(self) -> int:
        """The round that has ended and whose ROUND_OPEN does not stand in the log; 0 if there is none."""
        opened = self._opened_round == self._closed_round or self.ending.game_opened
        return 0 if opened else self._closed_round

    @property
    def between_rounds(self) -> int:
        """The round whose ROUND_OPEN stands in the log while the next is not dealt; 0 before, after and else."""
        dealt_next = self._opened_round != self.state.round or self.closing
        return 0 if dealt_next or not any(isinstance(want, Deal) for want in self.play.wanted()) else self._opened_round

    @property
    def agreed(self) -> bool:
        """Whether all people have shown their seeds: from now on there can be cards."""
        return self.agreement.all_revealed

    @property
    def debts(self) -> Sequence[Debt]:
        """What is owed now."""
        return self.play.debts

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""
        return is_over(self.state)

    @property
    def closing(self) -> bool:
        """Whether GAME_OPEN or END stands in the log, so that nothing more is played."""
        return self.ending.game_opened or self.ended is not None

    def waiting(self) -> Waiting | None:
        """What the table waits for from a player."""
        return self.play.waiting()

    def wanted(self) -> Sequence[Want]:
        """What the rules want of no player."""
        return self.play.wanted()

    def debts_left(self) -> list[tuple[int, Debt, int]]:
        """What is left of the time for each debt that a clock runs for, and whose it is."""
        debts = self.play.debts
        return list(self.debt_clocks.running(debts)) if debts and not self.absence.paused else []

    def is_away(self, seat: Seat) -> bool:
        """Whether the log counts the seat as away."""
        return seat in self.absence.out

    def plays_by_bot(self, seat: Seat) -> bool:
        """Whether a bot of the server plays the seat now."""
        return self.absence.is_bots(seat)

    def said(self, kind: int, seat: Seat) -> int:
        """How often the seat has said this in the present round, as the caps count it."""
        return self.caps.said(kind, seat, self.state.round)

    @property
    def ended(self) -> bodies.End | None:
        """How the log ends, once it does."""
        return self.ending.ended

    def _check_header(self, entry: Entry) -> None:
        if entry.seq != self.chain.last + 1:
            raise Wrong(Code.SEQUENCE, f"expected entry {self.chain.last + 1}, found {entry.seq}")
        if entry.kind not in self.kinds:
            raise Wrong(Code.UNKNOWN_KIND, f"there is no kind {entry.kind}")
        if entry.round != self.state.round:
            raise Wrong(Code.WRONG_ROUND, f"it is round {self.state.round}, the entry says {entry.round}")
        self.caps.check(entry)

    def _check_anchor(self, entry: Entry, waiting: Waiting | None) -> None:
        """An act answers the newest state of the game; where several may answer at once, the question itself."""
        if entry.kind not in self.kinds.anchored or not entry.is_signed:
            return
        together = isinstance(waiting, Window) or (isinstance(waiting, Act) and waiting.concurrent)
        anchor = self.asked_at if together else self.anchor
        if entry.seen < anchor:
            raise Wrong(Code.STALE, f"the act answers entry {entry.seen}, the game went on in {anchor}")

    def _body(self, entry: Entry) -> Any:
        if entry.kind in TEXTS:
            return text_of(entry)
        if entry.removed:
            raise Wrong(Code.MALFORMED, "only what people say to each other may be removed", by_server=True)
        if entry.kind == Kind.ACT:
            return from_body(self.state.book, entry.actor, entry.body)
        return decode(self.kinds.bodies[entry.kind], entry.body, self.kinds.most_bytes(entry.kind))

    def _check_place(self, entry: Entry) -> None:
        """What may stand where: agreement, seeds, play, the end."""
        kind = entry.kind
        if self.ended is not None:
            place = kind == Kind.CLOSE
        elif self.ending.game_opened:
            place = kind == Kind.END
        elif self.agreement.all_revealed:
            place = kind not in _AGREEING
            self._check_away(kind)
            self._check_owed(entry)
        else:
            now = Kind.REVEAL if self.agreement.all_sealed else Kind.SEAL
            place = kind in {now, *_STOP} | self.kinds.free
        if not place:
            raise Wrong(Code.OUT_OF_PLACE, f"{self.kinds.name(kind)} cannot stand here")

    def _check_away(self, kind: int) -> None:
        """A seat that counts as away is said to be so before anything else happens."""
        away = self.absence.due_out()
        if away is not None and kind not in {Kind.SEAT_OUT, *_STOP}:
            raise Wrong(Code.OUT_OWED, f"seat {away} counts as away, and the log does not say so", by_server=True)

    def _check_owed(self, entry: Entry) -> None:
        """While the mode alone waits for something, no answer to the game may come before it is said."""
        if entry.kind not in self.kinds.answers and entry.kind != Kind.ROUND_OPEN:
            return
        for debt in self.play.owing:
            paid = entry.kind in debt.pays and entry.actor in debt.debtors
            if debt.want is None and not paid:
                who = ", ".join(map(str, debt.debtors))
                raise Wrong(Code.OWED, f"seat {who} has to say {debt.step!r} first", by_server=True)

    # agreement

    def _seal(self, entry: Entry, body: bodies.Seal) -> list[object]:
        self.agreement.seal(entry, body)
        if self.agreement.all_sealed:
            self.absence.ask_anew()
        return []

    def _reveal(self, entry: Entry, body: bodies.Reveal) -> list[object]:
        self.agreement.reveal(entry, body)
        return []

    def _name(self, entry: Entry, body: bodies.Name | None) -> list[object]:
        self.agreement.name(entry, body)
        return []

    # play

    def _carry_out_with_mode(self, entry: Entry, body: Any, prepared: object) -> list[object]:
        """An act, with the proof of the card that it shows, or what else belongs to the way cards are dealt."""
        if entry.kind in self.kinds.answers:
            self.play.check_sees(entry.actor)
        if entry.kind == Kind.ACT:
            self.play.check_window(entry)
            steps = self.ledger.act(entry, body, prepared)
        else:
            steps = self.ledger.take(entry, body, prepared)
        return self.play.carry_out(steps, may_deal=not self.round_to_open)

    # time and quarrels

    def _timeout(self, entry: Entry, body: bodies.Timeout) -> list[object]:
        """The time of a debtor is up, or that of a seat that is asked; where it is both, the debt comes first."""
        for left, debt, seat in self.debt_clocks.running(self.play.debts):
            if (seat, debt.about) == (body.seat, body.about):
                return self._overdue(entry, debt, seat, left - entry.dt_ms)
        if body.about != self.asked_at and self.play.waiting() is not None:
            raise Wrong(Code.ABOUT, f"the question was opened by entry {self.asked_at}, not by {body.about}")
        return self.play.timeout(entry, body)

    def _overdue(self, entry: Entry, debt: Debt, seat: Seat, left: int) -> list[object]:
        if self.absence.paused:
            raise Wrong(Code.EARLY, "all clocks stand still")
        if left > 0:
            raise Wrong(Code.EARLY, f"seat {seat} had {left} ms left for {debt.step!r}")
        self.ledger.overdue(entry, debt, seat)
        self.absence.was_silent(seat)
        return []

    def _handover(self, entry: Entry, body: bodies.Handover) -> list[object]:
        raise Wrong(Code.OUT_OF_PLACE, "no other key may take over the log of this table")

    def _seat_out(self, entry: Entry, body: bodies.SeatOut) -> list[object]:
        if not self.absence.may_go_out(body.seat):
            raise Wrong(Code.ABSENCE, f"seat {body.seat} has neither left nor let its time run out")
        if body.seat != (first := self.absence.due_out()):
            raise Wrong(Code.OUT_OWED, f"seat {first} counts as away before seat {body.seat}")
        self.absence.go_out(entry.seq, body.seat)
        return []

    def _ask_pause(self, entry: Entry, body: bodies.AskPause) -> list[object]:
        if not self.absence.pause.allowed:
            raise Wrong(Code.OUT_OF_PLACE, "this table has no pauses")
        self.absence.pause.ask(entry.actor, on=body.on)
        return []

    def _let_pass(self, entry: Entry, body: bodies.Nothing) -> list[object]:
        """The only person of the table does not react, so that its window need not wait: the bots are asked now."""
        waiting = self.play.waiting()
        if len(self.setting.people) != 1 or self.absence.paused:
            raise Wrong(Code.OUT_OF_PLACE, "only the one person at a table can let a window pass")
        if not isinstance(waiting, Window) or entry.actor not in waiting.seats:
            raise Wrong(Code.OUT_OF_PLACE, f"no window asks seat {entry.actor}")
        self.absence.let_pass()
        return []

    def _pause(self, entry: Entry, body: bodies.Pause) -> list[object]:
        """It begins when all who are in have asked for it, and the server may end it when it has lasted too long."""
        pause = self.absence.pause
        if body.on and not self.absence.pause_due():
            raise Wrong(Code.PAUSE, "not every seat that is in has asked for a pause")
        if body.on and (self.play.owing or self.round_to_open):
            raise Wrong(Code.PAUSE, "the server has something to say first")  # with it the pause would be over
        if not body.on and not (pause.on and entry.dt_ms >= pause.left_ms()):
            raise Wrong(Code.PAUSE, "no pause is over")
        if body.on:
            pause.begin(entry.seq)
        return []

    def _protest(self, entry: Entry, body: bodies.Protest) -> list[object]:
        self.grievances.hear(entry, body.unlogged, body.times, self.chain)
        return []

    # the end

    def _round_open(self, entry: Entry, body: bodies.RoundOpen) -> list[object]:
        if body.round != self.round_to_open or not body.round:
            raise Wrong(Code.OUT_OF_PLACE, f"round {body.round} is not the one that has ended")
        self.ledger.open_round(entry, body.round, body.part)
        self._opened_round = body.round
        self.ending.open_round(entry)
        return []

    def _game_open(self, entry: Entry, body: bodies.GameOpen) -> list[object]:
        if self.over and self.state.owed:
            raise Wrong(Code.OWED, f"seat {self.state.owed[0][0]} was never shown its cards")
        owing = self._owed_by_seats()
        self.ledger.open_game(entry, body.part)
        self.ending.owing = owing
        self.ending.game_opened = True
        return []

    def _owed_by_seats(self) -> list[tuple[int, str]]:
        return [(seat, debt.step) for debt in self.play.owing for seat in debt.debtors if seat != SERVER]

    def _end(self, entry: Entry, body: bodies.End) -> list[object]:
        missing = self.agreement.missing
        gone = self.absence.out | self.absence.left
        people = self.setting.people
        if body.reason == DISSOLVED and not (missing <= gone or self.absence.step_over(entry.dt_ms)):
            raise Wrong(Code.EARLY, f"seats {sorted(missing)} still had time")
        if body.reason == FINISHED and len(self.ending.confirmations()) < self.state.round:
            raise Wrong(Code.OUT_OF_PLACE, f"round {self.state.round} was not opened before the game")
        away = people if people <= gone else frozenset()
        opened = not self.ledger.must_open()
        self.ending.end(entry, body, over=self.over, opened=opened, missing=missing, away=away)
        if body.reason == DISSOLVED:
            self.absence.dissolve(entry)
        return []

    def _close(self, entry: Entry, body: bodies.Close) -> list[object]:
        self.ledger.close(entry, body)
        self.ending.close(entry, body, self.chain)
        self.grievances.hear(entry, body.unlogged, body.times, self.chain)
        return []

    def _ack(self, entry: Entry, body: bodies.Ack) -> list[object]:
        check_seen(entry, body, self.chain)
        return []

    def _nothing(self, entry: Entry, body: object) -> list[object]:
        return []


_AGREEING = frozenset({Kind.SEAL, Kind.REVEAL})
_STOP = (Kind.GAME_OPEN, Kind.END)


def text_of(entry: Entry) -> Any:
    """What a TALK, NAME or NOTE says; None if it was removed.

    A malformed one counts as removed: a body that one file has and another has not must change no verdict.
    """
    try:
        return None if entry.removed else decode(bodies.BODIES[Kind(entry.kind)], entry.body, LONGEST_BODY)
    except BadFrame:
        return None


def _goes_on(before: Waiting | None, now: Waiting | None) -> bool:
    """Whether this is still the same question: some of the seats that were asked at once may have answered it."""
    if now is before:
        return True
    if isinstance(before, Act) and isinstance(now, Act) and before.concurrent and now.concurrent:
        return now.what == before.what and set(now.seats) <= set(before.seats)
    return now == before


_TAKERS: dict[int, Callable[[Follower, Entry, Any], list[object]]] = {
    Kind.SEAL: Follower._seal,
    Kind.REVEAL: Follower._reveal,
    Kind.TIMEOUT: Follower._timeout,
    Kind.ROUND_OPEN: Follower._round_open,
    Kind.GAME_OPEN: Follower._game_open,
    Kind.END: Follower._end,
    Kind.CLOSE: Follower._close,
    Kind.ACK: Follower._ack,
    Kind.TALK: Follower._nothing,
    Kind.NOTE: Follower._nothing,
    Kind.HANDOVER: Follower._handover,
    Kind.ASK_PAUSE: Follower._ask_pause,
    Kind.LET_PASS: Follower._let_pass,
    Kind.LEAVE: Follower._nothing,
    Kind.BACK: Follower._nothing,
    Kind.NAME: Follower._name,
    Kind.PROTEST: Follower._protest,
    Kind.PAUSE: Follower._pause,
    Kind.SEAT_OUT: Follower._seat_out,
}
"""By kind of entry: who checks it and carries it out; the mode has a part in all others."""
