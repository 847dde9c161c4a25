"""What holds for every card that is played in step 1 of a turn (F4.1)."""

from engine.cave.state import State
from engine.errors import Illegal
from engine.hands import NOT_HELD, WRONG_KIND, require_turn
from engine.slots import Face, Seat, Slot


def require(state: State, seat: Seat, slot: Slot, face: Face, kind: str) -> None:
    """The seat is to play, and holds a card of that kind."""
    require_turn(state, seat)
    if slot not in state.hands[seat]:
        raise Illegal(NOT_HELD)
    if state.book.kinds.get(face) != kind:
        raise Illegal(WRONG_KIND)
