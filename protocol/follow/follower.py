"""What a client runs over the log: it takes entries one by one and refuses the first that breaks a rule or a promise.

The follower keeps the public state, and for its own seat a notebook.  It checks everything that can be known at once;
what only the seeds can show is kept as a claim and checked when they open.
"""

from collections.abc import Callable
from typing import Any

from engine.events import RoundClosed
from engine.front import is_over
from engine.wants import Act, Window
from protocol.follow.absence import Absence, Waiting
from protocol.follow.agreement import Agreement
from protocol.follow.caps import Caps
from protocol.follow.ending import DISSOLVED, FINISHED, Ending, check_seen
from protocol.follow.grievances import Grievances
from protocol.follow.play import Play
from protocol.follow.signatures import Signatures
from protocol.log import bodies
from protocol.log.acts import from_body
from protocol.log.faults import Code, Fault, Finding, Wrong
from protocol.log.records import FREE, TEXTS, Chain, Entry, Kind
from protocol.log.setting import Setting
from protocol.modes.dealer import part
from protocol.modes.dealer.claims import Chosen
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.recount import Recount
from protocol.modes.dealer.seeds import ROUND_CLASS
from protocol.wire.codec import BadFrame, decode

LONGEST_BODY = 1 << 16
_BY_PLAYER = frozenset({Code.ILLEGAL, Code.OPENING, Code.SEAL, Code.SEED, Code.MALFORMED, Code.CHAIN, Code.DEAD_SLOT})
"""What a player answers for whose signature holds."""


