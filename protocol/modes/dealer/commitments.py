"""What is known of every slot before its card is: its commitment, whether it is dead, how often a face was shown."""

from collections import Counter
from collections.abc import Iterable

from engine.machine import Book
from engine.slots import Face, Slot
from protocol.log.faults import Code
from protocol.modes.dealer.seeds import commitment


class Committed:
    """The commitments of a table, as its log published them."""

    def __init__(self, tid: bytes, book: Book) -> None:
        self._tid = tid
        self._book = book
        self.slots: dict[Slot, tuple[int, bytes]] = {}
        """By slot: the round whose seeds made it, and its commitment."""
        self._dead: set[Slot] = set()
        self._played: Counter[Face] = Counter()

    def publish(self, first: Slot, round_: int, commitments: Iterable[bytes]) -> None:
        """New slots lie on the table."""
        self.slots.update((slot, (round_, committed)) for slot, committed in enumerate(commitments, start=first))

    def bury(self, slots: Iterable[Slot]) -> None:
        """These slots are dead: nobody may open them before the game is over."""
        self._dead.update(slots)

    def begin_round(self, pile_of: list[int], first: Slot) -> None:
        """With a new deal all earlier slots are dead, but for those of piles that are dealt once a game."""
        lasting = {pile.number for pile in self._book.piles if pile.once}
        self.bury(slot for slot in range(first) if pile_of[slot] not in lasting)
        self._played.clear()

    def problem(self, slot: Slot, face: Face, salt: bytes) -> tuple[Code, str] | None:
        """What is wrong with an opening."""
        if slot in self._dead:
            return Code.DEAD_SLOT, f"slot {slot} is dead: it must stay closed until the end"
        if slot not in self.slots:
            return Code.OPENING, f"there is no slot {slot}"
        round_, committed = self.slots[slot]
        if commitment(self._tid, round_, slot, face, salt) != committed:
            return Code.OPENING, f"slot {slot} was committed to another card than {face}"
        return None

    def too_many(self, pile: int, face: Face) -> str:
        """Whether the card would be played more often than it lies in its pile; the evidence, or nothing."""
        most = self._book.copies[pile][face]
        return f"card {face} is played once more, and there are only {most}" if self._played[face] >= most else ""

    def played(self, face: Face) -> None:
        """A card was played."""
        self._played[face] += 1
