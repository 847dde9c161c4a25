"""What a player can do with what is picked, in sentences."""

from dataclasses import replace
from typing import Any

from client.games.game import AtTable
from client.games.mine.names import card_meaning, card_name, cell_name, lying_name, refusal
from client.games.mine.picking import PLACING, Picking, aimed, lit
from client.i18n import _
from engine.errors import Reason
from engine.mine.rules.placing.place_path import TOOLS_BROKEN
from engine.mine.rules.placing.place_path_when_free import PATH_IMPRISONED
from engine.mine.view import View

_NOWHERE = {
    TOOLS_BROKEN: _("With a broken tool you lay no path; D discards this card"),
    PATH_IMPRISONED: _("From prison you lay no path; D discards this card"),
    None: _("This card can be played nowhere now; D discards it"),
}


def turn_prompt(table: AtTable, picking: Picking) -> str:
    """What the keys do in a turn."""
    view: View = table.view
    if picking.several is not None:
        return _("DISCARD: numbers pick cards, Enter discards them, Esc goes back")
    if picking.card is None:
        return _("YOUR TURN: pick a card by its number, or D to discard")
    act = aimed(picking, view)
    if act is None:
        return _("YOUR TURN: Enter says what to do with this card")
    where = cell_name(picking.cursor)
    if why := _refusal(table, act):
        fits_somewhere = lit(picking, view, table.legal())
        return _("Not at {cell}: {why}", cell=where, why=why) if fits_somewhere else _NOWHERE[_bar(view, act)]
    if not isinstance(act, PLACING):
        return _("Enter plays {card} at {cell}, Tab goes on", card=card_name(act.face), cell=where)
    if replace(act, turned=180 - act.turned) in table.legal():
        return _("Enter lays the card at {cell}, Space turns it, Tab goes on", cell=where)
    return _("Enter lays the card at {cell}, Tab goes on", cell=where)


def about_picked(table: AtTable, picking: Picking) -> list[str]:
    """Why the picked card cannot be played there, and the card as it would lie."""
    view: View = table.view
    hand, act = view.hand(), aimed(picking, view)
    if picking.card is None or picking.card >= len(hand):
        return []
    # Where nothing is lit, what is wrong with the cell under the cursor explains nothing.
    fits_nowhere = act is not None and not _bar(view, act) and not lit(picking, view, table.legal())
    why = "" if fits_nowhere else _refusal(table, act)
    face = hand[picking.card][1]
    name = lying_name(act.face, act.turned) if isinstance(act, PLACING) else "?" if face is None else card_name(face)
    return [*filter(None, [why]), name]


def about_card(view: View, at: int | None) -> list[str]:
    """A card of the hand, and what it does."""
    hand = view.hand()
    face = hand[at][1] if at is not None and at < len(hand) else None
    return [] if face is None else [card_name(face), *filter(None, [card_meaning(face)])]


def _bar(view: View, act: Any) -> Reason | None:
    """What keeps the player from laying any path, wherever the cursor is."""
    if view.seat is None or not isinstance(act, PLACING):
        return None
    if view.state.broken[view.seat]:
        return TOOLS_BROKEN
    return PATH_IMPRISONED if view.is_imprisoned(view.seat) else None


def _refusal(table: AtTable, act: Any) -> str:
    """Why the act that is aimed at cannot be done; empty if it can."""
    if act is None or act in table.legal():
        return ""
    reason = _bar(table.view, act) or table.refusal(act)
    return "" if reason is None else refusal(reason.code)
