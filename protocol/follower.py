"""What a client runs over the log: it takes entries one by one and refuses the first that breaks a rule or a promise.

The follower keeps the public state, and for its own seat a notebook.  It checks everything that can be known at once;
what only the seeds can show is kept as a claim and checked when they open.
"""

from typing import Any

from engine.errors import Illegal
from engine.events import NumberDrawn, SlotsRenewed
from engine.front import apply, setup, wants
from engine.inputs import DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.mine.rules.game_end import RoundClosed
from engine.slots import Slot
from engine.wants import Act, Random
from protocol import bodies, sealing
from protocol.absence import Absence
from protocol.acts import from_body
from protocol.claims import Claim, Dealt, Drawn, Renewed, Shown
from protocol.codec import BadFrame, decode
from protocol.committed import Committed
from protocol.faults import Code, Fault, Finding
from protocol.identity import Purpose, verify
from protocol.log import FREE, NOBODY, SIGNED, Chain, Entry, Kind, act_parts
from protocol.round_check import recount_round
from protocol.seeds import GAME_CLASS, ROUND_CLASS, Root, player_commitment, server_commitment
from protocol.setting import Setting

LONGEST_BODY = 1 << 16
MOST_ENTRIES = 20_000
MOST_BYTES = 4 << 20
ENDS = frozenset({"finished", "abandoned", "dissolved", "stopped", "forked"})
_BY_PLAYER = frozenset({Code.ILLEGAL, Code.OPENING, Code.SEED, Code.MALFORMED, Code.CHAIN, Code.DEAD_SLOT})
"""What a player answers for whose signature holds."""


