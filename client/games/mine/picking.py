"""What is picked and not played yet: a card, a place, a side; and what can be done with it, in sentences."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from client.games.game import AtTable
from client.games.mine.names import CARD, card_meaning, card_name, lying_name, refusal
from client.games.naming import cell_name
from client.games.picking import Picking, held, placing_prompt
from client.games.pointing import TURNED, UPRIGHT, Preview
from client.i18n import _
from engine.errors import Reason
from engine.grid.cells import SIDES, START, Cell, half_turned, is_symmetric, xy
from engine.mine.modules.diversion import DivertPath, placed_last
from engine.mine.rules.actions.read_map import ReadMap
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.placing.place_ladder import PlaceLadder
from engine.mine.rules.placing.place_path import TOOLS_BROKEN
from engine.mine.rules.placing.place_path_when_free import PATH_IMPRISONED
from engine.mine.view import View
from engine.placing import PlacePath
from engine.slots import Face, Slot

PLACING = (PlacePath, PlaceLadder)
LAYING = (*PLACING, DivertPath)
ON_BOARD = (*LAYING, CauseRockfall, ReadMap)
_FAR = 100
_POINTS: dict[str, Any] = {
    "path": PlacePath,
    "ladder": PlaceLadder,
    "rockfall": CauseRockfall,
    "map": ReadMap,
    "diversion": DivertPath,
}


def lit(picking: Picking, view: View, legal: Iterable[Any]) -> dict[Cell, int]:
    """Where the picked card may be played, and how it may lie there; or where it may be discarded for something."""
    places: dict[Cell, int] = {}
    for act in played_there(picking, view, legal):
        places[act.cell] = places.get(act.cell, 0) | (TURNED if getattr(act, "turned", 0) else UPRIGHT)
    return places


def played_there(picking: Picking, view: View, legal: Iterable[Any], at: Cell | None = None) -> list[Any]:
    """The acts with the picked card that point at the board; or at one cell of it."""
    if picking.several is not None:
        slots = {slot for place, (slot, _face) in enumerate(view.hand()) if place in picking.several}
        found = [act for act in legal if is_left_there(act) and {act.slot} == slots]
    else:
        slot, _face = held(picking, view)
        found = [act for act in legal if isinstance(act, ON_BOARD) and act.slot == slot]
    return [act for act in found if at in (None, act.cell)]


def is_left_there(act: Any) -> bool:
    """Whether a card is discarded face down for something on the board."""
    return hasattr(act, "cell") and hasattr(act, "slot") and not hasattr(act, "face")


def without_card(legal: Iterable[Any]) -> list[Any]:
    """What can be done in a turn before a card is used."""
    acts = [act for act in legal if not hasattr(act, "face") and not hasattr(act, "slots") and not is_left_there(act)]
    return [] if stop(legal) else acts


def moved(view: View) -> Face | None:
    """The card that a Diversion takes up."""
    origin = placed_last(view.state)
    return None if origin is None else view.state.faces[view.state.board.network.slots[origin]]


def aimed(picking: Picking, view: View) -> Any:
    """The act that the picks come to on the board, be it allowed or not; None if the card is not played there."""
    slot, face = held(picking, view)
    if face is None or view.seat is None:
        return None
    kind = _POINTS.get("path" if CARD[face].tunnels and CARD[face].kind != "ladder" else CARD[face].kind)
    if kind is None:
        return None
    if kind not in LAYING:
        return kind(view.seat, slot, face, picking.cursor)
    path = moved(view) if kind is DivertPath else face
    turned = picking.turned and path is not None and not is_symmetric(CARD[path].groups)  # else it lies upright
    return kind(view.seat, slot, face, picking.cursor, 180 if turned else 0)


def preview(picking: Picking, view: View, legal: Iterable[Any]) -> Preview | None:
    act = aimed(picking, view)
    path = moved(view) if isinstance(act, DivertPath) else act.face if isinstance(act, PLACING) else None
    return None if path is None else Preview(path, bool(act.turned), act in legal)


def first_place(picking: Picking, view: View, legal: Iterable[Any]) -> Picking:
    """Where this card leads furthest toward the goals, since most want to dig there, and how it lies there.

    Which card a rockfall takes away, the player says: it begins at the start, which stays.
    """
    acts = played_there(picking, view, legal)
    if any(isinstance(act, CauseRockfall) for act in acts):
        return replace(picking, cursor=START, turned=False)
    if not acts:
        return picking.to(picking.cursor, {})
    best = min(acts, key=lambda act: (_way_left(view, act), abs(xy(act.cell)[1]), getattr(act, "turned", 0)))
    return replace(picking, cursor=best.cell, turned=bool(getattr(best, "turned", 0)))


def _way_left(view: View, act: Any) -> int:
    """From where a card leads to the nearest goal that could be the treasure; a dead end leads nowhere."""
    network = view.state.board.network
    goals = [at for at, slot in view.state.goals.items() if at in network.hidden and not _is_empty(view, slot)]
    if not isinstance(act, LAYING):
        return 0 if act.cell in goals else 1
    face = act.face if isinstance(act, PLACING) else moved(view)
    groups = () if face is None else CARD[face].groups
    ways = [group for group in (half_turned(groups) if act.turned else groups) if group.bit_count() > 1]
    ends = [act.cell + step for way in ways for side, step, _back in SIDES if way & side]
    free = [at for at in ends if at not in network.slots]
    distances = [_distance(at, goal) for at in free for goal in goals]
    return min(distances, default=_FAR + min((_distance(act.cell, goal) for goal in goals), default=0))


def _is_empty(view: View, slot: Slot) -> bool:
    face = view.face(slot)
    return face is not None and CARD[face].key.startswith("stone")


def _distance(one: Cell, other: Cell) -> int:
    (x, y), (u, v) = xy(one), xy(other)
    return abs(x - u) + abs(y - v)


def stop(legal: Iterable[Any]) -> Any:
    """What ends a play of several cards, in which none is discarded; None in a turn."""
    if any(hasattr(act, "slots") for act in legal):
        return None
    return next((act for act in legal if not hasattr(act, "slot")), None)


_NOWHERE = {
    TOOLS_BROKEN: _("A broken tool: no path cards for you; D discards this card"),
    PATH_IMPRISONED: _("In prison: no path cards for you; D discards this card"),
    None: _("No place for this card now; D discards it"),
}

_DEEDS: dict[type, str] = {CauseRockfall: _("collapse"), ReadMap: _("look at")}


def turn_prompt(table: AtTable, picking: Picking) -> str:
    view: View = table.view
    if picking.several is not None:
        places = lit(picking, view, table.legal())
        if picking.cursor in places:
            return _("DISCARD   Enter: leave the card for a toll collector at {cell}", cell=cell_name(picking.cursor))
        if places:
            return _("DISCARD   Enter: discard   Tab: a toll collector for it")
        return _("DISCARD   1-9: pick cards   Enter: discard   Esc: back")
    if picking.card is None:
        if stop(table.legal()):
            return _("STILL YOUR TURN   1-9: pick a path card   D: stop")
        if without_card(table.legal()):
            return _("YOUR TURN   1-9: pick a card   D: discard   Enter: more")
        return _("YOUR TURN   1-9: pick a card   D: discard")
    act = aimed(picking, view)
    if stop(table.legal()) and not lit(picking, view, table.legal()):
        return _("This card cannot be played now: pick another, or D to stop")
    if act is None:
        return _("YOUR TURN   Enter: choose target")
    where = cell_name(picking.cursor)
    if _is_unaimed(act) and lit(picking, view, table.legal()):
        return _("ROCKFALL   Tab, arrows: choose the card to collapse   Esc: back")
    if why := _refusal(table, act):
        fits_somewhere = lit(picking, view, table.legal())
        return _("Not at {cell}: {why}", cell=where, why=why) if fits_somewhere else _NOWHERE[_bar(view, act)]
    if not isinstance(act, LAYING):
        return _("Enter: {deed} {cell}   Tab: next spot", deed=_DEEDS[type(act)], cell=where)
    return placing_prompt(act, table.legal())


def about_picked(table: AtTable, picking: Picking) -> list[str]:
    """Why the picked card cannot be played there, and the card as it would lie."""
    view: View = table.view
    (slot, face), act = held(picking, view), aimed(picking, view)
    if slot is None:
        return []
    # Where nothing is lit, what is wrong with the cell under the cursor explains nothing.
    fits_nowhere = act is not None and not _bar(view, act) and not lit(picking, view, table.legal())
    why = "" if fits_nowhere or _is_unaimed(act) else _refusal(table, act)
    name = lying_name(act.face, act.turned) if isinstance(act, PLACING) else card_name(face)
    return [*filter(None, [why, name, "" if face is None else card_meaning(face)])]


def _is_unaimed(act: Any) -> bool:
    """Whether a rockfall points at nothing yet."""
    return isinstance(act, CauseRockfall) and act.cell == START


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
