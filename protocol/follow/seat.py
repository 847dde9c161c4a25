"""One person's side of a table: the follower, the notebook and the keys of a seat."""

from dataclasses import replace
from typing import Any
from weakref import proxy

from engine.front import ActLike, view
from engine.notebook import Notebook
from protocol.follow.follower import Follower
from protocol.keys.identity import Purpose, SeatKeys, sign
from protocol.log import bodies
from protocol.log.records import NO_SIGNATURE, Entry, Kind, act_parts
from protocol.log.setting import Setting
from protocol.modes.mode import Said
from protocol.wire.codec import Body, encode


class SeatFollower(Follower):
    """A follower that can also read what is shown to its own seat."""

    def __init__(self, setting: Setting, seat: int, keys: SeatKeys) -> None:
        super().__init__(setting)
        self.seat = seat
        self.notebook = Notebook()
        self.view = view(self.state, seat, self.notebook)
        self.party = setting.mode.party(proxy(self), seat, keys, self.notebook)
        """The seat's side of the table's mode."""
        self._keys = keys
        self._counter = 0

    def _carry_out(self, entry: Entry, body: Any, prepared: object) -> list[object]:
        """Follow, and read what was meant for this seat."""
        self.party.check(entry, body)
        events = super()._carry_out(entry, body, prepared)
        self.party.follow(entry, body, events)
        for event in events:
            self.notebook.note(event)
        return events

    @property
    def blind(self) -> bool:
        """Whether this seat was not shown yet what it should have been, or could not read it."""
        return self.party.blind or any(seat == self.seat for seat, _ in self.state.owed)

    def choose(self, choice: int) -> Entry:
        """A secret choice."""
        return self.write(self.party.choose(choice, self._next_counter))

    def seal(self) -> Entry:
        """The person agrees to the table."""
        return self.say(Kind.SEAL, bodies.Seal(signature=sign(self._keys.signing, Purpose.SEAL, self.setting.tid)))

    def reveal(self) -> Entry:
        """The person's seed."""
        return self.say(Kind.REVEAL, bodies.Reveal(seed=self._keys.seed))

    def confirm(self, seq: int) -> Entry:
        """The person has seen the log up to the end of a round, or of the game."""
        head, part = self.chain.heads[seq], self.party.close(seq)
        return self.say(Kind.CLOSE, bodies.Close(seq=seq, head=head, unlogged=[], times=[], part=part))

    def act(self, act: ActLike) -> Entry:
        """A signed act; the server gives it its place."""
        return self.write(self.party.act(act))

    def write(self, said: Said) -> Entry:
        """What the mode says for this seat."""
        return self.signed(said.kind, said.body if isinstance(said.body, bytes) else encode(said.body))

    def say(self, kind: int, body: Body) -> Entry:
        """Anything else that this seat signs."""
        return self.signed(kind, encode(body))

    def has_signed(self, counter: int) -> None:
        """Before a new start, though it does not stand in the log: this counter is never used again."""
        self._counter = max(self._counter, counter)

    @property
    def _next_counter(self) -> int:
        return max(self._counter, self.signatures.counters[self.seat]) + 1  # also after a new start from key and log

    def signed(self, kind: int, data: bytes) -> Entry:
        """An entry over everything that this seat has seen."""
        self._counter = self._next_counter
        seen = self.chain.last
        entry = Entry(seen + 1, 0, kind, self.seat, seen, self._counter, self.state.round, NO_SIGNATURE, data)
        signature = sign(self._keys.signing, Purpose.ACT, *act_parts(self.setting.tid, self.chain.heads[seen], entry))
        return replace(entry, signature=signature)
