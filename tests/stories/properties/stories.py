"""Whole games, played by simple players and written down, so that every property can look at the same ones."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from random import Random

import pytest

from engine import wants
from engine.front import choices
from engine.front import wants as wants_of
from engine.inputs import CommitChoice, ShowSlots, TimeUp
from engine.mine.flags import PRESETS, flags_of
from engine.mine.game import CARD_SETS
from engine.mine.scenario.position import Position, arrange
from engine.notebook import Notebook
from engine.rules import Rules, parse
from engine.slots import TABLE, Face, Slot
from engine.tabletop import Tabletop
from tests.stories.properties.players import (
    Player,
    at_random,
    of_any_kind,
    seeking,
    seeking_with_more_cards,
    spoiling,
    spoiling_with_more_cards,
)
from tests.stories.properties.positions import BOARDS, BOARDS_WITH_MODULES, near_the_goals

Table = tuple[str, int]
"""Rules and seats."""


def _rules_of(card_set: str) -> tuple[str, ...]:
    """The card set as it comes in the box, with each flag changed, and its other presets."""
    flags = [flag for flag in flags_of(card_set) if not flag.part]
    flagged = (f"{card_set}+{flag.name}={value}" for flag in flags for value in flag.values[1:])
    others = (name for name, preset in PRESETS.items() if preset.card_set == card_set != name)
    return card_set, *flagged, *others


def _sizes(card_set: str) -> Iterator[Table]:
    """As it comes in the box, for few and for many."""
    seats = SEATS[card_set]
    yield from ((card_set, size) for size in (*seats[:2], seats[len(seats) // 2], seats[-1]))


def _quick(card_set: str) -> Iterator[Table]:
    """Small, middling and large tables, and every flag at some size; at night all of them."""
    _, *others = RULES_OF[card_set]
    seats = SEATS[card_set]
    yield from _sizes(card_set)
    yield from ((rules, seats[(3 * number + 5) % len(seats)]) for number, rules in enumerate(others))


SEATS = {card_set: there.SEATS for card_set, there in CARD_SETS.items()}
RULES_OF = {card_set: _rules_of(card_set) for card_set in CARD_SETS}
RULES = [rules for there in RULES_OF.values() for rules in there]
ALL_TABLES = [(rules, seats) for card_set in CARD_SETS for rules in RULES_OF[card_set] for seats in SEATS[card_set]]
TABLES = [table for card_set in CARD_SETS for table in _quick(card_set)]
FEW = [table for card_set in CARD_SETS for table in _sizes(card_set)]
"""For what the flags hardly touch, and a test at night looks at with all of them."""
FEW_BY_DAY = [*FEW, *(pytest.param(*table, marks=pytest.mark.long) for table in TABLES if table not in FEW)]
OF_EVERY_SIZE = [*TABLES, *((card_set, size) for card_set in CARD_SETS for size in SEATS[card_set])]

KINDS: dict[str, dict[str, Player]] = {
    "base": {
        "random": at_random,
        "seeking": seeking,
        "spoiling": spoiling,
        "near": at_random,
        "near, seeking": seeking,
        "near, spoiling": spoiling,
    },
    "saboteur2": {
        "random": of_any_kind,
        "seeking": seeking_with_more_cards,
        "spoiling": spoiling_with_more_cards,
        "near": of_any_kind,
        "near, seeking": seeking_with_more_cards,
        "near, spoiling": spoiling_with_more_cards,
    },
}

LATE = 0.15
CLOCK = 0.02
REACTS = 0.3
"""How often a seat that could react in a window does."""
_OF_PLAYERS = {wants.Act, wants.Window, wants.Choose}


class TalkingTable(Tabletop):
    """A table that writes down what it is told, and whose private openings may come late."""

    def __init__(self, rules: Rules, seats: int, rng: Random, late: float = 0.0) -> None:
        super().__init__(rules, seats, rng.randrange)
        self.rng = rng
        self.late = late
        self.inputs: list[object] = []
        self.ways: list[int] = []
        self.told: list[tuple[object, ...]] = []

    def give(self, given: object) -> list[object]:
        """Apply, and write down the input and what followed."""
        secret = self.state.secret
        events = super().give(given)
        if secret is not None and self.state.secret is None:
            self.ways.append(self._chosen[secret.seat])
        self.inputs.append(given)
        self.told.append(tuple(events))
        return events

    def advance(self) -> list[object]:
        """Answer for the dealer; what one seat is owed may wait while the table waits for a player."""
        events: list[object] = []
        while (want := self._due()) is not None:
            events += self.give(self.answer(want))
        return events

    def _due(self) -> wants.Want | None:
        wanted = wants_of(self.state)
        players = any(type(want) in _OF_PLAYERS for want in wanted)
        for want in wanted:
            if type(want) in _OF_PLAYERS:
                continue
            owed = type(want) is wants.Open and want.to is not None
            if not (owed and players and self.rng.random() < self.late):
                return want
        return None


@dataclass(frozen=True)
class Story:
    """A finished game: where it began, every input with its events, and the face of every slot."""

    rules: Rules
    seats: int
    position: Position | None
    inputs: tuple[object, ...]
    told: tuple[tuple[object, ...], ...]
    faces: dict[Slot, Face]
    ways: tuple[int, ...]
    """What was chosen in secret, by players or by chance, one after the other."""

    def opened(self, faces: dict[Slot, Face] | None = None) -> "Retold":
        """The table where the story begins; its cards may be others than they were."""
        ways = iter(self.ways)
        table = Retold(self.rules, self.seats, lambda below: next(ways))
        if self.position is not None:
            arrange(table, self.position)
        table.faces = self.faces if faces is None else faces
        if self.position is not None and faces is not None:
            table.look_again()
        return table

    def retold(self) -> Iterator[tuple["Retold", int]]:
        """The table before the first input, and after each; with the number of inputs given."""
        table = self.opened()
        yield table, 0
        for number, given in enumerate(self.inputs, start=1):
            table.hear(given)
            yield table, number


class Retold(Tabletop):
    """A table that hears a story again, input by input."""

    def hear(self, given: object) -> list[object]:
        """One input; what it shows to a seat is written into that seat's notebook, and what it chose."""
        if type(given) is CommitChoice:
            self.choose(given.seat, self._draw(self.state.secret.below))
        events = self.give(given)
        if type(given) is ShowSlots:
            self.notebooks[given.seat].show((slot, self.faces[slot]) for slot in given.slots)
        return events

    def look_again(self) -> None:
        """Each seat looks at its cards, which are others than when the position was laid out."""
        for seat, notebook in enumerate(self.notebooks):
            notebook.show((slot, self.faces[slot]) for slot in list(self.notebooks[seat].shown))


