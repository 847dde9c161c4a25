"""What the log tells of hidden cards in the dealer mode: commitments, openings and boxes, held against each other.

What only the seeds can show is kept as a claim, and worked out when they open.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from engine.events import NumberDrawn
from engine.inputs import AnswerQuestion, CommitChoice, DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots
from engine.slots import Slot
from engine.wants import Ask, Choose, Deal, Open, Random, Renew, Want
from protocol.log.acts import ActBody
from protocol.log.bodies import Close
from protocol.log.faults import Code, Fault, Finding, Wrong
from protocol.log.records import Entry
from protocol.modes.dealer import bodies, part, sealing
from protocol.modes.dealer.claims import Answered, Chosen, Claim, Dealt, Drawn, Renewed, Shown
from protocol.modes.dealer.commitments import Committed
from protocol.modes.dealer.deals import Deals
from protocol.modes.dealer.kinds import DealerKind
from protocol.modes.dealer.opened import Opened
from protocol.modes.dealer.recount import Recount
from protocol.modes.dealer.seeds import ROUND_CLASS, TABLE_SUBJECT
from protocol.modes.mode import SERVER, Debt, Duty, Followed, Steps, Waiting
from protocol.wire.codec import BadFrame

_STEPS: dict[type, str] = {Deal: "deal", Open: "opening", Random: "chance", Renew: "renewal", Ask: "answer"}


class DealerLedger:
    """Everything that was said about the hidden cards of one table."""

    def __init__(self, table: Followed) -> None:
        self._table = table
        setting, self._state = table.setting, table.state
        self._tid = setting.tid
        self.claims: list[Claim] = []
        """In the order of the log."""
        self.committed = Committed(setting.tid, self._state.book)
        self.opened = Opened(setting)
        self.proved: list[Finding] = []
        """Nothing: what is wrong with a seat's entry is a fault in that entry."""
        self.stuck = False
        """Never: whatever is owed, the server owes it."""
        self.complaints: list[tuple[int, int, int]] = []
        """Entry, seat, and the entry of the box that it is about."""
        self._unanswered: list[tuple[int, tuple[Slot, ...]]] = []
        """Seat and slots of the boxes that must be sealed again."""
        self._boxes: dict[int, tuple[int, tuple[Slot, ...]]] = {}
        """By entry: the boxes of this round."""

    # what is owed

    def debts(self, wanted: Sequence[Want]) -> list[Debt]:
        """The dealer owes whatever the rules want of no player, and the boxes that were complained about."""
        if not wanted and not self._unanswered:
            return []
        again = [Open(slots, seat) for seat, slots in self._unanswered]
        about = self._table.anchor
        return [Debt(_STEPS[type(want)], (SERVER,), about, want) for want in (*wanted, *again)]

    def prepare(self, entry: Entry, body: object) -> object:
        """Nothing here takes long: only what proves the cards of an act is read."""
        return salts_of(body) if isinstance(body, ActBody) else None

    def take(self, entry: Entry, body: Any, prepared: object) -> Steps:
        """An entry of one of the dealer's kinds."""
        return _TAKERS[entry.kind](self, entry, body)

    def moves(self, entry: Entry, events: Sequence[object]) -> bool:
        """Whatever changes the game is news, a box for another seat too."""
        return bool(events)

    # cards

    def _deal(self, entry: Entry, body: bodies.DeckCommit) -> Steps:
        """A round's slots lie on the table."""
        last, first, round_ = self._state.round, len(self._state.pile_of), self._state.round + 1
        if last and (last, ROUND_CLASS) not in self.opened.seeds:
            raise Wrong(Code.OUT_OF_PLACE, f"the seed of round {last} was not opened before this deal")
        piles = self._state.book.piles_of(round_)
        sizes = tuple(len(pile.faces) for pile in piles)
        if len(body.commitments) != sum(sizes):
            raise Wrong(Code.COMMITMENTS, f"expected {sum(sizes)} commitments, found {len(body.commitments)}")
        yield DealRound(sizes)
        self.committed.begin_round(self._state.pile_of, first)
        self._boxes.clear()
        self._unanswered.clear()
        at = 0
        for pile, size in zip(piles, sizes, strict=True):
            home = 0 if pile.once else round_
            self.committed.publish(first + at, home, body.commitments[at : at + size])
            at += size
        self.claims.append(Dealt(entry.seq, round_, first, tuple(body.commitments)))

    def check_opening(self, slot: Slot, face: int, salt: bytes) -> None:
        """Whether this face lies in the slot, and may be shown."""
        if problem := self.committed.problem(slot, face, salt):
            raise Wrong(*problem)

    def _open(self, entry: Entry, body: bodies.Open) -> Steps:
        """Faces for all seats, each with its proof."""
        for opening in body.openings:
            self.check_opening(opening.slot, opening.face, opening.salt)
        faces = tuple((opening.slot, opening.face) for opening in body.openings)
        self._check_copies(faces)
        yield OpenSlots(faces)
        for slot, face in faces:
            self.committed.shown(slot, self._state.pile_of[slot], face)

    def act(self, entry: Entry, body: ActBody, prepared: Any) -> Steps:
        """What a player does, with the proof of the cards that it shows."""
        for (slot, face), salt in zip(body.shows, prepared, strict=True):
            self.check_opening(slot, face, salt)
        self._check_copies(body.shows)
        yield body.act
        for slot, face in body.shows:
            self.committed.shown(slot, self._state.pile_of[slot], face)

    def _check_copies(self, faces: Iterable[tuple[Slot, int]]) -> None:
        """A card that cannot be there was dealt, so it is the server's fault and not its player's."""
        if evidence := self.committed.too_many((slot, self._state.pile_of[slot], face) for slot, face in faces):
            raise Wrong(Code.COPIES, evidence, by_server=True)

    # boxes

    def _show(self, entry: Entry, body: bodies.Show) -> Steps:
        """A box for one seat; again, if the seat complained about it."""
        box = body.seat, tuple(body.slots)
        keys = self._table.setting.seat_keys
        person = body.seat < len(keys) and keys[body.seat] is not None
        expected = len(body.slots) * sealing.PLAIN + sealing.OVERHEAD if person else 0
        if len(body.box) != expected:
            raise Wrong(Code.BOX, f"the box for seat {body.seat} has {len(body.box)} bytes, not {expected}")
        if box in self._unanswered and box not in self._state.owed:
            self._unanswered.remove(box)
        else:
            yield ShowSlots(*box)
        self._boxes[entry.seq] = box
        self.claims.append(Shown(entry.seq, self._state.round, *box, body.box))

    def _complaint(self, entry: Entry, body: bodies.Complaint) -> Steps:
        """A seat cannot read its box: the same slots must be sealed to it again."""
        seat, slots = self._boxes.get(body.seq, (None, ()))
        if seat != entry.actor:
            raise Wrong(Code.MALFORMED, f"entry {body.seq} is no box for seat {entry.actor} in this round")
        if not slots:  # perhaps they still lived when the player complained
            raise Wrong(Code.OUT_OF_PLACE, f"all slots of the box in entry {body.seq} are dead")
        self._unanswered.append((entry.actor, slots))
        self.complaints.append((entry.seq, entry.actor, body.seq))
        yield from ()

    def _forget(self, dead: frozenset[Slot]) -> None:
        """What is dead is not sealed again: a box is from now on about the slots in it that live."""
        self._boxes = {seq: (seat, _living(slots, dead)) for seq, (seat, slots) in self._boxes.items()}
        unanswered = [(seat, _living(slots, dead)) for seat, slots in self._unanswered]
        self._unanswered = [(seat, slots) for seat, slots in unanswered if slots]

    # chance, renewals, questions

    def _random(self, entry: Entry, body: bodies.RandomValue) -> Steps:
        """A value that the rules asked for."""
        want = next((want for want in self._table.wanted() if isinstance(want, Random)), None)
        if want is None:
            raise Wrong(Code.NOT_DRAWN, "the rules ask for no random value now")
        subject = TABLE_SUBJECT if want.subject is None else want.subject
        if (body.kind, body.subject, body.below) != (self._state.book.chances[want.kind], subject, want.below):
            raise Wrong(Code.NOT_DRAWN, f"the rules ask for {want.kind!r} below {want.below}, about seat {subject}")
        events = yield GiveRandom(body.value)
        drawn = next(event for event in events if isinstance(event, NumberDrawn))
        self.claims.append(Drawn(entry.seq, self._state.round, want.kind, want.subject, want.below, drawn.value))

    def _answer(self, entry: Entry, body: bodies.Answer) -> Steps:
        """A yes or no about hidden cards, to the very question that is asked."""
        want = next((want for want in self._table.wanted() if isinstance(want, Ask)), None)
        if want is None:
            raise Wrong(Code.QUESTION, "the rules ask nothing now")
        subject = TABLE_SUBJECT if want.subject is None else want.subject
        asked = self._state.book.questions[want.question].number, subject, want.slots
        if (body.question, body.subject, tuple(body.slots)) != asked:
            raise Wrong(Code.QUESTION, f"the question is {want.question!r}, and about other cards or another seat")
        yield AnswerQuestion(body.yes)
        self.claims.append(Answered(entry.seq, self._state.round, want.question, want.subject, want.slots, body.yes))

    def _renew(self, entry: Entry, body: bodies.Renew) -> Steps:
        """New slots for old ones."""
        first = len(self._state.pile_of)
        new = tuple(range(first, first + len(body.commitments)))
        want = next((want for want in self._table.wanted() if isinstance(want, Renew)), None)
        if want is None or (body.slots, len(new)) != (list(want.slots), len(want.slots)):
            raise Wrong(Code.NOT_RENEWED, "the rules do not renew these slots now")
        if body.by != (TABLE_SUBJECT if want.by is None else want.by):
            raise Wrong(Code.NOT_RENEWED, "the rules let another seat order these slots, or chance")
        yield RenewSlots(new)
        self.committed.publish(first, self._state.round, body.commitments)
        self.committed.bury(want.slots)
        self._forget(frozenset(want.slots))
        piles = tuple(self._state.pile_of[slot] for slot in want.slots)
        made = Renewed(entry.seq, self._state.round, want.slots, piles, want.by, first, tuple(body.commitments))
        self.claims.append(made)

    # secret choices

    def _choice(self, entry: Entry, body: bodies.Choice) -> Steps:
        """A secret choice: only that it was made."""
        want = self._table.waiting()
        chosen = part.read(part.ChoicePart, body.part)
        yield CommitChoice(entry.actor)
        assert isinstance(want, Choose)
        made = Chosen(entry.seq, self._state.round, entry.actor, want.below, entry.counter, chosen.commitment)
        self.claims.append(made)

    def time_up(self, entry: Entry, waiting: Waiting) -> None:
        """Chance chooses for a seat whose time is up."""
        if isinstance(waiting, Choose):
            self.claims.append(Chosen(entry.seq, self._state.round, waiting.seat, waiting.below, 0, None))

    def overdue(self, entry: Entry, debt: Debt, seat: int) -> None:
        """No clock answers for the dealer."""
        raise AssertionError(f"{debt} has no limit")

    # what lies open

    def open_round(self, entry: Entry, round_: int, data: bytes) -> None:
        """Roles, goals, public chance and secret choices are proved as soon as their seed is open."""
        opened = part.read(part.RoundPart, data)
        self.opened.check_seed(round_, ROUND_CLASS, opened.seed)
        self._check_round(round_, opened)
        self.opened.take_round(round_, opened)

    def _check_round(self, round_: int, opened: part.RoundPart) -> None:
        deals = self._deals({(round_, ROUND_CLASS): opened.seed})
        choices = {opening.seq: opening for opening in opened.choices}
        claims = [claim for claim in self.claims if claim.round == round_]
        self._check_choices(opened.choices, round_)
        for finding in Recount(self._table.setting, deals, choices).differences(claims, boxes=False):
            raise Fault(finding)

    def open_game(self, entry: Entry, data: bytes) -> None:
        """All other seeds: nothing but the end may come."""
        opened = part.read(part.GamePart, data)
        seeds = self.opened.check_game(opened)
        self._check_choices(opened.choices, self._table.round_to_open or self._state.round)
        self.opened.take_game(seeds, opened)

    def _check_choices(self, opened: list[part.ChoiceOpening], round_: int) -> None:
        """Exactly the secret choices of a round that are still closed, in their order, and as they were made."""
        chosen = [claim for claim in self.claims if isinstance(claim, Chosen) and claim.round == round_]
        closed = [claim for claim in chosen if claim.commitment and claim.seq not in self.opened.choices]
        if [opening.seq for opening in opened] != [claim.seq for claim in closed]:
            raise Wrong(Code.CHOICE, f"not the secret choices of round {round_} were opened")
        choices = {opening.seq: opening for opening in opened}
        unseen = self._deals({})  # no card is looked at
        for finding in Recount(self._table.setting, unseen, choices).differences(closed, boxes=False):
            raise Fault(finding)

    def close(self, entry: Entry, body: Close) -> None:
        """A seat says no more than that it has seen the end."""
        if body.part:
            raise Wrong(Code.MALFORMED, "this mode has nothing to say at an end")

    def must_open(self) -> bool:
        """Whether a seed of the server is still closed."""
        return self.opened.must_open()

    def duty(self) -> tuple[Duty, ...]:
        """VERIFIED needs every seed of the server."""
        return (Duty(SERVER, "seeds"),) if self.must_open() else ()

    def recount(self) -> Iterator[Finding]:
        """All differences between what the dealer said and what the seeds give; every seed must be open."""
        recount = Recount(self._table.setting, self._deals(self.opened.seeds), self.opened.choices)
        return recount.differences(self.claims, boxes=True)

    def _deals(self, seeds: dict[tuple[int, int], bytes]) -> Deals:
        return Deals(self._tid, self._state.book, seeds, self._table.seeds)

    def chances(self) -> Collection[bytes]:
        """The seeds of the server that lie open."""
        return self.opened.seeds.values()


_TAKERS: dict[int, Callable[[DealerLedger, Entry, Any], Steps]] = {
    DealerKind.DECK_COMMIT: DealerLedger._deal,
    DealerKind.OPEN: DealerLedger._open,
    DealerKind.SHOW: DealerLedger._show,
    DealerKind.RANDOM: DealerLedger._random,
    DealerKind.RENEW: DealerLedger._renew,
    DealerKind.ANSWER: DealerLedger._answer,
    DealerKind.CHOICE: DealerLedger._choice,
    DealerKind.COMPLAINT: DealerLedger._complaint,
}


def ledger_of(table: Followed) -> DealerLedger:
    """The ledger of a table that is played in this mode."""
    assert isinstance(table.ledger, DealerLedger)
    return table.ledger


def salts_of(body: ActBody) -> list[bytes]:
    """What proves the cards that an act shows, one for each."""
    salts = part.read(part.ActPart, body.part).salts
    if len(salts) != len(body.shows):
        raise BadFrame(f"{len(body.shows)} cards and {len(salts)} salts")
    return salts


def _living(slots: tuple[Slot, ...], dead: frozenset[Slot]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots if slot not in dead)
