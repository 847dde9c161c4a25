"""Who decides what by chance: each random value and renewal of the rules has a label, and so a stream of its own."""

from collections import Counter
from collections.abc import Sequence

from engine.slots import Face, shuffled
from protocol.modes.dealer.seeds import Root

RENEWAL = 100
"""The number of renewals among the random kinds, which the rules declare; frozen, since it goes into their hash."""


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


def random_value(root: Root, ordinals: Ordinals, kind: int, subject: int | None, below: int) -> int:
    """A value that no party could choose; class R, since its outcome is known when the round ends."""
    return root.event(kind, subject, ordinals.next(kind, subject)).draw(below)


def renewed(root: Root, pile: int, ordinal: int, faces: Sequence[Face]) -> tuple[Face, ...]:
    """The faces of one pile in their new order, which stays unknown until the seeds open."""
    return shuffled(faces, root.event(RENEWAL, pile, ordinal).draw)
