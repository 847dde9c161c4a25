"""What a bot that looks ahead asks of the mine."""

from collections.abc import Mapping
from typing import Any

from engine.bots.mind import Foresight
from engine.grid.cells import Cell
from engine.mine.bots.belief import TREASURE
from engine.mine.view import View
from engine.slots import Face, Slot

_SPECK = 0.001
"""No goal is ruled out by a guess."""


def with_player(player: Any) -> Foresight:
    """For the cards that this player plays."""
    likely = {"roles": _likely_roles, "goals": _likely_goals}
    return Foresight(player, likely, _owned, lambda player: float(player.hope))


def _likely_roles(memory: Any, view: View, faces: Mapping[Slot, Face]) -> float:
    """By what is believed of each seat."""
    likely: float = 1.0
    for seat, slot in enumerate(view.state.roles):
        if slot in faces:
            likely *= memory.likely_role(seat, faces[slot], view)
    return likely


def _likely_goals(memory: Any, view: View, faces: Mapping[Slot, Face]) -> float:
    """By where the treasure is believed to be."""
    weights: dict[Cell, int] = memory.treasure(view)
    total = sum(weights.values()) or 1
    for at, slot in view.state.goals.items():
        if faces.get(slot) == TREASURE:
            return weights.get(at, 0) / total + _SPECK
    return 1.0


def _owned(view: View) -> float:
    """Nuggets in public, and those on gold cards."""
    assert view.seat is not None
    state = view.state
    cards = (view.face(slot) for slot in state.gold[view.seat])
    return float(state.nuggets[view.seat] + sum(state.book.worth[face] for face in cards if face is not None))
