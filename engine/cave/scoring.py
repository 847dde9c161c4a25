"""Who has won, and whether a side is complete: the arithmetic of F9 and F10, apart from any table."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.cave.cards.table import SIDES
from engine.cave.state import State
from engine.slots import Face, Slot


def side_values(sides: Sequence[int], saved: Sequence[int]) -> tuple[int, ...]:
    """By side: the nuggets that its players saved, times the players of the other one (F10.1)."""
    nuggets, players = [0] * len(SIDES), [0] * len(SIDES)
    for side, count in zip(sides, saved, strict=True):
        nuggets[side] += count
        players[side] += 1
    return tuple(nuggets[side] * players[1 - side] for side in range(len(SIDES)))


def winning_side(values: Sequence[int], out: Sequence[int]) -> int | None:
    """The higher value, or else the side of the first dwarf that got out (F10.2); without one there is none (HF18)."""
    blue, yellow = values
    if blue != yellow:
        return 0 if blue > yellow else 1
    return out[0] if out else None


def is_complete(works_for: Mapping[Face, int], side: int | None, faces: tuple[Face, ...]) -> bool:
    """Whether no dwarf that is still inside works for a side; ``faces`` are the hidden clan cards of those (HF16)."""
    return all(works_for[face] != side for face in faces)


def hidden_inside(state: State) -> list[Slot]:
    """The clan cards that lie face down before players whose dwarf is inside, by seat."""
    return [slot for seat, slot in enumerate(state.clans) if seat not in state.escaped and slot not in state.faces]


def complete_by_what_is_open(state: State, side: int) -> bool | None:
    """Whether all who work for a side are out, if the open cards decide it; None if they do not (HF16)."""
    inside = [seat for seat in range(state.book.seats) if seat not in state.escaped]
    if any(state.side(seat) == side for seat in inside):
        return False
    wanted = Counter(state.pile_of[slot] for slot in hidden_inside(state))
    certain = True
    for pile, count in wanted.items():
        hidden = _hidden_faces(state, pile)
        others = sum(number for face, number in hidden.items() if state.book.works_for[face] != side)
        if count > others:
            return False
        certain = certain and others == hidden.total()
    return True if certain else None


def _hidden_faces(state: State, pile: int) -> Counter[Face]:
    """The faces of a clan's cards that no seat has shown."""
    shown = [slot for slot in (*state.clans, *state.undealt) if slot in state.faces and state.pile_of[slot] == pile]
    return Counter(state.book.copies[pile]) - Counter(state.faces[slot] for slot in shown)
