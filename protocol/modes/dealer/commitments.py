"""What is known of every slot before its card is: its commitment, whether it is dead, how often a face was shown."""

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.front import Book
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
        self._shown: dict[Slot, tuple[int, Face]] = {}
        """By living slot that was opened: its pile and face."""
        self._copies: Counter[tuple[int, Face]] = Counter()

    def publish(self, first: Slot, round_: int, commitments: Iterable[bytes]) -> None:
        """New slots lie on the table."""
        self.slots.update((slot, (round_, committed)) for slot, committed in enumerate(commitments, start=first))

    def bury(self, slots: Iterable[Slot]) -> None:
        """These slots are dead: no one may open them before the game is over, and their faces lie in other slots."""
        for slot in slots:
            self._dead.add(slot)
            if slot in self._shown:
                self._copies[self._shown.pop(slot)] -= 1

    def begin_round(self, pile_of: Sequence[int], first: Slot) -> None:
        """With a new deal all earlier slots are dead, but for those of piles that are dealt once a game."""
        lasting = {pile.number for pile in self._book.piles if pile.once}
        self.bury(slot for slot in range(first) if pile_of[slot] not in lasting)

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

    def too_many(self, openings: Iterable[tuple[Slot, int, Face]]) -> str:
        """Whether one of these faces would lie open more often than it is in its pile; the evidence, or nothing."""
        new = {slot: (pile, face) for slot, pile, face in openings if slot not in self._shown}
        cards = list(new.values())
        for pile, face in cards:
            most = self._book.copies[pile][face]
            if self._copies[pile, face] + cards.count((pile, face)) > most:
                return f"card {face} is shown once more, and there are only {most}"
        return ""

    def shown(self, slot: Slot, pile: int, face: Face) -> None:
        """The slot lies open."""
        if slot not in self._shown:
            self._shown[slot] = pile, face
            self._copies[pile, face] += 1
