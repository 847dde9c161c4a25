"""The action cards that lie in front of a player, and what each of them does there.  Nothing is judged here."""

from engine.mine.state import State
from engine.slots import Seat, Slot


def take_away(state: State, seat: Seat, slot: Slot) -> None:
    """The card leaves its place, and what it did there ends."""
    face = state.faces[slot]
    state.front[seat].remove(slot)
    match state.book.kinds[face]:
        case "break":
            state.broken[seat] &= ~state.book.tools[face]
        case "prison":
            state.imprisoned[seat] = False
        case "theft":
            state.thefts.remove(seat)


def lying_before(state: State, seat: Seat, kind: str) -> Slot | None:
    """The card of a kind that lies in front of a seat; of Prison and Theft there is at most one (B6.8)."""
    kinds, faces = state.book.kinds, state.faces
    return next((slot for slot in state.front[seat] if kinds[faces[slot]] == kind), None)
