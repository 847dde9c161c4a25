"""Tables at which no one deals."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine.bots import BOTS
from engine.rules import parse
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.identity import Purpose, sign
from protocol.log.faults import Fault, Finding
from protocol.log.records import Chain, Entry, HeadRecord, RecordType, act_parts, head_parts, record
from protocol.modes import registry
from protocol.modes.mode import Said
from protocol.wire.codec import encode
from tests.support.undealt.holder import Holder
from tests.support.undealt.ledger import ToyLedger, ledger_of
from tests.support.undealt.mode import ToyParty


@contextmanager
def undealt() -> Iterator[None]:
    """New tables are played in the toy mode."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._MODULES, "toy", "tests.support.undealt.mode")
        patch.setattr(registry, "DEFAULT", "toy")
        yield


class ToyGame(SelfPlay):
    """A game among bots; seats in ``silent`` say nothing that they owe."""

    def __init__(self, rules: str = "base", seats: int = 3, bot: str = "random", seed: bytes = b"toy", bots: int = 0):
        super().__init__(parse(rules), seats, [BOTS[bot]], from_seed(seed), server_bots=bots)
        self.silent: set[int] = set()

    @property
    def ledger(self) -> ToyLedger:
        """What the host has folded."""
        return ledger_of(self.host.follower)

    def holder(self, seat: int) -> Holder:
        """The secrets of a seat."""
        party = self.people[seat].party
        assert isinstance(party, ToyParty)
        return party.holder

    def pay(self) -> bool:
        """The first thing that a seat owes, if it is not silent; else the clock answers for it."""
        for person in self.people:
            if person.seat not in self.silent and (due := person.party.due()) is not None:
                self.host.take(person.write(due))
                self.host.advance()
                return True
        if owed := [left for left, debt, _ in self.host.follower.debts_left() if not debt.free]:
            self.wait(min(owed))
            self.host.time_up()
            self.host.advance()
            return True
        return False

    def wait(self, ms: int) -> None:
        """Time passes."""
        self._now += ms

    def begin(self) -> None:
        """Up to the first entry behind the seeds."""
        self.agree()
        self.host.advance()
        self.commit()

    def finish(self) -> bytes:
        """The rest of the game; its log file."""
        while not self.host.follower.ended:
            self.move()
            self.commit()
        return self.host.file

    def until(self, step: str, seat: int | None = None) -> None:
        """Play until this is owed by the seat, or by any."""
        while not self.owes(step, seat):
            self.move()

    def owes(self, step: str, seat: int | None = None) -> bool:
        """Whether this is owed now."""
        debts = (debt for debt in self.host.follower.debts if debt.step == step)
        return any(seat is None or seat in debt.debtors for debt in debts)

    def owing(self, step: str) -> int:
        """The first seat that owes this now."""
        return next(debt.debtors[0] for debt in self.host.follower.debts if debt.step == step)

    def refused(self, entry: Entry) -> Finding:
        """What is found in an entry by the host, and the same by an audit of a log that holds it."""
        with pytest.raises(Fault) as caught:
            self.host.take(replace(entry, seq=self.host.next_seq))
        return caught.value.finding

    def forced(self, entry: Entry) -> bytes:
        """The log with an entry that the host would not write, signed by its server."""
        self.commit()
        chain = Chain(self.host.setting.tid)
        chain.heads = list(self.host.follower.chain.heads)
        placed = replace(entry, seq=self.host.next_seq)
        chain.extend(placed)
        signature = self.server.sign_head(*head_parts(chain.tid, chain.last, chain.heads[-1]))
        head = record(RecordType.HEAD, HeadRecord(chain.last, signature).to_bytes())
        return self.host.file + record(RecordType.ENTRY, placed.to_bytes()) + head

    def said(self, said: Said, seat: int) -> Entry:
        """Something that a seat signs, whatever it says."""
        follower, person = self.host.follower, self.people[seat]
        data = said.body if isinstance(said.body, bytes) else encode(said.body)
        seen, counter = follower.chain.last, follower.signatures.counters[seat] + 1
        entry = Entry(seen + 1, 0, said.kind, seat, seen, counter, follower.state.round, bytes(64), data)
        parts = act_parts(follower.setting.tid, follower.chain.heads[seen], entry)
        assert person.seat == seat
        return replace(entry, signature=sign(self.keys[seat].signing, Purpose.ACT, *parts))
