"""Dwarfs and monsters in characters, and as many of them on a space as there is room for."""

from collections.abc import Sequence

from client.render.spans import Span
from engine.cave.board import NOWHERE, Space
from engine.cave.cards.table import MONSTERS, SIDES
from engine.cave.state import State
from engine.cave.view import View

DWARFS = "abcdefgh"
"""By seat."""
MONSTER_LETTERS = tuple(monster[0].upper() for monster in MONSTERS)
SEVERAL = "&"
"""More dwarfs than there is room for."""
MINGLED = "%"
"""The same, with a monster among them."""
_PREY = "warn"
"""A monster, and what stands beside it."""


def figures(view: View) -> dict[Space, list[Span]]:
    """By space: the monsters there in the order in which they attack, then the dwarfs by seat."""
    state: State = view.state
    found: dict[Space, list[Span]] = {}
    for monster, where in enumerate(state.monsters):
        if where != NOWHERE:
            found.setdefault(where, []).append(Span(MONSTER_LETTERS[monster], _PREY))
    for seat, where in enumerate(state.dwarfs):
        if where != NOWHERE and state.clans:
            found.setdefault(where, []).append(dwarf(view, seat))
    return found


def dwarf(view: View, seat: int) -> Span:
    """The letter of a seat, in the colour of its clan once that is dealt."""
    return Span(DWARFS[seat], SIDES[view.state.clan(seat)] if view.state.clans else "plain")


def squeezed(signs: Sequence[Span], symbol: Span | None, room: int) -> list[Span]:
    """What stands on a space in so many characters, with its symbol where that fits too."""
    if symbol is not None and len(signs) < room:
        return [symbol, *signs]
    if len(signs) <= room:
        return list(signs)
    rest = signs[room - 1 :]
    mingled = any(sign.style == _PREY for sign in rest)
    return [*signs[: room - 1], Span(MINGLED, _PREY) if mingled else Span(SEVERAL)]
