"""What seats say that the log does not: what they signed and do not find there, and questions that took another time.

It is one party's word, with a signature where there is one: it is shown beside a verdict and never changes it.
"""

from collections.abc import Sequence

from engine.records import record
from protocol.follow.absence import Absence
from protocol.follow.signatures import Signatures
from protocol.keys.player_seed import player_commitment
from protocol.log import bodies
from protocol.log.records import Chain, Entry, Kind, body_hash
from protocol.log.setting import Setting
from protocol.wire.codec import BadFrame, decode


@record
class Withheld:
    """A seat says in an entry that it has signed this, and that the server did not log it."""

    seq: int
    seat: int
    entry: Entry
    seed: bool = False
    """Whether it is a REVEAL with the very seed that the seat had committed to."""


@record
class Mistimed:
    """A seat says in an entry how long a question took by its own clock."""

    seq: int
    seat: int
    about: int
    """The entry that ended the question."""
    own_ms: int
    log_ms: int


class Grievances:
    """Collected from PROTEST and CLOSE."""

    def __init__(self, setting: Setting, absence: Absence, signatures: Signatures) -> None:
        self._setting = setting
        self._absence = absence
        self._signatures = signatures
        self.withheld: list[Withheld] = []
        self.mistimed: list[Mistimed] = []
        self.unproved: list[tuple[int, int]] = []
        """Entry and seat of what was said and does not hold."""

    def hear(self, entry: Entry, unlogged: Sequence[bodies.Unlogged], times: bodies.Times, chain: Chain) -> None:
        """What a seat says in one entry."""
        for told in unlogged:
            self._hear_withheld(entry, told, chain)
        for about, own_ms in times:
            took = self._absence.took.get(about) if about <= entry.seen else None
            if took is None:
                self.unproved.append((entry.seq, entry.actor))
            else:
                self.mistimed.append(Mistimed(entry.seq, entry.actor, about, own_ms, took.ms))

    def _hear_withheld(self, entry: Entry, told: bodies.Unlogged, chain: Chain) -> None:
        missing = self._signatures.unlogged(entry, told.header, chain)
        if missing is None or not self._fits(missing, told.body):
            self.unproved.append((entry.seq, entry.actor))
            return
        self.withheld.append(Withheld(entry.seq, entry.actor, missing, missing.kind == Kind.REVEAL and bool(told.body)))

    def _fits(self, missing: Entry, body: bytes) -> bool:
        """Only a REVEAL is told with its body, which must be the seed that the seat has promised."""
        if not body:
            return True
        join = self._setting.joins[missing.actor]
        if missing.kind != Kind.REVEAL or body_hash(body) != missing.body_hash or join is None:
            return False
        try:
            seed = decode(bodies.Reveal, body, len(body)).seed
        except BadFrame:
            return False
        return player_commitment(join.seat_key, join.nonce, seed) == join.seed_commitment
