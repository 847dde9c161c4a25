"""How long a log may become, and what is kept free so that talk can never keep a game from its end."""

from collections import Counter

from protocol.log.bodies import HEADER
from protocol.log.faults import Code, Wrong
from protocol.log.records import TEXTS, Entry, Kind
from protocol.log.setting import Setting

TALKING = TEXTS | {Kind.ACK}
"""What has no room in the part that is kept: everything else needs it when a game is about to end."""
_LARGEST: dict[int, int] = {Kind.TALK: 2_048, Kind.NAME: 128, Kind.NOTE: 640}
"""A text counts as its largest size: it may be removed later, and the log must be as long as before."""


class Caps:
    """Counts entries, bytes, talk, and whatever a seat may say only so often."""

    def __init__(self, setting: Setting) -> None:
        options = setting.table.options
        talks = dict.fromkeys((Kind.TALK, Kind.NOTE), options.most_talks)
        self._most: dict[int, int] = setting.kinds.most | talks
        self._room = options.most_entries, options.most_bytes
        self._room_for_talk = options.most_entries - options.kept_entries, options.most_bytes - options.kept_bytes
        self._bytes = 0
        self._said: Counter[tuple[int, int, int]] = Counter()

    def check(self, entry: Entry) -> None:
        """Whether there is room for the entry."""
        entries, size = self._room_for_talk if entry.kind in TALKING else self._room
        if entry.seq > entries or self._bytes + _size(entry) > size:
            raise Wrong(Code.CAP, f"there is room for {entries} entries and {size} bytes of this kind")
        most = self._most.get(entry.kind)
        if most is not None and self._said[entry.kind, entry.actor, entry.round] >= most:
            raise Wrong(Code.CAP, f"a seat may say {most} of this kind in a round")

    def follow(self, entry: Entry) -> None:
        """The entry stands in the log."""
        self._bytes += _size(entry)
        self._said[entry.kind, entry.actor, entry.round] += 1

    def said(self, kind: int, seat: int, round_: int) -> int:
        """How often the seat has said this in a round."""
        return self._said[kind, seat, round_]


def _size(entry: Entry) -> int:
    return HEADER + _LARGEST.get(entry.kind, len(entry.body))