def forked(table: Tabletop, rng: Random) -> TalkingTable:
    """The same table for other games; this one stays as it is."""
    twin = TalkingTable(table.state.book.rules, table.state.book.seats, rng)
    twin.state = table.state.copy()
    twin.faces = dict(table.faces)
    twin.notebooks = [Notebook(notebook.shown, notebook.pools) for notebook in table.notebooks]
    for copied, notebook in zip(twin.notebooks, table.notebooks, strict=True):
        copied.chosen = notebook.chosen
    twin._pools = any(notebook.pools for notebook in twin.notebooks)
    twin._chosen = dict(table._chosen)
    return twin


@lru_cache(maxsize=1_000)
def story(rules: str, seats: int, kind: str, seed: int = 0) -> Story:
    """One game of that kind; the same arguments always give the same game."""
    rng = Random(f"{rules} {seats} {kind} {seed}")
    table = TalkingTable(parse(rules), seats, rng, LATE)
    card_set = table.state.book.rules.card_set
    position = None
    if kind.startswith("near"):
        position = near_the_goals(_board_of(rules, seats, seed, card_set), table.state.book, rng)
        arrange(table, position)
        hide_chests(table, rng)
        table.inputs.clear()
        table.told.clear()
    play_out(table, KINDS[card_set][kind], CLOCK)
    told, ways = tuple(table.told), tuple(table.ways)
    return Story(table.state.book.rules, seats, position, tuple(table.inputs), told, table.faces, ways)


def _board_of(rules: str, seats: int, seed: int, card_set: str) -> str:
    """One board after another, so that every one comes up with every flag and with every number of seats."""
    if rules in RULES_OF[card_set]:
        names = list(BOARDS[card_set])
        return names[(RULES_OF[card_set].index(rules) + seats + seed) % len(names)]
    names = list(BOARDS_WITH_MODULES[card_set])
    return names[(len(rules) + seats + seed) % len(names)]


def hide_chests(table: Tabletop, rng: Random) -> None:
    """Shuffle them, and their covers: a position names neither."""
    for pile in table.state.book.piles:
        if pile.name in ("covers", "chests"):
            slots = [slot for slot, number in enumerate(table.state.pile_of) if number == pile.number]
            table.faces.update(zip(slots, rng.sample(pile.faces, len(slots)), strict=True))


def play_out(table: TalkingTable, player: Player, clock: float, most: int | None = None) -> int:
    """Play to the end, or for so many acts; now and then a player's time is up.  The number of acts."""
    table.advance()
    for acts in count():
        want = table.waiting()
        if want is None or acts == most:
            return acts
        _answer(table, want, player, clock)
    raise AssertionError("a count never ends")


def _answer(table: TalkingTable, want: wants.Act | wants.Window | wants.Choose, player: Player, clock: float) -> None:
    """What one player does, or the clock: it ends a window in which no seat reacts."""
    rng = table.rng
    if isinstance(want, wants.Window):
        reactions = [act for seat in want.seats for act in choices(table.view(seat)) if rng.random() < REACTS]
        table.play(rng.choice(reactions) if reactions else TimeUp(TABLE))
        return
    seat = want.seats[0] if isinstance(want, wants.Choose) or not want.concurrent else rng.choice(want.seats)
    if rng.random() < clock:
        table.play(TimeUp(seat))
    elif isinstance(want, wants.Choose):
        table.play(table.choose(seat, rng.randrange(want.below)))
    else:
        table.play(player(table.state, choices(table.view(seat)), rng))


def stories(rules: str, seats: int, times: int = 1) -> Iterator[Story]:
    """A random game, one of players who seek the goals, and one from a position near them; so many times."""
    for seed in range(times):
        for kind in ("random", "seeking", "near"):
            yield story(rules, seats, kind, seed)
