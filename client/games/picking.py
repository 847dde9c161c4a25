"""What is picked and not played yet, whichever game it is."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from client.games.naming import cell_name, from_left
from client.games.pointing import TURNED, UPRIGHT
from client.i18n import _
from engine.grid.cells import START, Cell, cell, xy
from engine.records import record
from engine.sight import Sight
from engine.slots import Face, Slot


@record
class Picking:
    """What is picked; of nothing, only the cursor."""

    card: int | None = None
    """Its place in the hand."""
    several: frozenset[int] | None = None
    """Cards that are to be discarded; None if nothing is."""
    cursor: Cell = START
    turned: bool = False
    pointed: bool = False
    """Whether the player brought the cursor there before picking a card."""

    def moved(self, right: int, up: int) -> "Picking":
        x, y = xy(self.cursor)
        return replace(self, cursor=cell(x + right, y + up))

    def dropped(self) -> "Picking":
        return Picking(cursor=self.cursor)

    def to(self, at: Cell, places: Mapping[Cell, int]) -> "Picking":
        """Where a card may lie only one way, it is turned that way by itself."""
        ways = places.get(at, 0)
        return replace(self, cursor=at, turned=ways == TURNED if ways in (UPRIGHT, TURNED) else self.turned)


def held(picking: Picking, view: Sight[Any]) -> tuple[Slot | None, Face | None]:
    """The card that is picked."""
    hand = view.hand()
    return hand[picking.card] if picking.card is not None and picking.card < len(hand) else (None, None)


def others(picking: Picking, view: Sight[Any], legal: Iterable[Any], on_board: tuple[type, ...]) -> list[Any]:
    """The acts with the picked card that do not point at the board."""
    slot, _face = held(picking, view)
    return [act for act in legal if hasattr(act, "face") and not isinstance(act, on_board) and act.slot == slot]


def placing_prompt(act: Any, legal: Iterable[Any]) -> str:
    """Where the path card lies if Enter is pressed, and whether it can lie turned there."""
    where = cell_name(act.cell)
    if replace(act, turned=180 - act.turned) in legal:
        return _("Enter: place at {cell}   Space: turn   Tab: next spot", cell=where)
    return _("Enter: place at {cell}   Tab: next spot", cell=where)


def is_meant(before: Picking, places: Collection[Cell]) -> bool:
    """Whether the player pointed at a place before picking a card for it."""
    return before.pointed and before.card is None and before.cursor in places


def next_place(picking: Picking, places: Mapping[Cell, int], step: int) -> Picking:
    """The next lit cell from left to right, from top to bottom."""
    if not places:
        return picking
    order = sorted(places, key=from_left)
    at = order.index(picking.cursor) + step if picking.cursor in places else 0 if step > 0 else -1
    return picking.to(order[at % len(order)], places)


def discarding(several: frozenset[int], at: int, most: int) -> frozenset[int]:
    """One more card, or one less; where the rules take one at a time, another instead."""
    changed = several ^ {at}
    return changed if len(changed) <= most else frozenset({at}) if most == 1 else several
