"""The public state of a mine: zones of slots and opened faces."""

from collections.abc import Mapping

from engine.grid.cells import Cell
from engine.mine.board import Board
from engine.mine.book import Book
from engine.slots import Face, Seat, Slot
from engine.table import Table


class State(Table):
    """Everything that everybody at the table can see.  It changes in place; `copy` is cheap."""

    __slots__ = (
        "active",
        "board",
        "broken",
        "choosing",
        "discard",
        "draft",
        "drawer",
        "draws",
        "finisher",
        "front",
        "goals",
        "gold",
        "gold_pile",
        "hands",
        "imprisoned",
        "last_path",
        "last_used",
        "nuggets",
        "pickers",
        "pile",
        "roles",
        "roles_aside",
        "round",
        "set_aside",
        "spare_roles",
        "starter",
        "swapping",
        "thefts",
        "thieves",
        "treasure_found",
        "winners",
    )

    book: Book

    def __init__(self, book: Book) -> None:
        super().__init__(book, "deal")
        seats = book.seats
        self.round = 0
        self.active: Seat = -1
        """Whose turn it is."""
        self.starter: Seat = -1
        self.board: Board = book.empty_board()
        self.goals: dict[Cell, Slot] = {}
        self.choosing: Cell | None = None
        """The goal that is being turned up."""
        self.hands: list[list[Slot]] = [[] for _ in range(seats)]
        """By seat, in ascending order."""
        self.pile: list[Slot] = []
        """The draw pile; the top is the last."""
        self.discard: list[Slot] = []
        """The discard pile, face down; the top is the last (HA17)."""
        self.drawer: Seat = -1
        """Who draws when the turn ends: the active player, unless a card says otherwise (B6.7)."""
        self.draws = 0
        """How many cards are still drawn this turn."""
        self.set_aside: list[Slot] = []
        """Cards of the deck that are out for this round (B3.2)."""
        self.swapping: tuple[Seat, ...] = ()
        """Whose new hand has still to be renewed after a swap (HB19)."""
        self.roles: list[Slot] = []
        self.spare_roles: list[Slot] = []
        """The roles that nobody was dealt; the top is the first (G37)."""
        self.roles_aside: list[Slot] = []
        """Roles that were given up and are out for this round (G29)."""
        self.front: list[list[Slot]] = [[] for _ in range(seats)]
        """By seat: the action cards that lie in front of it."""
        self.broken: list[int] = [0] * seats
        """By seat: the broken tools among them, as bits."""
        self.imprisoned: list[bool] = [False] * seats
        """By seat: whether a Prison is among them."""
        self.thefts: list[Seat] = []
        """The seats that have a Theft among them, the one laid last at the end (B11.1)."""
        self.gold_pile: list[Slot] = []
        self.gold: list[list[Slot]] = [[] for _ in range(seats)]
        self.nuggets: list[int] = [0] * seats
        """By seat: nuggets credited in public (HA20)."""
        self.draft: list[Slot] = []
        self.pickers: tuple[Seat, ...] = ()
        """Who still picks from the draft, in this order, a seat once for every card."""
        self.thieves: tuple[Seat, ...] = ()
        """Who may still steal at the end of the round, in this order."""
        self.last_path = self.last_used = self.finisher = -1
        self.treasure_found = False
        self.winners: tuple[Seat, ...] = ()

    def faces_on_board(self) -> list[tuple[Cell, Face]]:
        """What lies face up on the grid, by cell; the start card has no slot and is left out."""
        return [(at, self.faces[slot]) for at, slot in self.board.network.slots.items() if slot >= 0]

    def copy(self) -> "State":
        """A state that can be changed without changing this one."""
        twin = State.__new__(State)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _FLAT:
            setattr(twin, name, getattr(self, name).copy())
        for name in _NESTED:
            setattr(twin, name, [zone.copy() for zone in getattr(self, name)])
        return twin

    def replace_slots(self, successor: Mapping[Slot, Slot]) -> None:
        """Every zone that a renewed card may lie in."""
        cards = (self.pile, self.discard, self.set_aside, self.gold_pile, self.draft)
        roles = (self.roles, self.spare_roles, self.roles_aside)
        for zone in (*self.hands, *cards, *roles, *self.front, *self.gold):
            zone[:] = [successor.get(slot, slot) for slot in zone]
        for cells in (self.goals, self.board.network.hidden):
            cells.update({at: successor[slot] for at, slot in cells.items() if slot in successor})


_NESTED = ("hands", "front", "gold")
_FLAT = (
    "board",
    "broken",
    "discard",
    "draft",
    "faces",
    "goals",
    "gold_pile",
    "imprisoned",
    "nuggets",
    "owed",
    "pile",
    "pile_of",
    "roles",
    "roles_aside",
    "set_aside",
    "spare_roles",
    "thefts",
)
_PLAIN = tuple(name for name in State.fields() if name not in (*_NESTED, *_FLAT))
