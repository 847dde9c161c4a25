"""One person's side of a table: the follower, the notebook and the keys of a seat."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

from engine.events import SlotsRenewed
from engine.front import ActLike, shows_card, view
from engine.notebook import Notebook
from engine.slots import Slot
from protocol.follow.caps import MOST_COMPLAINTS
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, SeatKeys, sign
from protocol.log import bodies
from protocol.log.acts import to_body
from protocol.log.faults import Code, Wrong
from protocol.log.records import Entry, Kind, act_parts
from protocol.log.setting import Setting
from protocol.modes.dealer import choices, part, sealing
from protocol.wire.codec import Body, encode


class SeatFollower(Follower):
    """A follower that can also read what is shown to its own seat."""

    def __init__(self, setting: Setting, seat: int, keys: SeatKeys) -> None:
        super().__init__(setting)
        self.seat = seat
        self.notebook = Notebook()
        self.view = view(self.state, seat, self.notebook)
        self._keys = keys
        self._salts: dict[Slot, bytes] = {}
        self._counter = 0
        self.unread: dict[tuple[Slot, ...], int] = {}
        """What this seat should have been shown and could not read, with the entry of the box."""
        self._takers[Kind.SHOW] = self._show
        self._takers[Kind.CHOICE] = self._choice

    def take(self, entry: Entry) -> list[object]:
        """Follow, and read what was meant for this seat."""
        events = super().take(entry)
        for event in events:
            self.notebook.note(event)
            if isinstance(event, SlotsRenewed):
                self._forget(event.old)
        return events

    def _forget(self, dead: Collection[Slot]) -> None:
        """Dead slots cannot be asked for."""
        living = {tuple(slot for slot in slots if slot not in dead): seq for slots, seq in self.unread.items()}
        self.unread = {slots: seq for slots, seq in living.items() if slots}

    def _deal(self, entry: Entry, body: bodies.DeckCommit) -> list[object]:
        """The boxes of a round can be complained about until it is over."""
        events = super()._deal(entry, body)
        self.unread.clear()
        return events

    def _show(self, entry: Entry, body: bodies.Show) -> list[object]:
        """A box that cannot be read can be complained about; once there are no complaints left, it is a fault."""
        slots = tuple(body.slots)
        openings: list[tuple[int, bytes]] = []
        if body.seat == self.seat:
            try:
                openings = self._read(entry.seq, slots, body.box)
            except Wrong:
                if self.caps.complaints(self.seat, self.state.round) >= MOST_COMPLAINTS:
                    raise
        events = self.play.show(entry, body)
        if openings:
            self.unread.pop(slots, None)
            self._salts.update((slot, salt) for slot, (_, salt) in zip(slots, openings, strict=True))
            self.notebook.show((slot, face) for slot, (face, _) in zip(slots, openings, strict=True))
        elif body.seat == self.seat:
            self.unread[slots] = entry.seq
        return events

    def _read(self, seq: int, slots: tuple[Slot, ...], box: bytes) -> list[tuple[int, bytes]]:
        """What the box says, checked against the commitments before anything is entered."""
        place = sealing.Place.of_slots(self.setting.tid, seq, self.seat, slots)
        try:
            plain = sealing.unseal(self._keys.reading, place, box)
            openings = sealing.parse_plaintext(plain)
        except sealing.Unreadable as error:
            raise Wrong(Code.BOX, str(error)) from error
        if len(openings) != len(slots):
            raise Wrong(Code.BOX, "the box does not hold one card for each slot")
        for slot, (face, salt) in zip(slots, openings, strict=True):
            self.play.check_opening(slot, face, salt)
        return openings

    def _choice(self, entry: Entry, body: bodies.Choice) -> list[object]:
        """Read our choice back from the box that was made for it."""
        events = self.play.choice(entry, body)
        if entry.actor == self.seat:
            with suppress(sealing.Unreadable):  # our mistake harms no other seat, and the dealer has refused it
                made = part.read(part.ChoicePart, body.part)
                way, _ = choices.read(self._keys.reading, self._where(entry.counter), made, choices.TO_SEAT)
                self.notebook.chosen = self.seat, way
        return events

    def _where(self, counter: int) -> choices.Where:
        return choices.Where(self.setting.tid, self.state.round, self.seat, counter)

    def choose(self, choice: int) -> Entry:
        """A secret choice."""
        made = choices.make(self._keys, self._where(self._next_counter), choice, self.setting.dealer.x25519)
        return self.say(Kind.CHOICE, bodies.Choice(part=encode(made)))

    def complain(self) -> Entry:
        """About the oldest box that could not be read."""
        return self.say(Kind.COMPLAINT, bodies.Complaint(seq=min(self.unread.values())))

    def seal(self) -> Entry:
        """The person agrees to the table."""
        return self.say(Kind.SEAL, bodies.Seal(signature=sign(self._keys.signing, Purpose.SEAL, self.setting.tid)))

    def reveal(self) -> Entry:
        """The person's seed."""
        return self.say(Kind.REVEAL, bodies.Reveal(seed=self._keys.seed))

    def confirm(self, seq: int) -> Entry:
        """The person has seen the log up to the end of a round, or of the game."""
        return self.say(Kind.CLOSE, bodies.Close(seq=seq, head=self.chain.heads[seq], unlogged=[], times=[], part=b""))

    def act(self, act: ActLike) -> Entry:
        """A signed act; the server gives it its place."""
        salt = self._salts[act.slot] if shows_card(act) else None
        return self.signed(Kind.ACT, to_body(self.state.book, act, salt))

    def say(self, kind: Kind, body: Body) -> Entry:
        """Anything else that this seat signs."""
        return self.signed(kind, encode(body))

    def has_signed(self, counter: int) -> None:
        """Before a new start, though it does not stand in the log: this counter is never used again."""
        self._counter = max(self._counter, counter)

    @property
    def _next_counter(self) -> int:
        return max(self._counter, self.signatures.counters[self.seat]) + 1  # also after a new start from key and log

    def signed(self, kind: Kind, data: bytes) -> Entry:
        """An entry over everything that this seat has seen."""
        self._counter = self._next_counter
        seen = self.chain.last
        entry = Entry(seen + 1, 0, kind, self.seat, seen, self._counter, self.state.round, bytes(64), data)
        signature = sign(self._keys.signing, Purpose.ACT, *act_parts(self.setting.tid, self.chain.heads[seen], entry))
        return replace(entry, signature=signature)