class Follower:
    """The state of a table, worked out from its log and from nothing else."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.chain = Chain(setting.tid)
        self.state = setup(setting.rules, setting.seats)
        self.claims: list[Claim] = []
        """In the order of the log."""
        self.seeds: list[bytes | None] = [b"" if key is None else None for key in setting.seat_keys]
        self.server_seeds: dict[tuple[int, int], bytes] = {}
        self.committed = Committed(setting.tid, self.state.book)
        self.ended: bodies.End | None = None
        self._sealed: set[int] = set()
        self._counters = [-1] * setting.seats
        self._anchor = 0
        """The last entry that changed the game: a player who acts must have seen it."""
        self.absence = Absence(setting)
        self.signed_up_to = 0
        """The last entry that stands under a HEAD."""
        self._closed_round = 0
        self._own_last = [0] * setting.seats
        self._closing: dict[int, set[int]] = {}
        """By entry that people confirm, a round's or the game's end: who has."""
        self._last_seal = 0
        self._game_opened = False
        self._bytes = 0
        self._verified = False
        self._entry: Entry | None = None

    def take(self, entry: Entry) -> list[object]:
        """Check one entry and apply it; the events that follow, or `Fault` and nothing changed but the evidence."""
        self._entry, self._verified = entry, False
        self._check_header(entry)
        body = self._body(entry)
        self._check_place(entry)
        events: list[object] = getattr(self, _TAKERS[Kind(entry.kind)])(entry, body)
        self.chain.extend(entry)
        self._bytes += len(entry.body)
        self.absence.follow(entry, events)
        if entry.kind in SIGNED:
            self._counters[entry.actor] = entry.counter
            self._own_last[entry.actor] = entry.seq
        if events:
            self._anchor = entry.seq
            closed = [event.round for event in events if isinstance(event, RoundClosed)]
            self._closed_round = closed[-1] if closed else self._closed_round
        return events

    def fault(self, code: Code, evidence: str) -> Fault:
        """A fault in the entry at hand.

        A player is named only for what the player's own signature covers; for everything else the server is, which
        has put the entry into the log.
        """
        assert self._entry is not None
        key = self.setting.seat_keys[self._entry.actor] if self._verified and code in _BY_PLAYER else None
        return Fault(Finding(code, self._entry.seq, key or self.setting.server_key, evidence))

    @property
    def all_sealed(self) -> bool:
        """Whether every person has agreed to the table."""
        return len(self._sealed) == sum(key is not None for key in self.setting.seat_keys)

    @property
    def all_revealed(self) -> bool:
        """Whether every person has shown the own seed."""
        return None not in self.seeds

    @property
    def all_opened(self) -> bool:
        """Whether every seed of the server lies open, so that everything can be worked out again."""
        rounds = self.state.book.rounds
        needed = {(round_, GAME_CLASS) for round_ in range(rounds + 1)}
        return self.server_seeds.keys() >= needed | {(round_, ROUND_CLASS) for round_ in range(1, rounds + 1)}

    def _check_header(self, entry: Entry) -> None:
        if entry.seq > MOST_ENTRIES or self._bytes + len(entry.body) > MOST_BYTES:
            raise self.fault(Code.CAP, f"a log has at most {MOST_ENTRIES} entries and {MOST_BYTES} bytes")
        if entry.seq != self.chain.last + 1:
            raise self.fault(Code.SEQUENCE, f"expected entry {self.chain.last + 1}, found {entry.seq}")
        if entry.kind not in set(Kind):
            raise self.fault(Code.UNKNOWN_KIND, f"there is no kind {entry.kind}")
        if entry.round != self.state.round:
            raise self.fault(Code.WRONG_ROUND, f"it is round {self.state.round}, the entry says {entry.round}")
        if entry.kind in SIGNED:
            self._check_signed(entry)
        elif entry.actor != NOBODY or any(entry.signature) or entry.counter or entry.seen:
            raise self.fault(Code.WRONG_ACTOR, "only the server says this, and signs it with its HEAD")

    def _check_signed(self, entry: Entry) -> None:
        keys = self.setting.seat_keys
        if entry.actor >= len(keys):
            raise self.fault(Code.WRONG_ACTOR, f"there is no seat {entry.actor}")
        key = keys[entry.actor]
        if key is None:
            self._check_bot(entry)
            return
        if not self._own_last[entry.actor] <= entry.seen < entry.seq:
            raise self.fault(Code.STALE, f"entry {entry.seq} of this seat cannot follow from entry {entry.seen}")
        if entry.counter <= self._counters[entry.actor]:
            raise self.fault(Code.REPLAYED, f"counter {entry.counter} was used before")
        head = self.chain.heads[entry.seen]
        if not verify(key, entry.signature, Purpose.ACT, *act_parts(self.setting.tid, head, entry)):
            raise self.fault(Code.SIGNATURE, f"the signature of seat {entry.actor} does not hold")
        self._verified = True
        if entry.kind == Kind.ACT and entry.seen < self._anchor:
            raise self.fault(Code.STALE, f"the act answers entry {entry.seen}, the game went on in {self._anchor}")

    def _check_bot(self, entry: Entry) -> None:
        if entry.kind != Kind.ACT or any(entry.signature) or entry.counter or entry.seen:
            raise self.fault(Code.WRONG_ACTOR, f"seat {entry.actor} is a bot: it acts, and signs nothing")

    def _body(self, entry: Entry) -> Any:
        if entry.removed:
            return self._removed(entry)
        try:
            if entry.kind == Kind.ACT:
                return from_body(self.state.book, entry.actor, entry.body)
            return decode(bodies.BODIES[Kind(entry.kind)], entry.body, LONGEST_BODY)
        except BadFrame as error:
            raise self.fault(Code.MALFORMED, str(error)) from error

    def _removed(self, entry: Entry) -> None:
        if entry.kind != Kind.TALK:
            raise self.fault(Code.MALFORMED, "only what people say to each other may be removed")

    def _check_place(self, entry: Entry) -> None:
        """What may stand where: agreement, seeds, play, the end."""
        kind = Kind(entry.kind)
        if self.ended is not None:
            place = kind == Kind.CLOSE
        elif self._game_opened:
            place = kind == Kind.END
        elif not self.all_sealed:
            place = kind in {Kind.SEAL, Kind.END} | FREE
        elif not self.all_revealed:
            place = kind in {Kind.REVEAL, Kind.END} | FREE
        else:
            place = kind not in {Kind.SEAL, Kind.REVEAL}
        if not place:
            raise self.fault(Code.OUT_OF_PLACE, f"{kind.name} cannot stand here")

    # agreement and seeds

    def _seal(self, entry: Entry, body: bodies.Seal) -> list[object]:
        if entry.actor in self._sealed:
            raise self.fault(Code.OUT_OF_PLACE, "this seat has sealed before")
        if body.tid != self.setting.tid:
            raise self.fault(Code.MALFORMED, "the seal is for another table")
        self._sealed.add(entry.actor)
        self._last_seal = entry.seq
        return []

    def _reveal(self, entry: Entry, body: bodies.Reveal) -> list[object]:
        if self.seeds[entry.actor] is not None:
            raise self.fault(Code.OUT_OF_PLACE, "this seat has shown its seed before")
        if min(entry.seen, self.signed_up_to) < self._last_seal:
            raise self.fault(Code.STALE, "a seed is shown only when all seals stand under the server's signature")
        join = self.setting.joins[entry.actor]
        assert join is not None
        if player_commitment(join.seat_key, join.nonce, body.seed) != join.seed_commitment:
            raise self.fault(Code.SEED, f"the seed of seat {entry.actor} is not the one that it committed to")
        self.seeds[entry.actor] = body.seed
        return []

    # play

    def _apply(self, given: object) -> list[object]:
        try:
            return apply(self.state, given)
        except Illegal as illegal:
            raise self.fault(Code.ILLEGAL, illegal.reason.value) from illegal

    def _deal(self, entry: Entry, body: bodies.DeckCommit) -> list[object]:
        first, round_ = len(self.state.pile_of), self.state.round + 1
        if round_ > 1 and (round_ - 1, ROUND_CLASS) not in self.server_seeds:
            raise self.fault(Code.OUT_OF_PLACE, f"the seed of round {round_ - 1} was not opened before this deal")
        piles = self.state.book.piles_of(round_)
        sizes = tuple(len(pile.faces) for pile in piles)
        if len(body.commitments) != sum(sizes):
            raise self.fault(Code.COMMITMENTS, f"expected {sum(sizes)} commitments, found {len(body.commitments)}")
        events = self._apply(DealRound(sizes))
        self.committed.begin_round(self.state.pile_of, first)
        at = 0
        for pile, size in zip(piles, sizes, strict=True):
            home = 0 if pile.name == "gold" else round_
            self.committed.publish(first + at, home, body.commitments[at : at + size])
            at += size
        self.claims.append(Dealt(entry.seq, round_, first, tuple(body.commitments)))
        return events

    def _check_opening(self, slot: Slot, face: int, salt: bytes) -> None:
        if problem := self.committed.problem(slot, face, salt):
            raise self.fault(*problem)

    def _open(self, entry: Entry, body: bodies.Open) -> list[object]:
        for opening in body.openings:
            self._check_opening(opening.slot, opening.face, opening.salt)
        return self._apply(OpenSlots(tuple((opening.slot, opening.face) for opening in body.openings)))

    def _show(self, entry: Entry, body: bodies.Show) -> list[object]:
        slots = tuple(body.slots)
        person = body.seat < self.setting.seats and self.setting.seat_keys[body.seat] is not None
        expected = len(slots) * sealing.PLAIN + sealing.OVERHEAD if person else 0
        if len(body.box) != expected:
            raise self.fault(Code.BOX, f"the box for seat {body.seat} has {len(body.box)} bytes, not {expected}")
        events = self._apply(ShowSlots(body.seat, slots))
        self.claims.append(Shown(entry.seq, self.state.round, body.seat, slots, body.box))
        return events

    def _random(self, entry: Entry, body: bodies.RandomValue) -> list[object]:
        want = next((want for want in wants(self.state) if isinstance(want, Random)), None)
        events = self._apply(GiveRandom(body.value))
        assert want is not None
        drawn = next(event for event in events if isinstance(event, NumberDrawn))
        self.claims.append(Drawn(entry.seq, self.state.round, want.kind, want.subject, want.below, drawn.value))
        return events

    def _renew(self, entry: Entry, body: bodies.Renew) -> list[object]:
        first = len(self.state.pile_of)
        new = tuple(range(first, first + len(body.commitments)))
        events = self._apply(RenewSlots(new))
        renewal = next(event for event in events if isinstance(event, SlotsRenewed))
        self.committed.publish(first, self.state.round, body.commitments)
        self.committed.bury(renewal.old)
        self.claims.append(Renewed(entry.seq, self.state.round, renewal.old, first, tuple(body.commitments)))
        return events

    def _act(self, entry: Entry, body: tuple[Any, bytes | None]) -> list[object]:
        act, salt = body
        self._check_owed(entry.actor)
        if salt is not None:
            self._check_opening(act.slot, act.face, salt)
            self._check_copies(act.slot, act.face)
        events = self._apply(act)
        if salt is not None:
            self.committed.played(act.face)
        return events

    def _check_owed(self, seat: int) -> None:
        """Nobody plays blind: a seat that was not shown its cards is the server's fault."""
        if any(owed == seat for owed, _ in self.state.owed):
            self._verified = False
            raise self.fault(Code.OWED, f"seat {seat} was not shown its cards before its turn")

    def _check_copies(self, slot: Slot, face: int) -> None:
        """A card that cannot be there was dealt, so it is the server's fault and not its player's."""
        if evidence := self.committed.too_many(self.state.pile_of[slot], face):
            self._verified = False
            raise self.fault(Code.COPIES, evidence)

    def _timeout(self, entry: Entry, body: bodies.Timeout) -> list[object]:
        self._check_owed(body.seat)
        want = self.waiting()
        early = self.absence.too_early(body.seat, "" if want is None else want.what, entry.dt_ms)
        if early:
            raise self.fault(Code.EARLY, f"seat {body.seat} had {early} ms left")
        return self._apply(TimeUp(body.seat))

    def _seat_out(self, entry: Entry, body: bodies.SeatOut) -> list[object]:
        if not self.absence.may_go_out(body.seat):
            raise self.fault(Code.ABSENCE, f"seat {body.seat} has neither left nor let its time run out")
        return []

    # the end

    def _round_open(self, entry: Entry, body: bodies.RoundOpen) -> list[object]:
        if body.round != self._closed_round or not body.round:
            raise self.fault(Code.OUT_OF_PLACE, f"round {body.round} is not the one that has ended")
        self._check_seed(body.round, ROUND_CLASS, body.seed)
        self._check_round(body.round, body.seed)
        self.server_seeds[body.round, ROUND_CLASS] = body.seed
        self._closing[entry.seq] = set()
        return []

    def _game_open(self, entry: Entry, body: bodies.GameOpen) -> list[object]:
        if self.state.stage != "over":
            raise self.fault(Code.OUT_OF_PLACE, "the game is not finished")
        if len(body.seeds) != self.state.book.rounds + 1:
            raise self.fault(Code.SEED, f"expected {self.state.book.rounds + 1} seeds, found {len(body.seeds)}")
        if self.state.owed:
            raise self.fault(Code.OWED, f"seat {self.state.owed[0][0]} was never shown its cards")
        for round_, seed in enumerate(body.seeds):
            self._check_seed(round_, GAME_CLASS, seed)
        self.server_seeds.update({(round_, GAME_CLASS): seed for round_, seed in enumerate(body.seeds)})
        self._game_opened = True
        return []

    def _check_seed(self, round_: int, class_: int, seed: bytes) -> None:
        if (round_, class_) in self.server_seeds:
            raise self.fault(Code.OUT_OF_PLACE, "this seed was opened before")
        committed = self.setting.commitment(round_, class_)
        found = server_commitment(self.setting.server_key, self.setting.nonce, round_, class_, seed)
        if committed is None or found != committed:
            raise self.fault(Code.SEED, f"the server's seed of round {round_} is not the one that it committed to")

    def _check_round(self, round_: int, seed: bytes) -> None:
        """Roles, goals and public chance are proved as soon as their seed is open."""
        root = Root.mix(self.setting.tid, round_, ROUND_CLASS, seed, [own or b"" for own in self.seeds])
        for finding in recount_round(self.setting, self.state.book, self.claims, root):
            raise Fault(finding)

    def _end(self, entry: Entry, body: bodies.End) -> list[object]:
        if body.reason == "finished" and not self.all_opened:
            raise self.fault(Code.OUT_OF_PLACE, "a finished game ends after all seeds are open")
        if self._game_opened != (body.reason == "finished"):
            raise self.fault(Code.OUT_OF_PLACE, f"the game is {body.reason}, and its seeds do not fit that")
        if body.reason not in ENDS:
            raise self.fault(Code.MALFORMED, f"a log does not end because it is {body.reason!r}")
        self.ended = body
        self._closing[entry.seq] = set()
        return []

    def _close(self, entry: Entry, body: bodies.Close) -> list[object]:
        confirmed = self._closing.get(body.seq)
        if confirmed is None or entry.actor in confirmed:
            raise self.fault(Code.OUT_OF_PLACE, f"entry {body.seq} is no end that this seat could confirm now")
        self._check_seen(entry, body)
        confirmed.add(entry.actor)
        return []

    def _ack(self, entry: Entry, body: bodies.Close) -> list[object]:
        self._check_seen(entry, body)
        return []

    def _check_seen(self, entry: Entry, body: bodies.Close) -> None:
        if body.seq > entry.seen or self.chain.heads[body.seq] != body.head:
            raise self.fault(Code.CHAIN, f"seat {entry.actor} has seen another log up to entry {body.seq}")

    def closed_by(self) -> tuple[int, ...]:
        """The seats that confirmed the end of the log."""
        return tuple(sorted(self._closing[max(self._closing)])) if self.ended else ()

    def _nothing(self, entry: Entry, body: object) -> list[object]:
        return []

    def waiting(self) -> Act | None:
        """The act that the table waits for."""
        return next((want for want in wants(self.state) if isinstance(want, Act)), None)


_TAKERS: dict[Kind, str] = {
    Kind.SEAL: "_seal",
    Kind.REVEAL: "_reveal",
    Kind.DECK_COMMIT: "_deal",
    Kind.OPEN: "_open",
    Kind.SHOW: "_show",
    Kind.RANDOM: "_random",
    Kind.RENEW: "_renew",
    Kind.ACT: "_act",
    Kind.TIMEOUT: "_timeout",
    Kind.ROUND_OPEN: "_round_open",
    Kind.GAME_OPEN: "_game_open",
    Kind.END: "_end",
    Kind.CLOSE: "_close",
    Kind.ACK: "_ack",
    Kind.TALK: "_nothing",
    Kind.LEAVE: "_nothing",
    Kind.BACK: "_nothing",
    Kind.SEAT_OUT: "_seat_out",
}
