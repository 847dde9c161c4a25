"""The cards under a table as a function of the seeds: the dealer deals from it, an audit works it out again."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.front import Book, truth
from engine.slots import Draw, Face, Pile, Seat, Slot, by_pile, in_order
from protocol.modes.dealer import sealing
from protocol.modes.dealer.chance import RENEWAL, Ordinals, random_value, renewed
from protocol.modes.dealer.claims import Chosen, Dealt, Drawn, Renewed
from protocol.modes.dealer.seeds import GAME_CLASS, ROUND_CLASS, Root, commitment

GAME_LONG = 0
"""The round of what is dealt once for the whole game."""


class Deals:
    """Faces and salts of all slots so far.  Together with all seeds it tells every card.

    With only some of the seeds it knows only some of the slots: so the end of a round is checked as the end of the game
    is.
    """

    def __init__(
        self, tid: bytes, book: Book, server_seeds: Mapping[tuple[int, int], bytes], seeds: Sequence[bytes]
    ) -> None:
        self._tid = tid
        self._book = book
        self._roots = {at: Root.mix(tid, *at, seed, seeds) for at, seed in server_seeds.items()}
        self._ordinals = Ordinals()
        self._decisions: Counter[Seat] = Counter()
        self._chosen: dict[Seat, int] = {}
        self._round = 0
        self._classes = {pile.number: _class(pile) for pile in book.piles}
        self._home: dict[Slot, tuple[int, int]] = {}
        self.faces: dict[Slot, Face] = {}

    def deal(self, round_: int, first: Slot) -> list[Slot]:
        """Shuffle the piles of a round onto the next slots."""
        self._round = round_
        self._ordinals.begin_round()
        self._decisions.clear()
        slots: list[Slot] = []
        for pile in self._book.piles_of(round_):
            home = _home(pile, round_)
            faces = pile.dealt(self._roots[home].pile(pile.number).draw) if home in self._roots else None
            slots += self._lay(first + len(slots), len(pile.faces), faces, home)
        return slots

    def random(self, kind: str, subject: Seat | None, below: int) -> int:
        """The random value that comes next."""
        number = self._book.chances[kind]
        return random_value(self._roots[self._round, ROUND_CLASS], self._ordinals, number, subject, below)

    def bot_chance(self, seat: Seat) -> Draw:
        """The chance of a bot's next decision."""
        decision = self._decisions[seat]
        self._decisions[seat] += 1
        return self._roots[self._round, GAME_CLASS].bot(seat, decision).draw

    def bot_decides_again(self, seat: Seat) -> None:
        """Its last decision does not count."""
        self._decisions[seat] -= 1

    def choose(self, seat: Seat, choice: int) -> None:
        """A seat has chosen in secret."""
        self._chosen[seat] = choice

    def choose_by_chance(self, seat: Seat, below: int) -> None:
        """The time of a seat ran out: chance chooses, and the choice is hidden until the seeds open."""
        self._chosen[seat] = self.random("secret-choice", seat, below)

    def chosen(self, seat: Seat) -> int:
        """What a seat has chosen last."""
        return self._chosen[seat]

    def renew(self, old: Sequence[Slot], piles: Sequence[int], first: Slot, by: Seat | None) -> list[Slot]:
        """New slots with the faces of the old ones, pile by pile, in the order of chance or of a secret choice."""
        new = list(range(first, first + len(old)))
        for pile, places in by_pile(range(len(old)), piles).items():
            self._renew_pile(pile, [old[at] for at in places], [new[at] for at in places], by)
        return new

    def _renew_pile(self, pile: int, old: list[Slot], new: list[Slot], by: Seat | None) -> None:
        home = self._round, self._classes[pile]
        ordinal = self._ordinals.next(RENEWAL, pile) if by is None else 0
        self._home.update(dict.fromkeys(new, home))
        if home in self._roots:
            there = [self.faces[slot] for slot in old]
            if by is None:
                faces = renewed(self._roots[home], pile, ordinal, there)
            else:
                faces = in_order(self._chosen[by], there)
            self.faces.update(zip(new, faces, strict=True))

    def truth(self, question: str, subject: Seat | None, slots: Sequence[Slot]) -> bool | None:
        """The answer to a question of the rules; None if the seeds do not give all its cards."""
        if not all(slot in self.faces for slot in slots):
            return None
        return truth(self._book, question, subject, tuple(self.faces[slot] for slot in slots))

    def follow(self, claim: Dealt | Drawn | Renewed | Chosen) -> None:
        """Keep in step with a log that was written before."""
        match claim:
            case Dealt(round=round_, first=first):
                self.deal(round_, first)
            case Drawn(kind=kind, subject=subject, below=below):
                self.random(kind, subject, below)
            case Renewed(old=old, piles=piles, first=first, by=by):
                self.renew(old, piles, first, by)
            case Chosen(seat=seat, below=below, commitment=None):
                self.choose_by_chance(seat, below)

    def _lay(self, first: Slot, count: int, faces: Sequence[Face] | None, home: tuple[int, int]) -> list[Slot]:
        slots = list(range(first, first + count))
        self._home.update(dict.fromkeys(slots, home))
        if faces is not None:
            self.faces.update(zip(slots, faces, strict=True))
        return slots

    def salt(self, slot: Slot) -> bytes:
        """What proves the face of a slot."""
        return self._roots[self._home[slot]].salt(slot)

    def commitment(self, slot: Slot) -> bytes:
        """What is published of a slot."""
        return commitment(self._tid, self._home[slot][0], slot, self.faces[slot], self.salt(slot))

    def box(self, seq: int, seat: Seat, slots: Sequence[Slot], reader: bytes) -> bytes:
        """The private opening of some slots.

        A box that holds anything which opens with the game is made with the game's key: the round's key is public
        when the round ends, and opens the box.
        """
        in_round = all(self._home[slot][1] == ROUND_CLASS for slot in slots)
        root = self._roots[self._round, ROUND_CLASS if in_round else GAME_CLASS]
        plain = sealing.plaintext([(self.faces[slot], self.salt(slot)) for slot in slots])
        return sealing.seal(root.seal_key, sealing.Place.of_slots(self._tid, seq, seat, slots), reader, plain)


def _class(pile: Pile) -> int:
    return ROUND_CLASS if pile.opens == "round" else GAME_CLASS


def _home(pile: Pile, round_: int) -> tuple[int, int]:
    return (GAME_LONG if pile.once else round_), _class(pile)
