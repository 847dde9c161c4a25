"""Pointing at cards: ``goal 8,0``, ``role 2``, ``hand 0.1``, ``gold 3.1``, ``undealt 1``, ``slot 41``."""

import re
from collections.abc import Collection
from typing import Any

from engine.mine.state import State
from engine.scenario.keys import one_line, shown
from engine.scenario.words import CELL, KEYS, read_cell
from engine.slots import Face, Seat, Slot
from engine.tabletop import Tabletop

_KINDS = "goal|role|undealt|role-aside|hand|gold|slot|draft|discard|set-aside"
_REFERENCE = re.compile(rf"(left-over|(?P<kind>{_KINDS}) (?P<where>\S+))")
_NUMBER = re.compile(r"[0-9]{1,4}")
_PLACE = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})")
FORMS = (
    "'goal 8,0', 'role 2', 'left-over', 'undealt 1', 'role-aside 1', 'hand 0.1', 'gold 3.1', 'draft 1', "
    "'discard 1', 'set-aside 1' or 'slot 41'"
)


class NoSuchCard(ValueError):
    """The scenario points at a card that is not there."""


def read_reference(value: Any) -> str:
    """A text that points at a card."""
    text = one_line(value)
    match = _REFERENCE.fullmatch(text)
    if not match or not _is_place(match["kind"], match["where"]):
        raise ValueError(f"expected a card such as {FORMS}, found {shown(text)}")
    return text


def _is_place(kind: str | None, where: str) -> bool:
    match kind:
        case None:
            return True
        case "goal":
            return CELL.fullmatch(where) is not None
        case "hand" | "gold":
            return _PLACE.fullmatch(where) is not None
        case _:
            return _NUMBER.fullmatch(where) is not None


def slot_of(table: Tabletop, reference: str) -> Slot:
    """The slot that a reference points at now."""
    match = _REFERENCE.fullmatch(reference)
    assert match, reference
    try:
        return _find(table, match["kind"], match["where"])
    except (IndexError, KeyError) as error:
        raise NoSuchCard(f"there is no card {reference!r} now") from error


def _find(table: Tabletop, kind: str | None, where: str) -> Slot:
    state: State = table.state
    match kind:
        case None:
            return state.spare_roles[0]
        case "goal":
            return state.goals[read_cell(where)]
        case "role":
            return state.roles[_index(where, first=0)]
        case "slot":
            return range(len(state.pile_of))[_index(where, first=0)]
        case "discard":
            return state.discard[-_index(where) - 1]
        case "hand" | "gold":
            seat, place = where.split(".")
            zone = state.hands if kind == "hand" else state.gold
            return zone[int(seat)][_index(place)]
        case _:
            lists = {
                "draft": state.draft,
                "undealt": state.spare_roles,
                "role-aside": state.roles_aside,
                "set-aside": state.set_aside,
            }
            return lists[kind][_index(where)]


def _index(text: str, first: int = 1) -> int:
    index = int(text) - first
    if index < 0:
        raise IndexError(text)
    return index


def lying_slot(table: Tabletop, seat: Seat, face: Face, besides: Collection[Slot] = ()) -> Slot:
    """A card with this face: from the seat's hand if it is there, else from wherever it lies face down.

    A scenario may so let a seat play what it does not hold, and see the refusal.
    """
    state: State = table.state
    hand = state.hands[seat] if seat < len(state.hands) else []
    for zone in (hand, *state.hands, state.pile, state.discard, *table_zones(table)):
        for slot in sorted(zone):
            if table.faces[slot] == face and slot not in besides:
                return slot
    raise NoSuchCard(f"there is no card {KEYS[face]!r} on the table that could be played")


def card_before(table: Tabletop, seat: Seat, face: Face) -> Slot:
    """A card with this face that lies in front of the seat; else one that lies anywhere, to see the refusal."""
    state: State = table.state
    for slot in state.front[seat] if seat < len(state.front) else []:
        if table.faces[slot] == face:
            return slot
    return lying_slot(table, seat, face)


def table_zones(table: Tabletop) -> list[list[Slot]]:
    """Cards that are in nobody's hand but have a slot: on the board, in front of players, gold, goals, roles."""
    state: State = table.state
    board = [slot for slot in state.board.network.slots.values() if slot >= 0]
    deck = [board, *state.front, state.set_aside]
    return [*deck, state.gold_pile, *state.gold, [*state.goals.values()], state.roles, state.spare_roles]
