"""Play as the log tells it: what players do and what the dealer answers, held against commitments and rules.

What only the seeds can show is kept as a claim.
"""

from collections.abc import Iterable

from engine.errors import Illegal
from engine.events import NumberDrawn
from engine.front import ActLike, apply, setup, shows_card, wants
from engine.inputs import AnswerQuestion, CommitChoice, DealRound, GiveRandom, OpenSlots, RenewSlots, ShowSlots, TimeUp
from engine.slots import TABLE, Slot
from engine.wants import Act, Ask, Choose, Open, Random, Renew, Window
from protocol.follow.absence import Absence, Waiting
from protocol.log import bodies
from protocol.log.faults import Code, Wrong
from protocol.log.records import Entry
from protocol.log.setting import Setting
from protocol.modes.dealer import part, sealing
from protocol.modes.dealer.claims import Answered, Chosen, Claim, Dealt, Drawn, Renewed, Shown
from protocol.modes.dealer.commitments import Committed
from protocol.modes.dealer.seeds import TABLE_SUBJECT

_OF_PLAYERS = frozenset({Act, Window, Choose})


class Play:
    """The public state of a table, and everything that was said about its hidden cards."""

    def __init__(self, setting: Setting, absence: Absence) -> None:
        self._setting = setting
        self._absence = absence
        self.state = setup(setting.rules, setting.seats)
        self.claims: list[Claim] = []
        """In the order of the log."""
        self.committed = Committed(setting.tid, self.state.book)
        self.complaints: list[tuple[int, int, int]] = []
        """Entry, seat, and the entry of the box that it is about."""
        self._unanswered: list[tuple[int, tuple[Slot, ...]]] = []
        """Seat and slots of the boxes that must be sealed again."""
        self._boxes: dict[int, tuple[int, tuple[Slot, ...]]] = {}
        """By entry: the boxes of this round."""
        self._waiting: Waiting | None = None
        self._shut = False
        """Whether a window must wait for boxes that were complained about."""
        self._wanted: list[object] = []
        self._look()

    def _look(self) -> None:
        """What the table wants: each entry asks several times, and only the rules change it."""
        self._waiting, self._wanted = None, []
        for want in wants(self.state):
            if type(want) in _OF_PLAYERS:
                self._waiting = want  # type: ignore[assignment]
            else:
                self._wanted.append(want)
        self._shut = type(self._waiting) is Window and bool(self._unanswered)

    def waiting(self) -> Waiting | None:
        """What the table waits for from a player."""
        return None if self._shut else self._waiting

    def wanted(self) -> list[object]:
        """What the dealer has to answer now: what the rules want, and boxes that were complained about."""
        return self._wanted + [Open(slots, seat) for seat, slots in self._unanswered]

    def _apply(self, given: object) -> list[object]:
        try:
            events = apply(self.state, given)
        except Illegal as illegal:
            raise Wrong(Code.ILLEGAL, illegal.reason.code) from illegal
        self._look()
        return events

    def deal(self, entry: Entry, body: bodies.DeckCommit) -> list[object]:
        """A round's slots lie on the table."""
        first, round_ = len(self.state.pile_of), self.state.round + 1
        piles = self.state.book.piles_of(round_)
        sizes = tuple(len(pile.faces) for pile in piles)
        if len(body.commitments) != sum(sizes):
            raise Wrong(Code.COMMITMENTS, f"expected {sum(sizes)} commitments, found {len(body.commitments)}")
        events = self._apply(DealRound(sizes))
        self.committed.begin_round(self.state.pile_of, first)
        self._boxes.clear()
        self._unanswered.clear()
        self._answered()
        at = 0
        for pile, size in zip(piles, sizes, strict=True):
            home = 0 if pile.once else round_
            self.committed.publish(first + at, home, body.commitments[at : at + size])
            at += size
        self.claims.append(Dealt(entry.seq, round_, first, tuple(body.commitments)))
        return events

    def check_opening(self, slot: Slot, face: int, salt: bytes) -> None:
        """Whether this face lies in the slot, and may be shown."""
        if problem := self.committed.problem(slot, face, salt):
            raise Wrong(*problem)

    def open(self, entry: Entry, body: bodies.Open) -> list[object]:
        """Faces for all seats, each with its proof."""
        for opening in body.openings:
            self.check_opening(opening.slot, opening.face, opening.salt)
        faces = tuple((opening.slot, opening.face) for opening in body.openings)
        self._check_copies(faces)
        events = self._apply(OpenSlots(faces))
        for slot, face in faces:
            self.committed.shown(slot, self.state.pile_of[slot], face)
        return events

    def show(self, entry: Entry, body: bodies.Show) -> list[object]:
        """A box for one seat; again, if the seat complained about it."""
        box = body.seat, tuple(body.slots)
        person = body.seat < self._setting.seats and self._setting.seat_keys[body.seat] is not None
        expected = len(body.slots) * sealing.PLAIN + sealing.OVERHEAD if person else 0
        if len(body.box) != expected:
            raise Wrong(Code.BOX, f"the box for seat {body.seat} has {len(body.box)} bytes, not {expected}")
        events: list[object] = []
        if box in self._unanswered and box not in self.state.owed:
            self._unanswered.remove(box)
            self._answered()
        else:
            events = self._apply(ShowSlots(*box))
        self._boxes[entry.seq] = box
        self.claims.append(Shown(entry.seq, self.state.round, *box, body.box))
        return events

    def complaint(self, entry: Entry, body: bodies.Complaint) -> list[object]:
        """A seat cannot read its box: the same slots must be sealed to it again."""
        seat, slots = self._boxes.get(body.seq, (None, ()))
        if seat != entry.actor:
            raise Wrong(Code.MALFORMED, f"entry {body.seq} is no box for seat {entry.actor} in this round")
        if not slots:  # perhaps they still lived when the player complained
            raise Wrong(Code.OUT_OF_PLACE, f"all slots of the box in entry {body.seq} are dead")
        self._unanswered.append((entry.actor, slots))
        self.complaints.append((entry.seq, entry.actor, body.seq))
        return []

    def random(self, entry: Entry, body: bodies.RandomValue) -> list[object]:
        """A value that the rules asked for."""
        want = next((want for want in self._wanted if isinstance(want, Random)), None)
        if want is None:
            raise Wrong(Code.NOT_DRAWN, "the rules ask for no random value now")
        subject = TABLE_SUBJECT if want.subject is None else want.subject
        if (body.kind, body.subject, body.below) != (self.state.book.chances[want.kind], subject, want.below):
            raise Wrong(Code.NOT_DRAWN, f"the rules ask for {want.kind!r} below {want.below}, about seat {subject}")
        events = self._apply(GiveRandom(body.value))
        drawn = next(event for event in events if isinstance(event, NumberDrawn))
        self.claims.append(Drawn(entry.seq, self.state.round, want.kind, want.subject, want.below, drawn.value))
        return events

    def answer(self, entry: Entry, body: bodies.Answer) -> list[object]:
        """A yes or no about hidden cards, to the very question that is asked."""
        want = next((want for want in self._wanted if isinstance(want, Ask)), None)
        if want is None:
            raise Wrong(Code.QUESTION, "the rules ask nothing now")
        subject = TABLE_SUBJECT if want.subject is None else want.subject
        asked = self.state.book.questions[want.question].number, subject, want.slots
        if (body.question, body.subject, tuple(body.slots)) != asked:
            raise Wrong(Code.QUESTION, f"the question is {want.question!r}, and about other cards or another seat")
        events = self._apply(AnswerQuestion(body.yes))
        self.claims.append(Answered(entry.seq, self.state.round, want.question, want.subject, want.slots, body.yes))
        return events

    def renew(self, entry: Entry, body: bodies.Renew) -> list[object]:
        """New slots for old ones."""
        first = len(self.state.pile_of)
        new = tuple(range(first, first + len(body.commitments)))
        want = next((want for want in self._wanted if isinstance(want, Renew)), None)
        if want is None or (body.slots, len(new)) != (list(want.slots), len(want.slots)):
            raise Wrong(Code.NOT_RENEWED, "the rules do not renew these slots now")
        if body.by != (TABLE_SUBJECT if want.by is None else want.by):
            raise Wrong(Code.NOT_RENEWED, "the rules let another seat order these slots, or chance")
        events = self._apply(RenewSlots(new))
        self.committed.publish(first, self.state.round, body.commitments)
        self.committed.bury(want.slots)
        self._forget(frozenset(want.slots))
        piles = tuple(self.state.pile_of[slot] for slot in want.slots)
        made = Renewed(entry.seq, self.state.round, want.slots, piles, want.by, first, tuple(body.commitments))
        self.claims.append(made)
        return events

    def _forget(self, dead: frozenset[Slot]) -> None:
        """What is dead is not sealed again: a box is from now on about the slots in it that live."""
        self._boxes = {seq: (seat, _living(slots, dead)) for seq, (seat, slots) in self._boxes.items()}
        unanswered = [(seat, _living(slots, dead)) for seat, slots in self._unanswered]
        self._unanswered = [(seat, slots) for seat, slots in unanswered if slots]
        self._answered()

    def _answered(self) -> None:
        """A window opens with the last box; a complaint that comes later does not shut it again."""
        self._shut = self._shut and bool(self._unanswered)

    def act(self, entry: Entry, body: tuple[ActLike, bytes | None]) -> list[object]:
        """What a player does, with the proof of the card that it shows."""
        act, salt = body
        self._check_owed(entry.actor)
        self._check_window(entry)
        if salt is None:
            return self._apply(act)
        assert shows_card(act)
        self.check_opening(act.slot, act.face, salt)
        self._check_copies([(act.slot, act.face)])
        events = self._apply(act)
        self.committed.shown(act.slot, self.state.pile_of[act.slot], act.face)
        return events

    def _check_window(self, entry: Entry) -> None:
        """A reaction needs an open window, and a bot's the end of its time."""
        self._check_shut()
        if any(entry.signature):
            return
        if self._absence.paused:
            raise Wrong(Code.EARLY, "no bot acts in a pause")
        want = self.waiting()
        if isinstance(want, Window):
            self._check_time(entry, entry.actor, want)

    def _check_shut(self) -> None:
        if self._shut:
            raise Wrong(Code.OWED, "a window opens when every box has been sealed again", by_server=True)

    def choice(self, entry: Entry, body: bodies.Choice) -> list[object]:
        """A secret choice: only that it was made."""
        self._check_owed(entry.actor)
        want = self.waiting()
        chosen = part.read(part.ChoicePart, body.part)
        events = self._apply(CommitChoice(entry.actor))
        assert isinstance(want, Choose)
        made = Chosen(entry.seq, self.state.round, entry.actor, want.below, entry.counter, chosen.commitment)
        self.claims.append(made)
        return events

    def _check_owed(self, seat: int) -> None:
        """No seat plays blind: if it was not shown its cards, the server is to blame."""
        if any(owed == seat for owed, _ in (*self.state.owed, *self._unanswered)):
            raise Wrong(Code.OWED, f"seat {seat} was not shown its cards before its turn", by_server=True)

    def _check_copies(self, faces: Iterable[tuple[Slot, int]]) -> None:
        """A card that cannot be there was dealt, so it is the server's fault and not its player's."""
        if evidence := self.committed.too_many((slot, self.state.pile_of[slot], face) for slot, face in faces):
            raise Wrong(Code.COPIES, evidence, by_server=True)

    def timeout(self, entry: Entry, body: bodies.Timeout) -> list[object]:
        """The clock answers, if it is time; a window has the table's, and any other wait that of a seat."""
        want = self.waiting()
        if self._setting.seats <= body.seat < TABLE:
            raise Wrong(Code.WRONG_ACTOR, f"there is no seat {body.seat}")
        if self._absence.is_bots(body.seat) and not isinstance(want, Choose):
            raise Wrong(Code.BOT_SILENT, f"a bot plays seat {body.seat}, and a bot always answers")
        for seat in want.seats if isinstance(want, Window) else (body.seat,):
            self._check_owed(seat)
        self._check_shut()
        if want is not None and isinstance(want, Window) == (body.seat == TABLE):
            self._check_time(entry, body.seat, want)
        events = self._apply(TimeUp(body.seat))
        if isinstance(want, Choose):
            self.claims.append(Chosen(entry.seq, self.state.round, want.seat, want.below, 0, None))
        return events

    def _check_time(self, entry: Entry, seat: int, want: Waiting) -> None:
        if self._absence.paused:
            raise Wrong(Code.EARLY, "all clocks stand still")
        if (early := self._absence.left_ms(seat, want) - entry.dt_ms) > 0:
            who = "the window" if isinstance(want, Window) else f"seat {seat}"
            raise Wrong(Code.EARLY, f"{who} had {early} ms left")


def _living(slots: tuple[Slot, ...], dead: frozenset[Slot]) -> tuple[Slot, ...]:
    return tuple(slot for slot in slots if slot not in dead)
