"""A seat in the dealer mode: it reads its boxes, complains about what it cannot read, and proves what it shows."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from engine.events import SlotsRenewed
from engine.front import ActLike, shows_card
from engine.notebook import Notebook
from engine.slots import Seat, Slot
from protocol.keys.identity import SeatKeys
from protocol.log.acts import to_body
from protocol.log.faults import Code, Wrong
from protocol.log.records import Entry, Kind
from protocol.modes.dealer import bodies, choices, part, sealing
from protocol.modes.dealer.kinds import MOST_COMPLAINTS, DealerKind
from protocol.modes.dealer.ledger import ledger_of
from protocol.modes.dealer.part import promised
from protocol.modes.mode import Followed, Said
from protocol.wire.codec import encode

Openings = list[tuple[int, bytes]]


class DealerParty:
    """What the seat was shown, and what proves it."""

    def __init__(self, table: Followed, seat: Seat, keys: SeatKeys, notebook: Notebook) -> None:
        self._table = table
        self._seat = seat
        self._keys = keys
        self._notebook = notebook
        self._salts: dict[Slot, bytes] = {}
        self._read: Openings = []
        """What the box that is being taken says."""
        self.unread: dict[tuple[Slot, ...], int] = {}
        """What this seat should have been shown and could not read, with the entry of the box."""

    @property
    def blind(self) -> bool:
        """Whether there is a box that could not be read."""
        return bool(self.unread)

    def check(self, entry: Entry, body: Any) -> None:
        """A box that cannot be read can be complained about; once there are no complaints left, it is a fault."""
        self._read = []
        if entry.kind != DealerKind.SHOW or body.seat != self._seat:
            return
        try:
            self._read = self._openings(entry.seq, tuple(body.slots), body.box)
        except Wrong:
            if not self._may_complain:
                raise

    @property
    def _may_complain(self) -> bool:
        return self._table.said(DealerKind.COMPLAINT, self._seat) < MOST_COMPLAINTS

    def _openings(self, seq: int, slots: tuple[Slot, ...], box: bytes) -> Openings:
        """What the box says, checked against the commitments before anything is entered."""
        place = sealing.Place.of_slots(self._table.setting.tid, seq, self._seat, slots)
        try:
            plain = sealing.unseal(self._keys.reading, place, box)
            openings = sealing.parse_plaintext(plain)
        except sealing.Unreadable as error:
            raise Wrong(Code.BOX, str(error)) from error
        if len(openings) != len(slots):
            raise Wrong(Code.BOX, "the box does not hold one card for each slot")
        for slot, (face, salt) in zip(slots, openings, strict=True):
            ledger_of(self._table).check_opening(slot, face, salt)
        return openings

    def follow(self, entry: Entry, body: Any, events: Sequence[object]) -> None:
        """Enter what was shown, and forget what is dead."""
        if entry.kind == DealerKind.SHOW and body.seat == self._seat:
            self._shown(entry.seq, tuple(body.slots))
        elif entry.kind == DealerKind.DECK_COMMIT:
            self.unread.clear()  # the boxes of a round can be complained about until it is over
        elif entry.kind == DealerKind.CHOICE and entry.actor == self._seat:
            self._chosen(entry, body)
        elif entry.kind == DealerKind.RENEW:
            for event in events:
                if isinstance(event, SlotsRenewed):
                    self._forget(event.old)

    def _shown(self, seq: int, slots: tuple[Slot, ...]) -> None:
        if not self._read:
            self.unread[slots] = seq
            return
        self.unread.pop(slots, None)
        self._salts.update((slot, salt) for slot, (_, salt) in zip(slots, self._read, strict=True))
        self._notebook.show((slot, face) for slot, (face, _) in zip(slots, self._read, strict=True))

    def _forget(self, dead: Collection[Slot]) -> None:
        """Dead slots cannot be asked for."""
        living = {tuple(slot for slot in slots if slot not in dead): seq for slots, seq in self.unread.items()}
        self.unread = {slots: seq for slots, seq in living.items() if slots}

    def _chosen(self, entry: Entry, body: bodies.Choice) -> None:
        """Read our choice back from the box that was made for it."""
        with suppress(sealing.Unreadable):  # our mistake harms no other seat, and the dealer has refused it
            made = part.read(part.ChoicePart, body.part)
            way, _ = choices.read(self._keys.reading, self._where(entry.counter), made, choices.TO_SEAT)
            self._notebook.chosen = self._seat, way

    def _where(self, counter: int) -> choices.Where:
        return choices.Where(self._table.setting.tid, self._table.state.round, self._seat, counter)

    # what the seat says

    def due(self) -> Said | None:
        """A complaint about the oldest box that could not be read."""
        if not self.unread:
            return None
        made = {box for _, seat, box in ledger_of(self._table).complaints if seat == self._seat}
        unread = sorted(set(self.unread.values()) - made)
        if not unread or not self._may_complain or self._table.closing:
            return None
        return self.complaint(unread[0])

    def complaint(self, seq: int) -> Said:
        """About the box in that entry."""
        return Said(DealerKind.COMPLAINT, bodies.Complaint(seq=seq), self._seat)

    def act(self, act: ActLike) -> Said:
        """An act, with the salt of the card that it shows."""
        proof = part.ActPart(salts=[self._salts[act.slot]] if shows_card(act) else [])
        return Said(Kind.ACT, to_body(self._table.state.book, act, encode(proof)), self._seat)

    def choose(self, choice: int, counter: int) -> Said:
        """A secret choice, for the dealer and for the seat itself."""
        dealer = promised(self._table.setting).table.x25519
        made = choices.make(self._keys, self._where(counter), choice, dealer)
        return Said(DealerKind.CHOICE, bodies.Choice(part=encode(made)), self._seat)

    def close(self, seq: int) -> bytes:
        """Nothing: the dealer opens everything."""
        return b""
