"""The public state of a cave: zones of slots, opened faces, and where figures stand."""

from typing import Annotated

from engine.cave.board import NOWHERE, Board, Border, Space
from engine.cave.book import Book
from engine.cave.cards.table import MONSTERS, NUGGETS
from engine.fields import Part, Value, Zone, declare
from engine.grid.cells import Cell, Edges
from engine.hands import Hands
from engine.records import record
from engine.slots import Face, Seat, Slot

NO_MONSTER = -1
NO_SEAT: Seat = -1


@record
class Cobweb:
    """What lies on a border: whose card it is, and its side, 2 or 1."""

    seat: Seat
    slot: Slot
    side: int


@declare
class State(Hands):
    """Everything that all seats can see.  It changes in place; `copy` is cheap."""

    book: Book

    board: Annotated[Board, Part(lambda book: book.empty_board())]
    goals: Annotated[dict[Cell, Slot], Zone(cells=True)]
    revealing: Annotated[Cell | None, Value(None)]
    """The goal that is being turned up."""
    entry: Annotated[Edges, Value(0)]
    """The side by which it was entered."""
    removed: Annotated[list[Slot], Zone()]
    """Cards that are out of the game, unseen (F3.5)."""
    loyalties: Annotated[list[Slot], Zone()]
    """The clan cards, clan by clan, until they are dealt."""
    clans: Annotated[list[Slot], Zone()]
    """By seat: its clan card."""
    undealt: Annotated[list[Slot], Zone()]
    """The clan cards that no seat was dealt."""
    dwarfs: Annotated[list[Space], Value(0, by_seat=True)]
    """By seat: where its dwarf stands; `NOWHERE` if it has left the cave."""
    escaped: Annotated[tuple[Seat, ...], Value(())]
    """The seats whose dwarfs are out, in their order."""
    lying: Annotated[list[bool], Value(first=False, by_seat=True)]
    """By seat: whether its dwarf lies down."""
    kept: Annotated[Seat, Value(NO_SEAT)]
    """The seat whose dwarf stood up and does not move in the turn that it has now (F4.0)."""
    nuggets: Annotated[list[int], Value(NUGGETS, by_seat=True)]
    front: Annotated[list[list[Slot]], Zone(by_seat=True)]
    """By seat: the action cards that lie in front of it."""
    webs: Annotated[dict[Border, Cobweb], Value(dict)]
    monsters: Annotated[list[Space], Value(lambda: [NOWHERE] * len(MONSTERS))]
    """By monster: where it stands; `NOWHERE` if it is in the bank."""
    owners: Annotated[list[Seat], Value(lambda: [NO_SEAT] * len(MONSTERS))]
    """By monster: the seat in front of which its card lies."""
    veins: Annotated[set[Cell], Value(set)]
    """The cells of gold veins that have their nugget."""
    moves: Annotated[int, Value(0)]
    """How many moves are left to the figure that moves."""
    walked: Annotated[bool, Value(first=False)]
    """Whether the active dwarf has moved this turn."""
    prowler: Annotated[int, Value(NO_MONSTER)]
    """The monster that moves; `NO_MONSTER` while the dwarf does."""
    foes: Annotated[tuple[int, ...], Value(())]
    """The monsters that still attack at a meeting, in their order (HF28)."""
    victims: Annotated[tuple[Seat, ...], Value(())]
    """Whose dwarfs they attack, clockwise from the active player."""
    asked_for_axe: Annotated[tuple[Seat, ...], Value(())]
    """Who may still use an axe against the first of them (HF8)."""
    bitten: Annotated[tuple[Seat, ...], Value(())]
    """Whom the first of them still attacks."""
    unsure: Annotated[tuple[int, ...], Value(())]
    """The sides of which is still to be found out whether they are complete."""
    looked: Annotated[bool, Value(first=False)]
    """Whether the first one out has seen the undealt clan cards."""
    proposed: Annotated[bool, Value(first=False)]
    """Whether the active player has proposed the end this turn (HF17)."""
    voters: Annotated[tuple[Seat, ...], Value(())]
    """Who has still to answer, clockwise."""
    winners: Annotated[tuple[Seat, ...], Value(())]

    def in_front(self, seat: Seat, kind: str) -> list[Slot]:
        """The cards of a kind that lie in front of a seat, as they were laid."""
        kinds, faces = self.book.kinds, self.faces
        return [slot for slot in self.front[seat] if kinds[faces[slot]] == kind]

    def clan(self, seat: Seat) -> int:
        """The clan of a seat, which its back shows."""
        return self.book.clan_of[self.pile_of[self.clans[seat]]]

    def side(self, seat: Seat) -> int | None:
        """The side that a seat works for, if its clan card lies open."""
        face: Face | None = self.faces.get(self.clans[seat])
        return None if face is None else self.book.works_for[face]


def cave_state(state: object) -> State:
    """The state as one of the cave, where only a table of the cave can be."""
    assert isinstance(state, State)
    return state
