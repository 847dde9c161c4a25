"""How rounds and games end: what must lie open, the end itself, and who has confirmed what."""

from protocol.log import bodies
from protocol.log.faults import Code, Wrong
from protocol.log.records import Chain, Entry
from protocol.log.setting import ENDS

FINISHED, DISSOLVED, ABANDONED = "finished", "dissolved", "abandoned"
STOPPED, FORKED = "stopped", "forked"
_OPENED = frozenset({FINISHED, DISSOLVED})
"""What ends only with everything open that the mode opens."""


class Ending:
    """Whether the game lies open, and what people have signed at the ends."""

    def __init__(self) -> None:
        self.game_opened = False
        self.ended: bodies.End | None = None
        self.owing: list[tuple[int, str]] = []
        """What seats still owed when the game was opened or ended: by seat, the step."""
        self._closing: dict[int, set[int]] = {}
        """By entry that people confirm, a round's or the game's end: who has."""

    def open_round(self, entry: Entry) -> None:
        """People confirm the end of a round."""
        self._closing[entry.seq] = set()

    def end(
        self, entry: Entry, body: bodies.End, *, over: bool, opened: bool, missing: frozenset[int], away: frozenset[int]
    ) -> None:
        """Whether the log may end so: ``missing`` has not agreed, ``away`` are the people who have gone."""
        if body.reason not in ENDS:
            raise Wrong(Code.MALFORMED, f"a log does not end because it is {body.reason!r}")
        if body.reason in _OPENED and not opened:
            raise Wrong(Code.OUT_OF_PLACE, f"a game is {body.reason} after all seeds are open")
        if over != (body.reason == FINISHED) and body.reason != FORKED:
            raise Wrong(Code.OUT_OF_PLACE, f"the game cannot be {body.reason} here")
        expected = {DISSOLVED: missing, ABANDONED: away}.get(body.reason, frozenset())
        if body.seats != sorted(expected) or (body.reason in {DISSOLVED, ABANDONED}) != bool(expected):
            raise Wrong(Code.OUT_OF_PLACE, f"seats {sorted(expected)} make a game end so, not {body.seats}")
        self.ended = body
        self._closing[entry.seq] = set()

    def close(self, entry: Entry, body: bodies.Close, chain: Chain) -> None:
        """A person confirms an end, once."""
        confirmed = self._closing.get(body.seq)
        if confirmed is None or entry.actor in confirmed:
            raise Wrong(Code.OUT_OF_PLACE, f"entry {body.seq} is no end that this seat could confirm now")
        check_seen(entry, body, chain)
        confirmed.add(entry.actor)

    def confirmations(self) -> list[tuple[int, set[int]]]:
        """By entry that people confirm: who has."""
        return sorted(self._closing.items())

    def unconfirmed(self, people: frozenset[int]) -> list[tuple[int, list[int]]]:
        """The ends that are not confirmed by all, each with the seats that are missing."""
        return [(seq, sorted(people - seats)) for seq, seats in self.confirmations() if people - seats]

    def closed_by(self) -> tuple[int, ...]:
        """The seats that confirmed the end of the log."""
        return tuple(sorted(self._closing[max(self._closing)])) if self.ended else ()


def check_seen(entry: Entry, body: bodies.Close | bodies.Ack, chain: Chain) -> None:
    """What a person says to have seen must be this log."""
    if body.seq > entry.seen or chain.heads[body.seq] != body.head:
        raise Wrong(Code.CHAIN, f"seat {entry.actor} has seen another log up to entry {body.seq}")
