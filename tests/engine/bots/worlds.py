"""One round written down, and told again over other cards where a seat has not looked."""

from collections import defaultdict
from random import Random

from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.events import SlotsShown
from engine.inputs import ShowSlots
from engine.rules import Rules, parse
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop
from tests.engine.bots.tables import stream

Faces = dict[Slot, Face]


class Written(Tabletop):
    """A table that writes down what it is told."""

    def __init__(self, rules: Rules, seats: int, seed: int) -> None:
        super().__init__(rules, seats, stream("written", seed).draw)
        self.inputs: list[object] = []

    def give(self, given: object) -> list[object]:
        self.inputs.append(given)
        return super().give(given)

    def _pay(self, seat: Seat, slots: tuple[Slot, ...]) -> SlotsShown:
        """Debts are paid by an input as well, so that they can be told again."""
        self._show(seat, slots)
        [event] = self.give(ShowSlots(seat, slots))
        assert isinstance(event, SlotsShown)
        return event


class Retold(Tabletop):
    """A table that hears the same inputs over other cards."""

    def __init__(self, rules: Rules, seats: int, faces: Faces) -> None:
        super().__init__(rules, seats, stream("never").draw)
        self.faces = faces

    def hear(self, given: object) -> None:
        if isinstance(given, ShowSlots):
            self.notebooks[given.seat].show((slot, self.faces[slot]) for slot in given.slots)
        self.give(given)


def one_round(seats: int, seed: int, rules: str = "base") -> Written:
    """Steady bots play until the roles are about to be opened: from then on little is hidden."""
    table = Written(parse(rules), seats, seed)
    bots = [Sitting(BOTS["steady"], table, seat, stream(seat, seed).draw) for seat in range(seats)]
    table.advance()
    while table.state.round == 1 and (want := table.waiting()):
        table.play(bots[want.seats[0]].choose())
    return table


def until_the_end(table: Written) -> list[object]:
    """The inputs before the first one that opens roles."""
    told = Retold(table.state.book.rules, table.state.book.seats, table.faces)
    for number, given in enumerate(table.inputs):
        told.hear(given)
        if told.state.faces.keys() & set(told.state.roles):
            return table.inputs[:number]
    raise AssertionError("no round ended")


def known_to(table: Written, inputs: list[object], seat: Seat) -> set[Slot]:
    """What the seat, or every seat, has seen."""
    told = Retold(table.state.book.rules, table.state.book.seats, table.faces)
    for given in inputs:
        told.hear(given)
    return {*told.state.faces, *told.notebooks[seat].shown}


def other_faces(table: Written, known: set[Slot], rng: Random) -> Faces:
    """The faces mixed again, pile by pile, where no seat that matters has looked."""
    first = len(table.state.pile_of) if table.state.round == 1 else min(table.state.roles)
    piles: defaultdict[int, list[Slot]] = defaultdict(list)
    for slot in range(first):
        if slot not in known:
            piles[table.state.pile_of[slot]].append(slot)
    faces = dict(table.faces)
    for slots in piles.values():
        mixed = [faces[slot] for slot in slots]
        rng.shuffle(mixed)
        faces.update(zip(slots, mixed, strict=True))
    return faces
