"""Caves that are laid out card by card, and whole games in which everything is tried."""

from collections.abc import Callable, Iterator
from typing import Any

from client.games.cave.words.lexicon import PARTS
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.cave.board import Space, space
from engine.cave.cards.table import CARDS
from engine.cave.scenario.position import Named, Position, arrange
from engine.cave.view import View, cave_view
from engine.front import choices
from engine.grid.cells import cell
from engine.inputs import TimeUp
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.wants import Act
from tests.client.lines.rooms import Curious, stream

NUMBER = {card.key: card.number for card in CARDS}
REFUSALS: dict[str, str] = {code: text for part in PARTS.values() for code, text in part.refusals.items()}
Watch = Callable[[Tabletop], Any]


def at(x: int, y: int, number: int = 0) -> Space:
    """A space of the card on a cell."""
    return space(cell(x, y), number)


def lying(*cards: tuple[int, int, str, int]) -> list[tuple[int, int, int]]:
    """Cards on the board: x, y, key, degrees."""
    return [(cell(x, y), NUMBER[key], turned) for x, y, key, turned in cards]


def held(*keys: str) -> list[Named]:
    """Cards of a hand by their keys; behind an action card its level: "rat 3"."""
    found = (key.split() for key in keys)
    return [Named(NUMBER[key], *map(int, level)) for key, *level in found]


def cave(start: Position, seats: int = 4, rules: str = "cave") -> Tabletop:
    """A table with everything where the position says."""
    table = Tabletop(parse(rules), seats, stream("laid out").draw)
    arrange(table, start)
    return table


def view_of(table: Tabletop, seat: int = 0) -> View:
    return cave_view(table.view(seat))


def play_curiously(table: Tabletop, *seed: object, late: int = 20) -> Iterator[tuple[View, Act]]:
    """Everything is tried, and now and then a seat is late; what each seat that is asked sees comes before its act."""
    curious, clock = Curious(*seed), stream("late", *seed).draw
    while want := table.waiting():
        assert isinstance(want, Act)
        view = view_of(table, want.seats[0])
        yield view, want
        table.play(curious.choose(view) if clock(late) else TimeUp(want.seats[0]))


def play_steadily(table: Tabletop, *seed: object) -> Iterator[tuple[View, Act]]:
    """Dwarfs that find the exit."""
    seats = table.state.book.seats
    sitting = [Sitting(BOTS["steady"], table, seat, stream("steady", seat, *seed).draw) for seat in range(seats)]
    while want := table.waiting():
        assert isinstance(want, Act)
        yield view_of(table, want.seats[0]), want
        table.play(sitting[want.seats[0]].choose())


def games(watch: Watch | None = None) -> Iterator[tuple[View, Act]]:
    """Whole games of few seats and of many, step by step; ``watch`` is given each table before it begins."""
    for seats in range(2, 9):
        for play in (play_curiously, play_steadily):
            table = Tabletop(parse("cave"), seats, stream("whole", seats).draw)
            if watch is not None:
                watch(table)
            table.advance()
            yield from play(table, seats)


def legal(table: Tabletop, kind: type) -> list[Any]:
    """The acts of a kind that the seat that is asked can do."""
    want = table.waiting()
    assert isinstance(want, Act)
    return [act for act in choices(table.view(want.seats[0])) if isinstance(act, kind)]
