"""Modules in company: the rules texts of tables with several of them, and whole games at these."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from engine.errors import UnfitRules
from engine.events import RoundDealt, SlotsRenewed
from engine.fields import Zone
from engine.mine.flags import CARD_SET_NAMES, FLAGS
from engine.mine.game import PARTS, seats
from engine.mine.state import State
from engine.rules import parse
from engine.slots import Slot
from tests.stories.properties.stories import Story, story

Table = tuple[str, int]


def sizes(rules: str) -> range:
    """How many can play with these modules together; none if they do not go together."""
    try:
        return seats(parse(rules))
    except UnfitRules:
        return range(0)


def _seated(rules: str, rng: Random) -> Iterator[Table]:
    """The rules with a number of players, if they go together at all."""
    if allowed := sizes(rules):
        yield rules, rng.choice(allowed)


def alone() -> list[Table]:
    """Every module and variant by itself, in every layout and by every flag, at its smallest and its largest table."""
    found = []
    for part in PARTS.values():
        names = [f"{part.name}={layout}" for layout, _ in part.layouts] or [part.name]
        flags = [flag for flag in FLAGS if flag.part == part.name]
        names += [f"{part.name}+{flag.name}={value}" for flag in flags for value in flag.values[1:]]
        for rules in (f"{card_set}+{name}" for card_set in part.card_sets for name in names):
            found += [(rules, sizes(rules)[0]), (rules, sizes(rules)[-1])]
    return found


def pairs() -> list[Table]:
    """Every two that go together, with every card set."""
    rng = Random("pairs")
    texts = (f"{cards}+{one}+{other}" for cards in CARD_SET_NAMES for one, other in combinations(PARTS, 2))
    return [table for text in texts for table in _seated(text, rng)]


def larger(count: int) -> list[Table]:
    """So many tables with three or more of them, chosen by chance."""
    rng, found = Random("larger"), dict[Table, None]()
    while len(found) < count:
        names = rng.sample(sorted(PARTS), rng.randint(min(3, len(PARTS)), len(PARTS)))
        cards = rng.choice(CARD_SET_NAMES)
        on: list[str] = []
        for name in names:
            if sizes("+".join((cards, *on, name))):
                on.append(name)
        found.update(dict.fromkeys(_seated("+".join((cards, *on)), rng)))
    return list(found)


def games(table: Table, seed: int = 0) -> Iterator[Story]:
    """A whole game, and one from a position in which goals, chests and postcards are near."""
    rules, size = table
    yield story(rules, size, "random", seed)
    yield story(rules, size, "near, seeking", seed)


class Places:
    """Where every slot lies, by what the state declares, against what was dealt and renewed."""

    def __init__(self, tale: Story) -> None:
        self._alive: set[Slot] = set()
        self._once: set[Slot] = set()
        if tale.position is not None:
            state = tale.opened().state
            self.note(RoundDealt(1, 0, tuple(len(pile.faces) for pile in state.book.piles)), state)

    def note(self, event: object, state: State) -> None:
        """Follow which slots there are."""
        if isinstance(event, RoundDealt):
            first = event.first
            lasting = {slot for slot in self._alive if slot in self._once}
            self._alive = lasting
            for pile, size in zip(state.book.piles_of(event.round), event.sizes, strict=True):
                dealt = set(range(first, first + size))
                self._alive |= dealt
                self._once |= dealt if pile.once else set()
                first += size
        elif isinstance(event, SlotsRenewed):
            assert set(event.old) <= self._alive
            self._alive = self._alive - set(event.old) | set(event.new)
            if set(event.old) <= self._once:
                self._once |= set(event.new)

    def check(self, table: Any) -> None:
        """Every slot lies in one place, and every pile has the cards of the box."""
        state = table.state
        lying = Counter(slot for name, field in state.FIELDS.items() for slot in _held(state, name, field))
        assert not lying or max(lying.values()) == 1, lying.most_common(3)
        network = state.board.network
        on_grid = {slot for slot in (*network.slots.values(), *network.hidden.values()) if slot >= 0}
        cells = {
            slot for name, field in state.FIELDS.items() if _has_cells(field) for slot in _held(state, name, field)
        }
        assert on_grid & set(lying) <= cells
        assert on_grid | set(lying) == self._alive
        faces: dict[int, Counter[int]] = {}
        for slot in self._alive:
            faces.setdefault(state.pile_of[slot], Counter())[table.faces[slot]] += 1
        assert faces == {pile: Counter(copies) for pile, copies in state.book.copies.items() if copies}


def _has_cells(field: object) -> bool:
    return isinstance(field, Zone) and field.cells


def _held(state: State, name: str, field: object) -> Iterator[Slot]:
    if isinstance(field, Zone):
        zone = getattr(state, name)
        for held in zone.values() if isinstance(zone, dict) else zone:
            yield from held if isinstance(held, list | tuple) else (held,)
