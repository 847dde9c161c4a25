"""Who works for whom, as far as one player can tell: by the cards it knows, and by what is left of each clan.

Chances are whole numbers out of a thousand.
"""

from collections import Counter

from engine.cave.view import View
from engine.slots import Face, Seat

SURE = 1000


def friendship(view: View, side: int) -> list[int]:
    """By seat: how likely it works for a side, out of a thousand."""
    return [_of_seat(view, seat, side) for seat in range(view.state.book.seats)]


def _of_seat(view: View, seat: Seat, side: int) -> int:
    known = view.side(seat)
    if known is not None:
        return SURE if known == side else 0
    state = view.state
    left = _left(view, state.pile_of[state.clans[seat]])
    friends = sum(count for face, count in left.items() if state.book.works_for[face] == side)
    return SURE * friends // left.total()


def _left(view: View, pile: int) -> Counter[Face]:
    """The clan cards of a pile whose place the seat does not know."""
    state = view.state
    cards = [slot for slot in (*state.clans, *state.undealt) if state.pile_of[slot] == pile]
    known = Counter(face for face in map(view.face, cards) if face is not None)
    return Counter(state.book.copies[pile]) - known
