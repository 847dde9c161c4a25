"""How long a log may become, and what is kept free so that talk can never keep a game from its end."""

from collections import Counter

from protocol.log.bodies import Options
from protocol.log.faults import Code, Wrong
from protocol.log.records import FREE, Entry, Kind

KEPT_ENTRIES = 2_000
KEPT_BYTES = 256 << 10
"""For play, openings and the end."""
MOST_COMPLAINTS = 3
_MOST: dict[int, int] = {
    Kind.COMPLAINT: MOST_COMPLAINTS,
    Kind.ACK: 100,
    Kind.LEAVE: 20,
    Kind.BACK: 20,
    Kind.PROTEST: 20,
}
"""Of each seat in each round, so that nobody alone can fill the log."""


class Caps:
    """Counts entries, bytes, talk and complaints."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._bytes = 0
        self._said: Counter[tuple[int, int, int]] = Counter()

    def check(self, entry: Entry) -> None:
        """Whether there is room for the entry."""
        kept_entries, kept_bytes = (KEPT_ENTRIES, KEPT_BYTES) if entry.kind in FREE else (0, 0)
        entries, size = self._options.most_entries - kept_entries, self._options.most_bytes - kept_bytes
        if entry.seq > entries or self._bytes + len(entry.body) > size:
            raise Wrong(Code.CAP, f"there is room for {entries} entries and {size} bytes of this kind")
        most = self._options.most_talks if entry.kind == Kind.TALK else _MOST.get(entry.kind)
        if most is not None and self._said[self._key(entry)] >= most:
            raise Wrong(Code.CAP, f"a seat may say {most} of this kind in a round")

    def follow(self, entry: Entry) -> None:
        """The entry stands in the log."""
        self._bytes += len(entry.body)
        self._said[self._key(entry)] += 1

    def complaints(self, seat: int, round_: int) -> int:
        """How many complaints the seat has made in a round."""
        return self._said[Kind.COMPLAINT, seat, round_]

    @staticmethod
    def _key(entry: Entry) -> tuple[int, int, int]:
        return entry.kind, entry.actor, entry.round