class Follower:
    """The state of a table, worked out from its log and from nothing else."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.chain = Chain(setting.tid)
        self.absence = Absence(setting)
        self.agreement = Agreement(setting)
        self.play = Play(setting, self.absence)
        self.state = self.play.state
        self.ending = Ending(setting, self.state.book.rounds)
        self.signatures = Signatures(setting, self.absence)
        self.caps = Caps(setting.table.options)
        self.signed_up_to = 0
        """The last entry that stands under a HEAD."""
        self.grievances = Grievances(setting, self.absence, self.signatures)
        self._anchor = 0
        """The last entry that changed the game: a player who acts must have seen it."""
        self.asked_at = 0
        """The entry that opened the present question."""
        self._closed_round = 0
        self._takers = self._all_takers()

    def _all_takers(self) -> dict[int, Callable[[Entry, Any], list[object]]]:
        """By kind of entry: who checks it and carries it out."""
        play = self.play
        return {
            Kind.SEAL: self._seal,
            Kind.REVEAL: self._reveal,
            Kind.DECK_COMMIT: self._deal,
            Kind.OPEN: play.open,
            Kind.SHOW: play.show,
            Kind.RANDOM: play.random,
            Kind.RENEW: play.renew,
            Kind.ANSWER: play.answer,
            Kind.ACT: play.act,
            Kind.CHOICE: play.choice,
            Kind.TIMEOUT: self._timeout,
            Kind.ROUND_OPEN: self._round_open,
            Kind.GAME_OPEN: self._game_open,
            Kind.END: self._end,
            Kind.CLOSE: self._close,
            Kind.ACK: self._ack,
            Kind.TALK: self._nothing,
            Kind.NOTE: self._nothing,
            Kind.HANDOVER: self._handover,
            Kind.ASK_PAUSE: self._ask_pause,
            Kind.LET_PASS: self._let_pass,
            Kind.LEAVE: self._nothing,
            Kind.BACK: self._nothing,
            Kind.NAME: self._name,
            Kind.COMPLAINT: play.complaint,
            Kind.PROTEST: self._protest,
            Kind.PAUSE: self._pause,
            Kind.SEAT_OUT: self._seat_out,
        }

    def take(self, entry: Entry) -> list[object]:
        """Check one entry and apply it; the events that follow, or `Fault` and nothing changed."""
        verified = False
        try:
            self._check_header(entry)
            verified = self.signatures.check(entry, self.chain)
            waiting = self.play.waiting()
            self._check_anchor(entry, waiting)
            body = self._body(entry)
            self._check_place(entry)
            events: list[object] = self._takers[entry.kind](entry, body)
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
        self._ask(entry, events, waiting)
        return events

    def _note(self, entry: Entry, events: list[object]) -> None:
        self._anchor = entry.seq
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
        unaware = entry.kind in {Kind.ACT, Kind.CHOICE} and entry.seen < self._anchor
        by_player = verified and wrong.code in _BY_PLAYER and not wrong.by_server and not unaware
        key = self.setting.seat_keys[entry.actor] if by_player else None
        return Fault(Finding(wrong.code, entry.seq, key or self.setting.server_key, wrong.evidence))

    @property
    def seeds(self) -> list[bytes]:
        """By seat: what people have shown; empty for a bot, or if it is still hidden."""
        return [seed or b"" for seed in self.agreement.seeds]

    @property
    def round_to_open(self) -> int:
        """The round that has ended and whose seed is still closed; 0 if there is none."""
        return 0 if (self._closed_round, ROUND_CLASS) in self.ending.seeds else self._closed_round

    @property
    def ended(self) -> bodies.End | None:
        """How the log ends, once it does."""
        return self.ending.ended

    def _check_header(self, entry: Entry) -> None:
        if entry.seq != self.chain.last + 1:
            raise Wrong(Code.SEQUENCE, f"expected entry {self.chain.last + 1}, found {entry.seq}")
        if entry.kind not in self._takers:
            raise Wrong(Code.UNKNOWN_KIND, f"there is no kind {entry.kind}")
        if entry.round != self.state.round:
            raise Wrong(Code.WRONG_ROUND, f"it is round {self.state.round}, the entry says {entry.round}")
        self.caps.check(entry)

    def _check_anchor(self, entry: Entry, waiting: Waiting | None) -> None:
        """An act answers the newest state of the game; where several may answer at once, the question itself."""
        if entry.kind not in {Kind.ACT, Kind.CHOICE, Kind.LET_PASS} or not any(entry.signature):
            return
        together = isinstance(waiting, Window) or (isinstance(waiting, Act) and waiting.concurrent)
        anchor = self.asked_at if together else self._anchor
        if entry.seen < anchor:
            raise Wrong(Code.STALE, f"the act answers entry {entry.seen}, the game went on in {anchor}")

    def _body(self, entry: Entry) -> Any:
        if entry.kind in TEXTS:
            return text_of(entry)
        if entry.removed:
            raise Wrong(Code.MALFORMED, "only what people say to each other may be removed", by_server=True)
        if entry.kind == Kind.ACT:
            return from_body(self.state.book, entry.actor, entry.body)
        return decode(bodies.BODIES[Kind(entry.kind)], entry.body, LONGEST_BODY)

    def _check_place(self, entry: Entry) -> None:
        """What may stand where: agreement, seeds, play, the end."""
        kind = Kind(entry.kind)
        if self.ended is not None:
            place = kind == Kind.CLOSE
        elif self.ending.game_opened:
            place = kind == Kind.END
        elif not self.agreement.all_sealed:
            place = kind in {Kind.SEAL, *_STOP} | FREE
        elif not self.agreement.all_revealed:
            place = kind in {Kind.REVEAL, *_STOP} | FREE
        else:
            place = kind not in {Kind.SEAL, Kind.REVEAL}
            self._check_away(kind)
        if not place:
            raise Wrong(Code.OUT_OF_PLACE, f"{kind.name} cannot stand here")

    def _check_away(self, kind: Kind) -> None:
        """A seat that counts as away is said to be so before anything else happens."""
        away = self.absence.due_out()
        if away is not None and kind not in {Kind.SEAT_OUT, *_STOP}:
            raise Wrong(Code.OUT_OWED, f"seat {away} counts as away, and the log does not say so", by_server=True)

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

    def _deal(self, entry: Entry, body: bodies.DeckCommit) -> list[object]:
        last = self.state.round
        if last and (last, ROUND_CLASS) not in self.ending.seeds:
            raise Wrong(Code.OUT_OF_PLACE, f"the seed of round {last} was not opened before this deal")
        return self.play.deal(entry, body)

    # time and quarrels

    def _timeout(self, entry: Entry, body: bodies.Timeout) -> list[object]:
        if body.about != self.asked_at and self.play.waiting() is not None:
            raise Wrong(Code.ABOUT, f"the question was opened by entry {self.asked_at}, not by {body.about}")
        return self.play.timeout(entry, body)

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
        if body.on and (self.play.wanted() or self.round_to_open):
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
        if body.round != self._closed_round or not body.round:
            raise Wrong(Code.OUT_OF_PLACE, f"round {body.round} is not the one that has ended")
        opened = part.read(part.RoundPart, body.part)
        self.ending.check_seed(body.round, ROUND_CLASS, opened.seed)
        self._check_round(body.round, opened)
        self.ending.open_round(entry, body.round, opened)
        return []

    def _check_round(self, round_: int, opened: part.RoundPart) -> None:
        """Roles, goals, public chance and secret choices are proved as soon as their seed is open."""
        seeds = {(round_, ROUND_CLASS): opened.seed}
        deals = Deals(self.setting.tid, self.state.book, seeds, self.seeds)
        choices = {opening.seq: opening for opening in opened.choices}
        claims = [claim for claim in self.play.claims if claim.round == round_]
        self._check_choices(opened.choices, round_)
        for finding in Recount(self.setting, deals, choices).differences(claims, boxes=False):
            raise Fault(finding)

    def _game_open(self, entry: Entry, body: bodies.GameOpen) -> list[object]:
        if self._over and self.state.owed:
            raise Wrong(Code.OWED, f"seat {self.state.owed[0][0]} was never shown its cards")
        opened = part.read(part.GamePart, body.part)
        self.ending.check_game(opened)
        self._check_choices(opened.choices, self.round_to_open or self.state.round)
        self.ending.open_game(opened)
        return []

    def _check_choices(self, opened: list[part.ChoiceOpening], round_: int) -> None:
        """Exactly the secret choices of a round that are still closed, in their order, and as they were made."""
        chosen = [claim for claim in self.play.claims if isinstance(claim, Chosen) and claim.round == round_]
        closed = [claim for claim in chosen if claim.commitment and claim.seq not in self.ending.choices]
        if [opening.seq for opening in opened] != [claim.seq for claim in closed]:
            raise Wrong(Code.CHOICE, f"not the secret choices of round {round_} were opened")
        unseen = Deals(self.setting.tid, self.state.book, {}, self.seeds)  # no card is looked at
        choices = {opening.seq: opening for opening in opened}
        for finding in Recount(self.setting, unseen, choices).differences(closed, boxes=False):
            raise Fault(finding)

    def _end(self, entry: Entry, body: bodies.End) -> list[object]:
        missing = self.agreement.missing
        gone = self.absence.out | self.absence.left
        people = self.setting.people
        if body.reason == DISSOLVED and not (missing <= gone or self.absence.step_over(entry.dt_ms)):
            raise Wrong(Code.EARLY, f"seats {sorted(missing)} still had time")
        if body.reason == FINISHED and len(self.ending.confirmations()) < self.state.round:
            raise Wrong(Code.OUT_OF_PLACE, f"round {self.state.round} was not opened before the game")
        away = people if people <= gone else frozenset()
        self.ending.end(entry, body, over=self._over, missing=missing, away=away)
        if body.reason == DISSOLVED:
            self.absence.dissolve(entry)
        return []

    @property
    def _over(self) -> bool:
        return is_over(self.state)

    def _close(self, entry: Entry, body: bodies.Close) -> list[object]:
        if body.part:
            raise Wrong(Code.MALFORMED, "this mode has nothing to say at an end")
        self.ending.close(entry, body, self.chain)
        self.grievances.hear(entry, body.unlogged, body.times, self.chain)
        return []

    def _ack(self, entry: Entry, body: bodies.Ack) -> list[object]:
        check_seen(entry, body, self.chain)
        return []

    def _nothing(self, entry: Entry, body: object) -> list[object]:
        return []


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
