"""The public state of a mine: zones of slots and opened faces."""

from collections.abc import Mapping

from engine.grid import Board, Cell
from engine.mine.rulebook import Book
from engine.slots import Seat, Slot
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
        "draws",
        "finisher",
        "front",
        "goals",
        "gold",
        "gold_pile",
        "hands",
        "last_path",
        "last_used",
        "nuggets",
        "pickers",
        "pile",
        "roles",
        "round",
        "spare_roles",
        "starter",
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
        self.draws = 0
        """How many cards the active player still draws this turn."""
        self.roles: list[Slot] = []
        self.spare_roles: list[Slot] = []
        self.front: list[list[Slot]] = [[] for _ in range(seats)]
        """By seat: the action cards that lie in front of it."""
        self.broken: list[int] = [0] * seats
        """By seat: the broken tools among them, as bits."""
        self.gold_pile: list[Slot] = []
        self.gold: list[list[Slot]] = [[] for _ in range(seats)]
        self.nuggets: list[int] = [0] * seats
        """By seat: nuggets credited in public (HA20)."""
        self.draft: list[Slot] = []
        self.pickers: tuple[Seat, ...] = ()
        """Who still picks from the draft, in this order, a seat once for every card."""
        self.last_path: Seat = -1
        self.last_used: Seat = -1
        self.finisher: Seat = -1
        self.treasure_found = False
        self.winners: tuple[Seat, ...] = ()

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
        piles = (self.pile, self.discard, self.roles, self.spare_roles, self.gold_pile, self.draft)
        for zone in (*self.hands, *piles, *self.front, *self.gold):
            zone[:] = [successor.get(slot, slot) for slot in zone]
        for cells in (self.goals, self.board.hidden):
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
    "nuggets",
    "owed",
    "pile",
    "pile_of",
    "roles",
    "spare_roles",
)
_PLAIN = tuple(name for name in State.fields() if name not in (*_NESTED, *_FLAT))
