"""Who decides what by chance: each random value and renewal of the rules has a label, and so a stream of its own."""

from collections import Counter

from engine.slots import Face, shuffled
from protocol.seeds import Root

# Frozen: they go into the hash that every random value comes from.
KINDS = {"first-player": 1, "pass-by-chance": 2, "gold-by-chance": 3, "secret-choice": 4}
RENEWAL = 100


class Ordinals:
    """How often each kind of event has happened to each subject in this round."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[int, int | None]] = Counter()

    def next(self, kind: int, subject: int | None) -> int:
        """The ordinal of the event that happens now."""
        ordinal = self._counts[kind, subject]
        self._counts[kind, subject] += 1
        return ordinal

    def begin_round(self) -> None:
        """Ordinals count within a round."""
        self._counts.clear()


def random_value(root: Root, ordinals: Ordinals, kind: str, subject: int | None, below: int) -> int:
    """A value that nobody could choose; class R, since its outcome is known when the round ends."""
    number = KINDS[kind]
    return root.event(number, subject, ordinals.next(number, subject)).draw(below)


def renewed(root: Root, ordinal: int, faces: list[Face]) -> tuple[Face, ...]:
    """The faces of a zone in their new order, which nobody may know before the seeds open."""
    return shuffled(faces, root.event(RENEWAL, None, ordinal).draw)
