"""One person's side of a table: the follower, the notebook and the keys of a seat."""

from dataclasses import replace
from typing import Any

from engine.front import view
from engine.notebook import Notebook
from engine.slots import Slot
from protocol import bodies, sealing
from protocol.acts import to_body
from protocol.codec import Body, encode
from protocol.faults import Code
from protocol.follower import Follower
from protocol.identity import Purpose, SeatKeys, sign
from protocol.log import Entry, Kind, act_parts
from protocol.setting import Setting


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

    def take(self, entry: Entry) -> list[object]:
        """Follow, and read what was meant for this seat."""
        events = super().take(entry)
        for event in events:
            self.notebook.note(event)
        return events

    def _show(self, entry: Entry, body: bodies.Show) -> list[object]:
        slots = tuple(body.slots)
        openings = self._read(entry.seq, slots, body.box) if body.seat == self.seat else []
        events = super()._show(entry, body)
        self._salts.update((slot, salt) for slot, (_, salt) in zip(slots, openings, strict=False))
        self.notebook.show((slot, face) for slot, (face, _) in zip(slots, openings, strict=False))
        return events

    def _read(self, seq: int, slots: tuple[Slot, ...], box: bytes) -> list[tuple[int, bytes]]:
        """What the box says, checked against the commitments before anything is entered."""
        place = sealing.Place(self.setting.tid, seq, self.seat, slots)
        try:
            plain = sealing.unseal(self._keys.reading, place, box)
            openings = sealing.parse_plaintext(plain)
        except sealing.Unreadable as error:
            raise self.fault(Code.BOX, str(error)) from error
        if len(openings) != len(slots):
            raise self.fault(Code.BOX, "the box does not hold one card for each slot")
        for slot, (face, salt) in zip(slots, openings, strict=True):
            self._check_opening(slot, face, salt)
        return openings

    def act(self, act: Any) -> Entry:
        """A signed act; the server gives it its place."""
        salt = self._salts[act.slot] if hasattr(act, "face") else None
        return self.signed(Kind.ACT, to_body(self.state.book, act, salt))

    def say(self, kind: Kind, body: Body) -> Entry:
        """Anything else that this seat signs."""
        return self.signed(kind, encode(body))

    def signed(self, kind: Kind, data: bytes) -> Entry:
        """An entry over everything that this seat has seen."""
        self._counter = max(self._counter, self._counters[self.seat]) + 1  # also after a new start from key and log
        seen = self.chain.last
        entry = Entry(seen + 1, 0, kind, self.seat, seen, self._counter, self.state.round, bytes(64), data)
        signature = sign(self._keys.signing, Purpose.ACT, *act_parts(self.setting.tid, self.chain.heads[seen], entry))
        return replace(entry, signature=signature)
