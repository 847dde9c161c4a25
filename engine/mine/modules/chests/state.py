"""What a table with chests keeps, how it is laid out, and how scenarios say so (D5.1)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from engine.fields import Value, Zone
from engine.grid.cells import Cell, cell
from engine.machine import Book
from engine.mine.cards.card import Card, copies
from engine.mine.cards.minis import CHEST_CELLS, CHESTS, COVERS
from engine.mine.rules.actions.keep_one import KeepState
from engine.scenario.keys import Impossible, list_of, one_of
from engine.scenario.piles import complete
from engine.scenario.vocabulary import Key, Pointer, Words
from engine.scenario.words import CELL, read_cell
from engine.slots import Face, Pile, Seat, Slot
from engine.tabletop import Tabletop

COVER_PILE = Pile("covers", 4, copies(COVERS), "game")
CHEST_PILE = Pile("chests", 5, copies(CHESTS), "game")

NUGGET, MAP_BAN, NO_DRAW, EXTRA_DRAW, GOAL_MOVES, ROBBERY, CHOICE_OF_3, ROLE, DISCARD_5, LOST_5 = (
    chest.number for chest in CHESTS
)
"""X1 to X10 (D5.5)."""


class ChestState(KeepState):
    """Covers and chests lie in pairs on the grid; what was opened or removed lies aside (HD13)."""

    covers: Annotated[dict[Cell, Slot], Zone(cells=True)]
    """The covers that lie face down."""
    chests: Annotated[dict[Cell, Slot], Zone(cells=True)]
    covers_aside: Annotated[list[Slot], Zone()]
    chests_aside: Annotated[list[Slot], Zone()]
    map_ban: Annotated[bool, Value(first=False)]
    """Whether the chest lies open that bans maps (HD15)."""
    at_end: Annotated[tuple[Face, ...], Value(())]
    """The chests found in this turn that act at its end, in the order found (HD14)."""
    victim: Annotated[Seat, Value(-1)]
    """From whose hand a card is taken."""


def lay_out(state: ChestState, slots: Mapping[str, list[Slot]]) -> None:
    """A chest on each cell of the layout, and a cover on each chest; the others lie aside, unseen."""
    [layout] = [layout for name, layout in state.book.rules.layouts if name == "chests"]
    cells = [cell(*at) for at in CHEST_CELLS[layout]]
    state.covers = dict(zip(cells, slots["covers"], strict=False))
    state.chests = dict(zip(cells, slots["chests"], strict=False))
    state.covers_aside = slots["covers"][len(cells) :]
    state.chests_aside = slots["chests"][len(cells) :]
    for at, slot in state.covers.items():
        state.board.hide(at, slot)


def set_aside(state: ChestState, at: Cell) -> None:
    """The chest of a cell is out of the round."""
    state.chests_aside.append(state.chests.pop(at))


# scenarios: which covers and chests lie on the cells of the layout, in their order


def _key(zone: str, rows: tuple[Card, ...], pile: Pile) -> Key:
    names = {card.key: card.number for card in rows}

    def reader(book: Book) -> Callable[[Any], Any]:
        return list_of(one_of(names))

    def lay(table: Tabletop, given: list[Face]) -> None:
        there, aside = getattr(table.state, zone), getattr(table.state, f"{zone}_aside")
        if len(given) != len(there):
            raise Impossible(zone, f"expected {len(there)} cards, one a cell of the layout, found {len(given)}")
        faces = complete({zone: given}, pile.faces, {number: key for key, number in names.items()})
        table.faces.update(zip([*there.values(), *aside], faces, strict=True))

    return Key(reader, lay)


def _pointer(zone: str, example: str) -> Pointer:
    return Pointer(example, CELL, lambda table, where: getattr(table.state, zone)[read_cell(where)])


WORDS = Words(
    position={
        "covers": _key("covers", COVERS, COVER_PILE),
        "chests": _key("chests", CHESTS, CHEST_PILE),
    },
    pointers={"cover": _pointer("covers", "cover 3,1"), "chest": _pointer("chests", "chest 3,1")},
)
