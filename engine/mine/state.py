"""The public state of a mine: zones of slots and opened faces."""

from typing import Annotated

from engine.fields import Part, Value, Zone, declare
from engine.grid.cells import Cell, beside
from engine.hands import Hands
from engine.mine.board import Board
from engine.mine.book import Book
from engine.slots import Face, Seat, Slot


@declare
class State(Hands):
    """Everything that all seats can see.  It changes in place; `copy` is cheap."""

    book: Book

    starter: Annotated[Seat, Value(-1, lasts=True)]
    board: Annotated[Board, Part(lambda book: book.empty_board())]
    goals: Annotated[dict[Cell, Slot], Zone(cells=True)]
    goals_aside: Annotated[list[Slot], Zone()]
    """Goals that do not lie on the grid in this round (D4.1)."""
    after_change: Annotated[str, Value("finish-turn")]
    """The stage that follows when the network has changed and nothing is reached any more (0.9)."""
    set_out: Annotated[tuple[Slot, ...], Value(())]
    """Path cards that lay face up when the round began: no player placed them (E2.3)."""
    choosing: Annotated[Cell | None, Value(None)]
    """What was reached and is being turned up."""
    set_aside: Annotated[list[Slot], Zone()]
    """Cards of the deck that are out for this round (B3.2)."""
    roles: Annotated[list[Slot], Zone()]
    spare_roles: Annotated[list[Slot], Zone()]
    """The roles that no seat was dealt; the top is the first (G37)."""
    roles_aside: Annotated[list[Slot], Zone()]
    """Roles that were given up and are out for this round (G29)."""
    front: Annotated[list[list[Slot]], Zone(by_seat=True)]
    """By seat: the action cards that lie in front of it."""
    broken: Annotated[list[int], Value(0, by_seat=True)]
    """By seat: the broken tools among them, as bits."""
    imprisoned: Annotated[list[bool], Value(first=False, by_seat=True)]
    """By seat: whether a Prison is among them."""
    thefts: Annotated[list[Seat], Value(list)]
    """The seats that have a Theft among them, the one laid last at the end (B11.1)."""
    gold_pile: Annotated[list[Slot], Zone(lasts=True)]
    gold: Annotated[list[list[Slot]], Zone(by_seat=True, lasts=True)]
    nuggets: Annotated[list[int], Value(0, by_seat=True, lasts=True)]
    """By seat: nuggets credited in public (HA20)."""
    draft: Annotated[list[Slot], Zone()]
    pickers: Annotated[tuple[Seat, ...], Value(())]
    """Who still picks from the draft, in this order, a seat once for every card."""
    thieves: Annotated[tuple[Seat, ...], Value(())]
    """Who may still steal at the end of the round, in this order."""
    last_path: Annotated[Seat, Value(-1)]
    last_used: Annotated[Seat, Value(-1)]
    finisher: Annotated[Seat, Value(-1)]
    treasure_found: Annotated[bool, Value(first=False)]
    winners: Annotated[tuple[Seat, ...], Value((), lasts=True)]

    def beside_goals(self) -> frozenset[Cell]:
        """The cells beside the goals, wherever these lie now: no ladder may lie there (B5.3)."""
        return self.board.noted("beside-goals", lambda: beside(self.goals))

    def faces_on_board(self) -> list[tuple[Cell, Face]]:
        """What lies face up on the grid, by cell; the start card has no slot and is left out."""
        return [(at, self.faces[slot]) for at, slot in self.board.network.slots.items() if slot >= 0]


def mine_state(state: object) -> State:
    """The state as one of the mine, where only a table of the mine can be."""
    assert isinstance(state, State)
    return state
