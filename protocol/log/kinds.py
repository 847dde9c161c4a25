"""The kinds of entries at a table: those of the core, and those that its mode adds."""

from collections.abc import Mapping

from engine.records import record
from protocol.log.bodies import BODIES, LONGEST_BODY
from protocol.log.records import AUTOMATIC, FREE, SIGNED, Kind
from protocol.wire.codec import Body

_ANSWERS = frozenset({Kind.ACT})
_MOST: dict[int, int] = {
    Kind.ACK: 100,
    Kind.LEAVE: 10,
    Kind.BACK: 10,
    Kind.PROTEST: 10,
    Kind.ASK_PAUSE: 10,
    Kind.CLOSE: 10,
}
"""Of each seat in each round, so that no seat alone can fill the log."""
OF_MODES = frozenset({3, 4, 5, 6, 7, 14, 15, 26, *range(64, 128)})
"""The numbers whose meaning the mode of the table says."""
LONGEST_OF_MODES = 48 << 10


@record
class KindRow:
    """What a mode declares of one of its kinds."""

    name: str
    body: type[Body]
    by_seat: bool = False
    """Whether seats say it: people sign it."""
    by_bot: bool = False
    """Whether the server says it for a seat that a bot plays, with a signature of zeros."""
    by_server: bool = False
    free: bool = False
    """Whether it may be said at any time before the end, whatever the table waits for."""
    automatic: bool = False
    """Whether a client signs it by itself: it says nothing of whether its person is there."""
    answers: bool = False
    """Whether it answers a question of the game, as an act does: it has seen the newest state."""
    prompt: bool = False
    """Whether the server says it at once: while it is silent, its own player could think."""
    most: int | None = None
    """Of each seat in each round."""
    longest: int = 4_096
    """Bytes of its body."""


class Kinds:
    """All kinds of a table, by what follows from them."""

    def __init__(self, rows: Mapping[int, KindRow]) -> None:
        assert rows.keys() <= OF_MODES
        assert all(row.longest <= LONGEST_OF_MODES for row in rows.values())
        self.rows = rows
        """Those of the mode."""
        self.bodies: dict[int, type[Body]] = dict(BODIES) | {kind: row.body for kind, row in rows.items()}
        self.longest = {kind: row.longest for kind, row in rows.items()}
        self.signed = SIGNED | _of(rows, "by_seat")
        """What people sign."""
        self.by_bot = _ANSWERS | _of(rows, "by_bot")
        self.by_both = self.signed & _of(rows, "by_server")
        """What people sign, and the server may say in their place."""
        self.free = FREE | _of(rows, "free")
        self.automatic = AUTOMATIC | _of(rows, "automatic")
        self.answers = _ANSWERS | _of(rows, "answers")
        self.anchored = self.answers | {Kind.LET_PASS}
        """What answers a question of the game, so that it must have seen it."""
        self.prompt = _of(rows, "prompt")
        self.most = _MOST | {kind: row.most for kind, row in rows.items() if row.most is not None}
        self.longest_signed = max((row.longest for row in rows.values() if row.by_seat), default=0)
        """Bytes of the longest body of the mode that people sign."""

    def __contains__(self, kind: int) -> bool:
        return kind == Kind.ACT or kind in self.bodies

    def name(self, kind: int) -> str:
        """As the log's page calls it."""
        row = self.rows.get(kind)
        return Kind(kind).name if row is None else row.name

    def most_bytes(self, kind: int) -> int:
        """How long a body of this kind may be."""
        return self.longest.get(kind, LONGEST_BODY)


def _of(rows: Mapping[int, KindRow], what: str) -> frozenset[int]:
    return frozenset(kind for kind, row in rows.items() if getattr(row, what))
