"""What is picked in a turn and not played yet: a card, and a place for it; what can be done with it, in sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from client.games.cave.names import CARD, card_meaning, card_name, lying_name
from client.games.cave.words.lexicon import LEXICON
from client.games.cave.words.teller import Teller
from client.games.game import AtTable
from client.games.naming import cell_name
from client.games.picking import Picking, held, placing_prompt
from client.games.pointing import TURNED, UPRIGHT, Preview
from client.i18n import _
from client.words.codes import OF_EVERY_GAME
from engine.cave.board import NOWHERE, cell_of
from engine.cave.rules.actions.cave_in import CauseCaveIn
from engine.cave.rules.actions.cobweb import SpinCobweb
from engine.cave.rules.actions.monster import UnleashMonster
from engine.cave.view import View
from engine.errors import Reason
from engine.grid.cells import START, Cell, is_symmetric, xy
from engine.placing import PlacePath

ON_CELLS = (PlacePath, CauseCaveIn, UnleashMonster)
ON_BOARD = (*ON_CELLS, SpinCobweb)
_POINTS: Mapping[str, Any] = {"path": PlacePath, "cave-in": CauseCaveIn, "monster": UnleashMonster}


def refusal(code: str) -> str:
    return LEXICON.find("refusals", code) or OF_EVERY_GAME.get(code, "")


def lit(picking: Picking, view: View, legal: Iterable[Any]) -> dict[Cell, int]:
    """Where the picked card may be played, and how it may lie there."""
    slot, _face = held(picking, view)
    places: dict[Cell, int] = {}
    for act in legal:
        if isinstance(act, ON_CELLS) and act.slot == slot:
            places[act.cell] = places.get(act.cell, 0) | (TURNED if getattr(act, "turned", 0) else UPRIGHT)
    return places


def aimed(picking: Picking, view: View) -> Any:
    """The act that the picks come to on a cell, be it allowed or not; None if the card is not played on one."""
    slot, face = held(picking, view)
    if slot is None or face is None or view.seat is None or CARD[face].kind not in _POINTS:
        return None
    kind = _POINTS[CARD[face].kind]
    if kind is not PlacePath:
        return kind(view.seat, slot, face, picking.cursor)
    turned = picking.turned and not is_symmetric(CARD[face].groups)  # else it lies upright
    return PlacePath(view.seat, slot, face, picking.cursor, 180 if turned else 0)


def preview(picking: Picking, view: View, legal: Iterable[Any]) -> Preview | None:
    act = aimed(picking, view)
    return Preview(act.face, bool(act.turned), act in legal) if isinstance(act, PlacePath) else None


def first_place(picking: Picking, places: Mapping[Cell, int], view: View) -> Picking:
    """The lit cell that is nearest to the player's dwarf; which card caves in, the player says."""
    where = NOWHERE if view.seat is None else view.state.dwarfs[view.seat]
    (x, y) = xy(START if where == NOWHERE else cell_of(where))
    if isinstance(aimed(picking, view), CauseCaveIn):
        return replace(picking, cursor=START, turned=False)
    if not places:
        return picking.to(picking.cursor, places)
    return picking.to(min(places, key=lambda at: abs(xy(at)[0] - x) + abs(xy(at)[1] - y)), places)


def without_card(legal: Iterable[Any]) -> list[Any]:
    """What can be done in a turn before a card is used."""
    return [act for act in legal if not hasattr(act, "face") and not hasattr(act, "slots")]


# sentences


def turn_prompt(table: AtTable, picking: Picking) -> str:
    view: View = table.view
    if picking.several is not None:
        return _("DISCARD   1-9: pick one or two   Enter: discard   Esc: back")
    if picking.card is None:
        return _("YOUR TURN   1-9: pick a card   D: discard   Enter: more")
    act = aimed(picking, view)
    if act is None:
        return _("YOUR TURN   Enter: choose target")
    where = cell_name(picking.cursor)
    if _is_unaimed(act) and lit(picking, view, table.legal()):
        return _("CAVE-IN   Tab, arrows: choose the card to collapse   Esc: back")
    if why := _refusal(table, act):
        if not lit(picking, view, table.legal()):
            return _("No place for this card now: pick another, or D discards it")
        return _("Not at {cell}: {why}", cell=where, why=why)
    if isinstance(act, CauseCaveIn):
        return _("Enter: collapse {cell}   Tab: next spot", cell=where)
    if isinstance(act, UnleashMonster):
        return _("Enter: {act}   Tab: next spot", act=Teller(view, table.people).sentence(act))
    return placing_prompt(act, table.legal())


def about_picked(table: AtTable, picking: Picking) -> list[str]:
    """Why the picked card cannot be played there, and the card as it would lie."""
    view: View = table.view
    (_slot, face), act = held(picking, view), aimed(picking, view)
    if face is None:
        return []
    # Where nothing is lit, what is wrong with the cell under the cursor explains nothing.
    why = _refusal(table, act) if not _is_unaimed(act) and lit(picking, view, table.legal()) else ""
    name = lying_name(face, act.turned) if isinstance(act, PlacePath) else card_name(face)
    return [*filter(None, [why, name, card_meaning(face)])]


def _is_unaimed(act: Any) -> bool:
    """Whether a cave-in points at nothing yet."""
    return isinstance(act, CauseCaveIn) and act.cell == START


def _refusal(table: AtTable, act: Any) -> str:
    """Why the act that is aimed at cannot be done; empty if it can."""
    if act is None or act in table.legal():
        return ""
    reason: Reason | None = table.refusal(act)
    return "" if reason is None else refusal(reason.code)
